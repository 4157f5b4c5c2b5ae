#include "world/rooms/shells.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "core/assert.h"
#include "core/groups.h"
#include "shape/polyhedron_data.h"
#include "world/place.h"
#include "world/rooms/room_list.h"

namespace swept::world_detail {

using Eigen::Vector3d;

namespace {

double six_volumes_of(const Polyhedron::Data& shape, std::uint32_t face) {
    SWEPT_ASSERT(face < shape.planes.size(), "a face of this shape");
    const std::span<const VertexIndex> corners = shape.corners_of(FaceIndex(face));
    const Vector3d& a = shape.positions[corners[0].value];
    double sum = 0;
    for (std::size_t i = 2; i < corners.size(); ++i) {
        sum +=
            a.dot(shape.positions[corners[i - 1].value].cross(shape.positions[corners[i].value]));
    }
    return sum;
}

/// An edge whose faces do not cancel out.
bool is_open(const Polyhedron::Data& shape, EdgeIndex edge, RimEdge& made) {
    const std::span<const FaceIndex> faces = shape.faces_of(edge);
    if (shape.edge_kinds[edge.value] < EdgeKind::border) return false;
    const auto [p, q] = shape.edge_ends[edge.value];
    const bool in_order = place_of(shape.positions[p.value]) < place_of(shape.positions[q.value]);
    const VertexIndex low = in_order ? p : q, high = in_order ? q : p;
    made.low = shape.positions[low.value];
    made.high = shape.positions[high.value];
    made.count = static_cast<int>(faces.size());
    made.balance = 0;
    for (const FaceIndex face : faces) {
        const std::span<const VertexIndex> corners = shape.corners_of(face);
        const auto at = std::ranges::find(corners, low);
        const auto next = at + 1 == corners.end() ? corners.begin() : at + 1;
        made.balance += *next == high ? 1 : -1;
    }
    return made.balance != 0 || made.count % 2 != 0;
}

}  // namespace

RoomShells::RoomShells(const Room& room) {
    const Polyhedron& own = room.own();
    const Polyhedron::Data& shape = own.data();
    const auto faces = static_cast<std::uint32_t>(shape.planes.size());
    Groups groups(faces);
    for (std::uint32_t e = 0; e < shape.edge_ends.size(); ++e) {
        const std::span<const FaceIndex> around = shape.faces_of(EdgeIndex(e));
        for (const FaceIndex face : around) groups.join(around[0].value, face.value);
    }
    part_of.resize(faces);
    for (std::uint32_t f = 0; f < faces; ++f) {
        const std::uint32_t leader = groups.root(f);
        if (leader == f) {
            six_volumes.push_back(0);
            boxes.emplace_back();
        }
        part_of[f] = leader == f ? part_count++ : part_of[leader];
        six_volumes[part_of[f]] += six_volumes_of(shape, f);
        for (const VertexIndex v : shape.corners_of(FaceIndex(f))) {
            boxes[part_of[f]].add(shape.positions[v.value]);
        }
    }
    first_sliver = part_count;
    if (own.data().is_solid() && room.slivers().empty()) return;
    for (std::uint32_t e = 0; e < shape.edge_ends.size(); ++e) {
        RimEdge edge;
        if (!is_open(shape, EdgeIndex(e), edge)) continue;
        edge.part = part_of[shape.faces_of(EdgeIndex(e))[0].value];
        rim.push_back(edge);
    }
    const Mesh& mesh = room.polygons().mesh;
    for (const std::uint32_t sliver : room.slivers()) {
        const std::span<const std::uint32_t> outline = mesh.polygon(sliver);
        for (std::size_t i = 0; i < outline.size(); ++i) {
            const Vector3d& from = mesh.vertices[outline[i]];
            const Vector3d& to = mesh.vertices[outline[(i + 1) % outline.size()]];
            const bool up = place_of(from) < place_of(to);
            if (from == to) continue;
            rim.push_back({up ? from : to, up ? to : from, part_count, up ? 1 : -1, 1});
        }
        ++part_count;
        six_volumes.push_back(0);
        boxes.emplace_back();
        for (const std::uint32_t v : outline) boxes.back().add(mesh.vertices[v]);
    }
}

Shells::Shells(const RoomList& rooms, std::span<const std::uint32_t> named) {
    const auto is_needed = [&](std::uint32_t i) {
        const RoomEntry& entry = rooms.entry(i);
        return entry.has_shape && (entry.has_ends || std::ranges::find(named, i) != named.end());
    };
    begins_.push_back(0);
    for (std::uint32_t i = 0; i < rooms.size(); ++i) {
        begins_.push_back(begins_.back() + (is_needed(i) ? rooms[i]->shells().part_count : 0));
    }
    Groups groups(begins_.back());
    struct Rim {
        const RimEdge* edge;
        std::uint32_t part;
    };
    std::vector<Rim> rims;
    for (std::uint32_t i = 0; i < rooms.size(); ++i) {
        if (begins_[i] == begins_[i + 1]) continue;
        for (const RimEdge& edge : rooms[i]->shells().rim) {
            rims.push_back({&edge, begins_[i] + edge.part});
        }
    }
    const auto place = [](const Rim& rim) {
        return std::tuple(place_of(rim.edge->low), place_of(rim.edge->high));
    };
    std::ranges::stable_sort(rims, {}, place);
    std::vector<std::uint32_t> open;
    for (std::size_t begin = 0, end = 0; begin < rims.size(); begin = end) {
        int balance = 0, count = 0;
        for (; end < rims.size() && place(rims[end]) == place(rims[begin]); ++end) {
            balance += rims[end].edge->balance;
            count += rims[end].edge->count;
            groups.join(rims[begin].part, rims[end].part);
        }
        if (balance != 0 || count % 2 != 0) open.push_back(rims[begin].part);
    }
    shells_.resize(begins_.back());
    shell_of_.resize(begins_.back());
    for (std::uint32_t part = 0; part < begins_.back(); ++part) shell_of_[part] = groups.root(part);
    for (const std::uint32_t part : open) shells_[shell_of_[part]].closed = false;
    for (std::uint32_t i = 0; i < rooms.size(); ++i) {
        for (std::uint32_t part = begins_[i]; part < begins_[i + 1]; ++part) {
            const RoomShells& parts = rooms[i]->shells();
            Shell& shell = shells_[shell_of_[part]];
            shell.six_volumes += parts.six_volumes[part - begins_[i]];
            shell.box.add(parts.boxes[part - begins_[i]].lower);
            shell.box.add(parts.boxes[part - begins_[i]].upper);
        }
    }
}

}  // namespace swept::world_detail
