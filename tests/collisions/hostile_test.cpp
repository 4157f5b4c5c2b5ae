// Steps and options at the edge of what makes sense: defined answers or clear errors.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>

#include "swept/solids.h"
#include "swept/swept.h"
#include "tests/with.h"

namespace swept {
namespace {

using Eigen::Vector3d;
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

Polyhedron box(const Vector3d& size = {1, 1, 1}) {
    return Polyhedron::build(make_box(size).value()).value();
}
Pose at(const Vector3d& place, double angle = 0, const Vector3d& axis = Vector3d::UnitZ()) {
    return Pose::make(place, Quaternion(Eigen::AngleAxisd(angle, axis.normalized()))).value();
}
Result<CollisionResult> falls(const CollisionOptions& options) {
    return all_collisions({box(), at({0.1, 0.2, 2}), at({0.1, 0.2, 0})}, {box(), Pose(), Pose()},
                          options);
}

TEST(glide_hostile, bodies_that_do_not_move_have_no_collisions) {
    for (const Vector3d& place : {Vector3d(3, 0, 0), Vector3d(0.5, 0, 0), Vector3d(1, 0, 0)}) {
        const auto r =
            all_collisions({box(), at(place), at(place)}, {box(), Pose(), Pose()}).value();
        EXPECT_TRUE(r.collisions.empty());
    }
    // Both moved alike do not either, whatever the rounding.
    const Pose moved = at({1, 2, 3}, 0.7, {1, 2, 3});
    const auto r =
        all_collisions({box(), at({3, 0, 0}), moved * at({3, 0, 0})}, {box(), Pose(), moved})
            .value();
    EXPECT_TRUE(r.collisions.empty());
}

TEST(glide_hostile, half_a_turn_is_that_of_the_screw_between) {
    const Pose from = at({2, 0, 0}), to = at({-2, 0, 0}, std::numbers::pi);
    const auto r =
        all_collisions({box(), from, to}, {box({1, 1, 1}), at({0, 2, 0}), at({0, 2, 0})}).value();
    const auto* screw = std::get_if<Screw>(&r.motion);
    ASSERT_NE(screw, nullptr);
    EXPECT_NEAR(screw->angle(), std::numbers::pi, 1e-12);
    const bool goes_up = screw->axis().z() > 0;
    EXPECT_EQ(!r.collisions.empty(), goes_up);  // at (0, 2), where a turn to the left comes by
}

// Trap: the glide per radian of such a turn overflows.
TEST(glide_hostile, a_screw_with_next_to_no_turn_glides) {
    for (const double angle : {std::numeric_limits<double>::denorm_min(), 1e-160, -1e-31, 1e-29}) {
        const auto screw = Screw::make({7, 0, 0}, {0, 0, 1}, angle, -5).value();
        const auto r = all_collisions({box(), at({3, 4, 3})}, screw, {box({20, 20, 1}), Pose()});
        ASSERT_TRUE(r.has_value()) << r.error().message();
        ASSERT_FALSE(r->collisions.empty()) << angle;
        EXPECT_NEAR(r->collisions[0].fraction, 0.4, 1e-12) << angle;
    }
}

TEST(glide_hostile, an_axis_through_a_vertex_an_edge_and_a_face) {
    // Turns of a box about its own corner, edge and middle, against a box beside it.
    for (const Vector3d& pivot :
         {Vector3d(0.5, 0.5, 0.5), Vector3d(0.5, 0.5, 0), Vector3d(0, 0, 0), Vector3d(0.5, 0, 0)}) {
        for (const Vector3d& axis : {Vector3d(0, 0, 1), Vector3d(1, 0, 0), Vector3d(1, 1, 1)}) {
            const auto turn = Rotation::make(pivot, axis, 2.5).value();
            const Pose to = turn.pose_at(Pose(), 1);
            const Polyhedron other = box({0.3, 3, 3});
            const Pose beside = at({0.95, 0, 0});
            const auto exact = all_collisions({box(), Pose(), to}, {other, beside, beside});
            ASSERT_TRUE(exact.has_value());
            const SweepResult first = sweep({box()}, turn, {other, beside});
            if (first.state == State::hit && first.start == Relation::separate) {
                ASSERT_FALSE(exact->collisions.empty());
                EXPECT_NEAR(exact->collisions[0].fraction, first.free_fraction, 1e-6);
            }
        }
    }
}

TEST(glide_hostile, a_properness_that_is_none_is_refused) {
    for (const double least : {not_a_number, 2.0, -1.5}) {
        CollisionOptions options;
        options.min_properness = least;
        const auto r = falls(options);
        ASSERT_FALSE(r.has_value());
        EXPECT_EQ(r.error().where, "min_properness");
    }
}

TEST(glide_hostile, points_alone_hit_faces) {
    Mesh mesh;
    mesh.vertices = {{0, 0, 0}, {0.2, 0, 0}, {5, 0, 0}};
    const Polyhedron points = Polyhedron::build(mesh).value();
    const auto r =
        all_collisions({points, at({0.1, 0.2, 2}), at({0.1, 0.2, 0})}, {box(), Pose(), Pose()})
            .value();
    ASSERT_EQ(r.collisions.size(), 2U);
    for (const Collision& c : r.collisions) {
        EXPECT_NEAR(c.fraction, 0.75, 1e-12);
        EXPECT_EQ(c.properness, 1);
    }
}

TEST(glide_hostile, sizes_do_not_matter_and_far_places_cost_digits_only) {
    const auto own = falls({}).value();
    for (const double size : {1e-80, 1e-30, 1e30, 1e80}) {
        const auto r =
            all_collisions({box(Vector3d::Constant(size)), at(Vector3d(0.1, 0.2, 2) * size),
                            at(Vector3d(0.1, 0.2, 0) * size)},
                           {box(Vector3d::Constant(size)), Pose(), Pose()})
                .value();
        ASSERT_EQ(r.collisions.size(), own.collisions.size()) << size;
        EXPECT_NEAR(r.collisions[0].fraction, own.collisions[0].fraction, 1e-12);
    }
    const Vector3d far(1e6, -1e6, 1e6);
    const auto r =
        all_collisions({box(), at(far + Vector3d(0.1, 0.2, 2)), at(far + Vector3d(0.1, 0.2, 0))},
                       {box(), at(far), at(far)})
            .value();
    ASSERT_EQ(r.collisions.size(), own.collisions.size());
    EXPECT_NEAR(r.collisions[0].fraction, own.collisions[0].fraction, 1e-9);
    // So far that nothing is left of the bodies.
    const Vector3d lost(1e20, 0, 0);
    EXPECT_FALSE(all_collisions({box(), at(lost), at(-lost)}, {box(), Pose(), Pose()}).has_value());
}

TEST(glide_hostile, groups_of_nothing_and_of_no_time) {
    EXPECT_TRUE(group_within({}, 0.1).empty());
    std::vector<Collision> three(3);
    three[1].fraction = 0.1;
    three[2].fraction = 0.1;
    EXPECT_EQ(group_within(three, 0).size(), 2U);
    EXPECT_EQ(group_within(three, 0.1).size(), 1U);
    EXPECT_EQ(group_within(three, -1).size(), 3U);
    EXPECT_EQ(group_within(three, not_a_number).size(), 3U);
}

// A point that comes down so flat that where it meets the plane is known to many roundings only:
// what it meets beside the edge, by less than that, is still no further from the face than is said.
// Found by a campaign: two edges that meet at two moments a rounding apart count once, as the less
// proper of both, which the threshold had left out before.
TEST(glide_hostile, a_least_properness_leaves_out_what_is_below_it_and_nothing_else) {
    const auto quad = [](const std::array<Vector3d, 4>& corners) {
        Mesh mesh;
        for (const Vector3d& x : corners) mesh.add_vertex(x);
        mesh.add_polygon({0, 1, 2, 3});
        return Polyhedron::build(mesh).value();
    };
    const Polyhedron a = quad(
        {{{-1.25, 1.25, -1.5}, {1.25, 1.25, -1.5}, {1.25, -1.25, -1.5}, {-1.25, -1.25, -1.5}}});
    const Polyhedron b = quad(
        {{{-0.75, -1.5, -1.25}, {0.75, -1.5, -1.25}, {0.75, -1.5, 1.25}, {-0.75, -1.5, 1.25}}});
    const Pose from = at({-4, 0.75, 0.75});
    const Pose to = Pose::make({-0.064158241950640349, -2.7227571124310499, 0.75},
                               Quaternion(0.66161687683071868, 0, 0, 0.74984205556421391))
                        .value();
    const auto with = [&](double least) {
        CollisionOptions options;
        options.min_properness = least;
        return all_collisions({a, from, to}, {b, Pose(), Pose()}, options).value().collisions;
    };
    const std::vector<Collision> all = with(-1);
    for (const double least : {-0.5, -0.1, 0.0}) {
        const std::vector<Collision> some = with(least);
        std::vector<Collision> wanted;
        std::ranges::copy_if(all, std::back_inserter(wanted),
                             [&](const Collision& c) { return c.properness >= least; });
        ASSERT_EQ(some.size(), wanted.size()) << least;
        for (std::size_t i = 0; i < some.size(); ++i) {
            EXPECT_EQ(some[i].fraction, wanted[i].fraction);
            EXPECT_EQ(some[i].properness, wanted[i].properness);
            EXPECT_EQ(some[i].contact.point, wanted[i].contact.point);
        }
    }
}

TEST(glide_hostile, points_that_graze_a_face_at_its_edge_are_as_near_as_is_said) {
    Mesh mesh;
    mesh.vertices = {{0, 0, 0}};
    const Polyhedron point = Polyhedron::build(mesh).value();
    int inside = 0, beside = 0;
    for (const double slope : {1e-2, 1e-4, 1e-6}) {
        for (int power = -16; power <= -6; ++power) {
            for (const double sign : {-1.0, 1.0}) {
                // It crosses the plane of the top this far beyond the side.
                const double off = sign * std::pow(10.0, power);
                const Vector3d met(0.5 + off, 0.1, 0.5), way(0.75, 0, -0.75 * slope);
                const auto r = all_collisions({point, at(met - way / 2), at(met + way / 2)},
                                              {box(), Pose(), Pose()})
                                   .value();
                // By more than rounding within: found, on the top.
                const bool clear = sign < 0 && power > -12;
                EXPECT_TRUE(!clear || !r.collisions.empty()) << slope << ", " << off;
                for (const Collision& c : r.collisions) {
                    const Vector3d place = met + (c.fraction - 0.5) * way;
                    const Vector3d apart = (place.cwiseAbs() - Vector3d::Constant(0.5)).cwiseMax(0);
                    EXPECT_LE(apart.norm(), r.error_bound) << slope << ", " << off;
                    ++(sign < 0 ? inside : beside);
                }
            }
        }
    }
    EXPECT_GE(inside, 15);
    EXPECT_GE(beside, 5);
}

TEST(glide_hostile, scratch_that_was_moved_serves_on) {
    Scratch first;
    const auto ask = [&](Scratch& scratch) {
        return all_collisions({box(), at({0.1, 0.2, 2}), at({0.1, 0.2, 0})},
                              {box(), Pose(), Pose()}, {.scratch = &scratch})
            .value()
            .collisions.size();
    };
    const std::size_t found = ask(first);
    EXPECT_GT(found, 0U);
    Scratch second(std::move(first));
    EXPECT_EQ(ask(second), found);
    Scratch third;
    third = std::move(second);
    EXPECT_EQ(ask(third), found);
}

}  // namespace
}  // namespace swept
