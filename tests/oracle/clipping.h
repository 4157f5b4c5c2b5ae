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
inline Outline clipped(const Outline& shape, const Plane& plane) {
    Outline kept;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const Vector& p = shape[i];
        const Vector& q = shape[(i + 1) % shape.size()];
        const Number at_p = plane.at(p), at_q = plane.at(q);
        if (at_p >= 0) kept.push_back(p);
        if ((at_p > 0 && at_q < 0) || (at_p < 0 && at_q > 0)) {
            kept.push_back(between(p, at_p, q, at_q));
        }
    }
    return kept;
}

/// The part of an outline in the plane of a triangle that lies within its three sides.
inline Outline clipped_to_sides(Outline shape, const Outline& triangle) {
    const Vector normal = plane_of(triangle).normal;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vector inward = cross(normal, triangle[(i + 1) % 3] - triangle[i]);
        shape = clipped(shape, {inward, -dot(inward, triangle[i])});
    }
    return shape;
}

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

inline bool on_both_sides(const Outline& shape, const Plane& plane) {
    bool front = false, back = false;
    for (const Vector& p : shape) {
        front = front || plane.at(p) > 0;
        back = back || plane.at(p) < 0;
    }
    return front && back;
}

}  // namespace clipping

/// Whether the inner parts of two triangles cross along a line of positive length, or they look the
/// same way and share an area of one plane.
inline bool triangles_cross(const TriangleCorners& corners_a, const TriangleCorners& corners_b) {
    using namespace clipping;
    const Outline a = outline(corners_a), b = outline(corners_b);
    const Plane plane_a = plane_of(a), plane_b = plane_of(b);
    if (is_zero(plane_a.normal) || is_zero(plane_b.normal)) return false;
    if (is_zero(cross(plane_a.normal, plane_b.normal))) {
        if (plane_a.at(b[0]) != 0 || dot(plane_a.normal, plane_b.normal) < 0) return false;
        return has_area(clipped_to_sides(a, b));
    }
    if (!on_both_sides(a, plane_b) || !on_both_sides(b, plane_a)) return false;
    const Plane back_b{{-plane_b.normal[0], -plane_b.normal[1], -plane_b.normal[2]},
                       -plane_b.offset};
    const Outline in_plane = clipped(clipped(a, plane_b), back_b);
    return has_length(clipped_to_sides(in_plane, b));
}

/// The square of the distance from a point to a triangle, with area or without.
inline clipping::Number distance_sq(const Eigen::Vector3d& point, const TriangleCorners& corners) {
    using namespace clipping;
    const Vector x = vector(point);
    const Outline t = outline(corners);
    const auto to_segment = [&](const Vector& p, const Vector& q) -> Number {
        const Vector along = q - p;
        const Number length_sq = dot(along, along);
        Number share = length_sq == 0 ? Number(0) : Number(dot(x - p, along) / length_sq);
        if (share < 0) share = 0;
        if (share > 1) share = 1;
        const Vector nearest{Number(p[0] + share * along[0]), Number(p[1] + share * along[1]),
                             Number(p[2] + share * along[2])};
        return dot(x - nearest, x - nearest);
    };
    const Plane plane = plane_of(t);
    if (!is_zero(plane.normal)) {
        bool over = true;
        for (std::size_t i = 0; i < 3; ++i) {
            over = over && dot(cross(plane.normal, t[(i + 1) % 3] - t[i]), x - t[i]) >= 0;
        }
        const Number height = plane.at(x);
        if (over) return height * height / dot(plane.normal, plane.normal);
    }
    return std::min({to_segment(t[0], t[1]), to_segment(t[1], t[2]), to_segment(t[2], t[0])});
}

}  // namespace swept::oracle
