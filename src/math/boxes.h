#pragma once

// Boxes: what contains, meets or surrounds what. An empty box (lower above upper) meets nothing.

#include <Eigen/Core>

#include "core/namespaces.h"
#include "swept/geometry.h"

namespace swept::math_detail {

[[nodiscard]] inline Box grown(const Box& box, const Eigen::Vector3d& by) {
    return {box.lower - by, box.upper + by};
}
[[nodiscard]] inline Box grown(const Box& box, double by) {
    return grown(box, Eigen::Vector3d::Constant(by));
}

/// Whether two closed boxes have a common point.
[[nodiscard]] inline bool boxes_meet(const Box& a, const Box& b) {
    return (a.lower.array() <= b.upper.array()).all() && (b.lower.array() <= a.upper.array()).all();
}

/// Whether no gap between two boxes, along an axis, is wider than this.
[[nodiscard]] inline bool boxes_meet(const Box& a, const Box& b, double within) {
    return ((a.lower - b.upper).array() <= within).all() &&
           ((b.lower - a.upper).array() <= within).all();
}

/// Whether a closed box contains another.
[[nodiscard]] inline bool holds(const Box& outer, const Box& inner) {
    return (outer.lower.array() <= inner.lower.array()).all() &&
           (inner.upper.array() <= outer.upper.array()).all();
}

/// Whether a closed box contains a point.
[[nodiscard]] inline bool holds(const Box& box, const Eigen::Vector3d& point) {
    return (point.array() >= box.lower.array()).all() && (point.array() <= box.upper.array()).all();
}

}  // namespace swept::math_detail
