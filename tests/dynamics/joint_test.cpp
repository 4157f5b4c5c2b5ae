// Joints: physics that can be checked on paper, that they hold, and what is refused.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/dynamics/joined_bodies.h"

namespace swept {
namespace {

using namespace test;

constexpr double gravity = 9.81;

SimulationOptions sleepless() {
    SimulationOptions options;
    options.sleep_speed = 0;
    return options;
}

/// A rod of 0.1 x 0.1 x 1 m that hangs from `top`, turned about y.
BodyDef rod_from(const Vector3d& top, double angle) {
    const Vector3d down(-std::sin(angle), 0, -std::cos(angle));
    return {.shape = solid("box,size=0.1x0.1x1"),
            .world_from_body = turned_at(top + 0.5 * down, Vector3d::UnitY(), angle)};
}

/// The period of a rod about one of its ends, swinging by `amplitude`, over ten swings.
double measured_period(double amplitude, double rate) {
    const std::vector<NumberedBodyDef> bodies{{BodyId(1), rod_from({0, 0, 0}, amplitude)}};
    const std::vector<Joint> joints{{.kind = JointKind::hinge, .a = BodyId(1), .axis = {0, 1, 0}}};
    auto s = Simulation::make(bodies, sleepless(), std::nullopt, joints).value();
    double first = 0, last = 0, before = s.state(BodyId(1))->centre[0];
    int crossings = 0;
    for (int i = 1; crossings < 21; ++i) {
        EXPECT_TRUE(s.step(1 / rate));
        const double x = s.state(BodyId(1))->centre[0];
        if ((x < 0) != (before < 0)) {
            last = (i - x / (x - before)) / rate;
            if (crossings++ == 0) first = last;
        }
        before = x;
    }
    return (last - first) / 10;
}

TEST(joint, a_pendulum_has_the_period_of_the_paper) {
    // I = m (0.1^2 + 1^2) / 12 + m / 4 about the hinge; by amplitude a: 1 + a^2/16 + 11 a^4/3072.
    const double inertia = 1.01 / 12 + 0.25;
    const double small = 2 * std::numbers::pi * std::sqrt(inertia / (gravity * 0.5));
    for (const double a : {0.1, 0.8}) {
        const double wanted = small * (1 + a * a / 16 + 11 * a * a * a * a / 3072);
        for (const double rate : {60.0, 240.0}) {
            const double found = measured_period(a, rate);
            EXPECT_NEAR(found / wanted, 1, rate > 100 ? 0.0005 : 0.005) << a << " at " << rate;
            RecordProperty("period_error_permille_" + std::to_string(a) + "_" +
                               std::to_string(static_cast<int>(rate)),
                           std::to_string(1000 * (found / wanted - 1)));
        }
    }
}

TEST(joint, a_double_pendulum_keeps_its_energy) {
    for (const JointKind kind : {JointKind::hinge, JointKind::ball}) {
        const double angle = 2;  // well above the horizontal
        const Vector3d down(-std::sin(angle), 0, -std::cos(angle));
        const std::vector<NumberedBodyDef> bodies{{BodyId(1), rod_from({0, 0, 0}, angle)},
                                                  {BodyId(2), rod_from(down, angle)}};
        const std::vector<Joint> joints{
            {.kind = kind, .a = BodyId(1), .axis = {0, 1, 0}},
            {.kind = kind, .a = BodyId(2), .b = BodyId(1), .anchor = down, .axis = {0, 1, 0}}};
        auto s = Simulation::make(bodies, sleepless(), std::nullopt, joints).value();
        if (kind == JointKind::ball) {  // out of the plane too
            ASSERT_TRUE(s.apply_impulse(BodyId(2), {0, 5, 0}, s.state(BodyId(2))->centre));
            ASSERT_TRUE(s.step(1e-6));
        }
        const double start = s.energy().total();
        double kinetic = 0, off = 0, apart = 0;
        for (int i = 0; i < 600; ++i) {
            ASSERT_TRUE(s.step(1.0 / 60));
            kinetic = std::max(kinetic, s.energy().kinetic);
            off = std::max(off, std::abs(s.energy().total() - start));
            apart = std::max(apart, widest(s));
        }
        EXPECT_GT(kinetic, 50);
        EXPECT_LT(off / kinetic, 0.01);
        EXPECT_LT(apart, 1e-6);
    }
}

TEST(joint, limits_hold) {
    const std::vector<NumberedBodyDef> bodies{{BodyId(1), rod_from({0, 0, 0}, 1.5)}};
    // It would fall by 1.5 to hang; it may by 0.7. About y the rod goes down by negative angles.
    const std::vector<Joint> joints{{.kind = JointKind::hinge,
                                     .a = BodyId(1),
                                     .axis = {0, 1, 0},
                                     .limits = JointLimits{-0.7, 0.3}}};
    auto s = Simulation::make(bodies, {}, std::nullopt, joints).value();
    const double start = s.energy().total();
    double least = 0;
    for (int i = 0; i < 180; ++i) {
        ASSERT_TRUE(s.step(1.0 / 60));
        least = std::min(least, s.joint(0)->angle);
        ASSERT_LT(s.energy().total(), start + 1e-6);
    }
    EXPECT_GT(least, -0.701);
    EXPECT_NEAR(s.joint(0)->angle, -0.7, 1e-3);
    EXPECT_TRUE(s.state(BodyId(1))->asleep);
    // The other way.
    ASSERT_TRUE(s.apply_impulse(BodyId(1), {0, 0, 50}, s.state(BodyId(1))->centre));
    double most = -1;
    for (int i = 0; i < 180; ++i) {
        ASSERT_TRUE(s.step(1.0 / 60));
        most = std::max(most, s.joint(0)->angle);
    }
    EXPECT_GT(most, 0.29);
    EXPECT_LT(most, 0.301);
}

TEST(joint, a_fixed_joint_carries) {
    std::vector<NumberedBodyDef> bodies;
    std::vector<Joint> joints;
    for (std::uint64_t i = 0; i < 5; ++i) {
        const double x = 0.2 * static_cast<double>(i);
        bodies.push_back(
            {BodyId(i),
             {.shape = solid("box,size=0.2x0.2x0.2"), .world_from_body = at({x, 0, 1})}});
        joints.push_back({.kind = JointKind::fixed, .a = BodyId(i), .anchor = {x - 0.1, 0, 1}});
        if (i > 0) joints.back().b = BodyId(i - 1);
    }
    auto s = Simulation::make(bodies, sleepless(), std::nullopt, joints).value();
    for (int i = 0; i < 600; ++i) ASSERT_TRUE(s.step(1.0 / 60));
    for (std::uint64_t i = 0; i < 5; ++i) {
        EXPECT_LT(
            (s.state(BodyId(i))->centre - Vector3d(0.2 * static_cast<double>(i), 0, 1)).norm(),
            1e-6);
    }
    EXPECT_LT(most_askew(s), 1e-6);
}

TEST(joint, what_is_fixed_together_turns_as_one) {
    // A hammer in free flight: momentum and energy are kept, and so is its shape.
    const std::vector<NumberedBodyDef> bodies{
        {BodyId(1), {.shape = solid("box,size=0.1x0.1x1"), .world_from_body = at({0, 0, 0})}},
        {BodyId(2), {.shape = solid("box,size=0.5x0.2x0.2"), .world_from_body = at({0, 0, 0.6})}}};
    const std::vector<Joint> joints{
        {.kind = JointKind::fixed, .a = BodyId(1), .b = BodyId(2), .anchor = {0, 0, 0.5}}};
    SimulationOptions options = sleepless();
    options.gravity.setZero();
    auto s = Simulation::make(bodies, options, std::nullopt, joints).value();
    ASSERT_TRUE(s.apply_impulse(BodyId(2), {3, 40, 10}, {0.25, 0, 0.7}));
    ASSERT_TRUE(s.step(1e-6));
    const auto momentum = [&] {
        Vector3d sum = Vector3d::Zero();
        for (const std::uint64_t i : {1U, 2U}) {
            const BodyState state = *s.state(BodyId(i));
            const MassProperties mass = *s.mass(BodyId(i));
            const Eigen::Matrix3d turn = state.world_from_body.rotation_matrix();
            sum += turn * mass.inertia * turn.transpose() * state.angular_velocity +
                   mass.mass * state.centre.cross(state.velocity);
        }
        return sum;
    };
    const Vector3d before = momentum();
    const double energy = s.energy().total();
    double off = 0, energy_off = 0;
    for (int i = 0; i < 600; ++i) {
        ASSERT_TRUE(s.step(1.0 / 60));
        off = std::max(off, (momentum() - before).norm());
        energy_off = std::max(energy_off, std::abs(s.energy().total() / energy - 1));
    }
    EXPECT_LT(off / before.norm(), 1e-3);
    EXPECT_LT(energy_off, 1e-2);
    EXPECT_LT(widest(s), 1e-6);
    EXPECT_LT(most_askew(s), 1e-6);
}

TEST(joint, a_chain_of_ten_links_hangs) {
    for (const bool level : {false, true}) {  // hangs from the start, or swings first
        std::vector<NumberedBodyDef> bodies;
        std::vector<Joint> joints;
        const Vector3d way = level ? Vector3d(Vector3d::UnitX()) : Vector3d(-Vector3d::UnitZ());
        for (std::uint64_t i = 0; i < 10; ++i) {
            const double along = 0.3 * static_cast<double>(i);
            bodies.push_back(
                {BodyId(i),
                 {.shape = solid(level ? "box,size=0.29x0.05x0.05" : "box,size=0.05x0.05x0.29"),
                  .world_from_body = at((along + 0.15) * way)}});
            joints.push_back(
                {.kind = JointKind::ball, .a = BodyId(i), .anchor = along * way, .friction = 0.2});
            if (i > 0) joints.back().b = BodyId(i - 1);
        }
        auto s = Simulation::make(bodies, sleepless(), std::nullopt, joints).value();
        double apart = 0, energy = s.energy().total(), grown = 0;
        for (int i = 0; i < 600; ++i) {
            ASSERT_TRUE(s.step(1.0 / 60));
            apart = std::max(apart, widest(s));
            grown = std::max(grown, s.energy().total() - energy);
            energy = std::min(energy, s.energy().total());
            if (i % 10 == 0) {
                ASSERT_EQ(pairs_that_meet_unjoined(s), 0);
            }
        }
        EXPECT_LT(apart, 1e-3);
        EXPECT_LT(grown, 1e-3);  // of some 100 J
        if (!level) {
            EXPECT_NEAR(s.state(BodyId(9))->centre[2], -2.85, 1e-3);
        }
    }
}

TEST(joint, a_motor_turns_a_wheel) {
    const std::vector<NumberedBodyDef> bodies{
        {BodyId(1), {.shape = solid("box,size=1x1x0.1"), .world_from_body = at({0, 0, 1})}}};
    std::vector<Joint> joints{{.kind = JointKind::hinge,
                               .a = BodyId(1),
                               .anchor = {0, 0, 1},
                               .axis = {0, 0, 3},
                               .motor = JointMotor{10, 50}}};
    auto s = Simulation::make(bodies, {}, std::nullopt, joints).value();
    const double inertia = s.mass(BodyId(1))->inertia(2, 2);  // 100 kg (1 + 1) / 12
    for (int i = 0; i < 60; ++i) ASSERT_TRUE(s.step(1.0 / 60));
    EXPECT_NEAR(s.joint(0)->speed, 50 / inertia, 1e-6);
    EXPECT_NEAR(s.joint(0)->angle, 25 / inertia, 1e-6);
    EXPECT_NEAR(s.energy().work, s.energy().kinetic, 1e-6);
    for (int i = 0; i < 240; ++i) ASSERT_TRUE(s.step(1.0 / 60));
    EXPECT_NEAR(s.joint(0)->speed, 10, 1e-9);
    EXPECT_NEAR(s.energy().work, s.energy().kinetic, 1e-3);
    EXPECT_LT(widest(s), 1e-9);
    // Without it, friction stops the wheel: none here.
    ASSERT_TRUE(s.set_motor(0, std::nullopt));
    for (int i = 0; i < 60; ++i) ASSERT_TRUE(s.step(1.0 / 60));
    EXPECT_NEAR(s.joint(0)->speed, 10, 1e-6);
    ASSERT_TRUE(s.set_motor(0, JointMotor{0, 50}));  // a brake
    for (int i = 0; i < 240; ++i) ASSERT_TRUE(s.step(1.0 / 60));
    EXPECT_NEAR(s.joint(0)->speed, 0, 1e-9);
}

TEST(joint, friction_slows_evenly) {
    const std::vector<NumberedBodyDef> bodies{{BodyId(1),
                                               {.shape = solid("box,size=1x1x0.1"),
                                                .world_from_body = at({0, 0, 1}),
                                                .angular_velocity = {0, 0, 6}}}};
    for (const JointKind kind : {JointKind::hinge, JointKind::ball}) {
        const std::vector<Joint> joints{
            {.kind = kind, .a = BodyId(1), .anchor = {0, 0, 1}, .friction = 40}};
        auto s = Simulation::make(bodies, sleepless(), std::nullopt, joints).value();
        const double inertia = s.mass(BodyId(1))->inertia(2, 2);
        for (int i = 0; i < 60; ++i) ASSERT_TRUE(s.step(1.0 / 60));
        EXPECT_NEAR(s.state(BodyId(1))->angular_velocity[2], 6 - 40 / inertia, 1e-6);
        for (int i = 0; i < 180; ++i) ASSERT_TRUE(s.step(1.0 / 60));
        EXPECT_NEAR(s.state(BodyId(1))->angular_velocity.norm(), 0, 1e-9);
    }
}

TEST(joint, a_ring_that_says_things_twice_holds) {
    // Four rods joined by hinges in a square that hangs by a corner: planar, so that rows repeat.
    std::vector<NumberedBodyDef> bodies;
    std::vector<Joint> joints;
    const std::vector<Vector3d> corners{{0, 0, 0}, {1, 0, 0}, {1, 0, -1}, {0, 0, -1}};
    for (std::uint64_t i = 0; i < 4; ++i) {
        const Vector3d from = corners[i], to = corners[(i + 1) % 4];
        bodies.push_back(
            {BodyId(i),
             {.shape = solid(i % 2 == 0 ? "box,size=0.9x0.1x0.1" : "box,size=0.1x0.1x0.9"),
              .world_from_body = at((from + to) / 2)}});
        joints.push_back({.kind = JointKind::hinge,
                          .a = BodyId(i),
                          .b = BodyId((i + 3) % 4),
                          .anchor = from,
                          .axis = {0, 1, 0},
                          .friction = 1});
    }
    joints.push_back({.a = BodyId(0), .anchor = {0, 0, 0}});
    auto s = Simulation::make(bodies, {}, std::nullopt, joints).value();
    double energy = s.energy().total(), grown = 0, apart = 0;
    for (int i = 0; i < 600; ++i) {
        const auto report = s.step(1.0 / 60);
        ASSERT_TRUE(report) << i << " " << report.error().message();
        ASSERT_EQ(pairs_that_meet_unjoined(s), 0) << i;
        apart = std::max(apart, widest(s));
        grown = std::max(grown, s.energy().total() - energy);
        energy = std::min(energy, s.energy().total());
    }
    EXPECT_LT(apart, 1e-3);
    EXPECT_LT(grown, 5e-3);  // of some 50 J
}

TEST(joint, a_driven_body_pulls_what_is_joined_to_it) {
    const std::vector<NumberedBodyDef> bodies{{BodyId(1),
                                               {.shape = solid("box,size=0.2x0.2x0.2"),
                                                .type = BodyType::kinematic,
                                                .velocity = {0.5, 0, 0}}},
                                              {BodyId(2), rod_from({0, 0, -0.1}, 0)}};
    const std::vector<Joint> joints{{.a = BodyId(2), .b = BodyId(1), .anchor = {0, 0, -0.1}}};
    auto s = Simulation::make(bodies, {}, std::nullopt, joints).value();
    for (int i = 0; i < 120; ++i) {
        ASSERT_TRUE(s.step(1.0 / 60));
        ASSERT_LT(widest(s), 1e-6);
    }
    EXPECT_NEAR(s.state(BodyId(1))->centre[0], 1, 1e-9);
    EXPECT_NEAR(s.state(BodyId(2))->centre[0], 1, 0.1);  // swings by at most 0.5 m/s
    EXPECT_FALSE(s.state(BodyId(2))->asleep);
}

std::string error_of(const Joint& joint) {
    const std::vector<NumberedBodyDef> bodies{{BodyId(0), floor_body()},
                                              {BodyId(1), rod_from({0, 0, 3}, 0)},
                                              {BodyId(2), rod_from({1, 0, 3}, 0)}};
    const std::vector<Joint> joints{{.a = BodyId(2), .anchor = {1, 0, 3}}, joint};
    const auto made = Simulation::make(bodies, {}, std::nullopt, joints);
    return made ? "" : made.error().message();
}

TEST(joint, what_is_no_joint_is_refused_by_name) {
    const double nan = std::nan("");
    const Joint good{.kind = JointKind::hinge, .a = BodyId(1), .anchor = {0, 0, 3}};
    EXPECT_EQ(error_of(good), "");
    const auto refused = [&](const char* what, const auto& change) {
        Joint bad = good;
        change(bad);
        const std::string said = error_of(bad);
        EXPECT_NE(said.find("joint 1"), std::string::npos) << said;
        EXPECT_NE(said.find(what), std::string::npos) << said;
    };
    refused("body 7", [](Joint& j) { j.a = BodyId(7); });
    refused("body 8", [](Joint& j) { j.b = BodyId(8); });
    refused("itself", [](Joint& j) { j.b = BodyId(1); });
    refused("dynamic", [](Joint& j) { j.a = BodyId(0); });
    refused("anchor", [&](Joint& j) { j.anchor[1] = nan; });
    refused("anchor", [](Joint& j) { j.anchor = {30, 0, 3}; });
    refused("body 2", [](Joint& j) { j.b = BodyId(2), j.anchor = {-1.5, 0, 3}; });
    refused("axis", [](Joint& j) { j.axis.setZero(); });
    refused("axis", [&](Joint& j) { j.axis[0] = nan; });
    refused("limits", [](Joint& j) { j.limits = JointLimits{0.5, -0.5}; });
    refused("violated", [](Joint& j) { j.limits = JointLimits{0.1, 0.5}; });
    refused("limits", [&](Joint& j) { j.limits = JointLimits{nan, 0.5}; });
    refused("limits", [](Joint& j) { j.kind = JointKind::ball, j.limits = JointLimits{}; });
    refused("friction", [](Joint& j) { j.friction = -1; });
    refused("friction", [&](Joint& j) { j.friction = nan; });
    refused("motor", [&](Joint& j) { j.motor = JointMotor{nan, 1}; });
    refused("motor", [](Joint& j) { j.motor = JointMotor{1, -1}; });
    refused("motor", [](Joint& j) { j.kind = JointKind::fixed, j.motor = JointMotor{}; });
}

TEST(joint, joints_come_and_go_between_steps) {
    // A rod swings, is caught by another joint at its lower end, and let go again.
    const std::vector<NumberedBodyDef> bodies{{BodyId(1), rod_from({0, 0, 3}, 0.5)},
                                              {BodyId(2), rod_from({1.5, 0, 3}, 0)}};
    const std::vector<Joint> joints{
        {.kind = JointKind::hinge, .a = BodyId(1), .anchor = {0, 0, 3}, .axis = {0, 1, 0}}};
    auto s = Simulation::make(bodies, sleepless(), std::nullopt, joints).value();
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(s.step(1.0 / 60));
    EXPECT_GT(s.state(BodyId(1))->angular_velocity.norm(), 0.5);
    const double moving = s.energy().kinetic;
    const Vector3d end = s.state(BodyId(1))->world_from_body * Vector3d(0, 0, -0.5);
    const auto caught = s.add_joint({.a = BodyId(1), .anchor = end});
    ASSERT_TRUE(caught);
    EXPECT_EQ(*caught, 1U);
    EXPECT_EQ(s.joint_count(), 2U);
    EXPECT_NEAR(s.state(BodyId(1))->angular_velocity.norm(), 0, 1e-6);  // stopped at once
    EXPECT_LT(s.energy().kinetic, moving);
    for (int i = 0; i < 60; ++i) ASSERT_TRUE(s.step(1.0 / 60));
    EXPECT_LT(widest(s), 1e-6);
    EXPECT_LT((s.state(BodyId(1))->world_from_body * Vector3d(0, 0, -0.5) - end).norm(), 1e-6);
    ASSERT_TRUE(s.remove_joint(1));
    EXPECT_FALSE(s.joint(1));
    EXPECT_FALSE(s.remove_joint(1));
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(s.step(1.0 / 60));
    EXPECT_GT(s.state(BodyId(1))->angular_velocity.norm(), 0.5);  // it swings again
    EXPECT_LT(s.joint(0)->position_error, 1e-6);
    ASSERT_TRUE(s.remove_joint(0));
    const double height = s.state(BodyId(1))->centre[2];
    for (int i = 0; i < 60; ++i) ASSERT_TRUE(s.step(1.0 / 60));
    EXPECT_LT(s.state(BodyId(1))->centre[2], height - 3);  // and falls, as the other one does
    // Numbers go on.
    EXPECT_EQ(s.add_joint({.a = BodyId(2), .anchor = s.state(BodyId(2))->centre}).value(), 2U);
    EXPECT_FALSE(s.add_joint({.a = BodyId(7)}));
    EXPECT_FALSE(s.add_joint({.a = BodyId(1), .anchor = {100, 0, 0}}));
    EXPECT_NE(s.add_joint({.a = BodyId(7)}).error().message().find("joint 3"), std::string::npos);
    EXPECT_EQ(s.joint_count(), 3U);
}

TEST(joint, bodies_that_overlap_keep_their_joint) {
    const std::vector<NumberedBodyDef> bodies{{BodyId(1), rod_from({0, 0, 3}, 0)},
                                              {BodyId(2), rod_from({0, 0, 2.1}, 0)}};
    const std::vector<Joint> joints{{.a = BodyId(1), .anchor = {0, 0, 3}},
                                    {.a = BodyId(2), .b = BodyId(1), .anchor = {0, 0, 2.05}}};
    auto s = Simulation::make(bodies, sleepless(), std::nullopt, joints).value();
    ASSERT_TRUE(s.step(1.0 / 60));
    const auto refused = s.remove_joint(1);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message().find("joint 1"), std::string::npos);
    EXPECT_TRUE(s.joint(1));
    ASSERT_TRUE(s.add_joint({.a = BodyId(2), .b = BodyId(1), .anchor = {0, 0, 2.05}}));
    EXPECT_TRUE(s.remove_joint(1));  // the other one still holds them
    EXPECT_TRUE(s.joined(BodyId(1), BodyId(2)));
    ASSERT_TRUE(s.step(1.0 / 60));
}

TEST(joint, an_impulse_on_a_limb_is_handed_on_at_once) {
    const std::vector<NumberedBodyDef> bodies{{BodyId(1), rod_from({0, 0, 0}, 0)}};
    const std::vector<Joint> joints{{.kind = JointKind::hinge, .a = BodyId(1), .axis = {0, 1, 0}}};
    auto s = Simulation::make(bodies, sleepless(), std::nullopt, joints).value();
    // About the hinge, I w = p l: I = m (0.1^2 + 1) / 12 + m / 4.
    ASSERT_TRUE(s.apply_impulse(BodyId(1), {2, 7, 0}, {0, 0, -1}));
    const double inertia = s.mass(BodyId(1))->mass * (1.01 / 12 + 0.25);
    EXPECT_NEAR(s.state(BodyId(1))->angular_velocity[1], -2 / inertia, 1e-9);
    EXPECT_NEAR(s.energy().work, s.energy().kinetic, 1e-9);
}

TEST(joint, a_body_goes_with_its_joints) {
    const std::vector<NumberedBodyDef> bodies{{BodyId(1), rod_from({0, 0, 3}, 0)},
                                              {BodyId(2), rod_from({0, 0, 2}, 0)},
                                              {BodyId(3), rod_from({0, 0, 1}, 0)}};
    const std::vector<Joint> joints{{.a = BodyId(1), .anchor = {0, 0, 3}},
                                    {.a = BodyId(2), .b = BodyId(1), .anchor = {0, 0, 2}},
                                    {.a = BodyId(3), .b = BodyId(2), .anchor = {0, 0, 1}}};
    auto s = Simulation::make(bodies, {}, std::nullopt, joints).value();
    for (int i = 0; i < 60; ++i) ASSERT_TRUE(s.step(1.0 / 60));
    EXPECT_TRUE(s.state(BodyId(3))->asleep);
    ASSERT_TRUE(s.remove(BodyId(2)));
    EXPECT_TRUE(s.joint(0));
    EXPECT_FALSE(s.joint(1) || s.joint(2));
    for (int i = 0; i < 60; ++i) ASSERT_TRUE(s.step(1.0 / 60));
    EXPECT_NEAR(s.state(BodyId(1))->centre[2], 2.5, 1e-6);
    EXPECT_NEAR(s.state(BodyId(3))->centre[2], 0.5 - gravity / 2, 0.01);
}

}  // namespace
}  // namespace swept
