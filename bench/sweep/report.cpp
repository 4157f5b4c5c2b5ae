#include "report.h"

#include <fmt/format.h>

#include <algorithm>

#include "../bench.h"

namespace swept::bench {

namespace {

/// The largest number of all rows; none without rows.
template <class Rows, class Number>
std::optional<double> largest(const Rows& rows, const Number& number) {
    std::optional<double> most;
    for (const auto& row : rows) most = std::max(most.value_or(number(row)), number(row));
    return most;
}

/// Names in the order in which they first come.
std::vector<std::string> names_of(const Results& results, std::string Row::* name) {
    std::vector<std::string> names;
    for (const Row& row : results.rows) {
        if (std::ranges::find(names, row.*name) == names.end()) names.push_back(row.*name);
    }
    return names;
}

const Row* find(const Results& results, const std::string& mover, const std::string& obstacle,
                MotionKind kind) {
    const auto found = std::ranges::find_if(results.rows, [&](const Row& row) {
        return row.mover == mover && row.obstacle == obstacle && row.motion == kind;
    });
    return found == results.rows.end() ? nullptr : &*found;
}

}  // namespace

std::optional<double> slower_than_flat(const Results& results) {
    return largest(results.flat, [](const FlatRow& row) { return row.worst; });
}

std::size_t flat_disagreements(const Results& results) {
    std::size_t sum = 0;
    for (const FlatRow& row : results.flat) sum += row.differ;
    return sum;
}

std::size_t flat_questions(const Results& results) {
    std::size_t sum = 0;
    for (const FlatRow& row : results.flat) sum += row.questions;
    return sum;
}

Table sweep_table(const Results& results) {
    Table table{
        {"<obstacle", "faces", "<mover", "faces", "<motion", "queries/s", "p50 us", "p99 us",
         "max us", "hits", "volume tests", "face pairs", "feature pairs", "answers"},
        {}};
    for (const Row& row : results.rows) {
        table.add({row.obstacle, grouped(row.obstacle_faces), row.mover, grouped(row.mover_faces),
                   name_of(row.motion), short_number(1e6 / row.times.mean()),
                   short_number(row.times.quantile(0.5)), short_number(row.times.quantile(0.99)),
                   short_number(row.times.most()), percent(row.hits),
                   short_number(row.volume_tests), short_number(row.face_pairs),
                   short_number(row.feature_pairs), fmt::format("{:016x}", row.hash)});
    }
    return table;
}

Table mover_table(const Results& results, MotionKind kind) {
    Table table{{"<obstacle", "faces"}, {}};
    const std::vector<std::string> movers = names_of(results, &Row::mover);
    table.head.insert(table.head.end(), movers.begin(), movers.end());
    for (const std::string& obstacle : names_of(results, &Row::obstacle)) {
        std::vector<std::string> cells{obstacle, ""};
        for (const std::string& mover : movers) {
            const Row* const row = find(results, mover, obstacle, kind);
            if (row != nullptr) cells[1] = grouped(row->obstacle_faces);
            cells.push_back(row == nullptr
                                ? ""
                                : fmt::format("{} / {}", short_number(row->times.quantile(0.5)),
                                              short_number(row->times.quantile(0.99))));
        }
        table.add(cells);
    }
    return table;
}

Table slowest_table(const Results& results, std::size_t count) {
    std::vector<const Row*> rows;
    for (const Row& row : results.rows) rows.push_back(&row);
    std::ranges::sort(rows,
                      [](const Row* a, const Row* b) { return a->times.most() > b->times.most(); });
    rows.resize(std::min(rows.size(), count));
    Table table{{"<mover", "<obstacle", "<motion", "p50 us", "p99 us", "max us", "volume tests",
                 "feature pairs"},
                {}};
    for (const Row* const row : rows) {
        table.add({row->mover, row->obstacle, name_of(row->motion),
                   short_number(row->times.quantile(0.5)), short_number(row->times.quantile(0.99)),
                   short_number(row->times.most()), short_number(row->volume_tests),
                   short_number(row->feature_pairs)});
    }
    return table;
}

Table flat_table(const Results& results) {
    Table table{{"<mover", "<obstacle", "pairs of faces", "<motion", "queries", "p50 us",
                 "p50 flat", "worst ratio", "its us", "worst of the search", "differ"},
                {}};
    for (const FlatRow& row : results.flat) {
        table.add({row.mover, row.obstacle, grouped(row.pairs), name_of(row.motion),
                   grouped(row.questions), short_number(row.sweep.quantile(0.5)),
                   short_number(row.flat.quantile(0.5)), short_number(row.worst),
                   short_number(row.worst_time), short_number(row.worst_search),
                   grouped(row.differ)});
    }
    return table;
}

Table growth_table(const Results& results) {
    Table table{{"faces"}, {}};
    if (results.growth.empty()) return table;
    for (const GrowthSeries& series : results.growth) table.head.push_back(series.name);
    for (std::size_t i = 0; i < results.growth[0].points.size(); ++i) {
        std::vector<std::string> cells{grouped(results.growth[0].points[i].faces)};
        for (const GrowthSeries& series : results.growth) {
            cells.push_back(short_number(series.points[i].mean));
        }
        table.add(cells);
    }
    return table;
}

Table exponent_table(const Results& results) {
    Table table{
        {"<series", "exponent", "hits", "feature pairs, fewest faces", "feature pairs, most faces"},
        {}};
    for (const GrowthSeries& series : results.growth) {
        table.add({series.name, fmt::format("{:.2f}", series.exponent()),
                   percent(series.points.back().hits),
                   short_number(series.points.front().feature_pairs),
                   short_number(series.points.back().feature_pairs)});
    }
    return table;
}

void print_report(const Results& results) {
    print_table("Sweeps", sweep_table(results));
    print_table("Long ways, p50 / p99 microseconds", mover_table(results, MotionKind::way));
    print_table("Turns, p50 / p99 microseconds", mover_table(results, MotionKind::turn));
    print_table("The slowest", slowest_table(results, 12));
    print_table("Beside a flat list of all pairs of faces", flat_table(results));
    if (!results.flat.empty()) {
        std::printf("%zu of %zu answers differ from the flat list's\n", flat_disagreements(results),
                    flat_questions(results));
        std::printf("slower than the flat list at most %.3g times\n\n",
                    slower_than_flat(results).value_or(0));
    }
    print_table("Mean microseconds a query over faces", growth_table(results));
    print_table("Exponents", exponent_table(results));
    print_table("Bullet, ways of 1 m", bullet_table(results, 1));
    print_table("Bullet, ways of 10 m", bullet_table(results, 10));
    print_table("FCL's sampling", fcl_table(results));
    print_table("What sampling misses", missed_table(results));
    print_table("Two meshes of about 70,000 triangles", large_table(results));
    print_table("Contacts of a box at rest", contact_table(results));
    print_table("Distances beside FCL", distance_table(results));
    print_table("With the contact of the query before", coherence_table(results));
}

void print_bars(const Results& results) {
    bar("bullet_1m", bullet_ratio(results, 1), Wanted::at_least, 30);
    bar("bullet_10m", bullet_ratio(results, 10), Wanted::at_least, 150);
    bar("fcl100", fcl_ratio(results, 100), Wanted::at_least, 1);
    bar("fcl1000", fcl_ratio(results, 1000), Wanted::at_least, 8);
    bar("mesh70k_p50_ms", large_ms(results, 0.5), Wanted::at_most, 2);
    bar("mesh70k_p99_ms", large_ms(results, 0.99), Wanted::at_most, 25);
    bar("margin", zone_share(results), Wanted::at_most, 1e-6);
    bar("exponent", tori_exponent(results), Wanted::at_most, 0.5);
    bar("contacts_us", contacts_us(results), Wanted::at_most, 10);
    bar("fcl_distance", distance_ratio(results), Wanted::at_least, 3);
}

}  // namespace swept::bench
