#pragma once

// Rays along an axis that count how often they cross a surface: winding numbers, decided exactly.

#include <Eigen/Core>
#include <array>
#include <cstddef>

#include "core/namespaces.h"
#include "math/predicates.h"

namespace swept::shape_detail {

/// A point; or one next to it, moved by less than anything towards a second point, and by less than
/// that towards a third. What is affine in the point has the sign that it has at the first of them
/// where it is not 0.
struct NearPoint {
    Eigen::Vector3d point;
    std::array<Eigen::Vector3d, 2> towards{};
    std::size_t moves = 0;

    explicit NearPoint(const Eigen::Vector3d& itself) : point(itself) {}
    NearPoint(const Eigen::Vector3d& from, const Eigen::Vector3d& to)
        : point(from), towards{to}, moves(1) {}
    NearPoint(const Eigen::Vector3d& from, const Eigen::Vector3d& to, const Eigen::Vector3d& then)
        : point(from), towards{to, then}, moves(2) {}

    template <class Sign>
    [[nodiscard]] int sign_of(const Sign& sign_at) const {
        int sign = sign_at(point);
        for (std::size_t i = 0; i < moves && sign == 0; ++i) sign = sign_at(towards[i]);
        return sign;
    }
    /// exact::orient2d(axis, a, b, this)
    [[nodiscard]] int side_of_line(int axis, const Eigen::Vector3d& a,
                                   const Eigen::Vector3d& b) const {
        return sign_of([&](const Eigen::Vector3d& p) { return exact::orient2d(axis, a, b, p); });
    }
    /// exact::orient3d(a, b, c, this)
    [[nodiscard]] int side_of_plane(const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                                    const Eigen::Vector3d& c) const {
        return sign_of([&](const Eigen::Vector3d& p) { return exact::orient3d(a, b, c, p); });
    }
};

/// A ray along an axis of the world, there (sign 1) or back (-1). Its point is thought shifted by
/// (e, e^2) across, with an e that is positive and smaller than anything: so it never runs through
/// a vertex or an edge, and of two triangles that share an edge just one is hit.
struct AxisRay {
    const NearPoint& from;
    int axis;
    int sign;

    /// On which side of the line from a to b the ray runs, seen along the axis. 0 only when a and b
    /// are one point, seen so.
    [[nodiscard]] int side(const Eigen::Vector3d& a, const Eigen::Vector3d& b) const {
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        const int exact_side = from.side_of_line(axis, a, b);
        if (exact_side != 0) return exact_side;
        if (a[v] != b[v]) return a[v] > b[v] ? 1 : -1;
        if (a[u] != b[u]) return b[u] > a[u] ? 1 : -1;
        return 0;
    }

    /// +1 when the ray leaves through the front of a triangle, -1 when it comes in, 0 when it
    /// misses. It does not start on the triangle.
    [[nodiscard]] int crossing(const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                               const Eigen::Vector3d& c) const {
        const auto is_past = [&](const Eigen::Vector3d& p) {
            return sign * p[axis] < sign * from.point[axis];
        };
        if (is_past(a) && is_past(b) && is_past(c)) return 0;
        const int turn = side(a, b);
        if (turn == 0 || turn != side(b, c) || turn != side(c, a)) return 0;
        // Seen counter-clockwise, the triangle looks along the axis: what is behind it is before it
        // on the way there, what is in front of it on the way back.
        return from.side_of_plane(a, b, c) == -turn * sign ? turn * sign : 0;
    }
};

}  // namespace swept::shape_detail
