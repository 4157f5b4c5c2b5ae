#pragma once

// What carries whom, and what has come to rest.

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "dynamics/bodies.h"
#include "dynamics/joints.h"
#include "dynamics/touches.h"
#include "swept/dynamics/simulation.h"

namespace swept {

/// How many contacts each body is from the ground: what is fixed, kinematic or a room. What hangs
/// in the air comes last.
void find_levels(Bodies& bodies, std::span<const Touch> touches, double near);

/// By their numbers; `no_body` is a room.
[[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_that_touch(
    std::span<const Touch> touches, double near);

/// Bodies that touch or are joined sleep and wake together.
void find_sleepers(Bodies& bodies, const Joints& joints, std::span<const Touch> touches,
                   double near, const SimulationOptions& options, double duration);

}  // namespace swept
