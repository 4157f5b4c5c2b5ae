// All pairs of faces that meet, against all pairs judged in exact integers: two shapes, one shape
// with itself, one shape and a box.

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "swept/solids.h"
#include "tests/oracle/rational.h"
#include "tests/overlap/samples.h"

namespace swept {
namespace {

using namespace test;
using oracle::Rational;
using oracle::RationalVector;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// ---- Soups ----

/// Triangles with corners on a small grid: many touch, share corners, lie in one plane.
Mesh grid_soup(Random& random, int triangles, int reach) {
    std::vector<Face> faces;
    while (faces.size() < static_cast<std::size_t>(triangles)) {
        const Face t{random.grid_point(reach), random.grid_point(reach), random.grid_point(reach)};
        if ((t[1] - t[0]).cross(t[2] - t[0]).norm() > 0) faces.push_back(t);
    }
    return soup_of(faces);
}

/// Convex polygons on a small grid: rectangles along the axes and in diagonal planes, hexagons
/// across a diagonal, some with a corner more in the middle of an edge.
Face grid_polygon(Random& random, int reach) {
    Face face;
    switch (random.integer(0, 3)) {
        case 0:
            face = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}};
            break;
        case 1:
            face = {{0, 0, 0}, {1, 1, 0}, {1, 1, 2}, {0, 0, 2}};
            break;
        case 2:
            face = {{1, -1, 0}, {1, 0, -1}, {0, 1, -1}, {-1, 1, 0}, {-1, 0, 1}, {0, -1, 1}};
            break;
        default:
            face = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {1, 2, 0}, {0, 1, 0}};
            break;
    }
    if (random.chance(0.3)) face.insert(face.begin() + 1, (face[0] + face[1]) / 2);
    std::ranges::rotate(face, face.begin() + random.below(face.size()));
    if (random.chance(0.5)) std::ranges::reverse(face);
    const auto turns = exact_turns();
    const Pose pose = *Pose::make(random.grid_point(reach), turns[random.below(turns.size())]);
    for (Vector3d& p : face) p = pose * p;
    return face;
}

Mesh polygon_soup(Random& random, int polygons, int reach) {
    std::vector<Face> faces;
    for (int i = 0; i < polygons; ++i) faces.push_back(grid_polygon(random, reach));
    return soup_of(faces);
}

/// Doubled, so that middles of edges are whole.
Mesh doubled(const Mesh& mesh) {
    return scaled(mesh, 2);
}

// ---- Two shapes ----

struct Counted {
    std::size_t pairs = 0;
    std::size_t meeting = 0;
    int queries = 0;
    int met = 0;
};

/// Compares every way of asking which faces meet with the judge.
template <class Number>
void expect_judged(const Polyhedron& a, const Pose& pose_a, const Polyhedron& b, const Pose& pose_b,
                   Counted& counted) {
    const std::vector<Face> faces_a = placed_faces(a, pose_a), faces_b = placed_faces(b, pose_b);
    const IndexPairs expected = all_pairs(faces_a, faces_b, [](const Face& x, const Face& y) {
        return judged_meeting<Number>(x, y);
    });
    ASSERT_EQ(visited_pairs(a, pose_a, b, pose_b), expected);
    const bool is_set_a = a.face_count() == 0, is_set_b = b.face_count() == 0;
    std::vector<FacePair> ids;
    for (const auto& [i, k] : expected) {
        ids.push_back({is_set_a ? a.source_vertex(VertexIndex(i)) : a.source_face(FaceIndex(i)),
                       is_set_b ? b.source_vertex(VertexIndex(k)) : b.source_face(FaceIndex(k))});
    }
    std::ranges::sort(ids);
    ids.erase(std::ranges::unique(ids).begin(), ids.end());
    ASSERT_EQ(intersecting_faces({a, pose_a}, {b, pose_b}), ids);
    if (!expected.empty()) {
        ASSERT_TRUE(intersects({a, pose_a}, {b, pose_b}));
        ASSERT_NE(overlap({a, pose_a}, {b, pose_b}).relation, Relation::separate);
        const auto first = overlap({a, pose_a}, {b, pose_b}, {.mode = OverlapMode::intersects});
        ASSERT_TRUE(std::ranges::binary_search(
            expected, std::pair(first.witness->indices[0].value, first.witness->indices[1].value)));
    } else if (!a.volume() && !b.volume()) {
        ASSERT_FALSE(intersects({a, pose_a}, {b, pose_b}));
        ASSERT_EQ(overlap({a, pose_a}, {b, pose_b}).relation, Relation::separate);
    }
    counted.pairs += faces_a.size() * faces_b.size();
    counted.meeting += expected.size();
    ++counted.queries;
    counted.met += expected.empty() ? 0 : 1;
}

void expect_useful(const Counted& counted) {
    EXPECT_GE(counted.met * 10, counted.queries * 3) << counted.met << " of " << counted.queries;
    EXPECT_LE(counted.met * 10, counted.queries * 7) << counted.met << " of " << counted.queries;
}

Pose grid_pose(Random& random, int reach) {
    const auto turns = exact_turns();
    return *Pose::make(random.grid_point(reach), turns[random.below(turns.size())]);
}

TEST(pairs, soups_of_grid_triangles_meet_as_judged) {
    Random random(41);
    Counted counted;
    for (int i = 0; i < 60; ++i) {
        const int size = random.integer(1, 30);
        const Polyhedron a = built(grid_soup(random, size, 2));
        const Polyhedron b = built(grid_soup(random, size, 2));
        for (int k = 0; k < 4; ++k) {
            expect_judged<Small>(a, grid_pose(random, 2), b, grid_pose(random, 2), counted);
            if (HasFatalFailure()) return;
        }
        expect_judged<Small>(a, Pose(), b, at(random.grid_point(1) * 4), counted);
        if (HasFatalFailure()) return;
        expect_judged<Small>(a, Pose(), b, at(5, 1, 0), counted);
        if (HasFatalFailure()) return;
    }
    expect_useful(counted);
    EXPECT_GT(counted.meeting * 100, counted.pairs);
}

TEST(pairs, soups_of_grid_polygons_meet_as_judged) {
    Random random(42);
    Counted counted;
    for (int i = 0; i < 60; ++i) {
        const int size = random.integer(1, 12);
        const Polyhedron a = built(doubled(polygon_soup(random, size, 3)));
        const Polyhedron b = built(doubled(polygon_soup(random, size, 3)));
        for (int k = 0; k < 4; ++k) {
            const Pose pose =
                *Pose::make(random.grid_point(3) * 2, grid_pose(random, 1).rotation());
            expect_judged<Small>(a, grid_pose(random, 2), b, pose, counted);
            if (HasFatalFailure()) return;
        }
    }
    expect_useful(counted);
}

TEST(pairs, merged_boards_meet_as_judged) {
    // Faces as the polyhedron numbers them; its faces are large and have corners along their edges.
    Random random(43);
    Counted counted;
    for (int i = 0; i < 60; ++i) {
        const Cells cells_a = Cells::random(random, 3, 0.6),
                    cells_b = Cells::random(random, 3, 0.6);
        const Polyhedron a = built(cells_a.mesh(), {.merge_coplanar = 0.0});
        const Polyhedron b = built(cells_b.mesh(), {.merge_coplanar = 0.0});
        EXPECT_GT(a.report().merged_faces + b.report().merged_faces, 0U);
        for (int k = 0; k < 4; ++k) {
            const Pose pose_a = grid_pose(random, 1), pose_b = grid_pose(random, 3);
            const IndexPairs expected =
                all_pairs(placed_faces(a, pose_a), placed_faces(b, pose_b),
                          [](const Face& x, const Face& y) { return judged_meeting<Small>(x, y); });
            ASSERT_EQ(visited_pairs(a, pose_a, b, pose_b), expected);
            ++counted.queries;
            counted.met += expected.empty() ? 0 : 1;
        }
    }
    expect_useful(counted);
}

TEST(pairs, shapes_in_general_position_meet_as_judged) {
    Random random(44);
    Counted counted;
    const std::vector<Polyhedron> shapes{built(cube(1)),
                                         built(make_prism(7, 1, 2).value()),
                                         built(make_prism(24, 1, 0.5).value()),
                                         built(make_sphere(1, 4, 6).value()),
                                         built(make_torus(6, 4, 1, 0.4).value()),
                                         built(make_brick({2, 1, 1}, 0.1).value()),
                                         built(make_stairs(3, 0.5, 0.4, 1).value()),
                                         built(make_car(2, 1, 0.8).value()),
                                         built(grid_soup(random, 12, 1)),
                                         built(polygon_soup(random, 4, 1)),
                                         built(points_of({{0, 0, 0}, {1, 0, 0}, {0.5, 0.5, 1}}))};
    for (int i = 0; i < 120; ++i) {
        const Polyhedron& a = shapes[random.below(shapes.size())];
        const Polyhedron& b = shapes[random.below(shapes.size())];
        expect_judged<Large>(a, random.pose(1), b, random.pose(1.6), counted);
        if (HasFatalFailure()) return;
    }
    expect_useful(counted);
}

TEST(pairs, shapes_turned_together_meet_where_they_share_corners) {
    // The same vertices under the same pose are the same doubles, while faces bend by rounding.
    Random random(45);
    Counted counted;
    for (int i = 0; i < 15; ++i) {
        const Polyhedron a = built(grid_soup(random, 8, 1));
        const Polyhedron b = built(polygon_soup(random, 3, 1));
        const Pose pose = random.pose(i % 2 == 0 ? 0.0 : 4.0);
        expect_judged<Large>(a, pose, b, pose, counted);
        if (HasFatalFailure()) return;
        expect_judged<Large>(b, pose, b, pose, counted);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(counted.meeting, 100U);
}

TEST(pairs, points_meet_as_judged) {
    Random random(46);
    Counted counted;
    for (int i = 0; i < 40; ++i) {
        std::vector<Vector3d> points;
        for (int k = 0; k < 20; ++k) points.push_back(random.grid_point(2));
        const Polyhedron set = built(points_of(points), {.weld = Weld::none});
        const Polyhedron soup = built(grid_soup(random, 10, 2));
        expect_judged<Small>(set, Pose(), soup, grid_pose(random, 4), counted);
        if (HasFatalFailure()) return;
        expect_judged<Small>(soup, grid_pose(random, 4), set, Pose(), counted);
        if (HasFatalFailure()) return;
        expect_judged<Small>(set, Pose(), set, grid_pose(random, 3), counted);
        if (HasFatalFailure()) return;
    }
    expect_useful(counted);
}

// ---- Visitors and budgets ----

TEST(pairs, a_visitor_that_stops_is_not_called_again) {
    const Polyhedron torus = built(make_torus(12, 8, 3, 1).value());
    const Pose pose = at(1, 0.5, 0.25);
    for (const int most : {1, 2, 5}) {
        int calls = 0;
        EXPECT_TRUE(visit_intersecting_faces({torus}, {torus, pose},
                                             [&](FaceIndex, FaceIndex) { return ++calls < most; }));
        EXPECT_EQ(calls, most);
    }
    int calls = 0;
    const Polyhedron twice = built(joined(make_torus(12, 8, 3, 1).value(),
                                          moved(make_torus(12, 8, 3, 1).value(), {1, 0.5, 0.25})));
    EXPECT_TRUE(visit_self_intersections(twice, [&](FaceIndex, FaceIndex) { return ++calls < 2; }));
    EXPECT_EQ(calls, 2);
}

TEST(pairs, a_budget_cuts_the_visit_short_and_says_so) {
    const Polyhedron torus = built(make_torus(12, 8, 3, 1).value());
    const Pose pose = at(1, 0.5, 0.25);
    IndexPairs in_order;
    EXPECT_TRUE(visit_intersecting_faces({torus}, {torus, pose}, [&](FaceIndex i, FaceIndex k) {
        in_order.emplace_back(i.value, k.value);
        return true;
    }));
    ASSERT_GT(in_order.size(), 10U);
    std::size_t most = 0;
    bool ended = false;
    for (std::uint64_t budget = 0; !ended; budget += 1 + budget / 8) {
        IndexPairs seen;
        ended = visit_intersecting_faces({torus}, {torus, pose},
                                         [&](FaceIndex i, FaceIndex k) {
                                             seen.emplace_back(i.value, k.value);
                                             return true;
                                         },
                                         {.budget = budget});
        EXPECT_GE(seen.size(), most);
        EXPECT_TRUE(std::equal(seen.begin(), seen.end(), in_order.begin()));
        EXPECT_TRUE(budget > 0 || (!ended && seen.empty()));
        most = seen.size();
        ASSERT_LT(budget, 1000000U);
    }
    EXPECT_EQ(most, in_order.size());
    const PairVisitor go_on = [](FaceIndex, FaceIndex) { return true; };
    EXPECT_FALSE(visit_intersecting_faces({torus}, {torus, at(99, 0, 0)}, go_on, {.budget = 0}));
    EXPECT_FALSE(visit_self_intersections(torus, go_on, {.budget = 20}));
    EXPECT_TRUE(visit_self_intersections(torus, go_on));
}

// ---- One shape with itself ----

using Outline = std::vector<RationalVector>;

RationalVector combined(const RationalVector& p, const RationalVector& q, const Rational& share) {
    return {{Rational(p[0] + share * (q[0] - p[0])), Rational(p[1] + share * (q[1] - p[1])),
             Rational(p[2] + share * (q[2] - p[2]))}};
}

bool is_zero(const RationalVector& v) {
    return v[0].is_zero() && v[1].is_zero() && v[2].is_zero();
}

/// What is left of a convex outline where n.(x - o) >= 0.
Outline clipped(const Outline& shape, const RationalVector& n, const RationalVector& o) {
    Outline kept;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const RationalVector &p = shape[i], &q = shape[(i + 1) % shape.size()];
        const Rational at_p = dot(n, p - o), at_q = dot(n, q - o);
        if (at_p >= 0) kept.push_back(p);
        if ((at_p > 0 && at_q < 0) || (at_p < 0 && at_q > 0)) {
            kept.push_back(combined(p, q, Rational(at_p / (at_p - at_q))));
        }
    }
    return kept;
}

/// The corners of what two triangles have in common; the second has area.
Outline common(const Outline& s, const Outline& t) {
    const RationalVector n = cross(t[1] - t[0], t[2] - t[0]);
    const RationalVector back{{Rational(-n[0]), Rational(-n[1]), Rational(-n[2])}};
    Outline left = clipped(clipped(s, n, t[0]), back, t[0]);
    for (std::size_t i = 0; i < 3; ++i) {
        left = clipped(left, cross(n, t[(i + 1) % 3] - t[i]), t[i]);
    }
    return left;
}

bool on_segment(const RationalVector& x, const RationalVector& p, const RationalVector& q) {
    return is_zero(cross(q - p, x - p)) && dot(x - p, x - q) <= 0;
}

/// Whether two faces have a point in common that is on none of their shared corners and edges. Of
/// each common piece, its corners and many points between them are tried.
bool judged_beyond_shared(const Face& a, const Face& b) {
    if (!judged_meeting<Small>(a, b)) return false;
    std::vector<std::array<RationalVector, 2>> shared;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const Vector3d &p = a[i], &q = a[(i + 1) % a.size()];
        for (std::size_t k = 0; k < b.size(); ++k) {
            const Vector3d &from = b[k], &to = b[(k + 1) % b.size()];
            if (p == from) shared.push_back({oracle::rational(p), oracle::rational(p)});
            if ((p == from && q == to) || (p == to && q == from)) {
                shared.push_back({oracle::rational(p), oracle::rational(q)});
            }
        }
    }
    const auto is_shared = [&](const RationalVector& x) {
        return std::ranges::any_of(shared,
                                   [&](const auto& s) { return on_segment(x, s[0], s[1]); });
    };
    for (std::size_t i = 2; i < a.size(); ++i) {
        const Outline s{oracle::rational(a[0]), oracle::rational(a[i - 1]), oracle::rational(a[i])};
        for (std::size_t k = 2; k < b.size(); ++k) {
            const Outline t{oracle::rational(b[0]), oracle::rational(b[k - 1]),
                            oracle::rational(b[k])};
            if (is_zero(cross(t[1] - t[0], t[2] - t[0]))) continue;  // within its neighbour
            const Outline in_both = common(s, t);
            for (const RationalVector& p : in_both) {
                for (const RationalVector& q : in_both) {
                    for (int share = 0; share <= 12; ++share) {
                        if (!is_shared(combined(p, q, Rational(share, 12)))) return true;
                    }
                }
            }
        }
    }
    return false;
}

IndexPairs visited_self(const Polyhedron& shape) {
    IndexPairs pairs;
    EXPECT_TRUE(visit_self_intersections(shape, [&](FaceIndex i, FaceIndex k) {
        EXPECT_LT(i, k);
        pairs.emplace_back(i.value, k.value);
        return true;
    }));
    std::ranges::sort(pairs);
    EXPECT_EQ(std::ranges::adjacent_find(pairs), pairs.end()) << "a pair came twice";
    return pairs;
}

void expect_judged_self(const Polyhedron& shape, Counted& counted) {
    const std::vector<Face> faces = placed_faces(shape, Pose());
    IndexPairs expected;
    for (std::uint32_t i = 0; i < faces.size(); ++i) {
        for (std::uint32_t k = i + 1; k < faces.size(); ++k) {
            if (judged_beyond_shared(faces[i], faces[k])) expected.emplace_back(i, k);
        }
    }
    ASSERT_EQ(visited_self(shape), expected);
    std::vector<FacePair> ids;
    for (const auto& [i, k] : expected) {
        const std::uint32_t one = shape.source_face(FaceIndex(i));
        const std::uint32_t other = shape.source_face(FaceIndex(k));
        ids.push_back({std::min(one, other), std::max(one, other)});
    }
    std::ranges::sort(ids);
    ids.erase(std::ranges::unique(ids).begin(), ids.end());
    ASSERT_EQ(self_intersections(shape), ids);
    counted.pairs += faces.size() * (faces.size() - 1) / 2;
    counted.meeting += expected.size();
}

TEST(self_intersections, soups_meet_themselves_as_judged) {
    Random random(47);
    Counted counted;
    for (int i = 0; i < 40; ++i) {
        expect_judged_self(built(grid_soup(random, random.integer(2, 16), 1 + i % 2)), counted);
        if (HasFatalFailure()) return;
        expect_judged_self(built(doubled(polygon_soup(random, random.integer(2, 7), 1 + i % 2))),
                           counted);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(counted.meeting * 10, counted.pairs * 3);
    EXPECT_LT(counted.meeting * 10, counted.pairs * 7);
}

TEST(self_intersections, faces_with_corners_along_their_edges_do_not_meet_where_they_share_edges) {
    // The triangles of their fans lie along edges that they have no corners of.
    const std::vector<Vector3d> vertices{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {1, 1, 0}, {1, 0, 1}};
    for (std::ptrdiff_t s = 0; s < 4; ++s) {
        for (std::ptrdiff_t t = 0; t < 4; ++t) {
            std::vector<std::uint32_t> a{0, 1, 2, 3}, b{2, 1, 0, 4};
            std::ranges::rotate(a, a.begin() + s);
            std::ranges::rotate(b, b.begin() + t);
            EXPECT_TRUE(self_intersections(built(mesh_of(vertices, {a, b}))).empty());
            EXPECT_TRUE(
                self_intersections(built(mesh_of(vertices, {a, {1, 0, 4}, {2, 1, 4}}))).empty());
        }
    }
}

TEST(self_intersections, a_fin_on_a_diagonal_meets_the_face_below) {
    // Their fans share two corners, as neighbours do; but the face has no edge there.
    const std::vector<Vector3d> vertices{{0, 0, 0}, {1, 0, 0},     {1, 1, 0},
                                         {0, 1, 0}, {0.5, 0.5, 1}, {0.5, 0.5, -1}};
    for (std::ptrdiff_t s = 0; s < 4; ++s) {
        std::vector<std::uint32_t> below{0, 1, 2, 3};
        std::ranges::rotate(below, below.begin() + s);
        const std::vector<FacePair> one{{0, 1}};
        EXPECT_EQ(self_intersections(built(mesh_of(vertices, {below, {0, 2, 4}}))), one);
        EXPECT_EQ(self_intersections(built(mesh_of(vertices, {below, {0, 5, 2, 4}}))), one);
        EXPECT_EQ(self_intersections(built(mesh_of(vertices, {below, {5, 2, 4, 0}}))), one);
    }
}

TEST(self_intersections, solids_of_the_catalogue_do_not_meet_themselves) {
    for (const SolidKind& kind : solid_kinds()) {
        SCOPED_TRACE(kind.name);
        const Mesh mesh = make_solid(kind.name).value();
        if (kind.name == "level") {  // its rooms and furniture overlap, as those of games do
            EXPECT_FALSE(self_intersections(built(mesh)).empty());
            continue;
        }
        EXPECT_TRUE(self_intersections(built(mesh)).empty());
        EXPECT_TRUE(self_intersections(built(mesh, {.merge_coplanar = 1e-9})).empty());
        const Polyhedron cut = built(triangulated(built(mesh).mesh()));
        if (cut.report().zero_area_faces > 0) continue;  // it has corners on its neighbours' edges
        EXPECT_TRUE(self_intersections(cut).empty());
    }
}

TEST(self_intersections, solids_made_of_cells_meet_themselves_nowhere) {
    // But for diagonal neighbours, whose faces share edges all the same.
    Random random(48);
    for (int i = 0; i < 40; ++i) {
        const Mesh mesh = Cells::random(random, 3, 0.6).mesh();
        EXPECT_TRUE(self_intersections(built(mesh)).empty());
        EXPECT_TRUE(self_intersections(built(triangulated(mesh))).empty());
    }
}

TEST(self_intersections, solids_with_merged_faces_meet_themselves_as_judged) {
    Random random(49);
    Counted counted;
    for (int i = 0; i < 12; ++i) {
        const Mesh mesh = scaled(Cells::random(random, 2, 0.7).mesh(), 2);
        expect_judged_self(built(mesh, {.merge_coplanar = 0.0}), counted);
        if (HasFatalFailure()) return;
    }
}

TEST(self_intersections, points_meet_where_they_are_equal) {
    const Mesh points = points_of({{0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {0, 0, 0}});
    const std::vector<FacePair> expected{{0, 2}, {0, 3}, {2, 3}};
    EXPECT_EQ(self_intersections(built(points, {.weld = Weld::none})), expected);
    EXPECT_TRUE(self_intersections(built(points)).empty());
}

TEST(self_intersections, faces_back_to_back_meet) {
    const Mesh mesh = mesh_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {2, 1, 0}});
    EXPECT_EQ(self_intersections(built(mesh)), (std::vector<FacePair>{{0, 1}}));
}

// ---- A shape and a box ----

template <class Number>
bool judged_in_box(const Face& face, const Box& box) {
    Face corners;
    for (unsigned i = 0; i < 8; ++i) {
        corners.emplace_back((i & 1U) != 0 ? box.upper[0] : box.lower[0],
                             (i & 2U) != 0 ? box.upper[1] : box.lower[1],
                             (i & 4U) != 0 ? box.upper[2] : box.lower[2]);
    }
    if (!boxes_meet(face, corners)) return false;
    const ExactFace<Number> exact = exact_face<Number>(corners);
    for (const ExactFace<Number>& t : fan_of(exact_face<Number>(face))) {
        std::vector<ExactVector<Number>> edges{exact[1] - exact[0], exact[2] - exact[0],
                                               exact[4] - exact[0]};
        add_edges(t, edges);
        if (hulls_meet(exact, t, edges)) return true;
    }
    return false;
}

template <class Number>
void expect_judged_box(const Polyhedron& shape, const Pose& pose, const Box& box,
                       Counted& counted) {
    std::vector<std::uint32_t> expected;
    const std::vector<Face> faces = placed_faces(shape, pose);
    for (std::uint32_t i = 0; i < faces.size(); ++i) {
        if (!judged_in_box<Number>(faces[i], box)) continue;
        expected.push_back(shape.face_count() == 0 ? shape.source_vertex(VertexIndex(i))
                                                   : shape.source_face(FaceIndex(i)));
    }
    std::ranges::sort(expected);
    expected.erase(std::ranges::unique(expected).begin(), expected.end());
    ASSERT_EQ(faces_in({shape, pose}, box), expected);
    ++counted.queries;
    counted.met += expected.empty() ? 0 : 1;
}

TEST(faces_in, boxes_on_the_grid_hold_faces_as_judged) {
    Random random(50);
    Counted counted;
    for (int i = 0; i < 60; ++i) {
        const int size = random.integer(1, 15);
        const Polyhedron shape =
            built(i % 3 == 0   ? doubled(polygon_soup(random, size, 2))
                  : i % 3 == 1 ? grid_soup(random, size, 3)
                               : points_of({random.grid_point(2), random.grid_point(2)}));
        for (int k = 0; k < 10; ++k) {  // flat ones, and points, are among them
            Box box;
            box.add(random.grid_point(2));
            box.add(box.lower + random.grid_point(k % 6));
            expect_judged_box<Small>(shape, grid_pose(random, 1), box, counted);
            if (HasFatalFailure()) return;
        }
    }
    expect_useful(counted);
}

TEST(faces_in, boxes_in_general_position_hold_faces_as_judged) {
    Random random(51);
    Counted counted;
    const std::vector<Polyhedron> shapes{built(make_prism(20, 1, 2).value()),
                                         built(make_torus(8, 6, 1, 0.4).value()),
                                         built(make_stairs(3, 0.5, 0.4, 1).value())};
    for (int i = 0; i < 150; ++i) {
        const Polyhedron& shape = shapes[random.below(shapes.size())];
        const Pose pose = random.pose(0.5);
        Box box;
        box.add(random.point(1.2));
        box.add(box.lower + random.point(i % 3 == 0 ? 0.01 : 1.2));
        if (i % 5 == 0) box.lower[1] = box.upper[1];
        if (i % 7 == 0) box.add(pose * shape.position(VertexIndex(0)));  // a corner in its corner
        expect_judged_box<Large>(shape, pose, box, counted);
        if (HasFatalFailure()) return;
    }
    EXPECT_GE(counted.met * 10, counted.queries * 3);
    EXPECT_LE(counted.met * 10, counted.queries * 8);
}

TEST(faces_in, a_box_within_a_face_or_about_the_shape_is_met) {
    const Polyhedron shape = built(cube(4));
    const std::vector<std::uint32_t> all{0, 1, 2, 3, 4, 5};
    EXPECT_EQ(faces_in({shape}, {{-9, -9, -9}, {9, 9, 9}}), all);
    EXPECT_EQ(faces_in({shape}, {{-4, -4, -4}, {4, 4, 4}}), all);
    EXPECT_TRUE(faces_in({shape}, {{-3, -3, -3}, {3, 3, 3}}).empty());
    const std::vector<std::uint32_t> top{5}, corner{1, 3, 5}, edge{1, 5};
    EXPECT_EQ(faces_in({shape}, {{-1, -1, 3}, {1, 1, 5}}), top);
    EXPECT_EQ(faces_in({shape}, {{-1, -1, 4}, {1, 1, 5}}), top);
    EXPECT_EQ(faces_in({shape}, {{-1, -1, 4}, {1, 1, 4}}), top);
    EXPECT_EQ(faces_in({shape}, {{1, 1, 4}, {1, 1, 4}}), top);
    EXPECT_EQ(faces_in({shape}, {{4, 4, 4}, {4, 4, 4}}), corner);
    EXPECT_EQ(faces_in({shape}, {{4, 0, 4}, {4, 0, 4}}), edge);
    EXPECT_EQ(faces_in({shape}, {{4, 4, 4}, {9, 9, 9}}), corner);
    const double above = std::nextafter(4.0, infinity);
    EXPECT_TRUE(faces_in({shape}, {{-1, -1, above}, {1, 1, 5}}).empty());
    EXPECT_TRUE(faces_in({shape}, {{above, above, above}, {9, 9, 9}}).empty());
}

TEST(faces_in, endless_boxes_hold_what_lies_on_their_side) {
    const std::vector<std::uint32_t> all{0, 1, 2, 3, 4, 5}, not_bottom{0, 1, 2, 3, 5};
    const std::vector<std::uint32_t> not_top{0, 1, 2, 3, 4}, not_front{0, 2, 3, 4, 5}, top{5};
    const Vector3d endless = Vector3d::Constant(infinity);
    const double largest = std::numeric_limits<double>::max();
    for (const double scale : {1.0, 0x1p-600, 0x1p290}) {
        const Polyhedron shape = built(cube(4 * scale));
        const Pose pose = at(Vector3d(3, -2, 1) * scale);  // x -1..7, y -6..2, z -3..5
        const auto found = [&](const Vector3d& lower, const Vector3d& upper) {
            return faces_in({shape, pose}, {lower, upper});
        };
        EXPECT_EQ(found(-endless, endless), all);
        EXPECT_EQ(found(Vector3d::Constant(-largest), Vector3d::Constant(largest)), all);
        EXPECT_EQ(found(-endless, Vector3d::Constant(5 * scale)), not_front);
        EXPECT_EQ(found({-infinity, -infinity, 0}, endless), not_bottom);
        EXPECT_EQ(found({-infinity, -infinity, 5 * scale}, endless), not_bottom);
        EXPECT_EQ(found(-endless, {infinity, infinity, -3 * scale}), not_top);
        EXPECT_EQ(found({0, 0, 0}, {0, 0, infinity}), top);
        EXPECT_EQ(found({0, 0, 0}, {0, 0, largest}), top);
        EXPECT_TRUE(found({0, 0, 0}, {0, 0, 4 * scale}).empty());
        EXPECT_TRUE(found({8 * scale, -infinity, -infinity}, endless).empty());
        EXPECT_TRUE(found(endless, endless).empty());
        EXPECT_TRUE(found(-endless, -endless).empty());
        EXPECT_TRUE(found({-infinity, -infinity, infinity}, endless).empty());
        EXPECT_TRUE(found(Vector3d::Constant(largest), endless).empty());
    }
}

TEST(faces_in, boxes_that_are_none_hold_nothing) {
    const Polyhedron shape = built(cube(4));
    EXPECT_TRUE(faces_in({shape}, Box()).empty());
    EXPECT_TRUE(faces_in({shape}, {{1, 1, 5}, {2, 2, -5}}).empty());
    for (int i = 0; i < 3; ++i) {
        Box box{{-9, -9, -9}, {9, 9, 9}};
        box.lower[i] = nan;
        EXPECT_TRUE(faces_in({shape}, box).empty());
        box = {{-9, -9, -9}, {9, 9, 9}};
        box.upper[i] = nan;
        EXPECT_TRUE(faces_in({shape}, box).empty());
    }
}

}  // namespace
}  // namespace swept
