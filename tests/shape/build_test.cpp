// What the builder makes of good meshes: worked examples that can be checked on paper.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <set>
#include <thread>

#include "swept/solids.h"
#include "swept/tolerance.h"
#include "tests/shape/samples.h"

namespace swept::test {
namespace {

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

// Trap: the side of a staircase is cut into convex pieces, some with all corners on one line but
// for rounding. Newell's normal of such a piece is noise, and its plane was a quarter of the size
// off.
TEST(build, pieces_without_width_have_planes_too) {
    for (int steps = 2; steps < 9; ++steps) {
        for (double scale = 0x1.fc5968d12727bp-2; scale < 9; scale *= 1.37) {
            Mesh stairs = make_stairs(steps, 0.3, 0.25, 1).value();
            for (Vector3d& v : stairs.vertices) v *= scale;
            EXPECT_LT(built(stairs).plane_deviation(), 1e-14 * steps) << steps << " " << scale;
        }
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
    // It shows its back to what is outside, which must not get in: both sides stop, every edge
    // counts.
    EXPECT_EQ(room.sides(), Sides::both);
    EXPECT_EQ(room.internal_edge_count(), 0U);
    const Polyhedron one_sided = built(mesh, {.sides = Sides::front});
    EXPECT_EQ(one_sided.internal_edge_count(), 12U);
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
}  // namespace swept::test
