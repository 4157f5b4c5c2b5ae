// Escape: what rests may slide, lift, roll and leave. No stop for nothing, no ghost hit on the
// seams of what is flat, never through.

#include "tests/sweep/samples.h"

namespace swept {
namespace {

using namespace test;

/// A box dropped on the obstacles from height `from`, where it comes to rest.
Pose dropped(const Polyhedron& crate, const Pose& from, std::span<const Placed> obstacles) {
    const SweepResult r = sweep({crate, from}, along(0, 0, -10), obstacles);
    EXPECT_EQ(r.state, State::hit);
    return r.end;
}

void expect_separate(const Polyhedron& crate, const Pose& pose, std::span<const Placed> obstacles) {
    for (const Placed& o : obstacles) {
        EXPECT_EQ(overlap({crate, pose}, {o.shape, o.world_from_shape}).relation,
                  Relation::separate);
    }
}

/// Slides, lifts, spins and rolls from rest at `rest`; each must be free.
void expect_escape(const Polyhedron& crate, const Pose& rest, std::span<const Placed> obstacles) {
    const Vector3d p = rest.translation();
    const Vector3d low = crate.box().lower, high = crate.box().upper;
    const std::vector<Motion> ways{
        along(2, 0, 0),
        along(0, -2, 0),
        along(-1.3, 1.7, 0),
        along(1e-3, 0, 0),
        along(0, 0, 1),
        along(1, 1, 0.5),
        about(p, {0, 0, 1}, 2.5),                                           // spins where it lies
        about(p + Vector3d(high[0], 0, low[2]), {0, 1, 0}, pi / 2 - 1e-3),  // rolls over an edge
        about(p + Vector3d(low[0], 0, low[2]), {0, 1, 0}, -pi / 2 + 1e-3),
        about(p + Vector3d(0, low[1], low[2]), {1, 0, 0}, 1.2),
    };
    for (std::size_t i = 0; i < ways.size(); ++i) {
        const SweepResult r = sweep({crate, rest}, ways[i], obstacles);
        EXPECT_EQ(r.state, State::free)
            << "way " << i << " at " << r.free_fraction << " " << name_of(r.contact.kind);
        expect_separate(crate, r.end, obstacles);
    }
    const SweepResult down = sweep({crate, rest}, along(0.3, 0, -1), obstacles);
    EXPECT_EQ(down.state, State::hit);
    EXPECT_LT(down.free_fraction, 1e-9);
}

/// Many slides in a row, this way and that; each must be free, and at the end it lifts off.
void expect_long_slide(const Polyhedron& crate, Pose pose, std::span<const Placed> obstacles,
                       int moves, const Vector3d& reach) {
    Random random(17);
    const Vector3d middle = pose.translation();
    for (int i = 0; i < moves; ++i) {
        Vector3d to = middle + random.point(1).cwiseProduct(reach);
        to[2] = pose.translation()[2];
        const Motion slide = i % 5 == 4
                                 ? about(pose.translation(), {0, 0, 1}, random.uniform(-3, 3))
                                 : Motion(Translation::make(to - pose.translation()).value());
        const SweepResult r = sweep({crate, pose}, slide, obstacles);
        ASSERT_EQ(r.state, State::free) << "move " << i << " stopped at " << r.free_fraction;
        pose = r.end;
    }
    expect_separate(crate, pose, obstacles);
    EXPECT_EQ(sweep({crate, pose}, along(0, 0, 3), obstacles).state, State::free);
}

TEST(sweep_escape, from_a_triangulated_floor) {
    const std::vector<Placed> floor{{triangulated_floor(20, 16), Pose()}};
    const Polyhedron crate = box(1, 1.3, 0.7);
    const Pose rest = dropped(crate, at(0.21, 0.13, 2), floor);
    expect_escape(crate, rest, floor);
    expect_long_slide(crate, rest, floor, 60, {8, 8, 0});
}

TEST(sweep_escape, from_a_triangulated_floor_at_the_vertices_and_edges_of_its_triangles) {
    const std::vector<Placed> floor{{triangulated_floor(16, 16), Pose()}};
    const Polyhedron crate = box(1, 1, 1);  // its corners come to lie on the floor's vertices
    for (const Vector3d& place :
         {Vector3d(0.5, 0.5, 2), Vector3d(0, 0, 2), Vector3d(0.5, 0.25, 2)}) {
        const Pose rest = dropped(crate, Pose::make(place).value(), floor);
        expect_escape(crate, rest, floor);
    }
}

TEST(sweep_escape, across_the_seam_of_two_boxes_that_are_separate_bodies) {
    const std::vector<Placed> boxes{{box(6, 12, 1), at(-3, 0, 0)}, {box(6, 12, 1), at(3, 0, 0)}};
    const Polyhedron crate = box(1, 1, 1);
    for (const double x : {-1.5, 0.0, 0.5, 0.2}) {
        const Pose rest = dropped(crate, at(x, 0, 3), boxes);
        expect_escape(crate, rest, boxes);
        expect_long_slide(crate, rest, boxes, 40, {4, 4, 0});
    }
}

TEST(sweep_escape, over_the_floors_of_a_level_made_of_brushes) {
    // Brushes of different size side by side, some with a common face, some only with a part of it:
    // all their tops at one height, all their sides against each other.
    std::vector<Placed> brushes;
    double x = -8;
    for (const double width : {3.0, 1.0, 4.0, 0.5, 2.5, 5.0}) {
        brushes.push_back({box(width, 7, 1), at(x + width / 2, 3.5, 0)});
        brushes.push_back({box(width * 1.5, 7, 1), at(x * 1.5 + width * 0.75, -3.5, 0)});
        x += width;
    }
    const Polyhedron crate = box(1, 1, 1);
    const Pose rest = dropped(crate, at(0, 0, 3), brushes);
    expect_escape(crate, rest, brushes);
    expect_long_slide(crate, rest, brushes, 40, {6, 4, 0});
}

TEST(sweep_escape, along_a_brick_wall_of_separate_bricks) {
    std::vector<Placed> wall;
    for (int row = 0; row < 6; ++row) {
        for (int i = -6; i < 6; ++i) {
            wall.push_back({box(1, 0.5, 0.25), at(i + (row % 2) * 0.5, 0, row * 0.25)});
        }
    }
    const Polyhedron crate = box(0.6, 0.6, 0.6);
    const SweepResult r = sweep({crate, at(0.1, -3, 0.6)}, along(0, 5, 0), wall);
    ASSERT_EQ(r.state, State::hit);
    EXPECT_NEAR(r.contact.normal[1], -1, 1e-12);
    Pose pose = r.end;
    Random random(5);
    for (int i = 0; i < 60; ++i) {
        const Vector3d to(random.uniform(-4, 4), pose.translation()[1], random.uniform(0.1, 1.1));
        const SweepResult slide =
            sweep({crate, pose}, Translation::make(to - pose.translation()).value(), wall);
        ASSERT_EQ(slide.state, State::free) << "move " << i << " " << slide.free_fraction;
        pose = slide.end;
        const SweepResult push = sweep({crate, pose}, along(0.1, 1, 0), wall);
        ASSERT_EQ(push.state, State::hit);
        EXPECT_LT(push.free_fraction, 1e-9);
        pose = push.end;
    }
    expect_separate(crate, pose, wall);
    EXPECT_EQ(sweep({crate, pose}, along(0, -2, 0), wall).state, State::free);
}

TEST(sweep_escape, from_a_slanted_floor_in_any_direction) {
    Random random(23);
    for (int i = 0; i < 20; ++i) {
        // Everything turned by one pose: the floor's plane is no coordinate plane any more.
        const Pose tilt = random.pose(5);
        const Polyhedron crate = box(1, 1, 1);
        const std::vector<Placed> floor{{box(20, 20, 1), tilt}};
        const Vector3d down = tilt.rotation_matrix() * Vector3d(0, 0, -3);
        const SweepResult r =
            sweep({crate, tilt * at(0, 0, 3)}, Translation::make(down).value(), floor);
        ASSERT_EQ(r.state, State::hit);
        for (const Vector3d& way : {Vector3d(3, 1, 0), Vector3d(-2, 0.5, 0), Vector3d(0, 0, 1)}) {
            const Vector3d in_world = tilt.rotation_matrix() * way;
            const SweepResult slide =
                sweep({crate, r.end}, Translation::make(in_world).value(), floor);
            EXPECT_EQ(slide.state, State::free) << slide.free_fraction;
            expect_separate(crate, slide.end, floor);
        }
    }
}

TEST(sweep_escape, pushing_for_ever_does_not_creep_in) {
    const Polyhedron crate = box(1, 1, 1), floor = box(20, 20, 1);
    Pose pose = sweep({crate, turned({0, 0, 3}, {1, 2, 3}, 0.4)}, along(0, 0, -5), {floor}).end;
    double margin = 1;
    for (int i = 0; i < 3000; ++i) {
        const Motion push = i % 3 == 0 ? along(0, 0, -0.1)
                            : i % 3 == 1
                                ? along(0.01, 0, -0.02)
                                : about(pose.translation(), {0.2, 1, 0}, i % 2 == 0 ? 0.1 : -0.1);
        const SweepResult r = sweep({crate, pose}, push, {floor});
        pose = r.end;
        margin = std::min(margin, r.margin);
    }
    // Half the margin lower it would touch at the latest; so it is that far away still.
    const Pose lower =
        Pose::make(pose.translation() - Vector3d(0, 0, margin / 2 * 0.999), pose.rotation())
            .value();
    EXPECT_EQ(overlap({crate, lower}, {floor}).relation, Relation::separate);
    EXPECT_EQ(sweep({crate, pose}, along(0, 0, 1), {floor}).state, State::free);
}

}  // namespace
}  // namespace swept
