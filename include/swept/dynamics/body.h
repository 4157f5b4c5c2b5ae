#pragma once

// What moves in a simulation: rigid bodies with a mass, that collide and rub.
// Lengths, masses and times are in the caller's units; the defaults mean metres, kilogrammes and
// seconds.

#include <Eigen/Core>
#include <cstdint>
#include <optional>

#include "swept/dynamics/mass.h"
#include "swept/export.h"
#include "swept/geometry.h"
#include "swept/polyhedron.h"
#include "swept/world_parts.h"

namespace swept {

/// Who says how a body moves.
enum class BodyRole : std::uint8_t {
    dynamic,  ///< forces and collisions
    driven,  ///< the caller, by its velocities: doors and lifts, which push and are not pushed. One
             ///< that is held up by what cannot give way stands still for that time
    fixed,   ///< nobody
};

/// How a body begins.
struct RigidBody {
    /// Closed and oriented for a dynamic body; any mesh for others.
    Polyhedron shape;
    Pose world_from_body = {};          ///< where it stands
    BodyRole role = BodyRole::dynamic;  ///< who moves it
    double density = 1000;              ///< mass per volume, > 0
    std::optional<double> mass = {};    ///< instead of the density, > 0
    double restitution = 0;             ///< 0 to 1; the larger of two that collide counts
    double friction = 0.5;              ///< >= 0; of two that touch the geometric mean counts
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  ///< of the centre of mass, in world
    /// Radians per time, in world. A driven body turns about the origin of its own coordinates,
    /// and `velocity` is that of this point.
    Eigen::Vector3d angular_velocity = Eigen::Vector3d::Zero();
    Mask mask = every_bit;  ///< bodies without a common bit pass through each other
};

/// How a body is.
struct BodyState {
    Pose world_from_body;                                ///< where it stands
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();    ///< of mass, in world
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  ///< of the centre of mass, in world
    Eigen::Vector3d angular_velocity = Eigen::Vector3d::Zero();  ///< radians per time, in world
    bool asleep = false;                                         ///< at rest, until it is touched
};

}  // namespace swept
