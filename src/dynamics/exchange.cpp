// What bodies that were stopped on their ways give each other.

#include <algorithm>
#include <cmath>

#include "dynamics/travel.h"

namespace swept {

using Eigen::Vector3d;

void Travel::wake(std::uint32_t number, double remaining) {
    bodies_[number].still_for = 0;
    if (!bodies_[number].asleep) return;
    each_joined(number, [&](std::uint32_t i) {
        BodyRecord& body = bodies_[i];
        if (!body.dynamic()) return;
        body.still_for = 0;
        body.asleep = false;
        body.remaining = remaining;
        // What carried it goes on doing so until its contacts are looked at again.
        body.outer = options_.gravity;
        body.inner.setZero();
        body.inner_turn.setZero();
    });
}

/// What blocks a pair in which joints or rooms have part: with the pieces that come near.
void Travel::add_blocking_of_island(const Pair& pair, std::vector<Touch>& touches) const {
    add_encounter(pair, touches);
    const BodyRecord &a = bodies_[pair.a], &b = second(pair);
    if (a.stuck == 0 && b.stuck == 0) return;
    const Frame frame_a(a.pose), frame_b(b.pose);
    const Closest near = closest(a.hull->placed(pair.piece_a, frame_a),
                                 b.hull->placed(pair.piece_b, frame_b), pair.direction);
    if (!near.apart) return;
    Touch made;
    made.a = pair.a;
    made.b = pair.room ? no_body : pair.b;
    made.point = (near.on_a + near.on_b) / 2;
    made.normal = near.normal;
    made.separation = near.distance;
    made.friction = std::sqrt(a.body.friction * b.body.friction);
    touches.push_back(made);
}

/// What stopped two need not be where they are closest now: it is where they would be just before
/// they meet. Answers whether they would.
bool Travel::find_meeting(const Pair& pair, Meeting& made) const {
    const BodyRecord &a = bodies_[pair.a], &b = bodies_[pair.b];
    const auto pose_of = [&](std::uint32_t i, double on) {
        const Way& way = ways_[i];
        return way.goes ? way.plan.at(std::min(way.fraction + on, 1.0)) : bodies_[i].pose;
    };
    made = {.a = pair.a, .b = pair.b};
    double low = 0, high = 1, on = 1.0 / 1024;
    bool met = false;
    Vector3d direction = pair.direction;
    for (int round = 0; round < 16 && low < 1; ++round) {
        const Pose pose_a = pose_of(pair.a, on), pose_b = pose_of(pair.b, on);
        const Frame frame_a(pose_a), frame_b(pose_b);
        const Closest near =
            closest(a.hull->placed(0, frame_a), b.hull->placed(0, frame_b), direction);
        if (near.apart) {
            low = on;
            direction = near.normal;
            made.normal = near.normal;
            made.in_a = pose_a.inverse() * near.on_a;
            made.in_b = pose_b.inverse() * near.on_b;
            on = met ? (low + high) / 2 : std::min(4 * on, 1.0);
        } else {
            high = on;
            met = true;
            on = (low + high) / 2;
        }
    }
    return met && low > 0;
}

/// Contacts look along faces, so that what slides by less than a skin is not pushed aside. Where
/// one gets nowhere all the same, it is the shortest way to what blocks it that counts, and where
/// they would meet, now and in the rounds before.
void Travel::add_blocking(std::vector<Touch>& touches) {
    const auto add = [&](std::uint32_t a, std::uint32_t b, const Vector3d& on_a,
                         const Vector3d& on_b, const Vector3d& normal) {
        Touch made;
        made.a = a;
        made.b = b;
        made.point = (on_a + on_b) / 2;
        made.normal = normal;
        made.separation = std::max(normal.dot(on_a - on_b), 0.0);
        made.friction = std::sqrt(bodies_[a].body.friction * bodies_[b].body.friction);
        touches.push_back(made);
    };
    for (const std::uint32_t number : blocking_) {
        const Pair& pair = pairs_[number];
        if (joined(pair)) {
            add_blocking_of_island(pair, touches);
            continue;
        }
        if (pair.room) continue;
        const BodyRecord &a = bodies_[pair.a], &b = bodies_[pair.b];
        if ((a.stuck == 0 && b.stuck == 0) || !a.hull->convex() || !b.hull->convex()) continue;
        Meeting meeting;
        if (find_meeting(pair, meeting)) meetings_.push_back(meeting);
        const Frame frame_a(a.pose), frame_b(b.pose);
        const Closest near =
            closest(a.hull->placed(0, frame_a), b.hull->placed(0, frame_b), pair.direction);
        if (near.apart) add(pair.a, pair.b, near.on_a, near.on_b, near.normal);
    }
    for (const Meeting& m : meetings_) {
        const Vector3d on_a = bodies_[m.a].pose * m.in_a, on_b = bodies_[m.b].pose * m.in_b;
        const double time = std::max(bodies_[m.a].remaining, bodies_[m.b].remaining);
        if ((on_a - on_b).norm() > finder_.reach(m.a, m.b, time)) continue;  // they have gone on
        add(m.a, m.b, on_a, on_b, m.normal);
    }
}

/// Impulses of all that were stopped, with all that they touch.
void Travel::exchange_all() {
    std::vector<Touch> touches;
    std::vector<bool> asked(bodies_.size(), false);
    for (const std::uint32_t i : active_) {
        if (!ways_[i].stopped) continue;
        for (std::uint32_t k = 0; k < bodies_.size(); ++k) {
            if (k == i || asked[k]) continue;
            const double time = std::max(bodies_[i].remaining, bodies_[k].remaining);
            const double reach = finder_.reach(i, k, time);
            if (!finder_.may_touch(i, k, reach)) continue;
            finder_.pair(std::min(i, k), std::max(i, k), reach, touches);
        }
        if (bodies_[i].dynamic()) {
            finder_.rooms(i, finder_.reach(i, no_body, bodies_[i].remaining), touches);
        }
        asked[i] = true;
    }
    add_blocking(touches);
    if (touches.empty() && joints_.list.empty()) return;
    for (const Touch& t : touches) exchanged_.emplace_back(t.a, t.b);
    for (const Touch& t : touches) {
        if (t.b == no_body || t.separation > finder_.near()) continue;
        const double closing =
            t.normal.dot(bodies_[t.a].velocity_at(t.point) - bodies_[t.b].velocity_at(t.point));
        if (closing >= -1e-9) continue;
        const double remaining = std::max(bodies_[t.a].remaining, bodies_[t.b].remaining);
        if (bodies_[t.a].dynamic()) wake(t.a, remaining);
        if (bodies_[t.b].dynamic()) wake(t.b, remaining);
    }
    ImpulseRules rules;
    rules.warm = false;
    rules.keep = false;
    rules.least_bounce = std::max(options_.least_bounce, options_.gravity.norm() * duration_);
    rules.iterations = options_.iterations;
    rules.near = finder_.near();
    rules.gap = 1.5 * skin_;
    // Who stops again and again comes closer each time, until velocities are not known that well.
    rules.least = 0.25 * skin_;
    rules.time = ImpulseRules::Time::remaining;
    rules.duration = duration_;
    rules.tolerance = 1e-3 * skin_ / duration_;
    work_ += solver_.solve(touches, bodies_, rules).work;
    rules.bounce = false;
    answer_forces(touches, rules);
    for (const std::uint32_t number : first_) {
        const Pair& pair = pairs_[number];
        if (pair.room || joined(pair)) continue;
        BodyRecord &a = bodies_[pair.a], &b = bodies_[pair.b];
        if (std::max(a.stuck, b.stuck) < 2 || std::max(a.jammed, b.jammed) <= patience) continue;
        const double remaining = std::max(a.remaining, b.remaining);
        if (a.dynamic()) wake(pair.a, remaining);
        if (b.dynamic()) wake(pair.b, remaining);
        unite(a, b);
    }
}

/// What was stopped is pressed on by forces that contacts at the start of the step knew nothing of.
/// For the time that is left these answer them too, as the step's own do.
/// Islands begin anew: what their joints and motors did is found again with them.
void Travel::answer_forces(std::span<Touch> touches, ImpulseRules rules) {
    rules.force_time = ImpulseRules::half_of_remaining;
    const auto anew = [&](std::uint32_t i) {
        return joints_.island_of(i) != Joints::none && ways_[i].stopped;
    };
    struct Speeds {
        Vector3d velocity, spin;
    };
    std::vector<Speeds> before, pressed;
    for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
        BodyRecord& body = bodies_[i];
        before.push_back({body.velocity, body.spin});
        if (body.dynamic() && body.remaining > 0) {
            if (anew(i)) {
                body.inner = body.outer;
                body.inner_turn = body.torque;
            }
            body.velocity += body.remaining / 2 * body.inner;
            body.spin += body.inverse_inertia * (body.remaining / 2 * body.inner_turn);
        }
        pressed.push_back({body.velocity, body.spin});
    }
    if (solver_.needed(touches, bodies_, rules)) {
        const ImpulseReport done = solver_.solve(touches, bodies_, rules);
        work_ += done.work - done.motors;  // those have been counted for all of the step
    }
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        BodyRecord& body = bodies_[i];
        if (!body.dynamic() || body.remaining == 0) continue;  // it has no time but for a push
        const double half = body.remaining / 2;
        body.inner += (body.velocity - pressed[i].velocity) / half;
        body.inner_turn += body.inertia() * (body.spin - pressed[i].spin) / half;
        body.velocity = before[i].velocity;
        body.spin = before[i].spin;
    }
}

}  // namespace swept
