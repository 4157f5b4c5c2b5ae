// The figures of the glide paper that show what is found: two collisions of one face (figure 2) and
// two tori of which one passes through the other (figure 13; by pixels: tests/papers/buss).

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "swept/solids.h"
#include "swept/swept.h"

namespace swept {
namespace {

using Eigen::Vector3d;

Polyhedron box(const Vector3d& size) {
    return Polyhedron::build(make_box(size).value()).value();
}
Pose at(const Vector3d& place, double angle = 0, const Vector3d& axis = Vector3d::UnitZ()) {
    return Pose::make(place, Quaternion(Eigen::AngleAxisd(angle, axis.normalized()))).value();
}

// Rectangles of the paper as boxes: A stands, B comes from the right along x. B is lower than A and
// as deep, so that its left edges end in A's right face and cross none of its edges but those at
// the front and the back: there the paper's vertex is an edge.
struct Rectangles {
    Polyhedron a = box({1, 2, 4});
    Polyhedron b = box({1, 1, 1});
};

CollisionResult left_onto_a(const Polyhedron& b, double tilt) {
    const Rectangles r;
    return all_collisions({b, at({2, 0, 0}, tilt), at({0.5, 0, 0}, tilt)}, {r.a, Pose(), Pose()})
        .value();
}

TEST(glide_figures, figure_2a_two_collisions_at_once_both_proper) {
    const auto r = left_onto_a(Rectangles().b, 0);
    ASSERT_EQ(r.collisions.size(), 4U);  // two in the plane, each at the front and at the back
    for (const Collision& c : r.collisions) {
        EXPECT_EQ(c.contact.kind, ContactKind::vertex_face);
        EXPECT_NEAR(c.fraction, 1.0 / 1.5, 1e-12);
        EXPECT_GE(c.properness, -1e-12);
        EXPECT_LT((c.contact.normal - Vector3d::UnitX()).norm(), 1e-12);
    }
    EXPECT_EQ(group_within(r.collisions, 1e-9).size(), 1U);
}

TEST(glide_figures, figure_2b_the_second_is_slightly_improper) {
    const double tilt = 0.05;
    const auto r = left_onto_a(Rectangles().b, tilt);
    ASSERT_EQ(r.collisions.size(), 4U);
    const double half = 0.5;
    for (std::size_t i = 0; i < 4; ++i) {
        const Collision& c = r.collisions[i];
        EXPECT_EQ(c.contact.kind, ContactKind::vertex_face);
        const bool is_first = i < 2;
        // The left corners of B lie half (cos +- sin) to the left of its middle.
        const double reach = half * (std::cos(tilt) + (is_first ? 1 : -1) * std::sin(tilt));
        EXPECT_NEAR(c.fraction, (2 - 0.5 - reach) / 1.5, 1e-12);
        // The left face runs into A by the tilt.
        EXPECT_NEAR(c.properness, is_first ? 0 : -std::sin(tilt), 1e-12);
    }
    // A game that takes what is within a tenth of a step as simultaneous handles both at once.
    EXPECT_EQ(group_within(r.collisions, 0.1).size(), 1U);
    EXPECT_EQ(group_within(r.collisions, 1e-6).size(), 2U);
    const Rectangles both;
    CollisionOptions proper;
    proper.min_properness = -1e-9;
    EXPECT_EQ(all_collisions({both.b, at({2, 0, 0}, tilt), at({0.5, 0, 0}, tilt)},
                             {both.a, Pose(), Pose()}, proper)
                  .value()
                  .collisions.size(),
              2U);
}

TEST(glide_figures, figure_2c_two_proper_ones_at_different_times) {
    // B with two teeth of different lengths to the left.
    const std::vector<Eigen::Vector2d> outline{
        {0.5, -0.5}, {0.5, 0.5}, {-0.4, 0.3}, {0.0, 0.0}, {-0.5, -0.3}};
    Mesh mesh;
    const auto n = static_cast<std::uint32_t>(outline.size());
    for (const double z : {-0.5, 0.5}) {
        for (const Eigen::Vector2d& p : outline) mesh.vertices.push_back({p.x(), p.y(), z});
    }
    std::vector<std::uint32_t> bottom, top;
    for (std::uint32_t i = 0; i < n; ++i) {
        top.push_back(n + i);
        bottom.push_back(n - 1 - i);
    }
    mesh.add_polygon(bottom);
    mesh.add_polygon(top);
    for (std::uint32_t i = 0; i < n; ++i) {
        const std::uint32_t next = (i + 1) % n;
        mesh.add_polygon(std::array<std::uint32_t, 4>{i, next, n + next, n + i});
    }
    const auto r = left_onto_a(Polyhedron::build(mesh).value(), 0);
    std::vector<Collision> proper;
    std::ranges::copy_if(r.collisions, std::back_inserter(proper),
                         [](const Collision& c) { return c.properness >= -1e-9; });
    ASSERT_EQ(proper.size(), 4U);
    EXPECT_NEAR(proper[0].fraction, 1.0 / 1.5, 1e-12);
    EXPECT_NEAR(proper[3].fraction, 1.1 / 1.5, 1e-12);
    EXPECT_EQ(group_within(proper, 1e-9).size(), 2U);
}

/// 20 x 15 rectangles, as in the paper.
Polyhedron torus() {
    BuildOptions options;
    options.merge_coplanar = 1e-9;
    return Polyhedron::build(make_torus(20, 15, 1, 0.3).value(), options).value();
}

// A goes up and away through the hole of B, touching it three times: from below in front, from
// below at the left, and on its way out at the inside of the back.
TEST(glide_figures, figure_13_three_groups_of_proper_collisions) {
    const Polyhedron shape = torus();
    EXPECT_EQ(shape.face_count(), 300U);
    const Pose from = at({0.31, -1.2, -1.9}, 1.2, {1, 0.15, 0});
    const Pose to = at({0.15, 1.1, 1.6}, 1.69, {1, 0.1, 0.2});
    CollisionOptions options;
    options.min_properness = 0;
    const auto r = all_collisions({shape, from, to}, {shape, Pose(), Pose()}, options).value();
    ASSERT_FALSE(r.collisions.empty());
    const auto groups = group_within(r.collisions, 0.1);
    ASSERT_EQ(groups.size(), 3U);
    const auto place = [&](std::size_t group) { return groups[group][0].contact.point; };
    EXPECT_LT(place(0).z(), -0.2);  // from below
    EXPECT_GT(place(0).x(), 0);
    EXPECT_LT(place(1).x(), 0);               // at the left
    EXPECT_GT(place(2).y(), 0.5);             // at the back,
    EXPECT_LT(place(2).head<2>().norm(), 1);  // on the inside
}

}  // namespace
}  // namespace swept
