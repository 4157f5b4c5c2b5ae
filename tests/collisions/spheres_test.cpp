// Spheres as bodies of a step: against casts, which know the first hit alone, and on paper.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "swept/solids.h"
#include "swept/swept.h"

namespace swept {
namespace {

using Eigen::Vector3d;

SphereSet one_sphere(const Vector3d& centre, double radius) {
    return SphereSet::make({{centre, radius}}).value();
}
Pose at(double x, double y, double z) {
    return Pose::make({x, y, z}).value();
}
Polyhedron box() {
    return Polyhedron::build(make_box({1, 1, 1}).value()).value();
}

TEST(glide_spheres, a_sphere_that_falls_on_a_box_touches_its_face) {
    const auto r = all_collisions({one_sphere({0, 0, 0}, 0.25), at(0.1, 0.2, 2), at(0.1, 0.2, 0)},
                                  {box(), Pose(), Pose()})
                       .value();
    ASSERT_EQ(r.collisions.size(), 1U);
    const Collision& c = r.collisions[0];
    EXPECT_NEAR(c.fraction, (2 - 0.75) / 2, 1e-12);
    EXPECT_EQ(c.contact.kind, ContactKind::vertex_face);
    EXPECT_EQ(c.properness, 0);
    EXPECT_LT((c.contact.point - Vector3d(0.1, 0.2, 0.5)).norm(), 1e-12);
    EXPECT_LT((c.contact.normal - Vector3d::UnitZ()).norm(), 1e-12);
    EXPECT_LT((c.point_in_a - Vector3d(0, 0, -0.25)).norm(), 1e-12);
    EXPECT_EQ(c.contact.mover.vertex_count, 1);
    EXPECT_EQ(c.contact.mover.vertices[0], 0U);
}

TEST(glide_spheres, large_ones_on_short_ways_touch_small_bodies) {
    // The whole way of the centre is far from what the side of the sphere comes to touch.
    const Polyhedron crumb = Polyhedron::build(make_box({0.01, 0.01, 0.01}).value()).value();
    for (const Vector3d& side :
         {Vector3d(0, 0, 1), Vector3d(1, 0, 0), Vector3d(0, -1, 0), Vector3d(0.6, 0.8, 0)}) {
        const double half = 0.005 * side.lpNorm<1>();  // of the crumb, towards the sphere
        const Vector3d from = (1.1 + half) * side, to = (0.9 + half) * side;
        for (const bool into_sphere : {false, true}) {
            const SphereSet large = one_sphere({0, 0, 0}, 1);
            const Pose begin = Pose::make(from).value(), end = Pose::make(to).value();
            const auto r = into_sphere
                               ? all_collisions({large, begin, end},
                                                {one_sphere({0, 0, 0}, half), Pose(), Pose()})
                               : all_collisions({large, begin, end}, {crumb, Pose(), Pose()});
            ASSERT_TRUE(r && !r->collisions.empty()) << side.transpose();
            EXPECT_NEAR(r->collisions[0].fraction, 0.5, 1e-3) << side.transpose();
        }
    }
}

TEST(glide_spheres, past_an_edge_and_a_corner) {
    // The centre passes 0.1 beside the edge at x = 0.5 + 0.1: it touches it at height sqrt(r^2 -
    // 0.1^2) over it.
    const auto edge = all_collisions({one_sphere({0, 0, 0}, 0.25), at(0.6, 0, 2), at(0.6, 0, 0)},
                                     {box(), Pose(), Pose()})
                          .value();
    ASSERT_FALSE(edge.collisions.empty());
    EXPECT_EQ(edge.collisions[0].contact.kind, ContactKind::vertex_edge);
    EXPECT_NEAR(edge.collisions[0].fraction, (1.5 - std::sqrt(0.0625 - 0.01)) / 2, 1e-12);
    EXPECT_EQ(edge.collisions[0].properness, 0);
    const auto corner =
        all_collisions({one_sphere({0, 0, 0}, 0.25), at(0.6, 0.6, 2), at(0.6, 0.6, 0)},
                       {box(), Pose(), Pose()})
            .value();
    ASSERT_FALSE(corner.collisions.empty());
    EXPECT_EQ(corner.collisions[0].contact.kind, ContactKind::vertex_vertex);
    EXPECT_NEAR(corner.collisions[0].fraction, (1.5 - std::sqrt(0.0625 - 0.02)) / 2, 1e-12);
    EXPECT_GT(corner.collisions[0].properness, 0);
}

TEST(glide_spheres, two_spheres_that_pass_through_each_other_touch_once) {
    const auto r = all_collisions({one_sphere({0, 0, 0}, 0.5), at(-3, 0.6, 0), at(3, 0.6, 0)},
                                  {one_sphere({0, 0, 0}, 0.5), Pose(), Pose()})
                       .value();
    ASSERT_EQ(r.collisions.size(), 1U);
    EXPECT_NEAR(r.collisions[0].fraction, (3 - 0.8) / 6, 1e-12);
    EXPECT_LT((r.collisions[0].contact.point - Vector3d(-0.4, 0.3, 0)).norm(), 1e-12);
}

TEST(glide_spheres, one_that_goes_round_a_box_touches_its_upright_edges) {
    // About the box's axis, 0.1 outside of its edges, which are at 45 and 135 degrees.
    const double corner = std::sqrt(0.5), way = corner + 0.1, radius = 0.12, angle = 3;
    const Pose from = Pose::make({way, 0, 0}).value();
    const Pose to = Pose::make({way * std::cos(angle), way * std::sin(angle), 0},
                               Quaternion(Eigen::AngleAxisd(angle, Vector3d::UnitZ())))
                        .value();
    const auto r =
        all_collisions({one_sphere({0, 0, 0}, radius), from, to}, {box(), Pose(), Pose()}).value();
    ASSERT_EQ(r.collisions.size(), 2U);
    const double before = std::acos((way * way + 0.5 - radius * radius) / (2 * way * corner));
    const double eighth = std::acos(-1.0) / 4;
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(r.collisions[i].contact.kind, ContactKind::vertex_edge);
        EXPECT_NEAR(r.collisions[i].fraction, ((i == 0 ? 1 : 3) * eighth - before) / angle, 1e-12);
        EXPECT_EQ(r.collisions[i].properness, 0);
    }
}

TEST(glide_spheres, a_slide_is_one_touch) {
    const auto r =
        all_collisions({one_sphere({0, 0, 0}, 0.25), at(-0.3, 0.2, 0.75), at(0.3, 0.2, 0.75)},
                       {box(), Pose(), Pose()})
            .value();
    ASSERT_EQ(r.collisions.size(), 1U);
    EXPECT_EQ(r.collisions[0].fraction, 0);
}

/// The first collision of spheres that start outside is what a cast hits.
TEST(glide_spheres, the_first_collision_is_the_hit_of_a_cast) {
    std::mt19937 engine(3);
    const auto number = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(engine);
    };
    const auto vector = [&](double size) {
        return Vector3d(number(-size, size), number(-size, size), number(-size, size));
    };
    const auto pose = [&] {
        Eigen::Vector4d q(number(-1, 1), number(-1, 1), number(-1, 1), number(-1, 1));
        q.normalize();
        return Pose::make(vector(2.5), Quaternion(q[0], q[1], q[2], q[3])).value();
    };
    const std::vector<Polyhedron> shapes{
        box(), Polyhedron::build(make_torus(12, 8, 1, 0.35).value()).value(),
        Polyhedron::build(make_car(2, 0.9, 0.7).value()).value()};
    int hits = 0, free = 0;
    for (std::size_t i = 0; i < 1500; ++i) {
        const SphereSet set =
            SphereSet::make({{vector(0.3), number(0.05, 0.35)}, {vector(0.3), number(0.05, 0.25)}})
                .value();
        const Pose from = pose();
        Pose to = pose();
        if (i % 2 == 1) to = Pose::make(to.translation(), from.rotation()).value();
        CastOptions options;
        options.initial_overlap = InitialOverlap::solids;
        const CastResult hit =
            cast(SphereSetCast{set, from, screw_between(from, to)}, {shapes[i % 3]}, options);
        if (hit.start != Relation::separate) continue;
        const auto all = all_collisions({set, from, to}, {shapes[i % 3], Pose(), Pose()}).value();
        if (hit.state == State::free) {
            ++free;
            EXPECT_TRUE(all.collisions.empty()) << "step " << i;
            continue;
        }
        ++hits;
        ASSERT_FALSE(all.collisions.empty()) << "step " << i;
        EXPECT_NEAR(all.collisions[0].fraction, hit.hit.fraction, 1e-9) << "step " << i;
        EXPECT_GE(all.collisions[0].properness, -1e-9) << "step " << i;
        EXPECT_EQ(all.collisions[0].contact.mover.face, hit.hit.sphere) << "step " << i;
    }
    EXPECT_GT(hits, 300);
    EXPECT_GT(free, 300);
}

}  // namespace
}  // namespace swept
