#pragma once

// The pixel method's own choices: robust beside plain, sorted beside hashed.

#include "ways.h"

namespace swept::bench {

/// A scene at low resolution, all four ways in turns.
struct ModeRow {
    std::string scene;
    std::size_t faces = 0;
    WayRow robust = {};  ///< sorted
    WayRow robust_hashed = {};
    WayRow plain = {};  ///< sorted
    WayRow plain_hashed = {};
    std::size_t proper = 0;  ///< collisions that the exact method calls proper
    std::optional<std::size_t> robust_missed = {};  ///< of these
    std::optional<std::size_t> plain_missed = {};
};

[[nodiscard]] std::vector<ModeRow> measure_modes(std::size_t steps, double seconds);

}  // namespace swept::bench
