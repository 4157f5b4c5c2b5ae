// What the bars say, from the rows. What was not measured, or was refused, gives none.

#include <algorithm>
#include <span>

#include "../../bench.h"
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

std::optional<double> low_microseconds(const Results& results, std::string_view name) {
    std::vector<std::optional<double>> times;
    for (const PaperRow& row : results.paper) {
        if (row.scene.starts_with(name)) times.push_back(row.pixels[0].microseconds());
    }
    return largest(times, [](const std::optional<double>& time) { return time; });
}

std::optional<double> exact_ratio(const Results& results) {
    return largest(results.paper, [](const PaperRow& row) { return row.exact_ratio(); });
}

std::optional<double> large_ms(const Results& results) {
    std::vector<BodyRow> bars;
    std::ranges::copy_if(results.large, std::back_inserter(bars), &BodyRow::is_bar);
    const auto most = largest(bars, [](const BodyRow& row) { return row.pixels.microseconds(); });
    if (!most) return std::nullopt;
    return *most / 1000;
}

std::optional<double> growth_exponent(const Results& results) {
    std::vector<GrowthSeries> bars;
    std::ranges::copy_if(results.growth, std::back_inserter(bars), &GrowthSeries::is_bar);
    return largest(bars, [](const GrowthSeries& series) { return series.exponent(); });
}

void print_bars(const Results& results) {
    bar("cubes_us", low_microseconds(results, "cubes"), Wanted::at_most, 5);
    bar("cars_us", low_microseconds(results, "cars"), Wanted::at_most, 8);
    bar("tori_us", low_microseconds(results, "tori"), Wanted::at_most, 120);
    bar("exact_ratio", exact_ratio(results), Wanted::at_most, 10);
    bar("faces10k_ms", large_ms(results), Wanted::at_most, 20);
    bar("growth", growth_exponent(results), Wanted::at_most, 1.2);
}

}  // namespace swept::bench
