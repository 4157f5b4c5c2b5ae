// Each thing in one leaf, nothing cut off, the same tree for any number of threads, and things that
// ought to make a builder lose its way.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bvh/split.h"
#include "core/inside.h"
#include "tests/bvh/samples.h"
#include "tests/repeats.h"

namespace swept::test {
namespace {

/// Builds, and hands on the tree when it is good.
template <class See>
void build_good(const std::vector<Corners>& corners, std::size_t leaf_size, const See& see) {
    const Things things(corners);
    const Tree tree =
        leaf_size == 8 ? build_tree(things.boxes) : tree_of_leaves(things.boxes, leaf_size);
    expect_good(tree, corners);
    EXPECT_LE(largest_leaf(tree), leaf_size);
    see(tree);
}
void build_good(const std::vector<Corners>& corners, std::size_t leaf_size = 8) {
    build_good(corners, leaf_size, [](const Tree&) {});
}

TEST(tree_build, holds_every_thing_exactly_in_one_leaf) {
    build_good(strewn_triangles(150, 0.1, 1), 1);
    build_good(strewn_triangles(150, 0.001, 2), 8);
}

// ---- hostile things
// ----------------------------------------------------------------------------------

TEST(tree_build, one_thing_makes_a_root_with_one_leaf) {
    for (const Corners& corners : {Corners{{1, 2, 3}}, Corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                   Corners{{0x1p299, -0x1p299, 7}}, Corners{{0, 0, 0}}}) {
        build_good({corners}, 8, [](const Tree& tree) {
            EXPECT_EQ(tree.node_count(), 1U);
            EXPECT_EQ(tree.leaf_count(), 1U);
        });
    }
}

TEST(tree_build, equal_things_are_halved) {
    const Corners square{{1, 1, 1}, {2, 1, 1}, {2, 2, 1}, {1, 2, 1}};
    build_good(std::vector<Corners>(300, square), 1, [](const Tree& tree) {
        EXPECT_EQ(tree.leaf_count(), 300U);
        for_each_child(tree, [](std::uint32_t, std::uint32_t, std::uint32_t, unsigned depth) {
            EXPECT_LE(depth, 9U);
        });
    });
}

TEST(tree_build, points_on_a_line_build) {
    std::vector<Corners> points;
    for (int i = 0; i < 200; ++i) points.push_back({{double(i), 2.0 * i, -3.0 * i}});
    build_good(points, 1);
}

TEST(tree_build, exponential_spacing_ends_before_the_depth_limit) {
    // Halving the longest axis takes one point off per level, 60 times until those left look alike
    // at the resolution of the nodes: deeper than any tree may be, were it not for even splits.
    std::vector<Corners> points;
    for (int i = 0; i < 200; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            points.push_back({Vector3d::Unit(axis) * std::pow(2.1, -i)});
        }
    }
    build_good(points, 1, [](const Tree& tree) { EXPECT_EQ(tree.leaf_count(), 600U); });
}

TEST(tree_build, nested_things_of_one_centre_build) {
    std::vector<Corners> nested;
    for (int i = 0; i < 100; ++i) {
        const double r = std::ldexp(1.0, -i / 2);
        nested.push_back({{-r, -r, -r}, {r, r, r}});
    }
    build_good(nested, 1, [](const Tree& tree) { EXPECT_EQ(tree.leaf_count(), 100U); });
}

TEST(tree_build, the_largest_and_smallest_coordinates_build) {
    for (const double size : {0x1p299, 1e90, 1e-160, 1e-300, 0x1p-1074}) {
        std::vector<Corners> corners = strewn_triangles(60, 0.1, 6);
        for (Corners& of_thing : corners) {
            for (Vector3d& p : of_thing) p *= size;
        }
        SCOPED_TRACE(size);
        build_good(corners, 2);
    }
}

TEST(tree_build, large_and_small_in_one_tree_build) {
    std::vector<Corners> corners = strewn_triangles(40, 0.1, 7);
    for (std::size_t i = 0; i < 20; ++i) {
        for (Vector3d& p : corners[i]) p *= 0x1p-1000;
    }
    corners.push_back({{0x1p299, 0, 0}, {0, -0x1p299, 0}, {0, 0, 1e-300}});
    build_good(corners, 1);
}

TEST(tree_build, shapes_far_from_the_origin_lose_no_corner) {
    // The offsets of k > 6 are taken from the origin of the coordinates. Their rounding there once
    // exceeded the margin of the nodes.
    for (const double far : {1e6, 1e9, 1e12, 1e15}) {
        std::vector<Corners> corners = strewn_triangles(60, 0.1, 8);
        for (Corners& of_thing : corners) {
            for (Vector3d& p : of_thing) p += Vector3d(far, -far, far / 3);
        }
        SCOPED_TRACE(far);
        build_good(corners, 2);
    }
}

TEST(tree_build, a_small_shape_on_a_far_plane_builds) {
    // All on x = 2^299: next to it, the differences along y and z are lost.
    std::vector<Corners> corners = strewn_triangles(30, 0.1, 9);
    for (Corners& of_thing : corners) {
        for (Vector3d& p : of_thing) p = {0x1p299, p[1] * 1e-300, p[2] * 1e-300};
    }
    build_good(corners, 2);
}

// ---- threads
// -----------------------------------------------------------------------------------------

TEST(tree_build, the_same_for_any_number_of_threads) {
    const Things things(strewn_triangles(test::repeats(100000), 0.01, 10));
    const std::vector<std::byte> alone = saved(build_tree(things.boxes, 1));
    for (const unsigned threads : {2U, 8U, 0U}) {
        EXPECT_TRUE(saved(build_tree(things.boxes, threads)) == alone) << threads << " threads";
    }
}

TEST(tree_build, ten_thousand_equal_things_take_no_time) {
    build_good(std::vector<Corners>(10000, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
}

TEST(surface_area, cuts_where_the_gap_is) {
    std::vector<TreeItem> items;
    for (const float lower : {0.0F, 1.0F, 2.0F, 20.0F, 21.0F}) {
        const auto index = static_cast<std::uint32_t>(items.size());
        items.push_back({{lower, 0, 0}, index, {lower + 1, 1, 0}, 0});
    }
    ASSERT_EQ(split_by_surface_area(items), 3U);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(items[i].index < 3, i < 3);
}

}  // namespace
}  // namespace swept::test
