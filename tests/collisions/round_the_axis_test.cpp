// Bodies round the axis of their motion, of which a full turn is the same place again, and bodies
// in touch at the start. The same by pixels: tests/papers/buss/pixels_test.cpp.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "swept/solids.h"
#include "swept/swept.h"

namespace swept {
namespace {

using Eigen::Vector3d;

// A ring round the axis needs doppelgangers wherever the cut is: it meets a post at any angle all
// the same.
TEST(glide_round_the_axis, a_ring_meets_at_every_angle) {
    const Polyhedron ring = Polyhedron::build(make_torus(24, 6, 1, 0.1).value()).value();
    const Polyhedron post = Polyhedron::build(make_box({0.2, 0.2, 0.6}).value()).value();
    for (int i = 0; i < 24; ++i) {
        const double angle = 2 * std::acos(-1.0) * i / 24;
        // The ring lies over the post and screws down onto it.
        const Pose from = Pose::make({0, 0, 0.6}).value();
        const Pose to =
            Pose::make({0, 0, 0.1}, Quaternion(Eigen::AngleAxisd(0.5, Vector3d::UnitZ()))).value();
        const Pose at = Pose::make({std::cos(angle), std::sin(angle), 0}).value();
        const auto met = all_collisions({ring, from, to}, {post, at, at}).value();
        ASSERT_FALSE(met.collisions.empty()) << angle;
        const double first = sweep({ring, from}, screw_between(from, to), {post, at}).free_fraction;
        EXPECT_NEAR(met.collisions[0].fraction, first, 1e-7) << angle;
    }
}

// Edges of a plate round the axis run across the cut, and what is beyond it has the angles of
// before: a bar that screws down onto the plate meets them on either side, wherever they begin.
// What it meets does not depend on where that is.
TEST(glide_round_the_axis, a_plate_is_met_at_every_angle) {
    Mesh bar = make_box({2, 0.1, 0.1}).value();  // along a radius, the outer end lower
    for (Vector3d& v : bar.vertices) v += Vector3d(2.5, 0, 1 - 0.2 * v.x());
    const Polyhedron mover = Polyhedron::build(bar).value();
    const Polyhedron plate = Polyhedron::build(make_box({4, 4, 0.2}).value()).value();
    const Eigen::AngleAxisd quarter(std::acos(-1.0) / 2, Vector3d::UnitZ());
    for (int i = 1; i <= 24; ++i) {
        const double angle = 0.25 * i;
        const auto screw = Screw::make(Vector3d::Zero(), Vector3d::UnitZ(), angle, -0.97).value();
        for (int k = 0; k < 32; ++k) {
            const Eigen::AngleAxisd turn(0.2 * k, Vector3d::UnitZ());
            const auto met_by = [&](const Quaternion& turned) {
                const Pose at = Pose::make(Vector3d::Zero(), turned).value();
                return all_collisions({mover, Pose()}, screw, {plate, at}, {.min_properness = 0})
                    .value()
                    .collisions;
            };
            // The plate turned by a quarter is the same plate.
            const auto met = met_by(Quaternion(turn)), again = met_by(Quaternion(turn * quarter));
            EXPECT_FALSE(met.empty()) << "turned by " << angle;
            ASSERT_EQ(met.size(), again.size()) << "turned by " << angle;
            for (std::size_t n = 0; n < met.size(); ++n) {
                EXPECT_NEAR(met[n].fraction, again[n].fraction, 1e-9) << "turned by " << angle;
            }
        }
    }
}

TEST(glide_round_the_axis, a_screw_of_several_turns_meets_in_each) {
    // A wheel with one peg, and a post that it passes in every turn.
    const Polyhedron peg = Polyhedron::build(make_box({0.1, 0.1, 4}).value()).value();
    const Polyhedron post = Polyhedron::build(make_box({0.1, 0.1, 0.3}).value()).value();
    const Pose from = Pose::make({1, 0, 0}).value(), at = Pose::make({-1, 0, 0}).value();
    const auto screw =
        Screw::make(Vector3d::Zero(), Vector3d::UnitZ(), 3 * 2 * std::acos(-1.0), 0.3).value();
    const auto met = all_collisions({peg, from}, screw, {post, at}).value();
    EXPECT_EQ(group_within(met.collisions, 0.05).size(), 3U);
}

// A box that stands on another and slides along it, or off it: its edges are in touch with those
// below from the start on. Seen from either side such an edge is as proper.
TEST(glide_round_the_axis, what_is_in_touch_at_the_start_meets_there) {
    const Polyhedron below = Polyhedron::build(make_box({2, 2, 2}).value()).value();
    const Polyhedron above = Polyhedron::build(make_box({2, 4, 2}).value()).value();
    const Pose start = Pose::make({1, -1, 2}).value();
    for (const Vector3d& way : {Vector3d(0, 3, 0), Vector3d(3, 0, 0), Vector3d(0.3, 1.7, 0),
                                Vector3d(0.1, 2.3, -0.7), Vector3d(-0.5, -0.75, -4)}) {
        const Pose end = Pose::make(start.translation() + way).value();
        const auto met =
            all_collisions({above, start, end}, {below, Pose(), Pose()}).value().collisions;
        EXPECT_TRUE(std::ranges::any_of(met, [](const Collision& c) {
            return c.fraction == 0 && c.properness >= 0 && c.contact.kind == ContactKind::edge_edge;
        })) << way.transpose();
    }
}

}  // namespace
}  // namespace swept
