// Meshes that ought to break the builder, and do not.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "swept/solids.h"
#include "swept/tolerance.h"
#include "tests/repeats.h"
#include "tests/shape/samples.h"

namespace swept::test {
namespace {

TEST(hostile, nothing_is_an_error_that_says_so) {
    EXPECT_EQ(message_of(Mesh{}), "no face and no point; a shape needs at least one vertex");
}

TEST(hostile, numbers_that_are_none_name_the_vertex) {
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
          -std::numeric_limits<double>::infinity()}) {
        const std::string message = message_of(polygon_of({{0, 0, 0}, {1, bad, 0}, {0, 1, 0}}));
        EXPECT_EQ(message, "vertex 1: y is not a finite number; remove or repair the vertex");
    }
    EXPECT_NE(
        message_of(polygon_of({{0, 0, 0}, {1e308, 0, 0}, {0, 1, 0}})).find("vertex 1: x is beyond"),
        std::string::npos);
}

TEST(hostile, indices_out_of_range_name_the_face) {
    Mesh mesh = polygon_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
    mesh.add_polygon({0, 1, 3});
    EXPECT_EQ(message_of(mesh), "face 1: refers to vertex 3, but there are 3; check the indices");
    mesh.corners.back() = 0xffffffff;
    EXPECT_NE(message_of(mesh).find("face 1: refers to vertex 4294967295"), std::string::npos);
}

TEST(hostile, polygons_with_too_few_corners_name_the_face) {
    Mesh mesh = polygon_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
    mesh.add_polygon({0, 1});
    EXPECT_EQ(message_of(mesh), "face 1: has fewer than three corners; remove it or give it three");
}

TEST(hostile, broken_polygon_ends_are_errors) {
    Mesh mesh = polygon_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
    mesh.polygon_ends = {3, 2};
    EXPECT_NE(message_of(mesh).find("polygon_ends must ascend"), std::string::npos);
    mesh.polygon_ends = {7};
    EXPECT_NE(message_of(mesh).find("polygon_ends must ascend"), std::string::npos);
    mesh.polygon_ends = {};
    EXPECT_NE(message_of(mesh).find("polygon_ends is too short"), std::string::npos);
}

TEST(hostile, a_mesh_of_nothing_but_slivers_is_an_error) {
    EXPECT_NE(
        message_of(polygon_of({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}})).find("every face has zero area"),
        std::string::npos);
}

TEST(hostile, options_out_of_range_name_the_option) {
    const Mesh mesh = make_box({1, 1, 1}).value();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double bad : {-1.0, nan, std::numeric_limits<double>::infinity()}) {
        EXPECT_NE(
            message_of(mesh, {.weld = Weld::within, .weld_distance = bad}).find("weld_distance"),
            std::string::npos);
        EXPECT_NE(message_of(mesh, {.merge_coplanar = bad}).find("merge_coplanar"),
                  std::string::npos);
    }
    EXPECT_EQ(message_of(mesh, {.weld_distance = 0.1}),
              "weld_distance: has a meaning with Weld::within only");
    EXPECT_NE(
        message_of(mesh, {.weld = Weld::within, .weld_distance = 1e-300}).find("weld_distance"),
        std::string::npos);
}

TEST(hostile, a_huge_polygon_that_is_not_convex_is_cut_without_waiting) {
    std::vector<Vector3d> zigzag;
    for (int i = 0; i < 20000; ++i) zigzag.emplace_back(i, i % 2, 0);
    zigzag.emplace_back(10000, 1e6, 0);
    const Polyhedron shape = built(polygon_of(zigzag));
    EXPECT_EQ(shape.report().split_nonconvex, 1U);
    EXPECT_EQ(count_of(shape, EdgeKind::border), 20001U);
}

TEST(hostile, a_huge_convex_polygon_is_no_trouble) {
    std::vector<Vector3d> circle;
    const int n = 100000;
    for (int i = 0; i < n; ++i) circle.emplace_back(i, double(i) * i, 0);  // a parabola
    const Polyhedron shape = built(polygon_of(circle));
    EXPECT_LT(shape.face_count(), 8000U) << "pieces of at most 16 corners";
    EXPECT_EQ(count_of(shape, EdgeKind::border), 100000U);
    EXPECT_EQ(count_of(shape, EdgeKind::flat), shape.face_count() - 1);
}

TEST(hostile, extreme_but_legal_sizes_build) {
    for (const double size : {1e-300, 1e-160, 1e-20, 1e20, 1e90}) {
        Mesh mesh = make_box({2, 2, 2}).value();
        for (Vector3d& p : mesh.vertices) p *= size;
        const Polyhedron box = built(mesh);
        EXPECT_EQ(count_of(box, EdgeKind::convex), 12U) << size;
        for (std::uint32_t f = 0; f < 6; ++f) {
            EXPECT_NEAR(box.plane(FaceIndex(f)).normal.norm(), 1, 1e-15) << size;
            EXPECT_EQ(box.plane(FaceIndex(f)).normal.cwiseAbs().maxCoeff(), 1) << size;
        }
    }
}

TEST(hostile, the_unit_of_length_changes_nothing_but_lengths) {
    // Squares of lengths once underflowed: concave edges became convex, extents 0, all points one.
    const Polyhedron stairs = built(make_stairs(4, 1, 1, 1).value());
    for (const int exponent : {-1000, -700, -300, 200, 290}) {
        const double unit = std::ldexp(1.0, exponent);
        Mesh mesh = make_stairs(4, 1, 1, 1).value();
        for (Vector3d& p : mesh.vertices) p *= unit;
        const Polyhedron shape = built(mesh);
        EXPECT_EQ(shape.edge_counts(), stairs.edge_counts()) << exponent;
        EXPECT_EQ(shape.internal_vertex_count(), stairs.internal_vertex_count()) << exponent;
        EXPECT_DOUBLE_EQ(shape.extent() / unit, stairs.extent()) << exponent;
        EXPECT_GT(shape.error_bound(), shape.plane_deviation()) << exponent;
        EXPECT_LT(shape.plane_deviation(), 1e-14 * shape.extent() + 1e-300) << exponent;
    }
}

TEST(hostile, points_are_welded_by_their_distance_however_small) {
    Mesh mesh;
    for (int i = 0; i < 4; ++i) mesh.add_vertex({i * 1.9e-200, 0, 0});
    EXPECT_EQ(built(mesh, {.weld = Weld::within, .weld_distance = 1e-200}).vertex_count(), 4U);
    EXPECT_EQ(built(mesh, {.weld = Weld::within, .weld_distance = 2e-200}).vertex_count(), 2U);
}

TEST(hostile, normals_are_unit_vectors_for_every_size_and_shape) {
    const std::vector<std::vector<Vector3d>> outlines{
        {{1, 0, 0}, {1, 1e-310, 0}, {1, 0, 1e-310}},
        {{1e80, 0, 0}, {1e80, 1e-250, 0}, {1e80, 0, 1e-250}},
        {{0, 0, 0}, {1e90, 0, 0}, {2e90, 0, 1e-300}},
        {{0, 0, 0}, {1e60, -2e60, 0}, {1e90, -1e90, 0}, {1e90, 1e90, 0}, {1e60, 2e60, 0}},
        {{0, 0, 0}, {1e90, 0, 0}, {0, 1e90, 0}},
    };
    for (const auto& outline : outlines) {
        const Polyhedron shape = built(polygon_of(outline));
        for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
            const Vector3d& normal = shape.plane(FaceIndex(f)).normal;
            EXPECT_NEAR(normal.norm(), 1, 1e-15) << normal.transpose();
            EXPECT_NEAR(normal.cwiseAbs().maxCoeff(), 1, 1e-15) << "all lie across an axis";
        }
        EXPECT_GT(shape.plane_deviation(), 0);
        EXPECT_LT(shape.plane_deviation(), 1e-14 * shape.box().upper.norm());
    }
}

TEST(hostile, a_prism_with_many_sides_is_built_in_a_moment_whichever_face_comes_first) {
    // Looking for an edge in its face once took the square of the corners.
    const int n = test::repeats(50000);
    Mesh mesh;
    std::vector<std::uint32_t> bottom, top;
    for (int i = 0; i < n; ++i) {
        const double x = i, y = double(i) * i;  // a parabola: convex, exactly
        bottom.push_back(mesh.add_vertex({x, y, 0}));
        top.push_back(mesh.add_vertex({x, y, 1}));
    }
    mesh.add_polygon(top);
    std::ranges::reverse(bottom);
    mesh.add_polygon(bottom);
    std::ranges::reverse(bottom);
    for (std::size_t i = 0; i < bottom.size(); ++i) {
        const std::size_t j = (i + 1) % bottom.size();
        mesh.add_polygon({bottom[i], bottom[j], top[j], top[i]});
    }
    const Polyhedron prism = built(mesh);
    EXPECT_TRUE(prism.is_closed());
    EXPECT_EQ(count_of(prism, EdgeKind::convex), test::repeats(150000U));
}

TEST(hostile, a_corner_whose_vertex_stands_twice_is_not_taken_for_internal) {
    // A cube with one corner doubled, not welded: an edge of no length has no direction, and
    // nothing surrounded the corner but that. Both must be tested, or a body could pass the corner.
    Mesh mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1},
                     {1, 0, 1}, {1, 1, 1}, {0, 1, 1}, {0, 0, 0}};
    mesh.add_polygon({8, 3, 2});
    mesh.add_polygon({8, 2, 1});
    mesh.add_polygon({0, 8, 1, 5});
    mesh.add_polygon({0, 5, 4});
    mesh.add_polygon({8, 0, 4, 7, 3});
    mesh.add_polygon({4, 5, 6, 7});
    mesh.add_polygon({1, 2, 6, 5});
    mesh.add_polygon({2, 3, 7, 6});
    const Polyhedron cube = built(mesh, {.weld = Weld::none});
    EXPECT_DOUBLE_EQ(cube.volume().value(), 1);
    EXPECT_FALSE(cube.is_internal(VertexIndex(0)));
    EXPECT_FALSE(cube.is_internal(VertexIndex(8)));
}

}  // namespace
}  // namespace swept::test
