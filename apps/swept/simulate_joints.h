#pragma once

// The scene's joints on their way into a Simulation, and back: the library counts joints, a scene
// has names for them.

#include <string>
#include <vector>

#include "simulate_scene.h"

namespace swept::tool {

/// As the library takes them, in the scene's order; bodies are numbered as in the scene.
[[nodiscard]] std::vector<Joint> joints_of(const Scene& scene);

/// A message of the library with joints by their names, and their fields as scenes call them.
[[nodiscard]] std::string with_names_of_joints(std::string message, const Scene& scene);

}  // namespace swept::tool
