#pragma once

// Motions made by the library itself, without checks: the axis is of unit length to rounding, the
// numbers are finite. Differences of checked lengths may exceed the largest coordinate twofold,
// which its margin allows.

#include "core/assert.h"
#include "swept/motion.h"

namespace swept {

struct MotionAccess {
    [[nodiscard]] static Translation translation(const Eigen::Vector3d& vector) {
        Translation motion;
        motion.vector_ = vector;
        return motion;
    }
    [[nodiscard]] static Rotation rotation(const Eigen::Vector3d& origin,
                                           const Eigen::Vector3d& axis, double angle) {
        SWEPT_ASSERT(detail::is_unit(axis), "an axis is of unit length");
        Rotation motion;
        motion.origin_ = origin;
        motion.axis_ = axis;
        motion.angle_ = angle;
        return motion;
    }
    [[nodiscard]] static Screw screw(const Eigen::Vector3d& origin, const Eigen::Vector3d& axis,
                                     double angle, double advance) {
        SWEPT_ASSERT(detail::is_unit(axis), "an axis is of unit length");
        Screw motion;
        motion.origin_ = origin;
        motion.axis_ = axis;
        motion.angle_ = angle;
        motion.advance_ = advance;
        return motion;
    }
};

}  // namespace swept
