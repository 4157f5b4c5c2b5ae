#pragma once

// A ball around points that is nearly the smallest, and sure to hold them.

#include <span>

#include "core/namespaces.h"
#include "swept/geometry.h"

namespace swept::cast_detail {

/// Holds every point, and so all between them, exactly for the doubles given; its radius is within
/// a billionth of the smallest but for rounding. Of points at one place it is that place, with a
/// radius of 0. The centre lies in the box of the points; there is at least one.
[[nodiscard]] Sphere small_ball(std::span<const Eigen::Vector3d> points);

/// The ball about a centre that holds every point, exactly, and is no larger than it must be but
/// for rounding.
[[nodiscard]] Sphere ball_about(const Eigen::Vector3d& centre,
                                std::span<const Eigen::Vector3d> points);

/// A power of two by which lengths up to `size` become about 1 and can be squared. Exact both ways.
[[nodiscard]] double unit_scale(double size);

}  // namespace swept::cast_detail
