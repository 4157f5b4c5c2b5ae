#pragma once

// Which impulses act between two bodies that collide within a step?
//
// Method (Buss 2004, sections 3 and 5): all collisions of the step are found at once, as if the
// bodies passed through each other (swept/collisions.h). The sufficiently proper ones are treated
// as simultaneous, and one set of impulses resolves all of them. Example: a box that lands flat
// hits the ground with four corners and does not tip. Resolved one at a time, the corners would
// make it tumble.
//
// Guarantees:
// - Momentum and angular momentum of two movable bodies are conserved up to rounding.
// - Kinetic energy does not grow, except for rounding. With restitution 1 and without friction it
//   is conserved, unless a bounce would push separating points together.
// - No counted collision approaches afterwards, except for rounding. Normal impulses only push.
//   Tangential impulses are at most as large as friction allows.
// - The velocities depend on where the bodies collide. They do not depend, except for rounding, on
//   the numbering of faces and vertices or on the order in which collisions are found. With
//   friction, this holds if the iteration of normal and tangential impulses converges. It may not
//   converge for strong friction or for nearly coplanar corners.
// The bodies are not moved: use swept/sweep.h to find how far they can move. The relative motion of
// the two bodies is taken to be a screw; `all_collisions` says when that is exact.
//
// Lengths, masses and times are in the caller's units. The functions have no state and may be
// called from any number of threads. The same arguments give the same bits.

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "swept/collisions.h"
#include "swept/dynamics/mass.h"
#include "swept/export.h"
#include "swept/polyhedron.h"
#include "swept/result.h"

namespace swept {

/// The velocity and the angular velocity of a body.
struct Twist {
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  ///< of the centre of mass, in world
    Eigen::Vector3d angular_velocity = Eigen::Vector3d::Zero();  ///< radians per time, in world
};

/// One of the two bodies of a step.
struct ImpactBody {
    Polyhedron shape;           ///< any mesh
    Pose world_from_body = {};  ///< at the start of the step
    /// None: a static body, which impulses do not move.
    std::optional<MassProperties> mass = {};
    Twist twist = {};        ///< at the start of the step; zero for a body without mass
    double restitution = 0;  ///< 0 to 1; the larger of both values is used
    double friction = 0.5;   ///< >= 0; the geometric mean of both values is used
};

/// Which collisions count.
struct ImpactOptions {
    /// Less proper collisions are omitted, -1 to 1. The default is below 0 because a slightly
    /// tilted box also hits with its far corners, which hit late and are slightly improper.
    double min_properness = -0.1;
    /// Collisions later than this fraction of the step after the first one are omitted, 0 to 1.
    double together = 1;
};

/// A collision and its impulse.
struct Impact {
    Collision collision;  ///< as found, at its own fraction
    /// Where the impulse acts, in world, with both bodies at the time of the first collision:
    /// halfway between the two points that will collide.
    Eigen::Vector3d point = Eigen::Vector3d::Zero();
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< unit, from b to a, at that time
    Eigen::Vector3d impulse = Eigen::Vector3d::Zero();  ///< on a; the opposite acts on b
};

/// The result of a step of two bodies.
struct ImpactResult {
    std::vector<Impact> impacts;  ///< all counted collisions, by fraction; empty: no collision
    double fraction = 1;          ///< of the step, at the first collision; 1 without any
    Pose world_from_a;            ///< pose of a at that time, on its screw
    Pose world_from_b;            ///< pose of b at that time, on its screw
    Twist a;                      ///< velocities of a afterwards
    Twist b;                      ///< velocities of b afterwards
};

/// The pose of a body after a time without forces. Its centre of mass moves along a straight line,
/// and it rotates about that centre at constant angular velocity. Error: an argument or the result
/// is not finite.
[[nodiscard]] SWEPT_DYNAMICS_API Result<Pose> integrate_free_flight(
    const Pose& world_from_body, const Eigen::Vector3d& centre_in_body, const Twist& twist,
    double duration);

/// The impulses of a step of `duration` in which both bodies move without forces, and the
/// velocities afterwards. Errors name the body or the argument:
/// - a mass is not positive, an inertia is not positive definite, a number is not finite or out of
///   range;
/// - a body without mass moves, or both bodies have no mass;
/// - the bodies overlap at the start;
/// - the rotations of both bodies add up to half a turn or more in the step;
/// - an option is out of range.
[[nodiscard]] SWEPT_DYNAMICS_API Result<ImpactResult> impact(const ImpactBody& a,
                                                             const ImpactBody& b, double duration,
                                                             const ImpactOptions& options = {});

}  // namespace swept
