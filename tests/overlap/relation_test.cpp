// How two shapes stand to each other: on paper, under everything that must not change the answer,
// and for solids made of cells against their cells.

#include <gtest/gtest.h>

#include <limits>

#include "swept/solids.h"
#include "tests/oracle/high_precision.h"
#include "tests/other_trees.h"
#include "tests/overlap/samples.h"
#include "tests/repeats.h"

namespace swept {
namespace {

using namespace test;
using Contained = OverlapResult::Contained;

constexpr double infinity = std::numeric_limits<double>::infinity();

Contained swapped(Contained contained) {
    if (contained == Contained::none) return contained;
    return contained == Contained::a ? Contained::b : Contained::a;
}

/// What one query and its relatives say, which must agree with each other.
void expect_agreement(const Polyhedron& a, const Pose& pose_a, const Polyhedron& b,
                      const Pose& pose_b, Relation relation, Contained contained) {
    const OverlapResult result = overlap({a, pose_a}, {b, pose_b});
    EXPECT_EQ(name_of(result.relation), name_of(relation));
    EXPECT_EQ(result.contained, contained);
    EXPECT_NE(result.state, State::undecided);
    EXPECT_EQ(intersects({a, pose_a}, {b, pose_b}), relation != Relation::separate);
    const IndexPairs pairs = visited_pairs(a, pose_a, b, pose_b);
    if (relation == Relation::separate || contained != Contained::none) {
        EXPECT_TRUE(pairs.empty());
    }
    if (relation == Relation::touching) {
        EXPECT_FALSE(pairs.empty());
    }
    if (result.witness) {
        const std::pair witness(result.witness->indices[0].value, result.witness->indices[1].value);
        EXPECT_TRUE(std::ranges::binary_search(pairs, witness));
    }
    EXPECT_TRUE(result.witness || relation != Relation::touching);

    const OverlapResult first =
        overlap({a, pose_a}, {b, pose_b}, {.mode = OverlapMode::intersects});
    EXPECT_EQ(first.relation == Relation::separate, relation == Relation::separate);
    EXPECT_LE(first.relation, relation);
    EXPECT_EQ(first.contained, contained);
    EXPECT_EQ(first.witness.has_value(), !pairs.empty());

    const OverlapResult other_way = overlap({b, pose_b}, {a, pose_a});
    EXPECT_EQ(name_of(other_way.relation), name_of(relation));
    EXPECT_EQ(other_way.contained, swapped(contained));
}

/// Everything that must not change the answer: places (exact ones), scales, trees, and polygons cut
/// into the triangles that they are.
void expect_relation(const Mesh& mesh_a, const Mesh& mesh_b, Relation relation,
                     Contained contained = Contained::none) {
    const Polyhedron a = built(mesh_a), b = built(mesh_b);
    expect_agreement(a, Pose(), b, Pose(), relation, contained);
    for (const Quaternion& turn : exact_turns()) {
        SCOPED_TRACE("turned");
        for (const Vector3d& shift : {Vector3d(0, 0, 0), Vector3d(1024, -0.125, 0x1p30)}) {
            const Pose both = *Pose::make(shift, turn);
            expect_agreement(a, both, b, both, relation, contained);
        }
    }
    double largest = 0;
    for (const Mesh* mesh : {&mesh_a, &mesh_b}) {
        for (const Vector3d& p : mesh->vertices)
            largest = std::max(largest, p.cwiseAbs().maxCoeff());
    }
    for (const int exponent : {-1050, -900, -300, -30, 30, 299 - std::ilogb(largest)}) {
        SCOPED_TRACE(exponent);
        const double scale = std::ldexp(1.0, exponent);
        expect_agreement(built(scaled(mesh_a, scale)), Pose(), built(scaled(mesh_b, scale)), Pose(),
                         relation, contained);
    }
    for (const Halving halving : all_halvings) {
        SCOPED_TRACE(static_cast<int>(halving));
        const Polyhedron other_a = with_other_tree(a, 1, halving);
        const Polyhedron other_b = with_other_tree(b, 1, halving);
        expect_agreement(other_a, Pose(), b, Pose(), relation, contained);
        expect_agreement(other_a, Pose(), other_b, Pose(), relation, contained);
    }
    SCOPED_TRACE("triangulated");
    const Polyhedron cut_a = built(triangulated(a.mesh())), cut_b = built(triangulated(b.mesh()));
    expect_agreement(cut_a, Pose(), b, Pose(), relation, contained);
    expect_agreement(a, Pose(), cut_b, Pose(), relation, contained);
    expect_agreement(cut_a, Pose(), cut_b, Pose(), relation, contained);
}

constexpr Relation separate = Relation::separate;
constexpr Relation touching = Relation::touching;
constexpr Relation overlapping = Relation::overlapping;

Mesh box(const Vector3d& lower, const Vector3d& upper) {
    return box_between(lower, upper);
}

const Mesh floor_block = box({-4, -4, -2}, {4, 4, 0});

/// A pyramid that stands on its tip, at the origin.
Mesh standing_on_tip() {
    return mesh_of({{0, 0, 0}, {-1, -1, 2}, {1, -1, 2}, {1, 1, 2}, {-1, 1, 2}},
                   {{0, 2, 1}, {0, 3, 2}, {0, 4, 3}, {0, 1, 4}, {1, 2, 3, 4}});
}

/// A roof turned over: its ridge is the y axis from -1 to 1.
Mesh standing_on_ridge() {
    return mesh_of({{0, -1, 0}, {0, 1, 0}, {-1, -1, 2}, {1, -1, 2}, {1, 1, 2}, {-1, 1, 2}},
                   {{0, 1, 4, 3}, {1, 0, 2, 5}, {0, 3, 2}, {1, 5, 4}, {2, 3, 4, 5}});
}

Mesh upside_down(const Mesh& mesh) {
    return mapped(mesh, [](const Vector3d& p) { return Vector3d(p[0], -p[1], -p[2]); });
}

Mesh quarter_turned(const Mesh& mesh) {
    return mapped(mesh, [](const Vector3d& p) { return Vector3d(-p[1], p[0], p[2]); });
}

Mesh octahedron(double reach) {
    const double r = reach;
    return mesh_of(
        {{r, 0, 0}, {-r, 0, 0}, {0, r, 0}, {0, -r, 0}, {0, 0, r}, {0, 0, -r}},
        {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}});
}

Mesh square(double half, double height) {
    return mesh_of({{-half, -half, height},
                    {half, -half, height},
                    {half, half, height},
                    {-half, half, height}},
                   {{0, 1, 2, 3}});
}

/// An upright square in the plane y = 0, from z = lower on.
Mesh upright(double half, double lower) {
    return mesh_of({{-half, 0, lower},
                    {half, 0, lower},
                    {half, 0, lower + 2 * half},
                    {-half, 0, lower + 2 * half}},
                   {{0, 1, 2, 3}});
}

// ---- Contact from outside ----

TEST(relation, a_box_set_on_a_floor_touches) {
    expect_relation(floor_block, box({-1, -1, 0}, {1, 1, 1}), touching);
    expect_relation(floor_block, box({3, 3, 0}, {5, 5, 1}), touching);
    expect_relation(floor_block, box({-9, -9, 0}, {9, 9, 1}), touching);
    expect_relation(floor_block, box({-4, -4, 0}, {4, 4, 1}), touching);
    expect_relation(square(4, 0), box({-1, -1, 0}, {1, 1, 1}), touching);
}

TEST(relation, a_box_hovering_over_a_floor_is_separate) {
    expect_relation(floor_block, box({-1, -1, 1}, {1, 1, 2}), separate);
    expect_relation(floor_block, box({5, -1, -1}, {6, 1, 1}), separate);
}

TEST(relation, boxes_that_share_an_edge_or_a_corner_touch) {
    expect_relation(cube(1), moved(cube(1), {2, 2, 0}), touching);
    expect_relation(cube(1), moved(cube(1), {2, 2, 1}), touching);
    expect_relation(cube(1), moved(cube(1), {2, 2, 2}), touching);
    expect_relation(cube(1), moved(cube(1), {2, 0, 0}), touching);
    expect_relation(cube(1), moved(cube(1), {2, 1, 1}), touching);
}

TEST(relation, a_tip_touches_a_face_an_edge_and_a_tip) {
    const Mesh tip = standing_on_tip();
    expect_relation(floor_block, tip, touching);
    expect_relation(floor_block, moved(tip, {0.5, 0.25, 0}), touching);
    expect_relation(floor_block, moved(tip, {4, 0, 0}), touching);
    expect_relation(floor_block, moved(tip, {4, 4, 0}), touching);
    expect_relation(tip, upside_down(tip), touching);
    expect_relation(tip, upside_down(moved(tip, {0, 0, 1})), separate);
    expect_relation(upside_down(standing_on_ridge()), tip, touching);
}

TEST(relation, a_ridge_touches_a_face_and_a_ridge_across_it) {
    const Mesh ridge = standing_on_ridge();
    expect_relation(floor_block, ridge, touching);
    expect_relation(floor_block, moved(ridge, {4, 0, 0}), touching);
    expect_relation(floor_block, moved(ridge, {0, 4, 0}), touching);
    expect_relation(ridge, upside_down(quarter_turned(ridge)), touching);
    expect_relation(ridge, upside_down(ridge), touching);
}

TEST(relation, what_goes_deeper_than_touching_overlaps) {
    expect_relation(floor_block, moved(standing_on_tip(), {0, 0, -1}), overlapping);
    expect_relation(floor_block, moved(standing_on_ridge(), {0, 0, -1}), overlapping);
    expect_relation(standing_on_tip(), upside_down(moved(standing_on_tip(), {0, 0, -1})),
                    overlapping);
    expect_relation(cube(1), moved(cube(1), {1, 1, 1}), overlapping);
    expect_relation(cube(1), moved(cube(1), {1, 0, 0}), overlapping);
}

TEST(relation, one_step_of_the_last_place_decides) {
    const Mesh block = box({-4, -4, 0}, {4, 4, 1});
    for (const double height : {1.0, 3.0}) {  // moved as a pose, and as coordinates
        const Pose up = at(0, 0, height - 1);
        for (const Mesh& standing :
             {box({-1, -1, 0}, {1, 1, 1}), standing_on_tip(), standing_on_ridge()}) {
            const Polyhedron floor = built(block), shape = built(standing);
            const auto relation_at = [&](double z) {
                return overlap({floor, up}, {shape, at(0, 0, z)}).relation;
            };
            EXPECT_EQ(relation_at(height), touching);
            EXPECT_EQ(relation_at(std::nextafter(height, infinity)), separate);
            EXPECT_EQ(relation_at(std::nextafter(height, 0)), overlapping);
        }
    }
    const double least = std::numeric_limits<double>::denorm_min();
    expect_agreement(built(floor_block), Pose(), built(box({-1, -1, least}, {1, 1, 1})), Pose(),
                     separate, Contained::none);
    expect_agreement(built(floor_block), Pose(), built(box({-1, -1, -least}, {1, 1, 1})), Pose(),
                     overlapping, Contained::none);
}

// ---- Shared surfaces and insides ----

TEST(relation, a_shape_overlaps_itself) {
    for (const Mesh& mesh : {cube(1), standing_on_tip(), octahedron(3), square(2, 0)}) {
        expect_relation(mesh, mesh, overlapping);
        expect_relation(mesh, triangulated(mesh), overlapping);
        expect_relation(reversed(mesh), reversed(mesh), overlapping);
    }
}

TEST(relation, coincident_faces_that_look_the_same_way_overlap) {
    expect_relation(box({0, 0, 0}, {2, 2, 2}), box({0, 0, 0}, {1, 1, 1}), overlapping);
    expect_relation(box({0, 0, 0}, {4, 4, 4}), box({1, 1, 0}, {2, 2, 2}), overlapping);
    expect_relation(box({0, 0, 0}, {4, 4, 4}), box({1, 0, 0}, {2, 4, 2}), overlapping);
    expect_relation(box({0, 0, 0}, {1, 1, 1}), box({0, 0, 0}, {1, 1, 2}), overlapping);
    // Sheets in the surface of a solid.
    expect_relation(cube(2), square(1, 2), overlapping);
    expect_relation(cube(2), reversed(square(1, 2)), touching);
    expect_relation(cube(2), square(2, 2), overlapping);
    expect_relation(cube(2), reversed(square(2, 2)), touching);
    expect_relation(cube(2), square(3, 2), overlapping);
    expect_relation(cube(2), reversed(square(3, 2)), touching);
}

TEST(relation, a_box_inside_another_is_contained) {
    expect_relation(cube(3), cube(1), overlapping, Contained::b);
    expect_relation(cube(1), cube(3), overlapping, Contained::a);
    expect_relation(cube(3), reversed(cube(1)), overlapping, Contained::b);
    expect_relation(cube(3), square(1, 0), overlapping, Contained::b);
    expect_relation(cube(100), moved(cube(0.125), {99, 99, 99}), overlapping, Contained::b);
    expect_relation(octahedron(6), cube(1), overlapping, Contained::b);
}

TEST(relation, what_touches_from_inside_overlaps_and_is_not_contained) {
    const Mesh around = box({-4, -4, 0}, {4, 4, 4});
    expect_relation(around, box({-1, -1, 0}, {1, 1, 1}), overlapping);
    expect_relation(around, standing_on_tip(), overlapping);
    expect_relation(around, standing_on_ridge(), overlapping);
    expect_relation(around, moved(standing_on_ridge(), {0, 3, 0}), overlapping);
}

TEST(relation, a_tetrahedron_inscribed_in_a_cube_overlaps_it) {
    const Mesh inscribed = mesh_of({{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}},
                                   {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}});
    expect_relation(cube(1), inscribed, overlapping);
    expect_relation(cube(1), octahedron(1), overlapping);  // by its tips only
    expect_relation(cube(1), reversed(octahedron(1)), overlapping);
    expect_relation(octahedron(3), cube(1), overlapping);  // all corners in faces
    expect_relation(reversed(cube(1)), octahedron(1), touching);
    expect_relation(cube(1), moved(octahedron(1), {2, 0, 0}), touching);
}

TEST(relation, the_hollow_of_a_solid_is_not_inside_it) {
    const Mesh hollow = joined(cube(4), reversed(cube(2)));
    expect_relation(hollow, cube(1), separate);
    expect_relation(hollow, cube(2), touching);
    expect_relation(hollow, moved(cube(1), {1, 0, 0}), touching);
    expect_relation(hollow, moved(cube(1), {1, 1, 1}), touching);
    expect_relation(hollow, octahedron(2), touching);
    expect_relation(hollow, moved(cube(1), {2, 0, 0}), overlapping);
    expect_relation(hollow, moved(cube(0.5), {3, 0, 0}), overlapping, Contained::b);
    expect_relation(hollow, joined(cube(1), moved(cube(0.5), {3, 0, 0})), overlapping);
    expect_relation(hollow, cube(5), overlapping, Contained::a);
}

TEST(relation, a_shell_about_the_hollow_of_a_solid_does_not_lie_wholly_inside) {
    // It was said to, or not, depending on which came first.
    expect_relation(joined(cube(4), reversed(cube(2))), cube(3), overlapping);
    expect_relation(joined(cube(6), reversed(cube(2))), joined(cube(4), reversed(cube(1))),
                    overlapping);
}

TEST(relation, a_room_turned_inside_out_contains_nothing) {
    expect_relation(reversed(cube(3)), cube(1), separate);
    expect_relation(reversed(cube(3)), reversed(cube(1)), separate);
    expect_relation(reversed(cube(3)), moved(cube(1), {2, 0, 0}), touching);
    expect_relation(reversed(cube(3)), moved(cube(1), {4, 0, 0}), overlapping);
    expect_relation(reversed(cube(3)), cube(5), overlapping, Contained::a);
    expect_relation(reversed(cube(3)), moved(cube(1), {9, 0, 0}), separate);
}

TEST(relation, a_part_inside_is_enough) {
    const Mesh two = joined(cube(1), moved(cube(1), {8, 0, 0}));
    expect_relation(cube(3), two, overlapping);
    expect_relation(joined(cube(3), moved(cube(3), {8, 0, 0})), two, overlapping, Contained::b);
    expect_relation(joined(cube(3), moved(cube(3), {0, 8, 0})), two, overlapping);
    expect_relation(joined(cube(3), moved(cube(3), {20, 0, 0})), cube(1), overlapping,
                    Contained::b);
    // One part touches from outside, another lies inside.
    expect_relation(cube(3), joined(cube(1), moved(cube(1), {4, 0, 0})), overlapping);
    expect_relation(cube(3), joined(moved(cube(1), {0, 9, 0}), moved(cube(1), {4, 0, 0})),
                    touching);
}

/// A tetrahedron in general position and the same with a vertex more on every edge, moved out of it
/// or into it: they share their corners and nothing else.
struct Inscribed {
    Mesh tetrahedron;
    Mesh subdivided;
};
Inscribed inscribed(Random& random, double bulge) {
    std::vector<Vector3d> v(4);
    double volume = 0;
    while (std::abs(volume) < 0.3) {
        for (Vector3d& p : v) p = random.point(1);
        volume = (v[1] - v[0]).cross(v[2] - v[0]).dot(v[3] - v[0]);
    }
    if (volume > 0) std::swap(v[2], v[3]);
    Inscribed made;
    made.tetrahedron = mesh_of(v, {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}});
    made.subdivided.vertices = v;
    const Vector3d centre = (v[0] + v[1] + v[2] + v[3]) / 4;
    std::array<std::array<std::uint32_t, 4>, 4> middle{};
    for (std::uint32_t i = 0; i < 4; ++i) {
        for (std::uint32_t k = 0; k < i; ++k) {
            const Vector3d m = (v[i] + v[k]) / 2;
            middle[i][k] = middle[k][i] =
                made.subdivided.add_vertex(Vector3d(m + bulge * (m - centre)));
        }
    }
    for (std::size_t f = 0; f < 4; ++f) {
        const auto face = made.tetrahedron.polygon(f);
        const std::uint32_t i = face[0], j = face[1], k = face[2];
        made.subdivided.add_polygon({i, middle[i][j], middle[i][k]});
        made.subdivided.add_polygon({j, middle[j][k], middle[i][j]});
        made.subdivided.add_polygon({k, middle[i][k], middle[j][k]});
        made.subdivided.add_polygon({middle[i][j], middle[j][k], middle[i][k]});
    }
    return made;
}

TEST(relation, shapes_that_share_nothing_but_corners_are_told_by_what_is_next_to_the_corners) {
    // The middles of edges and faces, rounded, fell to either side of faces that they lie in.
    Random random(31);
    for (int i = 0; i < 100; ++i) {
        for (const double bulge : {-0.3, 0.3, 1e-9, -1e-9}) {
            SCOPED_TRACE(bulge);
            const Inscribed shapes = inscribed(random, bulge);
            const Polyhedron inner = built(shapes.tetrahedron), outer = built(shapes.subdivided);
            expect_agreement(inner, Pose(), outer, Pose(), overlapping, Contained::none);
            // A shell with the tetrahedron as its hollow, touched at all corners: it fills it.
            const Polyhedron shell = built(joined(shapes.subdivided, reversed(shapes.tetrahedron)));
            if (bulge > 0) {
                expect_agreement(inner, Pose(), shell, Pose(), touching, Contained::none);
            }
        }
    }
}

TEST(relation, a_sheet_in_the_surface_of_a_solid_touches_or_overlaps_as_it_looks) {
    Random random(32);
    for (int i = 0; i < 200; ++i) {
        const Mesh tetrahedron = inscribed(random, 0).tetrahedron;
        const Pose pose = random.pose(3);
        Mesh sheet;
        sheet.vertices = tetrahedron.vertices;
        for (std::size_t f = 0; f < 1 + static_cast<std::size_t>(i) % 3; ++f) {
            sheet.add_polygon(tetrahedron.polygon(f));
        }
        const Polyhedron solid = built(tetrahedron);
        expect_agreement(solid, pose, built(sheet), pose, overlapping, Contained::none);
        expect_agreement(solid, pose, built(reversed(sheet)), pose, touching, Contained::none);
        expect_agreement(built(reversed(tetrahedron)), pose, built(sheet), pose, touching,
                         Contained::none);
    }
}

// ---- Sheets and points ----

TEST(relation, sheets_that_cross_overlap) {
    expect_relation(square(2, 0), upright(2, -2), overlapping);
    expect_relation(square(2, 0), upright(1, -1), overlapping);
    expect_relation(square(1, 0), upright(4, -4), overlapping);
    expect_relation(square(2, 0), cube(1), overlapping);
    expect_relation(square(1, 0), moved(upright(1, -1), {1, 0, 0}), overlapping);
}

TEST(relation, sheets_that_meet_by_a_border_touch) {
    expect_relation(square(2, 0), upright(1, 0), touching);
    expect_relation(square(2, 0), reversed(upright(3, 0)), touching);
    expect_relation(square(2, 0), moved(upright(1, 0), {0, 2, 0}), touching);
    expect_relation(square(2, 0), moved(upright(1, 0), {3, 2, 0}), touching);
    expect_relation(square(2, 0), moved(upright(1, 0), {4, 0, 0}), separate);
    expect_relation(square(2, 0), moved(upright(1, 0), {0, 0, 1}), separate);
}

TEST(relation, sheets_in_one_plane_overlap_when_they_look_the_same_way) {
    expect_relation(square(2, 0), moved(square(1, 0), {1, 0, 0}), overlapping);
    expect_relation(square(2, 0), square(1, 0), overlapping);
    expect_relation(square(2, 0), reversed(square(1, 0)), touching);
    expect_relation(square(2, 0), reversed(moved(square(2, 0), {1, 1, 0})), touching);
    expect_relation(square(2, 0), moved(square(1, 0), {3, 0, 0}), touching);
    expect_relation(square(2, 0), moved(square(1, 0), {3, 3, 0}), touching);
    expect_relation(square(2, 0), moved(square(1, 0), {4, 0, 0}), separate);
}

TEST(relation, a_sheet_round_a_solid_is_separate) {
    Mesh tube = cube(3);
    tube.polygon_ends.resize(4);
    tube.corners.resize(16);
    expect_relation(tube, cube(1), separate);
    expect_relation(tube, cube(2.5), separate);
    expect_relation(tube, cube(3), overlapping);
    expect_relation(reversed(tube), cube(3), touching);
}

TEST(relation, points_touch_what_they_lie_on_and_are_contained_in_solids) {
    const auto point = [](double x, double y, double z) { return points_of({{x, y, z}}); };
    expect_relation(cube(2), point(2, 0, 0), touching);
    expect_relation(cube(2), point(2, 0.5, -1), touching);
    expect_relation(cube(2), point(2, 2, 0), touching);
    expect_relation(cube(2), point(2, 2, 2), touching);
    expect_relation(cube(2), point(0, 0, 0), overlapping, Contained::b);
    expect_relation(cube(2), point(1, 1, 1), overlapping, Contained::b);
    expect_relation(cube(2), point(3, 0, 0), separate);
    expect_relation(square(2, 0), point(0, 0, 0), touching);
    expect_relation(square(2, 0), point(1, 0.5, 0), touching);
    expect_relation(square(2, 0), point(0, 0, 1), separate);
    expect_relation(cube(2), points_of({{0, 0, 0}, {1, 1, 1}}), overlapping, Contained::b);
    expect_relation(cube(2), points_of({{0, 0, 0}, {3, 1, 1}}), overlapping);
    expect_relation(cube(2), points_of({{0, 0, 0}, {2, 1, 1}}), overlapping);
    expect_relation(cube(2), points_of({{3, 0, 0}, {2, 1, 1}}), touching);
    expect_relation(reversed(cube(2)), point(0, 0, 0), separate);
}

TEST(relation, sets_of_points_touch_where_points_are_equal) {
    const Mesh some = points_of({{0, 0, 0}, {1, 2, 3}, {-1, 4, 2}});
    expect_relation(some, some, touching);
    expect_relation(some, points_of({{1, 2, 3}, {7, 7, 7}}), touching);
    expect_relation(some, points_of({{1, 2, 4}, {7, 7, 7}}), separate);
    expect_relation(points_of({{1, 2, 3}}), points_of({{1, 2, 3}}), touching);
}

// ---- Polygons of many corners ----

TEST(relation, polygons_of_many_corners_answer_as_their_triangles) {
    Random random(33);
    int met = 0, asked = 0;
    for (int sides = 3; sides <= 40; ++sides) {
        const Polyhedron prism = built(make_prism(sides, 2, 1).value());
        const Polyhedron cut = built(triangulated(prism.mesh()));
        Mesh sheet = make_prism(sides, 2, 0.5).value();  // its lower cap alone
        sheet.corners.assign(sheet.polygon(0).begin(), sheet.polygon(0).end());
        sheet.polygon_ends.assign(1, static_cast<std::uint32_t>(sheet.corners.size()));
        const Polyhedron one = built(sheet);
        const Polyhedron probe = built(sides % 2 == 0 ? cube(0.5) : octahedron(1));
        for (int i = 0; i < 12; ++i) {
            const bool exact = i % 2 == 0;
            const Pose pose = exact ? at(random.grid_point(2)) : random.pose(1.8);
            const Pose still = exact ? Pose() : random.pose(0.2);
            const OverlapResult whole = overlap({prism, still}, {probe, pose});
            const OverlapResult pieces = overlap({cut, still}, {probe, pose});
            EXPECT_EQ(whole.relation, pieces.relation);
            EXPECT_EQ(whole.contained, pieces.contained);
            EXPECT_EQ(overlap({one, still}, {probe, pose}).relation,
                      overlap({built(triangulated(one.mesh())), still}, {probe, pose}).relation);
            met += whole.relation != separate ? 1 : 0;
            ++asked;
        }
    }
    EXPECT_GT(met, asked * 3 / 10);
    EXPECT_LT(met, asked * 7 / 10);
}

// ---- Against cells ----

struct RelationCount {
    std::array<int, 3> of{};
    int contained = 0;
    int all = 0;
};

void expect_like_cells(const Cells& a, const Pose& pose_a, const Cells& b, const Pose& pose_b,
                       const Polyhedron& shape_a, const Polyhedron& shape_b,
                       RelationCount& counted) {
    const Cells placed_a = a.placed(pose_a), placed_b = b.placed(pose_b);
    const Relation expected = relation_of(placed_a, placed_b);
    const Contained inside = is_inside(placed_a, placed_b)   ? Contained::a
                             : is_inside(placed_b, placed_a) ? Contained::b
                                                             : Contained::none;
    const OverlapResult result = overlap({shape_a, pose_a}, {shape_b, pose_b});
    ASSERT_EQ(name_of(result.relation), name_of(expected));
    ASSERT_EQ(result.contained, inside);
    ASSERT_EQ(intersects({shape_a, pose_a}, {shape_b, pose_b}), expected != separate);
    ++counted.of[static_cast<std::size_t>(expected)];
    ++counted.all;
    counted.contained += inside != Contained::none ? 1 : 0;
}

/// A solid made of cells: of squares, of triangles, or with squares merged.
Polyhedron shape_of(const Cells& cells, Random& random) {
    const Mesh mesh = cells.mesh();
    const int form = random.integer(0, 2);
    BuildOptions options;
    if (form == 2) options.merge_coplanar = 0.0;
    const Polyhedron shape = built(form == 1 ? triangulated(mesh) : mesh, options);
    EXPECT_TRUE(shape.volume().has_value());
    return shape;
}

Pose random_exact_pose(Random& random, int reach) {
    const auto turns = exact_turns();
    return *Pose::make(random.grid_point(reach), turns[random.below(turns.size())]);
}

TEST(relation, solids_made_of_cells_stand_as_their_cells_do) {
    Random random(34);
    RelationCount counted;
    for (int i = 0; i < test::repeats(250); ++i) {
        const Cells a = Cells::random(random, random.integer(1, 3), random.uniform(0.3, 1));
        const Cells b = Cells::random(random, random.integer(1, 3), random.uniform(0.3, 1));
        const Polyhedron shape_a = shape_of(a, random), shape_b = shape_of(b, random);
        for (int k = 0; k < 8; ++k) {
            const Pose pose_a = random_exact_pose(random, 1);
            const Pose pose_b = random_exact_pose(random, 2);
            expect_like_cells(a, pose_a, b, pose_b, shape_a, shape_b, counted);
            if (HasFatalFailure()) return;
        }
    }
    for (const int count : counted.of) EXPECT_GT(count, counted.all / 8);
}

TEST(relation, cells_of_half_the_size_stand_as_their_cells_do) {
    Random random(35);
    RelationCount counted;
    for (int i = 0; i < 150; ++i) {
        const Cells coarse = Cells::random(random, 2, random.uniform(0.3, 1));
        const Cells fine = Cells::random(random, random.integer(1, 3), random.uniform(0.3, 1));
        const Polyhedron shape_a = shape_of(fine, random);
        const Polyhedron shape_b = built(scaled(coarse.mesh(), 2));
        for (int k = 0; k < 8; ++k) {
            expect_like_cells(fine, random_exact_pose(random, 3), coarse.refined(),
                              random_exact_pose(random, 1), shape_a, shape_b, counted);
            if (HasFatalFailure()) return;
        }
    }
    for (const int count : counted.of) EXPECT_GT(count, counted.all / 8);
}

TEST(relation, solids_in_the_hollows_of_others_stand_as_their_cells_do) {
    Random random(36);
    RelationCount counted;
    for (int i = 0; i < (test::sanitized ? 20 : 60); ++i) {
        Cells outer = Cells::block({0, 0, 0}, {7, 7, 7});
        const int holes = random.integer(0, 3);
        for (int k = 0; k < holes; ++k) {
            const int x = random.integer(1, 3), y = random.integer(1, 3), z = random.integer(1, 3);
            const int n = k == 0 ? 3 : random.integer(1, 2);
            for (const auto& c : Cells::block({x, y, z}, {x + n, y + n, z + n}).filled) {
                outer.filled.erase(c);
            }
        }
        const Cells inner = Cells::random(random, random.integer(1, 2), random.uniform(0.4, 1));
        const Polyhedron around = shape_of(outer, random), within = shape_of(inner, random);
        for (int k = 0; k < 10; ++k) {
            const int x = random.integer(2, 5), y = random.integer(2, 5), z = random.integer(2, 5);
            if (k % 2 == 0) {
                expect_like_cells(outer, Pose(), inner, at(x, y, z), around, within, counted);
            } else {
                expect_like_cells(inner, at(x, y, z), outer, Pose(), within, around, counted);
            }
            if (HasFatalFailure()) return;
        }
    }
    EXPECT_GT(counted.contained, counted.all / 10);
    EXPECT_GT(counted.of[1], counted.all / 10);
    EXPECT_GT(counted.of[0], counted.all / 200);
}

// ---- Options ----

TEST(relation, a_budget_of_nothing_decides_nothing) {
    const Polyhedron shape = built(cube(1));
    for (const double x : {0.0, 1.0, 2.0, 50.0}) {
        const OverlapResult result = overlap({shape}, {shape, at(x, 0, 0)}, {.budget = 0});
        EXPECT_EQ(result.state, State::undecided);
        EXPECT_EQ(result.relation, separate);
        EXPECT_FALSE(result.witness.has_value());
        EXPECT_EQ(result.stats.volume_tests + result.stats.face_tests, 0U);
        const OverlapOptions warm{.budget = 0, .warm_start = {{FaceIndex(0), FaceIndex(0)}}};
        EXPECT_EQ(overlap({shape}, {shape, at(x, 0, 0)}, warm).state, State::undecided);
    }
}

TEST(relation, a_larger_budget_never_says_less_and_in_the_end_says_all) {
    const Polyhedron a = built(make_torus(24, 12, 3, 1).value());
    const Polyhedron b = built(make_sphere(1, 8, 12).value());
    Random random(37);
    int early = 0;
    for (int i = 0; i < 40; ++i) {
        const Pose pose = random.pose(3);
        const OverlapResult all = overlap({a}, {b, pose});
        const std::uint64_t cost = all.stats.volume_tests + all.stats.face_tests;
        bool decided = false;
        Relation relation = separate;
        for (std::uint64_t budget = 0; !decided; budget += 1 + budget / 4) {
            const OverlapResult result = overlap({a}, {b, pose}, {.budget = budget});
            EXPECT_LE(result.stats.volume_tests + result.stats.face_tests, budget);
            EXPECT_GE(result.relation, relation);
            EXPECT_LE(result.relation, all.relation);
            relation = result.relation;
            decided = result.state != State::undecided;
            if (decided) {
                EXPECT_EQ(result.relation, all.relation);
                EXPECT_EQ(result.contained, all.contained);
            }
            early += !decided && result.relation != separate ? 1 : 0;
            ASSERT_LT(budget, 100 * cost + 100);
        }
        EXPECT_NE(overlap({a}, {b, pose}, {.budget = cost + 8}).state, State::undecided);
    }
    // Torus and sphere cross or are apart, so that nothing is known early.
    EXPECT_EQ(early, 0);
}

TEST(relation, what_a_query_costs_is_what_it_needs) {
    const Polyhedron a = built(make_torus(24, 12, 3, 1).value());
    const Polyhedron b = built(make_sphere(1, 8, 12).value());
    const Pose near = at(0, 0, 1.9);  // over the hole: close, and separate
    const OverlapResult all = overlap({a}, {b, near});
    EXPECT_EQ(all.relation, separate);
    const std::uint64_t cost = all.stats.volume_tests + all.stats.face_tests;
    EXPECT_GT(all.stats.volume_tests, 0U);
    EXPECT_NE(overlap({a}, {b, near}, {.budget = cost}).state, State::undecided);
    EXPECT_EQ(overlap({a}, {b, near}, {.budget = cost - 1}).state, State::undecided);
}

TEST(relation, touching_shapes_may_be_known_to_touch_before_all_is_decided) {
    const Polyhedron floor = built(floor_block), standing = built(box({-1, -1, 0}, {1, 1, 1}));
    std::set<std::pair<bool, Relation>> seen;
    for (std::uint64_t budget = 0; budget < 100; ++budget) {
        const OverlapResult result = overlap({floor}, {standing}, {.budget = budget});
        seen.emplace(result.state != State::undecided, result.relation);
        EXPECT_EQ(result.witness.has_value(), result.relation != separate);
    }
    const std::set<std::pair<bool, Relation>> expected{
        {false, separate}, {false, touching}, {true, touching}};
    EXPECT_EQ(seen, expected);
}

TEST(relation, a_warm_start_changes_no_answer) {
    Random random(38);
    const std::uint32_t none = FaceIndex::none_value;
    for (int i = 0; i < (test::sanitized ? 20 : 60); ++i) {
        const Cells cells = Cells::random(random, 2, 0.7);
        const Polyhedron a = shape_of(cells, random), b = built(cube(0.5));
        const Pose pose = at(random.grid_point(2) + Vector3d(0.5, 0.5, random.chance(0.5) ? 0 : 1));
        const OverlapResult cold = overlap({a}, {b, pose});
        IndexPairs hints{{none, none}, {0, none}, {a.face_count(), 0}, {0, b.face_count()}};
        if (cold.witness) {
            hints.emplace_back(cold.witness->indices[0].value, cold.witness->indices[1].value);
        }
        for (int k = 0; k < 10; ++k) {
            hints.emplace_back(random.below(a.face_count()), random.below(b.face_count()));
        }
        for (const auto& [face_a, face_b] : hints) {
            const OverlapOptions warm{.warm_start = {{FaceIndex(face_a), FaceIndex(face_b)}}};
            const OverlapResult result = overlap({a}, {b, pose}, warm);
            EXPECT_EQ(result.relation, cold.relation);
            EXPECT_EQ(result.contained, cold.contained);
            EXPECT_NE(result.state, State::undecided);
        }
    }
}

TEST(relation, a_warm_start_with_a_crossing_pair_needs_one_test) {
    const Polyhedron torus = built(make_torus(24, 12, 3, 1).value());
    const Pose pose = at(0.5, 0.25, 0.125);
    const OverlapResult cold = overlap({torus}, {torus, pose});
    ASSERT_EQ(cold.relation, overlapping);
    ASSERT_TRUE(cold.witness.has_value());
    const OverlapResult warm =
        overlap({torus}, {torus, pose}, {.warm_start = cold.witness->indices});
    EXPECT_EQ(warm.relation, overlapping);
    EXPECT_EQ(warm.witness->indices, cold.witness->indices);
    EXPECT_EQ(warm.stats.face_tests, 1U);
    EXPECT_EQ(warm.stats.volume_tests, 0U);
}

// ---- Witnesses ----

/// The distance from a point to a triangle.
oracle::Real distance_to(const Vector3d& point, const Vector3d& a, const Vector3d& b,
                         const Vector3d& c) {
    using oracle::Real, oracle::Vec;
    const Vec x(point);
    const std::array<Vec, 3> t{Vec(a), Vec(b), Vec(c)};
    const auto to_segment = [&](const Vec& p, const Vec& q) {
        const Real length_sq = dot(q - p, q - p);
        Real share = length_sq == 0 ? Real(0) : Real(dot(x - p, q - p) / length_sq);
        share = share < 0 ? Real(0) : share > 1 ? Real(1) : share;
        return length(x - (p + share * (q - p)));
    };
    const Vec n = cross(t[1] - t[0], t[2] - t[0]);
    bool over = length(n) > 0;
    for (std::size_t i = 0; i < 3 && over; ++i) {
        over = dot(cross(n, t[(i + 1) % 3] - t[i]), x - t[i]) >= 0;
    }
    if (over) return abs(dot(n, x - t[0])) / length(n);
    return std::min({to_segment(t[0], t[1]), to_segment(t[1], t[2]), to_segment(t[2], t[0])});
}

/// Over the largest coordinate of both faces, in units of u.
double off(const Vector3d& point, const Face& face, double largest) {
    oracle::Real nearest = distance_to(point, face[0], face[0], face[0]);
    for (std::size_t i = 2; i < face.size(); ++i) {
        nearest = std::min(nearest, distance_to(point, face[0], face[i - 1], face[i]));
    }
    return static_cast<double>(nearest / (oracle::Real(largest) * 0x1p-53));
}

TEST(relation, the_witness_lies_on_both_faces) {
    Random random(39);
    const std::vector<Polyhedron> shapes{built(cube(1)), built(make_prism(20, 1, 1).value()),
                                         built(make_torus(12, 8, 1, 0.4).value()),
                                         built(make_car(2, 1, 1).value()), built(octahedron(1))};
    double worst = 0;
    int met = 0, asked = 0;
    for (int i = 0; i < 400; ++i) {
        const Polyhedron& a = shapes[random.below(shapes.size())];
        const Polyhedron& b = shapes[random.below(shapes.size())];
        const Vector3d far = random.point(i % 3 == 0 ? 1e6 : 0);
        const Pose pose_a = at(far) * random.pose(1), pose_b = at(far) * random.pose(1.2);
        const OverlapResult result = overlap({a, pose_a}, {b, pose_b});
        ++asked;
        if (!result.witness) continue;
        ++met;
        const auto [face_a, face_b] = result.witness->indices;
        const Face in_a = placed_faces(a, pose_a)[face_a.value];
        const Face in_b = placed_faces(b, pose_b)[face_b.value];
        EXPECT_EQ(result.witness->faces.a, a.source_face(face_a));
        EXPECT_EQ(result.witness->faces.b, b.source_face(face_b));
        double largest = 0;
        for (const Face* face : {&in_a, &in_b}) {
            for (const Vector3d& p : *face) largest = std::max(largest, p.cwiseAbs().maxCoeff());
        }
        worst = std::max({worst, off(result.witness->point, in_a, largest),
                          off(result.witness->point, in_b, largest)});
    }
    EXPECT_LE(worst, 32);
    EXPECT_GT(met, asked * 3 / 10);
    EXPECT_LT(met, asked * 9 / 10);
}

TEST(relation, the_witness_has_the_ids_of_the_callers_polygons) {
    // Before the floor comes what is dropped (no area, a repetition), after it what is split.
    Mesh mesh = mesh_of({{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}, {2, 0, 0}, {2, 2, 0}},
                        {{0, 4, 1}, {0, 4, 5, 2, 3}, {0, 4, 5, 2, 3}});
    mesh.add_polygon({4, 1, 2, 5});
    const Polyhedron shape = built(mesh);
    EXPECT_EQ(shape.report().zero_area_faces, 1U);
    EXPECT_EQ(shape.report().duplicate_faces, 2U);
    EXPECT_EQ(shape.report().split_nonconvex, 2U);
    const Polyhedron tip = built(standing_on_tip());
    const auto id_at = [&](double x, double y) {
        const OverlapResult result = overlap({shape}, {tip, at(x, y, 0)});
        EXPECT_EQ(result.relation, touching);
        EXPECT_EQ(result.witness->point, Vector3d(x, y, 0));
        return result.witness->faces.a;
    };
    EXPECT_EQ(id_at(1, 1), 1U);
    EXPECT_EQ(id_at(1, 3.5), 1U);
    EXPECT_EQ(id_at(0.5, 0.25), 1U);
    EXPECT_EQ(id_at(3, 1), 3U);
    EXPECT_EQ(id_at(3.5, 3), 3U);
}

TEST(relation, the_witness_of_merged_faces_has_the_id_of_the_polygon_under_it) {
    Mesh board;
    for (std::uint32_t j = 0; j <= 4; ++j) {
        for (std::uint32_t i = 0; i <= 4; ++i) board.add_vertex({double(i), double(j), 0});
    }
    for (std::uint32_t j = 0; j < 4; ++j) {
        for (std::uint32_t i = 0; i < 4; ++i) {
            const std::uint32_t a = 5 * j + i;
            board.add_polygon({a, a + 1, a + 6, a + 5});
        }
    }
    const Polyhedron merged = built(board, {.merge_coplanar = 0.0});
    ASSERT_EQ(merged.face_count(), 1U);
    const Polyhedron tip = built(standing_on_tip());
    for (std::uint32_t j = 0; j < 4; ++j) {
        for (std::uint32_t i = 0; i < 4; ++i) {
            const OverlapResult result = overlap({merged}, {tip, at(i + 0.5, j + 0.25, 0)});
            ASSERT_TRUE(result.witness.has_value());
            EXPECT_EQ(result.witness->faces.a, 4 * j + i);
        }
    }
}

TEST(relation, the_witness_of_a_point_has_the_id_of_the_callers_point) {
    const Polyhedron points = built(points_of({{9, 9, 9}, {9, 9, 9}, {1, 1, 1}, {5, 5, 5}}));
    const OverlapResult result = overlap({built(cube(1))}, {points});
    ASSERT_TRUE(result.witness.has_value());
    EXPECT_EQ(result.witness->faces.b, 2U);
    EXPECT_EQ(result.witness->point, Vector3d(1, 1, 1));
}

TEST(relation, the_names_are_those_of_the_command_line) {
    EXPECT_EQ(name_of(separate), "separate");
    EXPECT_EQ(name_of(touching), "touching");
    EXPECT_EQ(name_of(overlapping), "overlapping");
}

}  // namespace
}  // namespace swept
