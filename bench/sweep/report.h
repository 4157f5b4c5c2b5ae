#pragma once

// What the numbers say: the bars, and tables for the terminal and for docs/sweeps-measured.md.

#include <optional>

#include "../common/table.h"
#include "bullet.h"
#include "coherence.h"
#include "contacts.h"
#include "distances.h"
#include "fcl.h"
#include "flat.h"
#include "growth.h"
#include "large.h"
#include "measure.h"

namespace swept::bench {

struct Results {
    Effort effort;
    std::vector<Row> rows = {};
    std::vector<FlatRow> flat = {};
    std::vector<GrowthSeries> growth = {};
    std::vector<BulletRow> bullet = {};
    std::vector<FclRow> fcl = {};
    LargeMeshes large = {};
    std::vector<ContactRow> contacts = {};
    std::vector<DistanceRow> distances = {};
    std::vector<CoherenceRow> coherence = {};
};

// What the bars promise; none where nothing was measured.

/// Geometric mean over the cells of one length of Bullet's time divided by ours.
[[nodiscard]] std::optional<double> bullet_ratio(const Results& results, double length);
/// The same of FCL's sampling at as many poses.
[[nodiscard]] std::optional<double> fcl_ratio(const Results& results, std::size_t poses);
/// Milliseconds that this share of all sweeps of two large meshes take at most.
[[nodiscard]] std::optional<double> large_ms(const Results& results, double share);
/// The largest margin seen, as a share of the mover's extent.
[[nodiscard]] std::optional<double> zone_share(const Results& results);
/// The larger of the tori's exponents.
[[nodiscard]] std::optional<double> tori_exponent(const Results& results);
/// Mean microseconds of all contacts of a box at rest.
[[nodiscard]] std::optional<double> contacts_us(const Results& results);
[[nodiscard]] std::optional<double> distance_ratio(const Results& results);

/// The largest ratio of a query's time to the flat list's.
[[nodiscard]] std::optional<double> slower_than_flat(const Results& results);
/// Fractions that the flat list finds elsewhere.
[[nodiscard]] std::size_t flat_disagreements(const Results& results);
[[nodiscard]] std::size_t flat_questions(const Results& results);
/// Between our distances and FCL's, the largest, as a share of the extent.
[[nodiscard]] std::optional<double> distance_deviation(const Results& results);

/// All rows.
[[nodiscard]] Table sweep_table(const Results& results);
/// Median and p99 of the long motions of one kind: obstacles by movers.
[[nodiscard]] Table mover_table(const Results& results, MotionKind kind);
/// The rows whose slowest query takes longest.
[[nodiscard]] Table slowest_table(const Results& results, std::size_t count);
[[nodiscard]] Table flat_table(const Results& results);
[[nodiscard]] Table growth_table(const Results& results);
[[nodiscard]] Table exponent_table(const Results& results);

// Beside others (peer_tables.cpp).
[[nodiscard]] Table bullet_table(const Results& results, double length);
[[nodiscard]] Table fcl_table(const Results& results);
/// What sampling misses.
[[nodiscard]] Table missed_table(const Results& results);
[[nodiscard]] Table large_table(const Results& results);
[[nodiscard]] Table coherence_table(const Results& results);
[[nodiscard]] Table contact_table(const Results& results);
[[nodiscard]] Table distance_table(const Results& results);

void print_report(const Results& results);
void print_bars(const Results& results);

}  // namespace swept::bench
