#pragma once

// Bodies that touch where they begin: no way of theirs could be proven free. They are moved a
// little, as stacks are given that stand exactly on each other.

#include <functional>
#include <optional>
#include <utility>

#include "dynamics/bodies.h"
#include "swept/world.h"

namespace swept {

/// Whether a body may be moved.
using MayMove = std::function<bool(std::uint32_t)>;

/// Moves bodies that may be moved along the normals of their contacts, until what touched is half a
/// skin apart: of two the one that is further from the ground, or both. A body is moved by half a
/// skin for each contact that it is from what stands. None is turned. Whether they are separate
/// then is for the caller to find out: bodies may have no room. Those that are joined are let be:
/// they may overlap.
void set_apart(Bodies& bodies, const std::optional<WorldSnapshot>& world, double skin,
               const MayMove& may_move, const std::function<bool(BodyId, BodyId)>& joined);

}  // namespace swept
