#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/groups.h"
#include "core/inside.h"
#include "dynamics/begin.h"
#include "dynamics/rest.h"
#include "dynamics/state.h"
#include "math/elementary.h"

namespace swept {

using Eigen::Vector3d;

namespace {

/// Choice. A hinge that turns by 0.1 in a piece of a step changes its kinetic energy by a quarter
/// of the square of that for a while.
constexpr double most_swing = 0.01;

/// A body on which the caller's forces act, where it set out.
struct PushedBody {
    std::uint32_t number;
    Vector3d centre;
    Quaternion rotation;

    /// Along the way that it has gone since.
    [[nodiscard]] double work(const Bodies& bodies) const {
        const BodyRecord& body = bodies[number];
        const Vector3d turn = math::rotation_vector(body.pose.rotation() * rotation.conjugate());
        return body.force.dot(body.centre - centre) + body.torque.dot(turn);
    }
};

std::vector<PushedBody> pushed_of(const Bodies& bodies) {
    std::vector<PushedBody> made;
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
        const BodyRecord& body = bodies[i];
        if (body.force.isZero(0) && body.torque.isZero(0)) continue;
        made.push_back({i, body.centre, body.pose.rotation()});
    }
    return made;
}

}  // namespace

/// Kinetic and potential, by body.
std::vector<double> Simulation::State::energies() const {
    std::vector<double> made;
    for (const BodyRecord& body : bodies) {
        const double height = -options.gravity.dot(body.centre);
        made.push_back(body.dynamic() ? body.kinetic_energy() + body.mass.mass * height : 0);
    }
    return made;
}

/// Ways that bend, are cut short or eased aside do not keep energy quite: what groups that hang
/// together by contacts and joints have won in a piece of a step, but for what was `given`, is
/// taken from how they move. Not what it costs to lift them by a skin, nor `most_swing` of how they
/// move: what swings or tips goes up and down, and comes back. Islands that touch something are
/// stopped and eased again and again: they may win nothing.
void Simulation::State::keep_energy(
    std::span<const double> before, double given,
    std::span<const std::pair<std::uint32_t, std::uint32_t>> pairs) {
    Groups groups(bodies.size());
    std::vector<bool> has_joints(bodies.size(), false), touching(has_joints), kinematic(has_joints);
    for (const Joints::Island& island : joints.islands()) {
        for (const std::uint32_t i : island.bodies) groups.join(island.bodies[0], i);
    }
    const auto dynamic = [&](std::uint32_t i) { return i != no_body && bodies[i].dynamic(); };
    for (const auto& [a, b] : pairs) {
        if (dynamic(a) && dynamic(b)) groups.join(a, b);
    }
    for (const auto& [a, b] : pairs) {
        for (const auto& [one, other] : {std::pair(a, b), std::pair(b, a)}) {
            if (!dynamic(one)) continue;
            touching[groups.root(one)] = true;
            if (other != no_body && bodies[other].kinematic() && bodies[other].moves()) {
                kinematic[groups.root(one)] = true;
            }
        }
    }
    for (const Joints::Island& island : joints.islands()) {
        has_joints[groups.root(island.bodies[0])] = true;
        for (const std::uint32_t i : island.kinematic) {
            if (bodies[i].moves()) kinematic[groups.root(island.bodies[0])] = true;
        }
    }
    const std::vector<double> after = energies();
    std::vector<double> won(bodies.size(), 0), kinetic(bodies.size(), 0), lifted(bodies.size(), 0);
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
        if (!bodies[i].dynamic()) continue;
        const std::uint32_t r = groups.root(i);
        won[r] += after[i] - before[i];
        kinetic[r] += bodies[i].kinetic_energy();
        lifted[r] += bodies[i].mass.mass * options.gravity.norm() * skin;
        if (!bodies[i].force.isZero(0) || !bodies[i].torque.isZero(0)) kinematic[r] = true;
    }
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
        const std::uint32_t r = groups.root(i);
        if (!bodies[i].dynamic() || !(has_joints[r] || touching[r]) || kinematic[r]) continue;
        const double swing = touching[r] && has_joints[r] ? 0 : most_swing * kinetic[r] + lifted[r];
        const double more = won[r] - std::max(given, 0.0) - swing;
        if (!(more > 0)) continue;
        const double share = std::sqrt(std::max(1 - more / kinetic[r], 0.0));
        bodies[i].velocity *= share;
        bodies[i].spin *= share;
    }
}

/// A piece of a step in which contacts stay what they are, roughly.
void Simulation::State::advance(double duration, double whole, StepReport& report) {
    State& s = *this;
    // Half of the forces, and what contacts answer; the way; the other half, and the answer again:
    // in free flight the way is the chord of the parabola, and energy is kept.
    const double half = duration / 2;
    for (BodyRecord& body : s.bodies) {
        if (body.dynamic() && !(body.force.isZero(0) && body.torque.isZero(0))) body.asleep = false;
    }
    s.joints.wake_together(s.bodies);
    for (BodyRecord& body : s.bodies) {
        body.outer.setZero();
        if (!body.dynamic() || body.asleep) continue;
        body.outer = s.options.gravity + body.force * body.inverse_mass;
    }
    ImpulseRules rules;
    rules.least_bounce = std::max(s.options.least_bounce, s.options.gravity.norm() * duration);
    // Short pieces leave little to be done.
    rules.iterations =
        duration < whole / 5 ? std::max(s.options.iterations / 2, 1) : s.options.iterations;
    rules.near = s.finder->near();
    rules.gap = 1.5 * s.skin;
    rules.duration = duration;
    rules.tolerance = 1e-3 * s.skin / duration;
    // What comes together in this step does so by impulses that act at once.
    ImpulseRules first = rules;
    first.warm = first.keep = false;
    if (s.solver.needed(s.touches, s.bodies, first)) {
        s.work += s.solver.solve(s.touches, s.bodies, first).work;
    }
    const std::vector<double> energies_before = s.energies();
    const double worked = s.work;
    auto pairs = pairs_that_touch(s.touches, s.finder->near());
    std::uint32_t awake = 0;
    std::vector<std::pair<Vector3d, Vector3d>> before;
    for (BodyRecord& body : s.bodies) {
        before.emplace_back(body.velocity, body.spin);
        if (!body.dynamic() || body.asleep) continue;
        ++awake;
        body.velocity += half * body.outer;
        body.spin += body.inverse_inertia * (half * body.torque);
    }
    rules.mend = true;
    rules.force_time = half;
    const auto d1 = s.solver.solve(s.touches, s.bodies, rules);
    s.work += d1.work;
    for (std::size_t i = 0; i < s.bodies.size(); ++i) {
        BodyRecord& body = s.bodies[i];
        body.inner = (body.velocity - before[i].first) / half;
        if (body.dynamic()) {
            body.inner_turn = body.inertia() * (body.spin - before[i].second) / half;
        }
        body.velocity = before[i].first;
        body.spin = before[i].second;
    }
    const std::vector<PushedBody> pushed = pushed_of(s.bodies);
    s.travel->run(duration, report, s.work);
    for (const PushedBody& body : pushed) s.work += body.work(s.bodies);
    // What touched something that has gone does not go on sleeping in the air.
    for (const Touch& t : s.touches) {
        if (t.b == no_body || t.separation > s.finder->near()) continue;
        BodyRecord &a = s.bodies[t.a], &b = s.bodies[t.b];
        if (!a.dynamic() || !b.dynamic() || a.asleep == b.asleep) continue;
        (a.asleep ? a : b).still_for = 0;
        a.asleep = b.asleep = false;
    }
    s.joints.wake_together(s.bodies);
    refresh(s.touches, s.bodies, *s.finder, duration);
    // The other half. For time that a body lost no force acts: it would win energy and not fall.
    for (BodyRecord& body : s.bodies) {
        if (!body.dynamic() || body.asleep) continue;
        body.velocity += body.owed / 2 * body.outer;
        body.spin += body.inverse_inertia * (body.owed / 2 * body.torque);
    }
    rules.duration = 0;
    rules.mend = false;
    rules.keep = false;
    const auto d2 = s.solver.solve(s.touches, s.bodies, rules);
    s.work += d2.work;
    for (const auto& more :
         {pairs_that_touch(s.touches, s.finder->near()), s.travel->exchanged()}) {
        pairs.insert(pairs.end(), more.begin(), more.end());
    }
    s.keep_energy(energies_before, s.work - worked, pairs);
    report.awake = std::max(report.awake, awake);
    find_levels(s.bodies, s.touches, s.finder->near());
    find_sleepers(s.bodies, s.joints, s.touches, s.finder->near(), s.options, duration);
}

namespace {

/// Choice. What touches something turns by no more in a piece of a step, radians: its points then
/// leave the lines on which impulses send them by 0.1^2 / 2 of its size at most.
constexpr double turn_of_piece = 0.1;

/// Choice. Bodies that touch slide past each other by no more in a piece, as a share of the smaller
/// one's size.
constexpr double slide_of_piece = 0.1;

/// Choice. Nor would what touches something fall further, twice, as a share of the smallest body's
/// size: what the impulses leave of that is how a stack sinks.
constexpr double fall_of_piece = 0.006;

/// Choice. More pieces than this are not made of a step.
constexpr double most_pieces = 64;

/// Whether something may come of a body in a step.
bool may_act(const BodyRecord& body) {
    return body.moves() || !body.force.isZero(0) || !body.torque.isZero(0);
}

/// Into how many pieces the rest of a step is divided.
int pieces_of(const Simulation::State& s, double time) {
    double most = 1;
    for (const Joints::Island& island : s.joints.islands()) {
        for (const std::uint32_t i : island.bodies) {
            most = std::max(most, s.bodies[i].spin.norm() * time / turn_of_piece);
        }
    }
    for (const Touch& t : s.touches) {
        const BodyRecord& a = s.bodies[t.a];
        if (!a.moves() && (t.b == no_body || !s.bodies[t.b].moves())) continue;
        const double fall = s.options.gravity.norm() * time * time;
        most = std::max(most, std::sqrt(fall / (fall_of_piece * s.smallest)));
        most = std::max(most, a.spin.norm() * time / turn_of_piece);
        if (t.b == no_body) continue;
        const BodyRecord& b = s.bodies[t.b];
        most = std::max(most, b.spin.norm() * time / turn_of_piece);
        if (!a.dynamic() || !b.dynamic()) continue;
        const double size = std::min(a.body.shape.extent(), b.body.shape.extent());
        const double slide = (a.velocity_at(t.point) - b.velocity_at(t.point)).norm() * time;
        most = std::max(most, slide / (slide_of_piece * size));
    }
    return static_cast<int>(std::ceil(std::min(most, most_pieces)));
}

}  // namespace

Result<StepReport> Simulation::step(double duration) {
    if (!(duration > 0) || !std::isfinite(duration)) {
        return fail(ErrorCode::bad_argument, "not a positive, finite time", "duration");
    }
    State& s = *state_;
    for (const BodyRecord& body : s.bodies) {
        const double fastest = body.velocity.norm() + body.spin.norm() * body.radius +
                               (s.options.gravity.norm() + body.force.norm() * body.inverse_mass +
                                (body.inverse_inertia * body.torque).norm() * body.radius) *
                                   duration;
        if (fastest * duration + body.centre.norm() < 1e30) continue;
        return fail(ErrorCode::bad_argument, "leaves all bounds in this step; make it shorter",
                    name_of(body.id));
    }
    StepReport report;
    report.contacts = static_cast<std::uint32_t>(s.touches.size());
    if (std::ranges::none_of(s.bodies, may_act)) return report;  // all sleep
    double left = duration;
    while (left > 0) {
        const double piece = std::max(left / pieces_of(s, left), duration / most_pieces);
        const bool last = piece > 0.999 * left;
        s.advance(last ? left : piece, duration, report);
        left = last ? 0 : left - piece;
    }
    for (BodyRecord& body : s.bodies) {
        body.force.setZero();
        body.torque.setZero();
    }
    report.contacts = static_cast<std::uint32_t>(s.touches.size());
    return report;
}

}  // namespace swept
