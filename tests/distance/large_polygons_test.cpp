// Queries about polygons of many corners: the work grows with the corners, not with their square,
// and where such a polygon was cut there is nothing to be touched.

#include <gtest/gtest.h>

#include <array>

#include "swept/distance.h"
#include "swept/overlap.h"
#include "swept/polyhedron.h"
#include "swept/solids.h"
#include "swept/sweep.h"
#include "tests/repeats.h"

namespace swept::test {
namespace {

using Eigen::Vector3d;

Polyhedron prism(int sides) {
    return Polyhedron::build(make_prism(sides, 1, 1).value()).value();
}

Pose at(double x, double y, double z) {
    return Pose::make({x, y, z}).value();
}

/// All counts of one query.
double work(const DistanceStats& stats) {
    return static_cast<double>(stats.volume_tests + stats.face_pairs + stats.feature_pairs);
}
double work(const SweepStats& stats) {
    return static_cast<double>(stats.volume_tests + stats.face_pairs + stats.feature_pairs +
                               stats.search_steps);
}

// It was the square and more: 12 s for two prisms of 2,000 sides, parallel.
TEST(large_polygons, twice_the_corners_are_twice_the_work) {
    const Pose tilted = Pose::make({5, 0.2, 0.1}, Quaternion(0.96, 0.28, 0, 0)).value();
    const Motion down = Translation::make({0, 0, -3}).value();
    const ContactOptions near{.tolerance = ContactTolerance::within(0.001).value()};
    const auto works = [&](int sides) {
        const Polyhedron shape = prism(sides);
        return std::array{work(distance({shape, at(0.01, 0, 3)}, {shape}).stats),
                          work(distance({shape, tilted}, {shape}).stats),
                          work(sweep({shape, at(0, 0, 3)}, down, {shape}).stats),
                          work(contacts({shape, at(0, 0, 1.0001)}, {shape}, near).stats)};
    };
    const auto small = works(test::repeats(1000)), large = works(test::repeats(4000));
    for (std::size_t i = 0; i < small.size(); ++i) {
        EXPECT_LT(large[i], 2.3 * 2.3 * small[i]) << "question " << i;
    }
}

TEST(large_polygons, there_are_no_contacts_where_they_were_cut) {
    const ContactOptions near{.tolerance = ContactTolerance::within(0.001).value()};
    const Polyhedron floor = Polyhedron::build(make_box({9, 9, 1}).value()).value();
    for (const Pose& turn :
         {Pose(), Pose::make({1, 2, 3}, Quaternion(0.3, -0.7, 0.2, 0.6).normalized()).value()}) {
        const Polyhedron shape = prism(500);
        ASSERT_EQ(shape.report().split_large, 2U);
        const ContactSet set = contacts({shape, turn * at(0.1, 0.2, 1.0001)}, {floor, turn}, near);
        EXPECT_EQ(set.contacts.size(), 500U) << "the corners of the rim, and nothing else";
        const Vector3d up = turn * Vector3d::UnitZ() - turn * Vector3d::Zero();
        for (const Contact& contact : set.contacts) {
            EXPECT_EQ(contact.kind, ContactKind::vertex_face);
            EXPECT_LT((contact.normal - up).norm(), 1e-12);
        }
    }
}

// A corner that comes down on a large polygon, wherever its cuts are, meets it at its plane.
TEST(large_polygons, stop_whatever_comes_down_on_them) {
    const Polyhedron shape = prism(2000);
    const Polyhedron tip = Polyhedron::build(make_prism(3, 0.01, 0.01).value()).value();
    const Motion down = Translation::make({0, 0, -1}).value();
    for (std::uint32_t f = 2000; f < shape.face_count(); ++f) {
        const auto corners = shape.corners(FaceIndex(f));
        // Right over an end of a cut, and over its middle.
        const Vector3d a = shape.position(corners[0]) * 0.98, b = shape.position(corners[1]);
        for (const Vector3d& over : {a, Vector3d((a + b) / 2 * 0.98)}) {
            const SweepResult result = sweep({tip, at(over[0], over[1], 1.005)}, down, {shape});
            ASSERT_NEAR(result.free_fraction, 0.5, 1e-6) << f;
        }
    }
}

}  // namespace
}  // namespace swept::test
