// The wall of 105 bricks: it stands at any rate, is blown apart by a ball of four tonnes, and
// nothing is ever inside something.

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/dynamics/bodies_to_throw.h"

namespace swept {
namespace {

using namespace test;

double drift_of(const Simulation& s, const std::vector<NumberedBodyDef>& began) {
    double most = 0;
    for (const NumberedBodyDef& one : began) {
        most = std::max(most, (s.state(one.id)->world_from_body.translation() -
                               one.body.world_from_body.translation())
                                  .norm());
    }
    return most;
}

class WallAt : public testing::TestWithParam<int> {};

TEST_P(WallAt, stands_without_drift_and_falls_asleep) {
    const double rate = GetParam();
    const auto bodies = wall_of_bricks();
    auto s = Simulation::make(bodies).value();
    const double before = s.energy().total();
    for (int i = 0; i < 2 * rate; ++i) {
        ASSERT_TRUE(s.step(1 / rate));
        ASSERT_EQ(pairs_that_meet(s), 0) << i;
        ASSERT_LE(s.energy().total(), 1.001 * before) << i;
    }
    EXPECT_LT(drift_of(s, bodies), rate >= 60 ? 1e-3 : 5e-3);
    EXPECT_TRUE(s.state(BodyId(105))->asleep);
}

TEST_P(WallAt, is_blown_apart_and_nothing_is_inside) {
    const double rate = GetParam();
    auto s = Simulation::make(wall_before_the_ball()).value();
    const double before = s.energy().total();
    double most = before;
    for (int i = 0; i < rate; ++i) {
        ASSERT_TRUE(s.step(1 / rate));
        ASSERT_EQ(pairs_that_meet(s), 0) << i;
        most = std::max(most, s.energy().total());
    }
    EXPECT_LE(most, 1.001 * before);
    EXPECT_GT(drift_of(s, wall_of_bricks()), 3);    // bricks are thrown
    EXPECT_GT(s.state(BodyId(200))->centre[1], 3);  // and the ball is through
}

INSTANTIATE_TEST_SUITE_P(rates, WallAt, testing::Values(240, 60, 30, 15));

TEST(wall, comes_to_rest_after_the_impact) {
    auto s = Simulation::make(wall_before_the_ball()).value();
    for (int i = 0; i < 6 * 60; ++i) ASSERT_TRUE(s.step(1.0 / 60));
    int moving = 0;
    for (std::uint64_t i = 1; i <= 105; ++i) {
        const BodyState b = *s.state(BodyId(i));
        moving += b.centre[2] > 0 && !b.asleep;  // some are thrown over the edge of the floor
    }
    EXPECT_LE(moving, 3);
    EXPECT_EQ(pairs_that_meet(s), 0);
}

}  // namespace
}  // namespace swept
