// What carving is built of: exact hulls, and triangulations that keep every side.

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "carve/hull.h"
#include "carve/triangulate.h"
#include "core/inside.h"
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

/// Loops as the sides of a border.
struct Border {
    std::vector<Arc> arcs;

    void add(const std::vector<std::uint32_t>& loop) {
        for (std::size_t i = 0; i < loop.size(); ++i) {
            arcs.push_back({loop[i], loop[(i + 1) % loop.size()]});
        }
    }
};

/// What is left of the sides of triangles after those of a border are taken away: nothing.
bool same_sides(const Border& border, const std::vector<IndexTriangle>& triangles) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> sides;
    const auto add = [&](std::uint32_t a, std::uint32_t b, int sign) {
        sides[std::minmax(a, b)] += a < b ? sign : -sign;
    };
    for (const auto& t : triangles) {
        for (std::size_t i = 0; i < 3; ++i) add(t[i], t[(i + 1) % 3], 1);
    }
    for (const Arc& arc : border.arcs) add(arc.from, arc.to, -1);
    return std::ranges::all_of(sides, [](const auto& s) { return s.second == 0; });
}

double area_of(std::span<const Vector3d> points, const IndexTriangle& t) {
    return twice_area(points, std::array<Arc, 3>{{{t[0], t[1]}, {t[1], t[2]}, {t[2], t[0]}}},
                      View{}) /
           2;
}
double area_of(std::span<const Vector3d> points, const std::vector<IndexTriangle>& triangles) {
    double sum = 0;
    for (const auto& t : triangles) sum += std::abs(area_of(points, t));
    return sum;
}

TEST(carve_parts, a_square_with_holes_and_an_island_is_covered_once) {
    std::vector<Vector3d> points;
    Border border;
    const auto square = [&](double x, double y, double size, bool hole) {
        const auto first = static_cast<std::uint32_t>(points.size());
        points.emplace_back(x, y, 0);
        points.emplace_back(x + size, y, 0);
        points.emplace_back(x + size, y + size, 0);
        points.emplace_back(x, y + size, 0);
        if (hole) {
            border.add({first + 3, first + 2, first + 1, first});
        } else {
            border.add({first, first + 1, first + 2, first + 3});
        }
    };
    square(0, 0, 10, false);
    square(1, 1, 5, true);
    square(2, 2, 2, false);
    square(7, 1, 2, true);
    square(7, 4, 1, true);
    square(12, 0, 3, false);
    square(13, 1, 1, true);
    std::vector<IndexTriangle> triangles;
    EXPECT_EQ(triangulate(points, border.arcs, View{}, triangles), Triangulated::simple);
    EXPECT_TRUE(same_sides(border, triangles));
    EXPECT_DOUBLE_EQ(area_of(points, triangles), 100 - 25 + 4 - 4 - 1 + 9 - 1);
    for (const auto& t : triangles) EXPECT_GE(area_of(points, t), 0);
}

TEST(carve_parts, a_border_that_is_not_closed_is_refused) {
    const std::vector<Vector3d> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    std::vector<IndexTriangle> triangles;
    EXPECT_EQ(triangulate(points, std::array<Arc, 2>{{{0, 1}, {1, 2}}}, View{}, triangles),
              Triangulated::failed);
    EXPECT_TRUE(triangles.empty());
}

TEST(carve_parts, a_hole_whose_outline_passes_a_corner_many_times_is_left_open) {
    // The trap: five corners at one place, as a vertex of the tool exactly on a wall leaves them
    // before they become one. Ears that were blocked by their own corner were cut all the same.
    const std::vector<Vector3d> points{{0, 0, 0}, {8, 0, 0}, {8, 8, 0}, {0, 8, 0},  // the wall
                                       {4, 2, 0}, {4, 2, 0}, {4, 2, 0}, {4, 6, 0},
                                       {4, 6, 0}, {6, 4, 0}, {2, 4, 0}};
    Border border;
    border.add({0, 1, 2, 3});
    border.add({4, 10, 7, 8, 9, 6, 5});  // clockwise
    std::vector<IndexTriangle> triangles;
    EXPECT_EQ(triangulate(points, border.arcs, View{}, triangles), Triangulated::simple);
    EXPECT_TRUE(same_sides(border, triangles));
    EXPECT_DOUBLE_EQ(area_of(points, triangles), 64 - 8);
    for (const auto& t : triangles) EXPECT_GE(area_of(points, t), 0);
}

TEST(carve_parts, an_outline_that_rounding_has_crossed_is_bent_no_further_than_that) {
    // A hole whose tip stands out of the outline by a rounding, and one that is turned over.
    const double tip = -0x1p-52;
    const std::vector<Vector3d> points{{0, 0, 0},   {4, 0, 0},
                                       {4, 4, 0},   {0, 4, 0},  // the outline
                                       {2, tip, 0}, {1, 1, 0},
                                       {3, 1, 0},  // the hole
                                       {1, 3, 0},   {1, std::nextafter(3.0, 4.0), 0},
                                       {2, 3, 0}};  // without an inside
    Border border;
    border.add({0, 1, 2, 3});
    border.add({4, 5, 6});
    border.add({7, 8, 9});
    std::vector<IndexTriangle> triangles;
    EXPECT_EQ(triangulate(points, border.arcs, View{}, triangles), Triangulated::folded);
    EXPECT_TRUE(same_sides(border, triangles));
    EXPECT_NEAR(area_of(points, triangles), 16 - 1, 1e-14);
}

TEST(carve_parts, stars_with_collinear_corners_are_covered_once) {
    std::mt19937 random(2);
    std::uniform_int_distribution<int> radius(1, 4);
    for (int i = 0; i < 300; ++i) {
        std::vector<Vector3d> points;
        std::vector<std::uint32_t> loop;
        for (int k = 0; k < 16; ++k) {
            const double angle = k * std::acos(-1.0) / 8;
            const double r = radius(random);
            points.emplace_back(std::round(r * 4 * std::cos(angle)),
                                std::round(r * 4 * std::sin(angle)), 0);
            loop.push_back(static_cast<std::uint32_t>(k));
        }
        Border border;
        border.add(loop);
        std::vector<IndexTriangle> triangles;
        EXPECT_EQ(triangulate(points, border.arcs, View{}, triangles), Triangulated::simple);
        EXPECT_EQ(triangles.size(), 14U);
        EXPECT_TRUE(same_sides(border, triangles));
        EXPECT_DOUBLE_EQ(area_of(points, triangles), twice_area(points, border.arcs, View{}) / 2);
    }
}

TEST(carve_parts, sides_are_kept_whatever_the_coordinates_are) {
    std::mt19937 random(3);
    std::uniform_int_distribution<int> whole(0, 3), corners(3, 9), count(1, 4);
    int failed = 0;
    for (int i = 0; i < 2000; ++i) {
        std::vector<Vector3d> points;
        Border border;
        const int loop_count = count(random);
        for (int l = 0; l < loop_count; ++l) {
            std::vector<std::uint32_t> loop;
            const int n = corners(random);
            for (int k = 0; k < n; ++k) {
                loop.push_back(static_cast<std::uint32_t>(points.size()));
                points.emplace_back(whole(random), whole(random), whole(random));
            }
            border.add(loop);
        }
        std::vector<IndexTriangle> triangles;
        const Triangulated done =
            triangulate(points, border.arcs, View{i % 3, i % 2 == 0}, triangles);
        // Tangles are no rounding: they may be refused, but never cut wrongly.
        failed += done == Triangulated::failed ? 1 : 0;
        ASSERT_TRUE(done == Triangulated::failed ? triangles.empty()
                                                 : same_sides(border, triangles));
    }
    EXPECT_LT(failed, 20);
}

}  // namespace
}  // namespace swept
