#pragma once

// Impulses at touches, so that nothing approaches: found by going over all of them again and again
// (projected Gauss-Seidel). Energy does not grow by them, by construction. Joints are kept all
// along: an impulse on a joined body acts on all of its island as the joints hand it on. Limits,
// motors and friction of joints are found together with the touches.

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "core/groups.h"
#include "core/inside.h"
#include "dynamics/bodies.h"
#include "dynamics/joints.h"
#include "dynamics/touches.h"

namespace swept {

/// What impulses are to do.
struct ImpulseRules {
    double gap = 0;       ///< separation that touches are to have
    double near = 0;      ///< touches that are further apart only count for what they may become
    double duration = 0;  ///< in which they may come to have the gap; 0: velocities alone count
    enum class Time : std::uint8_t {
        whole,      ///< all have the duration before them
        remaining,  ///< each has its own remaining time
    } time = Time::whole;
    double least_bounce = 0;  ///< what approaches more slowly does not bounce
    bool mend = false;        ///< push apart what is closer than the gap
    double least = 0;  ///< what is closer than this is pushed apart, as far as energy lets it
    bool bounce = true;
    int iterations = 60;
    double tolerance = 0;   ///< an error in velocity that is let be
    bool warm = true;       ///< begin with the impulses of the last solution
    bool keep = true;       ///< these are the last solution from now on
    double force_time = 0;  ///< for which motors and friction of joints act
    static constexpr double half_of_remaining = -1;  ///< as that: of each body's own
};

/// What they did.
struct ImpulseReport {
    double largest = 0;  ///< impulse times inverse mass: the largest change of a velocity
    double work = 0;     ///< done by kinematic bodies and motors
    double motors = 0;   ///< the part of it that motors did
    int rounds = 0;
};

class ImpulseSolver {
   public:
    /// With joints, which outlive it.
    explicit ImpulseSolver(Joints& joints) : joints_(joints) {}

    /// Changes the velocities of the bodies, and keeps the impulses in the touches.
    ImpulseReport solve(std::span<Touch> touches, Bodies& bodies, const ImpulseRules& rules);
    /// Whether one of them approaches faster than it should.
    [[nodiscard]] bool needed(std::span<const Touch> touches, const Bodies& bodies,
                              const ImpulseRules& rules);

   private:
    /// One direction at a touch: along the normal, or across it.
    struct Axis {
        std::uint32_t a, b;      ///< b is the number of bodies for what is none
        Six count_a, count_b;    ///< speed along it: count_a . (v, w)_a - count_b . (v, w)_b
        Six change_a, change_b;  ///< by a unit impulse
        double mass;
        double ease;  ///< speed by a unit impulse, 1 / mass; 0 where nothing gives way
        double impulse;
        std::uint32_t first = 0,
                      end = 0;  ///< in the list of spread changes, where joints have part
    };
    struct Row {
        std::uint32_t touch, a, b;
        double target;
        double lift;  ///< the part of the target that mends a gap
        double friction;
        Axis axis[3];  ///< the normal and two across it
    };
    /// A limit, a motor or the friction of a joint.
    struct JointRow {
        std::uint32_t joint;
        int slot;             ///< in which its impulses are kept
        int count;            ///< of axes
        double lower, upper;  ///< of the impulse; of several axes `upper` bounds the whole
        double target;
        double lift;
        bool motor;
        Axis axis[3];
    };
    Joints& joints_;
    const BodyRecord* first_ = nullptr;  ///< of all bodies
    std::vector<Row> rows_;
    std::vector<JointRow> joint_rows_;
    std::vector<Spread> spread_;
    std::vector<Axis*> axes_;           ///< of all rows
    std::vector<Six> moving_, before_;  ///< by body; one more for what is none
    Groups groups_;                     ///< of bodies that touch or are joined
    std::vector<double> old_, step_, direction_;
    double fastest_ = 0;       ///< speed along a row at the start
    double fastest_turn_ = 0;  ///< the same of motors and friction of joints, radians per time

    void load(const Bodies& bodies);
    void prepare(std::span<const Touch> touches, const Bodies& bodies, const ImpulseRules& rules);
    void prepare_joints(const Bodies& bodies, const ImpulseRules& rules);
    [[nodiscard]] double most_mended(const BodyRecord& a, const BodyRecord* b, double time) const;
    void set_axis(Axis& axis, const Bodies& bodies, double free_mass);
    [[nodiscard]] static double speed(const Axis& axis, const std::vector<Six>& moving);
    [[nodiscard]] double speed(const Axis& axis) const { return speed(axis, moving_); }
    void apply(const Axis& axis, double impulse);
    double round();
    int run(const ImpulseRules& rules);
    double solve_row(Row& row);
    double solve_joint_row(JointRow& row);
    void keep_energy(Bodies& bodies);
    [[nodiscard]] double work_of_driven(const Bodies& bodies) const;
    [[nodiscard]] double work_of(const JointRow& row) const;
};

}  // namespace swept
