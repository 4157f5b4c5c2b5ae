#include "bvh/frame.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/assert.h"
#include "swept/tolerance.h"

namespace swept::bvh_detail {

using Eigen::Vector3d;

namespace {

/// Rounded up. The margin is far larger than the rounding to single precision, so that no
/// comparison of the rounded number is needed.
float up(double offset) {
    return static_cast<float>(offset + Tree::margin);
}

}  // namespace

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

OutwardOffsets::OutwardOffsets(int k, const TreeFrame& frame, const Bounds& bounds)
    : k_(k), frame_(frame), bounds_(bounds) {
    SWEPT_ASSERT(dop::is_k(k) && frame.scale > 0, "one of the five DOPs, in a frame");
    dop::offsets_of(k, frame.origin, of_origin_.data());
    // n.p and n.origin are off by 3 sqrt(3) u reach each, their difference and the sum below by 2 u
    // reach more. The margin hides that from shapes near the origin of their coordinates; one of
    // size 1 at 1e9 would lose corners without it.
    error_ = 16 * tolerance::unit_roundoff * frame.reach;
}

void OutwardOffsets::of(std::size_t thing, float* offsets) const {
    SWEPT_ASSERT(thing < bounds_.boxes.size(), "one of the things");
    if (k_ == 6) {
        of_box(bounds_.boxes[thing], offsets);
        return;
    }
    constexpr double largest = std::numbers::sqrt3 + 0x1p-40;  // n.x, x within (-1, 1)
    const auto k = static_cast<std::size_t>(k_);
    SWEPT_ASSERT((thing + 1) * k <= bounds_.offsets.size(), "k offsets of each thing");
    for (std::size_t i = 0; i < k; ++i) {
        const double offset = (bounds_.offsets[thing * k + i] - of_origin_[i]) + error_;
        offsets[i] = up(std::min(offset * frame_.scale, largest));
    }
}

void OutwardOffsets::of_box(const Box& box, float* offsets) const {
    const Vector3d lower = (box.lower - frame_.origin) * frame_.scale;
    const Vector3d upper = (box.upper - frame_.origin) * frame_.scale;
    for (int axis = 0; axis < 3; ++axis) {
        offsets[axis] = up(upper[axis]);
        offsets[axis + 3] = up(-lower[axis]);
    }
}

}  // namespace swept::bvh_detail
