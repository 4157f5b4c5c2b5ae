#pragma once

// What is this polygon: its plane, whether it is convex, and how it is cut into convex pieces if
// not.

#include <span>
#include <vector>

#include "core/namespaces.h"
#include "shape/faces.h"
#include "swept/polyhedron.h"

namespace swept::shape_detail {

using Positions = std::span<const Eigen::Vector3d>;
using Loop = std::span<const std::uint32_t>;

/// The plane of a polygon: Newell's normal, and the offset that halves the spread of its corners.
/// The polygon must not have all corners on one line.
[[nodiscard]] Plane fit_plane(Positions positions, Loop loop);

/// A bound on |n.x + offset| in exact arithmetic, over the corners of a polygon: the value in
/// double plus its rounding error.
[[nodiscard]] double plane_deviation(const Plane& plane, Positions positions, Loop loop);

/// Whether all corners lie exactly on one line.
[[nodiscard]] bool has_zero_area(Positions positions, Loop loop);

/// The axis along which a plane is seen at its largest: 0, 1 or 2.
[[nodiscard]] int dominant_axis(const Plane& plane);

/// Whether a polygon, seen along the dominant axis of its plane, turns left or goes straight on at
/// every corner and goes round once. Decided exactly.
[[nodiscard]] bool is_convex(const Plane& plane, Positions positions, Loop loop);

/// A power of two by which to multiply the polygon's lengths so that their products do not
/// underflow: 1 but for tiny polygons.
[[nodiscard]] double factor_of(Positions positions, Loop loop);

/// The square of twice the area of a triangle, its sides multiplied by `factor`.
[[nodiscard]] double twice_area_sq(const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                                   const Eigen::Vector3d& c, double factor);

/// Three corners of a convex polygon that span a large triangle, for exact tests about its plane.
[[nodiscard]] std::array<std::uint32_t, 3> spanning_corners(Positions positions, Loop loop);

struct SplitResult {
    bool planar = true;
    bool self_crossing = false;
};

/// Cuts a polygon into convex pieces with the same corners and appends them to `pieces`: triangles
/// where it is not planar within `tolerance` (a length), larger convex polygons otherwise. An
/// outline that crosses itself is cut all the same, and said so.
SplitResult split_polygon(Positions positions, Loop loop, std::uint32_t source, double tolerance,
                          Faces& pieces);

}  // namespace swept::shape_detail
