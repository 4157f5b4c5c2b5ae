#pragma once

// What do two bodies that collide in a step do to each other? All collisions of the step are found
// at once, as if the bodies passed through each other (swept/glide.h); those that are proper enough
// are taken to happen together, and one set of impulses answers all of them (Buss 2004, 3 and 5). A
// box that lands on its face meets the ground with four corners and does not begin to tip; one at a
// time they would make it tumble.
//
// What is promised:
// - Momentum and angular momentum of two bodies that can be pushed are kept, to rounding.
// - Kinetic energy does not grow, beyond rounding. With restitution 1 and without friction it is
//   kept, but where a bounce would drive together what parts already.
// - No collision approaches afterwards, beyond rounding. Impulses push and never pull, and those
//   across the normal are no larger than friction allows.
// - The velocities depend on where the bodies meet, not on how their faces and vertices are
//   numbered or in which order collisions are found, but for rounding. With friction that holds
//   where it and what presses come to agree, as they do but for much friction, or corners that are
//   nearly, not quite, in a plane.
// The bodies are not moved. How far they get is a question for swept/sweep.h; what was found is
// exact for bodies one of which does not turn, else see `collisions`.
//
// Lengths, masses and times are in the caller's units. All functions keep no state and may be
// called from any number of threads; the same question gives the same bits.

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "swept/dynamics/mass.h"
#include "swept/export.h"
#include "swept/glide.h"
#include "swept/polyhedron.h"
#include "swept/result.h"

namespace swept {

/// How a body goes and turns.
struct Twist {
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  ///< of the centre of mass, in world
    Eigen::Vector3d angular_velocity = Eigen::Vector3d::Zero();  ///< radians per time, in world
};

/// One of the two bodies of a step.
struct ImpactBody {
    Polyhedron shape;           ///< any mesh
    Pose world_from_body = {};  ///< at the start of the step
    /// None: a body that stands and cannot be pushed.
    std::optional<MassProperties> mass = {};
    Twist twist = {};        ///< at the start of the step; of a body without mass zero
    double restitution = 0;  ///< 0 to 1; the larger of the two counts
    double friction = 0.5;   ///< >= 0; the geometric mean of the two counts
};

/// Which collisions count.
struct ImpactOptions {
    /// Collisions that are less proper are left out, -1 to 1. Below 0: a box that lands a little
    /// tilted meets with its far corners, too, which come late and are a little improper.
    double min_properness = -0.1;
    /// Those that come later than this share of the step after the first are left out, 0 to 1.
    double together = 1;
};

/// A collision and its impulse.
struct Impact {
    Collision collision;  ///< as it was found, at its own fraction
    /// Where the impulse acts, in world, with both bodies where they are at the first collision:
    /// half way between the points of the two bodies that will meet.
    Eigen::Vector3d point = Eigen::Vector3d::Zero();
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< unit, from b to a, at that moment
    Eigen::Vector3d impulse = Eigen::Vector3d::Zero();  ///< on a; on b its opposite
};

/// What a step of two bodies comes to.
struct ImpactResult {
    std::vector<Impact> impacts;  ///< all that counted, by fraction; none: nothing happened
    double fraction = 1;          ///< of the step, at which the first happens; 1 without any
    Pose world_from_a;            ///< where a is then, on its screw
    Pose world_from_b;            ///< where b is then, on its screw
    Twist a;                      ///< how a goes on
    Twist b;                      ///< how b goes on
};

/// Where a body comes to in a time without forces: its centre goes straight on, and it turns about
/// it at a constant rate. Error: numbers that are not finite, or take it beyond all numbers.
[[nodiscard]] SWEPT_DYNAMICS_API Result<Pose> integrate_free_flight(
    const Pose& world_from_body, const Eigen::Vector3d& centre_in_body, const Twist& twist,
    double duration);

/// The impulses of a step of `duration` in which both coast, and how they go on. Errors, which name
/// the body: a mass that is not positive, an inertia that is not positive definite, a number that
/// is not finite or out of its range, a body without mass that moves, two of them; bodies that
/// overlap at the start; turns that come to half a circle in the step; an option out of its range.
[[nodiscard]] SWEPT_DYNAMICS_API Result<ImpactResult> impact(const ImpactBody& a,
                                                             const ImpactBody& b, double duration,
                                                             const ImpactOptions& options = {});

}  // namespace swept
