// Motions that can be checked on paper. Each bound says what it allows for.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/dynamics/bodies_to_throw.h"

namespace swept {
namespace {

using namespace test;

constexpr double g = 9.81;

/// Steps for a time; nothing is ever inside something.
void run(Simulation& simulation, double time, double rate) {
    for (int i = 0; i < std::lround(time * rate); ++i) {
        ASSERT_TRUE(simulation.step(1 / rate));
        ASSERT_EQ(pairs_that_meet(simulation), 0) << i;
    }
}

TEST(physics, a_thrown_body_flies_along_its_parabola_and_keeps_its_energy) {
    const NumberedBodyDef thrown{BodyId(1),
                                 {.shape = solid("box,size=0.1x0.2x0.4"),
                                  .velocity = {3, 0, 8},
                                  .angular_velocity = {1, 9, 2}}};
    auto simulation = Simulation::make(std::span(&thrown, 1)).value();
    const double before = simulation.energy().total();
    run(simulation, 2, 60);
    const BodyState state = *simulation.state(BodyId(1));
    EXPECT_LT((state.centre - Vector3d(6, 0, 16 - g * 2)).norm(), 1e-9);
    EXPECT_NEAR(simulation.energy().total() / before, 1, 1e-9);
}

TEST(physics, angular_momentum_is_kept_in_flight) {
    const NumberedBodyDef thrown{
        BodyId(1), {.shape = solid("box,size=0.1x0.2x0.4"), .angular_velocity = {0.1, 6, 0.2}}};
    auto simulation = Simulation::make(std::span(&thrown, 1)).value();
    const Eigen::Matrix3d inertia = simulation.mass(BodyId(1))->inertia;
    const auto momentum = [&] {
        const BodyState s = *simulation.state(BodyId(1));
        const Eigen::Matrix3d turn = s.world_from_body.rotation_matrix();
        return Vector3d(turn * (inertia * (turn.transpose() * s.angular_velocity)));
    };
    const Vector3d before = momentum();
    run(simulation, 5, 60);
    EXPECT_LT((momentum() - before).norm() / before.norm(), 1e-6);
}

/// v^2 / (2 mu g). A step is lost at either end at most.
TEST(physics, a_sliding_block_stops_after_its_distance) {
    for (const double rate : {240.0, 60.0, 30.0}) {
        const double speed = 4, mu = 0.4;
        const NumberedBodyDef bodies[] = {{BodyId(0), floor_body(mu)},
                                          {BodyId(1),
                                           {.shape = solid("box,size=0.4x0.4x0.1"),
                                            .world_from_body = at({0, 0, 0.0502}),
                                            .friction = mu,
                                            .velocity = {speed, 0, 0}}}};
        auto simulation = Simulation::make(bodies).value();
        run(simulation, 3, rate);
        const double distance = speed * speed / (2 * mu * g);
        EXPECT_NEAR(simulation.state(BodyId(1))->centre[0], distance, 0.01 * distance) << rate;
        EXPECT_LT(simulation.state(BodyId(1))->velocity.norm(), 1e-6) << rate;
    }
}

/// Steeper than its friction it slides with g (sin a - mu cos a); less steep it stays.
TEST(physics, a_block_on_a_slope_slides_or_stays_by_its_friction) {
    const double angle = 0.5;  // tan: 0.546
    for (const double mu : {0.3, 0.7}) {
        const Pose slope = turned_at({0, 0, 0}, {0, 1, 0}, angle);
        const NumberedBodyDef bodies[] = {{BodyId(0),
                                           {.shape = solid("box,size=40x4x1"),
                                            .world_from_body = slope,
                                            .type = BodyType::fixed,
                                            .friction = mu}},
                                          {BodyId(1),
                                           {.shape = solid("box,size=0.4x0.4x0.1"),
                                            .world_from_body = slope * at({0, 0, 0.5502}),
                                            .friction = mu}}};
        auto simulation = Simulation::make(bodies).value();
        const Vector3d start = simulation.state(BodyId(1))->centre;
        run(simulation, 1, 60);
        const double way = (simulation.state(BodyId(1))->centre - start).norm();
        const double pull = std::max(std::sin(angle) - mu * std::cos(angle), 0.0) * g;
        EXPECT_NEAR(way, pull / 2, 0.01 * pull / 2 + 2e-4) << mu;
    }
}

/// A ball that falls from h onto a floor rises to e^2 h, e^4 h ...: within 2 %, for the ball is a
/// polyhedron that falls on its pole, and stops a skin above the floor.
/// A ball, and a box that lands flat: on four corners at once, time after time.
TEST(physics, what_bounces_reaches_its_heights) {
    for (const auto& [shape, rate] : {std::pair("sphere,radius=0.1", 240.0),
                                      {"sphere,radius=0.1", 60.0},
                                      {"box,size=0.3x0.4x0.2", 240.0},
                                      {"box,size=0.3x0.4x0.2", 60.0},
                                      {"box,size=0.3x0.4x0.2", 30.0}}) {
        const double e = 0.8, h = 1;
        const NumberedBodyDef bodies[] = {
            {BodyId(0), floor_body()},
            {BodyId(1),
             {.shape = solid(shape), .world_from_body = at({0, 0, 0.1 + h}), .restitution = e}}};
        auto simulation = Simulation::make(bodies).value();
        std::vector<double> heights;
        double last_speed = 0;
        for (int i = 0; i < std::lround(3 * rate); ++i) {
            ASSERT_TRUE(simulation.step(1 / rate));
            const BodyState s = *simulation.state(BodyId(1));
            const double speed = s.velocity[2];
            // The top of the parabola that it is on.
            const double top = s.centre[2] - 0.1 + speed * speed / (2 * g);
            if (last_speed < 0 && speed > 0) heights.push_back(top);
            last_speed = speed;
        }
        ASSERT_GE(heights.size(), 3U);
        for (int k = 0; k < 3; ++k) {
            const double expected = h * std::pow(e, 2 * (k + 1));
            EXPECT_NEAR(heights[static_cast<std::size_t>(k)], expected, 0.02 * expected)
                << shape << " " << rate << " " << k;
        }
    }
}

/// Two balls meet head on, without gravity: momentum is kept to rounding, and they part with e
/// times the speed at which they met.
TEST(physics, momentum_is_kept_in_free_collisions) {
    for (const double e : {0.0, 0.5, 1.0}) {
        const Polyhedron box = solid("box,size=0.3x0.2x0.2");
        const NumberedBodyDef bodies[] = {{BodyId(1),
                                           {.shape = box,
                                            .world_from_body = at({-1, 0, 0}),
                                            .mass = 2,
                                            .restitution = e,
                                            .friction = 0,
                                            .velocity = {5, 0, 0}}},
                                          {BodyId(2),
                                           {.shape = box,
                                            .world_from_body = at({1, 0.05, 0.03}),
                                            .mass = 3,
                                            .restitution = e,
                                            .friction = 0.3,
                                            .velocity = {-2, 0.5, 0.1}}}};
        SimulationOptions options;
        options.gravity.setZero();
        options.sleep_speed = 0;
        auto simulation = Simulation::make(bodies, options).value();
        const auto sums = [&](Vector3d& linear, Vector3d& angular) {
            linear.setZero();
            angular.setZero();
            for (const BodyId id : simulation.bodies()) {
                const BodyState s = *simulation.state(id);
                const MassProperties m = *simulation.mass(id);
                const Eigen::Matrix3d turn = s.world_from_body.rotation_matrix();
                linear += m.mass * s.velocity;
                angular += m.mass * s.centre.cross(s.velocity) +
                           turn * (m.inertia * (turn.transpose() * s.angular_velocity));
            }
        };
        Vector3d linear, angular, linear_after, angular_after;
        sums(linear, angular);
        const double before = simulation.energy().total();
        run(simulation, 1, 60);
        sums(linear_after, angular_after);
        EXPECT_LT((linear - linear_after).norm(), 1e-9) << e;
        // Ways that are eased move bodies without momentum, by a skin or so: without them it is
        // 1e-14.
        EXPECT_LT((angular - angular_after).norm(), 0.02) << e;
        EXPECT_LE(simulation.energy().total(), before * (1 + 1e-9)) << e;
        EXPECT_GT((simulation.state(BodyId(1))->velocity - Vector3d(5, 0, 0)).norm(), 1) << e;
    }
}

/// A cylinder of many sides rolls down a slope with g sin a / (1 + I / m r^2): within 3 %, for
/// it loses some at each of its 360 edges.
TEST(physics, a_cylinder_rolls_down_a_slope) {
    const double angle = 0.2, radius = 0.2;
    const Pose slope = turned_at({0, 0, 0}, {0, 1, 0}, angle);
    const Polyhedron cylinder = solid("prism,sides=360,radius=0.2,height=0.5");
    const NumberedBodyDef bodies[] = {
        {BodyId(0),
         {.shape = solid("box,size=40x4x1"),
          .world_from_body = slope,
          .type = BodyType::fixed,
          .friction = 1}},
        {BodyId(1),
         {.shape = cylinder,
          .world_from_body = slope * turned_at({0, 0, 0.5 + radius + 2e-4}, {1, 0, 0}, M_PI / 2),
          .friction = 1}}};
    SimulationOptions options;
    options.sleep_speed = 0;
    auto simulation = Simulation::make(bodies, options).value();
    const Vector3d start = simulation.state(BodyId(1))->centre;
    const Vector3d push = Vector3d(std::cos(angle), 0, -std::sin(angle));
    // Off the side on which it rests.
    const MassProperties m = *simulation.mass(BodyId(1));
    ASSERT_TRUE(simulation.apply_impulse(BodyId(1), 0.5 * m.mass * push, start));
    run(simulation, 0.5, 240);
    const Vector3d middle = simulation.state(BodyId(1))->centre;
    const double speed = simulation.state(BodyId(1))->velocity.dot(push);
    run(simulation, 1, 240);
    const double way = (simulation.state(BodyId(1))->centre - middle).dot(push);
    const double pull = g * std::sin(angle) / (1 + m.inertia(2, 2) / (m.mass * radius * radius));
    EXPECT_NEAR(way, speed + pull / 2, 0.03 * (speed + pull / 2));
    const BodyState end = *simulation.state(BodyId(1));
    EXPECT_NEAR(end.angular_velocity[1] * radius, end.velocity.dot(push),
                0.02 * end.velocity.dot(push));
}

/// A domino that is tilted by less than atan(thickness / height) falls back; by more, over.
TEST(physics, a_domino_topples_beyond_its_angle) {
    const double thick = 0.01, high = 0.05, limit = std::atan(thick / high);
    for (const double share : {0.9, 1.1}) {
        const double angle = share * limit;
        // It stands on its lower edge at x = thick / 2, which is 1e-5 above the floor.
        const Vector3d centre_from_edge(-thick / 2 * std::cos(angle) + high / 2 * std::sin(angle),
                                        0,
                                        thick / 2 * std::sin(angle) + high / 2 * std::cos(angle));
        const NumberedBodyDef bodies[] = {
            {BodyId(0), floor_body(1)},
            {BodyId(1),
             {.shape = solid("box,size=0.01x0.025x0.05"),
              .world_from_body =
                  turned_at(Vector3d(0, 0, 1e-5) + centre_from_edge, {0, 1, 0}, angle),
              .friction = 1}}};
        auto simulation = Simulation::make(bodies).value();
        run(simulation, 1.5, 60);
        const double up =
            (simulation.state(BodyId(1))->world_from_body.rotation_matrix() * Vector3d(0, 0, 1))[2];
        if (share < 1) {
            EXPECT_GT(up, 0.99) << share;
        } else {
            EXPECT_LT(up, 0.3) << share;
        }
    }
}

}  // namespace
}  // namespace swept
