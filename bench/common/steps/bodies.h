#pragma once

// Large bodies and real meshes.

#include <vector>

#include "scenes.h"

namespace swept::bench {

/// A scene of large bodies, and whether its time counts for a bar.
struct LargeScene {
    Scene scene;
    bool is_bar = false;
};

/// Tori, balls and gears of about 10,000 faces each. Those of gears are slender: their long edges
/// are hundreds of short ones. They are not in the bar.
[[nodiscard]] std::vector<LargeScene> large_scenes(std::size_t steps);

/// Meshes of the data folder; what cannot be read is skipped with a word.
[[nodiscard]] std::vector<LargeScene> mesh_scenes(std::size_t steps);

}  // namespace swept::bench
