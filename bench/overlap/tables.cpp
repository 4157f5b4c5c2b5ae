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

const TreeRow& tree_of(const ModelRow& row, int orientations, TreeBuilder builder) {
    return *std::ranges::find_if(row.trees, [&](const TreeRow& tree) {
        return tree.orientations == orientations && tree.builder == builder;
    });
}

/// Over pairs of trees of one mesh: agreeing and all.
struct Votes {
    int right = 0;
    int all = 0;
};

/// Whether the tree with the smaller number is also the faster one. Pairs within 3 % of each other
/// in time are left out: that is noise.
void vote(const ModelRow& row, const TreeRow& a, const TreeRow& b, const TreeNumber& number,
          Votes& votes) {
    const double time_a = query_time(row, a);
    const double time_b = query_time(row, b);
    if (std::max(time_a, time_b) < 1.03 * std::min(time_a, time_b)) return;
    votes.all += 1;
    votes.right += (time_a < time_b) == (number(row, a) < number(row, b)) ? 1 : 0;
}

enum class Pairs { one_k, any };

std::string share_right(const Results& results, const TreeNumber& number, Pairs pairs) {
    Votes votes;
    for (const ModelRow& row : results.models) {
        for (std::size_t i = 0; i < row.trees.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const bool same = row.trees[i].orientations == row.trees[j].orientations;
                if (same || pairs == Pairs::any) {
                    vote(row, row.trees[i], row.trees[j], number, votes);
                }
            }
        }
    }
    return votes.all == 0
               ? "-"
               : fmt::format("{:.0f} % of {}", 100.0 * votes.right / votes.all, votes.all);
}

std::vector<std::string> depth_row(const std::string& name, const TreeRow& tree,
                                   std::size_t depths) {
    std::vector<std::string> row{name, std::string(name_of(tree.builder))};
    const auto& leaves = tree.statistics.leaves_at_depth;
    for (std::size_t d = 0; d < depths; ++d) {
        row.push_back(d < leaves.size() && leaves[d] != 0 ? std::to_string(leaves[d]) : "");
    }
    return row;
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
    for (const int k : all_orientations) table.head.push_back(fmt::format("{}-DOPs", k));
    for (const ScalingRow& row : results.scaling) {
        std::vector<std::string> cells{grouped(row.triangles), short_number(mean_with_0(row.swept)),
                                       short_number(mean_without_0(row.swept)),
                                       row.fcl ? short_number(mean_with_0(*row.fcl)) : "-"};
        for (const Curve& curve : row.dops) cells.push_back(short_number(mean_with_0(curve)));
        cells.resize(table.head.size());
        table.add(cells);
    }
    return table;
}

Table orientation_table(const Results& results, const TreeNumber& number) {
    Table table{{"<mesh", "triangles"}, {}};
    for (const int k : all_orientations) table.head.push_back(fmt::format("k = {}", k));
    for (const ModelRow& row : results.models) {
        if (row.trees.empty()) continue;
        std::vector<std::string> cells{row.name, grouped(row.triangles)};
        for (const int k : all_orientations) {
            const TreeRow& tree = tree_of(row, k, TreeBuilder::furthest_pair);
            cells.push_back(short_number(number(row, tree)));
        }
        table.add(cells);
    }
    return table;
}

Table tree_table(const Results& results) {
    Table table{{"<builder", "k", "query time", "near", "volume tests", "face tests",
                 "total volume", "sibling overlap", "bytes", "build time"},
                {}};
    if (results.models.empty() || results.models[0].trees.empty()) return table;
    for (const TreeBuilder builder : all_builders) {
        for (const int k : all_orientations) {
            std::vector<std::string> cells{std::string(name_of(builder)), std::to_string(k)};
            for (const TreeNumber& number :
                 {TreeNumber(query_time), TreeNumber(near_time), TreeNumber(volume_tests),
                  TreeNumber(face_tests), TreeNumber(total_volume), TreeNumber(sibling_overlap),
                  TreeNumber(tree_bytes), TreeNumber(build_time)}) {
                cells.push_back(short_number(relative(results, k, builder, number)));
            }
            table.add(cells);
        }
    }
    return table;
}

Table criteria_table(const Results& results) {
    Table table{{"<mesh", "<builder", "query us", "volume tests", "face tests", "total volume",
                 "balance", "sibling overlap"},
                {}};
    for (const ModelRow& row : results.models) {
        for (const TreeRow& tree : row.trees) {
            if (tree.orientations != 6) continue;
            const TreeStatistics& s = tree.statistics;
            table.add({tree.builder == TreeBuilder::surface_area ? row.name : "",
                       std::string(name_of(tree.builder)), short_number(query_time(row, tree)),
                       short_number(tree.volume_tests), short_number(tree.face_tests),
                       short_number(s.total_volume), short_number(s.balance),
                       short_number(s.sibling_overlap)});
        }
    }
    return table;
}

Table prediction_table(const Results& results) {
    Table table{{"<the faster tree is the one with", "<of two trees of one k", "<of any two trees"},
                {}};
    const auto add = [&](const char* name, const TreeNumber& number) {
        table.add({name, share_right(results, number, Pairs::one_k),
                   share_right(results, number, Pairs::any)});
    };
    if (results.models.empty() || results.models[0].trees.empty()) return table;
    add("less total volume", total_volume);
    add("better balance", [](const ModelRow&, const TreeRow& t) { return -t.statistics.balance; });
    add("less overlap of siblings", sibling_overlap);
    add("fewer nodes",
        [](const ModelRow&, const TreeRow& t) { return static_cast<double>(t.statistics.nodes); });
    add("fewer volume tests in a query", volume_tests);
    add("fewer face tests in a query", face_tests);
    return table;
}

Table looseness_table(const Results& results) {
    Table table{{"<in a cell of the tree lies"}, {}};
    for (const int k : all_orientations) table.head.push_back(fmt::format("k = {}", k));
    for (const LoosenessRow& row : results.looseness) {
        std::vector<std::string> cells{row.piece};
        for (const double room : row.room) cells.push_back(fmt::format("{:.2f}", room));
        table.add(cells);
    }
    return table;
}

Table depth_table(const Results& results) {
    std::size_t depths = 0;
    for (const ModelRow& row : results.models) {
        for (const TreeRow& tree : row.trees) {
            if (tree.orientations == 6) {
                depths = std::max(depths, tree.statistics.leaves_at_depth.size());
            }
        }
    }
    Table table{{"<mesh", "<builder"}, {}};
    for (std::size_t d = 0; d < depths; ++d) table.head.push_back(std::to_string(d));
    for (const ModelRow& row : results.models) {
        if (row.trees.empty()) continue;
        table.add(depth_row(row.name, tree_of(row, 6, TreeBuilder::surface_area), depths));
        table.add(depth_row("", tree_of(row, 6, TreeBuilder::furthest_pair), depths));
    }
    return table;
}

}  // namespace swept::bench
