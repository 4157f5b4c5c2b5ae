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
[[nodiscard]] TreeFrame frame_of(std::span<const Box> boxes);

/// The offsets of things in a frame. They exceed the true ones: k = 6 by Tree::margin less the
/// rounding to single precision, the others at least by that.
class OutwardOffsets {
   public:
    OutwardOffsets(int k, const TreeFrame& frame, const Bounds& bounds);

    /// The k offsets of one thing.
    void of(std::size_t thing, float* offsets) const;

   private:
    int k_;
    TreeFrame frame_;
    Bounds bounds_;
    std::array<double, dop::largest_k> of_origin_{};
    double error_ = 0;  ///< of offsets, a length

    void of_box(const Box& box, float* offsets) const;
};

}  // namespace swept::bvh_detail
