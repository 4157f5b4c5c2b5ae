#pragma once

// What was measured, as tables, and the bars.

#include "../common/steps/growth.h"
#include "../common/table.h"
#include "bodies.h"
#include "small.h"

namespace swept::bench {

struct Effort {
    std::size_t small_steps = 200;  ///< that are answered in each small scene
    std::size_t steps = 16;         ///< that are timed of each
    std::size_t large_steps = 5;    ///< of each large one
    double seconds = 2;             ///< for a small scene, about
    double large_seconds = 1;       ///< for a large one
    std::vector<std::size_t> faces{100, 300, 1000, 3000, 10'000, 30'000};  ///< to grow over
};

struct Results {
    Effort effort;
    std::vector<SmallRow> small = {};
    std::vector<GrowthSeries> growth = {};
    std::vector<BodyRow> large = {};
    std::vector<BodyRow> meshes = {};
};

/// Microseconds of the slowest scene whose name begins so.
[[nodiscard]] std::optional<double> microseconds_of(const Results& results, std::string_view name);
/// Milliseconds of the slowest pair of large bodies that are in the bar.
[[nodiscard]] std::optional<double> large_ms(const Results& results);
/// The largest exponent.
[[nodiscard]] std::optional<double> growth_exponent(const Results& results);

[[nodiscard]] Table small_table(const Results& results);
[[nodiscard]] Table sampling_table(const Results& results);
[[nodiscard]] Table growth_table(const Results& results);
[[nodiscard]] Table exponent_table(const Results& results);
[[nodiscard]] Table body_table(const std::vector<BodyRow>& rows);

void print_report(const Results& results);
void print_bars(const Results& results);

}  // namespace swept::bench
