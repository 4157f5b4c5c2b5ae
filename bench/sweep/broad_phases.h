#pragma once

// Bodies in levels by each broad phase, and by the trees of each builder.

#include "measure.h"

namespace swept::bench {

struct BroadPhaseRow {
    std::string body;
    std::string level;
    std::size_t faces = 0;
    double length = 0;  ///< of each way, metres
    // Mean microseconds of a question.
    double trees = 0;  ///< by surface area, as the library takes them
    double axial_bsp = 0;
    double furthest_pair = 0;
    double longest_axis = 0;
    std::size_t differ = 0;  ///< questions that are a hit by some and free by others
    double apart = 0;        ///< the furthest two stops of one question are apart, metres
    std::uint64_t hash = 0;
};

[[nodiscard]] std::vector<BroadPhaseRow> measure_broad_phases(std::size_t questions, int rounds);

}  // namespace swept::bench
