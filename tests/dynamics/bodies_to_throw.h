#pragma once

// Bodies, the wall of bricks, fast things, and the exact judge: shared by the tests of simulations
// and by bench/dynamics.

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "swept/dynamics/simulation.h"
#include "swept/solids.h"
#include "swept/swept.h"

namespace swept::test {

using Eigen::Vector3d;

inline Polyhedron solid(const std::string& description) {
    return Polyhedron::build(make_solid(description).value()).value();
}

inline Pose at(const Vector3d& place) {
    return Pose::make(place).value();
}

inline Pose turned_at(const Vector3d& place, const Vector3d& axis, double angle) {
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(angle, axis.normalized()));
    return Pose::make(place, turn).value();
}

/// A floor of 60 m x 60 m whose top is at z = 0.
inline BodyDef floor_body(double friction = 0.6) {
    return {.shape = solid("box,size=60x60x1"),
            .world_from_body = at({0, 0, -0.5}),
            .type = BodyType::fixed,
            .friction = friction};
}

/// Pairs of bodies, one of them dynamic, that are not separate: in exact arithmetic.
inline int pairs_that_meet(const Simulation& simulation) {
    struct Placed {
        BodyDef body;
        Pose pose;
    };
    std::vector<Placed> all;
    for (const BodyId id : simulation.bodies()) {
        all.push_back({*simulation.description(id), simulation.state(id)->world_from_body});
    }
    int meeting = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t k = i + 1; k < all.size(); ++k) {
            const Placed &p = all[i], &q = all[k];
            if (p.body.type != BodyType::dynamic && q.body.type != BodyType::dynamic) continue;
            if ((p.pose.translation() - q.pose.translation()).norm() >
                p.body.shape.extent() + q.body.shape.extent()) {
                continue;
            }
            meeting += overlap({p.body.shape, p.pose}, {q.body.shape, q.pose}).relation !=
                       Relation::separate;
        }
    }
    return meeting;
}

/// 105 bricks of 0.4 x 0.2 x 0.2 m in running bond on a floor, body 0; bricks are 1 to 105.
inline std::vector<NumberedBodyDef> wall_of_bricks() {
    const Polyhedron brick = solid("box,size=0.4x0.2x0.2");
    const double gap = 1.6e-4;
    std::vector<NumberedBodyDef> made{{BodyId(0), floor_body()}};
    std::uint64_t id = 1;
    for (int row = 0; row < 10; ++row) {
        const int count = row % 2 == 0 ? 11 : 10;
        for (int i = 0; i < count; ++i) {
            const Vector3d place((i - (count - 1) / 2.0) * 0.401, 0, 0.1 + gap + row * (0.2 + gap));
            made.push_back(
                {BodyId(id++),
                 {.shape = brick, .world_from_body = at(place), .density = 2000, .friction = 0.6}});
        }
    }
    return made;
}

/// The same and a ball of 4 tonnes, body 200, that is about to hit it at 30 m/s.
inline std::vector<NumberedBodyDef> wall_before_the_ball() {
    std::vector<NumberedBodyDef> made = wall_of_bricks();
    made.push_back({BodyId(200),
                    {.shape = solid("sphere,radius=0.5"),
                     .world_from_body = at({0.03, -1.5, 1}),
                     .mass = 4000,
                     .velocity = {0, 30, 0}}});
    return made;
}

/// How many phases of the step fast things start in.
inline constexpr int phases = 20;

/// A ball at 200 m/s, body 1, before a plate of 5 cm, body 0.
inline std::array<NumberedBodyDef, 2> ball_and_plate(double rate, int phase, BodyType plate) {
    const double way = -2 - 200 / rate * phase / phases;
    return {{{BodyId(0), {.shape = solid("box,size=2x0.05x2"), .type = plate, .density = 2000}},
             {BodyId(1),
              {.shape = solid("sphere,radius=0.1"),
               .world_from_body = at({0.3 * std::sin(phase), way, 0.2 * std::cos(phase)}),
               .density = 7800,
               .velocity = {0, 200, 0}}}}};
}

/// Whether the ball has come to the other side of the plate from one moment to another, without
/// going round it.
inline bool passed_plate(const Vector3d& in_plate_before, const Vector3d& in_plate_now) {
    const auto before_it = [](const Vector3d& p) {
        return std::abs(p[0]) < 1 && std::abs(p[2]) < 1;
    };
    return before_it(in_plate_before) && before_it(in_plate_now) && in_plate_before[1] < 0 &&
           in_plate_now[1] > 0;
}

/// A rod of 4 m at 40 rad/s, body 1, beside a post of 5 cm, body 0: at 30 Hz it turns by 1.33 rad
/// in a step.
inline std::array<NumberedBodyDef, 2> rod_and_post(int phase) {
    const double angle = 0.1 + (std::numbers::pi - 0.2) * phase / phases;  // it is symmetric
    return {{{BodyId(0),
              {.shape = solid("box,size=0.05x0.05x2"),
               .world_from_body = at({1.5, 0, 0}),
               .type = BodyType::fixed}},
             {BodyId(1),
              {.shape = solid("box,size=4x0.05x0.05"),
               .world_from_body = turned_at({0, 0, 0}, {0, 0, 1}, angle),
               .density = 7800,
               .angular_velocity = {0, 0, 40}}}}};
}

/// Whether the post has come to the other side of the rod, which turns by less than a quarter in
/// between; it may roll. The post was closer to the rod's middle than the rod's ends all the time,
/// as it is before and after: so it did not go round.
inline bool passed_post(const Pose& rod_before, const Pose& rod_now) {
    struct Seen {
        double distance, side;
    };
    const auto seen_from = [](const Pose& rod) {
        const Vector3d way = Vector3d(1.5, 0, 0) - rod.translation();
        const Vector3d along = rod.rotation() * Vector3d::UnitX();
        return Seen{std::hypot(way[0], way[1]), along.cross(way)[2]};
    };
    const Seen was = seen_from(rod_before), is = seen_from(rod_now);
    return was.distance < 2 && is.distance < 2 && (was.side < 0) != (is.side < 0);
}

}  // namespace swept::test
