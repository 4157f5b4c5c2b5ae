#pragma once

// A judge of two triangles, without a single orientation sign of the library: how they meet is
// found in rational arithmetic by clipping, point by point. Triangles may have no area.

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <boost/multiprecision/gmp.hpp>
#include <vector>

namespace swept::oracle {

using TriangleCorners = std::array<Eigen::Vector3d, 3>;

namespace clipping {

// Values, not expressions: an `auto` that holds an expression dangles.
using Number = boost::multiprecision::number<boost::multiprecision::gmp_rational,
                                             boost::multiprecision::et_off>;
using Vector = std::array<Number, 3>;
using Outline = std::vector<Vector>;

inline Vector operator-(const Vector& a, const Vector& b) {
    return {Number(a[0] - b[0]), Number(a[1] - b[1]), Number(a[2] - b[2])};
}
inline Number dot(const Vector& a, const Vector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Vector cross(const Vector& a, const Vector& b) {
    return {Number(a[1] * b[2] - a[2] * b[1]), Number(a[2] * b[0] - a[0] * b[2]),
            Number(a[0] * b[1] - a[1] * b[0])};
}
inline bool is_zero(const Vector& a) {
    return a[0] == 0 && a[1] == 0 && a[2] == 0;
}
inline Vector vector(const Eigen::Vector3d& p) {
    return {Number(p[0]), Number(p[1]), Number(p[2])};
}
inline Outline outline(const TriangleCorners& t) {
    return {vector(t[0]), vector(t[1]), vector(t[2])};
}

/// normal . x + offset
struct Plane {
    Vector normal;
    Number offset;
    [[nodiscard]] Number at(const Vector& x) const { return dot(normal, x) + offset; }
};

inline Plane plane_of(const Outline& t) {
    const Vector normal = cross(t[1] - t[0], t[2] - t[0]);
    return {normal, -dot(normal, t[0])};
}

inline Vector between(const Vector& p, const Number& at_p, const Vector& q, const Number& at_q) {
    const Number share = at_p / (at_p - at_q);
    Vector x;
    for (std::size_t i = 0; i < 3; ++i) x[i] = p[i] + share * (q[i] - p[i]);
    return x;
}

/// What is left of a polygon, a segment (two points) or a point on the side where the plane is not
/// negative.
Outline clipped(const Outline& shape, const Plane& plane);

/// The part of an outline in the plane of a triangle that lies within its three sides.
Outline clipped_to_sides(Outline shape, const Outline& triangle);

inline bool has_length(const Outline& shape) {
    return std::any_of(shape.begin(), shape.end(),
                       [&](const Vector& p) { return !is_zero(p - shape[0]); });
}

inline bool has_area(const Outline& shape) {
    for (std::size_t i = 2; i < shape.size(); ++i) {
        if (!is_zero(cross(shape[i - 1] - shape[0], shape[i] - shape[0]))) return true;
    }
    return false;
}

bool on_both_sides(const Outline& shape, const Plane& plane);

}  // namespace clipping

/// Whether the inner parts of two triangles cross along a line of positive length, or they look the
/// same way and share an area of one plane.
bool triangles_cross(const TriangleCorners& corners_a, const TriangleCorners& corners_b);

/// The square of the distance from a point to a triangle, with area or without.
clipping::Number distance_sq(const Eigen::Vector3d& point, const TriangleCorners& corners);

}  // namespace swept::oracle
