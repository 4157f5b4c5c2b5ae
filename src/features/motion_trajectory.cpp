#include "features/motion_trajectory.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/assert.h"
#include "swept/tolerance.h"

namespace swept::features_detail {

using Eigen::Vector3d;

namespace {

MotionTrajectory turning(const Vector3d& origin, const Vector3d& axis, double angle,
                         double advance) {
    const double sign = angle < 0 ? -1 : 1;
    SWEPT_ASSERT(detail::is_unit(axis) && angle != 0, "a turn about an axis");
    ScrewTrajectory path;
    path.turning = true;
    path.origin = origin;
    path.axis = sign * axis;
    path.advance = (advance / std::abs(angle)) * axis;
    path.end = std::abs(angle);
    return {path, std::abs(angle), false};
}

MotionTrajectory straight(const Vector3d& vector) {
    ScrewTrajectory path;
    path.advance = vector;
    return {path, 1, false};
}

MotionTrajectory path_along(const Translation& motion) {
    return straight(motion.vector());
}
MotionTrajectory about_axis(const Vector3d& origin, const Vector3d& axis, double angle,
                            double advance) {
    // So small a turn is straight, but for less than a rounding, and an advance per radian of it
    // may overflow (docs/derivations/tracks.md). About a far axis it still leads somewhere.
    if (std::abs(angle) < tolerance::smallest_turn) {
        return straight(advance * axis + angle * origin.cross(axis));
    }
    MotionTrajectory made = turning(origin, axis, angle, advance);
    if (advance != 0) return made;
    constexpr double turn = 2 * std::numbers::pi;
    made.repeats = made.angle >= turn;
    made.path.end = std::min(made.angle, turn);
    return made;
}
MotionTrajectory path_along(const Rotation& motion) {
    return about_axis(motion.origin(), motion.axis(), motion.angle(), 0);
}
MotionTrajectory path_along(const Screw& motion) {
    return about_axis(motion.origin(), motion.axis(), motion.angle(), motion.advance());
}

}  // namespace

MotionTrajectory path_of(const Motion& motion) {
    return std::visit([](const auto& m) { return path_along(m); }, motion);
}

double fraction_at(const MotionTrajectory& motion, double t) {
    if (t >= motion.path.end && !motion.repeats && motion.path.end == motion.angle) return 1;
    double share = std::min(t / motion.angle, 1.0);
    if (share * motion.angle > t) share = std::nextafter(share, 0.0);
    return share;
}

}  // namespace swept::features_detail
