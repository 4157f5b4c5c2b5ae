#pragma once

// An edit while it is being made: what the next snapshot will be.

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "core/namespaces.h"
#include "swept/world.h"
#include "world/state.h"

namespace swept::world_detail {
class CarveInRooms;
}

namespace swept {

class WorldDraft {
   public:
    explicit WorldDraft(std::shared_ptr<const WorldState> base);

    [[nodiscard]] Result<void> add_room(RoomId id, const RoomPolygons& polygons);
    [[nodiscard]] Result<void> remove_room(RoomId id);
    /// Takes polygons out of a room, those with one of these ids, and puts others in.
    [[nodiscard]] Result<void> change_polygons(RoomId id, std::span<const PolygonId> removed,
                                               const RoomPolygons* added);
    [[nodiscard]] Result<void> add_portal(PortalId id, const Portal& portal);
    [[nodiscard]] Result<void> remove_portal(PortalId id);
    [[nodiscard]] Result<CarveResult> carve(const Placed& tool, const CarveOptions& options);
    [[nodiscard]] world_detail::BodyChanges& bodies() { return bodies_; }

    /// The state to be published, and what it differs in.
    [[nodiscard]] Result<std::shared_ptr<const WorldState>> finish(EditReport& report);

   private:
    std::shared_ptr<const WorldState> base_;
    world_detail::RoomList rooms_;
    bool renumbered_ = false;  // rooms came or went
    /// By id; rooms are numbered at the end. Empty where no portal came or went.
    std::optional<std::vector<world_detail::PlacedPortal>> portals_;
    world_detail::BodyChanges bodies_;
    std::map<RoomId, RoomPolygons> pending_;  // polygons of rooms that are not built yet
    std::set<RoomId> changed_;                // rooms whose polygons changed, came or went
    std::set<RoomId> doors_;                  // rooms whose portals came or went
    Box carved_;                              // holds all that was carved
    std::set<RoomId> replaced_;               // rooms whose polygons were changed one by one
    /// Rooms that were made in this draft and belong to nobody else.
    std::map<RoomId, std::shared_ptr<world_detail::Room>> fresh_;

    /// Null for one that is not there, or not built yet.
    [[nodiscard]] const world_detail::Room* find(RoomId id) const;
    [[nodiscard]] Result<void> known(RoomId id) const;
    [[nodiscard]] std::vector<world_detail::PlacedPortal>& portals();
    [[nodiscard]] RoomPolygons& editable(RoomId id);
    /// Builds what is pending.
    [[nodiscard]] Result<void> settle();
    void put(const std::shared_ptr<world_detail::Room>& room);
    [[nodiscard]] Result<void> join_seams(EditReport& report);
    void remove_loose_portals(EditReport& report);
    void take_over(WorldState& state);
    void place_boxes(WorldState& state);
    void place_portals(WorldState& state);
    void forget_air(WorldState& state);
    [[nodiscard]] std::vector<std::shared_ptr<const world_detail::Room>> rooms_near(
        const world_detail::Room& room) const;
    /// What leaves a room: faces of its own shape, and polygons without area.
    struct Gone {
        std::vector<std::uint32_t> faces;
        std::vector<std::uint32_t> slivers;
    };
    void replace_faces(std::uint32_t room, Gone gone_now, const RoomPolygons& added);
    friend class world_detail::CarveInRooms;
};

}  // namespace swept
