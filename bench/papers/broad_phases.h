#pragma once

// Bodies in levels, by the trees of both shapes and by the axial BSP-tree.

#include "../common/sweep_times.h"

namespace swept::bench {

struct BroadPhaseRow {
    std::string body;
    std::string level;
    std::size_t faces = 0;
    double length = 0;  ///< of each way, metres
    // Mean microseconds of a question.
    double trees = 0;  ///< as the library takes them
    double axial_bsp = 0;
    std::size_t differ = 0;  ///< questions that are a hit by one and free by the other
    double apart = 0;        ///< the furthest two stops of one question are apart, metres
    std::uint64_t hash = 0;
};

[[nodiscard]] std::vector<BroadPhaseRow> measure_broad_phases(std::size_t questions, int rounds);

}  // namespace swept::bench
