#include "contacts/star.h"

#include <algorithm>
#include <cmath>

#include "math/assert.h"
#include "math/elementary.h"

namespace swept::contacts_detail {

using Eigen::Vector3d;

namespace {

Vector3d normal_of(const PlacedShape& placed, FaceIndex face) {
    SWEPT_ASSERT(face.value < placed.shape.planes.size(), "a face of this shape or a neighbour");
    return placed.rotation * placed.shape.planes[face.value].normal;
}

/// Directions come from the shape's own coordinates: differences of placed ones have lost digits.
Vector3d direction(const PlacedShape& placed, VertexIndex from, VertexIndex to) {
    const auto& positions = placed.shape.positions;
    return placed.rotation * (positions[to.value] - positions[from.value]).stableNormalized();
}

double angle_between(const Vector3d& a, const Vector3d& b) {
    return math::atan2(a.cross(b).norm(), a.dot(b));
}

/// The vertex and those that short edges lead to.
void find_places(const Polyhedron::Data& shape, VertexIndex vertex, Star& star) {
    star.places.assign(1, vertex);
    if (shape.thin_edges.empty()) return;
    for (std::size_t i = 0; i < star.places.size(); ++i) {
        const VertexIndex from = star.places[i];
        const std::uint32_t end = shape.vertex_edge_begins[from.value + 1];
        for (std::uint32_t e = shape.vertex_edge_begins[from.value]; e < end; ++e) {
            const EdgeIndex edge = shape.vertex_edges[e];
            if (!shape.is_short(edge)) continue;
            const auto [p, q] = shape.edge_ends[edge.value];
            const VertexIndex to = p == from ? q : p;
            if (std::ranges::find(star.places, to) == star.places.end()) star.places.push_back(to);
        }
    }
}

/// Adds the corner of a face that starts with the edge from corner i on, which leads away from the
/// vertex.
void add_sector(const PlacedShape& placed, FaceIndex face, std::size_t i, Star& star) {
    const auto corners = placed.shape.corners_of(face);
    const std::size_t n = corners.size();
    std::size_t before = i;
    do {
        before = before == 0 ? n - 1 : before - 1;
    } while (before != i && std::ranges::find(star.places, corners[before]) != star.places.end());
    StarFace made{normal_of(placed, face),
                  direction(placed, corners[i], corners[i + 1 == n ? 0 : i + 1]),
                  direction(placed, corners[i], corners[before])};
    star.outward += angle_between(made.from, made.to) * made.normal;
    star.faces.push_back(made);
}

void find_vertex_star(const PlacedShape& placed, VertexIndex vertex, Star& star) {
    const Polyhedron::Data& shape = placed.shape;
    star.at_vertex = true;
    find_places(shape, vertex, star);
    for (const VertexIndex place : star.places) {
        const std::uint32_t end = shape.vertex_edge_begins[place.value + 1];
        for (std::uint32_t e = shape.vertex_edge_begins[place.value]; e < end; ++e) {
            const EdgeIndex edge = shape.vertex_edges[e];
            if (star.places.size() > 1 && shape.is_short(edge)) continue;
            // Each face at a vertex has two edges there; it is added with the one that starts from
            // it.
            for (const FaceIndex face : shape.faces_of(edge)) {
                const auto corners = shape.corners_of(face);
                const auto edges = std::span(shape.corner_edges)
                                       .subspan(shape.face_begins[face.value], corners.size());
                const auto at =
                    static_cast<std::size_t>(std::ranges::find(corners, place) - corners.begin());
                if (edges[at] == edge && !shape.is_thin(face)) add_sector(placed, face, at, star);
            }
        }
    }
}

/// Adds the half plane of a face at one of its edges. Where the face is too thin to have one, what
/// lies behind it, over its other edges, is there instead; `depth` bounds how far that goes.
void add_half_plane(const PlacedShape& placed, FaceIndex face, EdgeIndex edge, int depth,
                    Star& star) {
    const Polyhedron::Data& shape = placed.shape;
    const auto corners = shape.corners_of(face);
    const auto edges =
        std::span(shape.corner_edges).subspan(shape.face_begins[face.value], corners.size());
    if (shape.is_thin(face)) {
        for (const EdgeIndex other : edges) {
            if (depth == 0 || other == edge || shape.is_short(other)) continue;
            for (const FaceIndex behind : shape.faces_of(other)) {
                if (behind != face) add_half_plane(placed, behind, other, depth - 1, star);
            }
        }
        return;
    }
    const auto at = static_cast<std::size_t>(std::ranges::find(edges, edge) - edges.begin());
    const std::size_t next = at + 1 == corners.size() ? 0 : at + 1;
    const Vector3d along = direction(placed, corners[at], corners[next]);
    const Vector3d normal = normal_of(placed, face);
    star.faces.push_back({normal, normal.cross(along), along});
    star.outward += normal;
}

void find_edge_star(const PlacedShape& placed, FaceIndex face, std::uint32_t corner, Star& star) {
    const Polyhedron::Data& shape = placed.shape;
    const EdgeIndex edge = shape.corner_edges[shape.face_begins[face.value] + corner];
    SWEPT_ASSERT(corner < shape.corners_of(face).size(), "an edge of the face");
    if (shape.is_short(edge)) return;
    constexpr int most_thin = 3;  // Choice. So many thin faces side by side are looked past
    for (const FaceIndex other : shape.faces_of(edge)) {
        add_half_plane(placed, other, edge, most_thin, star);
    }
}

}  // namespace

double Star::steepest_climb(const Vector3d& n) const {
    SWEPT_ASSERT(detail::is_unit(n), "a direction of unit length");
    double steepest = -1;
    for (const StarFace& face : faces) {
        steepest = std::max(steepest, n.dot(face.from));
        if (!at_vertex) {
            // Of all directions into the face the steepest: across the edge and along it at once.
            const double across = std::max(n.dot(face.from), 0.0), along = n.dot(face.to);
            steepest = std::max(steepest, std::sqrt(across * across + along * along));
            continue;
        }
        steepest = std::max(steepest, n.dot(face.to));
        // Straight up the face, where that lies between its edges.
        const Vector3d up = n - n.dot(face.normal) * face.normal;
        if (face.normal.dot(face.from.cross(up)) > 0 && face.normal.dot(up.cross(face.to)) > 0) {
            steepest = std::max(steepest, up.norm());
        }
    }
    return steepest;
}

double Star::overhang(const Vector3d& way) const {
    double most = -way.norm();
    for (const StarFace& face : faces) {
        most = std::max(most, way.dot(face.from));
        if (at_vertex) most = std::max(most, way.dot(face.to));
    }
    return most;
}

void find_star(const PlacedShape& placed, const LoadedFace& loaded, FeaturePart part,
               std::uint32_t corner, Star& star) {
    const Polyhedron::Data& shape = placed.shape;
    star.faces.clear();
    star.at_vertex = false;
    star.solid = shape.has_internal();
    star.outward.setZero();
    if (shape.planes.empty()) return;
    switch (part) {
        case FeaturePart::face:
            star.outward = loaded.normal;
            break;
        case FeaturePart::edge:
            find_edge_star(placed, FaceIndex(loaded.face), corner, star);
            break;
        case FeaturePart::vertex:
            find_vertex_star(placed, shape.corners_of(FaceIndex(loaded.face))[corner], star);
            break;
    }
}

}  // namespace swept::contacts_detail
