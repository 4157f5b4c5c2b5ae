#pragma once

// What was measured, as tables, and the bars.

#include <optional>

#include "../common/table.h"
#include "arm_paths.h"
#include "fasteners.h"
#include "sampled.h"
#include "screws.h"

namespace swept::bench {

struct Effort {
    int fastener_rounds = 3;
    std::size_t screw_questions = 60;  ///< of each pair
    int screw_rounds = 3;
    std::size_t sampled_questions = 10;  ///< of each scene
    int sampled_rounds = 3;
    std::size_t arm_poses = 1000;
    int arm_rounds = 3;
};

struct Results {
    Effort effort;
    std::vector<FastenerRow> loose = {};
    std::vector<FastenerRow> tight = {};
    std::vector<ScrewRow> screws = {};
    std::vector<SampledRow> sampled = {};
    std::vector<ArmRow> arm = {};
};

/// Seconds of the slowest case; none without cases or with a wrong answer.
[[nodiscard]] std::optional<double> slowest(const std::vector<FastenerRow>& rows);
/// How many times a turn's time a screw takes, the geometric mean of all pairs.
[[nodiscard]] std::optional<double> screw_vs_rotation(const Results& results);
/// How many times our time FCL takes, the geometric mean of all screws; none when an answer
/// contradicts.
[[nodiscard]] std::optional<double> fcl_ratio(const Results& results);

[[nodiscard]] Table fastener_table(const Results& results);
[[nodiscard]] Table screw_table(const Results& results);
/// One row for each scene.
[[nodiscard]] Table scene_table(const Results& results);
/// One row for each screw.
[[nodiscard]] Table sampled_table(const Results& results);
[[nodiscard]] Table arm_table(const Results& results);

/// The largest distance of the poses that the two have at half the way.
[[nodiscard]] double half_apart(const Results& results);
[[nodiscard]] std::size_t missed_hits(const Results& results);
[[nodiscard]] std::size_t contradictions(const Results& results);

void print_report(const Results& results);
void print_bars(const Results& results);

}  // namespace swept::bench
