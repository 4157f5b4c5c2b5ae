#pragma once

// Static distances of pairs of features, clamped to the features themselves: the closest points of
// a point or an edge and a point, an edge or a convex face. Errors are a few u times the largest
// difference of coordinates, also for edges that are almost parallel.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <span>

#include "core/assert.h"
#include "core/namespaces.h"
#include "math/expansion.h"

namespace swept::features_detail {

/// A convex face in a plane: corners counter-clockwise seen from where the unit normal points.
struct FaceGeometry {
    std::span<const Eigen::Vector3d> corners;
    Eigen::Vector3d normal;

    /// From corner i to the next.
    [[nodiscard]] Eigen::Vector3d edge(std::size_t i) const {
        return corners[i + 1 == corners.size() ? 0 : i + 1] - corners[i];
    }
};

/// Where two features are closest: the vector from the obstacle's point to the mover's, and its
/// length.
struct Closest {
    Eigen::Vector3d vector;
    double distance;
};

/// Parameter in [0, 1] of the point of the edge (c, c + dq) closest to x.
[[nodiscard]] inline double foot_on_edge(const Eigen::Vector3d& x, const Eigen::Vector3d& c,
                                         const Eigen::Vector3d& dq) {
    const double length_sq = dq.squaredNorm();
    if (length_sq == 0) return 0;
    return std::clamp((x - c).dot(dq) / length_sq, 0.0, 1.0);
}

[[nodiscard]] inline Closest point_to_point(const Eigen::Vector3d& x, const Eigen::Vector3d& p) {
    const Eigen::Vector3d vector = x - p;
    return {vector, vector.norm()};
}

/// `inside`: the closest point lies between the ends of the edge.
struct ClosestOnEdge : Closest {
    double foot;  ///< its parameter, 0 to 1

    [[nodiscard]] bool inside() const { return foot > 0 && foot < 1; }
};

[[nodiscard]] inline ClosestOnEdge point_to_edge(const Eigen::Vector3d& x, const Eigen::Vector3d& c,
                                                 const Eigen::Vector3d& dq) {
    const double foot = foot_on_edge(x, c, dq);
    const Eigen::Vector3d vector = (x - c) - foot * dq;
    return {{vector, vector.norm()}, foot};
}

/// `foot_inside`: the closest point lies inside the face or on its outline, straight below x.
struct ClosestOnFace : Closest {
    double height;  ///< n.(x - p0), signed
    bool foot_inside;

    /// How far the foot is beside the face, whose unit normal this is.
    [[nodiscard]] double beside(const Eigen::Vector3d& normal) const {
        return foot_inside ? 0 : (vector - normal.dot(vector) * normal).norm();
    }
};

/// dp x dq to full relative accuracy, however parallel the two are: differences of products in
/// doubled precision where they cancel.
///
/// Above the sine 1e-4 (`plain_above` is its square) plain products lose at most four digits: for
/// edges that touch an error of 1e-12 times their distance e, which is below every other error.
/// Normals of faces, which are used as far as these reach, need more: `all_digits`.
inline constexpr double all_digits = 0x1p-4;
[[nodiscard]] inline Eigen::Vector3d accurate_cross(const Eigen::Vector3d& dp,
                                                    const Eigen::Vector3d& dq,
                                                    double plain_above = 1e-8) {
    Eigen::Vector3d plain = dp.cross(dq);
    if (plain.squaredNorm() > plain_above * (dp.squaredNorm() * dq.squaredNorm())) return plain;
    const auto difference = [](double a, double b, double c, double d) {
        const exact::TwoTerms ab = exact::two_product(a, b), cd = exact::two_product(c, d);
        return (ab.sum - cd.sum) + (ab.error - cd.error);
    };
    return {difference(dp[1], dq[2], dp[2], dq[1]), difference(dp[2], dq[0], dp[0], dq[2]),
            difference(dp[0], dq[1], dp[1], dq[0])};
}

/// Which side of an edge of a face a point is on: n.(dq x (x - c)), positive inside, and how far
/// off rounding may have put it: nine roundings of products of lengths.
struct SideOfEdge {
    double side;
    double error;

    SideOfEdge(const FaceGeometry& face, std::size_t edge, const Eigen::Vector3d& x) {
        const Eigen::Vector3d dq = face.edge(edge), from = x - face.corners[edge];
        side = face.normal.dot(dq.cross(from));
        error = 0x1p-49 * dq.lpNorm<1>() * from.lpNorm<1>();
    }
    [[nodiscard]] bool is_inside() const { return side > error; }
};

/// Whether a point is outside of a face, and not only of the line of one of its edges: no corner is
/// as far out. The line of an edge that is as short as the rounding of its ends says nothing about
/// the rest of the face.
[[nodiscard]] inline bool is_beyond(const FaceGeometry& face, std::size_t edge,
                                    const SideOfEdge& point) {
    const std::size_t n = face.corners.size(), next = edge + 1 == n ? 0 : edge + 1;
    // The ends of the edge itself are on its line: their sides are 0, and that of the next one may
    // be off by the product of the edge with itself.
    const double length = face.edge(edge).lpNorm<1>();
    if (!(-point.side > 0x1p-49 * length * length + point.error)) return false;
    for (std::size_t j = 0; j < n; ++j) {
        if (j == edge || j == next) continue;
        const SideOfEdge corner(face, edge, face.corners[j]);
        if (!(corner.side - point.side > corner.error + point.error)) return false;
    }
    return true;
}

/// A point of the triangle (a, a + e1, a + e2), closest to x if its foot is inside. First how far
/// across e1, then how far along it from there: the second step takes up what the first is off
/// along e1, so that the point of a triangle is off across it by a rounding only, however thin it
/// is.
[[nodiscard]] inline Eigen::Vector3d point_in_triangle(const Eigen::Vector3d& x,
                                                       const Eigen::Vector3d& a,
                                                       const Eigen::Vector3d& e1,
                                                       const Eigen::Vector3d& e2) {
    const Eigen::Vector3d normal = accurate_cross(e1, e2, all_digits);
    const double normal_sq = normal.squaredNorm();
    if (!(normal_sq > 0)) return a;
    const double across = std::clamp(e1.cross(x - a).dot(normal) / normal_sq, 0.0, 1.0);
    const Eigen::Vector3d from = a + across * e2;
    const double along = std::clamp((x - from).dot(e1) / e1.squaredNorm(), 0.0, 1 - across);
    return from + along * e1;
}

namespace closest_detail {

/// The closest point of the outline.
inline void look_at_edges(const Eigen::Vector3d& x, const FaceGeometry& face, ClosestOnFace& best) {
    double least_sq = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < face.corners.size(); ++i) {
        const Eigen::Vector3d& c = face.corners[i];
        const Eigen::Vector3d dq = face.edge(i);
        const Eigen::Vector3d vector = (x - c) - foot_on_edge(x, c, dq) * dq;
        const double distance_sq = vector.squaredNorm();
        if (distance_sq >= least_sq) continue;
        least_sq = distance_sq;
        best.vector = vector;
    }
    best.distance = std::sqrt(least_sq);
    best.foot_inside = false;
}

/// Where no edge decides: the closest point of all triangles of the face, none of whose directions
/// is trusted. `over`: straight below x, if that is inside.
[[nodiscard]] inline ClosestOnFace among_triangles(const Eigen::Vector3d& x,
                                                   const FaceGeometry& face,
                                                   const ClosestOnFace& over, ClosestOnFace best) {
    const Eigen::Vector3d& a = face.corners[0];
    double reach = (x - a).lpNorm<1>();
    for (std::size_t i = 1; i + 1 < face.corners.size(); ++i) {
        const Eigen::Vector3d e1 = face.corners[i] - a, e2 = face.corners[i + 1] - a;
        reach = std::max({reach, e1.lpNorm<1>(), e2.lpNorm<1>()});
        const Eigen::Vector3d vector = x - point_in_triangle(x, a, e1, e2);
        const double distance = vector.norm();
        if (distance >= best.distance) continue;
        best.vector = vector;
        best.distance = distance;
    }
    // No point is closer than the plane; one that is no further, but for rounding, is below x.
    return best.distance <= over.distance + 0x1p-48 * reach ? over : best;
}

}  // namespace closest_detail

/// The distance to the convex hull of the corners, which is known to a few roundings of the largest
/// difference of coordinates whatever the corners are: also where some of them are one but for
/// rounding, or all are in one line but for rounding.
[[nodiscard]] inline ClosestOnFace point_to_face(const Eigen::Vector3d& x,
                                                 const FaceGeometry& face) {
    SWEPT_ASSERT(!face.corners.empty() && detail::is_unit_or_zero(face.normal),
                 "corners, and a unit normal");
    const double height = face.normal.dot(x - face.corners[0]);
    ClosestOnFace best{{height * face.normal, std::abs(height)}, height, true};
    // Inside of every edge, so that the outline goes round the foot.
    std::size_t doubtful = 0;
    const std::size_t n = face.corners.size();
    SideOfEdge point(face, 0, x);
    while (point.is_inside()) {
        if (++doubtful == n) return best;
        point = SideOfEdge(face, doubtful, x);
    }
    const ClosestOnFace over = best;
    closest_detail::look_at_edges(x, face, best);
    for (;;) {
        if (point.side < -point.error && is_beyond(face, doubtful, point)) return best;
        if (++doubtful == n) break;
        point = SideOfEdge(face, doubtful, x);
    }
    return closest_detail::among_triangles(x, face, over, best);
}

/// Closest points of the edges (a, a + dp) and (c, c + dq); `normal` is dp x dq.
struct ClosestOnEdges : Closest {  ///< from the second edge to the first
    double lambda;
    double mu;
    bool inside;  ///< the common normal of the two lines meets both edges
};

[[nodiscard]] inline ClosestOnEdges edge_to_edge(const Eigen::Vector3d& a,
                                                 const Eigen::Vector3d& dp,
                                                 const Eigen::Vector3d& c,
                                                 const Eigen::Vector3d& dq,
                                                 const Eigen::Vector3d& normal) {
    const Eigen::Vector3d between = c - a;
    const auto at = [&](double lambda, double mu, bool inside) {
        const Eigen::Vector3d vector = (lambda * dp - mu * dq) - between;
        return ClosestOnEdges{{vector, vector.norm()}, lambda, mu, inside};
    };
    const double normal_sq = normal.squaredNorm();
    if (normal_sq > 0) {
        // docs/derivations/lines.md, "Closest points of two lines". Where the lines' common normal
        // misses an edge, an end point is closest. Of edges that are almost parallel lambda is off
        // by u / sine; mu is then the foot of that very point and not a second formula with an
        // error of its own, so that the distance is off by the square of it only.
        const double lambda = between.cross(dq).dot(normal) / normal_sq;
        if (lambda >= 0 && lambda <= 1) {
            const double mu = (lambda * dp - between).dot(dq) / dq.squaredNorm();
            if (mu >= 0 && mu <= 1) return at(lambda, mu, true);
        }
    }
    ClosestOnEdges best = at(foot_on_edge(c, a, dp), 0, false);
    const auto consider = [&](double lambda, double mu) {
        const ClosestOnEdges other = at(lambda, mu, false);
        if (other.distance < best.distance) best = other;
    };
    consider(foot_on_edge(c + dq, a, dp), 1);
    consider(0, foot_on_edge(a, c, dq));
    consider(1, foot_on_edge(a + dp, c, dq));
    return best;
}

}  // namespace swept::features_detail
