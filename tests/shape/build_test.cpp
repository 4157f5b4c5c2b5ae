// What the builder makes of meshes, good and bad: worked examples that can be checked on paper.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <thread>

#include "swept/polyhedron.h"
#include "swept/solids.h"
#include "swept/tolerance.h"

namespace swept {
namespace {

using Eigen::Vector3d;

Polyhedron built(const Mesh& mesh, const BuildOptions& options = {}) {
    Result<Polyhedron> result = Polyhedron::build(mesh, options);
    EXPECT_TRUE(result.has_value()) << (result ? "" : result.error().message());
    return result.value();
}

std::string message_of(const Mesh& mesh, const BuildOptions& options = {}) {
    const Result<Polyhedron> result = Polyhedron::build(mesh, options);
    EXPECT_FALSE(result.has_value());
    return result ? "" : result.error().message();
}

Mesh polygon_of(const std::vector<Vector3d>& points) {
    Mesh mesh;
    std::vector<std::uint32_t> loop;
    for (const Vector3d& p : points) loop.push_back(mesh.add_vertex(p));
    mesh.add_polygon(loop);
    return mesh;
}

/// Two meshes in one.
Mesh joined(Mesh a, const Mesh& b) {
    const auto offset = static_cast<std::uint32_t>(a.vertices.size());
    for (const Vector3d& p : b.vertices) a.add_vertex(p);
    for (std::size_t i = 0; i < b.polygon_count(); ++i) {
        std::vector<std::uint32_t> loop;
        for (const std::uint32_t v : b.polygon(i)) loop.push_back(v + offset);
        a.add_polygon(loop);
    }
    return a;
}

/// A board of n by n unit squares at z = 0.
Mesh flat_grid(std::uint32_t n) {
    Mesh mesh;
    for (std::uint32_t j = 0; j <= n; ++j) {
        for (std::uint32_t i = 0; i <= n; ++i) mesh.add_vertex({double(i), double(j), 0});
    }
    for (std::uint32_t j = 0; j < n; ++j) {
        for (std::uint32_t i = 0; i < n; ++i) {
            const std::uint32_t a = j * (n + 1) + i;
            mesh.add_polygon({a, a + 1, a + n + 2, a + n + 1});
        }
    }
    return mesh;
}

/// A box with one edge split by a vertex in the middle on one side only, and the triangle without
/// area that closes the gap, as CAD programs leave it.
struct GappedBox {
    Mesh mesh;
    std::array<std::uint32_t, 3> sliver;
};
GappedBox gapped_box() {
    const Mesh box = make_box({2, 2, 2}).value();
    const auto first = box.polygon(0);
    GappedBox gapped;
    gapped.mesh.vertices = box.vertices;
    const std::uint32_t middle =
        gapped.mesh.add_vertex((box.vertices[first[0]] + box.vertices[first[1]]) / 2);
    gapped.mesh.add_polygon({first[0], middle, first[1], first[2], first[3]});
    for (std::size_t i = 1; i < box.polygon_count(); ++i) gapped.mesh.add_polygon(box.polygon(i));
    gapped.sliver = {first[0], first[1], middle};
    return gapped;
}

std::uint32_t count_of(const Polyhedron& shape, EdgeKind kind) {
    return shape.edge_counts()[static_cast<std::size_t>(kind)];
}

double area_of(const Polyhedron& shape) {
    Vector3d sum = Vector3d::Zero();
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        const auto corners = shape.corners(FaceIndex(f));
        for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
            const Vector3d& a = shape.position(corners[0]);
            sum += (shape.position(corners[i]) - a).cross(shape.position(corners[i + 1]) - a) / 2;
        }
    }
    return sum.norm();
}

/// The areas of the faces added up, whichever way they look.
double total_area_of(const Polyhedron& shape) {
    double sum = 0;
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        const auto corners = shape.corners(FaceIndex(f));
        const Vector3d& a = shape.position(corners[0]);
        Vector3d area = Vector3d::Zero();
        for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
            area += (shape.position(corners[i]) - a).cross(shape.position(corners[i + 1]) - a) / 2;
        }
        sum += area.norm();
    }
    return sum;
}

// ---- ordinary shapes ---------------------------------------------------------------------------

TEST(build, a_box_has_eight_vertices_twelve_convex_edges_and_six_faces) {
    const Polyhedron box = built(make_box({1, 2, 3}).value());
    EXPECT_EQ(box.vertex_count(), 8U);
    EXPECT_EQ(box.edge_count(), 12U);
    EXPECT_EQ(box.face_count(), 6U);
    EXPECT_EQ(count_of(box, EdgeKind::convex), 12U);
    EXPECT_TRUE(box.is_closed());
    EXPECT_TRUE(box.is_oriented());
    EXPECT_DOUBLE_EQ(box.volume().value(), 6);
    EXPECT_EQ(box.sides(), Sides::front);
    EXPECT_DOUBLE_EQ(box.extent(), std::sqrt(14.0));
    EXPECT_EQ(box.box().lower, Vector3d(-0.5, -1, -1.5));
    EXPECT_EQ(box.box().upper, Vector3d(0.5, 1, 1.5));
    EXPECT_TRUE(box.report().clean());
    EXPECT_EQ(box.internal_edge_count(), 0U);
    EXPECT_EQ(box.internal_vertex_count(), 0U);
    EXPECT_LT(box.plane_deviation(), 1e-14);
    for (std::uint32_t f = 0; f < 6; ++f) {
        const Plane& plane = box.plane(FaceIndex(f));
        EXPECT_DOUBLE_EQ(plane.normal.norm(), 1);
        EXPECT_LT(plane.offset, 0) << "the origin is behind every face";
    }
}

TEST(build, adjacency_is_the_same_from_every_side) {
    const Polyhedron shape = built(make_room().value());
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        const FaceIndex face(f);
        const auto corners = shape.corners(face);
        const auto edges = shape.edges_of(face);
        ASSERT_EQ(corners.size(), edges.size());
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const auto ends = shape.ends(edges[i]);
            const std::set<VertexIndex> expected{corners[i], corners[(i + 1) % corners.size()]};
            EXPECT_EQ(std::set<VertexIndex>(ends.begin(), ends.end()), expected);
            EXPECT_TRUE(std::ranges::count(shape.faces_of(edges[i]), face) == 1);
            for (const VertexIndex v : ends) {
                EXPECT_EQ(std::ranges::count(shape.edges_of(v), edges[i]), 1);
            }
        }
    }
}

TEST(build, every_vertex_and_edge_is_owned_by_its_lowest_face_and_by_no_other) {
    const Polyhedron shape = built(make_room().value());
    std::vector<FaceIndex> lowest(shape.vertex_count());
    for (std::uint32_t f = shape.face_count(); f-- > 0;) {
        for (const VertexIndex v : shape.corners(FaceIndex(f))) lowest[v.value] = FaceIndex(f);
    }
    for (std::uint32_t v = 0; v < shape.vertex_count(); ++v) {
        EXPECT_EQ(shape.owner(VertexIndex(v)), lowest[v]);
    }
    for (std::uint32_t e = 0; e < shape.edge_count(); ++e) {
        const auto faces = shape.faces_of(EdgeIndex(e));
        EXPECT_EQ(shape.owner(EdgeIndex(e)), *std::ranges::min_element(faces));
    }
}

TEST(build, one_triangle_has_three_border_edges_and_both_sides) {
    const Polyhedron shape = built(polygon_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
    EXPECT_EQ(count_of(shape, EdgeKind::border), 3U);
    EXPECT_FALSE(shape.is_closed());
    EXPECT_TRUE(shape.is_oriented());
    EXPECT_FALSE(shape.volume().has_value());
    EXPECT_EQ(shape.sides(), Sides::both);
    EXPECT_EQ(built(polygon_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), {.sides = Sides::front}).sides(),
              Sides::front);
}

TEST(build, one_point_is_a_shape) {
    Mesh mesh;
    mesh.add_vertex({1, 2, 3});
    const Polyhedron point = built(mesh);
    EXPECT_EQ(point.vertex_count(), 1U);
    EXPECT_EQ(point.edge_count(), 0U);
    EXPECT_EQ(point.face_count(), 0U);
    EXPECT_EQ(point.extent(), 0);
    EXPECT_TRUE(point.owner(VertexIndex(0)).is_none());
    EXPECT_TRUE(point.edges_of(VertexIndex(0)).empty());
    EXPECT_FALSE(point.is_internal(VertexIndex(0)));
    EXPECT_EQ(point.sides(), Sides::both);
    EXPECT_FALSE(point.volume().has_value()) << "a point encloses nothing";
}

TEST(build, a_room_turned_inside_out_has_a_negative_volume_and_concave_edges) {
    Mesh mesh = make_box({1, 1, 1}).value();
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        std::reverse(mesh.corners.begin() + (i == 0 ? 0 : mesh.polygon_ends[i - 1]),
                     mesh.corners.begin() + mesh.polygon_ends[i]);
    }
    const Polyhedron room = built(mesh);
    EXPECT_DOUBLE_EQ(room.volume().value(), -1);
    EXPECT_EQ(count_of(room, EdgeKind::concave), 12U);
    EXPECT_EQ(room.internal_edge_count(), 12U);
    EXPECT_EQ(room.sides(), Sides::front);
}

// ---- edge kinds --------------------------------------------------------------------------------

Mesh two_triangles(double height) {
    Mesh mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, height}, {0, -1, 0}};
    mesh.add_polygon({0, 1, 2});
    mesh.add_polygon({1, 0, 3});
    return mesh;
}

TEST(edge_kinds, the_last_bit_decides_between_convex_flat_and_concave) {
    EXPECT_EQ(count_of(built(two_triangles(0)), EdgeKind::flat), 1U);
    EXPECT_EQ(count_of(built(two_triangles(1e-300)), EdgeKind::concave), 1U);
    EXPECT_EQ(count_of(built(two_triangles(-1e-300)), EdgeKind::convex), 1U);
}

TEST(edge_kinds, faces_back_to_back_make_a_convex_edge_not_a_flat_one) {
    Mesh mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.add_polygon({0, 1, 2});
    mesh.add_polygon({2, 1, 0});
    const Polyhedron sheet = built(mesh);
    EXPECT_EQ(count_of(sheet, EdgeKind::convex), 3U);
    EXPECT_TRUE(sheet.is_closed());
    EXPECT_TRUE(sheet.is_oriented());
    EXPECT_EQ(sheet.volume().value(), 0);
    EXPECT_EQ(sheet.internal_edge_count(), 0U);
    EXPECT_EQ(sheet.internal_vertex_count(), 0U);
}

TEST(edge_kinds, three_faces_at_an_edge_are_tangled_and_all_are_listed) {
    Mesh mesh = two_triangles(0);
    const std::uint32_t v = mesh.add_vertex({0, 0, 1});
    mesh.add_polygon({0, 1, v});
    const Polyhedron shape = built(mesh);
    EXPECT_EQ(count_of(shape, EdgeKind::tangled), 1U);
    for (std::uint32_t e = 0; e < shape.edge_count(); ++e) {
        if (shape.kind(EdgeIndex(e)) != EdgeKind::tangled) continue;
        const auto faces = shape.faces_of(EdgeIndex(e));
        ASSERT_EQ(faces.size(), 3U);
        EXPECT_EQ(faces[0], FaceIndex(0));
        EXPECT_EQ(faces[2], FaceIndex(2));
        EXPECT_EQ(shape.owner(EdgeIndex(e)), FaceIndex(0));
        EXPECT_FALSE(shape.is_internal(EdgeIndex(e)));
    }
    EXPECT_FALSE(shape.is_closed());
}

TEST(edge_kinds, two_faces_that_disagree_about_the_front_are_tangled) {
    Mesh mesh = two_triangles(0);
    std::swap(mesh.corners[3], mesh.corners[4]);
    const Polyhedron shape = built(mesh);
    EXPECT_EQ(count_of(shape, EdgeKind::tangled), 1U);
    EXPECT_FALSE(shape.is_oriented());
}

TEST(edge_kinds, two_boxes_that_share_an_edge_still_make_a_solid) {
    const Mesh box = make_box({1, 1, 1}).value();
    Mesh other = box;
    for (Vector3d& p : other.vertices) p += Vector3d(1, 1, 0);
    const Polyhedron shape = built(joined(box, other));
    EXPECT_EQ(shape.vertex_count(), 14U);
    EXPECT_EQ(shape.report().welded_vertices, 2U);
    EXPECT_EQ(count_of(shape, EdgeKind::tangled), 1U);
    EXPECT_TRUE(shape.is_closed());
    EXPECT_TRUE(shape.is_oriented());
    EXPECT_DOUBLE_EQ(shape.volume().value(), 2);
}

// ---- repairs, each counted ---------------------------------------------------------------------

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

// ---- merging -----------------------------------------------------------------------------------

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
        EXPECT_EQ(shape.face_count(), 1U);
        EXPECT_EQ(shape.corners(FaceIndex(0)).size(), 4 * n);
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

// ---- hostile input -----------------------------------------------------------------------------

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

TEST(hostile, a_huge_polygon_that_is_not_convex_is_refused_not_waited_for) {
    std::vector<Vector3d> zigzag;
    for (int i = 0; i < 20000; ++i) zigzag.emplace_back(i, i % 2, 0);
    zigzag.emplace_back(10000, 1e6, 0);
    EXPECT_NE(message_of(polygon_of(zigzag)).find("cut it into triangles"), std::string::npos);
}

TEST(hostile, a_huge_convex_polygon_is_no_trouble) {
    std::vector<Vector3d> circle;
    const int n = 100000;
    for (int i = 0; i < n; ++i) circle.emplace_back(i, double(i) * i, 0);  // a parabola
    const Polyhedron shape = built(polygon_of(circle));
    EXPECT_EQ(shape.face_count(), 1U);
    EXPECT_EQ(shape.edge_count(), 100000U);
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
    const int n = 50000;
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
    EXPECT_EQ(count_of(prism, EdgeKind::convex), 150000U);
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

// ---- the same bits -----------------------------------------------------------------------------

TEST(repeat, building_twice_gives_the_same_polyhedron_bit_for_bit) {
    const auto same = [](const Mesh& mesh, const BuildOptions& options) {
        const Polyhedron a = built(mesh, options), b = built(mesh, options);
        ASSERT_EQ(a.vertex_count(), b.vertex_count());
        ASSERT_EQ(a.edge_count(), b.edge_count());
        ASSERT_EQ(a.face_count(), b.face_count());
        EXPECT_EQ(a.mesh().corners, b.mesh().corners);
        for (std::uint32_t f = 0; f < a.face_count(); ++f) {
            const Plane &p = a.plane(FaceIndex(f)), &q = b.plane(FaceIndex(f));
            EXPECT_EQ(p.normal, q.normal);
            EXPECT_EQ(std::bit_cast<std::uint64_t>(p.offset),
                      std::bit_cast<std::uint64_t>(q.offset));
            EXPECT_EQ(a.source_face(FaceIndex(f)), b.source_face(FaceIndex(f)));
        }
        for (std::uint32_t e = 0; e < a.edge_count(); ++e) {
            EXPECT_EQ(a.ends(EdgeIndex(e)), b.ends(EdgeIndex(e)));
            EXPECT_EQ(a.kind(EdgeIndex(e)), b.kind(EdgeIndex(e)));
        }
    };
    same(make_torus(40, 20, 0.7, 0.3).value(), {});
    same(make_room().value(), {.merge_coplanar = tolerance::merge});
    same(make_sphere(1, 20, 30).value(), {.weld = Weld::within, .weld_distance = 0.1});
}

TEST(repeat, threads_that_build_and_read_at_once_see_the_same) {
    const Mesh mesh = make_torus(40, 20, 0.7, 0.3).value();
    const Polyhedron shared = built(mesh);
    const auto sum = [](const Polyhedron& shape) {
        double total = shape.volume().value();
        for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
            total += shape.plane(FaceIndex(f)).offset * static_cast<double>(f);
            for (const EdgeIndex e : shape.edges_of(FaceIndex(f)))
                total += shape.is_internal(e) ? 1 : 0;
        }
        return total;
    };
    const double expected = sum(shared);
    std::array<double, 8> sums{};
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        threads.emplace_back([&, i] {
            const Polyhedron copy = shared;
            sums[i] = sum(i % 2 == 0 ? copy : Polyhedron::build(mesh).value());
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (const double s : sums) EXPECT_EQ(s, expected);
}

TEST(repeat, progress_runs_up_to_one) {
    std::vector<double> shares;
    built(make_box({1, 1, 1}).value(),
          {.progress = [&](double share) { shares.push_back(share); }});
    ASSERT_FALSE(shares.empty());
    EXPECT_TRUE(std::ranges::is_sorted(shares));
    EXPECT_DOUBLE_EQ(shares.back(), 1);
}

TEST(memory, copies_share_their_data) {
    const Polyhedron a = built(make_torus(40, 20, 0.7, 0.3).value());
    const Polyhedron b = a;
    EXPECT_EQ(a.vertices().data(), b.vertices().data());
    EXPECT_GT(a.bytes(), a.face_count() * 100U);
}

}  // namespace
}  // namespace swept
