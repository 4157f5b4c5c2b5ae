#include "world/rooms/seams.h"

#include <algorithm>
#include <tuple>

#include "core/assert.h"
#include "shape/polyhedron_data.h"
#include "world/place.h"

namespace swept::world_detail {

namespace {

/// The faces of `other` at vertices of its rim where the room ends, ascending.
std::vector<FaceIndex> faces_at_seam(const Room& room, const Room& other) {
    std::vector<FaceIndex> faces;
    const Polyhedron::Data& shape = other.own().data();
    auto here = room.ends().begin();
    auto there = other.rim().begin();
    while (here != room.ends().end() && there != other.rim().end()) {
        if (place_of(*here) < place_of(there->position)) {
            ++here;
        } else if (place_of(there->position) < place_of(*here)) {
            ++there;
        } else {
            for (const EdgeIndex edge : other.own().edges_of(there->vertex)) {
                for (const FaceIndex face : shape.faces_of(edge)) faces.push_back(face);
            }
            ++there;
        }
    }
    std::ranges::sort(faces);
    faces.erase(std::ranges::unique(faces).begin(), faces.end());
    return faces;
}

/// A polygon without area where the room ends.
void add_sliver(const Room& room, const Room& other, std::uint32_t sliver, Neighbours& made) {
    SWEPT_ASSERT(sliver < other.polygons().mesh.polygon_count() ||
                     sliver < room.polygons().mesh.polygon_count(),
                 "a polygon of a room");
    const Mesh& mesh = other.polygons().mesh;
    const bool at_end = std::ranges::any_of(mesh.polygon(sliver), [&](std::uint32_t v) {
        return std::ranges::binary_search(room.ends(), place_of(mesh.vertices[v]), {}, place_of);
    });
    if (!at_end) return;
    for (const std::uint32_t v : mesh.polygon(sliver)) {
        made.mesh.corners.push_back(made.mesh.add_vertex(mesh.vertices[v]));
    }
    made.mesh.polygon_ends.push_back(static_cast<std::uint32_t>(made.mesh.corners.size()));
    made.masks.push_back(other.label(sliver).mask);
}

}  // namespace

Neighbours neighbours_of(const Room& room, std::span<const std::shared_ptr<const Room>> others) {
    Neighbours made;
    if (room.ends().empty()) return made;
    for (const auto& other : others) {
        if (other->id() == room.id() || !other->has_shape()) continue;
        if (other->ends().empty()) continue;
        const Polyhedron& own = other->own();
        for (const FaceIndex face : faces_at_seam(room, *other)) {
            for (const VertexIndex v : own.corners(face)) {
                made.mesh.corners.push_back(made.mesh.add_vertex(own.position(v)));
            }
            made.mesh.polygon_ends.push_back(static_cast<std::uint32_t>(made.mesh.corners.size()));
            made.masks.push_back(other->label(own.source_face(face)).mask);
        }
        for (const std::uint32_t sliver : other->slivers()) add_sliver(room, *other, sliver, made);
    }
    return made;
}

}  // namespace swept::world_detail
