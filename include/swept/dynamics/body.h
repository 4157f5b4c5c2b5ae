#pragma once

// The rigid bodies of a simulation: their definition and their state.
// Lengths, masses and times are in the caller's units. The defaults assume metres, kilogrammes and
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

/// What moves a body.
enum class BodyType : std::uint8_t {
    dynamic,    ///< forces and collisions
    kinematic,  ///< velocities set by the caller: doors and lifts. It pushes dynamic bodies and is
                ///< not pushed. It waits while something that cannot give way blocks it
    fixed,      ///< nothing: it never moves
};

/// The definition of a body, with its state at the start.
struct BodyDef {
    /// A dynamic body needs a closed and oriented mesh. Other bodies may have any mesh.
    Polyhedron shape;
    Pose world_from_body = {};          ///< pose at the start
    BodyType type = BodyType::dynamic;  ///< what moves it
    double density = 1000;              ///< mass per volume, > 0
    std::optional<double> mass = {};    ///< > 0; replaces the mass that the density gives
    double restitution = 0;             ///< 0 to 1; a collision uses the larger of both values
    double friction = 0.5;              ///< >= 0; a contact uses the geometric mean of both values
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  ///< of the centre of mass, in world
    /// Radians per time, in world. A kinematic body rotates about the origin of its own
    /// coordinates, and `velocity` is the velocity of that point.
    Eigen::Vector3d angular_velocity = Eigen::Vector3d::Zero();
    Mask mask = every_bit;  ///< bodies without a common bit pass through each other
};

/// The current state of a body.
struct BodyState {
    Pose world_from_body;  ///< current pose
    /// Centre of mass, in world. For a kinematic or fixed body, the origin of its own coordinates.
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();          ///< of `centre`, in world
    Eigen::Vector3d angular_velocity = Eigen::Vector3d::Zero();  ///< radians per time, in world
    bool asleep = false;  ///< true if it rests until something touches it
};

}  // namespace swept
