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

BoxQuery::BoxQuery(const PlacedShape& placed, const FaceTree& tree, const Vector3d& lower,
                   const Vector3d& upper) {
    SWEPT_ASSERT((lower.array() <= upper.array()).all(), "a box that is not empty");
    const Vector3d half = (upper - lower) / 2;
    const Vector3d centre = in_tree(placed, tree, lower + half);
    const double error =
        error_in_tree(placed, tree, lower.cwiseAbs().cwiseMax(upper.cwiseAbs()).lpNorm<1>());
    for (int axis = 0; axis < 3; ++axis) {
        const double reach = placed.rotation.col(axis).cwiseAbs().dot(half) * tree.tree.scale;
        const auto i = static_cast<std::size_t>(axis);
        offsets[i] = centre[axis] + reach + error;
        offsets[i + 3] = -centre[axis] + reach + error;
    }
}

RayQuery::RayQuery(const PlacedShape& placed, const FaceTree& tree, const Vector3d& point, int axis,
                   double sign) {
    SWEPT_ASSERT(axis >= 0 && axis < 3 && (sign == 1 || sign == -1),
                 "along an axis, there or back");
    from = in_tree(placed, tree, point);
    along = sign * placed.rotation.row(axis).transpose();
    length = from.lpNorm<1>() + 4;  // the tree lies within sqrt(3) of its origin
    slack = error_in_tree(placed, tree, point.lpNorm<1>()) + 16 * tolerance::unit_roundoff * length;
}

double RayQuery::length_in(const float* offsets, std::size_t stride) const {
    double enter = 0, leave = length;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto axis = static_cast<int>(i);
        const double upper = static_cast<double>(offsets[i * stride]) + slack - from[axis];
        const double lower = -static_cast<double>(offsets[(i + 3) * stride]) - slack - from[axis];
        const double speed = along[axis];
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
