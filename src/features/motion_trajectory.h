#pragma once

// A motion as one path, whichever of the three it is.

#include "core/namespaces.h"
#include "features/trajectory.h"
#include "swept/motion.h"

namespace swept::features_detail {

/// A moment t of the path is the fraction t / angle.
struct MotionTrajectory {
    ScrewTrajectory path;
    double angle = 1;
    bool repeats = false;  ///< a full turn or more: what is free until the end is free for ever
};

/// The motion in world coordinates. The axis is turned round for negative angles; a rotation
/// beyond a full turn ends after one.
[[nodiscard]] SWEPT_API MotionTrajectory path_of(const Motion& motion);

/// The share of the motion done at a moment, never more.
[[nodiscard]] double fraction_at(const MotionTrajectory& motion, double t);

}  // namespace swept::features_detail
