// The numbers behind the tables, the bars, and the order in which all is printed. The tables
// themselves are in tables.cpp.

#include "report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "../bench.h"

namespace swept::bench {

namespace {

/// The least over FCL's trees of a number.
template <class Number>
std::optional<double> better(const ModelRow& row, Number number) {
    std::optional<double> least;
    for (const PeerRow& peer : row.fcl)
        least = std::min(least.value_or(number(peer)), number(peer));
    return least;
}

double geometric_mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double v : values) sum += std::log(v);
    return std::exp(sum / static_cast<double>(values.size()));
}

/// A table unless it has no rows.
void print_disagreements(const Results& results) {
    const Agreement all = agreement(results);
    std::printf("%zu of %zu answers of FCL differ from swept's\n", all.differ, all.compared);
    for (const ModelRow& row : results.models) {
        for (const PeerRow& peer : row.fcl) {
            for (const std::string& example : peer.disagreement.examples) {
                std::printf("%s, %s: %s\n", row.name.c_str(), peer.name.c_str(), example.c_str());
            }
        }
    }
    std::printf("\n");
}

}  // namespace

std::optional<double> query_ratio(const ModelRow& row) {
    const auto with_0 = better(row, [](const PeerRow& p) { return mean_with_0(p.curve); });
    const auto without_0 = better(row, [](const PeerRow& p) { return mean_without_0(p.curve); });
    if (!with_0) return std::nullopt;
    return std::min(*with_0 / mean_with_0(row.swept.curve),
                    *without_0 / mean_without_0(row.swept.curve));
}

std::optional<double> near_ratio(const ModelRow& row) {
    const auto theirs = better(row, [](const PeerRow& p) { return p.near; });
    if (!theirs || row.near_poses == 0) return std::nullopt;
    return *theirs / row.swept.near;
}

std::optional<double> build_ratio(const ModelRow& row) {
    if (row.fcl.empty()) return std::nullopt;
    return row.fcl[0].build_seconds / row.swept.build_seconds;
}

std::optional<double> geometric_mean(const std::vector<ModelRow>& rows, Ratio ratio) {
    std::vector<double> values;
    for (const ModelRow& row : rows) {
        if (const std::optional<double> value = ratio(row)) values.push_back(*value);
    }
    if (values.empty()) return std::nullopt;
    return geometric_mean(values);
}

std::optional<double> worst(const std::vector<ModelRow>& rows, Ratio ratio) {
    std::optional<double> least;
    for (const ModelRow& row : rows) {
        const std::optional<double> value = ratio(row);
        if (value) least = std::min(least.value_or(*value), *value);
    }
    return least;
}

Agreement agreement(const Results& results) {
    Agreement sum;
    for (const ModelRow& row : results.models) {
        for (const PeerRow& peer : row.fcl) {
            sum.differ += peer.disagreement.count();
            sum.compared += row.distances.size() * results.effort.turns;
        }
    }
    return sum;
}

std::optional<double> worst_tree_bytes(const std::vector<ModelRow>& rows) {
    std::optional<double> most;
    for (const ModelRow& row : rows) {
        const double bytes =
            static_cast<double>(row.statistics.bytes) / static_cast<double>(row.triangles);
        most = std::max(most.value_or(bytes), bytes);
    }
    return most;
}

void print_report(const Results& results) {
    print_table("Meshes", mesh_table(results));
    print_table("Microseconds a query, mean over distances and turns", query_table(results));
    print_table("Microseconds a query at each distance", curve_table(results));
    print_table("Microseconds a query at a gap of 0.001 of the size", near_table(results));
    print_table("Milliseconds to build the tree, one thread", build_table(results));
    print_table("Bytes a triangle", memory_table(results));
    print_table("Microseconds a query with a warm start", warm_table(results));
    print_table("Peers on a sample of the poses, microseconds a query", sample_table(results));
    print_disagreements(results);
    print_table("Where answers differ", agreement_table(results));
    print_table("Tori, mean microseconds a query", scaling_table(results));
}

void print_bars(const Results& results) {
    const std::vector<ModelRow>& rows = results.models;
    std::optional<double> doubling;
    if (!results.scaling.empty()) doubling = growth_per_doubling(results.scaling);
    bar("fcl_geomean", geometric_mean(rows, query_ratio), Wanted::at_least, 8);
    bar("fcl_worst", worst(rows, query_ratio), Wanted::at_least, 4);
    bar("near", geometric_mean(rows, near_ratio), Wanted::at_least, 4);
    bar("build", geometric_mean(rows, build_ratio), Wanted::at_least, 4);
    bar("tree_bytes", worst_tree_bytes(rows), Wanted::at_most, 64);
    bar("doubling", doubling, Wanted::at_most, 1.15);
}

}  // namespace swept::bench
