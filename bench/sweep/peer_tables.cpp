// Tables beside other libraries, and of what belongs to them.

#include <fmt/format.h>

#include "report.h"

namespace swept::bench {

namespace {

std::string answers(std::uint64_t hash) {
    return fmt::format("{:016x}", hash);
}

std::string p50(const Times& times) {
    return short_number(times.quantile(0.5));
}
std::string p99(const Times& times) {
    return short_number(times.quantile(0.99));
}

/// Millimetres from metres.
std::string mm(double metres) {
    return short_number(1000 * metres);
}

}  // namespace

Table bullet_table(const Results& results, double length) {
    Table table{{"<mover", "<obstacle", "faces", "hits", "mean us", "p50", "p99", "max",
                 "Bullet us", "ratio", "agree", "Bullet off by, mm", "at most", "answers"},
                {}};
    for (const BulletRow& row : results.bullet) {
        if (row.length != length) continue;
        const Row& ours = row.ours;
        table.add({ours.mover, ours.obstacle, grouped(ours.obstacle_faces), percent(ours.hits),
                   short_number(row.mean), p50(ours.times), p99(ours.times),
                   short_number(ours.times.most()), short_number(row.peer_mean),
                   short_number(row.ratio()), fmt::format("{:.1f} %", 100 * row.agree),
                   mm(row.median_error), mm(row.largest_error), answers(ours.hash)});
    }
    return table;
}

Table fcl_table(const Results& results) {
    Table table{
        {"<mover", "faces", "<obstacle", "faces", "<motion", "hits", "mean us", "p50", "p99", "max",
         "FCL 10 us", "FCL 100 us", "FCL 1000 us", "ratio 100", "ratio 1000", "answers"},
        {}};
    for (const FclRow& row : results.fcl) {
        const Row& ours = row.ours;
        table.add({ours.mover, grouped(ours.mover_faces), ours.obstacle,
                   grouped(ours.obstacle_faces), name_of(ours.motion), percent(ours.hits),
                   short_number(row.mean), p50(ours.times), p99(ours.times),
                   short_number(ours.times.most()), short_number(row.sampled[0].mean),
                   short_number(row.sampled[1].mean), short_number(row.sampled[2].mean),
                   short_number(row.ratio(1)), short_number(row.ratio(2)), answers(ours.hash)});
    }
    return table;
}

Table missed_table(const Results& results) {
    Table table{{"poses", "contacts", "missed", "seen too early", "late by, median", "at most"},
                {}};
    if (results.fcl.empty()) return table;
    for (std::size_t i = 0; i < sampled_poses.size(); ++i) {
        std::size_t missed = 0, early = 0;
        double contacts = 0, median_late = 0, largest_late = 0;
        for (const FclRow& row : results.fcl) {
            missed += row.sampled[i].missed;
            early += row.sampled[i].contradicts;
            contacts += row.ours.hits * static_cast<double>(row.ours.questions);
            median_late += row.sampled[i].median_late / static_cast<double>(results.fcl.size());
            largest_late = std::max(largest_late, row.sampled[i].largest_late);
        }
        table.add({grouped(sampled_poses[i]), fmt::format("{:.0f}", contacts), grouped(missed),
                   grouped(early), short_number(median_late), short_number(largest_late)});
    }
    return table;
}

Table large_table(const Results& results) {
    Table table{{"<mover", "faces", "<obstacle", "faces", "<motion", "queries", "hits", "p50 ms",
                 "p50 of hits", "p99 ms", "max ms", "feature pairs", "answers"},
                {}};
    const auto ms = [](double us) { return short_number(us / 1000); };
    for (const Row& row : results.large.rows) {
        table.add({row.mover, grouped(row.mover_faces), row.obstacle, grouped(row.obstacle_faces),
                   name_of(row.motion), grouped(row.questions), percent(row.hits),
                   ms(row.times.quantile(0.5)), ms(row.hit_times.quantile(0.5)),
                   ms(row.times.quantile(0.99)), ms(row.times.most()),
                   short_number(row.feature_pairs), answers(row.hash)});
    }
    return table;
}

Table coherence_table(const Results& results) {
    Table table{{"<mover", "<obstacle", "<motion", "hits", "mean us", "with the last contact",
                 "ratio", "<answers"},
                {}};
    for (const CoherenceRow& row : results.coherence) {
        table.add({row.mover, row.obstacle, name_of(row.motion), grouped(row.questions),
                   short_number(row.cold), short_number(row.warm),
                   short_number(row.cold / row.warm), row.alike ? "the same" : "DIFFER"});
    }
    return table;
}

Table contact_table(const Results& results) {
    Table table{{"<level", "faces", "poses", "mean us", "p50", "p99", "max", "contacts of a pose",
                 "poses without", "answers"},
                {}};
    for (const ContactRow& row : results.contacts) {
        table.add({row.level, grouped(row.faces), grouped(row.poses), short_number(row.mean),
                   p50(row.times), p99(row.times), short_number(row.times.most()),
                   short_number(row.contacts), grouped(row.empty), answers(row.hash)});
    }
    return table;
}

Table distance_table(const Results& results) {
    Table table{{"<a", "faces", "<b", "faces", "<placed", "placements", "mean us", "p50", "p99",
                 "max", "FCL OBBRSS us", "FCL RSS us", "ratio", "apart", "answers"},
                {}};
    for (const DistanceRow& row : results.distances) {
        table.add({row.mover, grouped(row.mover_faces), row.obstacle, grouped(row.obstacle_faces),
                   row.near ? "near" : "far", grouped(row.placements), short_number(row.mean),
                   p50(row.times), p99(row.times), short_number(row.times.most()),
                   short_number(row.obbrss_mean), short_number(row.rss_mean),
                   short_number(row.ratio()), fmt::format("{:.1e}", row.deviation),
                   answers(row.hash)});
    }
    return table;
}

}  // namespace swept::bench
