#pragma once

// What is left after culling, and what that saves: none, coarse and trees.

#include <array>

#include "ways.h"

namespace swept::bench {

/// One scene by one method, all cullings in turns.
struct CullingRow {
    std::string scene;
    std::size_t faces = 0;                           ///< of both bodies
    bool exact = false;                              ///< else pixels at low resolution
    std::array<std::optional<WayRow>, 3> ways = {};  ///< none, coarse, trees; what would take too
                                                     ///< long is left out
    bool same = true;                                ///< all answered the same
};

[[nodiscard]] std::vector<CullingRow> measure_culling(std::size_t steps, double seconds);

}  // namespace swept::bench
