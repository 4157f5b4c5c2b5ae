#include "dynamics/rest.h"

#include <algorithm>
#include <deque>
#include <limits>

#include "core/groups.h"
#include "core/inside.h"

namespace swept {

void find_levels(Bodies& bodies, std::span<const Touch> touches, double near) {
    constexpr std::uint32_t in_the_air = 0xffffffff;
    std::vector<std::vector<std::uint32_t>> next(bodies.size());
    std::deque<std::uint32_t> open;
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
        bodies[i].level = bodies[i].dynamic() ? in_the_air : 0;
        if (!bodies[i].dynamic()) open.push_back(i);
    }
    for (BodyRecord& body : bodies) body.touches = false;
    for (const Touch& t : touches) {
        if (t.separation > near) continue;
        bodies[t.a].touches = true;
        if (t.b != no_body) bodies[t.b].touches = true;
        if (t.b != no_body) {
            next[t.a].push_back(t.b);
            next[t.b].push_back(t.a);
        } else if (bodies[t.a].level == in_the_air) {
            bodies[t.a].level = 1;
            open.push_back(t.a);
        }
    }
    std::ranges::stable_sort(open, {}, [&](std::uint32_t i) { return bodies[i].level; });
    while (!open.empty()) {
        const std::uint32_t i = open.front();
        open.pop_front();
        for (const std::uint32_t j : next[i]) {
            if (bodies[j].level <= bodies[i].level + 1) continue;
            bodies[j].level = bodies[i].level + 1;
            open.push_back(j);
        }
    }
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_that_touch(
    std::span<const Touch> touches, double near) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> made;
    for (const Touch& t : touches) {
        if (t.separation <= near) made.emplace_back(t.a, t.b);
    }
    return made;
}

void find_sleepers(Bodies& bodies, const Joints& joints, std::span<const Touch> touches,
                   double near, const SimulationOptions& options, double duration) {
    Groups groups(bodies.size());
    const auto root = [&](std::uint32_t i) { return groups.root(i); };
    std::vector<double> still(bodies.size(), std::numeric_limits<double>::infinity());
    for (BodyRecord& body : bodies) {
        if (!body.dynamic() || body.asleep) continue;
        const double speed = body.velocity.norm() + body.spin.norm() * body.radius;
        // Contacts are solved for to within a part of what gravity gives in a step.
        const double slow = std::max(options.sleep_speed, 0.1 * options.gravity.norm() * duration);
        body.still_for = speed < slow ? body.still_for + duration : 0;
    }
    for (const Touch& t : touches) {
        if (t.b == no_body || t.separation > near) continue;
        if (bodies[t.a].dynamic() && bodies[t.b].dynamic()) {
            groups.join(t.a, t.b);
        }
    }
    for (const Joints::Island& island : joints.islands()) {
        for (const std::uint32_t i : island.bodies) groups.join(island.bodies[0], i);
    }
    for (const Joints::Island& island : joints.islands()) {  // nor what is kinematic by joints
        double& least = still[root(island.bodies[0])];
        for (const std::uint32_t i : island.kinematic) {
            if (bodies[i].moves()) least = 0;
        }
        for (const std::uint32_t k : island.joints) {
            const auto& motor = joints.list[k].joint.motor;
            if (motor && motor->speed != 0 && motor->torque > 0) least = 0;
        }
    }
    for (const Touch& t : touches) {  // on what is kinematic nothing sleeps
        if (t.b == no_body || t.separation > near) continue;
        for (const auto& [one, other] : {std::pair(t.a, t.b), std::pair(t.b, t.a)}) {
            if (bodies[one].dynamic() && bodies[other].kinematic() && bodies[other].moves()) {
                still[root(one)] = 0;
            }
        }
    }
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
        if (!bodies[i].dynamic()) continue;
        double& least = still[root(i)];
        least = std::min(least, bodies[i].asleep ? options.sleep_after : bodies[i].still_for);
    }
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
        BodyRecord& body = bodies[i];
        if (!body.dynamic()) continue;
        const bool sleeps = options.sleep_speed > 0 && still[root(i)] >= options.sleep_after;
        if (body.asleep && !sleeps) body.still_for = 0;
        body.asleep = sleeps;
        if (!sleeps) continue;
        body.velocity.setZero();
        body.spin.setZero();
    }
}

}  // namespace swept
