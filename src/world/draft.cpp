#include "world/draft.h"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "math/boxes.h"
#include "world/rooms/polygons.h"
#include "world/rooms/portals.h"
#include "world/rooms/seams.h"

namespace swept::world_detail {

namespace {

std::string named(const char* what, std::uint64_t id) {
    return what + (" " + std::to_string(id));
}

tl::unexpected<Error> taken(const char* what, std::uint64_t id) {
    return fail(ErrorCode::bad_argument, "the id is taken; choose another or remove it first",
                named(what, id));
}

tl::unexpected<Error> unknown(const char* what, std::uint64_t id) {
    return fail(ErrorCode::bad_argument, "there is no such " + std::string(what), named(what, id));
}

tl::unexpected<Error> within(RoomId id, Error error) {
    error.where = named("room", id.value) + (error.where.empty() ? "" : ", " + error.where);
    return tl::unexpected(std::move(error));
}

/// Choice. How much larger the surface of the box of a room in the tree may be than its own.
constexpr double most_spare = 1.5;

double half_area(const Box& box) {
    const Eigen::Vector3d size = box.size();
    return size[0] * size[1] + size[1] * size[2] + size[2] * size[0];
}

}  // namespace

}  // namespace swept::world_detail

namespace swept {

using namespace world_detail;

// ---- rooms -------------------------------------------------------------------------------------

WorldDraft::WorldDraft(std::shared_ptr<const WorldState> base)
    : base_(std::move(base)), rooms_(base_->rooms.copy()), bodies_(base_->bodies) {}

const Room* WorldDraft::find(RoomId id) const {
    const auto at = rooms_.find(id);
    return at ? rooms_[*at].get() : nullptr;
}

Result<void> WorldDraft::known(RoomId id) const {
    if (pending_.contains(id) || rooms_.find(id)) return {};
    return unknown("room", id.value);
}

RoomPolygons& WorldDraft::editable(RoomId id) {
    changed_.insert(id);
    const auto [at, is_new] = pending_.try_emplace(id);
    if (is_new) {
        if (const Room* room = find(id)) at->second = room->polygons();
    }
    return at->second;
}

Result<void> WorldDraft::add_room(RoomId id, const RoomPolygons& polygons) {
    if (known(id)) return taken("room", id.value);
    if (auto error = check(polygons)) return within(id, *error);
    append(editable(id), polygons);
    return {};
}

Result<void> WorldDraft::remove_room(RoomId id) {
    if (auto there = known(id); !there) return there;
    pending_.erase(id);
    fresh_.erase(id);
    if (const auto at = rooms_.find(id)) rooms_.erase(*at);
    renumbered_ = true;
    std::erase_if(portals(), [&](const PlacedPortal& p) {
        const bool goes = p.portal.from == id || p.portal.to == id;
        if (goes) doors_.insert({p.portal.from, p.portal.to});
        return goes;
    });
    changed_.insert(id);
    return {};
}

Result<void> WorldDraft::change_polygons(RoomId id, std::span<const PolygonId> removed,
                                         const RoomPolygons* added) {
    if (auto there = known(id); !there) return there;
    if (added != nullptr) {
        if (auto error = check(*added)) return within(id, *error);
    }
    replaced_.insert(id);
    const bool was_pending = pending_.contains(id);
    const RoomPolygons& now = was_pending ? pending_.at(id) : find(id)->polygons();
    std::unordered_set<std::uint64_t> gone, missing;
    for (const PolygonId polygon : removed) gone.insert(polygon.value);
    missing = gone;
    std::vector<std::uint32_t> kept;
    kept.reserve(now.labels.size());
    for (std::uint32_t i = 0; i < now.labels.size(); ++i) {
        const std::uint64_t value = now.labels[i].id.value;
        if (gone.contains(value)) {
            missing.erase(value);
        } else {
            kept.push_back(i);
        }
    }
    if (!missing.empty()) {
        const std::uint64_t lowest = *std::ranges::min_element(missing);
        return within(id, {ErrorCode::bad_argument, "no polygon of the room has this id",
                           named("polygon", lowest)});
    }
    RoomPolygons next = gone.empty() ? now : chosen(now, kept);
    if (added != nullptr) append(next, *added);
    pending_[id] = std::move(next);
    changed_.insert(id);
    return {};
}

void WorldDraft::put(const std::shared_ptr<Room>& room) {
    RoomEntry entry(room);
    if (const auto at = rooms_.find(room->id())) {
        entry.outer = rooms_.entry(*at).outer;
        rooms_.editable(*at) = std::move(entry);
    } else {
        rooms_.insert(std::move(entry));
        renumbered_ = true;
    }
    fresh_[room->id()] = room;
}

Result<void> WorldDraft::settle() {
    for (auto& [id, polygons] : pending_) {
        auto room = Room::make(id, std::move(polygons), base_->options.sides);
        if (!room) return within(id, room.error());
        put(*room);
    }
    pending_.clear();
    return {};
}

// ---- portals -----------------------------------------------------------------------------------

std::vector<PlacedPortal>& WorldDraft::portals() {
    if (!portals_) portals_ = *base_->portals;
    return *portals_;
}

Result<void> WorldDraft::add_portal(PortalId id, const Portal& portal) {
    const auto at = std::ranges::lower_bound(portals(), id, {}, &PlacedPortal::id);
    if (at != portals().end() && at->id == id) return taken("portal", id.value);
    for (const RoomId room : {portal.from, portal.to}) {
        if (auto there = known(room); !there) {
            return fail(ErrorCode::bad_argument,
                        "leads to " + named("room", room.value) + ", which is not there",
                        named("portal", id.value));
        }
    }
    if (auto done = settle(); !done) return done;
    const std::array<const Room*, 2> rooms{find(portal.from), find(portal.to)};
    if (auto error = check(portal, rooms)) {
        error->where =
            named("portal", id.value) + (error->where.empty() ? "" : ", " + error->where);
        return tl::unexpected(*error);
    }
    PlacedPortal placed{id, portal, {}, {}};
    for (const Eigen::Vector3d& corner : portal.outline) placed.box.add(corner);
    portals().insert(at, placed);
    doors_.insert({portal.from, portal.to});
    return {};
}

Result<void> WorldDraft::remove_portal(PortalId id) {
    const auto at = std::ranges::lower_bound(portals(), id, {}, &PlacedPortal::id);
    if (at == portals().end() || at->id != id) return unknown("portal", id.value);
    doors_.insert({at->portal.from, at->portal.to});
    portals().erase(at);
    return {};
}

// ---- publishing --------------------------------------------------------------------------------

std::vector<std::shared_ptr<const Room>> WorldDraft::rooms_near(const Room& room) const {
    std::vector<std::shared_ptr<const Room>> near;
    if (room.ends().empty()) return near;
    for (std::uint32_t i = 0; i < rooms_.size(); ++i) {
        const RoomEntry& other = rooms_.entry(i);
        if (other.has_ends && boxes_meet(other.box, room.box())) near.push_back(other.room);
    }
    return near;
}

/// Fresh rooms get their neighbours; rooms beside a room that changed, or was there before, get
/// them anew if they differ.
Result<void> WorldDraft::join_seams(EditReport& report) {
    std::set<RoomId> beside;
    const auto look_beside = [&](const Room& room) {
        if (room.ends().empty()) return;
        for (const auto& other : rooms_near(room)) beside.insert(other->id());
    };
    for (const RoomId id : changed_) {
        if (const auto before = base_->find(id)) look_beside(*base_->rooms[*before]);
        if (const Room* now = find(id)) look_beside(*now);
    }
    for (const RoomId id : beside) {
        if (fresh_.contains(id)) continue;
        const Room& room = *find(id);
        Neighbours neighbours = neighbours_of(room, rooms_near(room));
        if (neighbours == room.neighbours()) continue;
        auto again = room.joined(std::move(neighbours));
        if (!again) return within(id, again.error());
        RoomEntry entry(*again);
        RoomEntry& before = rooms_.editable(*rooms_.find(id));
        entry.outer = before.outer;
        before = std::move(entry);
        before.sizes.add((*again)->placed());
        report.rejoined.push_back(id);
    }
    for (const auto& [id, room] : fresh_) {
        if (auto joined = room->join(neighbours_of(*room, rooms_near(*room))); !joined) {
            return within(id, joined.error());
        }
    }
    return {};
}

Result<std::shared_ptr<const WorldState>> WorldDraft::finish(EditReport& report) {
    if (auto done = settle(); !done) return tl::unexpected(done.error());
    if (auto done = join_seams(report); !done) return tl::unexpected(done.error());
    remove_loose_portals(report);
    auto state = std::make_shared<WorldState>();
    state->version = base_->version + 1;
    state->options = base_->options;
    state->bodies = bodies_.publish();
    take_over(*state);
    report.version = state->version;
    report.changed.assign(changed_.begin(), changed_.end());
    return state;
}

/// A portal is an opening in the walls of its rooms. Where the wall along one of its sides is gone
/// it could neither be written and read again nor spare a query anything.
void WorldDraft::remove_loose_portals(EditReport& report) {
    const std::vector<PlacedPortal>& now = portals_ ? *portals_ : *base_->portals;
    for (const PlacedPortal& placed : now) {
        const auto changed = [&](RoomId id) {
            return replaced_.contains(id) ||
                   (changed_.contains(id) && boxes_meet(placed.box, carved_));
        };
        if (!changed(placed.portal.from) && !changed(placed.portal.to)) continue;
        if (check(placed.portal, {find(placed.portal.from), find(placed.portal.to)})) {
            report.removed_portals.push_back(placed.id);
        }
    }
    for (const PortalId id : report.removed_portals) (void)remove_portal(id);
}

void WorldDraft::take_over(WorldState& state) {
    for (const auto& [id, room] : fresh_) {
        if (room->has_shape()) rooms_.editable(*rooms_.find(id)).sizes.add(room->placed());
    }
    state.rooms = std::move(rooms_);
    for (std::uint32_t i = 0; i < state.rooms.size(); ++i) {
        state.sizes.add(state.rooms.entry(i).sizes);
    }
    place_boxes(state);
    place_portals(state);
    forget_air(state);
}

/// The tree stays as long as it holds all rooms. One that outgrows its box gets some to spare, so
/// that it may grow and shrink within it.
void WorldDraft::place_boxes(WorldState& state) {
    bool fits = !renumbered_;
    for (const auto& [id, room] : fresh_) {
        const std::uint32_t at = *state.rooms.find(id);
        const Box& box = state.rooms.entry(at).box;
        Box outer = state.rooms.entry(at).outer;
        if (!box.empty() && !outer.empty() && holds(outer, box)) continue;
        fits = false;
        if (!box.empty()) {
            outer.add(box.lower);
            outer.add(box.upper);
        }
        state.rooms.editable(at).outer =
            !box.empty() && half_area(outer) <= most_spare * half_area(box) ? outer : box;
    }
    if (fits) {
        state.room_boxes = base_->room_boxes;
        return;
    }
    std::vector<Box> boxes;
    boxes.reserve(state.rooms.size());
    for (std::uint32_t i = 0; i < state.rooms.size(); ++i) {
        boxes.push_back(state.rooms.entry(i).outer);
    }
    state.room_boxes = std::make_shared<const BoxTree>(std::move(boxes));
}

void WorldDraft::place_portals(WorldState& state) {
    if (!portals_ && !renumbered_) {
        state.portals = base_->portals;
        return;
    }
    for (PlacedPortal& portal : portals()) {
        portal.rooms = {*state.find(portal.portal.from), *state.find(portal.portal.to)};
    }
    state.portals = std::make_shared<const std::vector<PlacedPortal>>(std::move(*portals_));
}

/// Of rooms near which something has changed.
void WorldDraft::forget_air(WorldState& state) {
    std::vector<std::uint32_t> near;
    const auto forget_in = [&](const Box& box) {
        state.room_boxes->in_box(box, [&](std::uint32_t i) { near.push_back(i); });
    };
    for (const RoomId id : changed_) {
        if (const auto before = base_->find(id)) forget_in(base_->rooms.entry(*before).box);
        if (const auto now = state.find(id)) forget_in(state.rooms.entry(*now).box);
    }
    for (const RoomId id : doors_) {
        if (const auto now = state.find(id)) near.push_back(*now);
    }
    for (const std::uint32_t i : near) {
        state.rooms.editable(i).air = std::make_shared<AirHolder>();
    }
}

}  // namespace swept
