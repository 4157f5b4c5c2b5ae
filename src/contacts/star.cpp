#include "contacts/star.h"

#include <algorithm>
#include <cmath>

#include "math/elementary.h"

namespace swept {

using Eigen::Vector3d;

namespace {

Vector3d normal_of(const PlacedShape& placed, FaceIndex face) {
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

/// Adds the corner of a face that is at the vertex.
void add_sector(const PlacedShape& placed, FaceIndex face, VertexIndex vertex, Star& star) {
    const auto corners = placed.shape.corners_of(face);
    const std::size_t n = corners.size();
    for (std::size_t i = 0; i < n; ++i) {
        if (corners[i] != vertex) continue;
        StarFace made{normal_of(placed, face),
                      direction(placed, vertex, corners[i + 1 == n ? 0 : i + 1]),
                      direction(placed, vertex, corners[i == 0 ? n - 1 : i - 1])};
        star.outward += angle_between(made.from, made.to) * made.normal;
        star.faces.push_back(made);
    }
}

void find_vertex_star(const PlacedShape& placed, VertexIndex vertex, Star& star) {
    const Polyhedron::Data& shape = placed.shape;
    star.at_vertex = true;
    const std::uint32_t begin = shape.vertex_edge_begins[vertex.value];
    const std::uint32_t end = shape.vertex_edge_begins[vertex.value + 1];
    for (std::uint32_t i = begin; i < end; ++i) {
        // Each face at a vertex has two edges there; it is added with the one that starts from it.
        for (const FaceIndex face : shape.faces_of(shape.vertex_edges[i])) {
            const auto corners = shape.corners_of(face);
            const auto edges = std::span(shape.corner_edges)
                                   .subspan(shape.face_begins[face.value], corners.size());
            const auto at = std::ranges::find(corners, vertex) - corners.begin();
            if (edges[static_cast<std::size_t>(at)] == shape.vertex_edges[i]) {
                add_sector(placed, face, vertex, star);
            }
        }
    }
}

void find_edge_star(const PlacedShape& placed, FaceIndex face, std::uint32_t corner, Star& star) {
    const Polyhedron::Data& shape = placed.shape;
    const EdgeIndex edge = shape.corner_edges[shape.face_begins[face.value] + corner];
    for (const FaceIndex other : shape.faces_of(edge)) {
        const auto corners = shape.corners_of(other);
        const auto edges =
            std::span(shape.corner_edges).subspan(shape.face_begins[other.value], corners.size());
        const auto at = static_cast<std::size_t>(std::ranges::find(edges, edge) - edges.begin());
        const std::size_t next = at + 1 == corners.size() ? 0 : at + 1;
        const Vector3d along = direction(placed, corners[at], corners[next]);
        const Vector3d normal = normal_of(placed, other);
        star.faces.push_back({normal, normal.cross(along), along});
        star.outward += normal;
    }
}

}  // namespace

double Star::steepest_climb(const Vector3d& n) const {
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
    star.solid = shape.is_sealed() && shape.sides == Sides::front;
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

}  // namespace swept
