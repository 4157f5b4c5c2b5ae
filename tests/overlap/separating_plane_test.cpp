// A plane between two shapes that touch is a proof that they do not overlap, and spares tests where
// very many pairs of faces meet.

#include "overlap/separating_plane.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "swept/overlap.h"
#include "swept/solids.h"
#include "tests/overlap/samples.h"
#include "tests/repeats.h"

namespace swept {
namespace {

using namespace test;
using overlap_detail::touch_at_plane;
using shape_detail::PlacedShape;

bool shown_by_a_plane(const Placed& a, const Placed& b, const Witness& witness) {
    return touch_at_plane(PlacedShape(a.shape, a.world_from_shape),
                          PlacedShape(b.shape, b.world_from_shape),
                          {witness.indices[0].value, witness.indices[1].value});
}

/// A cone that stands on a polygon of n corners.
Mesh cone(int n) {
    Mesh mesh;
    std::vector<std::uint32_t> base;
    for (int i = 0; i < n; ++i) {
        const double angle = 2 * std::numbers::pi * i / n;
        mesh.add_vertex({std::cos(angle), std::sin(angle), 0});
        base.push_back(static_cast<std::uint32_t>(n - 1 - i));
    }
    const std::uint32_t tip = mesh.add_vertex({0, 0, 2});
    mesh.add_polygon(base);
    for (int i = 0; i < n; ++i) {
        mesh.add_polygon(
            {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>((i + 1) % n), tip});
    }
    return mesh;
}

/// Solids, sheets that look up and down, and points, on a small grid.
std::vector<Polyhedron> shapes_on_a_grid() {
    const std::vector<Vector3d> square{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    const Mesh up = mesh_of(square, {{0, 1, 2, 3}});
    std::vector<Polyhedron> made{built(cube(1)),
                                 built(cube(2)),
                                 built(up),
                                 built(reversed(up)),
                                 built(triangulated(up)),
                                 built(cone(6)),
                                 built(cone(4)),
                                 built(points_of({{0, 0, 0}, {1, 1, 1}, {-1, 0, 1}}))};
    made.push_back(built(joined(up, moved(reversed(up), {2, 0, 0}))));
    made.push_back(built(joined(cube(1), moved(cube(1), {2, 0, 0}))));
    return made;
}

TEST(separating_plane, is_found_only_where_shapes_touch_and_do_not_overlap) {
    Random random(1);
    const std::vector<Polyhedron> shapes = shapes_on_a_grid();
    const std::vector<Quaternion> turns = exact_turns();
    int touching = 0, shown = 0, overlapping = 0;
    for (int i = 0; i < test::repeats(60000); ++i) {
        const Placed a{shapes[random.below(shapes.size())],
                       *Pose::make(random.grid_point(1), turns[random.below(turns.size())])};
        const Placed b{shapes[random.below(shapes.size())],
                       *Pose::make(random.grid_point(3), turns[random.below(turns.size())])};
        const OverlapResult first = overlap(a, b, {.mode = OverlapMode::intersects});
        if (!first.witness) continue;
        const Relation relation = overlap(a, b).relation;
        const bool plane = shown_by_a_plane(a, b, *first.witness);
        if (plane) {
            ASSERT_EQ(relation, Relation::touching) << i;
        }
        touching += relation == Relation::touching;
        overlapping += relation == Relation::overlapping;
        shown += plane;
    }
    EXPECT_GT(overlapping, test::repeats(4000));
    EXPECT_GT(touching, test::repeats(2000));
    EXPECT_GT(shown, touching / 2);
}

TEST(separating_plane, ends_queries_in_which_very_many_faces_meet) {
    const Polyhedron a = built(cone(1500));
    const Quaternion half_turn(0, 1, 0, 0), some_turn(0.5, 0.5, 0.1, 0.7);
    const Pose anywhere = *Pose::make({3, 1, 2}, some_turn.normalized());
    // Tip on tip all pairs of faces meet; base on base as many as there are pieces of it.
    for (const double height : {4.0, 0.0}) {
        const Pose above = *Pose::make({0, 0, height}, half_turn);
        const OverlapResult straight = overlap({a}, {a, above});
        EXPECT_EQ(straight.relation, Relation::touching) << height;
        EXPECT_LT(straight.stats.face_tests, 5000U) << height;
    }
    // Turned anyhow: of one mesh with both, so that the tips are placed by the same numbers.
    Mesh turned_over = moved(reversed(cone(1500)), {0, 0, -4});
    for (Vector3d& vertex : turned_over.vertices) vertex.z() = -vertex.z();
    const OverlapResult turned = overlap({a, anywhere}, {built(turned_over), anywhere});
    EXPECT_EQ(turned.relation, Relation::touching);
    EXPECT_LT(turned.stats.face_tests, 5000U);
    // A little deeper they cross.
    EXPECT_EQ(overlap({a}, {a, *Pose::make({0, 0, 3.999}, half_turn)}).relation,
              Relation::overlapping);
    EXPECT_EQ(overlap({a}, {a, *Pose::make({0, 0, 4.001}, half_turn)}).relation,
              Relation::separate);
}

TEST(separating_plane, sheets_that_look_the_same_way_are_not_apart) {
    const std::vector<Vector3d> square{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    const Polyhedron up = built(mesh_of(square, {{0, 1, 2, 3}})),
                     down = built(reversed(mesh_of(square, {{0, 1, 2, 3}})));
    const Witness first{
        .faces = {0, 0}, .indices = {FaceIndex(0), FaceIndex(0)}, .point = {0, 0, 0}};
    EXPECT_FALSE(shown_by_a_plane({up}, {up, at(1, 0, 0)}, first));
    EXPECT_TRUE(shown_by_a_plane({up}, {down, at(1, 0, 0)}, first));
    EXPECT_EQ(overlap({up}, {up, at(1, 0, 0)}).relation, Relation::overlapping);
    EXPECT_EQ(overlap({up}, {down, at(1, 0, 0)}).relation, Relation::touching);
}

}  // namespace
}  // namespace swept
