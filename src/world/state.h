#pragma once

// A world at one moment: what a snapshot holds. Never changed once it is published.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "features/measures.h"
#include "swept/world.h"
#include "world/bodies.h"
#include "world/box_tree.h"
#include "world/room_list.h"

namespace swept {

struct PlacedPortal {
    PortalId id;
    Portal portal;
    std::array<std::uint32_t, 2> rooms;  ///< from and to, as the state numbers them
    Box box;
};

struct WorldState {
    std::uint64_t version = 0;
    WorldOptions options;
    RoomList rooms;
    /// By id, ascending.
    std::shared_ptr<const std::vector<PlacedPortal>> portals =
        std::make_shared<const std::vector<PlacedPortal>>();
    std::shared_ptr<const BodyTable> bodies = std::make_shared<const BodyTable>();

    /// By room. Boxes hold the rooms, and may be larger.
    std::shared_ptr<const BoxTree> room_boxes = std::make_shared<const BoxTree>();
    Sizes sizes;  ///< of all rooms together

    [[nodiscard]] std::optional<std::uint32_t> find(RoomId id) const { return rooms.find(id); }
};

/// What a world is before anything is in it.
[[nodiscard]] std::shared_ptr<const WorldState> empty_state(const WorldOptions& options);

}  // namespace swept
