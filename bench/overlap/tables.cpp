// The tables of the report.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "report.h"

namespace swept::bench {

namespace {

std::string optional_number(std::optional<double> value) {
    return value ? short_number(*value) : "-";
}

/// A last row with the geometric mean of the last column.
void add_geometric_mean(Table& table, const Results& results, Ratio ratio) {
    if (table.rows.empty() || !geometric_mean(results.models, ratio)) return;
    std::vector<std::string> row(table.head.size());
    row.front() = "geometric mean";
    row.back() = optional_number(geometric_mean(results.models, ratio));
    table.add(row);
}

void add_peer_names(Table& table, const Results& results, const std::string& suffix = "") {
    if (results.models.empty()) return;
    for (const PeerRow& peer : results.models[0].fcl) table.head.push_back(peer.name + suffix);
}

double mean_hits(const ModelRow& row) {
    return std::accumulate(row.hit_share.begin(), row.hit_share.end(), 0.0) /
           static_cast<double>(row.hit_share.size());
}

}  // namespace

Table mesh_table(const Results& results) {
    Table table{{"<mesh", "<what", "triangles", "shape ms", "hits %", "hash of answers"}, {}};
    for (const ModelRow& row : results.models) {
        table.add({row.name, row.what, grouped(row.triangles),
                   short_number(row.shape_seconds * 1e3), short_number(100 * mean_hits(row)),
                   fmt::format("{:016x}", row.hash)});
    }
    return table;
}

Table query_table(const Results& results) {
    Table table{{"<mesh", "triangles", "swept"}, {}};
    add_peer_names(table, results);
    table.head.emplace_back("swept, not 0");
    add_peer_names(table, results, ", not 0");
    table.head.emplace_back("ratio");
    for (const ModelRow& row : results.models) {
        std::vector<std::string> cells{row.name, grouped(row.triangles),
                                       short_number(mean_with_0(row.swept.curve))};
        for (const PeerRow& peer : row.fcl) cells.push_back(short_number(mean_with_0(peer.curve)));
        cells.push_back(short_number(mean_without_0(row.swept.curve)));
        for (const PeerRow& peer : row.fcl) {
            cells.push_back(short_number(mean_without_0(peer.curve)));
        }
        cells.push_back(optional_number(query_ratio(row)));
        table.add(cells);
    }
    add_geometric_mean(table, results, query_ratio);
    return table;
}

Table curve_table(const Results& results) {
    Table table{{"<mesh", "<who"}, {}};
    if (results.models.empty()) return table;
    const std::size_t steps = results.models[0].distances.size() - 1;
    for (std::size_t i = 0; i <= steps; ++i) {
        table.head.push_back(
            fmt::format("{:.2f}", 1.05 * static_cast<double>(i) / static_cast<double>(steps)));
    }
    const auto add = [&](const std::string& name, const std::string& who, const Curve& curve) {
        std::vector<std::string> cells{name, who};
        for (const double us : curve) cells.push_back(short_number(us));
        table.add(cells);
    };
    for (const ModelRow& row : results.models) {
        std::vector<double> hits;
        hits.reserve(row.hit_share.size());
        for (const double share : row.hit_share) hits.push_back(100 * share);
        add(row.name, "swept", row.swept.curve);
        for (const PeerRow& peer : row.fcl) add("", peer.name, peer.curve);
        add("", "hits %", hits);
    }
    return table;
}

Table near_table(const Results& results) {
    Table table{{"<mesh", "poses", "swept"}, {}};
    add_peer_names(table, results);
    table.head.emplace_back("ratio");
    for (const ModelRow& row : results.models) {
        std::vector<std::string> cells{row.name, std::to_string(row.near_poses),
                                       short_number(row.swept.near)};
        for (const PeerRow& peer : row.fcl) cells.push_back(short_number(peer.near));
        cells.push_back(optional_number(near_ratio(row)));
        table.add(cells);
    }
    add_geometric_mean(table, results, near_ratio);
    return table;
}

Table build_table(const Results& results) {
    Table table{{"<mesh", "triangles", "swept"}, {}};
    add_peer_names(table, results);
    table.head.emplace_back("OBB / swept");
    for (const ModelRow& row : results.models) {
        std::vector<std::string> cells{row.name, grouped(row.triangles),
                                       short_number(row.swept.build_seconds * 1e3)};
        for (const PeerRow& peer : row.fcl) cells.push_back(short_number(peer.build_seconds * 1e3));
        cells.push_back(optional_number(build_ratio(row)));
        table.add(cells);
    }
    add_geometric_mean(table, results, build_ratio);
    return table;
}

Table memory_table(const Results& results) {
    Table table{{"<mesh", "triangles", "swept"}, {}};
    add_peer_names(table, results);
    for (const ModelRow& row : results.models) {
        const auto triangles = static_cast<double>(row.triangles);
        std::vector<std::string> cells{
            row.name, grouped(row.triangles),
            short_number(static_cast<double>(row.statistics.bytes) / triangles)};
        for (const PeerRow& peer : row.fcl) {
            cells.push_back(short_number(static_cast<double>(peer.bytes) / triangles));
        }
        table.add(cells);
    }
    return table;
}

Table warm_table(const Results& results) {
    Table table{{"<mesh", "cold", "warm", "cold / warm"}, {}};
    for (const ModelRow& row : results.models) {
        table.add({row.name, short_number(row.cold), short_number(row.warm),
                   short_number(row.cold / row.warm)});
    }
    return table;
}

Table sample_table(const Results& results) {
    Table table{{"<mesh", "<peer", "poses", "peer", "swept", "ratio", "differ", "build ms",
                 "bytes a triangle"},
                {}};
    for (const ModelRow& row : results.models) {
        for (const SampleRow& s : row.samples) {
            table.add(
                {row.name, s.name, grouped(s.poses), short_number(s.mean),
                 short_number(s.swept_mean), short_number(s.mean / s.swept_mean),
                 std::to_string(s.disagreements), short_number(s.build_seconds * 1e3),
                 short_number(static_cast<double>(s.bytes) / static_cast<double>(row.triangles))});
        }
    }
    return table;
}

Table sample_summary_table(const Results& results) {
    Table table{{"<mesh"}, {}};
    for (const ModelRow& row : results.models) {
        std::vector<std::string> cells{row.name};
        for (const SampleRow& s : row.samples) {
            if (table.rows.empty()) table.head.push_back(s.name);
            cells.push_back(
                fmt::format("{} ({}x)", short_number(s.mean), short_number(s.mean / s.swept_mean)));
        }
        table.add(cells);
    }
    return table;
}

Table agreement_table(const Results& results) {
    Table table{{"<mesh", "<peer", "poses", "differ", "only swept meets", "of these, parts inside",
                 "only the peer meets"},
                {}};
    for (const ModelRow& row : results.models) {
        for (const PeerRow& peer : row.fcl) {
            const Disagreement& d = peer.disagreement;
            if (d.count() == 0) continue;
            table.add({row.name, peer.name, grouped(row.distances.size() * results.effort.turns),
                       std::to_string(d.count()), std::to_string(d.only_swept),
                       std::to_string(d.inside), std::to_string(d.only_peer)});
        }
    }
    return table;
}

Table scaling_table(const Results& results) {
    Table table{{"triangles", "swept", "swept, not 0", "FCL OBB"}, {}};
    for (const ScalingRow& row : results.scaling) {
        table.add({grouped(row.triangles), short_number(mean_with_0(row.swept)),
                   short_number(mean_without_0(row.swept)),
                   row.fcl ? short_number(mean_with_0(*row.fcl)) : "-"});
    }
    return table;
}

}  // namespace swept::bench
