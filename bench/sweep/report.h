#pragma once

// What the numbers say: the bars, and tables for the terminal and for docs/sweeps-measured.md.

#include <optional>

#include "../common/table.h"
#include "flat.h"
#include "growth.h"
#include "measure.h"
#include "zones.h"

namespace swept::bench {

struct Results {
    Effort effort;
    std::vector<Row> rows = {};
    std::vector<FlatRow> flat = {};
    std::vector<GrowthSeries> growth = {};
    std::vector<ZoneRow> zones = {};
};

/// The largest ratio of a query's time to the flat list's.
[[nodiscard]] std::optional<double> slower_than_flat(const Results& results);
/// The largest exponent of all series.
[[nodiscard]] std::optional<double> growth_exponent(const Results& results);
/// The largest zone seen, as a share of the mover's extent.
[[nodiscard]] std::optional<double> zone_share(const Results& results);
/// Fractions that the flat list finds elsewhere.
[[nodiscard]] std::size_t flat_disagreements(const Results& results);
[[nodiscard]] std::size_t flat_questions(const Results& results);
/// False while the library answers by one rule, whichever is asked for.
[[nodiscard]] bool knows_paper_zone(const Results& results);

/// All rows.
[[nodiscard]] Table sweep_table(const Results& results);
/// Median and p99 of the long motions of one kind: obstacles by movers.
[[nodiscard]] Table mover_table(const Results& results, MotionKind kind);
/// The rows whose slowest query takes longest.
[[nodiscard]] Table slowest_table(const Results& results, std::size_t count);
[[nodiscard]] Table flat_table(const Results& results);
[[nodiscard]] Table growth_table(const Results& results);
[[nodiscard]] Table exponent_table(const Results& results);
[[nodiscard]] Table zone_table(const Results& results);

void print_report(const Results& results);
void print_bars(const Results& results);

}  // namespace swept::bench
