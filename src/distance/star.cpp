#include "distance/star.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/assert.h"
#include "math/elementary.h"

namespace swept::distance_detail {

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

VertexIndex other_end(const Polyhedron::Data& shape, EdgeIndex edge, VertexIndex end) {
    const auto [p, q] = shape.edge_ends[edge.value];
    return p == end ? q : p;
}

bool is_place(const Star& star, VertexIndex vertex) {
    return std::ranges::find(star.places, vertex) != star.places.end();
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
            const VertexIndex to = other_end(shape, edge, from);
            if (!is_place(star, to)) star.places.push_back(to);
        }
    }
}

/// Where a thin face is looked across: in the shape's own coordinates, `from` on one side of it and
/// the unit direction `line` along that side.
struct Across {
    Vector3d from;
    Vector3d line;
};

/// No thin face is wider, in thin widths: its area was bounded by its largest extent
/// (shape/classify.cpp).
constexpr double most_widths = 4;

/// The edge on the other side of a thin face, straight across from a place; none where there is
/// nothing as close as a thin face is wide. `skipped(edge)`: the edges on this side.
template <class Skipped>
EdgeIndex edge_across(const Polyhedron::Data& shape, FaceIndex face, const Across& across,
                      const Skipped& skipped) {
    EdgeIndex best;
    double most_inside = -shape.thin_width;
    for (std::uint32_t c = shape.face_begins[face.value]; c < shape.face_begins[face.value + 1];
         ++c) {
        const EdgeIndex edge = shape.corner_edges[c];
        if (skipped(edge)) continue;
        const auto [p, q] = shape.edge_ends[edge.value];
        const Vector3d start = shape.positions[p.value] - across.from;
        const Vector3d end = shape.positions[q.value] - across.from;
        const double at_start = start.dot(across.line), at_end = end.dot(across.line);
        const double inside = std::min(std::max(at_start, at_end), -std::min(at_start, at_end));
        if (!(inside > most_inside)) continue;
        const double share = std::clamp(at_start / (at_start - at_end), 0.0, 1.0);
        if (!((start + share * (end - start)).norm() <= most_widths * shape.thin_width)) continue;
        most_inside = inside;
        best = edge;
    }
    return best;
}

/// Adds the half plane of a face at one of its edges, which leads along `across.line`. Where the
/// face is too thin to have one, what lies behind it is there instead. `depth` bounds how far that
/// goes.
void add_half_plane(const PlacedShape& placed, FaceIndex face, EdgeIndex edge, const Across& across,
                    int depth, Star& star) {
    const Polyhedron::Data& shape = placed.shape;
    if (shape.is_thin(face)) {
        if (depth == 0) return;
        const EdgeIndex other =
            edge_across(shape, face, across, [&](EdgeIndex e) { return e == edge; });
        if (other.is_none()) return;
        for (const FaceIndex behind : shape.faces_of(other)) {
            if (behind != face) {
                add_half_plane(placed, behind, other, across, depth - 1, star);
            }
        }
        return;
    }
    const auto corners = shape.corners_of(face);
    const auto edges =
        std::span(shape.corner_edges).subspan(shape.face_begins[face.value], corners.size());
    const auto at = static_cast<std::size_t>(std::ranges::find(edges, edge) - edges.begin());
    const std::size_t next = at + 1 == corners.size() ? 0 : at + 1;
    const Vector3d line = placed.rotation * across.line;
    const bool forward = direction(placed, corners[at], corners[next]).dot(line) > 0;
    const Vector3d along = forward ? line : Vector3d(-line);
    const Vector3d normal = normal_of(placed, face);
    if (star.at_vertex) {
        star.faces.push_back({normal, along, -along});
        star.outward += std::numbers::pi * normal;
    } else {
        star.faces.push_back({normal, normal.cross(along), along});
        star.outward += normal;
    }
}

constexpr int most_thin = 8;  // Choice. So many thin faces side by side are looked past

/// Adds the corner of a face that starts with the edge from corner i on, which leads away from the
/// vertex. Of a thin face there is none; but where it goes past the vertex, with long sides both
/// ways, what lies behind it is there instead.
void add_sector(const PlacedShape& placed, FaceIndex face, std::size_t i, Star& star) {
    const Polyhedron::Data& shape = placed.shape;
    const auto corners = shape.corners_of(face);
    const std::size_t n = corners.size();
    std::size_t before = i;
    do {
        before = before == 0 ? n - 1 : before - 1;
    } while (before != i && is_place(star, corners[before]));
    const VertexIndex next = corners[i + 1 == n ? 0 : i + 1];
    const Vector3d from = direction(placed, corners[i], next);
    const Vector3d to = direction(placed, corners[i], corners[before]);
    if (!shape.is_thin(face)) {
        const Vector3d normal = normal_of(placed, face);
        star.outward += angle_between(from, to) * normal;
        star.faces.push_back({normal, from, to});
        return;
    }
    const Vector3d& here = shape.positions[corners[i].value];
    const auto is_side = [&](VertexIndex end) {
        return (shape.positions[end.value] - here).norm() > most_widths * shape.thin_width;
    };
    if (from.dot(to) < 0 && is_side(next) && is_side(corners[before])) {
        const Across across{here, (shape.positions[next.value] - here).stableNormalized()};
        const EdgeIndex other = edge_across(shape, face, across, [&](EdgeIndex edge) {
            const auto [p, q] = shape.edge_ends[edge.value];
            return is_place(star, p) || is_place(star, q);
        });
        if (other.is_none()) return;
        for (const FaceIndex behind : shape.faces_of(other)) {
            if (behind != face) add_half_plane(placed, behind, other, across, most_thin, star);
        }
    }
}

void find_vertex_star(const PlacedShape& placed, VertexIndex vertex, Star& star) {
    const Polyhedron::Data& shape = placed.shape;
    star.at_vertex = true;
    find_places(shape, vertex, star);
    for (const VertexIndex place : star.places) {
        const std::uint32_t end = shape.vertex_edge_begins[place.value + 1];
        for (std::uint32_t e = shape.vertex_edge_begins[place.value]; e < end; ++e) {
            const EdgeIndex edge = shape.vertex_edges[e];
            // An edge between two of the places has no direction, though it may be a little longer
            // than a short one: two short edges lead from end to end.
            if (star.places.size() > 1 && is_place(star, other_end(shape, edge, place))) continue;
            if (shape.is_thin(edge)) {
                star.rays.push_back(direction(placed, place, other_end(shape, edge, place)));
            }
            // Each face at a vertex has two edges there; it is added with the one that starts from
            // it.
            for (const FaceIndex face : shape.faces_of(edge)) {
                const auto corners = shape.corners_of(face);
                const auto edges = std::span(shape.corner_edges)
                                       .subspan(shape.face_begins[face.value], corners.size());
                const auto at =
                    static_cast<std::size_t>(std::ranges::find(corners, place) - corners.begin());
                if (edges[at] == edge) add_sector(placed, face, at, star);
            }
        }
    }
}

void find_edge_star(const PlacedShape& placed, const StarPlace& place, Star& star) {
    const Polyhedron::Data& shape = placed.shape;
    const FaceIndex face(place.loaded.face);
    const EdgeIndex edge = shape.corner_edges[shape.face_begins[face.value] + place.corner];
    SWEPT_ASSERT(place.corner < shape.corners_of(face).size(), "an edge of the face");
    if (shape.is_short(edge)) return;
    const auto [p, q] = shape.edge_ends[edge.value];
    const Vector3d whole = shape.positions[q.value] - shape.positions[p.value];
    Across across{shape.positions[p.value], whole.stableNormalized()};
    if (shape.is_thin(edge)) {
        const Vector3d line = placed.rotation * across.line;
        star.rays.insert(star.rays.end(), {line, -line});
        const bool forward = shape.corners_of(face)[place.corner] == p;
        across.from += (forward ? place.share : 1 - place.share) * whole;
    }
    for (const FaceIndex other : shape.faces_of(edge)) {
        add_half_plane(placed, other, edge, across, most_thin, star);
    }
}

}  // namespace

double Star::steepest_climb(const Vector3d& n) const {
    SWEPT_ASSERT(detail::is_unit(n), "a direction of unit length");
    double steepest = -1;
    for (const Vector3d& ray : rays) steepest = std::max(steepest, n.dot(ray));
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
    if (!at_vertex) return most;
    for (const Vector3d& ray : rays) most = std::max(most, way.dot(ray));
    return most;
}

void find_star(const PlacedShape& placed, const StarPlace& place, Star& star) {
    const Polyhedron::Data& shape = placed.shape;
    star.faces.clear();
    star.rays.clear();
    star.at_vertex = false;
    star.solid = shape.has_internal();
    star.outward.setZero();
    if (shape.planes.empty()) return;
    switch (place.part) {
        case FeaturePart::face:
            star.outward = place.loaded.normal;
            break;
        case FeaturePart::edge:
            find_edge_star(placed, place, star);
            break;
        case FeaturePart::vertex:
            find_vertex_star(placed, shape.corners_of(FaceIndex(place.loaded.face))[place.corner],
                             star);
            break;
    }
}

}  // namespace swept::distance_detail
