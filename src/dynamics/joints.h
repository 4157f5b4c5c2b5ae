#pragma once

// Joints: which impulses keep velocities, and which forces keep ways, such that joined bodies stay
// together?
//
// Bodies that hang together by joints are an island; its joints are solved for at once, by Lagrange
// multipliers: with the rows J of all its joints, J M^-1 J^T l = J v. Steps are those of RATTLE
// (Andersen 1983): forces along the joints as they stand at the start are found such that they are
// closed at the end of the way; then impulses along the joints as they stand there stop what would
// open them. So energy swings about its value and does not leave it. Where a way is cut short, the
// joint is open by the bow of the arcs; what is open is closed by a shift of the ends of later ways
// that leaves velocities alone.

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "dynamics/bodies.h"
#include "dynamics/plan.h"
#include "swept/dynamics/joint.h"
#include "swept/result.h"

namespace swept {

/// A velocity and a spin, or what an impulse does to them, or how they count along an axis.
struct Six {
    double x[6] = {};
};
[[nodiscard]] inline Six six(const Eigen::Vector3d& p, const Eigen::Vector3d& q) {
    return {{p[0], p[1], p[2], q[0], q[1], q[2]}};
}
[[nodiscard]] inline double dot(const Six& p, const Six& q) {
    return ((p.x[0] * q.x[0] + p.x[2] * q.x[2]) + p.x[4] * q.x[4]) +
           ((p.x[1] * q.x[1] + p.x[3] * q.x[3]) + p.x[5] * q.x[5]);
}
inline void add(Six& to, const Six& what, double times) {
    for (int i = 0; i < 6; ++i) to.x[i] += what.x[i] * times;
}

/// A change of a body's velocity, or an impulse on it.
struct Spread {
    std::uint32_t body;
    Six six;
};

struct JointRecord {
    Joint joint;
    std::uint32_t a = 0;
    std::uint32_t b = no_body;  ///< the world
    // In the coordinates of each side, from its centre of mass.
    Eigen::Vector3d arm_a, arm_b;
    Eigen::Vector3d axis_a, axis_b;  ///< unit
    Eigen::Vector3d side_a, side_b;  ///< unit, at right angles to the axis: equal at angle 0
    Eigen::Matrix3d b_from_a;        ///< the rotation at the start
    double angle = 0;                ///< of a hinge
    /// Impulses of the last solution: at the limits, of the motor, of friction.
    double kept[6] = {};

    [[nodiscard]] bool is(JointKind kind) const { return joint.kind == kind; }
    [[nodiscard]] int rows() const {
        return is(JointKind::ball) ? 3 : is(JointKind::hinge) ? 5 : 6;
    }
};

class Joints {
   public:
    static constexpr std::uint32_t none = 0xffffffff;

    /// Bodies that hang together by joints.
    struct Island {
        std::vector<std::uint32_t> bodies;  ///< dynamic ones, ascending
        std::vector<std::uint32_t> kinematic;
        std::vector<std::uint32_t> joints;
        int rows = 0;
    };

    std::vector<JointRecord> list;

    /// After joints or the numbers of bodies have changed.
    void connect(const Bodies& bodies);
    [[nodiscard]] bool joined(std::uint32_t a, std::uint32_t b) const;
    [[nodiscard]] const std::vector<Island>& islands() const { return islands_; }
    /// The island of a body, or none.
    [[nodiscard]] std::uint32_t island_of(std::uint32_t body) const { return island_of_[body]; }
    /// If one of an island is awake, all are.
    void wake_together(Bodies& bodies) const;
    [[nodiscard]] bool awake(std::uint32_t island, const Bodies& bodies) const {
        return bodies[islands_[island].bodies[0]].moves();
    }

    /// Joints as they stand now; what follows is about them.
    void look(const Bodies& bodies);
    /// Takes from velocities, by body, what would open joints.
    void project(std::vector<Six>& moving) const;
    /// What impulses do to velocities, joints being kept: adds to the list.
    void respond(std::span<const Spread> impulses, const Bodies& bodies,
                 std::vector<Spread>& changes) const;
    /// The ways of an island for a time at most, by body, such that joints are no more open at
    /// their end than at the start. Changes `inner` and `inner_turn` of the bodies.
    void plan(std::uint32_t island, Bodies& bodies, double time, std::vector<Plan>& plans) const;
    /// Shifts the ends of ways so that joints are closed there, and within their limits; `plans` is
    /// parallel to the dynamic bodies of the island. Answers whether something was shifted.
    bool close(std::uint32_t island, const Bodies& bodies, std::vector<Plan>& plans) const;

    /// Angles of hinges, followed beyond half turns.
    void follow(const Bodies& bodies);
    [[nodiscard]] JointState state(std::uint32_t joint, const Bodies& bodies) const;
    /// The axis of a hinge in world.
    [[nodiscard]] static Eigen::Vector3d axis_of(const JointRecord& joint, const Bodies& bodies);

   private:
    /// Where the side of a joint is.
    struct Placed {
        Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
        Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    };
    /// One direction in which a joint does not give: count_a . (v, w)_a - count_b . (v, w)_b = 0.
    struct Row {
        std::uint32_t a, b;
        Six count_a, count_b;
        Six change_a, change_b;  ///< by a unit impulse; 0 of what is not dynamic
    };
    /// All of an island.
    struct System {
        bool made = false;
        std::vector<Row> rows;
        std::vector<Eigen::Vector3d> across;  ///< two by joint: directions of a hinge's rows
        std::vector<std::uint32_t> at_limit;  ///< joints that have a row more, the last ones
        Eigen::VectorXd scale;
        Eigen::LDLT<Eigen::MatrixXd> factor;
        [[nodiscard]] Eigen::VectorXd solve(const Eigen::VectorXd& right) const;
    };

    [[nodiscard]] static double angle_of(const JointRecord& joint, const Placed& a,
                                         const Placed& b);

    std::vector<Island> islands_;
    std::vector<std::uint32_t> island_of_;
    std::vector<std::uint64_t> joined_;
    std::vector<System> systems_;

    template <class PlacedOf>
    void set_up(const Island& island, const Bodies& bodies, const PlacedOf& placed,
                System& system) const;
    template <class PlacedOf>
    [[nodiscard]] Eigen::VectorXd errors(const Island& island, const System& system,
                                         const PlacedOf& placed) const;
};

/// What is wrong with a joint between these bodies; else its record.
[[nodiscard]] Result<JointRecord> joint_record(const Joint& joint, std::uint32_t number,
                                               std::uint32_t a, std::uint32_t b,
                                               const Bodies& bodies);

/// Two unit directions at right angles to a third and to each other.
void across(const Eigen::Vector3d& n, Eigen::Vector3d& t, Eigen::Vector3d& u);

}  // namespace swept
