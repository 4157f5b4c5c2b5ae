#pragma once

// Where a tree's own coordinates lie, and what its things measure in them, rounded outward. The
// builder makes its volumes of these numbers, the loader holds a saved tree's volumes against them.

#include <span>

#include "bvh/tree.h"
#include "core/namespaces.h"

namespace swept::bvh_detail {

struct TreeFrame {
    Eigen::Vector3d origin = Eigen::Vector3d::Zero();
    double scale = 1;  ///< a power of two
    double reach = 0;  ///< the largest coordinate of any thing, before the move
};

/// The frame in which all boxes lie within (-1, 1).
[[nodiscard]] SWEPT_API TreeFrame frame_of(std::span<const Box> boxes);

/// Rounded up. The margin is far larger than the rounding to single precision, so that no
/// comparison of the rounded number is needed.
[[nodiscard]] inline float rounded_up(double offset) {
    return static_cast<float>(offset + Tree::margin);
}

/// The boxes of things in a frame. They exceed the true ones by Tree::margin less the rounding to
/// single precision.
class OutwardBoxes {
   public:
    using Offsets = std::array<float, Tree::sides>;
    OutwardBoxes(const TreeFrame& frame, std::span<const Box> boxes)
        : frame_(frame), boxes_(boxes) {}

    /// How many offsets a volume has.
    [[nodiscard]] static constexpr std::size_t directions() { return Tree::sides; }
    /// The offsets of one thing.
    SWEPT_API void of(std::size_t thing, float* offsets) const;

   private:
    TreeFrame frame_;
    std::span<const Box> boxes_;
};

}  // namespace swept::bvh_detail
