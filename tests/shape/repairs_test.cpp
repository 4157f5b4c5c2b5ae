// What the builder repairs, each repair counted.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "swept/solids.h"
#include "swept/tolerance.h"
#include "tests/shape/samples.h"

namespace swept::test {
namespace {

TEST(repairs, vertices_at_one_place_are_welded_and_keep_the_lowest_id) {
    Mesh mesh;  // two triangles of an STL file: six vertices, four places
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, -0.0}, {0, -1, 0}};
    mesh.add_polygon({0, 1, 2});
    mesh.add_polygon({3, 4, 5});
    const Polyhedron welded = built(mesh);
    EXPECT_EQ(welded.vertex_count(), 4U);
    EXPECT_EQ(welded.report().welded_vertices, 2U);
    EXPECT_EQ(count_of(welded, EdgeKind::flat), 1U);
    EXPECT_EQ(welded.source_vertex(VertexIndex(3)), 5U);
    const Polyhedron apart = built(mesh, {.weld = Weld::none});
    EXPECT_EQ(apart.vertex_count(), 6U);
    EXPECT_EQ(count_of(apart, EdgeKind::border), 6U);
}

TEST(repairs, welding_within_a_distance_moves_nothing_further_than_that) {
    Mesh mesh;  // a row of points, each near the next: only the first of each group stands
    for (int i = 0; i < 10; ++i) mesh.add_vertex({i * 0.6, 0, 0});
    const Polyhedron shape = built(mesh, {.weld = Weld::within, .weld_distance = 1});
    EXPECT_EQ(shape.vertex_count(), 5U);
    EXPECT_EQ(shape.report().welded_vertices, 5U);
    for (std::uint32_t v = 0; v < 5; ++v) EXPECT_EQ(shape.source_vertex(VertexIndex(v)), 2 * v);
}

TEST(repairs, both_sides_of_the_weld_distance) {
    Mesh mesh;
    mesh.vertices = {{0, 0, 0}, {3, 4, 0}};  // exactly 5 apart
    EXPECT_EQ(built(mesh, {.weld = Weld::within, .weld_distance = 5}).vertex_count(), 1U);
    EXPECT_EQ(
        built(mesh, {.weld = Weld::within, .weld_distance = std::nextafter(5, 0)}).vertex_count(),
        2U);
    mesh.vertices = {{-1e-9, 0, 0}, {1e-9, 0, 0}};  // across a cell border
    EXPECT_EQ(built(mesh, {.weld = Weld::within, .weld_distance = 1}).vertex_count(), 1U);
}

// Near vertices are looked for in cells of the weld distance: one that is left out would show here
// only.
TEST(repairs, vertices_are_welded_across_every_border_and_corner_of_cells) {
    for (int cell = 0; cell < 27; ++cell) {
        const Eigen::Vector3d way(cell % 3 - 1, cell / 3 % 3 - 1, cell / 9 - 1);
        const Eigen::Vector3d here = Eigen::Vector3d::Constant(7.5) + 0.45 * way;
        Mesh mesh;
        mesh.vertices = {here, here + 0.1 * way};
        EXPECT_EQ(built(mesh, {.weld = Weld::within, .weld_distance = 1}).vertex_count(), 1U)
            << way.transpose();
    }
}

TEST(repairs, unused_vertices_and_repeated_corners_are_counted) {
    Mesh mesh;
    mesh.vertices = {{9, 9, 9}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.add_polygon({1, 2, 2, 3, 1});
    const Polyhedron shape = built(mesh);
    EXPECT_EQ(shape.report().unused_vertices, 1U);
    EXPECT_EQ(shape.report().repeated_corners, 2U);
    EXPECT_EQ(shape.face_count(), 1U);
    EXPECT_EQ(shape.corners(FaceIndex(0)).size(), 3U);
    EXPECT_EQ(shape.source_vertex(VertexIndex(0)), 1U);
}

TEST(repairs, faces_without_area_are_left_out_and_counted) {
    Mesh mesh = two_triangles(0);
    mesh.add_polygon({0, 0, 1});
    mesh.add_polygon({0, 1, 0});
    const std::uint32_t v = mesh.add_vertex({0.5, 0, 0});
    mesh.add_polygon({0, v, 1});
    const Polyhedron shape = built(mesh);
    EXPECT_EQ(shape.face_count(), 2U);
    EXPECT_EQ(shape.report().zero_area_faces, 3U);
}

TEST(repairs, a_face_one_bit_from_no_area_is_kept) {
    const double off = std::nextafter(0.3, 1);
    const Polyhedron shape = built(polygon_of({{0, 0, 0}, {0.3, 0.3, 0}, {0.3, off, 0}}));
    EXPECT_EQ(shape.face_count(), 1U);
    EXPECT_NEAR(std::abs(shape.plane(FaceIndex(0)).normal[2]), 1, 1e-15);
}

TEST(repairs, a_sliver_that_closed_a_gap_still_closes_it) {
    auto [mesh, sliver] = gapped_box();
    EXPECT_FALSE(built(mesh).is_closed());
    mesh.add_polygon(sliver);
    const Polyhedron shape = built(mesh);
    EXPECT_EQ(shape.report().zero_area_faces, 1U);
    EXPECT_TRUE(shape.is_closed());
    EXPECT_TRUE(shape.is_oriented());
    EXPECT_DOUBLE_EQ(shape.volume().value(), 8);
    EXPECT_EQ(count_of(shape, EdgeKind::border), 3U) << "and its edges are still tested";
}

TEST(repairs, a_sliver_beside_the_surface_does_not_open_it) {
    Mesh mesh = make_box({2, 2, 2}).value();
    const std::uint32_t a = mesh.add_vertex({5, 0, 0}), b = mesh.add_vertex({6, 0, 0}),
                        c = mesh.add_vertex({7, 0, 0});
    mesh.add_polygon({a, b, c});
    const Polyhedron shape = built(mesh);
    EXPECT_TRUE(shape.is_closed());
    EXPECT_EQ(shape.report().zero_area_faces, 1U);
    EXPECT_EQ(shape.report().unused_vertices, 3U);
}

TEST(repairs, repeated_faces_are_left_out_and_the_solid_stays_one) {
    Mesh mesh = make_box({1, 1, 1}).value();
    const auto first = mesh.polygon(2);
    const std::vector<std::uint32_t> turned{first[2], first[3], first[0], first[1]};
    mesh.add_polygon(turned);
    const Polyhedron shape = built(mesh);
    EXPECT_EQ(shape.report().duplicate_faces, 1U);
    EXPECT_EQ(shape.face_count(), 6U);
    EXPECT_TRUE(shape.is_closed());
    EXPECT_EQ(count_of(shape, EdgeKind::convex), 12U);
    EXPECT_EQ(shape.source_face(FaceIndex(2)), 2U);
}

TEST(repairs, a_solid_that_stands_in_the_file_twice_is_one_solid) {
    const Mesh box = make_box({1, 1, 1}).value();
    const Polyhedron shape = built(joined(box, box));
    EXPECT_EQ(shape.report().duplicate_faces, 6U);
    EXPECT_DOUBLE_EQ(shape.volume().value(), 1);
    EXPECT_EQ(count_of(shape, EdgeKind::convex), 12U);
}

TEST(repairs, a_face_shared_by_two_solids_that_overlap_stays_twice) {
    // Brushes of a level: one inside the other, with one face in common. Dropping it once would
    // leave both open; they were solid, and stay so.
    const Mesh large = make_box({2, 2, 2}).value();
    Mesh small = make_box({2, 2, 1}).value();
    for (Vector3d& p : small.vertices) p[2] += 0.5;  // its top is the large one's top
    const Polyhedron shape = built(joined(large, small));
    EXPECT_TRUE(shape.is_closed());
    EXPECT_TRUE(shape.is_oriented());
    EXPECT_DOUBLE_EQ(shape.volume().value(), 12);
    EXPECT_EQ(shape.report().duplicate_faces, 0U);
    EXPECT_EQ(shape.face_count(), 12U);
    EXPECT_EQ(count_of(shape, EdgeKind::tangled), 4U);
}

TEST(repairs, a_concave_polygon_is_cut_into_convex_pieces_with_its_id) {
    // An L: area 3, one reflex corner, so two convex pieces are possible.
    const Mesh mesh =
        polygon_of({{0, 0, 1}, {2, 0, 1}, {2, 1, 1}, {1, 1, 1}, {1, 2, 1}, {0, 2, 1}});
    const Polyhedron shape = built(mesh);
    EXPECT_EQ(shape.face_count(), 2U);
    EXPECT_EQ(shape.report().split_nonconvex, 1U);
    EXPECT_EQ(shape.report().self_crossing, 0U);
    EXPECT_DOUBLE_EQ(area_of(shape), 3);
    EXPECT_EQ(count_of(shape, EdgeKind::flat), 1U);
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        EXPECT_EQ(shape.source_face(FaceIndex(f)), 0U);
        EXPECT_EQ(shape.source_face(FaceIndex(f), Vector3d(1, 1, 1)), 0U);
        EXPECT_EQ(shape.plane(FaceIndex(f)).normal, Vector3d(0, 0, 1));
    }
}

TEST(repairs, a_bent_quadrilateral_becomes_two_triangles) {
    const Polyhedron shape = built(polygon_of({{0, 0, 0}, {1, 0, 0}, {1, 1, 0.1}, {0, 1, 0}}));
    EXPECT_EQ(shape.face_count(), 2U);
    EXPECT_EQ(shape.report().split_nonplanar, 1U);
    EXPECT_LT(shape.plane_deviation(), 1e-14);
}

TEST(repairs, planar_to_rounding_stays_whole_and_bent_beyond_it_is_split) {
    // 16 u times the largest coordinate: both sides of the constant.
    const double step = tolerance::planarity;
    const auto quad = [](double bend) {
        return polygon_of({{-1, -1, 0}, {1, -1, 0}, {1, 1, bend}, {-1, 1, 0}});
    };
    EXPECT_EQ(built(quad(step)).face_count(), 1U);
    EXPECT_EQ(built(quad(16 * step)).face_count(), 2U);
    const Polyhedron bent = built(quad(step));
    EXPECT_GT(bent.plane_deviation(), step / 8);
}

TEST(repairs, corners_on_a_straight_side_are_kept_for_the_neighbours) {
    const Mesh mesh = polygon_of({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}});
    const Polyhedron shape = built(mesh);
    EXPECT_EQ(shape.face_count(), 1U);
    EXPECT_EQ(shape.corners(FaceIndex(0)).size(), 5U);
    EXPECT_TRUE(shape.report().clean());
    // Also where the polygon has to be cut: the middle corner must end up in some piece.
    const Mesh bent =
        polygon_of({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 2, 0}, {1, 1, 0}, {0, 2, 0}});
    const Polyhedron cut = built(bent);
    EXPECT_EQ(cut.vertex_count(), 6U);
    EXPECT_EQ(cut.report().unused_vertices, 0U);
    EXPECT_DOUBLE_EQ(area_of(cut), 3);
    EXPECT_EQ(count_of(cut, EdgeKind::border), 6U);
}

TEST(repairs, a_polygon_with_a_bridge_to_its_hole_is_cut_along_it) {
    Mesh mesh;
    mesh.vertices = {{0, 0, 0}, {3, 0, 0}, {3, 3, 0}, {0, 3, 0},
                     {1, 1, 0}, {1, 2, 0}, {2, 2, 0}, {2, 1, 0}};
    mesh.add_polygon({0, 1, 2, 3, 0, 4, 5, 6, 7, 4});
    const Polyhedron shape = built(mesh);
    EXPECT_EQ(shape.report().self_crossing, 0U);
    EXPECT_DOUBLE_EQ(area_of(shape), 8);
    EXPECT_EQ(count_of(shape, EdgeKind::border), 8U)
        << "outline and hole; the bridge has two sides";
}

TEST(repairs, an_outline_that_crosses_itself_is_cut_and_said_so) {
    const Polyhedron shape = built(polygon_of({{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}}));
    EXPECT_EQ(shape.report().self_crossing, 1U);
    EXPECT_GE(shape.face_count(), 1U);
}

TEST(repairs, a_star_of_many_corners_is_cut_without_loss) {
    std::vector<Vector3d> star;
    const int tips = 200;
    for (int i = 0; i < 2 * tips; ++i) {
        const double angle = std::numbers::pi * i / tips;
        const double radius = i % 2 == 0 ? 2 : 1;
        star.emplace_back(radius * std::cos(angle), radius * std::sin(angle), 0);
    }
    const Polyhedron shape = built(polygon_of(star));
    EXPECT_EQ(shape.report().split_nonconvex, 1U);
    EXPECT_EQ(shape.report().self_crossing, 0U);
    EXPECT_NEAR(area_of(shape), tips * 2 * std::sin(std::numbers::pi / tips), 1e-12);
    EXPECT_EQ(count_of(shape, EdgeKind::border), 400U);
}

TEST(repairs, an_outline_that_touches_itself_is_cut_without_faces_in_empty_space) {
    // Two squares that share a corner, as one outline. Cutting ears leaves a spike at the corner;
    // cutting on from there once made triangles outside of both.
    Mesh pinched;
    pinched.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {2, 1, 0},
                        {2, 2, 0}, {1, 2, 0}, {0, 1, 0}};
    pinched.add_polygon({0, 1, 2, 3, 4, 5, 2, 6});
    const Polyhedron squares = built(pinched);
    EXPECT_EQ(squares.report().self_crossing, 0U);
    EXPECT_DOUBLE_EQ(total_area_of(squares), 2);
    Mesh spiked;  // a square with a line sticking out and back
    spiked.vertices = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    spiked.add_polygon({0, 1, 2, 1, 3, 4});
    const Polyhedron square = built(spiked);
    EXPECT_EQ(square.report().self_crossing, 0U);
    EXPECT_DOUBLE_EQ(total_area_of(square), 1);
}

TEST(repairs, a_bridge_to_a_hole_is_seen_without_welding_too) {
    const Mesh mesh = polygon_of({{0, 0, 0},
                                  {3, 0, 0},
                                  {3, 3, 0},
                                  {0, 3, 0},
                                  {0, 0, 0},
                                  {1, 1, 0},
                                  {1, 2, 0},
                                  {2, 2, 0},
                                  {2, 1, 0},
                                  {1, 1, 0}});
    const Polyhedron shape = built(mesh, {.weld = Weld::none});
    EXPECT_EQ(shape.report().self_crossing, 0U);
    EXPECT_DOUBLE_EQ(total_area_of(shape), 8);
}

TEST(repairs, polygons_of_one_place_and_repeated_slivers_do_not_open_a_solid) {
    auto [mesh, sliver] = gapped_box();
    mesh.add_polygon(sliver);
    mesh.add_polygon({0, 0, 0});
    mesh.add_polygon({0, 1, 0});
    mesh.add_polygon({sliver[2], sliver[0], sliver[1]});
    const Polyhedron shape = built(mesh);
    EXPECT_EQ(shape.report().zero_area_faces, 4U);
    EXPECT_TRUE(shape.is_closed());
    EXPECT_DOUBLE_EQ(shape.volume().value(), 8);
}

}  // namespace
}  // namespace swept::test
