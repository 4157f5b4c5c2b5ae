// Polygons of many corners: cut into small convex faces in a time that grows with n log n.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "core/inside.h"
#include "math/predicates.h"
#include "tests/repeats.h"
#include "tests/shape/samples.h"

namespace swept::test {
namespace {

using Points = std::vector<Vector3d>;

Points circle(std::size_t n) {
    Points points;
    for (std::size_t i = 0; i < n; ++i) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n);
        points.emplace_back(std::cos(angle), std::sin(angle), 0);
    }
    return points;
}

/// A triangle with all other corners on one of its sides.
Points triangle_with_a_long_row(std::size_t n) {
    Points points;
    for (std::size_t i = 0; i + 1 < n; ++i) points.emplace_back(static_cast<double>(i), 0, 0);
    points.emplace_back(1, 1000, 0);
    return points;
}

/// Narrow teeth on a bar.
Points comb(std::size_t n) {
    Points points;
    const std::size_t half = n / 2;
    for (std::size_t i = 0; i < half; ++i) {
        points.emplace_back(static_cast<double>(i), i % 2 == 0 ? -1 : -2, 0);
    }
    for (std::size_t i = half; i-- > 0;) {
        points.emplace_back(static_cast<double>(i), i % 2 == 0 ? 1000 : 0, 0);
    }
    return points;
}

/// A band wound up twenty times.
Points spiral(std::size_t n) {
    Points inner, outer;
    const std::size_t half = n / 2;
    for (std::size_t i = 0; i < half; ++i) {
        const double angle =
            40 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(half);
        const Vector3d way(std::cos(angle), std::sin(angle), 0);
        inner.emplace_back((angle + 2) * way);
        outer.emplace_back((angle + 5) * way);
    }
    outer.insert(outer.end(), inner.rbegin(), inner.rend());
    return outer;
}

double area_of_outline(const Points& points) {
    double twice = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vector3d &a = points[i], &b = points[(i + 1) % points.size()];
        twice += a[0] * b[1] - a[1] * b[0];
    }
    return twice / 2;
}

Points turned(Points points) {
    const Eigen::Quaterniond rotation = Eigen::Quaterniond(0.3, -0.7, 0.2, 0.6).normalized();
    for (Vector3d& p : points) p = rotation * p + Vector3d(3, -2, 5);
    return points;
}

void expect_small_faces_with_area(const Polyhedron& shape, std::size_t most = 16) {
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        const auto corners = shape.corners(FaceIndex(f));
        ASSERT_LE(corners.size(), most);
        const auto at = [&](std::size_t i) { return shape.position(corners[i % corners.size()]); };
        bool has_area = false;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            has_area = has_area || !exact::collinear(at(i), at(i + 1), at(i + 2));
        }
        ASSERT_TRUE(has_area) << "face " << f;
        ASSERT_EQ(shape.source_face(FaceIndex(f)), 0U);
    }
}

/// A closed prism over an outline.
Mesh prism_over(const Points& outline) {
    Mesh mesh;
    const auto n = static_cast<std::uint32_t>(outline.size());
    std::vector<std::uint32_t> bottom, top;
    for (std::uint32_t i = 0; i < n; ++i) {
        top.push_back(mesh.add_vertex(outline[i] + Vector3d(0, 0, 1)));
        bottom.push_back(mesh.add_vertex(outline[i]));
    }
    for (std::uint32_t i = 0; i < n; ++i) {
        const std::uint32_t j = (i + 1) % n;
        mesh.add_polygon({bottom[i], bottom[j], top[j], top[i]});
    }
    mesh.add_polygon(top);
    std::ranges::reverse(bottom);
    mesh.add_polygon(bottom);
    return mesh;
}

TEST(large_polygons, up_to_64_corners_stay_one_face) {
    EXPECT_EQ(built(polygon_of(circle(64))).face_count(), 1U);
    EXPECT_GT(built(polygon_of(circle(65))).face_count(), 1U);
    EXPECT_TRUE(built(polygon_of(circle(64))).report().clean());
    EXPECT_EQ(built(polygon_of(circle(65))).report().split_large, 1U);
}

TEST(large_polygons, are_cut_into_small_faces_of_one_plane_with_flat_edges_between_them) {
    for (const std::size_t n : {65U, 100U, 1000U, 4321U}) {
        for (const Points& points : {circle(n), turned(circle(n))}) {
            const Polyhedron shape = built(polygon_of(points));
            expect_small_faces_with_area(shape);
            EXPECT_LT(shape.face_count(), n / 12 + 3) << "nearly all pieces are full";
            EXPECT_EQ(count_of(shape, EdgeKind::border), n);
            EXPECT_EQ(count_of(shape, EdgeKind::flat), shape.edge_count() - n);
            EXPECT_NEAR(total_area_of(shape), area_of_outline(circle(n)), 1e-12);
            for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
                EXPECT_EQ(shape.plane(FaceIndex(f)).normal, shape.plane(FaceIndex(0)).normal);
                EXPECT_EQ(shape.plane(FaceIndex(f)).offset, shape.plane(FaceIndex(0)).offset);
            }
            EXPECT_LT(shape.plane_deviation(), 1e-14);
        }
    }
}

// A cut between corners of one straight side would leave a piece without area.
TEST(large_polygons, corners_on_straight_sides_never_make_a_piece_without_area) {
    Points square;
    for (int side = 0; side < 4; ++side) {
        for (int i = 0; i < 250; ++i) {
            const double along = i / 250.0;
            const Points at{{along, 0, 0}, {1, along, 0}, {1 - along, 1, 0}, {0, 1 - along, 0}};
            square.push_back(at[static_cast<std::size_t>(side)]);
        }
    }
    for (const Points& points : {triangle_with_a_long_row(1000), square}) {
        const Polyhedron shape = built(polygon_of(points));
        expect_small_faces_with_area(shape);
        EXPECT_NEAR(total_area_of(shape), area_of_outline(points), 1e-9);
        EXPECT_EQ(count_of(shape, EdgeKind::border), 1000U);
    }
}

TEST(large_polygons, solids_stay_closed_and_the_cuts_are_internal) {
    const Points outline = circle(3000);
    const Polyhedron shape = built(prism_over(outline));
    EXPECT_TRUE(shape.is_closed());
    EXPECT_TRUE(shape.is_oriented());
    EXPECT_NEAR(shape.volume().value(), area_of_outline(outline), 1e-12);
    EXPECT_EQ(shape.internal_edge_count(), shape.edge_count() - 9000);
    EXPECT_EQ(shape.internal_vertex_count(), 0U);
    EXPECT_EQ(shape.report().split_large, 2U);
}

// The cuts do not depend on where the outline begins, or the second would not be seen to repeat it.
TEST(large_polygons, one_that_is_repeated_from_another_corner_on_is_left_out) {
    Mesh mesh = prism_over(circle(500));
    const auto top = mesh.polygon(500);
    std::vector<std::uint32_t> again(top.begin(), top.end());
    std::ranges::rotate(again, again.begin() + 123);
    const Polyhedron once = built(mesh);
    mesh.add_polygon(again);
    const Polyhedron shape = built(mesh);
    EXPECT_EQ(shape.face_count(), once.face_count());
    EXPECT_GT(shape.report().duplicate_faces, 0U);
    EXPECT_TRUE(shape.is_closed());
}

TEST(large_polygons, what_was_merged_and_cut_still_knows_the_callers_faces) {
    Mesh mesh;  // a disc of triangles about its middle
    const Points rim = circle(300);
    const std::uint32_t middle = mesh.add_vertex({0, 0, 0});
    for (const Vector3d& p : rim) mesh.add_vertex(p);
    for (std::uint32_t i = 0; i < 300; ++i) {
        mesh.add_polygon({middle, 1 + i, 1 + (i + 1) % 300});
    }
    const Polyhedron shape = built(mesh, {.merge_coplanar = 0.0});
    EXPECT_LT(shape.face_count(), 40U);
    EXPECT_GT(shape.report().split_large, 0U);
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        Vector3d inside = Vector3d::Zero();
        for (const VertexIndex v : shape.corners(FaceIndex(f))) inside += shape.position(v);
        inside /= static_cast<double>(shape.corners(FaceIndex(f)).size());
        double angle = std::atan2(inside[1], inside[0]) / (2 * std::numbers::pi) * 300;
        if (angle < 0) angle += 300;
        if (std::abs(angle - std::round(angle)) < 1e-6) continue;  // between two of them
        EXPECT_EQ(shape.source_face(FaceIndex(f), inside), static_cast<std::uint32_t>(angle));
    }
}

// Polygons of more than 10,000 corners used to be refused, and a few thousand took seconds.
TEST(large_polygons, of_a_hundred_thousand_corners_are_cut_whatever_their_outline) {
    constexpr std::size_t n = test::repeats(100'000);
    const auto begin = std::chrono::steady_clock::now();
    for (const Points& points : {comb(n), spiral(n)}) {
        const Polyhedron shape = built(polygon_of(points));
        EXPECT_EQ(shape.report().self_crossing, 0U);
        expect_small_faces_with_area(shape, 64);
        EXPECT_NEAR(total_area_of(shape) / area_of_outline(points), 1, 1e-9);
        EXPECT_EQ(count_of(shape, EdgeKind::border), n);
    }
    Points bent = circle(n);
    for (std::size_t i = 0; i < n; ++i) bent[i][2] = bent[i][0] * bent[i][1];
    EXPECT_EQ(built(polygon_of(bent)).report().split_nonplanar, 1U);
    std::mt19937 random(1);
    Points tangled;
    for (std::size_t i = 0; i < n; ++i) {
        const double x = std::uniform_real_distribution<>(0, 1)(random);
        const double y = std::uniform_real_distribution<>(0, 1)(random);
        tangled.emplace_back(x, y, 0);
    }
    EXPECT_EQ(built(polygon_of(tangled)).report().self_crossing, 1U);
    EXPECT_EQ(built(prism_over(circle(n))).report().split_large, 2U);
    // A few seconds at the worst; a method that takes the square would need an hour.
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::minutes(10));
}

}  // namespace
}  // namespace swept::test
