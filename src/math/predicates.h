#pragma once

// On which side does a point lie? The sign of a determinant of the given doubles, always right: a
// floating-point filter answers when the sign is certain, exact arithmetic otherwise. No
// allocation, no set-up, no restriction on the coordinates but that they are finite. Source:
// Shewchuk 1997; we add an underflow term to the filter and an integer path for coordinates whose
// products leave the range of double, where his expansions are not exact.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cmath>

#include "core/assert.h"
#include "swept/tolerance.h"

namespace swept::exact {

/// A point of a coordinate plane.
struct Point2 {
    double x;
    double y;
};

/// The coordinate plane seen from the tip of an axis, so that counter-clockwise stays so for
/// polygons whose normal has a positive component there: axis 0 -> (y, z), 1 -> (z, x), 2 -> (x,
/// y).
[[nodiscard]] inline Point2 seen_along(int axis, const Eigen::Vector3d& p) {
    SWEPT_ASSERT(axis >= 0 && axis < 3, "x, y or z");
    return {p[(axis + 1) % 3], p[(axis + 2) % 3]};
}

[[nodiscard]] int orient3d_exact(const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                                 const Eigen::Vector3d& c, const Eigen::Vector3d& d);
/// The sign of ((b - a) x (c - a)) . (head - base): orient3d for a vector from anywhere.
[[nodiscard]] int turn_exact(const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                             const Eigen::Vector3d& c, const Eigen::Vector3d& head,
                             const Eigen::Vector3d& base);
[[nodiscard]] int orient2d_exact(Point2 a, Point2 b, Point2 c);

namespace detail {
// Underflow in one product costs at most 2^-1075, times the third factor, for at most six products:
// 2^-1070 would cover them. It is far more, for arithmetic with subnormal numbers is slow and would
// be met at every call; what is that small goes to the exact path.
inline constexpr double underflow = 0x1p-1000;
// Shewchuk's (7 + 56u)u and (3 + 16u)u, rounded up.
inline constexpr double filter3d = 8 * tolerance::unit_roundoff;
inline constexpr double filter2d = 4 * tolerance::unit_roundoff;
}  // namespace detail

/// The sign of ((b - a) x (c - a)) . (d - a): +1 when d lies in front of the plane through a, b, c
/// (counter-clockwise seen from the front), -1 behind, 0 exactly in it.
[[nodiscard]] inline int orient3d(const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                                  const Eigen::Vector3d& c, const Eigen::Vector3d& d) {
    const double bx = b[0] - a[0], by = b[1] - a[1], bz = b[2] - a[2];
    const double cx = c[0] - a[0], cy = c[1] - a[1], cz = c[2] - a[2];
    const double dx = d[0] - a[0], dy = d[1] - a[1], dz = d[2] - a[2];
    const double cxdy = cx * dy, cydx = cy * dx;
    const double dxby = dx * by, dybx = dy * bx;
    const double bxcy = bx * cy, bycx = by * cx;
    const double determinant = bz * (cxdy - cydx) + cz * (dxby - dybx) + dz * (bxcy - bycx);
    const double permanent = (std::abs(cxdy) + std::abs(cydx)) * std::abs(bz) +
                             (std::abs(dxby) + std::abs(dybx)) * std::abs(cz) +
                             (std::abs(bxcy) + std::abs(bycx)) * std::abs(dz);
    const double bound = detail::filter3d * permanent +
                         detail::underflow * (1 + std::abs(bz) + std::abs(cz) + std::abs(dz));
    if (determinant > bound) return 1;
    if (-determinant > bound) return -1;
    return orient3d_exact(a, b, c, d);
}

/// The sign of (b - a) x (c - a): +1 when a, b, c turn left, -1 right, 0 on one line.
[[nodiscard]] inline int orient2d(Point2 a, Point2 b, Point2 c) {
    const double left = (b.x - a.x) * (c.y - a.y);
    const double right = (b.y - a.y) * (c.x - a.x);
    const double determinant = left - right;
    const double bound = detail::filter2d * (std::abs(left) + std::abs(right)) + detail::underflow;
    if (determinant > bound) return 1;
    if (-determinant > bound) return -1;
    return orient2d_exact(a, b, c);
}

/// The same for three points of space, seen along an axis (seen_along).
[[nodiscard]] inline int orient2d(int axis, const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                                  const Eigen::Vector3d& c) {
    return orient2d(seen_along(axis, a), seen_along(axis, b), seen_along(axis, c));
}

/// Whether three points lie exactly on one line.
[[nodiscard]] inline bool collinear(const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                                    const Eigen::Vector3d& c) {
    // Along the axis that shows most of the triangle the sign is easy, and mostly says no; along
    // the others, of a triangle that is square to the axes, it takes all digits to find a 0.
    const Eigen::Vector3d shown = (b - a).cross(c - a).cwiseAbs();
    const int first =
        shown[1] > shown[0] ? (shown[2] > shown[1] ? 2 : 1) : (shown[2] > shown[0] ? 2 : 0);
    return orient2d(first, a, b, c) == 0 && orient2d((first + 1) % 3, a, b, c) == 0 &&
           orient2d((first + 2) % 3, a, b, c) == 0;
}

/// Along any line the lexicographic order of points is the order on the line.
[[nodiscard]] inline bool precedes(const Eigen::Vector3d& x, const Eigen::Vector3d& y) {
    if (x[0] != y[0]) return x[0] < y[0];
    if (x[1] != y[1]) return x[1] < y[1];
    return x[2] < y[2];
}

/// An axis along which three points are not seen in one line; they are not on one line.
[[nodiscard]] inline int axis_to_see(const Eigen::Vector3d& p, const Eigen::Vector3d& q,
                                     const Eigen::Vector3d& r) {
    const Eigen::Vector3d normal = (q - p).cross(r - p).cwiseAbs();
    int axis = 0;
    normal.maxCoeff(&axis);
    // Bounded, whatever is asked: of points on one line no axis does.
    for (int i = 0; i < 2 && orient2d(axis, p, q, r) == 0; ++i) axis = (axis + 1) % 3;
    return axis;
}

}  // namespace swept::exact
