#pragma once

// A judge of placements: are two placed shapes (pose * vertex, in doubles; faces as the fan of
// triangles from the first corner) separate, exactly, and how far apart are they?
//
// Two triangles are apart by at least g when some unit vector n has n.(x - y) >= g for all their
// corners. The direction is guessed from the closest features; the gap along it is computed in long
// double and lowered by a bound of its rounding, so that any guess is safe. What this cannot
// decide is decided in rational numbers. A tree of boxes of its own keeps far pairs out.
//
// Shares with the library the plain data of its types, and nothing else.

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <boost/multiprecision/gmp.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "swept/polyhedron.h"
#include "tests/oracle/sweep_twin.h"

namespace swept::oracle {

/// Of points; a box of its own, so that the library's may be wrong.
struct JudgedBox {
    Eigen::Vector3d lower = Eigen::Vector3d::Constant(std::numeric_limits<double>::infinity());
    Eigen::Vector3d upper = Eigen::Vector3d::Constant(-std::numeric_limits<double>::infinity());

    void add(const Eigen::Vector3d& p) {
        lower = lower.cwiseMin(p);
        upper = upper.cwiseMax(p);
    }
};

using JudgedTriangle = std::array<std::uint32_t, 3>;
using TrianglePoints = std::array<Eigen::Vector3d, 3>;

// ---- Rational numbers ----

namespace exact_distance {

using Number = boost::multiprecision::number<boost::multiprecision::gmp_rational,
                                             boost::multiprecision::et_off>;

struct Vector {
    Number x, y, z;
};

inline Vector vector(const Eigen::Vector3d& p) {
    return {Number(p[0]), Number(p[1]), Number(p[2])};
}
inline Vector operator-(const Vector& a, const Vector& b) {
    return {Number(a.x - b.x), Number(a.y - b.y), Number(a.z - b.z)};
}
inline Vector operator+(const Vector& a, const Vector& b) {
    return {Number(a.x + b.x), Number(a.y + b.y), Number(a.z + b.z)};
}
inline Vector operator*(const Number& s, const Vector& a) {
    return {Number(s * a.x), Number(s * a.y), Number(s * a.z)};
}
inline Number dot(const Vector& a, const Vector& b) {
    return Number(a.x * b.x + a.y * b.y + a.z * b.z);
}
inline Vector cross(const Vector& a, const Vector& b) {
    return {Number(a.y * b.z - a.z * b.y), Number(a.z * b.x - a.x * b.z),
            Number(a.x * b.y - a.y * b.x)};
}

using Triangle = std::array<Vector, 3>;

Number point_segment_sq(const Vector& p, const Vector& a, const Vector& b);

Number point_triangle_sq(const Vector& p, const Triangle& t);

Number segments_sq(const Vector& a, const Vector& b, const Vector& c, const Vector& d);

/// Whether the segment passes from one side of the triangle's plane to the other, through the
/// triangle. (What only touches has distance 0 between features.)
bool pierces(const Vector& from, const Vector& to, const Triangle& t);

inline Triangle triangle(const TrianglePoints& t) {
    return {vector(t[0]), vector(t[1]), vector(t[2])};
}

/// The squared distance of two triangles, 0 where they meet.
Number triangles_sq(const TrianglePoints& first, const TrianglePoints& second);

}  // namespace exact_distance

// ---- Placed shapes ----

/// Triangles in place, with boxes in a tree (halved at the middle along the longest side).
class JudgedShape {
   public:
    JudgedShape(const Polyhedron& shape, const Pose& pose);

    /// The same shape elsewhere; the tree keeps its form and gets new boxes.
    void move(const Polyhedron& shape, const Pose& pose) {
        place(shape, pose);
        for (std::size_t i = nodes_.size(); i-- > 0;) refit(nodes_[i]);
    }

    [[nodiscard]] const JudgedBox& box() const { return nodes_[0].box; }
    [[nodiscard]] bool closed() const { return closed_; }
    [[nodiscard]] std::size_t triangle_count() const { return triangles_.size(); }
    [[nodiscard]] double largest_coordinate() const { return largest_; }
    [[nodiscard]] const JudgedBox& box_of(std::uint32_t triangle) const { return boxes_[triangle]; }
    /// One vertex of each connected part.
    [[nodiscard]] const std::vector<std::uint32_t>& part_vertices() const { return parts_; }
    [[nodiscard]] const Eigen::Vector3d& vertex(std::uint32_t v) const { return points_[v]; }
    [[nodiscard]] TrianglePoints points_of(std::uint32_t triangle) const {
        const JudgedTriangle& t = triangles_[triangle];
        return {points_[t[0]], points_[t[1]], points_[t[2]]};
    }

    /// Calls see(triangle) for all whose boxes come within `reach` of the box.
    template <class See>
    void near(const JudgedBox& box, double reach, const See& see) const {
        std::array<std::uint32_t, 128> stack{};
        std::size_t depth = 0;
        stack[depth++] = 0;
        while (depth > 0) {
            const Node& node = nodes_[stack[--depth]];
            if (!within(node.box, box, reach)) continue;
            if (node.count > 0) {
                for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
                    if (within(boxes_[order_[i]], box, reach)) see(order_[i]);
                }
            } else {
                stack[depth++] = node.first;
                stack[depth++] = node.second;
            }
        }
    }

    /// Whether a point that is not on the surface is inside: by a ray in a direction in which every
    /// sign is certain. Only for closed shapes.
    [[nodiscard]] bool holds(const Eigen::Vector3d& point) const;

   private:
    struct Node {
        JudgedBox box;
        std::uint32_t first = 0, second = 0;  ///< triangles from first, or the two children
        std::uint32_t count = 0;              ///< 0: inner
    };
    bool closed_ = false;
    double largest_ = 0;
    std::vector<JudgedTriangle> triangles_;
    std::vector<Eigen::Vector3d> points_;
    std::vector<JudgedBox> boxes_;
    std::vector<std::uint32_t> order_, parts_;
    std::vector<Node> nodes_;

    /// Whether there are triangles, and every side is run along as often one way as the other.
    static bool is_balanced(const std::vector<JudgedTriangle>& triangles);

    static bool within(const JudgedBox& a, const JudgedBox& b, double reach) {
        for (int i = 0; i < 3; ++i) {
            if (a.lower[i] > b.upper[i] + reach || b.lower[i] > a.upper[i] + reach) return false;
        }
        return true;
    }

    void place(const Polyhedron& shape, const Pose& pose);

    void find_components(std::uint32_t vertices);

    std::uint32_t build(std::uint32_t begin, std::uint32_t end);

    void refit(Node& node);

    /// Whether the ray may meet the box; generous.
    static bool ray_near(const JudgedBox& box, const Eigen::Vector3d& from,
                         const Eigen::Vector3d& way);

    /// Exact.
    static bool are_in_line(const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                            const Eigen::Vector3d& c);

    /// The sign of det(a, b, c), or 2 when rounding hides it.
    static int sign_of(const LongVector& a, const LongVector& b, const LongVector& c) {
        const Length value = a.dot(b.cross(c));
        const Length bound = 0x1p-58L * a.norm() * b.norm() * c.norm();
        if (value > bound) return 1;
        if (value < -bound) return -1;
        return 2;
    }

    bool count_crossings(const Eigen::Vector3d& from, const Eigen::Vector3d& way,
                         int& winding) const;

    bool count_crossing(std::uint32_t triangle, const Eigen::Vector3d& from,
                        const Eigen::Vector3d& way, int& winding) const;
};

// ---- How far apart ----

/// Two triangles that are close, at the moment of the question.
struct NearPair {
    std::uint32_t triangle_a = 0, triangle_b = 0;
    Eigen::Vector3d on_a = Eigen::Vector3d::Zero();
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();  ///< from b to a; zero when not known
    double distance = 0;                               ///< no more than the true one
};

struct Separation {
    bool crossing = false;       ///< some triangles have a point in common, exactly
    bool inside = false;         ///< apart, but a part of one lies inside the other, closed one
    double distance = 0;         ///< no more than the true distance; at most `reach`
    std::uint64_t rational = 0;  ///< pairs of triangles that only rational numbers decided
    [[nodiscard]] bool interpenetrate() const { return crossing || inside; }
};

/// The closest features of two triangles, as a guess.
Closest closest_guess(const TrianglePoints& first, const TrianglePoints& second);

/// The distance of two triangles from below: proven along a direction, or in rational numbers when
/// that shows less than there seems to be, within `reach`. 0 only when they have a point in common.
double distance_below(const TrianglePoints& a, const TrianglePoints& b, double reach,
                      NearPair& pair, std::uint64_t& rational);

/// Whether one lies on one side of the other's plane, further away than `reach`: in doubles, with
/// plenty of room for rounding, so that most pairs need no more.
bool clearly_beyond(const TrianglePoints& plane_of, const TrianglePoints& other, double reach);

/// Whether a part of one lies inside the other, a closed one; the surfaces have no point in common.
bool holds_a_part(const JudgedShape& a, const JudgedShape& b);

/// All pairs within `reach`; `see(NearPair)` is called for each.
template <class See>
Separation separation(const JudgedShape& a, const JudgedShape& b, double reach, const See& see) {
    Separation answer;
    answer.distance = reach;
    const bool a_first = a.triangle_count() <= b.triangle_count();
    const JudgedShape &few = a_first ? a : b, &many = a_first ? b : a;
    const double slack = reach + 1e-14 * (a.largest_coordinate() + b.largest_coordinate());
    const auto look = [&](std::uint32_t triangle) {
        many.near(few.box_of(triangle), slack, [&](std::uint32_t other) {
            NearPair pair;
            pair.triangle_a = a_first ? triangle : other;
            pair.triangle_b = a_first ? other : triangle;
            const TrianglePoints points_a = a.points_of(pair.triangle_a);
            const TrianglePoints points_b = b.points_of(pair.triangle_b);
            if (clearly_beyond(points_a, points_b, slack) ||
                clearly_beyond(points_b, points_a, slack)) {
                return;
            }
            pair.distance = distance_below(points_a, points_b, reach, pair, answer.rational);
            if (pair.distance == 0) answer.crossing = true;
            answer.distance = std::min(answer.distance, pair.distance);
            if (pair.distance <= reach) see(pair);
        });
    };
    few.near(many.box(), slack, look);
    if (answer.crossing) return answer;
    answer.inside = holds_a_part(a, b);
    return answer;
}

inline Separation separation(const JudgedShape& a, const JudgedShape& b, double reach) {
    return separation(a, b, reach, [](const NearPair&) {});
}

/// Whether any edge of one crosses or touches a face of the other, or a part of one lies inside the
/// other, a closed and oriented one. Exact.
inline bool interpenetrate(const Polyhedron& a, const Pose& pose_a, const Polyhedron& b,
                           const Pose& pose_b) {
    return separation(JudgedShape(a, pose_a), JudgedShape(b, pose_b), 0).interpenetrate();
}

/// Whether no two points of the surfaces are closer than d > 0. Exact.
bool separation_at_least(const Polyhedron& a, const Pose& pose_a, const Polyhedron& b,
                         const Pose& pose_b, double d);

}  // namespace swept::oracle
