// The builder's exact decisions against rational arithmetic, on random closed surfaces whose
// vertices are jittered on a coarse grid: convex, flat and concave edges, corners, saddles and flat
// vertices all occur, and are counted.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "core/inside.h"
#include "shape/classify.h"
#include "swept/polyhedron.h"
#include "swept/solids.h"
#include "tests/oracle/edge_kind.h"
#include "tests/oracle/rational.h"

namespace swept {
namespace {

using Eigen::Vector3d;
using oracle::rational;
using oracle::Rational;
using oracle::RationalVector;

/// A closed surface with vertices moved at random, `steps` grid steps to a unit; 0: off any grid.
Mesh jittered(std::mt19937& random, int steps) {
    std::uniform_int_distribution<int> which(0, 2);
    std::uniform_real_distribution<double> real(-0.25, 0.25);
    Mesh mesh = which(random) == 0   ? make_torus(8, 6, 0.7, 0.3).value()
                : which(random) == 0 ? make_sphere(1, 6, 8).value()
                                     : make_cylinder(1, 2, 8, 3).value();
    for (Vector3d& p : mesh.vertices) {
        if (which(random) == 0) p += Vector3d(real(random), real(random), real(random));
        if (steps > 0) {
            for (int axis = 0; axis < 3; ++axis) p[axis] = std::round(p[axis] * steps) / steps;
        }
    }
    return mesh;
}

TEST(judged, edge_kinds_agree_with_rationals) {
    std::mt19937 random(11);
    EdgeCounts counts{};
    for (int i = 0; i < 60; ++i) {
        const Result<Polyhedron> shape = Polyhedron::build(jittered(random, i % 3 == 0 ? 0 : 4));
        ASSERT_TRUE(shape.has_value());
        for (std::uint32_t e = 0; e < shape->edge_count(); ++e) {
            const EdgeKind kind = shape->kind(EdgeIndex(e));
            ++counts[static_cast<std::size_t>(kind)];
            if (kind == EdgeKind::border || kind == EdgeKind::tangled) continue;
            EXPECT_EQ(kind, oracle::edge_kind(*shape, EdgeIndex(e)));
        }
    }
    EXPECT_GT(counts[0], 2000U);
    EXPECT_GT(counts[1], 200U);
    EXPECT_GT(counts[2], 1000U);
}

TEST(judged, internal_vertices_are_just_those_without_an_open_half_space) {
    std::mt19937 random(12);
    int internal = 0, kept = 0;
    for (int i = 0; i < 60; ++i) {
        // By front sides, though jitter makes some cross themselves: others have no internal
        // features.
        const Result<Polyhedron> shape =
            Polyhedron::build(jittered(random, i % 3 == 0 ? 0 : 4), {.sides = Sides::front});
        ASSERT_TRUE(shape.has_value());
        if (!shape->volume()) continue;
        for (std::uint32_t v = 0; v < shape->vertex_count(); ++v) {
            const VertexIndex vertex(v);
            std::vector<RationalVector> directions;
            for (const EdgeIndex e : shape->edges_of(vertex)) {
                const auto [p, q] = shape->ends(e);
                directions.push_back(rational(shape->position(p == vertex ? q : p)) -
                                     rational(shape->position(vertex)));
            }
            if (directions.size() > 9) continue;  // the judge's cost is doubly exponential
            const bool expected = !open_half_space_exists(directions);
            EXPECT_EQ(shape->is_internal(vertex), expected) << "case " << i << " vertex " << v;
            ++(expected ? internal : kept);
        }
    }
    EXPECT_GT(internal, 300);
    EXPECT_GT(kept, 300);
}

TEST(judged, a_point_is_surrounded_just_when_no_open_half_space_holds_all_others) {
    std::mt19937 random(13);
    std::uniform_int_distribution<int> coordinate(-2, 2), count(2, 8), flat(0, 3);
    int yes = 0, no = 0;
    for (int i = 0; i < 4000; ++i) {
        const int n = count(random);
        const bool in_plane = flat(random) == 0;
        std::vector<Vector3d> others;
        std::vector<RationalVector> directions;
        const Vector3d centre(0.1, 0.2, 0.3);
        for (int j = 0; j < n; ++j) {
            Vector3d d(coordinate(random), coordinate(random), coordinate(random));
            if (in_plane) d[2] = d[0] - d[1];
            if (d.isZero()) d[0] = 1, d[2] = in_plane ? 1 : 0;
            others.emplace_back(centre + d * 0.0625);
            directions.push_back(rational(others.back()) - rational(centre));
        }
        const bool expected = !open_half_space_exists(directions);
        EXPECT_EQ(surrounded(centre, others, Vector3d(1, 0.3, 0.2)), expected) << "case " << i;
        ++(expected ? yes : no);
    }
    EXPECT_GT(yes, 1000);
    EXPECT_GT(no, 1000);
}

TEST(judged, many_directions_around_a_flat_vertex_are_seen_to_surround_it) {
    // The middle of a cylinder's cap, cut into 64 triangles.
    std::vector<Vector3d> others;
    for (int i = 0; i < 64; ++i)
        others.emplace_back(std::cos(i * 0.0981747704), std::sin(i * 0.0981747704), 0);
    EXPECT_TRUE(surrounded(Vector3d::Zero(), others, Vector3d::UnitZ()));
    for (Vector3d& p : others) p[2] = -1e-9;
    EXPECT_FALSE(surrounded(Vector3d::Zero(), others, -Vector3d::UnitZ()));
    EXPECT_FALSE(surrounded(Vector3d::Zero(), others, Vector3d::UnitX())) << "whatever the guess";
}

TEST(judged, no_corner_lies_further_from_its_plane_than_the_plane_deviation) {
    std::mt19937 random(14);
    std::uniform_real_distribution<double> real(-1, 1);
    for (int i = 0; i < 1000; ++i) {
        Mesh mesh;  // slivers of every thinness, far from the origin and near to it
        const double far = i % 2 == 0 ? 1000 : 0;
        const Vector3d a = far * Vector3d(real(random), real(random), real(random));
        const Vector3d b = a + Vector3d(real(random), real(random), real(random));
        const double thin = std::pow(10.0, -16 * std::abs(real(random)));
        const Vector3d c =
            a + (b - a) * 0.3 + thin * Vector3d(real(random), real(random), real(random));
        mesh.vertices = {a, b, c};
        mesh.add_polygon({0, 1, 2});
        const Result<Polyhedron> shape = Polyhedron::build(mesh);
        if (!shape) continue;  // no area at all
        const Plane& plane = shape->plane(FaceIndex(0));
        for (const Vector3d& p : shape->vertices()) {
            const Rational height =
                dot(rational(plane.normal), rational(p)) + Rational(plane.offset);
            EXPECT_LE(abs(height), Rational(shape->plane_deviation()));
        }
        // Rounding of the coordinates, not the sliver's shape, sets the size: some u of coordinates
        // below 2000, or the some hundred u of sides below 2 that a plain normal is allowed.
        EXPECT_LT(shape->plane_deviation(), 0x1p-53 * std::max(40 * far, 2000.0)) << thin;
    }
}

TEST(judged, volumes_agree_with_rationals) {
    std::mt19937 random(15);
    int solids = 0;
    for (int i = 0; i < 30; ++i) {
        const Result<Polyhedron> shape = Polyhedron::build(jittered(random, 0));
        ASSERT_TRUE(shape.has_value());
        if (!shape->volume()) continue;
        ++solids;
        Rational six_volumes = 0;
        for (std::uint32_t f = 0; f < shape->face_count(); ++f) {
            const auto corners = shape->corners(FaceIndex(f));
            const RationalVector a = rational(shape->position(corners[0]));
            for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
                six_volumes += dot(a, cross(rational(shape->position(corners[k])),
                                            rational(shape->position(corners[k + 1]))));
            }
        }
        EXPECT_NEAR(*shape->volume(), (six_volumes / 6).convert_to<double>(), 1e-13);
    }
    EXPECT_GT(solids, 20);
}

/// Twice the signed area of a face in the plane z = 0, and whether it never turns right.
std::pair<Rational, bool> judged_outline(const Polyhedron& shape, FaceIndex face) {
    const auto corners = shape.corners(face);
    const std::size_t n = corners.size();
    Rational area = 0;
    bool convex = true;
    for (std::size_t i = 0; i < n; ++i) {
        const Vector3d &a = shape.position(corners[i]), &b = shape.position(corners[(i + 1) % n]),
                       &c = shape.position(corners[(i + 2) % n]);
        area += Rational(a[0]) * b[1] - Rational(b[0]) * a[1];
        convex = convex && oracle::orient2d(a[0], a[1], b[0], b[1], c[0], c[1]) >= 0;
    }
    return {area, convex};
}

TEST(judged, merging_keeps_the_area_to_the_last_bit_and_every_face_convex) {
    std::mt19937 random(16);
    std::uniform_int_distribution<int> coin(0, 3);
    std::uniform_real_distribution<double> real(-0.2, 0.2);
    std::uint32_t merged = 0;
    for (int round = 0; round < 60; ++round) {
        Mesh mesh;  // a board with some squares missing, some vertices moved, cut either way
        const std::uint32_t n = 7;
        for (std::uint32_t v = 0; v < (n + 1) * (n + 1); ++v) {
            const bool moved = coin(random) == 0;
            mesh.add_vertex({v % (n + 1) + (moved ? real(random) : 0),
                             v / (n + 1) + (moved ? real(random) : 0), 0});
        }
        for (std::uint32_t square = 0; square < n * n; ++square) {
            const std::uint32_t a = square / n * (n + 1) + square % n, b = a + 1, c = b + n + 1,
                                d = a + n + 1;
            const int kind = coin(random);
            if (kind == 0) continue;
            mesh.add_polygon({a, b, kind == 1 ? d : c});
            mesh.add_polygon({kind == 1 ? b : a, c, d});
        }
        const Result<Polyhedron> pieces = Polyhedron::build(mesh);
        const Result<Polyhedron> whole = Polyhedron::build(mesh, {.merge_coplanar = 0.0});
        ASSERT_TRUE(pieces && whole);
        Rational before = 0, after = 0;
        for (std::uint32_t f = 0; f < pieces->face_count(); ++f)
            before += judged_outline(*pieces, FaceIndex(f)).first;
        for (std::uint32_t f = 0; f < whole->face_count(); ++f) {
            const auto [area, convex] = judged_outline(*whole, FaceIndex(f));
            EXPECT_TRUE(convex) << "round " << round << " face " << f;
            EXPECT_GT(area, 0);
            after += area;
        }
        EXPECT_EQ(before, after) << "round " << round;
        merged += whole->report().merged_faces;
    }
    EXPECT_GT(merged, 1000U);
}

TEST(judged, cutting_a_polygon_keeps_its_area_to_the_last_bit_and_every_piece_convex) {
    std::mt19937 random(17);
    std::uniform_real_distribution<double> radius(0.2, 1);
    std::uniform_int_distribution<int> count(4, 40);
    std::uint32_t pieces = 0;
    for (int round = 0; round < 300; ++round) {
        Mesh mesh;  // seen from the origin, all corners in order: star-shaped, hence simple
        std::vector<std::uint32_t> loop;
        const int n = count(random);
        for (int i = 0; i < n; ++i) {
            const double angle = 2 * std::numbers::pi * i / n, r = radius(random);
            loop.push_back(mesh.add_vertex({r * std::cos(angle), r * std::sin(angle), 0}));
        }
        mesh.add_polygon(loop);
        const Result<Polyhedron> shape = Polyhedron::build(mesh);
        ASSERT_TRUE(shape.has_value());
        EXPECT_EQ(shape->report().self_crossing, 0U);
        Rational outline = 0, sum = 0;
        for (std::size_t i = 0; i < loop.size(); ++i) {
            const Vector3d &a = mesh.vertices[i], &b = mesh.vertices[(i + 1) % loop.size()];
            outline += Rational(a[0]) * b[1] - Rational(b[0]) * a[1];
        }
        for (std::uint32_t f = 0; f < shape->face_count(); ++f) {
            const auto [area, convex] = judged_outline(*shape, FaceIndex(f));
            EXPECT_TRUE(convex) << "round " << round;
            EXPECT_GT(area, 0);
            sum += area;
        }
        EXPECT_EQ(outline, sum) << "round " << round;
        pieces += shape->face_count();
    }
    EXPECT_GT(pieces, 1000U);
}

}  // namespace
}  // namespace swept
