#include "dynamics/impulses.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace swept {

using Eigen::Vector3d;

namespace {

/// A separation is mended by this share in a step, so that what is pushed does not jump.
constexpr double mended_share = 0.25;

/// Choice. Velocities are found to this share of how fast things approach.
constexpr double relative_tolerance = 1e-4;

/// Choice. So few contacts are solved for to rounding, which takes no time: what lands flat does
/// not begin to tip.
constexpr std::size_t few_rows = 16;
constexpr double to_rounding = 1e-13;

/// Choice. A hinge closer to its limit than this is at it, radians.
constexpr double near_limit = 1e-3;

constexpr double unbounded = std::numeric_limits<double>::infinity();

}  // namespace

void ImpulseSolver::load(const Bodies& bodies) {
    moving_.resize(bodies.size() + 1);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        moving_[i] = six(bodies[i].velocity, bodies[i].spin);
    }
    moving_.back() = {};
}

void ImpulseSolver::prepare(std::span<const Touch> touches, const Bodies& bodies,
                            const ImpulseRules& rules) {
    rows_.clear();
    spread_.clear();
    first_ = bodies.data();
    fastest_ = 0;
    for (std::uint32_t i = 0; i < touches.size(); ++i) {
        const Touch& t = touches[i];
        const BodyRecord& a = bodies[t.a];
        const BodyRecord* b = t.b == no_body ? nullptr : &bodies[t.b];
        const double inverse_mass = a.inverse_mass + (b != nullptr ? b->inverse_mass : 0);
        if (inverse_mass == 0 || (!a.moves() && (b == nullptr || !b->moves()))) continue;
        const bool near = t.separation <= rules.near;
        double time = rules.duration;
        if (rules.time == ImpulseRules::Time::remaining) {
            time = std::max(a.remaining, b != nullptr ? b->remaining : 0.0);
        }
        if (!near && time <= 0) continue;  // who has no time left meets nobody
        Row& row = rows_.emplace_back();
        row.touch = i;
        row.a = t.a;
        row.b = b != nullptr ? t.b : static_cast<std::uint32_t>(bodies.size());
        const Vector3d arm_a = t.point - a.centre;
        const Vector3d arm_b = b != nullptr ? Vector3d(t.point - b->centre) : Vector3d::Zero();
        Vector3d direction[3];
        direction[0] = t.normal;
        across(t.normal, direction[1], direction[2]);
        for (int k = 0; k < 3; ++k) {
            Axis& axis = row.axis[k];
            const Vector3d& n = direction[k];
            const Vector3d turn_a = arm_a.cross(n), turn_b = arm_b.cross(n);
            const Vector3d spin_a = a.inverse_inertia * turn_a;
            const Vector3d spin_b =
                b != nullptr ? Vector3d(b->inverse_inertia * turn_b) : Vector3d::Zero();
            axis.count_a = six(n, turn_a);
            axis.count_b = b != nullptr ? six(n, turn_b) : Six{};
            axis.change_a = six(n * a.inverse_mass, spin_a);
            axis.change_b = b != nullptr ? six(n * b->inverse_mass, spin_b) : Six{};
            axis.a = row.a;
            axis.b = row.b;
            set_axis(axis, bodies, 1 / (inverse_mass + turn_a.dot(spin_a) + turn_b.dot(spin_b)));
        }
        row.friction = t.friction;
        row.axis[0].impulse = rules.warm ? t.impulse : 0;
        row.axis[1].impulse = rules.warm ? t.rub.dot(direction[1]) : 0;
        row.axis[2].impulse = rules.warm ? t.rub.dot(direction[2]) : 0;
        const double speed = this->speed(row.axis[0]);
        const bool bounces = rules.bounce && t.restitution > 0 && speed < -rules.least_bounce;
        if (!near && bounces) {  // what will bounce does so where it meets
            rows_.pop_back();
            continue;
        }
        row.target = 0;
        if (time > 0) {
            const double off = (rules.gap - t.separation) / time;
            row.target = off < 0 ? off : rules.mend ? mended_share * off : 0;
            if (row.target > 0) row.target = std::min(row.target, most_mended(a, b, time));
        }
        row.lift = std::max(row.target, 0.0);
        if (t.separation < rules.least && rules.duration > 0) {
            row.target =
                std::max(row.target, mended_share * (rules.gap - t.separation) / rules.duration);
        }
        if (bounces) row.target = std::max(row.target, -t.restitution * speed);
        fastest_ = std::max(fastest_, row.target - speed);
    }
}

/// How fast a gap may be mended. What is joined is heavy, and held at many places: it is lifted
/// only as fast as it moves anyway, so that it has the energy for that.
double ImpulseSolver::most_mended(const BodyRecord& a, const BodyRecord* b, double time) const {
    bool joined = false;
    double pace = 0;
    for (const BodyRecord* body : {&a, b}) {
        if (body == nullptr) continue;
        joined =
            joined || joints_.island_of(static_cast<std::uint32_t>(body - first_)) != Joints::none;
        const Vector3d velocity = body->velocity - time / 2 * body->outer;  // before the forces
        pace = std::max(pace, velocity.norm() + body->spin.norm() * body->radius);
    }
    return joined ? pace : unbounded;
}

/// How bodies answer along an axis: freely, or with those that they are joined to.
void ImpulseSolver::set_axis(Axis& axis, const Bodies& bodies, double free_mass) {
    axis.mass = free_mass;
    axis.ease = 1 / free_mass;
    axis.first = axis.end = static_cast<std::uint32_t>(spread_.size());
    const auto part = [&](std::uint32_t i) {
        return i < bodies.size() && bodies[i].dynamic() && joints_.island_of(i) != Joints::none;
    };
    if (!part(axis.a) && !part(axis.b)) return;
    Spread impulses[2] = {{axis.a, axis.count_a}, {axis.b, {}}};
    add(impulses[1].six, axis.count_b, -1);
    joints_.respond(std::span(impulses, axis.b < bodies.size() ? 2 : 1), bodies, spread_);
    axis.end = static_cast<std::uint32_t>(spread_.size());
    double answer = 0;
    for (std::uint32_t k = axis.first; k < axis.end; ++k) {
        if (spread_[k].body == axis.a) answer += dot(axis.count_a, spread_[k].six);
        if (spread_[k].body == axis.b) answer -= dot(axis.count_b, spread_[k].six);
    }
    // What joints do not let move at all takes no impulse.
    const bool moves = answer * free_mass > 1e-9;
    axis.mass = moves ? 1 / answer : 0;
    axis.ease = moves ? answer : 0;
}

/// Limits, motors and friction. Joints are as they stood when they were looked at.
void ImpulseSolver::prepare_joints(const Bodies& bodies, const ImpulseRules& rules) {
    joint_rows_.clear();
    fastest_turn_ = 0;
    for (std::uint32_t k = 0; k < joints_.list.size(); ++k) {
        const JointRecord& joint = joints_.list[k];
        const BodyRecord& a = bodies[joint.a];
        const BodyRecord* b = joint.b == no_body ? nullptr : &bodies[joint.b];
        if (joint.is(JointKind::fixed)) continue;
        if (!(a.dynamic() && a.moves()) && (b == nullptr || !b->dynamic() || !b->moves())) continue;
        const auto row_about = [&](int slot, std::span<const Vector3d> directions, double lower,
                                   double upper, double target) -> JointRow& {
            JointRow& row = joint_rows_.emplace_back();
            row = {k,     slot, static_cast<int>(directions.size()), lower, upper, target, 0,
                   false, {}};
            for (std::size_t i = 0; i < directions.size(); ++i) {
                Axis& axis = row.axis[i];
                axis.a = joint.a;
                axis.b = b != nullptr ? joint.b : static_cast<std::uint32_t>(bodies.size());
                const Vector3d zero = Vector3d::Zero();
                axis.count_a = axis.count_b = six(zero, directions[i]);
                const double free = directions[i].dot(
                    a.inverse_inertia * directions[i] +
                    (b != nullptr ? Vector3d(b->inverse_inertia * directions[i]) : zero));
                set_axis(axis, bodies, 1 / free);
                axis.impulse = 0;
                fastest_turn_ = std::max(fastest_turn_, std::abs(target - speed(axis)));
                if (!rules.warm || axis.mass == 0) continue;
                axis.impulse = joint.kept[static_cast<std::size_t>(slot) + i];
            }
            return row;
        };
        const Vector3d axis = Joints::axis_of(joint, bodies);
        const std::span<const Vector3d> about(&axis, 1);
        if (joint.joint.limits) {
            double time = rules.duration;
            if (rules.time == ImpulseRules::Time::remaining) {
                time = std::max(a.remaining, b != nullptr ? b->remaining : 0.0);
            }
            const auto limit = [&](int slot, double room, double sign) {
                if (time <= 0 && room > near_limit) return;
                const double off = time > 0 ? -room / time : 0;
                const double target = off < 0 ? off : rules.mend ? mended_share * off : 0;
                JointRow& row = row_about(slot, about, sign > 0 ? 0 : -unbounded,
                                          sign > 0 ? unbounded : 0, sign * target);
                row.lift = sign * std::max(target, 0.0);
                fastest_ = std::max(fastest_, target - sign * speed(row.axis[0]));
            };
            limit(0, joint.angle - joint.joint.limits->lower, 1);
            limit(1, joint.joint.limits->upper - joint.angle, -1);
        }
        double force_time = rules.force_time;
        if (force_time == ImpulseRules::half_of_remaining) {
            force_time = std::max(a.remaining, b != nullptr ? b->remaining : 0.0) / 2;
        }
        if (force_time <= 0) continue;
        if (joint.joint.motor) {
            const double most = joint.joint.motor->torque * force_time;
            row_about(2, about, -most, most, joint.joint.motor->speed).motor = true;
        }
        if (joint.joint.friction > 0) {
            const double most = joint.joint.friction * force_time;
            const Vector3d all[3] = {Vector3d::UnitX(), Vector3d::UnitY(), Vector3d::UnitZ()};
            row_about(3, joint.is(JointKind::ball) ? std::span<const Vector3d>(all) : about, -most,
                      most, 0);
        }
    }
}

inline double ImpulseSolver::speed(const Axis& axis, const std::vector<Six>& moving) {
    return dot(axis.count_a, moving[axis.a]) - dot(axis.count_b, moving[axis.b]);
}

inline void ImpulseSolver::apply(const Axis& axis, double impulse) {
    if (axis.first < axis.end) {
        for (std::uint32_t k = axis.first; k < axis.end; ++k) {
            add(moving_[spread_[k].body], spread_[k].six, impulse);
        }
        return;
    }
    add(moving_[axis.a], axis.change_a, impulse);
    add(moving_[axis.b], axis.change_b, -impulse);
}

/// Friction first, as far as the last normal impulse lets it; then the normal. Answers the largest
/// change of a velocity.
inline double ImpulseSolver::solve_row(Row& row) {
    double changed = 0;
    Axis &n = row.axis[0], &t = row.axis[1], &u = row.axis[2];
    const double most = row.friction * n.impulse;
    if (most > 0 || t.impulse != 0 || u.impulse != 0) {
        double first = t.impulse - t.mass * speed(t);
        double second = u.impulse - u.mass * speed(u);
        const double length_sq = first * first + second * second;
        if (length_sq > most * most) {
            const double share = most / std::sqrt(length_sq);
            first *= share;
            second *= share;
        }
        apply(t, first - t.impulse);
        apply(u, second - u.impulse);
        changed =
            std::max(std::abs(first - t.impulse) * t.ease, std::abs(second - u.impulse) * u.ease);
        t.impulse = first;
        u.impulse = second;
    }
    const double wanted = n.impulse + n.mass * (row.target - speed(n));
    const double change = std::max(wanted, 0.0) - n.impulse;
    if (change == 0) return changed;
    n.impulse += change;
    apply(n, change);
    return std::max(changed, std::abs(change) * n.ease);
}

/// One axis between its bounds; several together, as long as their bound.
double ImpulseSolver::solve_joint_row(JointRow& row) {
    double wanted[3] = {}, length_sq = 0;
    for (int i = 0; i < row.count; ++i) {
        const Axis& axis = row.axis[i];
        wanted[i] = axis.impulse + axis.mass * (row.target - speed(axis));
        length_sq += wanted[i] * wanted[i];
    }
    if (row.count == 1) {
        wanted[0] = std::clamp(wanted[0], row.lower, row.upper);
    } else if (length_sq > row.upper * row.upper) {
        for (double& w : wanted) w *= row.upper / std::sqrt(length_sq);
    }
    double changed = 0;
    for (int i = 0; i < row.count; ++i) {
        Axis& axis = row.axis[i];
        const double change = wanted[i] - axis.impulse;
        if (change == 0 || axis.mass == 0) continue;
        axis.impulse = wanted[i];
        apply(axis, change);
        changed = std::max(changed, std::abs(change) * axis.ease);
    }
    return changed;
}

double ImpulseSolver::round() {
    double changed = 0;
    for (JointRow& row : joint_rows_) changed = std::max(changed, solve_joint_row(row));
    for (Row& row : rows_) changed = std::max(changed, solve_row(row));
    return changed;
}

/// Rounds that were ended early, and bounces of several contacts at once, could leave more energy
/// than there was, but for what it takes to mend gaps. Then a share of all impulses is kept, island
/// by island: the energy is a square in it, and no more than it may be up to where it meets that.
void ImpulseSolver::keep_energy(Bodies& bodies) {
    groups_.reset(bodies.size());
    const auto root = [&](std::uint32_t i) { return groups_.root(i); };
    std::vector<bool> kinematic(bodies.size(), false);
    const std::uint32_t none = static_cast<std::uint32_t>(bodies.size());
    for (const Row& row : rows_) {
        if (row.b == none || !bodies[row.a].dynamic() || !bodies[row.b].dynamic()) continue;
        groups_.join(row.a, row.b);
    }
    for (const Joints::Island& island : joints_.islands()) {
        for (const std::uint32_t i : island.bodies) groups_.join(island.bodies[0], i);
        for (const std::uint32_t i : island.kinematic) {
            if (bodies[i].moves()) kinematic[root(island.bodies[0])] = true;
        }
    }
    for (const Row& row : rows_) {
        for (const auto& [one, other] : {std::pair(row.a, row.b), std::pair(row.b, row.a)}) {
            if (one == none || other == none) continue;
            if (bodies[one].dynamic() && bodies[other].kinematic() && bodies[other].moves()) {
                kinematic[root(one)] = true;
            }
        }
    }
    std::vector<double> linear(bodies.size(), 0), square(bodies.size(), 0), lift(bodies.size(), 0);
    for (const Row& row : rows_) {
        const std::uint32_t one = bodies[row.a].dynamic() ? row.a : row.b;
        lift[root(one)] += row.axis[0].impulse * row.lift;
    }
    for (const JointRow& row : joint_rows_) {
        const std::uint32_t one = bodies[row.axis[0].a].dynamic() ? row.axis[0].a : row.axis[0].b;
        lift[root(one)] += row.axis[0].impulse * row.lift + std::max(work_of(row), 0.0);
    }
    const auto take = [](const Six& from, Vector3d& velocity, Vector3d& spin) {
        velocity = {from.x[0], from.x[1], from.x[2]};
        spin = {from.x[3], from.x[4], from.x[5]};
    };
    std::vector<bool> changed(bodies.size() + 1, false);
    for (const Row& row : rows_) changed[row.a] = changed[row.b] = true;
    for (const Joints::Island& island : joints_.islands()) {
        for (const std::uint32_t i : island.bodies) changed[i] = true;
    }
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
        BodyRecord& body = bodies[i];
        if (!changed[i] || !body.dynamic() || body.asleep) continue;
        take(moving_[i], body.velocity, body.spin);
        Vector3d velocity, spin;
        take(before_[i], velocity, spin);
        const Vector3d dv = body.velocity - velocity, dw = body.spin - spin;
        const Vector3d turn = body.inertia() * dw;
        const std::uint32_t r = root(i);
        linear[r] += body.mass.mass * dv.dot(velocity) + turn.dot(spin);
        square[r] += (body.mass.mass * dv.squaredNorm() + turn.dot(dw)) / 2;
    }
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
        BodyRecord& body = bodies[i];
        if (!changed[i] || !body.dynamic() || body.asleep) continue;
        const std::uint32_t r = root(i);
        if (kinematic[r] || !(linear[r] + square[r] > lift[r])) continue;
        const double p = linear[r] / 2;
        const double share = (std::sqrt(p * p + square[r] * lift[r]) - p) / square[r];
        Vector3d velocity, spin;
        take(before_[i], velocity, spin);
        body.velocity = velocity + share * (body.velocity - velocity);
        body.spin = spin + share * (body.spin - spin);
    }
}

/// What a motor has put in.
double ImpulseSolver::work_of(const JointRow& row) const {
    if (!row.motor) return 0;
    return row.axis[0].impulse * (speed(row.axis[0], before_) + speed(row.axis[0])) / 2;
}

/// What kinematic bodies have put in: they keep their velocities whatever impulses act on them.
double ImpulseSolver::work_of_driven(const Bodies& bodies) const {
    double work = 0;
    for (const Row& row : rows_) {
        for (const Axis& axis : row.axis) {
            if (bodies[row.a].kinematic()) {
                work -= axis.impulse * dot(axis.count_a, moving_[row.a]);
            }
            if (row.b < bodies.size() && bodies[row.b].kinematic()) {
                work += axis.impulse * dot(axis.count_b, moving_[row.b]);
            }
        }
    }
    for (const JointRow& row : joint_rows_) work += work_of(row);
    return work;
}

/// Rounds, each carried on in the direction in which the last ones went: conjugate gradients over
/// the rounds (Silcowitz, Niebe and Erleben 2009). A stack that is n high takes some n of them
/// instead of n^2. Answers how many there were.
int ImpulseSolver::run(const ImpulseRules& rules) {
    const bool few = rows_.size() + joint_rows_.size() <= few_rows;
    const double tolerance = few ? to_rounding * std::max(fastest_, fastest_turn_)
                                 : std::max(rules.tolerance, relative_tolerance * fastest_);
    const int most = few ? 10 * rules.iterations : rules.iterations;
    axes_.clear();
    for (Row& row : rows_) {
        for (Axis& axis : row.axis) axes_.push_back(&axis);
    }
    for (JointRow& row : joint_rows_) {
        for (int i = 0; i < row.count; ++i) axes_.push_back(&row.axis[i]);
    }
    direction_.assign(axes_.size(), 0.0);
    step_.assign(axes_.size(), 0.0);
    old_.clear();
    for (const Axis* axis : axes_) old_.push_back(axis->impulse);
    double last = 0;
    for (int k = 1;; ++k) {
        const double changed = round();
        if (changed <= tolerance || k >= most) return k;
        double square = 0;
        for (std::size_t i = 0; i < old_.size(); ++i) {
            const Axis& axis = *axes_[i];
            step_[i] = axis.impulse - old_[i];
            old_[i] = axis.impulse;
            square += step_[i] * step_[i] * axis.ease;
        }
        const double share = last > 0 ? square / last : 0;
        last = square;
        const bool further = share > 0 && share <= 1;
        for (std::size_t i = 0; i < old_.size(); ++i) {
            if (!further) {
                direction_[i] = share > 1 ? 0 : step_[i];
                continue;
            }
            const double more = share * direction_[i];
            direction_[i] = more + step_[i];
            if (more == 0) continue;
            Axis& axis = *axes_[i];
            axis.impulse += more;
            old_[i] = axis.impulse;
            apply(axis, more);
        }
    }
}

bool ImpulseSolver::needed(std::span<const Touch> touches, const Bodies& bodies,
                           const ImpulseRules& rules) {
    load(bodies);
    joints_.look(bodies);
    joints_.project(moving_);
    prepare(touches, bodies, rules);
    return !joints_.list.empty() || fastest_ > rules.tolerance;
}

ImpulseReport ImpulseSolver::solve(std::span<Touch> touches, Bodies& bodies,
                                   const ImpulseRules& rules) {
    ImpulseReport report;
    load(bodies);
    joints_.look(bodies);
    joints_.project(moving_);
    before_ = moving_;
    prepare(touches, bodies, rules);
    prepare_joints(bodies, rules);
    if (rows_.empty() && joints_.list.empty()) return report;
    if (rules.warm) {
        for (const Row& row : rows_) {
            for (const Axis& axis : row.axis) apply(axis, axis.impulse);
        }
        for (const JointRow& row : joint_rows_) {
            for (int i = 0; i < row.count; ++i) apply(row.axis[i], row.axis[i].impulse);
        }
    }
    report.rounds = run(rules);
    for (const Row& row : rows_) {
        const Axis &n = row.axis[0], &t = row.axis[1], &u = row.axis[2];
        if (n.mass > 0) report.largest = std::max(report.largest, n.impulse / n.mass);
        if (!rules.keep) continue;
        Touch& touch = touches[row.touch];
        touch.impulse = n.impulse;
        touch.rub = Vector3d(t.count_a.x[0], t.count_a.x[1], t.count_a.x[2]) * t.impulse +
                    Vector3d(u.count_a.x[0], u.count_a.x[1], u.count_a.x[2]) * u.impulse;
    }
    for (const JointRow& row : joint_rows_) {
        if (!rules.keep) continue;
        JointRecord& joint = joints_.list[row.joint];
        for (int i = 0; i < row.count; ++i) joint.kept[row.slot + i] = row.axis[i].impulse;
    }
    report.work = work_of_driven(bodies);
    for (const JointRow& row : joint_rows_) report.motors += work_of(row);
    keep_energy(bodies);
    return report;
}

}  // namespace swept
