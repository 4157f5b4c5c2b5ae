// Steps and pixels at the edge of what makes sense: defined answers or clear errors.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "swept/papers/buss.h"
#include "swept/solids.h"
#include "swept/swept.h"

namespace swept {
namespace {

using namespace papers::buss;
using Eigen::Vector3d;
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

Polyhedron box(const Vector3d& size = {1, 1, 1}) {
    return Polyhedron::build(make_box(size).value()).value();
}
Pose at(const Vector3d& place) {
    return Pose::make(place).value();
}
ScreenOptions pixels(double size) {
    return {.pixels = {.size = size}};
}
Result<ScreenResult> falls(const ScreenOptions& options) {
    return all_collisions({box(), at({0.1, 0.2, 2}), at({0.1, 0.2, 0})}, {box(), Pose(), Pose()},
                          options);
}

TEST(screen_hostile, bodies_that_do_not_move_have_no_collisions) {
    for (const Vector3d& place : {Vector3d(3, 0, 0), Vector3d(0.5, 0, 0), Vector3d(1, 0, 0)}) {
        const BodyStep a{box(), at(place), at(place)}, b{box(), Pose(), Pose()};
        EXPECT_TRUE(all_collisions(a, b, pixels(0.1))->collisions.empty());
        EXPECT_TRUE(exact_collisions(a, b)->collisions.empty());
        const auto screen = collision_screen(a, b, pixels(0.1)).value();
        EXPECT_TRUE(screen.runs_a.empty() && screen.marks.empty());
        EXPECT_EQ(screen.size, 0.1);
    }
}

// Trap: the glide per radian of such a turn overflows.
TEST(screen_hostile, a_screw_with_next_to_no_turn_glides) {
    for (const double angle : {std::numeric_limits<double>::denorm_min(), 1e-160, -1e-31, 1e-29}) {
        const auto screw = Screw::make({7, 0, 0}, {0, 0, 1}, angle, -5).value();
        const auto r =
            all_collisions({box(), at({3, 4, 3})}, screw, {box({20, 20, 1}), Pose()}, pixels(0.01));
        ASSERT_TRUE(r.has_value()) << r.error().message();
        ASSERT_FALSE(r->collisions.empty()) << angle;
        EXPECT_NEAR(r->collisions[0].fraction, 0.4, 0.01) << angle;
    }
}

TEST(screen_hostile, an_axis_through_a_vertex_an_edge_and_a_face) {
    // Turns of a box about its own corner, edge and middle, against a box beside it.
    for (const Vector3d& pivot :
         {Vector3d(0.5, 0.5, 0.5), Vector3d(0.5, 0.5, 0), Vector3d(0, 0, 0), Vector3d(0.5, 0, 0)}) {
        for (const Vector3d& axis : {Vector3d(0, 0, 1), Vector3d(1, 0, 0), Vector3d(1, 1, 1)}) {
            const auto turn = Rotation::make(pivot, axis, 2.5).value();
            const BodyStep a{box(), Pose(), turn.pose_at(Pose(), 1)};
            const BodyStep b{box({0.3, 3, 3}), at({0.95, 0, 0}), at({0.95, 0, 0})};
            const auto exact = all_collisions(a, b);
            const auto drawn = all_collisions(a, b, pixels(0.05));
            ASSERT_TRUE(exact.has_value() && drawn.has_value());
            EXPECT_EQ(drawn->collisions.empty(), exact->collisions.empty());
        }
    }
}

TEST(screen_hostile, pixels_that_are_none_are_refused) {
    for (const double size : {0.0, -1.0, not_a_number, infinity}) {
        const auto r = falls(pixels(size));
        ASSERT_FALSE(r.has_value()) << size;
        EXPECT_EQ(r.error().where, "pixels.size");
    }
    for (const double time : {0.0, -1.0, not_a_number}) {
        ScreenOptions options = pixels(0.1);
        options.pixels.time = time;
        const auto r = falls(options);
        ASSERT_FALSE(r.has_value()) << time;
        EXPECT_EQ(r.error().where, "pixels.time");
    }
}

TEST(screen_hostile, pixels_too_small_to_be_drawn_are_refused_and_huge_ones_are_drawn) {
    const auto small = falls(pixels(1e-300));
    ASSERT_FALSE(small.has_value());
    EXPECT_EQ(small.error().where, "pixels.size");
    EXPECT_FALSE(falls(pixels(1e-12)).has_value());
    for (const double size : {10.0, 1e10, 1e300}) {
        const auto huge = falls(pixels(size));
        ASSERT_TRUE(huge.has_value()) << size;
        for (const Collision& c : huge->collisions) {
            EXPECT_TRUE(c.contact.point.allFinite());
            EXPECT_GE(c.fraction, 0);
            EXPECT_LE(c.fraction, 1);
        }
    }
}

TEST(screen_hostile, a_properness_that_is_none_is_refused) {
    for (const double least : {not_a_number, 2.0, -1.5}) {
        ScreenOptions options = pixels(0.1);
        options.min_properness = least;
        const auto r = falls(options);
        ASSERT_FALSE(r.has_value());
        EXPECT_EQ(r.error().where, "min_properness");
        EXPECT_FALSE(exact_collisions({box(), Pose(), at({2, 0, 0})}, {box(), Pose(), Pose()},
                                      {.min_properness = least})
                         .has_value());
    }
}

}  // namespace
}  // namespace swept
