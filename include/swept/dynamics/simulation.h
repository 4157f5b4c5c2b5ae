#pragma once

// Bodies that fall, collide, rub and come to rest, and never are inside each other.
//
// Impulses at contacts, as in the trajectory paper (van Waveren 2005, 6; Mirtich): velocities come
// from forces; impulses stop what approaches; then all bodies go their ways at once, stop where
// they come within a skin of each other, exchange impulses there and use up the rest of their
// step. Bodies only ever move along ways on which planes between their convex pieces prove them
// apart, all along and with rounding allowed for. We differ from the paper in that bodies move
// together and not one after the other: in a heap that moves they would block each other.
// A step is taken in pieces where bodies that touch turn or slide far.
//
// What is promised:
// - Never inside: bodies that are separate at the start are separate after every step, in exact
//   arithmetic, at any rate, whatever the forces.
// - Nothing tunnels, however fast it goes or turns.
// - Energy does not grow but by forces, driven bodies and motors: in free flight it is kept to
//   rounding, impulses never raise it; in heaps it may rise for a moment, by less than a
//   thousandth, where bodies that are too close are moved apart.
// - The same bodies, forces and steps give the same bits.
// - Joints stay closed: from 15 to 240 steps per second a figure of a man's size that falls down
//   stairs is within a millimetre of where it is joined, mostly to rounding. Bodies that hang
//   together by joints stop together. Where they touch something their energy does not grow but by
//   motors; where they swing freely it goes up and down about its value, by some hundredths of the
//   square of how far they turn in a step, and does not leave it.
// What cannot be moved within a step, for its way is blocked, loses the rest of that step's way;
// two that block each other for long go on as one for a moment, as in a collision in which they
// stick; bodies that hang together by joints begin anew from rest. Ways that would meet by a
// little, for they bend, are eased apart by a few skins: where bodies collide freely linear
// momentum is kept to rounding, angular momentum to that. Who is blocked, or hangs by joints and
// touches something, may lose of both.

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "swept/dynamics/body.h"
#include "swept/dynamics/joint.h"
#include "swept/export.h"
#include "swept/result.h"
#include "swept/world.h"

namespace swept {

/// What holds for a whole simulation.
struct SimulationOptions {
    Eigen::Vector3d gravity = {0, 0, -9.81};  ///< length per time squared
    /// Bodies stop this far from each other, a length; 0: two ten-thousandths of the smallest
    /// dynamic body's extent when it begins.
    double skin = 0;
    /// What approaches more slowly does not bounce, length per time; in any case not what gravity
    /// gives in a step.
    double least_bounce = 0.05;
    /// Bodies slower than this for `sleep_after` sleep until they are touched; length per time. 0:
    /// none sleeps.
    double sleep_speed = 0.02;
    double sleep_after = 0.5;  ///< a time
    int iterations = 60;       ///< rounds over all contacts at most, 1 to 10,000
    int events = 12;           ///< stops of a body in one step at most, 1 to 1000
};

/// A body with the caller's number.
struct NumberedBody {
    BodyId id;       ///< no other body has it
    RigidBody body;  ///< what it is
};

/// What a step did.
struct StepReport {
    std::uint32_t awake = 0;     ///< bodies that took part
    std::uint32_t contacts = 0;  ///< at the end of the step
    std::uint32_t hits = 0;      ///< stops on the way
    std::uint64_t sweeps = 0;    ///< questions asked on the way
    std::uint32_t blocked = 0;   ///< bodies that lost a part of their way
    double lost = 0;             ///< the largest time that one of them lost
};

/// Energy of all dynamic bodies.
struct Energy {
    double kinetic = 0;    ///< of going and turning
    double potential = 0;  ///< in gravity, 0 at the origin of the world
    double work = 0;       ///< that driven bodies and applied forces have done so far
    /// Kinetic and potential.
    [[nodiscard]] double total() const { return kinetic + potential; }
};

/// A contact of two bodies, or of a body and a room.
struct TouchReport {
    BodyId a;       ///< a body
    ColliderRef b;  ///< another, with a higher number or fixed, or a polygon of a room
    Eigen::Vector3d point = Eigen::Vector3d::Zero();    ///< in world
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< unit, from b to a
    double impulse = 0;                                 ///< along the normal in the last step, >= 0
};

/// A simulation. It is moved, not copied; one thread at a time uses it.
class SWEPT_DYNAMICS_API Simulation {
   public:
    /// Errors, all before the first step: a number given twice; a body that is not one (mass or
    /// density not positive, a dynamic shape that is open, restitution or friction out of range, a
    /// velocity that is not finite); two bodies that overlap, or a body and the world, which are
    /// named; an option out of its range. `world` has the rooms; its bodies are not seen.
    /// Bodies that touch are set apart by half a skin, along their contacts and away from the
    /// ground: of a stack of n the uppermost is moved by n / 2 skins. Error where they have no room
    /// for that.
    /// Joints are numbered from 0, and errors too: a body that is not known, or the same twice;
    /// none that is dynamic; an anchor that is not finite or further from a body's box than twice
    /// its extent; an axis without length; limits that are reversed or do not hold angle 0; what
    /// only a hinge has; torques that are not from 0 on. Bodies that a joint holds may overlap.
    [[nodiscard]] static Result<Simulation> make(std::span<const NumberedBody> bodies,
                                                 const SimulationOptions& options = {},
                                                 std::optional<WorldSnapshot> world = std::nullopt,
                                                 std::span<const Joint> joints = {});
    ~Simulation();
    /// The simulation goes over; what is left may only be assigned to or destroyed.
    Simulation(Simulation&&) noexcept;
    /// As the constructor.
    Simulation& operator=(Simulation&&) noexcept;

    /// One step of `duration`, a time. Error: one that is not positive and finite, or is so long
    /// that a velocity or place is beyond all numbers: nothing has moved then.
    Result<StepReport> step(double duration);

    /// Ascending.
    [[nodiscard]] std::vector<BodyId> bodies() const;
    /// Nothing for a body that is not known.
    [[nodiscard]] std::optional<BodyState> state(BodyId body) const;
    /// Nothing for a body that is not known, or is not dynamic.
    [[nodiscard]] std::optional<MassProperties> mass(BodyId body) const;
    /// What it began with. Nothing for a body that is not known.
    [[nodiscard]] std::optional<RigidBody> description(BodyId body) const;
    /// Now.
    [[nodiscard]] Energy energy() const;
    /// All contacts at the end of the last step.
    [[nodiscard]] std::vector<TouchReport> contacts() const;
    /// Numbers of joints are below this; those that have gone keep theirs.
    [[nodiscard]] std::uint32_t joint_count() const;
    /// By number. Nothing for a joint that is not known, or has gone.
    [[nodiscard]] std::optional<JointState> joint(std::uint32_t number) const;
    /// Whether a joint holds two bodies, so that they do not collide with each other.
    [[nodiscard]] bool joined(BodyId a, BodyId b) const;
    /// How far apart bodies stop, a length.
    [[nodiscard]] double skin() const;

    // Changes between steps. Errors: a body that is not known or not of the role that is meant; a
    // number that is not finite.
    /// A force through a point of the world, for the next step.
    Result<void> apply_force(BodyId body, const Eigen::Vector3d& force,
                             const Eigen::Vector3d& point);
    /// A torque, for the next step.
    Result<void> apply_torque(BodyId body, const Eigen::Vector3d& torque);
    /// An impulse through a point of the world, at once.
    Result<void> apply_impulse(BodyId body, const Eigen::Vector3d& impulse,
                               const Eigen::Vector3d& point);
    /// How a driven body goes from now on.
    Result<void> drive(BodyId body, const Eigen::Vector3d& velocity,
                       const Eigen::Vector3d& angular_velocity);
    /// A new joint, as its bodies stand now: its anchor and axis are in world, a hinge begins at
    /// angle 0. Answers its number, one above all before. Velocities that would open it are stopped
    /// at once; its bodies wake up, and do not collide with each other from now on. Errors as of
    /// `make`.
    Result<std::uint32_t> add_joint(const Joint& joint);
    /// Takes a joint out; its bodies wake up, and collide with each other if no other joint holds
    /// them. Errors: a joint that is not known; bodies that are not separate, so that they would
    /// begin inside each other.
    Result<void> remove_joint(std::uint32_t joint);
    /// What turns a hinge from now on. Errors: a joint that is not known or no hinge; a speed or
    /// torque that is none.
    Result<void> set_motor(std::uint32_t joint, const std::optional<JointMotor>& motor);
    /// A new body. Errors as of `make`; if it touches others it alone is moved.
    Result<void> add(BodyId id, const RigidBody& body);
    /// Takes a body out, with its joints; what it carried or held wakes up. Other joints keep their
    /// numbers.
    Result<void> remove(BodyId body);

    struct State;

   private:
    explicit Simulation(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace swept
