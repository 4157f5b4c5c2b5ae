#pragma once

// Features that go straight past each other: seen along the way, the two lie apart. What is
// measured across the way does not change, so one look replaces a search. Says nothing false: a
// pair that it lets pass never comes as close as `near`.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/assert.h"
#include "core/namespaces.h"
#include "features/distance.h"

namespace swept::features_detail {

/// A straight way: its direction and length, and the distance that matters. Coordinates are scaled
/// to below 1.
struct StraightWay {
    Eigen::Vector3d vector;
    double length;
    double near;

    /// A direction across the way and an edge, and how far along it things must be apart: that an
    /// edge along the way does not show a direction counts in.
    struct Across {
        Eigen::Vector3d direction;
        double needed;
    };
    [[nodiscard]] Across across(const Eigen::Vector3d& edge) const {
        const Eigen::Vector3d direction = edge.cross(vector);
        SWEPT_ASSERT(near >= 0 && length >= 0, "lengths");
        constexpr double rounding = 0x1p-48;  // of the product, times differences below 2
        return {direction, near * direction.norm() + rounding * edge.lpNorm<1>() * length};
    }
};

[[nodiscard]] inline bool point_passes_point(const Eigen::Vector3d& x, const StraightWay& way,
                                             const Eigen::Vector3d& p) {
    return (p - x).cross(way.vector).norm() > (way.near + 0x1p-48) * way.length;
}

[[nodiscard]] inline bool point_passes_edge(const Eigen::Vector3d& x, const StraightWay& way,
                                            const Eigen::Vector3d& c, const Eigen::Vector3d& dq) {
    const StraightWay::Across across = way.across(dq);
    return std::abs(across.direction.dot(x - c)) > across.needed;
}

[[nodiscard]] inline bool edge_passes_edge(const Eigen::Vector3d& a, const Eigen::Vector3d& dp,
                                           const StraightWay& way, const Eigen::Vector3d& c,
                                           const Eigen::Vector3d& dq) {
    const Eigen::Vector3d between = a - c;
    const auto beside = [](double one, double other, double needed) {
        return (one > needed && other > needed) || (one < -needed && other < -needed);
    };
    const StraightWay::Across q = way.across(dq);
    const double height = q.direction.dot(between);
    if (beside(height, height + q.direction.dot(dp), q.needed)) return true;
    const StraightWay::Across p = way.across(dp);
    const double other = p.direction.dot(between);
    return beside(other, other - p.direction.dot(dq), p.needed);
}

/// The edges of a convex face run counter-clockwise seen from its front; seen along the way, from
/// front or back, the point is outside of one of them, and of all corners: an edge may be so short
/// that its direction is rounding, and says nothing about the others.
[[nodiscard]] inline bool point_passes_face(const Eigen::Vector3d& x, const StraightWay& way,
                                            const FaceGeometry& face) {
    const double turn = face.normal.dot(way.vector) < 0 ? 1 : -1;
    SWEPT_ASSERT(face.corners.size() >= 3, "a face has three corners or more");
    for (std::size_t i = 0; i < face.corners.size(); ++i) {
        const StraightWay::Across across = way.across(face.edge(i));
        const auto is_outside_of = [&](const Eigen::Vector3d& corner) {
            return turn * across.direction.dot(x - corner) < -across.needed;
        };
        if (is_outside_of(face.corners[i]) && std::ranges::all_of(face.corners, is_outside_of)) {
            return true;
        }
    }
    return false;
}

}  // namespace swept::features_detail
