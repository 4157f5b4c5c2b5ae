#pragma once

// The air of rooms: what portals are for. Where the polygons and portals of a room close it, what
// is in its air stays there until it meets a polygon of the room or one of its portals; so rooms
// that have nothing at or in that air need not be looked at.
//
// Nothing is believed that is not shown: a room whose edges do not all go on in its polygons and
// portals, vertex for vertex, has no air; and rooms that reach into the air of another, or touch
// it, are always looked at with it. So portals change no answer.

#include <memory>
#include <optional>
#include <vector>

#include "core/namespaces.h"
#include "shape/face_tree.h"
#include "swept/world_parts.h"

namespace swept {

struct WorldState;

}  // namespace swept

namespace swept::world_detail {

struct RoomInterior {
    std::optional<Polyhedron> solid;  ///< the air as a solid; none: the room is not closed
    std::vector<RoomId> beside;       ///< rooms that touch it or reach into it
};

/// Found when it is first asked for; kept as long as nothing near changes.
using AirHolder = MadeOnce<RoomInterior>;

[[nodiscard]] const RoomInterior& air_of(const WorldState& state, std::uint32_t room);

struct WorldMemory;

/// The rooms, by number, that can matter to something that begins at `memory.starts`, one point of
/// each of its parts, and stays within a box, as long as it meets nothing: `memory.reached`. False:
/// not known, look at all.
[[nodiscard]] bool find_rooms_reached(const WorldState& state, const Box& box, WorldMemory& memory);

}  // namespace swept::world_detail
