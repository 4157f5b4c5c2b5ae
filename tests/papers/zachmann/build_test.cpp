// Every builder, every k: each thing in one leaf, nothing cut off, limits kept, the same tree for
// any number of threads, and things that ought to make a builder lose its way.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/inside.h"
#include "papers/zachmann/split.h"
#include "swept/solids.h"
#include "tests/papers/zachmann/samples.h"
#include "tests/repeats.h"

namespace swept::papers::zachmann::test {
namespace {

/// Builds with every builder along all directions, and hands each good tree on.
template <class See>
void build_all(const std::vector<Corners>& corners, const TreeOptions& limits, const See& see) {
    for (const int k : dop::all_k) {
        const DopThings things(corners, k);
        for (const Builder builder : all_builders) {
            SCOPED_TRACE(std::string(name_of(builder)) + ", k = " + std::to_string(k));
            TreeOptions options = limits;
            options.orientations = k;
            options.builder = builder;
            const NodeTree tree = build_tree(things.bounds(), options);
            EXPECT_EQ(tree.dops.k, k);
            EXPECT_EQ(tree.dops.builder, builder);
            expect_good(tree, things.corners);
            see(tree, things);
        }
    }
}
void build_all(const std::vector<Corners>& corners, const TreeOptions& limits = {}) {
    build_all(corners, limits, [](const NodeTree&, const DopThings&) {});
}

TEST(dop_tree_build, holds_every_thing_exactly_in_one_leaf) {
    build_all(strewn_triangles(150, 0.1, 1), {.leaf_size = 1});
    build_all(strewn_triangles(150, 0.001, 2), {.leaf_size = 8});
}

TEST(dop_tree_build, leaf_size_is_kept) {
    for (const unsigned leaf_size : {1U, 3U, 8U, 40U, 1000U}) {
        build_all(strewn_triangles(100, 0.1, 3), {.leaf_size = leaf_size},
                  [&](const NodeTree& tree, const DopThings&) {
                      EXPECT_LE(largest_leaf(tree), leaf_size);
                      EXPECT_EQ(tree.leaf_count() == 1, leaf_size >= 100);
                  });
    }
}

TEST(dop_tree_build, max_depth_is_kept) {
    for (const unsigned max_depth : {1U, 2U, 5U, 48U}) {
        build_all(strewn_triangles(100, 0.1, 4), {.leaf_size = 1, .max_depth = max_depth},
                  [&](const NodeTree& tree, const DopThings&) {
                      unsigned deepest = 0;
                      for_each_child(
                          tree, [&](std::uint32_t, std::uint32_t, std::uint32_t, unsigned depth) {
                              deepest = std::max(deepest, depth);
                          });
                      EXPECT_LE(deepest, max_depth);
                      EXPECT_LE(tree.leaf_count(), std::uint64_t{1} << max_depth);
                      if (max_depth == 48) {
                          EXPECT_EQ(tree.leaf_count(), 100U);
                      }
                  });
    }
}

TEST(dop_tree_build, min_volume_stops_the_longest_axis_and_no_other) {
    const double share = 0.05;
    const TreeOptions limits{.leaf_size = 1, .min_volume = share};
    build_all(strewn_triangles(150, 0.01, 5), limits, [&](const NodeTree& tree, const DopThings&) {
        if (tree.dops.builder != Builder::longest_axis) {
            EXPECT_EQ(tree.leaf_count(), 150U);
            return;
        }
        EXPECT_LT(tree.leaf_count(), 100U);
        if (tree.dops.k != 6) return;  // their volumes are not the boxes that were measured
        const double smallest = share * dop::volume(6, tree.dops.root.data());
        for_each_child(
            tree, [&](std::uint32_t node, std::uint32_t lane, std::uint32_t child, unsigned) {
                const double volume = dop::volume(6, offsets_of_child(tree, node, lane).data());
                const bool is_leaf = (child & Tree::leaf_bit) != 0;
                if (!is_leaf) {
                    EXPECT_GE(volume, smallest);
                }
                if (is_leaf && things_of(tree, child).size() > 1) {
                    EXPECT_LT(volume, smallest);
                }
            });
    });
}

TEST(dop_tree_build, options_out_of_range_name_the_option) {
    const auto where = [](const TreeOptions& options) {
        const Result<void> result = check(options);
        return result ? std::string() : result.error().where;
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(where({}), "");
    for (const int k : {0, -6, 7, 16, 28}) EXPECT_EQ(where({.orientations = k}), "orientations");
    EXPECT_EQ(where({.builder = static_cast<Builder>(3)}), "builder");
    for (const unsigned size : {0U, 1001U}) EXPECT_EQ(where({.leaf_size = size}), "leaf_size");
    for (const unsigned depth : {0U, 49U}) EXPECT_EQ(where({.max_depth = depth}), "max_depth");
    for (const double v : {-0.1, 1.1, nan}) EXPECT_EQ(where({.min_volume = v}), "min_volume");
    EXPECT_EQ(where({.orientations = 26, .leaf_size = 1000, .max_depth = 48, .min_volume = 1}), "");
}

// ---- hostile things
// ----------------------------------------------------------------------------------

TEST(dop_tree_build, one_thing_makes_a_root_with_one_leaf) {
    for (const Corners& corners : {Corners{{1, 2, 3}}, Corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                   Corners{{0x1p299, -0x1p299, 7}}, Corners{{0, 0, 0}}}) {
        build_all({corners}, {}, [](const NodeTree& tree, const DopThings&) {
            EXPECT_EQ(tree.node_count(), 1U);
            EXPECT_EQ(tree.leaf_count(), 1U);
        });
    }
}

TEST(dop_tree_build, equal_things_are_halved) {
    const Corners square{{1, 1, 1}, {2, 1, 1}, {2, 2, 1}, {1, 2, 1}};
    build_all(std::vector<Corners>(300, square), {.leaf_size = 1},
              [](const NodeTree& tree, const DopThings&) {
                  EXPECT_EQ(tree.leaf_count(), 300U);
                  for_each_child(tree, [](std::uint32_t, std::uint32_t, std::uint32_t,
                                          unsigned depth) { EXPECT_LE(depth, 9U); });
              });
}

TEST(dop_tree_build, ten_thousand_equal_things_take_no_time) {
    const DopThings things(std::vector<Corners>(10000, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), 6);
    for (const Builder builder : all_builders) {
        const NodeTree tree = build_tree(things.bounds(), {.builder = builder});
        expect_each_thing_in_one_leaf(tree, 10000);
        expect_children_inside_their_parents(tree);
        EXPECT_LE(largest_leaf(tree), 8U);
    }
}

TEST(dop_tree_build, points_on_a_line_build) {
    std::vector<Corners> points;
    for (int i = 0; i < 200; ++i) points.push_back({{double(i), 2.0 * i, -3.0 * i}});
    build_all(points, {.leaf_size = 1});
}

TEST(dop_tree_build, exponential_spacing_ends_before_the_depth_limit) {
    // Halving the longest axis takes one point off per level, 60 times until those left look alike
    // at the resolution of the nodes: deeper than any tree may be, were it not for even splits.
    std::vector<Corners> points;
    for (int i = 0; i < 200; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            points.push_back({Vector3d::Unit(axis) * std::pow(2.1, -i)});
        }
    }
    build_all(points, {.leaf_size = 1},
              [](const NodeTree& tree, const DopThings&) { EXPECT_EQ(tree.leaf_count(), 600U); });
}

TEST(dop_tree_build, nested_things_of_one_centre_build) {
    std::vector<Corners> nested;
    for (int i = 0; i < 100; ++i) {
        const double r = std::ldexp(1.0, -i / 2);
        nested.push_back({{-r, -r, -r}, {r, r, r}});
    }
    build_all(nested, {.leaf_size = 1},
              [](const NodeTree& tree, const DopThings&) { EXPECT_EQ(tree.leaf_count(), 100U); });
}

TEST(dop_tree_build, the_largest_and_smallest_coordinates_build) {
    for (const double size : {0x1p299, 1e90, 1e-160, 1e-300, 0x1p-1074}) {
        std::vector<Corners> corners = strewn_triangles(60, 0.1, 6);
        for (Corners& of_thing : corners) {
            for (Vector3d& p : of_thing) p *= size;
        }
        SCOPED_TRACE(size);
        build_all(corners, {.leaf_size = 2});
    }
}

TEST(dop_tree_build, large_and_small_in_one_tree_build) {
    std::vector<Corners> corners = strewn_triangles(40, 0.1, 7);
    for (std::size_t i = 0; i < 20; ++i) {
        for (Vector3d& p : corners[i]) p *= 0x1p-1000;
    }
    corners.push_back({{0x1p299, 0, 0}, {0, -0x1p299, 0}, {0, 0, 1e-300}});
    build_all(corners, {.leaf_size = 1});
}

TEST(dop_tree_build, shapes_far_from_the_origin_lose_no_corner) {
    // The offsets of k > 6 are taken from the origin of the coordinates. Their rounding there once
    // exceeded the margin of the nodes.
    for (const double far : {1e6, 1e9, 1e12, 1e15}) {
        std::vector<Corners> corners = strewn_triangles(60, 0.1, 8);
        for (Corners& of_thing : corners) {
            for (Vector3d& p : of_thing) p += Vector3d(far, -far, far / 3);
        }
        SCOPED_TRACE(far);
        build_all(corners, {.leaf_size = 2});
    }
}

TEST(dop_tree_build, a_small_shape_on_a_far_plane_builds) {
    // All on x = 2^299: next to it, the differences along y and z are lost.
    std::vector<Corners> corners = strewn_triangles(30, 0.1, 9);
    for (Corners& of_thing : corners) {
        for (Vector3d& p : of_thing) p = {0x1p299, p[1] * 1e-300, p[2] * 1e-300};
    }
    build_all(corners, {.leaf_size = 2});
}

// ---- threads
// -----------------------------------------------------------------------------------------

TEST(dop_tree_build, the_same_for_any_number_of_threads) {
    const DopThings boxes(strewn_triangles(swept::test::repeats(100000), 0.01, 10), 6);
    const DopThings dops(strewn_triangles(swept::test::repeats(30000), 0.01, 10), 18);
    for (const DopThings* things : {&boxes, &dops}) {
        for (const Builder builder : all_builders) {
            TreeOptions options{.orientations = things->k, .builder = builder, .threads = 1};
            const std::vector<std::byte> alone = saved(build_tree(things->bounds(), options));
            for (const unsigned threads : {2U, 8U, 0U}) {
                options.threads = threads;
                EXPECT_TRUE(saved(build_tree(things->bounds(), options)) == alone)
                    << name_of(builder) << ", " << threads << " threads";
            }
        }
    }
}

TEST(dop_tree_build, progress_ascends_and_ends_with_one) {
    const DopThings things(strewn_triangles(20000, 0.01, 11), 6);
    for (const unsigned threads : {1U, 2U}) {
        std::vector<double> shares;
        TreeOptions options{.threads = threads};
        options.progress = [&](double share) { shares.push_back(share); };
        (void)build_tree(things.bounds(), options);
        ASSERT_FALSE(shares.empty());
        EXPECT_TRUE(std::ranges::is_sorted(shares));
        EXPECT_EQ(shares.back(), 1);
    }
}

// ---- the paper's builder, on paper
// --------------------------------------------------------------------

/// Boxes along x, given by their ends; flat along y and z.
struct Row {
    std::vector<TreeItem> items;
    std::vector<float> offsets;

    explicit Row(const std::vector<std::array<float, 2>>& ends) {
        for (const auto& [lower, upper] : ends) {
            items.push_back(
                {{lower, 0, 0}, static_cast<std::uint32_t>(items.size()), {upper, 0, 0}, 0});
            offsets.insert(offsets.end(), {upper, 0, 0, -lower, 0, 0});
        }
    }
    /// What goes to the first child and to the second, in the order of their assignment.
    std::array<std::vector<std::uint32_t>, 2> split() {
        const std::size_t first = split_furthest_pair(items, {6, offsets});
        std::array<std::vector<std::uint32_t>, 2> children;
        for (std::size_t i = 0; i < items.size(); ++i) {
            children[i < first ? 0 : 1].push_back(items[i].index);
        }
        return children;
    }
};

TEST(furthest_pair, each_box_goes_where_the_volume_grows_less) {
    // Furthest from box 0 is box 5, and furthest from that is box 0: they are the seeds. The others
    // come from both ends by turns: 9 to 10 (+1, against +9), 1 to 0 (+1, against +8), 8 to 9, 2 to
    // 1.
    Row row({{0, 0}, {1, 1}, {2, 2}, {8, 8}, {9, 9}, {10, 10}});
    const auto children = row.split();
    EXPECT_EQ(children[0], (std::vector<std::uint32_t>{5, 4, 3}));
    EXPECT_EQ(children[1], (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(furthest_pair, things_that_no_child_grows_by_take_turns) {
    // The seeds [4, 10] and [0, 6] both hold the four boxes at 5.
    Row row({{0, 6}, {5, 5}, {5, 5}, {5, 5}, {5, 5}, {4, 10}});
    const auto children = row.split();
    EXPECT_EQ(children[0], (std::vector<std::uint32_t>{5, 1, 2}));
    EXPECT_EQ(children[1], (std::vector<std::uint32_t>{0, 4, 3}));
}

TEST(furthest_pair, equal_growth_goes_to_the_smaller_child) {
    // 6 joins the seed at 7; then 4.5 would widen it and the seed [1, 3] by 1.5 each.
    Row row({{1, 3}, {4.5F, 4.5F}, {6, 6}, {7, 7}});
    const auto children = row.split();
    EXPECT_EQ(children[0], (std::vector<std::uint32_t>{3, 2}));
    EXPECT_EQ(children[1], (std::vector<std::uint32_t>{0, 1}));
}

TEST(furthest_pair, an_even_row_is_halved) {
    // Taken from one end on, all but the other seed went to one child.
    std::vector<std::array<float, 2>> ends;
    for (int i = 0; i < 100; ++i) ends.push_back({static_cast<float>(i), static_cast<float>(i)});
    Row row(ends);
    EXPECT_EQ(row.split()[0].size(), 50U);
}

TEST(furthest_pair, balances_a_sphere_as_the_paper_says) {
    // The paper's table: 20,000 polygons, binary leaves 12 to 16 deep. A node of eight spans up to
    // three of those levels.
    const Polyhedron sphere = Polyhedron::build(make_sphere(1, 101, 100).value()).value();
    ASSERT_EQ(sphere.face_count(), 20000U);
    const TreeOptions options{.builder = Builder::furthest_pair, .leaf_size = 1};
    const Statistics statistics = DopTree::build(sphere, options).value().statistics();
    const auto& at_depth = statistics.leaves_at_depth;
    EXPECT_LE(at_depth.size(), 9U);
    EXPECT_LE(at_depth[1] + at_depth[2] + at_depth[3], 20U);
    EXPECT_LT(statistics.total_volume, 4);
}

TEST(longest_axis, is_halved_at_its_middle) {
    Row row({{0, 0}, {1, 1}, {2, 2}, {4, 4}, {9, 9}, {10, 10}});
    ItemBox box;
    for (const TreeItem& item : row.items) box.add(item);
    ASSERT_EQ(split_longest_axis(row.items, box), 4U);
    for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(row.items[i].index < 4, i < 4);
}

}  // namespace
}  // namespace swept::papers::zachmann::test
