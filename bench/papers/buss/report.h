#pragma once

// What was measured of Buss 2004, as tables, and the bars.

#include "../../common/steps/growth.h"
#include "../../common/table.h"
#include "bodies.h"
#include "culling.h"
#include "errors.h"
#include "modes.h"
#include "paper.h"

namespace swept::bench {

struct Effort {
    std::size_t paper_steps = 200;  ///< that are answered in each of the paper's scenes
    std::size_t steps = 16;         ///< that are timed of each small scene
    std::size_t large_steps = 5;    ///< of each large one
    double seconds = 2;             ///< for the ways of a small scene, about
    double large_seconds = 1;       ///< of a large one
    std::vector<std::size_t> faces{100, 300, 1000, 3000, 10'000, 30'000};  ///< to grow over
};

struct Results {
    Effort effort;
    std::vector<PaperRow> paper = {};
    std::vector<ModeRow> modes = {};
    std::vector<CullingRow> culling = {};
    std::vector<GrowthSeries> growth = {};
    std::vector<BodyRow> large = {};
    std::vector<BodyRow> meshes = {};
    std::vector<ErrorRow> errors = {};
};

/// Microseconds at low resolution: of the slowest scene whose name begins so.
[[nodiscard]] std::optional<double> low_microseconds(const Results& results, std::string_view name);
/// The exact method's time over that of the pixel method at low resolution: the worst of the
/// paper's scenes.
[[nodiscard]] std::optional<double> exact_ratio(const Results& results);
/// Milliseconds at low resolution of the slowest pair of large bodies that are in the bar.
[[nodiscard]] std::optional<double> large_ms(const Results& results);
/// The largest exponent of the pixel method.
[[nodiscard]] std::optional<double> growth_exponent(const Results& results);

[[nodiscard]] Table paper_table(const Results& results);
[[nodiscard]] Table answer_table(const Results& results);
[[nodiscard]] Table mode_table(const Results& results);
[[nodiscard]] Table missed_table(const Results& results);
[[nodiscard]] Table culling_table(const Results& results);
[[nodiscard]] Table growth_table(const Results& results);
[[nodiscard]] Table exponent_table(const Results& results);
[[nodiscard]] Table body_table(const std::vector<BodyRow>& rows);
[[nodiscard]] Table error_table(const Results& results);

void print_report(const Results& results);
void print_bars(const Results& results);

}  // namespace swept::bench
