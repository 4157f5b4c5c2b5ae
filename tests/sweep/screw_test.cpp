// Screws: their limits, many turns, and starts in touch.

#include <gtest/gtest.h>

#include "swept/solids.h"
#include "tests/sweep/samples.h"

namespace swept::test {
namespace {

Motion screw(const Vector3d& origin, const Vector3d& axis, double angle, double advance) {
    return Screw::make(origin, axis, angle, advance).value();
}

TEST(screws, without_a_glide_they_are_rotations) {
    Random random(5);
    const Polyhedron mover = built(make_stairs(3, 0.4, 0.3, 1)),
                     obstacle = built(make_torus(12, 8, 1, 0.3));
    int hits = 0;
    for (int i = 0; i < 200; ++i) {
        const Pose start = random.pose(3);
        const Vector3d origin = random.point(2), axis = random.direction();
        const double angle = random.uniform(-20, 20);
        const SweepResult a = sweep({mover, start}, about(origin, axis, angle), {obstacle});
        const SweepResult b = sweep({mover, start}, screw(origin, axis, angle, 0), {obstacle});
        EXPECT_TRUE(same_answer(a, b)) << i;
        hits += a.state == State::hit;
    }
    EXPECT_GT(hits, 20);
}

// Nothing jumps where a turn or an advance comes out of nothing: stops differ by what the motions
// do.
TEST(screws, their_limits_are_translations_and_rotations) {
    const Polyhedron crate = box(1, 1, 1);
    const Vector3d axis = Vector3d(1, 2, 3).normalized();
    const Pose start = turned({-4 * axis[0], -4 * axis[1], -4 * axis[2]}, {1, 0, 0}, 0.3);
    const double straight =
        sweep({crate, start}, screw({0.1, 0, 0}, axis, 0, 8), {crate}).free_fraction;
    const double round =
        sweep({crate, at(3, 0, 0)}, about({0, 0, 0}, {0, 0, 1}, 3), {box(1, 9, 1), at(-4, 0, 0)})
            .free_fraction;
    ASSERT_LT(straight, 1);
    ASSERT_LT(round, 1);
    for (double little = 1e-3; little > 1e-17; little /= 10) {
        for (const double sign : {1.0, -1.0}) {
            const SweepResult turning =
                sweep({crate, start}, screw({0.1, 0, 0}, axis, sign * little, 8), {crate});
            EXPECT_NEAR(turning.free_fraction, straight, little + 1e-12);
            const SweepResult gliding =
                sweep({crate, at(3, 0, 0)}, screw({0, 0, 0}, {0, 0, 1}, 3, sign * little),
                      {box(1, 9, 1), at(-4, 0, 0)});
            EXPECT_NEAR(gliding.free_fraction, round, little + 1e-12);
        }
    }
}

TEST(screws, many_turns_cost_only_where_the_two_are_side_by_side) {
    const Polyhedron crate = box(1, 1, 1), plate = box(8, 8, 0.5);
    for (const double turns : {10.0, 1e3, 1e6}) {
        const Motion drill = screw({0.2, 0, 0}, {0, 0, 1}, 2 * pi * turns, 1000);
        const SweepResult hit = sweep({crate, at(0, 0, -500)}, drill, {plate});
        EXPECT_EQ(hit.state, State::hit);
        EXPECT_NEAR(hit.free_fraction, 0.49925, 1e-8);
        EXPECT_LT(hit.stats.volume_tests, 20000U) << turns;
        const SweepResult beside = sweep({crate, at(30, 0, -500)}, drill, {plate});
        EXPECT_EQ(beside.state, State::free);
    }
}

TEST(screws, in_touch_they_leave_slide_and_stop) {
    const Polyhedron crate = box(1, 1, 1), floor = triangulated_floor(20, 10);
    for (double angle : {1e-9, 1e-6, 1e-3, 1.0, 7.0, 19.0}) {
        for (const double sign : {1.0, -1.0}) {
            angle *= sign;
            for (const Vector3d& origin : {Vector3d(0.1, 0.2, 0), Vector3d(3, 1, 0)}) {
                const auto state = [&](double advance) {
                    return sweep({crate, at(0, 0, 0.5)}, screw(origin, {0, 0, 1}, angle, advance),
                                 {floor})
                        .state;
                };
                EXPECT_EQ(state(1), State::free) << angle;
                EXPECT_EQ(state(0), State::free) << angle;
                EXPECT_EQ(state(-1), State::hit) << angle;
            }
            // About an axis in the floor it slides along, turning about itself.
            const SweepResult along_axis =
                sweep({crate, at(0, 0, 0.5)}, screw({0, 0.5, 0}, {1, 0, 0}, -std::abs(angle), 0.5),
                      {floor});
            EXPECT_EQ(along_axis.state, std::abs(angle) > pi ? State::hit : State::free) << angle;
        }
    }
}

}  // namespace
}  // namespace swept::test
