#pragma once

// What a query sees of a world's rooms.

#include <memory>
#include <vector>

#include "core/namespaces.h"
#include "world/state.h"

namespace swept::world_detail {

/// A room as a query sees it.
struct VisibleRoom {
    std::uint32_t number;              ///< in the state
    const Room* room;                  ///< with the polygons that the mask lets through
    std::shared_ptr<const Room> keep;  ///< what `room` is part of, where it is not the whole room
};

/// The rooms that a box meets and a filter lets through, by number. `seen` is overwritten.
void find_rooms(const WorldState& state, const WorldFilter& filter, const Box& box,
                std::vector<VisibleRoom>& seen);

/// The bodies that a box meets and a filter lets through, by number. `seen` is overwritten.
void find_bodies(const WorldState& state, const WorldFilter& filter, const Box& box,
                 std::vector<std::uint32_t>& seen);

/// Whose polygon it is.
[[nodiscard]] ColliderRef collider_of(const VisibleRoom& seen, std::uint32_t polygon);
[[nodiscard]] ColliderRef collider_of(const WorldState& state, std::uint32_t body);

/// The sizes of all rooms and bodies, seen or not: zones do not depend on what is near.
[[nodiscard]] SceneExtent sizes_of(const WorldState& state);

}  // namespace swept::world_detail
