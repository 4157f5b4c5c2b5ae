#pragma once

// A world at one moment: what a snapshot holds. Never changed once it is published.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/namespaces.h"
#include "features/numeric_scale.h"
#include "swept/world.h"
#include "world/bodies/bodies.h"
#include "world/box_tree.h"
#include "world/rooms/room_list.h"

namespace swept::world_detail {

struct PlacedPortal {
    PortalId id;
    Portal portal;
    std::array<std::uint32_t, 2> rooms;  ///< from and to, as the state numbers them
    Box box;
};

}  // namespace swept::world_detail

namespace swept {

struct WorldState {
    std::uint64_t version = 0;
    WorldOptions options;
    world_detail::RoomList rooms;
    /// By id, ascending.
    std::shared_ptr<const std::vector<world_detail::PlacedPortal>> portals =
        std::make_shared<const std::vector<world_detail::PlacedPortal>>();
    std::shared_ptr<const world_detail::BodyTable> bodies =
        std::make_shared<const world_detail::BodyTable>();

    /// By room. Boxes hold the rooms, and may be larger.
    std::shared_ptr<const world_detail::BoxTree> room_boxes =
        std::make_shared<const world_detail::BoxTree>();
    features_detail::SceneExtent sizes;  ///< of all rooms together

    [[nodiscard]] std::optional<std::uint32_t> find(RoomId id) const { return rooms.find(id); }
};

}  // namespace swept

namespace swept::world_detail {

/// What a world is before anything is in it.
[[nodiscard]] std::shared_ptr<const WorldState> empty_state(const WorldOptions& options);

}  // namespace swept::world_detail
