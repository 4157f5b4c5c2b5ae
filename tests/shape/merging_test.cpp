// Coplanar neighbours merged into larger faces.

#include <gtest/gtest.h>

#include <vector>

#include "swept/solids.h"
#include "swept/tolerance.h"
#include "tests/shape/samples.h"

namespace swept::test {
namespace {

TEST(merging, is_off_by_default) {
    EXPECT_EQ(built(make_room().value()).report().merged_faces, 0U);
}

TEST(merging, a_flat_grid_becomes_one_face_that_still_knows_the_callers_ids) {
    const std::uint32_t n = 4;
    Mesh mesh;
    const Mesh squares = flat_grid(n);
    mesh.vertices = squares.vertices;
    for (std::size_t i = 0; i < squares.polygon_count(); ++i) {
        const auto q = squares.polygon(i);
        mesh.add_polygon({q[0], q[1], q[2]});
        mesh.add_polygon({q[0], q[2], q[3]});
    }
    const Polyhedron shape = built(mesh, {.merge_coplanar = tolerance::merge});
    EXPECT_EQ(shape.face_count(), 1U);
    EXPECT_EQ(shape.report().merged_faces, 31U);
    EXPECT_EQ(shape.corners(FaceIndex(0)).size(), 16U) << "corners on the straight sides stay";
    EXPECT_EQ(shape.report().merged_vertices, 9U);
    EXPECT_EQ(shape.report().unused_vertices, 0U);
    EXPECT_DOUBLE_EQ(area_of(shape), 16);
    for (std::uint32_t j = 0; j < n; ++j) {
        for (std::uint32_t i = 0; i < n; ++i) {
            const Vector3d lower(i + 0.6, j + 0.3, 0), upper(i + 0.3, j + 0.6, 0);
            EXPECT_EQ(shape.source_face(FaceIndex(0), lower), 2 * (j * n + i));
            EXPECT_EQ(shape.source_face(FaceIndex(0), upper), 2 * (j * n + i) + 1);
        }
    }
}

TEST(merging, a_triangulated_box_becomes_a_box_again) {
    Mesh mesh;
    const Mesh quads = make_box({1, 2, 3}).value();
    mesh.vertices = quads.vertices;
    for (std::size_t i = 0; i < quads.polygon_count(); ++i) {
        const auto q = quads.polygon(i);
        mesh.add_polygon({q[0], q[1], q[2]});
        mesh.add_polygon({q[0], q[2], q[3]});
    }
    const Polyhedron triangles = built(mesh);
    EXPECT_EQ(triangles.face_count(), 12U);
    EXPECT_EQ(count_of(triangles, EdgeKind::flat), 6U);
    const Polyhedron box = built(mesh, {.merge_coplanar = 0.0});
    EXPECT_EQ(box.face_count(), 6U);
    EXPECT_EQ(box.edge_count(), 12U);
    EXPECT_DOUBLE_EQ(box.volume().value(), 6);
    EXPECT_EQ(box.report().merged_faces, 6U);
}

TEST(merging, a_ring_around_a_hole_stays_in_convex_pieces) {
    const Mesh board = flat_grid(3);
    Mesh mesh;  // the middle square is missing
    mesh.vertices = board.vertices;
    for (std::size_t i = 0; i < 9; ++i) {
        if (i != 4) mesh.add_polygon(board.polygon(i));
    }
    const Polyhedron shape = built(mesh, {.merge_coplanar = tolerance::merge});
    EXPECT_EQ(shape.face_count(), 4U);
    EXPECT_DOUBLE_EQ(total_area_of(shape), 8);
    EXPECT_EQ(shape.edge_count(), 16U + 4U) << "the outline, the hole, and four seams";
}

TEST(merging, faces_that_share_several_sides_in_a_row_lose_all_of_them) {
    Mesh mesh;  // two rectangles with three common sides on one line
    mesh.vertices = {{0, 0, 0}, {3, 0, 0}, {3, 1, 0}, {2, 1, 0},
                     {1, 1, 0}, {0, 1, 0}, {3, 2, 0}, {0, 2, 0}};
    mesh.add_polygon({0, 1, 2, 3, 4, 5});
    mesh.add_polygon({5, 4, 3, 2, 6, 7});
    const Polyhedron shape = built(mesh, {.merge_coplanar = 0.0});
    EXPECT_EQ(shape.face_count(), 1U);
    EXPECT_EQ(shape.corners(FaceIndex(0)).size(), 6U);
    EXPECT_EQ(shape.report().merged_vertices, 2U);
    EXPECT_DOUBLE_EQ(area_of(shape), 6);
}

TEST(merging, faces_back_to_back_are_left_alone) {
    Mesh mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.add_polygon({0, 1, 2});
    mesh.add_polygon({2, 1, 0});
    EXPECT_EQ(built(mesh, {.merge_coplanar = tolerance::merge}).face_count(), 2U);
}

TEST(merging, a_large_flat_grid_takes_no_more_than_a_moment_in_either_order) {
    // It once took the square of the faces: minutes for these.
    const std::uint32_t n = 300;
    const Mesh grid = flat_grid(n);
    Mesh backwards;
    backwards.vertices = grid.vertices;
    for (std::size_t i = grid.polygon_count(); i-- > 0;) backwards.add_polygon(grid.polygon(i));
    for (const Mesh& mesh : {grid, backwards}) {
        const Polyhedron shape = built(mesh, {.merge_coplanar = tolerance::merge});
        EXPECT_EQ(shape.report().merged_faces, n * n - 1);
        EXPECT_EQ(shape.report().split_large, 1U) << "and cut again, for it has 1,200 corners";
        EXPECT_EQ(count_of(shape, EdgeKind::border), 4 * n);
        EXPECT_EQ(count_of(shape, EdgeKind::flat), shape.face_count() - 1);
    }
}

TEST(merging, what_it_bends_enters_the_plane_deviation) {
    const double bend = 1e-10;
    Mesh mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, bend}, {0, 1, 0}};
    mesh.add_polygon({0, 1, 2});
    mesh.add_polygon({0, 2, 3});
    const Polyhedron merged = built(mesh, {.merge_coplanar = tolerance::merge});
    EXPECT_EQ(merged.face_count(), 1U);
    EXPECT_GT(merged.plane_deviation(), bend / 8);
    EXPECT_LT(merged.plane_deviation(), bend);
    EXPECT_EQ(built(mesh, {.merge_coplanar = 1e-12}).face_count(), 2U);
}

}  // namespace
}  // namespace swept::test
