#pragma once

// The links of a robot arm of seven joints, and where they stand.

#include <array>
#include <string>
#include <vector>

#include "swept/geometry.h"
#include "swept/polyhedron.h"

namespace swept::bench {

struct ArmLink {
    std::string name;
    Polyhedron shape;
};

/// The base, seven links and the hand of a Franka Panda, with their trees. Error when a mesh of the
/// data folder cannot be read.
[[nodiscard]] Result<std::vector<ArmLink>> read_arm();

using Joints = std::array<double, 7>;

/// World from each of these links; the base stands at the origin, z is up.
[[nodiscard]] std::vector<Pose> arm_poses(const Joints& joints);

}  // namespace swept::bench
