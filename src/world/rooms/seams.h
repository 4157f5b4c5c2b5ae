#pragma once

// Where rooms go on in other rooms: edges are matched at vertices of exactly the same coordinates.

#include <memory>
#include <span>

#include "core/namespaces.h"
#include "world/rooms/room.h"

namespace swept::world_detail {

/// The polygons of other rooms that share a vertex with the rim of a room, in the order of rooms
/// and their faces.
[[nodiscard]] Neighbours neighbours_of(const Room& room,
                                       std::span<const std::shared_ptr<const Room>> others);

}  // namespace swept::world_detail
