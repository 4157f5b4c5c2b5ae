#pragma once

// The bodies of a simulation as the steps see them: where they are, how they move, and how hard
// they are to move.

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <vector>

#include "dynamics/hull.h"
#include "swept/dynamics/body.h"

namespace swept {

/// Stands for what is no body: a room.
inline constexpr std::uint32_t no_body = 0xffffffff;

struct BodyRecord {
    // What it is.
    BodyId id;
    BodyDef body;
    std::shared_ptr<const Hull> hull;                          ///< its convex pieces
    MassProperties mass = {};                                  ///< of a dynamic body
    Eigen::Vector3d centre_in_body = Eigen::Vector3d::Zero();  ///< about which it turns
    double inverse_mass = 0;                                   ///< 0 of all that are not dynamic
    Eigen::Matrix3d inverse_inertia_in_body = Eigen::Matrix3d::Zero();
    double radius = 0;  ///< of the ball about the centre that holds it

    // Where it is and how it moves, at its own time within the step.
    Pose pose = {};
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
    Eigen::Vector3d spin = Eigen::Vector3d::Zero();             ///< angular velocity
    Eigen::Matrix3d inverse_inertia = Eigen::Matrix3d::Zero();  ///< in world
    Box box = {};                                               ///< around all of it, in world

    // What acts on it.
    Eigen::Vector3d force = Eigen::Vector3d::Zero();
    Eigen::Vector3d torque = Eigen::Vector3d::Zero();
    Eigen::Vector3d outer = Eigen::Vector3d::Zero();       ///< acceleration by forces in this step
    Eigen::Vector3d inner = Eigen::Vector3d::Zero();       ///< the same with what contacts do to it
    Eigen::Vector3d inner_turn = Eigen::Vector3d::Zero();  ///< change of angular momentum per time

    // Its step.
    double remaining = 0;     ///< time that is left
    double lost = 0;          ///< time that it could not use
    double owed = 0;          ///< time for which forces have acted by half
    int jammed = 0;           ///< pieces of steps in a row of which it lost most
    int stuck = 0;            ///< rounds in which it got nowhere
    bool touches = false;     ///< something, at the start of the step
    std::uint32_t level = 0;  ///< how many contacts from the ground
    double still_for = 0;     ///< time it has been slow
    bool asleep = false;

    [[nodiscard]] bool dynamic() const { return inverse_mass > 0; }
    [[nodiscard]] bool kinematic() const { return body.type == BodyType::kinematic; }
    [[nodiscard]] bool moves() const {
        return dynamic() ? !asleep : kinematic() && !(velocity.isZero(0) && spin.isZero(0));
    }
    [[nodiscard]] Eigen::Vector3d velocity_at(const Eigen::Vector3d& point) const {
        return velocity + spin.cross(point - centre);
    }
    [[nodiscard]] Eigen::Matrix3d inertia() const;
    [[nodiscard]] double kinetic_energy() const;
    /// Puts it somewhere and brings what depends on that up to date.
    void place(const Pose& at);
    /// Keeps the angular momentum through a change of place; energy may be lost, not won.
    void place_turning(const Pose& at);
    void push(const Eigen::Vector3d& impulse, const Eigen::Vector3d& arm);
};

/// Two go on as if they were one: a collision in which they stick, of which one may be fixed. What
/// they have together of momentum stays, energy can only fall.
void unite(BodyRecord& a, BodyRecord& b);

/// The box around a placed shape: that of its own box, turned.
[[nodiscard]] Box placed_box(const Box& box, const Pose& pose);

using Bodies = std::vector<BodyRecord>;

}  // namespace swept
