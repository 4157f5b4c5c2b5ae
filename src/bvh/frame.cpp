#include "bvh/frame.h"

#include <algorithm>
#include <cmath>

#include "core/assert.h"

namespace swept::bvh_detail {

using Eigen::Vector3d;

TreeFrame frame_of(std::span<const Box> boxes) {
    SWEPT_ASSERT(!boxes.empty(), "a frame of something");
    Box all;
    for (const Box& box : boxes) {
        all.lower = all.lower.cwiseMin(box.lower);
        all.upper = all.upper.cwiseMax(box.upper);
    }
    TreeFrame frame;
    frame.origin = all.centre();
    frame.reach = all.lower.cwiseAbs().cwiseMax(all.upper.cwiseAbs()).maxCoeff();
    const double half = (all.upper - frame.origin).cwiseMax(frame.origin - all.lower).maxCoeff();
    int exponent = 0;
    // The least power of two that is larger; single points and the smallest numbers stand in their
    // own neighbourhood of 2^-900.
    (void)std::frexp(std::max(half, 0x1p-900), &exponent);
    frame.scale = std::ldexp(1.0, -exponent);
    SWEPT_ASSERT(half * frame.scale < 1, "everything lies within (-1, 1)");
    return frame;
}

void OutwardBoxes::of(std::size_t thing, float* offsets) const {
    SWEPT_ASSERT(thing < boxes_.size(), "one of the things");
    const Box& box = boxes_[thing];
    const Vector3d lower = (box.lower - frame_.origin) * frame_.scale;
    const Vector3d upper = (box.upper - frame_.origin) * frame_.scale;
    for (int axis = 0; axis < 3; ++axis) {
        offsets[axis] = rounded_up(upper[axis]);
        offsets[axis + 3] = rounded_up(-lower[axis]);
    }
}

}  // namespace swept::bvh_detail
