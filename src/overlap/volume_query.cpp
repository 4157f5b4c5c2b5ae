#include "overlap/volume_query.h"

#include <algorithm>
#include <cmath>

#include "core/assert.h"
#include "swept/tolerance.h"

namespace swept::overlap_detail {

using Eigen::Vector3d;

namespace {

/// How far a point of the world may be off when it is brought into the tree's coordinates, placed
/// vertices being off themselves: as in traverse.cpp.
double error_in_tree(const PlacedShape& placed, const FaceTree& tree, double reach_of_query) {
    return 64 * tolerance::unit_roundoff *
           (tree.reach + placed.translation.lpNorm<1>() + reach_of_query) * tree.tree.scale;
}

Vector3d in_tree(const PlacedShape& placed, const FaceTree& tree, const Vector3d& point) {
    return tree.tree.to_tree(placed.rotation.transpose() * (point - placed.translation));
}

}  // namespace

DopQuery::DopQuery(const PlacedShape& placed, const FaceTree& tree, const Vector3d& lower,
                   const Vector3d& upper) {
    SWEPT_ASSERT((lower.array() <= upper.array()).all(), "a box that is not empty");
    const int k = tree.tree.k;
    const Vector3d half = (upper - lower) / 2;
    const Vector3d centre = in_tree(placed, tree, lower + half);
    const double error =
        error_in_tree(placed, tree, lower.cwiseAbs().cwiseMax(upper.cwiseAbs()).lpNorm<1>());
    const auto& normals = dop::normals(k);
    for (int i = 0; i < k; ++i) {
        const Vector3d& n = normals[static_cast<std::size_t>(i)];
        const Vector3d in_world = placed.rotation * n;
        const double reach = in_world.cwiseAbs().dot(half) * tree.tree.scale;
        offsets[static_cast<std::size_t>(i)] = n.dot(centre) + reach + error;
    }
}

RayQuery::RayQuery(const PlacedShape& placed, const FaceTree& tree, const Vector3d& point, int axis,
                   double sign) {
    SWEPT_ASSERT(axis >= 0 && axis < 3 && (sign == 1 || sign == -1),
                 "along an axis, there or back");
    const int k = tree.tree.k;
    const Vector3d start = in_tree(placed, tree, point);
    const Vector3d direction = sign * placed.rotation.row(axis).transpose();
    length = start.lpNorm<1>() + 4;  // the tree lies within sqrt(3) of its origin
    slack = error_in_tree(placed, tree, point.lpNorm<1>()) + 16 * tolerance::unit_roundoff * length;
    const auto& normals = dop::normals(k);
    for (int i = 0; i < k / 2; ++i) {
        const auto at = static_cast<std::size_t>(i);
        from[at] = normals[at].dot(start);
        along[at] = normals[at].dot(direction);
    }
}

double RayQuery::length_in(int k, const float* offsets, std::size_t stride) const {
    double enter = 0, leave = length;
    const auto half = static_cast<std::size_t>(k / 2);
    for (std::size_t i = 0; i < half; ++i) {
        const double upper = static_cast<double>(offsets[i * stride]) + slack - from[i];
        const double lower = -static_cast<double>(offsets[(i + half) * stride]) - slack - from[i];
        const double speed = along[i];
        if (std::abs(speed) * length <= 0x1p-40) {  // stays within the 2^-40 that it is given here
            if (lower > 0x1p-40 || upper < -0x1p-40) return -1;
            continue;
        }
        const double first = lower / speed, second = upper / speed;
        // Divisions are rounded; the factor is far beyond that.
        const double widen = 0x1p-40 * (std::abs(first) + std::abs(second) + length);
        enter = std::max(enter, std::min(first, second) - widen);
        leave = std::min(leave, std::max(first, second) + widen);
        if (enter > leave) return -1;
    }
    return leave;
}

}  // namespace swept::overlap_detail
