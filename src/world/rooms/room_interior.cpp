#include "world/rooms/room_interior.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "core/assert.h"
#include "math/predicates.h"
#include "world/memory.h"
#include "world/place.h"
#include "world/state.h"

namespace swept::world_detail {

using Eigen::Vector3d;

namespace {

/// The outline of a portal with the vertices of the room's rim that lie on its sides.
std::vector<Vector3d> with_rim(const Portal& portal, const Room& room) {
    std::vector<Vector3d> outline;
    for (std::size_t i = 0; i < portal.outline.size(); ++i) {
        const Vector3d& from = portal.outline[i];
        const Vector3d& to = portal.outline[(i + 1) % portal.outline.size()];
        std::vector<std::pair<double, Vector3d>> between;
        for (const RimVertex& rim : room.rim()) {
            if (!exact::collinear(from, to, rim.position)) continue;
            const double share = (rim.position - from).dot(to - from) / (to - from).squaredNorm();
            if (share > 0 && share < 1 && rim.position != from && rim.position != to) {
                between.emplace_back(share, rim.position);
            }
        }
        std::ranges::sort(between, {}, [](const auto& p) { return p.first; });
        outline.push_back(from);
        for (const auto& [share, position] : between) outline.push_back(position);
    }
    return outline;
}

/// The directed sides of the room's polygons, turned round, that no other cancels.
std::set<std::pair<Place, Place>> open_sides(const Room& room) {
    std::set<std::pair<Place, Place>> sides;
    const Mesh mesh = room.own().mesh();
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        const std::span<const std::uint32_t> polygon = mesh.polygon(i);
        for (std::size_t c = 0; c < polygon.size(); ++c) {
            const Place from = place_of(mesh.vertices[polygon[(c + 1) % polygon.size()]]);
            const Place to = place_of(mesh.vertices[polygon[c]]);
            if (sides.erase({to, from}) == 0) sides.insert({from, to});
        }
    }
    return sides;
}

void add_portal(const std::set<std::pair<Place, Place>>& open, std::vector<Vector3d> outline,
                Mesh& mesh) {
    std::size_t against = 0;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Vector3d& next = outline[(i + 1) % outline.size()];
        against += open.contains({place_of(next), place_of(outline[i])}) ? 1U : 0U;
    }
    if (2 * against < outline.size()) std::ranges::reverse(outline);
    for (const Vector3d& corner : outline) mesh.corners.push_back(mesh.add_vertex(corner));
    mesh.polygon_ends.push_back(static_cast<std::uint32_t>(mesh.corners.size()));
}

/// The polygons turned round, and the portals.
std::optional<Polyhedron> solid_of(const WorldState& state, std::uint32_t number) {
    const Room& room = *state.rooms[number];
    if (!room.has_shape()) return std::nullopt;
    Mesh mesh = room.own().mesh();
    std::uint32_t begin = 0;
    for (const std::uint32_t end : mesh.polygon_ends) {
        std::reverse(mesh.corners.begin() + begin, mesh.corners.begin() + end);
        begin = end;
    }
    const auto open = open_sides(room);
    for (const PlacedPortal& portal : *state.portals) {
        if (portal.rooms[0] != number && portal.rooms[1] != number) continue;
        add_portal(open, with_rim(portal.portal, room), mesh);
    }
    auto solid = Polyhedron::build(mesh);
    if (!solid || !solid->is_closed() || !solid->is_oriented()) return std::nullopt;
    if (!(solid->volume().value_or(0) > 0)) return std::nullopt;
    return *solid;
}

RoomInterior find_air(const WorldState& state, std::uint32_t number) {
    RoomInterior air;
    air.solid = solid_of(state, number);
    if (!air.solid) return air;
    state.room_boxes->in_box(state.rooms[number]->box(), [&](std::uint32_t other) {
        if (other == number) return;
        const Room& room = *state.rooms[other];
        if (overlap({*air.solid}, {room.own()}).relation == Relation::separate) return;
        air.beside.push_back(room.id());
    });
    std::ranges::sort(air.beside);
    return air;
}

}  // namespace

const RoomInterior& air_of(const WorldState& state, std::uint32_t room) {
    SWEPT_ASSERT(room < state.rooms.size(), "a room of this world");
    return state.rooms.entry(room).air->get([&] { return find_air(state, room); });
}

bool find_rooms_reached(const WorldState& state, const Box& box, WorldMemory& memory) {
    std::vector<std::uint32_t>& in = memory.entered;  // rooms in whose air it may come to be
    in.clear();
    for (const Vector3d& start : memory.starts) {
        std::optional<std::uint32_t> here;
        state.room_boxes->in_box({start, start}, [&](std::uint32_t room) {
            const RoomInterior& air = air_of(state, room);
            if (here || !air.solid) return;
            if (classify_point({*air.solid}, start) == PointLocation::inside) here = room;
        });
        if (!here) return false;
        in.push_back(*here);
    }
    std::vector<std::uint32_t>& seen = memory.reached;
    seen.clear();
    for (std::size_t i = 0; i < in.size(); ++i) {
        if (std::ranges::find(seen, in[i]) != seen.end()) continue;
        seen.push_back(in[i]);
        if (!air_of(state, in[i]).solid) return false;
        for (const PlacedPortal& portal : *state.portals) {
            const bool from = portal.rooms[0] == in[i], to = portal.rooms[1] == in[i];
            if ((from || to) && boxes_meet(portal.box, box))
                in.push_back(portal.rooms[from ? 1 : 0]);
        }
    }
    const std::size_t reached = seen.size();
    for (std::size_t i = 0; i < reached; ++i) {
        for (const RoomId id : air_of(state, seen[i]).beside) seen.push_back(*state.find(id));
    }
    std::ranges::sort(seen);
    seen.erase(std::ranges::unique(seen).begin(), seen.end());
    return true;
}

}  // namespace swept::world_detail
