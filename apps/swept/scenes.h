#pragma once

// Scenes that need no files, by name: scene:wall, scene:dominoes,count=60 ...

#include <span>
#include <string>
#include <string_view>

#include "simulate_scene.h"

namespace swept::tool {

/// What of a scene can be chosen.
struct SceneKey {
    std::string_view name;
    double fallback;
    double least, most;  ///< what makes sense
    std::string_view meaning;
    bool whole = false;  ///< only whole numbers
};

struct SceneKind {
    std::string_view name;
    std::string_view meaning;
    std::span<const SceneKey> keys;
};

[[nodiscard]] std::span<const SceneKind> scene_kinds();

/// From `scene:NAME,key=value...`; throws Failure.
[[nodiscard]] Scene make_scene(const std::string& description);

}  // namespace swept::tool
