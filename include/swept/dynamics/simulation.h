#pragma once

// Simulation of rigid bodies that fall, collide, slide, stack and come to rest, with joints.
//
// Method: impulses at contacts (van Waveren 2005, section 6; Mirtich).
// 1. Forces change the velocities. Impulses at the contacts stop everything that approaches.
// 2. All bodies move at once. Where two bodies come within one skin of each other, they stop,
//    exchange impulses and use the rest of the step.
// A body moves only along a path on which planes between the convex pieces of the bodies prove that
// they stay apart, at every moment and including rounding. If bodies in contact would rotate or
// slide far, the step is split.
// Difference from the paper: bodies move together and not one after the other. One after the other,
// the bodies of a moving heap would block each other.
//
// Guarantees:
// - Never inside: bodies that are separate at the start are separate after every step, in exact
//   arithmetic, at any step rate and under any forces. Bodies with a common joint are exempt.
// - No tunnelling, at any speed and any angular velocity.
// - Energy grows only through forces, kinematic bodies and motors. In free flight it is constant up
//   to rounding. Impulses never increase it. In heaps it may rise by less than a thousandth for a
//   moment, where bodies that are too close are moved apart.
// - Deterministic: the same bodies, forces and steps give the same bits.
// - Joints stay closed: for a figure of human size that falls down stairs, at 15 to 240 steps per
//   second, the gap of a joint stays below a millimetre, and is mostly a rounding. Bodies that are
//   connected by joints stop together. In contact with something, their energy grows only through
//   motors. If they swing freely, their energy oscillates about its value, by some hundredths of
//   the squared rotation of a step, and does not drift.
//
// What a blocked body loses:
// - A body whose path is blocked within a step loses the rest of that step.
// - Two bodies that block each other for long move as one body for a moment, as in a perfectly
//   inelastic collision. Bodies that are connected by joints restart from rest.
// - Paths are curved, so two end poses may be too close by a little. Such bodies are moved apart by
//   a few skins. Therefore freely colliding bodies keep their linear momentum up to rounding, and
//   their angular momentum up to these corrections. Blocked bodies, and jointed bodies in contact,
//   may lose some of both.

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

/// Options of a whole simulation.
struct SimulationOptions {
    Eigen::Vector3d gravity = {0, 0, -9.81};  ///< an acceleration, length per time squared
    /// The distance at which bodies stop in front of each other, a length. 0: 2e-4 of the extent of
    /// the smallest dynamic body at the start.
    double skin = 0;
    /// Slower impacts do not bounce, length per time. The speed that gravity adds in one step never
    /// bounces either.
    double least_bounce = 0.05;
    /// A body that is slower than this for `sleep_after` sleeps until something touches it; length
    /// per time. 0: no body sleeps.
    double sleep_speed = 0.02;
    double sleep_after = 0.5;  ///< a time
    int iterations = 60;       ///< largest number of iterations over all contacts, 1 to 10,000
    int events = 12;           ///< largest number of stops of a body in one step, 1 to 1000
};

/// A body with the caller's id.
struct NumberedBodyDef {
    BodyId id;     ///< different from those of all other bodies
    BodyDef body;  ///< its definition
};

/// The result of a step.
struct StepReport {
    std::uint32_t awake = 0;     ///< bodies that took part
    std::uint32_t contacts = 0;  ///< contact points at the end of the step
    std::uint32_t hits = 0;      ///< stops during the step
    std::uint64_t sweeps = 0;    ///< pieces of motion that were tested; not guaranteed
    std::uint32_t blocked = 0;   ///< bodies that lost a part of their step
    double lost = 0;             ///< largest time that one of them lost
};

/// Energy of all dynamic bodies.
struct Energy {
    double kinetic = 0;    ///< of translation and rotation
    double potential = 0;  ///< in gravity, 0 at the origin of the world
    double work = 0;       ///< done so far by kinematic bodies, motors, applied forces and impulses
    /// Kinetic plus potential energy.
    [[nodiscard]] double total() const { return kinetic + potential; }
};

/// A contact of two bodies, or of a body and a room.
struct TouchReport {
    BodyId a;       ///< a body
    ColliderRef b;  ///< another body, with a higher id or fixed, or a polygon of a room
    Eigen::Vector3d point = Eigen::Vector3d::Zero();    ///< halfway between the two, in world
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< unit, from b to a
    double impulse = 0;                                 ///< along the normal in the last step, >= 0
};

/// A simulation of rigid bodies. It can be moved, but not copied. Only one thread at a time may use
/// it.
class SWEPT_DYNAMICS_API Simulation {
   public:
    /// Makes a simulation of bodies and joints. The rooms of `world` are static walls; its bodies
    /// are ignored. Joints are numbered from 0. Bodies with a common joint may overlap.
    /// Bodies that touch at the start are moved apart by half a skin, along their contacts and away
    /// from the ground: the uppermost body of a stack of n is moved by n / 2 skins.
    ///
    /// Errors name the body, the pair, the joint or the option:
    /// - two bodies have the same id;
    /// - the mass or density is not positive, a dynamic shape is open, restitution or friction is
    ///   out of range, a velocity is not finite;
    /// - two bodies overlap, or a body and the world, or touching bodies have no room to be moved
    ///   apart;
    /// - an option is out of range;
    /// - a joint names an unknown body, the same body twice, or no dynamic body;
    /// - the anchor of a joint is not finite, or further from the box of a body than twice the
    ///   extent of that body;
    /// - the axis of a hinge has no length, its limits are reversed or exclude angle 0, a torque is
    ///   negative, or a joint has a property of another kind of joint.
    [[nodiscard]] static Result<Simulation> make(std::span<const NumberedBodyDef> bodies,
                                                 const SimulationOptions& options = {},
                                                 std::optional<WorldSnapshot> world = std::nullopt,
                                                 std::span<const Joint> joints = {});
    ~Simulation();
    /// Moves the simulation. The source may then only be assigned to or destroyed.
    Simulation(Simulation&&) noexcept;
    /// As the constructor.
    Simulation& operator=(Simulation&&) noexcept;

    /// Advances the simulation by `duration`, a time. Errors: the duration is not positive and
    /// finite, or so long that a velocity or a position is not finite any more. After an error,
    /// nothing has moved.
    Result<StepReport> step(double duration);

    /// The ids of all bodies, ascending.
    [[nodiscard]] std::vector<BodyId> bodies() const;
    /// The current state of a body. None for an unknown body.
    [[nodiscard]] std::optional<BodyState> state(BodyId body) const;
    /// The mass properties of a dynamic body. None for any other body and for an unknown one.
    [[nodiscard]] std::optional<MassProperties> mass(BodyId body) const;
    /// The definition that a body was made with. None for an unknown body.
    [[nodiscard]] std::optional<BodyDef> description(BodyId body) const;
    /// The current energy.
    [[nodiscard]] Energy energy() const;
    /// All contacts at the end of the last step.
    [[nodiscard]] std::vector<TouchReport> contacts() const;
    /// All joint numbers are below this. Numbers of removed joints are not used again.
    [[nodiscard]] std::uint32_t joint_count() const;
    /// The current state of a joint. None for an unknown or removed joint.
    [[nodiscard]] std::optional<JointState> joint(std::uint32_t number) const;
    /// Whether a joint connects these two bodies, so that they do not collide with each other.
    [[nodiscard]] bool joined(BodyId a, BodyId b) const;
    /// The distance at which bodies stop in front of each other, a length.
    [[nodiscard]] double skin() const;

    // Changes between steps. Errors of all of them: the body is unknown or of the wrong type, or a
    // number is not finite.
    /// Applies a force at a point in world coordinates, during the next step.
    Result<void> apply_force(BodyId body, const Eigen::Vector3d& force,
                             const Eigen::Vector3d& point);
    /// Applies a torque during the next step.
    Result<void> apply_torque(BodyId body, const Eigen::Vector3d& torque);
    /// Applies an impulse at a point in world coordinates, at once.
    Result<void> apply_impulse(BodyId body, const Eigen::Vector3d& impulse,
                               const Eigen::Vector3d& point);
    /// Sets the velocities of a kinematic body, from now on.
    Result<void> set_velocity(BodyId body, const Eigen::Vector3d& velocity,
                              const Eigen::Vector3d& angular_velocity);
    /// Adds a joint at the current poses of its bodies and returns its number, which is one above
    /// all earlier numbers. The anchor and the axis are in world, and the angle of a hinge starts
    /// at 0. Velocities that would open the joint are removed at once. Its bodies wake up and no
    /// longer collide with each other. Errors as in `make`.
    Result<std::uint32_t> add_joint(const Joint& joint);
    /// Removes a joint. Its bodies wake up, and collide with each other again unless another joint
    /// connects them. Errors: the joint is unknown; its bodies are not separate now, and no other
    /// joint connects them.
    Result<void> remove_joint(std::uint32_t joint);
    /// Sets or removes the motor of a hinge, from now on. Errors: the joint is unknown or not a
    /// hinge; the speed is not finite; the torque is negative or not finite.
    Result<void> set_motor(std::uint32_t joint, const std::optional<JointMotor>& motor);
    /// Adds a body. If it touches others, only the new body is moved. Errors as in `make`.
    Result<void> add(BodyId id, const BodyDef& body);
    /// Removes a body and its joints. Bodies that touched it or were connected to it wake up. Other
    /// joints keep their numbers.
    Result<void> remove(BodyId body);

    struct State;

   private:
    explicit Simulation(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace swept
