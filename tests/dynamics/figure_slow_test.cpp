// A figure with joints that falls down stairs.

#include <gtest/gtest.h>

#include "tests/dynamics/joined_bodies.h"

namespace swept {
namespace {

using namespace test;

/// Eleven bodies, 10 to 20, that stand with their feet at `feet`.
void add_figure(const Vector3d& feet, std::vector<NumberedBodyDef>& bodies,
                std::vector<Joint>& joints) {
    const auto part = [&](std::uint64_t id, const std::string& size, const Vector3d& place) {
        bodies.push_back({BodyId(id),
                          {.shape = solid("box,size=" + size),
                           .world_from_body = at(feet + place),
                           .friction = 0.5}});
    };
    const auto join = [&](std::uint64_t a, std::uint64_t b, const Vector3d& place) -> Joint& {
        return joints.emplace_back(
            Joint{.a = BodyId(a), .b = BodyId(b), .anchor = feet + place, .friction = 1});
    };
    part(10, "0.18x0.3x0.16", {0, 0, 0.94});  // pelvis
    part(11, "0.2x0.34x0.44", {0, 0, 1.25});  // trunk
    part(12, "0.18x0.16x0.22", {0, 0, 1.6});  // head
    join(11, 10, {0, 0, 1.025});
    join(12, 11, {0, 0, 1.48});
    for (const double side : {1.0, -1.0}) {
        const std::uint64_t first = side > 0 ? 13 : 17;
        part(first, "0.09x0.09x0.28", {0, side * 0.23, 1.31});      // upper arm
        part(first + 1, "0.08x0.08x0.26", {0, side * 0.23, 1.03});  // forearm
        part(first + 2, "0.13x0.13x0.4", {0, side * 0.09, 0.65});   // thigh
        part(first + 3, "0.11x0.11x0.42", {0, side * 0.09, 0.22});  // shin
        join(first, 11, {0, side * 0.2, 1.44});
        Joint& elbow = join(first + 1, first, {0, side * 0.23, 1.165});
        elbow.kind = JointKind::hinge;
        elbow.axis = {0, 1, 0};
        elbow.limits = JointLimits{-2.2, 0.05};
        join(first + 2, 10, {0, side * 0.09, 0.86});
        Joint& knee = join(first + 3, first + 2, {0, side * 0.09, 0.44});
        knee.kind = JointKind::hinge;
        knee.axis = {0, 1, 0};
        knee.limits = JointLimits{-0.05, 2.2};
    }
}

/// What was seen of a figure on its way down eight steps.
struct Fall {
    int rest = 0;  ///< the step after which it slept
    double x = 0, z = 0;
    double apart = 0, askew = 0, beyond = 0;
    double grown = 0;  ///< energy
    double began = 0;
    int met = 0;
    int blocked = 0;  ///< steps at the end in which it could not go its way: no true rest
};

Fall fall_down_stairs(double rate, const Vector3d& push) {
    std::vector<NumberedBodyDef> bodies{{BodyId(0), floor_body()}};
    std::vector<Joint> joints;
    for (std::uint64_t i = 0; i < 8; ++i) {  // down along x
        const double top = 0.18 * static_cast<double>(8 - i);
        const double x = i == 0 ? -0.75 : 0.28 * (static_cast<double>(i) - 0.5);
        bodies.push_back({BodyId(1 + i),
                          {.shape = solid(i == 0 ? "box,size=1.5x3x2" : "box,size=0.28x3x2"),
                           .world_from_body = at({x, 0, top - 1}),
                           .type = BodyType::fixed,
                           .friction = 0.6}});
    }
    add_figure({-0.3, 0, 1.442}, bodies, joints);
    auto s = Simulation::make(bodies, {}, std::nullopt, joints).value();
    EXPECT_TRUE(s.apply_impulse(BodyId(11), push, s.state(BodyId(11))->centre));
    Fall seen;
    double energy = seen.began = s.energy().total();
    for (int i = 1; i < 20 * rate && seen.rest == 0; ++i) {
        const auto report = s.step(1 / rate);
        if (!report) break;
        seen.apart = std::max(seen.apart, widest(s));
        seen.askew = std::max(seen.askew, most_askew(s));
        seen.grown = std::max(seen.grown, s.energy().total() - energy);
        energy = std::min(energy, s.energy().total());
        seen.met += pairs_that_meet_unjoined(s);
        for (std::uint32_t k = 0; k < joints.size(); ++k) {
            if (!joints[k].limits) continue;
            const double angle = s.joint(k)->angle;
            seen.beyond = std::max(
                {seen.beyond, joints[k].limits->lower - angle, angle - joints[k].limits->upper});
        }
        seen.blocked = report->blocked == 0 ? 0 : seen.blocked + 1;
        if (s.state(BodyId(10))->asleep) seen.rest = i;
    }
    seen.x = s.state(BodyId(10))->centre[0];
    seen.z = s.state(BodyId(10))->centre[2];
    return seen;
}

class FigureAt : public testing::TestWithParam<int> {};

TEST_P(FigureAt, falls_down_stairs_and_comes_to_rest) {
    // The last one wedged it at 15 Hz.
    const std::vector<Vector3d> pushes{
        {60, 5, 0}, {90, -20, 0}, {75, 30, 20}, {60.708, -24.2416, -0.224038}};
    for (std::size_t i = 0; i < (GetParam() <= 60 ? pushes.size() : 1); ++i) {
        const Fall seen = fall_down_stairs(GetParam(), pushes[i]);
        EXPECT_EQ(seen.met, 0);
        EXPECT_GT(seen.rest, 0);
        EXPECT_EQ(seen.blocked, 0);
        EXPECT_GT(seen.x, 0.5);
        EXPECT_LT(seen.apart, 1e-3);
        EXPECT_LT(seen.askew, 0.01);
        EXPECT_LT(seen.beyond, 0.01);
        EXPECT_LT(seen.grown, 1e-6 * seen.began);
    }
}

INSTANTIATE_TEST_SUITE_P(rates, FigureAt, testing::Values(240, 60, 30, 15));

TEST(joint, the_same_figure_falls_to_the_same_bits) {
    const Fall one = fall_down_stairs(60, {60, 5, 0}), other = fall_down_stairs(60, {60, 5, 0});
    EXPECT_EQ(one.x, other.x);
    EXPECT_EQ(one.z, other.z);
    EXPECT_EQ(one.rest, other.rest);
}

TEST(joint, a_figure_that_stands_on_the_floor_is_set_apart_from_it) {
    std::vector<NumberedBodyDef> bodies{{BodyId(0), floor_body()}};
    std::vector<Joint> joints;
    add_figure({0, 0, -0.01}, bodies, joints);  // its shins end at 0.01: on the floor, to rounding
    auto s = Simulation::make(bodies, {}, std::nullopt, joints).value();
    EXPECT_EQ(widest(s), 0);
    for (int i = 0; i < 120; ++i) {
        ASSERT_TRUE(s.step(1.0 / 60));
        ASSERT_EQ(pairs_that_meet_unjoined(s), 0) << i;
        ASSERT_LT(widest(s), 1e-3) << i;
    }
}

}  // namespace
}  // namespace swept
