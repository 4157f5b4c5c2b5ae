#include "swept/world.h"

#include <algorithm>
#include <mutex>

#include "world/draft.h"
#include "world/state.h"

namespace swept {

using namespace world_detail;

// ---- the world ---------------------------------------------------------------------------------

struct World::Shared {
    std::mutex editing;  // one editor at a time
    mutable std::mutex pointer;
    std::shared_ptr<const WorldState> current;

    [[nodiscard]] std::shared_ptr<const WorldState> get() const {
        const std::lock_guard lock(pointer);
        return current;
    }
    /// What was current is let go of outside the lock: it may be the last to hold it.
    void publish(std::shared_ptr<const WorldState> next) {
        const std::lock_guard lock(pointer);
        current.swap(next);
    }
};

World::World(const WorldOptions& options) : shared_(std::make_unique<Shared>()) {
    shared_->current = empty_state(options);
}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

Result<World> World::make(const WorldContents& contents, const WorldOptions& options) {
    World world(options);
    const auto made = world.edit([&](WorldEdit& edit) -> Result<void> {
        for (const WorldContents::Room& room : contents.rooms) {
            if (auto done = edit.add_room(room.id, room.polygons); !done) return done;
        }
        for (const WorldContents::Door& door : contents.portals) {
            if (auto done = edit.add_portal(door.id, door.portal); !done) return done;
        }
        for (const WorldContents::Placed& placed : contents.bodies) {
            if (auto done = edit.insert_body(placed.id, placed.body); !done) return done;
        }
        return {};
    });
    if (!made) return tl::unexpected(made.error());
    return world;
}

WorldSnapshot World::snapshot() const {
    return WorldSnapshot(shared_->get());
}

Result<EditReport> World::edit(const std::function<Result<void>(WorldEdit&)>& change) {
    const std::lock_guard lock(shared_->editing);
    WorldDraft draft(shared_->get());
    WorldEdit edit(draft);
    if (auto done = change(edit); !done) return tl::unexpected(done.error());
    EditReport report;
    auto next = draft.finish(report);
    if (!next) return tl::unexpected(next.error());
    shared_->publish(std::move(*next));
    return report;
}

// ---- edits -------------------------------------------------------------------------------------

Result<void> WorldEdit::add_room(RoomId room, const RoomPolygons& polygons) {
    return draft_.add_room(room, polygons);
}
Result<void> WorldEdit::remove_room(RoomId room) {
    return draft_.remove_room(room);
}
Result<void> WorldEdit::add_polygons(RoomId room, const RoomPolygons& polygons) {
    return draft_.change_polygons(room, {}, &polygons);
}
Result<void> WorldEdit::remove_polygons(RoomId room, std::span<const PolygonId> ids) {
    return draft_.change_polygons(room, ids, nullptr);
}
Result<void> WorldEdit::replace_polygons(RoomId room, std::span<const PolygonId> ids,
                                         const RoomPolygons& by) {
    return draft_.change_polygons(room, ids, &by);
}
Result<void> WorldEdit::add_portal(PortalId id, const Portal& portal) {
    return draft_.add_portal(id, portal);
}
Result<void> WorldEdit::remove_portal(PortalId id) {
    return draft_.remove_portal(id);
}
Result<CarveResult> WorldEdit::carve(const Placed& tool, const CarveOptions& options) {
    return draft_.carve(tool, options);
}
Result<void> WorldEdit::insert_body(BodyId id, const Body& body) {
    return draft_.bodies().insert(id, body);
}
Result<void> WorldEdit::move_body(BodyId id, const Pose& world_from_body) {
    return draft_.bodies().move(id, world_from_body);
}
Result<void> WorldEdit::remove_body(BodyId id) {
    return draft_.bodies().remove(id);
}

// ---- snapshots ---------------------------------------------------------------------------------

std::uint64_t WorldSnapshot::version() const {
    return state_->version;
}

std::vector<RoomId> WorldSnapshot::rooms() const {
    std::vector<RoomId> ids;
    for (const auto& room : state_->rooms) ids.push_back(room->id());
    return ids;
}

std::vector<PortalId> WorldSnapshot::portals() const {
    std::vector<PortalId> ids;
    for (const PlacedPortal& portal : *state_->portals) ids.push_back(portal.id);
    return ids;
}

std::vector<BodyId> WorldSnapshot::bodies() const {
    const std::span<const BodyId> ids = state_->bodies->ids();
    return {ids.begin(), ids.end()};
}

std::size_t WorldSnapshot::polygon_count() const {
    std::size_t count = 0;
    for (const auto& room : state_->rooms) count += room->polygons().mesh.polygon_count();
    return count;
}

std::optional<RoomPolygons> WorldSnapshot::polygons(RoomId room) const {
    const auto i = state_->find(room);
    if (!i) return std::nullopt;
    return state_->rooms[*i]->polygons();
}

std::optional<Polyhedron> WorldSnapshot::shape(RoomId room) const {
    const auto i = state_->find(room);
    if (!i || !state_->rooms[*i]->has_shape()) return std::nullopt;
    return state_->rooms[*i]->own();
}

std::optional<Portal> WorldSnapshot::portal(PortalId portal) const {
    const auto at = std::ranges::lower_bound(*state_->portals, portal, {}, &PlacedPortal::id);
    if (at == state_->portals->end() || at->id != portal) return std::nullopt;
    return at->portal;
}

std::optional<Body> WorldSnapshot::body(BodyId body) const {
    const auto i = state_->bodies->find(body);
    if (!i) return std::nullopt;
    return state_->bodies->body(*i);
}

WorldContents WorldSnapshot::contents() const {
    WorldContents all;
    for (const auto& room : state_->rooms) all.rooms.push_back({room->id(), room->polygons()});
    for (const PlacedPortal& portal : *state_->portals) {
        all.portals.push_back({portal.id, portal.portal});
    }
    for (std::uint32_t i = 0; i < state_->bodies->size(); ++i) {
        all.bodies.push_back({state_->bodies->id(i), state_->bodies->body(i)});
    }
    return all;
}

WorldSnapshot::Seams WorldSnapshot::seams() const {
    Seams seams;
    for (const auto& room : state_->rooms) {
        seams.seam_edges += room->seam_edges();
        seams.open_edges += room->open_edges();
    }
    seams.seam_edges /= 2;  // each was counted from both sides
    seams.closed = seams.open_edges == 0 && polygon_count() > 0;
    return seams;
}

std::size_t WorldSnapshot::bytes() const {
    std::size_t sum = state_->bodies->bytes();
    for (const auto& room : state_->rooms) sum += room->bytes();
    return sum;
}

}  // namespace swept
