// Translations, rotations and screws, and the screw between two poses
// (docs/derivations/motions.md). Positions are computed as the start plus a displacement that
// shrinks with the angle, so that rounding is measured by the distance travelled, not by the
// distance of the axis.

#include "swept/motion.h"
#include "math/elementary.h"

#include <cmath>

#include "core/assert.h"
#include "math/checks.h"
#include "math/motion_access.h"
#include "math/pose_access.h"
#include "math/unit.h"
#include "swept/tolerance.h"

namespace swept::math_detail {

namespace {

std::optional<Error> check_axis(const Eigen::Vector3d& axis) {
    // A direction may have any length, so only zero and what is not finite are refused.
    if (!axis.allFinite()) return check_lengths(axis, "axis");
    if (axis.isZero(0)) {
        return Error{ErrorCode::bad_argument, "the axis has no length; give it a direction",
                     "axis"};
    }
    return std::nullopt;
}

std::optional<Error> check_turn(const Eigen::Vector3d& origin, const Eigen::Vector3d& axis,
                                double angle) {
    if (auto error = check_lengths(origin, "origin")) return error;
    if (auto error = check_axis(axis)) return error;
    return check_number(angle, "angle");
}

/// `start` after a turn by `angle` with an advance (docs/derivations/motions.md, "Anchored at the
/// start", x0 being the body's origin). 1 - cos = 2 sin^2 of the half angle, without cancellation.
Pose turned(const Pose& start, const Eigen::Vector3d& origin, const Eigen::Vector3d& axis,
            double angle, double advance) {
    SWEPT_ASSERT(detail::is_unit(axis), "axes are made unit when a motion is made");
    const auto [sin_half, cos_half] = math::sin_cos(angle / 2);
    const Eigen::Vector3d arm = start.translation() - origin;
    const Eigen::Vector3d radius = arm - arm.dot(axis) * axis;
    const Eigen::Vector3d displacement = 2 * sin_half * cos_half * axis.cross(arm) -
                                         2 * sin_half * sin_half * radius + advance * axis;
    const Quaternion turn(cos_half, sin_half * axis[0], sin_half * axis[1], sin_half * axis[2]);
    return PoseAccess::make(start.translation() + displacement,
                            normalised(multiplied(turn, start.rotation())));
}

/// A rotation by 2 atan2(length of vector, w), w >= 0.
struct Turn {
    Eigen::Vector3d vector;
    double length;
    double w;

    [[nodiscard]] double angle() const { return 2 * math::atan2(length, w); }
};

/// The dot product of two unit quaternions, with an error of order u^2: its sign says which way
/// round is the short one.
double accurate_dot(const Quaternion& a, const Quaternion& b) {
    double sum = 0;
    double error = 0;
    for (Eigen::Index i = 0; i < 4; ++i) {
        const exact::TwoTerms product = exact::two_product(a.coeffs()[i], b.coeffs()[i]);
        const exact::TwoTerms next = exact::two_sum(sum, product.sum);
        sum = next.sum;
        error += next.error + product.error;
    }
    return sum + error;
}

/// to * from^-1, the short way round. It is formed from the difference of the quaternions, which is
/// exact when they are close, so that a tiny turn keeps all its digits.
Turn turn_between(const Quaternion& from, const Quaternion& to) {
    const double dot = accurate_dot(from, to);
    const double sign = dot < 0 ? -1 : 1;
    const Eigen::Vector3d from_vector = from.vec();
    const Eigen::Vector3d step = sign * to.vec() - from_vector;
    const double step_w = sign * to.w() - from.w();
    Eigen::Vector3d vector = (from.w() * step - step_w * from_vector) - step.cross(from_vector);
    if (dot == 0) {  // half a turn: both ways are as short
        const bool negative = vector[0] != 0   ? vector[0] < 0
                              : vector[1] != 0 ? vector[1] < 0
                                               : vector[2] < 0;
        if (negative) vector = -vector;
    }
    return {vector, vector.norm(), std::abs(dot)};
}

/// From one point straight to another.
Screw glide_along(const Eigen::Vector3d& origin, const Eigen::Vector3d& displacement) {
    if (displacement.isZero(0)) {
        return MotionAccess::screw(origin, Eigen::Vector3d::UnitZ(), 0, 0);
    }
    return MotionAccess::screw(origin, unit_direction(displacement), 0, safe_length(displacement));
}

}  // namespace

}  // namespace swept::math_detail

namespace swept {

using namespace math_detail;

Result<Translation> Translation::make(const Eigen::Vector3d& vector) {
    if (auto error = check_lengths(vector, "vector")) return tl::unexpected(*error);
    return MotionAccess::translation(vector);
}

Pose Translation::displacement(double fraction) const {
    return pose_at(Pose(), fraction);
}

Pose Translation::pose_at(const Pose& start, double fraction) const {
    if (fraction == 0) return start;  // to the bit, signs of zeros included
    return PoseAccess::make(start.translation() + fraction * vector_, start.rotation());
}

Translation Translation::inverse() const {
    return MotionAccess::translation(-vector_);
}

Result<Rotation> Rotation::make(const Eigen::Vector3d& origin, const Eigen::Vector3d& axis,
                                double angle) {
    if (auto error = check_turn(origin, axis, angle)) return tl::unexpected(*error);
    return MotionAccess::rotation(origin, unit_direction(axis), angle);
}

Pose Rotation::displacement(double fraction) const {
    return pose_at(Pose(), fraction);
}

Pose Rotation::pose_at(const Pose& start, double fraction) const {
    if (fraction == 0) return start;
    return turned(start, origin_, axis_, fraction * angle_, 0);
}

Rotation Rotation::inverse() const {
    return MotionAccess::rotation(origin_, axis_, -angle_);
}

Result<Screw> Screw::make(const Eigen::Vector3d& origin, const Eigen::Vector3d& axis, double angle,
                          double advance) {
    if (auto error = check_turn(origin, axis, angle)) return tl::unexpected(*error);
    if (auto error = check_number(advance, "advance")) return tl::unexpected(*error);
    return MotionAccess::screw(origin, unit_direction(axis), angle, advance);
}

Pose Screw::displacement(double fraction) const {
    return pose_at(Pose(), fraction);
}

Pose Screw::pose_at(const Pose& start, double fraction) const {
    if (fraction == 0) return start;
    return turned(start, origin_, axis_, fraction * angle_, fraction * advance_);
}

Screw Screw::inverse() const {
    return MotionAccess::screw(origin_, axis_, -angle_, -advance_);
}

Pose displacement(const Motion& motion, double fraction) {
    return std::visit([&](const auto& m) { return m.displacement(fraction); }, motion);
}

Pose pose_at(const Motion& motion, const Pose& start, double fraction) {
    return std::visit([&](const auto& m) { return m.pose_at(start, fraction); }, motion);
}

Motion inverse(const Motion& motion) {
    return std::visit([](const auto& m) { return Motion(m.inverse()); }, motion);
}

Screw screw_between(const Pose& from, const Pose& to) {
    const Turn turn = turn_between(from.rotation(), to.rotation());
    const Eigen::Vector3d displacement = to.translation() - from.translation();
    const double angle = turn.angle();
    if (angle < tolerance::smallest_turn) return glide_along(from.translation(), displacement);

    // The axis point of docs/derivations/motions.md, "The screw between two poses", seen from the
    // body's origin: cot(angle/2) = w / length.
    const Eigen::Vector3d axis = unit_direction(turn.vector);
    const double advance = displacement.dot(axis);
    const Eigen::Vector3d across = displacement - advance * axis;
    SWEPT_ASSERT(turn.length > 0, "what turns has an axis");
    const double half_cot = turn.w / (2 * turn.length);
    const Eigen::Vector3d origin =
        from.translation() + (across / 2 + half_cot * axis.cross(displacement));
    if (check_lengths(origin, "origin")) return glide_along(from.translation(), displacement);
    return MotionAccess::screw(origin, axis, angle, advance);
}

TranslateThenRotate decompose(const Pose& from, const Pose& to,
                              const Eigen::Vector3d& pivot_in_body) {
    const Turn turn = turn_between(from.rotation(), to.rotation());
    const Eigen::Vector3d pivot_at_end = to * pivot_in_body;
    const bool turns = turn.length > 0;
    const Eigen::Vector3d axis = turns ? unit_direction(turn.vector) : Eigen::Vector3d::UnitZ();
    return {MotionAccess::translation(pivot_at_end - from * pivot_in_body),
            MotionAccess::rotation(pivot_at_end, axis, turns ? turn.angle() : 0)};
}

double arc_sagitta(double angle, double radius) {
    const double sin_quarter = math::sin(angle / 4);
    return 2 * sin_quarter * sin_quarter * radius;
}

double glide_error(double angle) {
    if (angle == 0) return 0;
    const double sin_quarter = math::sin(std::abs(angle) / 4);
    return 2 * sin_quarter * (sin_quarter / std::abs(angle));
}

}  // namespace swept
