#pragma once

// Openings between rooms: whether one lies on the walls that it should.

#include <array>
#include <optional>

#include "core/namespaces.h"
#include "world/rooms/room.h"

namespace swept::world_detail {

/// Why this cannot be a portal between these two rooms, or nothing.
[[nodiscard]] std::optional<Error> check(const Portal& portal,
                                         const std::array<const Room*, 2>& rooms);

}  // namespace swept::world_detail
