// What the bars say, from the rows. What was not measured, or was refused, gives none.

#include <algorithm>
#include <span>

#include "../bench.h"
#include "report.h"

namespace swept::bench {

namespace {

/// The largest; none where there is no value or one is missing.
template <class Rows, class Value>
std::optional<double> largest(const Rows& rows, const Value& value) {
    std::optional<double> most;
    for (const auto& row : rows) {
        const std::optional<double> v = value(row);
        if (!v) return std::nullopt;
        most = std::max(most.value_or(*v), *v);
    }
    return most;
}

}  // namespace

std::optional<double> microseconds_of(const Results& results, std::string_view name) {
    std::vector<std::optional<double>> times;
    for (const SmallRow& row : results.small) {
        if (row.scene.starts_with(name)) times.push_back(row.exact.microseconds());
    }
    return largest(times, [](const std::optional<double>& time) { return time; });
}

std::optional<double> large_ms(const Results& results) {
    std::vector<BodyRow> bars;
    std::ranges::copy_if(results.large, std::back_inserter(bars), &BodyRow::is_bar);
    const auto most = largest(bars, [](const BodyRow& row) { return row.exact.microseconds(); });
    if (!most) return std::nullopt;
    return *most / 1000;
}

std::optional<double> growth_exponent(const Results& results) {
    std::vector<GrowthSeries> bars;
    std::ranges::copy_if(results.growth, std::back_inserter(bars), &GrowthSeries::is_bar);
    return largest(bars, [](const GrowthSeries& series) { return series.exponent(); });
}

void print_bars(const Results& results) {
    // Ten times what is wanted of pixels (bench/papers/buss/bars.cpp), which miss some.
    bar("exact_cubes_us", microseconds_of(results, "cubes"), Wanted::at_most, 50);
    bar("exact_cars_us", microseconds_of(results, "cars"), Wanted::at_most, 80);
    bar("exact_tori_us", microseconds_of(results, "tori"), Wanted::at_most, 1200);
    bar("exact_faces10k_ms", large_ms(results), Wanted::at_most, 200);
    bar("exact_growth", growth_exponent(results), Wanted::at_most, 1.2);
}

}  // namespace swept::bench
