#pragma once

// The largest magnitude, which error bounds are multiples of.

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/namespaces.h"
#include "swept/geometry.h"

namespace swept::math_detail {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

[[nodiscard]] inline double max_abs(const Eigen::Vector3d& v) {
    return std::max({std::abs(v[0]), std::abs(v[1]), std::abs(v[2])});
}

[[nodiscard]] inline double max_abs(const Box& box) {
    return std::max(max_abs(box.lower), max_abs(box.upper));
}

}  // namespace swept::math_detail
