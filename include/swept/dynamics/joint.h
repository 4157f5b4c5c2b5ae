#pragma once

// What holds bodies together: figures, chains, doors and wheels.
//
// A joint is given as it stands in the world when it is made, and holds its bodies to that. Places
// and directions are in world, lengths and times in the caller's units, angles in radians and
// right-handed about the axis, torques in mass times length squared per time squared. Bodies that
// are joined directly do not collide with each other, for they overlap at the joint; those that are
// joined through a third do.

#include <Eigen/Core>
#include <cstdint>
#include <optional>

#include "swept/export.h"
#include "swept/world_parts.h"

namespace swept {

/// How two bodies may turn against each other.
enum class JointKind : std::uint8_t {
    ball,   ///< any way about the anchor
    hinge,  ///< about the axis through the anchor
    fixed,  ///< not at all
};

/// Angles of a hinge, radians; it begins at 0.
struct JointLimits {
    double lower = 0;  ///< <= 0
    double upper = 0;  ///< >= 0
};

/// What turns a hinge.
struct JointMotor {
    double speed = 0;   ///< wanted, of a against b about the axis, radians per time
    double torque = 0;  ///< the largest it has, >= 0
};

/// How a joint begins.
struct Joint {
    JointKind kind = JointKind::ball;  ///< how it turns
    BodyId a;                          ///< a body
    std::optional<BodyId> b = {};      ///< another; none: the world. One of them is dynamic
    Eigen::Vector3d anchor = Eigen::Vector3d::Zero();  ///< in world; near both bodies
    Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();   ///< of a hinge, in world; of any length > 0
    std::optional<JointLimits> limits = {};            ///< of a hinge
    double friction = 0;                               ///< the largest torque against turning, >= 0
    std::optional<JointMotor> motor = {};              ///< of a hinge
};

/// How a joint is.
struct JointState {
    Eigen::Vector3d anchor = Eigen::Vector3d::Zero();  ///< as a sees it, in world
    double apart = 0;  ///< how far the anchors of its two sides are from each other, a length
    double askew = 0;  ///< how far they are turned against each other as they may not be, radians
    double angle = 0;  ///< of a hinge: of a against b about the axis, all turns counted
    double speed = 0;  ///< of a hinge, radians per time
};

}  // namespace swept
