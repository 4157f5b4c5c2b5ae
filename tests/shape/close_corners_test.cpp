// Corners that are one but for rounding: they become one, and it is counted; nothing else is lost.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "swept/polyhedron.h"
#include "swept/solids.h"
#include "swept/tolerance.h"
#include "tests/oracle/sweep_scenes.h"

namespace swept {
namespace {

using Eigen::Vector3d;

double next_after(double x) {
    return std::nextafter(x, std::numeric_limits<double>::infinity());
}

/// A square from -1 to 1 with one corner doubled: `off` beside it, on its first edge.
Mesh square_with(double off) {
    Mesh mesh;
    mesh.vertices = {{-1, -1, 0}, {-1 + off, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    mesh.add_polygon({0, 1, 2, 3, 4});
    return mesh;
}

TEST(close_corners, are_one_and_counted) {
    for (const double off : {0x1p-53, 0x1p-52, 8 * 0x1p-52}) {
        const auto shape = Polyhedron::build(square_with(off));
        ASSERT_TRUE(shape.has_value());
        EXPECT_EQ(shape->report().close_vertices, 1U) << off;
        EXPECT_EQ(shape->vertex_count(), 4U);
        EXPECT_EQ(shape->edge_count(), 4U);
        EXPECT_FALSE(shape->report().clean());
        EXPECT_GE(shape->error_bound(), off) << "it moved by that much";
    }
}

TEST(close_corners, beyond_rounding_stay_two) {
    const auto shape = Polyhedron::build(square_with(9 * 0x1p-52));
    ASSERT_TRUE(shape.has_value());
    EXPECT_EQ(shape->report().close_vertices, 0U);
    EXPECT_EQ(shape->vertex_count(), 5U);
}

TEST(close_corners, stay_two_where_nothing_is_to_be_welded) {
    BuildOptions options;
    options.weld = Weld::none;
    const auto shape = Polyhedron::build(square_with(0x1p-52), options);
    ASSERT_TRUE(shape.has_value());
    EXPECT_EQ(shape->vertex_count(), 5U);
}

/// A box one of whose edges is split by a vertex beside its end, in both faces.
Mesh box_with_a_doubled_corner() {
    Mesh box = make_box({2, 2, 2}).value();
    Mesh made;
    made.vertices = box.vertices;
    const std::uint32_t a = box.polygon(0)[0], b = box.polygon(0)[1];
    const Vector3d way = (box.vertices[b] - box.vertices[a]).normalized();
    const std::uint32_t twin = made.add_vertex(box.vertices[a] + 0x1p-52 * way);
    for (std::size_t i = 0; i < box.polygon_count(); ++i) {
        std::vector<std::uint32_t> loop(box.polygon(i).begin(), box.polygon(i).end());
        for (std::size_t c = 0; c < loop.size(); ++c) {
            const std::uint32_t p = loop[c], q = loop[(c + 1) % loop.size()];
            if ((p != a || q != b) && (p != b || q != a)) continue;
            loop.insert(loop.begin() + static_cast<std::ptrdiff_t>(c) + 1, twin);
            break;
        }
        made.add_polygon(loop);
    }
    return made;
}

TEST(close_corners, of_a_solid_leave_it_closed_and_as_it_was) {
    const auto shape = Polyhedron::build(box_with_a_doubled_corner());
    ASSERT_TRUE(shape.has_value());
    EXPECT_EQ(shape->report().close_vertices, 1U);
    EXPECT_TRUE(shape->is_closed());
    EXPECT_TRUE(shape->is_oriented());
    EXPECT_EQ(shape->vertex_count(), 8U);
    EXPECT_EQ(shape->volume(), 8);
}

// A needle in the edge between two faces collapses to that edge, which the two keep.
TEST(close_corners, of_a_needle_between_faces_make_it_vanish) {
    Mesh mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {1, next_after(0), 0}, {0, 1, 1}, {0, -1, 1}};
    mesh.vertices[2].y() = 0x1p-53;
    mesh.add_polygon({0, 2, 3});
    mesh.add_polygon({0, 1, 2});  // the needle
    mesh.add_polygon({1, 0, 4});
    const auto shape = Polyhedron::build(mesh);
    ASSERT_TRUE(shape.has_value());
    EXPECT_EQ(shape->face_count(), 2U);
    EXPECT_EQ(shape->report().close_vertices, 1U);
    EXPECT_EQ(shape->report().zero_area_faces, 1U);
    EXPECT_EQ(shape->edge_counts()[static_cast<std::size_t>(EdgeKind::border)], 4U)
        << "the faces meet now";
}

// Trap: a needle by itself would be lost, and things would pass it.
TEST(close_corners, of_a_needle_by_itself_stay) {
    Mesh mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 0x1p-53, 0}, {5, 0, 0}, {6, 0, 0}, {5, 1, 0}};
    mesh.add_polygon({0, 1, 2});
    mesh.add_polygon({3, 4, 5});
    const auto shape = Polyhedron::build(mesh);
    ASSERT_TRUE(shape.has_value());
    EXPECT_EQ(shape->face_count(), 2U);
    EXPECT_EQ(shape->report().close_vertices, 0U);
}

// A grain that is smaller than the rounding of its place is still a shape.
TEST(close_corners, of_a_mesh_as_small_as_its_rounding_stay) {
    Mesh grain = make_box({1, 1, 1}).value();
    for (Vector3d& v : grain.vertices) v = Vector3d::Constant(1024) + 0x1p-41 * v;
    const auto shape = Polyhedron::build(grain);
    ASSERT_TRUE(shape.has_value());
    EXPECT_EQ(shape->face_count(), 6U);
    EXPECT_EQ(shape->report().close_vertices, 0U);
}

TEST(close_corners, in_a_row_move_no_further_than_rounding) {
    Mesh mesh;
    std::vector<std::uint32_t> loop;
    for (int i = 0; i < 64; ++i) loop.push_back(mesh.add_vertex({0.5 + i * 0x1p-51, 0, 0}));
    loop.push_back(mesh.add_vertex({1, 1, 0}));
    loop.push_back(mesh.add_vertex({0, 1, 0}));
    mesh.add_polygon(loop);
    const auto shape = Polyhedron::build(mesh);
    ASSERT_TRUE(shape.has_value());
    EXPECT_GT(shape->report().close_vertices, 32U);
    EXPECT_GT(shape->vertex_count(), 10U) << "the row is longer than rounding";
    for (std::uint32_t v = 0; v < shape->vertex_count(); ++v) {
        const VertexIndex vertex(v);
        EXPECT_EQ(shape->position(vertex), mesh.vertices[shape->source_vertex(vertex)]);
    }
}

// Trap: which polygon of a merged face a point is in was told by the line of its shortest side.
TEST(close_corners, of_merged_polygons_do_not_hide_the_polygon_under_a_point) {
    int found = 0;
    for (std::uint64_t i = 0; i < 400; ++i) {
        oracle::SceneChance chance(30, i);
        Mesh mesh;
        mesh.vertices = {{-1, -1, 0}, {0, -1, 0}, {1, -1, 0}, {1, 1, 0}, {0, 1, 0}, {-1, 1, 0}};
        mesh.add_polygon({0, 1, 4, 5});
        mesh.add_polygon({1, 2, 3, 4});
        const Eigen::Quaterniond turn = chance.rotation();
        for (Vector3d& v : mesh.vertices) v = turn * v;
        oracle::add_close_corners(chance, mesh);
        BuildOptions options;
        options.merge_coplanar = tolerance::merge;
        const auto shape = Polyhedron::build(mesh, options);
        ASSERT_TRUE(shape.has_value());
        if (shape->face_count() != 1) continue;
        ++found;
        EXPECT_EQ(shape->source_face(FaceIndex(0), turn * Vector3d(-0.5, 0.1, 0)), 0U) << i;
        EXPECT_EQ(shape->source_face(FaceIndex(0), turn * Vector3d(0.5, 0.1, 0)), 1U) << i;
    }
    EXPECT_GT(found, 50);
}

}  // namespace
}  // namespace swept
