// What carving is built of: exact hulls, and triangulations that keep every side.

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "carve/hull.h"
#include "carve/triangulate.h"
#include "math/predicates.h"

namespace swept {
namespace {

using Eigen::Vector3d;

void expect_hull(std::span<const Vector3d> points) {
    const auto hull = convex_hull(points);
    ASSERT_TRUE(hull.has_value());
    for (const auto& t : hull->triangles) {
        for (const Vector3d& p : points) {
            ASSERT_LE(exact::orient3d(points[t[0]], points[t[1]], points[t[2]], p), 0);
        }
    }
    ASSERT_EQ(hull->edges.size() * 2, hull->triangles.size() * 3);
    for (const ConvexHull::Edge& e : hull->edges) {
        const auto runs = [&](std::uint32_t triangle, std::uint32_t from, std::uint32_t to) {
            const auto& t = hull->triangles[triangle];
            return (t[0] == from && t[1] == to) || (t[1] == from && t[2] == to) ||
                   (t[2] == from && t[0] == to);
        };
        ASSERT_TRUE(runs(e.left, e.from, e.to) && runs(e.right, e.to, e.from));
    }
}

TEST(carve_parts, no_point_lies_in_front_of_a_hull) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> unit(-1, 1);
    std::uniform_int_distribution<int> whole(0, 3);
    for (int i = 0; i < 100; ++i) {
        std::vector<Vector3d> free, grid;
        for (int k = 0; k < 60; ++k) {
            free.emplace_back(unit(random), unit(random), unit(random));
            grid.emplace_back(whole(random), whole(random), whole(random));
        }
        expect_hull(free);
        expect_hull(grid);
        for (Vector3d& p : free) p.normalize();
        expect_hull(free);
    }
}

TEST(carve_parts, points_in_one_plane_have_no_hull) {
    std::vector<Vector3d> points;
    EXPECT_FALSE(convex_hull(points).has_value());
    for (int i = 0; i < 9; ++i) points.emplace_back(i % 3, i / 3, 0);
    EXPECT_FALSE(convex_hull(points).has_value());
    points.emplace_back(1, 1, 1e-300);
    EXPECT_TRUE(convex_hull(points).has_value());
}

/// What is left of the sides of triangles after those of loops are taken away: nothing.
bool same_sides(const Loops& loops, const std::vector<std::array<std::uint32_t, 3>>& triangles) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> sides;
    const auto add = [&](std::uint32_t a, std::uint32_t b, int sign) {
        sides[std::minmax(a, b)] += a < b ? sign : -sign;
    };
    for (const auto& t : triangles) {
        for (std::size_t i = 0; i < 3; ++i) add(t[i], t[(i + 1) % 3], 1);
    }
    for (std::size_t l = 0; l < loops.size(); ++l) {
        const auto loop = loops[l];
        for (std::size_t i = 0; i < loop.size(); ++i) add(loop[i], loop[(i + 1) % loop.size()], -1);
    }
    return std::ranges::all_of(sides, [](const auto& s) { return s.second == 0; });
}

double area_of(std::span<const Vector3d> points,
               const std::vector<std::array<std::uint32_t, 3>>& triangles, bool absolute) {
    double sum = 0;
    for (const auto& t : triangles) {
        const double area = twice_area(points, t, View{});
        sum += absolute ? std::abs(area) : area;
    }
    return sum / 2;
}

TEST(carve_parts, a_square_with_holes_and_an_island_is_covered_once) {
    std::vector<Vector3d> points;
    Loops loops;
    const auto square = [&](double x, double y, double size, bool hole) {
        const auto first = static_cast<std::uint32_t>(points.size());
        points.emplace_back(x, y, 0);
        points.emplace_back(x + size, y, 0);
        points.emplace_back(x + size, y + size, 0);
        points.emplace_back(x, y + size, 0);
        for (std::uint32_t i = 0; i < 4; ++i) {
            loops.corners.push_back(first + (hole ? 3 - i : i));
        }
        loops.close();
    };
    square(0, 0, 10, false);
    square(1, 1, 5, true);
    square(2, 2, 2, false);
    square(7, 1, 2, true);
    square(7, 4, 1, true);
    square(12, 0, 3, false);
    square(13, 1, 1, true);
    std::vector<std::array<std::uint32_t, 3>> triangles;
    triangulate(points, loops, View{}, triangles);
    EXPECT_TRUE(same_sides(loops, triangles));
    EXPECT_DOUBLE_EQ(area_of(points, triangles, true), 100 - 25 + 4 - 4 - 1 + 9 - 1);
    for (const auto& t : triangles) EXPECT_GE(twice_area(points, t, View{}), 0);
}

TEST(carve_parts, stars_with_collinear_corners_are_covered_once) {
    std::mt19937 random(2);
    std::uniform_int_distribution<int> radius(1, 4);
    for (int i = 0; i < 300; ++i) {
        std::vector<Vector3d> points;
        Loops loops;
        for (int k = 0; k < 16; ++k) {
            const double angle = k * std::acos(-1.0) / 8;
            const double r = radius(random);
            points.emplace_back(std::round(r * 4 * std::cos(angle)),
                                std::round(r * 4 * std::sin(angle)), 0);
            loops.corners.push_back(static_cast<std::uint32_t>(k));
        }
        loops.close();
        std::vector<std::array<std::uint32_t, 3>> triangles;
        triangulate(points, loops, View{}, triangles);
        EXPECT_EQ(triangles.size(), 14U);
        EXPECT_TRUE(same_sides(loops, triangles));
        EXPECT_DOUBLE_EQ(area_of(points, triangles, true),
                         twice_area(points, loops[0], View{}) / 2);
    }
}

TEST(carve_parts, sides_are_kept_whatever_the_coordinates_are) {
    std::mt19937 random(3);
    std::uniform_int_distribution<int> whole(0, 3), corners(3, 9), count(1, 4);
    for (int i = 0; i < 2000; ++i) {
        std::vector<Vector3d> points;
        Loops loops;
        const int loop_count = count(random);
        for (int l = 0; l < loop_count; ++l) {
            const int n = corners(random);
            for (int k = 0; k < n; ++k) {
                loops.corners.push_back(static_cast<std::uint32_t>(points.size()));
                points.emplace_back(whole(random), whole(random), whole(random));
            }
            loops.close();
        }
        std::vector<std::array<std::uint32_t, 3>> triangles;
        triangulate(points, loops, View{i % 3, i % 2 == 0}, triangles);
        ASSERT_TRUE(same_sides(loops, triangles));
    }
}

}  // namespace
}  // namespace swept
