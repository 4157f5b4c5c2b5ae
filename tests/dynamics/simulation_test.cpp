// What a simulation promises, and what it refuses.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <random>

#include "swept/solids.h"
#include "tests/dynamics/bodies_to_throw.h"
#include "tests/repeats.h"

namespace swept {
namespace {

using namespace test;

BodyDef box_at(const Vector3d& place) {
    return {.shape = solid("box,size=0.2x0.2x0.2"), .world_from_body = at(place)};
}

std::string error_of(const std::vector<NumberedBodyDef>& bodies,
                     const SimulationOptions& options = {}) {
    const auto made = Simulation::make(bodies, options);
    return made ? "" : made.error().message();
}

TEST(simulation, bodies_that_are_none_are_refused_by_name) {
    BodyDef bad = box_at({0, 0, 1});
    bad.mass = 0;
    EXPECT_NE(error_of({{BodyId(7), bad}}).find("body 7, mass"), std::string::npos);
    bad.mass = -2;
    EXPECT_NE(error_of({{BodyId(7), bad}}).find("body 7, mass"), std::string::npos);
    bad = box_at({0, 0, 1});
    bad.density = 0;
    EXPECT_NE(error_of({{BodyId(7), bad}}).find("body 7, density"), std::string::npos);
    bad = box_at({0, 0, 1});
    bad.restitution = 1.5;
    EXPECT_NE(error_of({{BodyId(7), bad}}).find("restitution"), std::string::npos);
    bad = box_at({0, 0, 1});
    bad.friction = -1;
    EXPECT_NE(error_of({{BodyId(7), bad}}).find("friction"), std::string::npos);
    bad = box_at({0, 0, 1});
    bad.velocity[1] = std::nan("");
    EXPECT_NE(error_of({{BodyId(7), bad}}).find("velocity"), std::string::npos);
    Mesh open = make_solid("box,size=1x1x1").value();
    open.corners.resize(open.polygon_ends[4]);
    open.polygon_ends.resize(5);
    bad = {.shape = Polyhedron::build(open).value()};
    EXPECT_NE(error_of({{BodyId(7), bad}}).find("body 7, shape"), std::string::npos);
}

TEST(simulation, bodies_that_overlap_at_the_start_are_named_with_the_pair) {
    const std::string said =
        error_of({{BodyId(9), box_at({0, 0, 1})}, {BodyId(4), box_at({0.1, 0, 1})}});
    EXPECT_NE(said.find("body 4 and body 9"), std::string::npos) << said;
    EXPECT_NE(
        error_of({{BodyId(3), box_at({0, 0, 1})}, {BodyId(3), box_at({5, 0, 1})}}).find("body 3"),
        std::string::npos);
}

/// The first two that overlap, by their ids, as found by looking at all pairs; else empty.
std::string first_overlap(const std::vector<NumberedBodyDef>& bodies) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        for (std::size_t j = i + 1; j < bodies.size(); ++j) {
            const BodyDef &a = bodies[i].body, &b = bodies[j].body;
            if (overlap({a.shape, a.world_from_body}, {b.shape, b.world_from_body}).relation ==
                Relation::overlapping) {
                return "body " + std::to_string(bodies[i].id.value) + " and body " +
                       std::to_string(bodies[j].id.value);
            }
        }
    }
    return "";
}

// Only bodies whose boxes meet are looked at, which must not change what is found.
TEST(simulation, bodies_that_overlap_are_found_as_by_looking_at_all_pairs) {
    std::mt19937 random(8);
    const auto uniform = [&](double least, double most) {
        return std::uniform_real_distribution<double>(least, most)(random);
    };
    const std::vector<Polyhedron> shapes = {solid("box,size=0.2x0.2x0.2"),
                                            solid("torus,rings=12,sides=8"),
                                            solid("box,size=3x0.01x0.01")};
    int overlapping = 0;
    constexpr int cases = test::sanitized ? 12 : 60;
    for (int i = 0; i < cases; ++i) {
        // Far away boxes are rounded by more than bodies are apart.
        const Vector3d origin = i % 3 == 0 ? Vector3d(1e9, -1e9, 1e9) : Vector3d(0, 0, 0);
        std::vector<NumberedBodyDef> bodies;
        for (std::uint64_t k = 0; k < 20; ++k) {
            Vector3d place, turn;
            for (double& x : place) x = uniform(-6, 6);
            for (double& x : turn) x = uniform(-3, 3);
            const Quaternion q(Eigen::AngleAxisd(turn.norm(), turn.normalized()));
            bodies.push_back({BodyId(3 * k + 1),
                              {.shape = shapes[k % 3],
                               .world_from_body = Pose::make(origin + place, q).value()}});
        }
        const std::string expected = first_overlap(bodies);
        const auto made = Simulation::make(bodies);
        overlapping += expected.empty() ? 0 : 1;
        ASSERT_EQ(made.has_value(), expected.empty());
        if (!made) {
            EXPECT_EQ(made.error().where, expected);
        }
    }
    EXPECT_GT(overlapping, 0.3 * cases);
    EXPECT_LT(overlapping, 0.7 * cases);
}

// 4,000 boxes took 3 s when all pairs of them were looked at.
TEST(simulation, of_thousands_of_bodies_begins_at_once) {
    const Polyhedron brick = solid("box,size=0.2x0.2x0.2");
    std::vector<NumberedBodyDef> bodies;
    for (std::uint64_t i = 0; i < 4000; ++i) {
        const auto x = static_cast<double>(i % 16), y = static_cast<double>(i / 16 % 16),
                   z = static_cast<double>(i / 256);
        bodies.push_back(
            {BodyId(i), {.shape = brick, .world_from_body = at({0.3 * x, 0.3 * y, 0.3 * z})}});
    }
    const std::clock_t begin = std::clock();
    const auto made = Simulation::make(bodies);
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    ASSERT_TRUE(made) << made.error().message();
    std::printf("[ measured ] 4,000 boxes: %.0f ms\n", 1e3 * seconds);
    EXPECT_LT(seconds, test::sanitized ? 5 : 0.5);
}

// Stacks and rows are mostly given so: bricks that stand on each other and side by side, exactly.
TEST(simulation, bodies_that_touch_at_the_start_are_set_apart) {
    const Polyhedron brick = solid("box,size=0.5x0.25x0.25");
    std::vector<NumberedBodyDef> bodies{{BodyId(0), floor_body()}};
    for (int row = 0; row < 8; ++row) {
        for (int i = 0; i < 6 - row % 2; ++i) {
            const Vector3d place(0.5 * i + 0.25 * (row % 2), 0, 0.125 + 0.25 * row);
            bodies.push_back(
                {BodyId(bodies.size()), {.shape = brick, .world_from_body = at(place)}});
        }
    }
    auto s = Simulation::make(bodies).value();
    EXPECT_EQ(pairs_that_meet(s), 0);
    for (const NumberedBodyDef& one : bodies) {
        const Vector3d moved =
            s.state(one.id)->world_from_body.translation() - one.body.world_from_body.translation();
        EXPECT_LE(moved.norm(), 8 * s.skin()) << one.id.value;
        EXPECT_GE(moved[2], 0);
    }
    for (int i = 0; i < 120; ++i) ASSERT_TRUE(s.step(1.0 / 60));
    EXPECT_EQ(pairs_that_meet(s), 0);
    for (const NumberedBodyDef& one : bodies) {
        EXPECT_LE((s.state(one.id)->world_from_body.translation() -
                   one.body.world_from_body.translation())
                      .norm(),
                  20 * s.skin())
            << one.id.value;
    }
    // One more on top, exactly; and one that has no room.
    const double top = s.state(BodyId(bodies.size() - 1))->world_from_body.translation()[2] + 0.25;
    const BodyDef more{.shape = brick, .world_from_body = at({1.25, 0, top})};
    const auto added = s.add(BodyId(1000), more);
    EXPECT_TRUE(added) << added.error().what;
    EXPECT_EQ(pairs_that_meet(s), 0);
    const BodyDef fixed{.shape = brick, .world_from_body = at({5, 0, 2}), .type = BodyType::fixed};
    BodyDef above = fixed;
    above.world_from_body = at({5, 0, 2.5});
    const BodyDef between{.shape = brick, .world_from_body = at({5, 0, 2.25})};
    const std::string said =
        error_of({{BodyId(1), fixed}, {BodyId(2), above}, {BodyId(3), between}});
    EXPECT_NE(said.find("touch at the start and have no room"), std::string::npos) << said;
}

TEST(simulation, forces_and_steps_that_are_none_are_refused) {
    const std::vector<NumberedBodyDef> bodies{{BodyId(0), floor_body()},
                                              {BodyId(1), box_at({0, 0, 1})}};
    auto s = Simulation::make(bodies).value();
    const Vector3d nan = Vector3d::Constant(std::nan("")), zero = Vector3d::Zero();
    EXPECT_FALSE(s.apply_force(BodyId(1), nan, zero));
    EXPECT_FALSE(s.apply_force(BodyId(1), zero, nan));
    EXPECT_FALSE(s.apply_torque(BodyId(1), nan));
    EXPECT_FALSE(s.apply_impulse(BodyId(1), nan, zero));
    EXPECT_FALSE(s.apply_impulse(BodyId(0), zero, zero));
    EXPECT_FALSE(s.apply_impulse(BodyId(5), zero, zero));
    EXPECT_FALSE(s.set_velocity(BodyId(1), zero, zero));
    EXPECT_FALSE(s.remove(BodyId(5)));
    EXPECT_FALSE(s.add(BodyId(1), box_at({3, 0, 1})));
    EXPECT_FALSE(s.add(BodyId(2), box_at({0, 0, 1.1})));
    EXPECT_FALSE(s.step(0));
    EXPECT_FALSE(s.step(-1));
    EXPECT_FALSE(s.step(std::nan("")));
    EXPECT_FALSE(s.step(1e200));
    EXPECT_TRUE(s.step(0.01));
}

TEST(simulation, a_force_accelerates_and_an_impulse_acts_at_once) {
    const std::vector<NumberedBodyDef> bodies{{BodyId(1), box_at({0, 0, 0})}};
    SimulationOptions options;
    options.gravity.setZero();
    auto s = Simulation::make(bodies, options).value();
    const double mass = s.mass(BodyId(1))->mass;
    for (int i = 0; i < 60; ++i) {
        ASSERT_TRUE(s.apply_force(BodyId(1), {mass, 0, 0}, s.state(BodyId(1))->centre));
        ASSERT_TRUE(s.step(1.0 / 60));
    }
    EXPECT_NEAR(s.state(BodyId(1))->velocity[0], 1, 1e-9);
    EXPECT_NEAR(s.state(BodyId(1))->centre[0], 0.5, 1e-9);
    EXPECT_NEAR(s.energy().work, mass / 2, 1e-9 * mass);
    ASSERT_TRUE(s.apply_torque(BodyId(1), {0, 0, mass}));
    ASSERT_TRUE(s.step(1.0 / 60));
    EXPECT_NEAR(s.energy().work, s.energy().kinetic, 1e-9 * mass);
    ASSERT_TRUE(s.apply_torque(BodyId(1), {0, 0, -mass}));
    ASSERT_TRUE(s.step(1.0 / 60));
    EXPECT_NEAR(s.energy().work, s.energy().kinetic, 1e-9 * mass);
    ASSERT_TRUE(s.apply_impulse(BodyId(1), {0, mass, 0}, s.state(BodyId(1))->centre));
    EXPECT_NEAR(s.state(BodyId(1))->velocity[1], 1, 1e-12);
    ASSERT_TRUE(s.step(1.0 / 60));  // the force was for one step each
    EXPECT_NEAR(s.state(BodyId(1))->velocity[0], 1, 1e-9);
}

TEST(simulation, what_rests_falls_asleep_and_wakes_when_its_support_is_taken) {
    std::vector<NumberedBodyDef> bodies{{BodyId(0), floor_body()}};
    for (int i = 0; i < 3; ++i) {
        bodies.push_back(
            {BodyId(static_cast<std::uint64_t>(i + 1)), box_at({0, 0, 0.1001 + 0.2001 * i})});
    }
    auto s = Simulation::make(bodies).value();
    for (int i = 0; i < 90; ++i) ASSERT_TRUE(s.step(1.0 / 60));
    EXPECT_TRUE(s.state(BodyId(1))->asleep && s.state(BodyId(3))->asleep);
    EXPECT_LT(std::abs(s.state(BodyId(3))->centre[2] - 0.5003), 3e-4);
    ASSERT_TRUE(s.remove(BodyId(1)));
    for (int i = 0; i < 90; ++i) {
        ASSERT_TRUE(s.step(1.0 / 60));
        ASSERT_EQ(pairs_that_meet(s), 0);
    }
    EXPECT_NEAR(s.state(BodyId(3))->centre[2], 0.3, 1e-3);
    ASSERT_TRUE(s.add(BodyId(1), box_at({0, 0, 1})));
    for (int i = 0; i < 90; ++i) {
        ASSERT_TRUE(s.step(1.0 / 60));
        ASSERT_EQ(pairs_that_meet(s), 0);
    }
    EXPECT_NEAR(s.state(BodyId(1))->centre[2], 0.5, 1e-3);
}

TEST(simulation, a_lift_carries_and_a_door_pushes) {
    const std::vector<NumberedBodyDef> bodies{{BodyId(0), floor_body()},
                                              {BodyId(1),
                                               {.shape = solid("box,size=1x1x0.1"),
                                                .world_from_body = at({0, 0, 0.1}),
                                                .type = BodyType::kinematic,
                                                .velocity = {0, 0, 1}}},
                                              {BodyId(2), box_at({0, 0, 0.2502})},
                                              {BodyId(3),
                                               {.shape = solid("box,size=0.1x1x1"),
                                                .world_from_body = at({4, 0, 0.6}),
                                                .type = BodyType::kinematic,
                                                .velocity = {1, 0, 0}}},
                                              {BodyId(4), box_at({4.5, 0, 0.1002})}};
    auto s = Simulation::make(bodies).value();
    for (int i = 0; i < 120; ++i) {
        ASSERT_TRUE(s.step(1.0 / 60));
        ASSERT_EQ(pairs_that_meet(s), 0) << i;
    }
    EXPECT_NEAR(s.state(BodyId(1))->world_from_body.translation()[2], 2.1, 1e-3);
    EXPECT_NEAR(s.state(BodyId(2))->centre[2], 2.25, 2e-3);
    EXPECT_NEAR(s.state(BodyId(3))->world_from_body.translation()[0], 6, 1e-3);
    EXPECT_GT(s.state(BodyId(4))->centre[0], 6.149);
    ASSERT_TRUE(s.set_velocity(BodyId(1), Vector3d::Zero(), Vector3d::Zero()));
    EXPECT_GT(s.energy().work, 0);
}

TEST(simulation, bodies_fall_on_concave_ones_and_on_rooms) {
    const Polyhedron stairs = solid("stairs");
    const std::vector<NumberedBodyDef> bodies{
        {BodyId(0), {.shape = stairs, .type = BodyType::fixed}},
        {BodyId(1),
         {.shape = solid("box,size=0.3x0.2x0.1"),
          .world_from_body =
              turned_at({stairs.box().centre()[0], 0, stairs.box().upper[2] + 0.3}, {1, 2, 3}, 1)}},
        {BodyId(2),
         {.shape = solid("torus,major=0.2,minor=0.05"),
          .world_from_body = turned_at({stairs.box().centre()[0], 0, stairs.box().upper[2] + 0.8},
                                       {3, 2, 1}, 1)}}};
    auto s = Simulation::make(bodies).value();
    const double before = s.energy().total();
    for (int i = 0; i < 60; ++i) {
        ASSERT_TRUE(s.step(1.0 / 60));
        ASSERT_EQ(pairs_that_meet(s), 0) << i;
        ASSERT_LT(s.energy().total(), before * 1.001 + 1e-6) << i;
    }
    EXPECT_LT(s.state(BodyId(1))->centre[2], stairs.box().upper[2] + 0.25);

    World world = World::make(make_solid_world("room").value()).value();
    const std::vector<NumberedBodyDef> one{{BodyId(1), box_at({0.3, 0.2, 1})}};
    auto in_room = Simulation::make(one, {}, world.snapshot()).value();
    for (int i = 0; i < 90; ++i) {
        ASSERT_TRUE(in_room.step(1.0 / 60));
        const Pose pose = in_room.state(BodyId(1))->world_from_body;
        ASSERT_EQ(overlap({one[0].body.shape, pose}, world.snapshot()).result.relation,
                  Relation::separate)
            << i;
    }
    EXPECT_NEAR(in_room.state(BodyId(1))->centre[2], 0.1, 1e-3);
    EXPECT_FALSE(in_room.contacts().empty());
}

TEST(simulation, the_same_steps_give_the_same_bits) {
    const auto run = [] {
        auto s = Simulation::make(wall_before_the_ball()).value();
        for (int i = 0; i < 20; ++i) EXPECT_TRUE(s.step(1.0 / 60));
        std::vector<double> all;
        for (const BodyId id : s.bodies()) {
            const BodyState b = *s.state(id);
            all.insert(all.end(), b.centre.data(), b.centre.data() + 3);
            all.insert(all.end(), b.velocity.data(), b.velocity.data() + 3);
        }
        return all;
    };
    const auto first = run(), second = run();
    ASSERT_EQ(first.size(), second.size());
    EXPECT_EQ(std::memcmp(first.data(), second.data(), first.size() * sizeof(double)), 0);
}

}  // namespace
}  // namespace swept
