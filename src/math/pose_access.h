#pragma once

// What the library itself may do with poses: make them without checks, and place points in the one
// order of operations on which all exact decisions rest.

#include "core/assert.h"
#include "core/namespaces.h"
#include "math/unit.h"
#include "swept/geometry.h"

namespace swept {

struct PoseAccess {
    /// A pose whose numbers are known to be good: `rotation` is of unit length to rounding.
    [[nodiscard]] static Pose make(const Eigen::Vector3d& translation, const Quaternion& rotation) {
        SWEPT_ASSERT(detail::is_unit(rotation.coeffs()), "rotations are unit quaternions");
        return {translation, rotation};
    }
};

}  // namespace swept

namespace swept::math_detail {

/// left * right in one fixed order. Eigen's product changes its order with the vector flags.
[[nodiscard]] inline Quaternion multiplied(const Quaternion& left, const Quaternion& right) {
    const double aw = left.w(), ax = left.x(), ay = left.y(), az = left.z();
    const double bw = right.w(), bx = right.x(), by = right.y(), bz = right.z();
    return {((aw * bw - ax * bx) - ay * by) - az * bz, ((aw * bx + ax * bw) + ay * bz) - az * by,
            ((aw * by - ax * bz) + ay * bw) + az * bx, ((aw * bz + ax * by) - ay * bx) + az * bw};
}

/// One coordinate of a placed point: the order of operations that Pose promises.
[[nodiscard]] inline double placed_coordinate(double r0, double r1, double r2, double t,
                                              const Eigen::Vector3d& point) {
    return ((r0 * point[0] + r1 * point[1]) + r2 * point[2]) + t;
}

[[nodiscard]] inline Eigen::Vector3d placed_point(const Eigen::Matrix3d& r,
                                                  const Eigen::Vector3d& t,
                                                  const Eigen::Vector3d& point) {
    return {placed_coordinate(r(0, 0), r(0, 1), r(0, 2), t[0], point),
            placed_coordinate(r(1, 0), r(1, 1), r(1, 2), t[1], point),
            placed_coordinate(r(2, 0), r(2, 1), r(2, 2), t[2], point)};
}

}  // namespace swept::math_detail
