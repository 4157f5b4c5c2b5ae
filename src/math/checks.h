#pragma once

// What poses and motions ask of the numbers from which they are made.

#include <Eigen/Core>
#include <cmath>
#include <optional>

#include "core/namespaces.h"
#include "swept/result.h"
#include "swept/tolerance.h"

namespace swept::math_detail {

[[nodiscard]] inline std::optional<Error> check_magnitude(double largest, const char* where) {
    if (!std::isfinite(largest)) {
        return Error{ErrorCode::bad_argument, "not a finite number; every number must be finite",
                     where};
    }
    if (largest > tolerance::largest_coordinate) {
        return Error{ErrorCode::bad_argument,
                     "larger than 2^300, the largest coordinate; choose a larger unit", where};
    }
    return std::nullopt;
}

/// Why these lengths cannot be used, or nothing.
[[nodiscard]] inline std::optional<Error> check_lengths(const Eigen::Vector3d& lengths,
                                                        const char* where) {
    // NaN must not be lost among the comparisons.
    if (!lengths.allFinite()) return check_magnitude(HUGE_VAL, where);
    return check_magnitude(lengths.cwiseAbs().maxCoeff(), where);
}

/// Why this number cannot be used, or nothing.
[[nodiscard]] inline std::optional<Error> check_number(double number, const char* where) {
    return check_magnitude(std::abs(number), where);
}

}  // namespace swept::math_detail
