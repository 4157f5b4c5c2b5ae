#pragma once

// Joints connect bodies of a simulation: ragdolls, chains, doors and wheels.
//
// A joint is defined in world coordinates, with both bodies at their poses at the time when the
// joint is made. It keeps the bodies in that relation, except for the rotation that its kind
// allows. Lengths and times are in the caller's units. Angles are in radians, right-handed about
// the axis. Torques are in mass times length squared per time squared.
// Two bodies with a common joint do not collide with each other, because they may overlap there.
// Two bodies that are connected only through a third body do collide.

#include <Eigen/Core>
#include <cstdint>
#include <optional>

#include "swept/export.h"
#include "swept/world_parts.h"

namespace swept {

/// Which rotation of its two bodies a joint allows.
enum class JointKind : std::uint8_t {
    ball,   ///< any rotation about the anchor
    hinge,  ///< rotation about the axis through the anchor
    fixed,  ///< no rotation
};

/// Limits of the angle of a hinge, in radians. The angle is 0 when the joint is made.
struct JointLimits {
    double lower = 0;  ///< <= 0
    double upper = 0;  ///< >= 0
};

/// The motor of a hinge.
struct JointMotor {
    double speed = 0;   ///< target, of a relative to b about the axis, radians per time; 0: a brake
    double torque = 0;  ///< largest torque of the motor, >= 0
};

/// The definition of a joint.
struct Joint {
    JointKind kind = JointKind::ball;  ///< which rotation it allows
    BodyId a;                          ///< the first body
    std::optional<BodyId> b = {};      ///< the second; none: the world. At least one is dynamic
    /// The connected point, in world; at most twice its extent away from the box of either body.
    Eigen::Vector3d anchor = Eigen::Vector3d::Zero();
    Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();  ///< hinge only; in world, of any length > 0
    std::optional<JointLimits> limits = {};           ///< hinge only
    double friction = 0;                   ///< ball, hinge: largest torque against rotation, >= 0
    std::optional<JointMotor> motor = {};  ///< hinge only
};

/// The current state of a joint.
struct JointState {
    Eigen::Vector3d anchor = Eigen::Vector3d::Zero();  ///< the anchor on body a, in world
    double position_error = 0;  ///< distance between the anchors on both sides, a length
    double angle_error = 0;     ///< rotation that the joint does not allow, radians
    double angle = 0;  ///< hinge: rotation of a relative to b about the axis, full turns included
    double speed = 0;  ///< hinge: rate of `angle`, radians per time
};

}  // namespace swept
