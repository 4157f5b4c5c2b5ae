#pragma once

// Static distances of pairs of features, clamped to the features themselves: the closest points of
// a point or an edge and a point, an edge or a convex face. Errors are a few u times the largest
// difference of coordinates, also for edges that are almost parallel.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <span>

#include "math/assert.h"
#include "math/expansion.h"

namespace swept {

/// A convex face in a plane: corners counter-clockwise seen from where the unit normal points.
struct FaceGeometry {
    std::span<const Eigen::Vector3d> corners;
    Eigen::Vector3d normal;
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
};

/// Whether a foot, from the first corner, may be inside a face: no further away than the corners.
/// One in the line of a face without width, or the plane of one that is a point but for rounding,
/// is beside no edge either.
[[nodiscard]] inline bool is_in_reach(const Eigen::Vector3d& foot, const FaceGeometry& face) {
    SWEPT_ASSERT(!face.corners.empty(), "a face has corners");
    double most_sq = 0;
    for (const Eigen::Vector3d& corner : face.corners) {
        most_sq = std::max(most_sq, (corner - face.corners[0]).squaredNorm());
    }
    return foot.squaredNorm() <= (1 + 0x1p-30) * most_sq;
}

[[nodiscard]] inline ClosestOnFace point_to_face(const Eigen::Vector3d& x,
                                                 const FaceGeometry& face) {
    const Eigen::Vector3d from_first = x - face.corners[0];
    const double height = face.normal.dot(from_first);
    ClosestOnFace best{{height * face.normal, std::abs(height)}, height, true};
    double least_sq = std::numeric_limits<double>::infinity();
    const std::size_t n = face.corners.size();
    SWEPT_ASSERT(n > 0 && detail::is_unit_or_zero(face.normal), "corners, and a unit normal");
    const auto look_at_edges = [&](bool all) {
        for (std::size_t i = 0; i < n; ++i) {
            const Eigen::Vector3d& c = face.corners[i];
            const Eigen::Vector3d dq = face.corners[i + 1 == n ? 0 : i + 1] - c;
            if (!all && face.normal.dot(dq.cross(x - c)) >= 0) continue;
            const Eigen::Vector3d vector = (x - c) - foot_on_edge(x, c, dq) * dq;
            const double distance_sq = vector.squaredNorm();
            best.foot_inside = false;
            if (distance_sq >= least_sq) continue;
            least_sq = distance_sq;
            best.vector = vector;
        }
    };
    // The closest point of a convex face lies on one of the edges that have the foot outside.
    look_at_edges(false);
    if (best.foot_inside && !is_in_reach(from_first - best.vector, face)) look_at_edges(true);
    if (!best.foot_inside) best.distance = std::sqrt(least_sq);
    return best;
}

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
    const Eigen::Vector3d plain = dp.cross(dq);
    if (plain.squaredNorm() > plain_above * (dp.squaredNorm() * dq.squaredNorm())) return plain;
    const auto difference = [](double a, double b, double c, double d) {
        const exact::TwoTerms ab = exact::two_product(a, b), cd = exact::two_product(c, d);
        return (ab.sum - cd.sum) + (ab.error - cd.error);
    };
    return {difference(dp[1], dq[2], dp[2], dq[1]), difference(dp[2], dq[0], dp[0], dq[2]),
            difference(dp[0], dq[1], dp[1], dq[0])};
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

}  // namespace swept
