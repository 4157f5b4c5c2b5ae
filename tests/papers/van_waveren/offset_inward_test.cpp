// Shapes made thinner: worked examples, what holds for all results, and what is refused.

#include "swept/papers/van_waveren.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <set>

#include "swept/solids.h"
#include "swept/sweep.h"
#include "swept/tolerance.h"
#include "tests/math/random_motion.h"
#include "tests/shape/samples.h"
#include "tests/with.h"

namespace swept::test {
namespace {

using papers::van_waveren::offset_inward;
using std::numbers::pi;
using swept::testing::Random;

Mesh placed(Mesh mesh, const Pose& pose) {
    for (Vector3d& p : mesh.vertices) p = pose * p;
    return mesh;
}

/// A pyramid over a regular polygon in z = 0, its apex at z = height.
Mesh pyramid(std::uint32_t sides, double radius, double height) {
    Mesh mesh;
    std::vector<std::uint32_t> base;
    for (std::uint32_t i = 0; i < sides; ++i) {
        const double angle = 2 * pi * i / sides;
        base.push_back(mesh.add_vertex({radius * std::cos(angle), radius * std::sin(angle), 0}));
    }
    const std::uint32_t apex = mesh.add_vertex({0, 0, height});
    for (std::uint32_t i = 0; i < sides; ++i) mesh.add_polygon({i, (i + 1) % sides, apex});
    std::ranges::reverse(base);
    mesh.add_polygon(base);
    return mesh;
}

std::string refusal(const Mesh& mesh, double distance) {
    const Result<Polyhedron> result = offset_inward(built(mesh), distance);
    EXPECT_FALSE(result.has_value());
    if (result) return "";
    EXPECT_EQ(result.error().code, ErrorCode::bad_argument);
    return result.error().message();
}

/// What is promised of every result: behind all shifted planes, each face in one of them, and that
/// of the face whose id it carries.
void expect_shrunk(const Polyhedron& shape, const Polyhedron& result, double distance) {
    EXPECT_TRUE(result.is_closed());
    EXPECT_TRUE(result.is_oriented());
    EXPECT_GT(result.volume().value(), 0);
    EXPECT_LT(result.volume().value(), shape.volume().value());
    const double largest =
        shape.box().lower.cwiseAbs().cwiseMax(shape.box().upper.cwiseAbs()).maxCoeff();
    const double bound = 1e-13 * shape.extent() + 1e-14 * largest + 2 * shape.plane_deviation();
    const auto height = [&](std::uint32_t face, const Vector3d& p) {
        const Vector3d& on_plane = shape.position(shape.corners(FaceIndex(face))[0]);
        return shape.plane(FaceIndex(face)).normal.dot(p - on_plane) + distance;
    };
    for (const Vector3d& p : result.vertices()) {
        for (std::uint32_t f = 0; f < shape.face_count(); ++f) ASSERT_LE(height(f, p), bound);
    }
    for (std::uint32_t f = 0; f < result.face_count(); ++f) {
        std::uint32_t original = 0;
        while (shape.source_face(FaceIndex(original)) != result.source_face(FaceIndex(f))) {
            ++original;
        }
        for (const VertexIndex v : result.corners(FaceIndex(f))) {
            ASSERT_NEAR(height(original, result.position(v)), 0, bound) << f;
        }
    }
}

Polyhedron checked(const Mesh& mesh, double distance) {
    const Polyhedron shape = built(mesh);
    const Result<Polyhedron> result = offset_inward(shape, distance);
    EXPECT_TRUE(result.has_value()) << (result ? "" : result.error().message());
    expect_shrunk(shape, result.value(), distance);
    return result.value();
}

TEST(offset_inward, a_box_loses_the_distance_on_every_side) {
    const Polyhedron result = checked(make_box({1, 2, 3}).value(), 0.25);
    EXPECT_EQ(result.vertex_count(), 8U);
    EXPECT_EQ(result.face_count(), 6U);
    EXPECT_EQ(result.box().lower, Vector3d(-0.25, -0.75, -1.25));
    EXPECT_EQ(result.box().upper, Vector3d(0.25, 0.75, 1.25));
    EXPECT_TRUE(result.report().clean());
    for (std::uint32_t f = 0; f < 6; ++f) EXPECT_EQ(result.source_face(FaceIndex(f)), f);
}

TEST(offset_inward, a_prism_keeps_its_angles) {
    const Polyhedron result = checked(make_prism(6, 1, 2).value(), 0.1);
    EXPECT_EQ(result.vertex_count(), 12U);
    EXPECT_EQ(result.face_count(), 8U);
    EXPECT_NEAR(result.box().upper.x(), 1 - 0.1 / std::cos(pi / 6), 1e-14);
    EXPECT_NEAR(result.box().upper.z(), 0.9, 1e-15);
}

TEST(offset_inward, faces_that_others_cut_off_vanish) {
    // The bevels of a brick are 0.1 wide; at 0.3 inward the faces between them meet first.
    const Polyhedron brick = built(make_brick({2, 2, 2}, 0.1).value());
    const Polyhedron result = checked(make_brick({2, 2, 2}, 0.1).value(), 0.3);
    EXPECT_EQ(brick.face_count(), 26U);
    EXPECT_EQ(result.face_count(), 6U) << "a box again";
    EXPECT_EQ(result.vertex_count(), 8U);
    EXPECT_NEAR(result.box().upper.x(), 0.7, 1e-14);
}

TEST(offset_inward, the_apex_of_a_regular_pyramid_stays_one_vertex) {
    // All its faces are at one distance from the axis, so the shifted ones meet in one point again.
    for (const std::uint32_t sides : {3U, 4U, 7U, 50U}) {
        const Polyhedron result = checked(pyramid(sides, 2, 3), 0.1);
        EXPECT_EQ(result.face_count(), sides + 1);
        EXPECT_EQ(result.vertex_count(), sides + 1);
    }
}

TEST(offset_inward, an_apex_whose_faces_lean_differently_splits) {
    Mesh mesh = pyramid(4, 2, 3);
    mesh.vertices[4] += Vector3d(0.8, 0.3, 0);
    const Polyhedron result = checked(mesh, 0.1);
    EXPECT_EQ(result.face_count(), 5U);
    EXPECT_EQ(result.vertex_count(), 6U) << "a ridge in place of the apex";
}

TEST(offset_inward, a_sphere_of_many_faces_shrinks_by_the_distance) {
    const Polyhedron result = checked(make_sphere(1, 16, 32).value(), 0.05);
    // Its four-sided faces, cut into triangles by the mesh, are whole again.
    EXPECT_EQ(result.face_count(), 16U * 32);
    for (const Vector3d& p : result.vertices()) EXPECT_NEAR(p.norm(), 0.95, 0.01);
}

TEST(offset_inward, many_faces_in_one_plane_become_one) {
    const Polyhedron result = checked(make_cylinder(1, 2, 24, 3).value(), 0.1);
    EXPECT_EQ(result.face_count(), 26U);
    EXPECT_NEAR(result.box().upper.z(), 0.9, 1e-15);
}

TEST(offset_inward, turned_and_moved_shapes_shrink_alike) {
    Random random(31);
    const std::vector<Mesh> meshes{
        make_box({1, 2, 3}).value(),        make_prism(9, 1, 1).value(),
        make_sphere(1, 7, 11).value(),      make_brick({1, 2, 1}, 0.2).value(),
        make_cylinder(1, 1, 17, 2).value(), pyramid(12, 1, 1)};
    for (const Mesh& mesh : meshes) {
        for (int i = 0; i < 20; ++i) {
            const double distance = random.magnitude(1e-12, 0.2);
            const Pose pose = random.pose(i % 2 == 0 ? 1 : 1000);
            const Polyhedron result = checked(placed(mesh, pose), distance);
            // A thousand lengths away the builder also splits what it is given.
            if (i % 2 != 0) continue;
            EXPECT_EQ(result.report().split_nonplanar, 0U);
            EXPECT_EQ(result.report().split_nonconvex, 0U);
        }
    }
}

TEST(offset_inward, squashed_shapes_shrink_in_steps_as_at_once) {
    // Squashed, the four faces at a vertex of a sphere no longer meet in one point when shifted.
    Random random(32);
    for (int i = 0; i < 10; ++i) {
        Mesh mesh = placed(make_sphere(1, 6, 9).value(), random.pose(1));
        for (Vector3d& p : mesh.vertices) p = p.cwiseProduct(Vector3d(1, 0.6, 0.8));
        const Polyhedron once = checked(mesh, 0.1);
        const Polyhedron first = checked(mesh, 0.04);
        EXPECT_GT(first.vertex_count(), built(mesh).vertex_count());
        const Result<Polyhedron> twice = offset_inward(first, 0.06);
        ASSERT_TRUE(twice) << twice.error().message();
        EXPECT_NEAR(twice->volume().value(), once.volume().value(), 1e-9);
        EXPECT_EQ(twice->face_count(), once.face_count());
    }
}

TEST(offset_inward,
     two_shapes_shrunk_by_half_the_zone_stand_the_zone_apart_where_the_originals_touch) {
    const double margin = 0.02;
    const Polyhedron box = checked(make_box({1, 1, 1}).value(), margin / 2);
    // Originals: one on top of the other, at z = 0.5.
    EXPECT_NEAR((1 + box.box().lower.z()) - box.box().upper.z(), margin, 1e-15);
}

TEST(offset_inward, the_callers_ids_survive) {
    // The face with id 0 is no face, so that ids and faces differ by one.
    const Mesh box = make_box({2, 2, 2}).value();
    Mesh mesh;
    mesh.vertices = box.vertices;
    mesh.add_polygon({0, 0, 1});
    for (std::size_t i = 0; i < box.polygon_count(); ++i) mesh.add_polygon(box.polygon(i));
    const Polyhedron result = checked(mesh, 0.1);
    ASSERT_EQ(result.face_count(), 6U);
    for (std::uint32_t f = 0; f < 6; ++f) EXPECT_EQ(result.source_face(FaceIndex(f)), f + 1);
}

TEST(offset_inward, distance_0_gives_the_shape_itself) {
    const Polyhedron shape = built(make_sphere(1, 5, 8).value());
    const Polyhedron result = offset_inward(shape, 0).value();
    EXPECT_EQ(&result.data(), &shape.data());
}

TEST(offset_inward, distances_that_are_none_are_refused) {
    const Mesh box = make_box({1, 1, 1}).value();
    for (const double bad :
         {-0.1, -std::numeric_limits<double>::min(), std::numeric_limits<double>::quiet_NaN(),
          std::numeric_limits<double>::infinity()}) {
        EXPECT_TRUE(refusal(box, bad).starts_with("distance: "));
    }
}

TEST(offset_inward, a_distance_that_leaves_nothing_is_refused) {
    const Mesh flat = make_box({4, 4, 0.1}).value();
    EXPECT_EQ(checked(flat, 0.0499).face_count(), 6U);
    for (const double distance : {0.05, 0.0501, 1.0, 1e300}) {
        EXPECT_TRUE(refusal(flat, distance).starts_with("distance: leaves")) << distance;
    }
    EXPECT_TRUE(refusal(pyramid(5, 1, 1), 0.5).starts_with("distance: leaves nothing"));
}

TEST(offset_inward, shapes_that_are_not_convex_solids_are_refused) {
    const Mesh box = make_box({1, 1, 1}).value();
    EXPECT_TRUE(refusal(make_stairs(2, 1, 1, 1).value(), 0.1).starts_with("shape: is not convex"));
    EXPECT_TRUE(
        refusal(make_torus(8, 6, 1, 0.3).value(), 0.01).starts_with("shape: is not convex"));

    Mesh open;
    open.vertices = box.vertices;
    for (std::size_t i = 1; i < 6; ++i) open.add_polygon(box.polygon(i));
    EXPECT_TRUE(refusal(open, 0.1).starts_with("shape: is not closed"));
    EXPECT_TRUE(refusal(flat_grid(2), 0.1).starts_with("shape: is not closed"));

    Mesh inside_out;
    inside_out.vertices = box.vertices;
    Mesh one_turned = inside_out;
    for (std::size_t i = 0; i < 6; ++i) {
        std::vector<std::uint32_t> loop(box.polygon(i).begin(), box.polygon(i).end());
        if (i != 0) one_turned.add_polygon(loop);
        std::ranges::reverse(loop);
        if (i == 0) one_turned.add_polygon(loop);
        inside_out.add_polygon(loop);
    }
    EXPECT_TRUE(refusal(inside_out, 0.1).starts_with("shape: is inside out"));
    EXPECT_TRUE(refusal(one_turned, 0.1).starts_with("shape: has faces that do not agree"));

    const Mesh far = placed(box, Pose::make({5, 0, 0}).value());
    EXPECT_TRUE(refusal(joined(box, far), 0.1).starts_with("shape: has several parts"));

    Mesh points;
    points.add_vertex({0, 0, 0});
    EXPECT_TRUE(refusal(points, 0.1).starts_with("shape: is not closed"));
}

TEST(offset_inward, a_star_whose_edges_are_all_convex_is_not_convex) {
    // A pyramid over a pentagram goes round its apex twice; no edge of it is concave.
    Mesh star;
    for (int i = 0; i < 5; ++i) {
        const double angle = 4 * pi * i / 5;
        star.add_vertex({std::cos(angle), std::sin(angle), 0});
    }
    star.add_vertex({0, 0, 1});
    star.add_vertex({0, 0, -1});
    for (std::uint32_t i = 0; i < 5; ++i) {
        star.add_polygon({i, (i + 1) % 5, 5});
        star.add_polygon({(i + 1) % 5, i, 6});
    }
    ASSERT_EQ(count_of(built(star), EdgeKind::concave), 0U);
    EXPECT_TRUE(refusal(star, 0.01).starts_with("shape: is not convex"));
}

TEST(offset_inward, by_half_the_margin_lets_the_originals_touch_where_a_sweep_stops) {
    const double margin = 0.001;
    const Polyhedron crate = offset_inward(built(make_box({1, 1, 1}).value()), margin / 2).value();
    const Polyhedron ground =
        offset_inward(built(make_box({20, 20, 1}).value()), margin / 2).value();
    const SweepResult r =
        sweep({crate, Pose::make({0, 0, 3}).value()}, Translation::make({0, 0, -5}).value(),
              {ground}, {.margin = Margin::at_least(margin).value()});
    ASSERT_EQ(r.state, State::hit);
    EXPECT_NEAR(r.end.translation()[2], 1, 1e-12) << "one original stands on the other";
}

}  // namespace
}  // namespace swept::test
