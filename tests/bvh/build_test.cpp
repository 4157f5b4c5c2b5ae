// Every builder, every k: each thing in one leaf, nothing cut off, limits kept, the same tree for
// any number of threads, and things that ought to make a builder lose its way.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "bvh/split.h"
#include "core/inside.h"
#include "swept/polyhedron.h"
#include "swept/solids.h"
#include "tests/bvh/samples.h"
#include "tests/repeats.h"

namespace swept::test {
namespace {

// ---- what every tree must be
// -----------------------------------------------------------------------

void expect_each_thing_in_one_leaf(const Tree& tree, std::size_t count) {
    std::vector<int> seen(count, 0), leaf_seen(tree.leaf_count(), 0);
    for_each_child(tree, [&](std::uint32_t, std::uint32_t, std::uint32_t child, unsigned) {
        if ((child & Tree::leaf_bit) == 0) return;
        ++leaf_seen[child & ~Tree::leaf_bit];
        ASSERT_FALSE(things_of(tree, child).empty());
        for (const std::uint32_t thing : things_of(tree, child)) {
            ASSERT_LT(thing, count);
            ++seen[thing];
        }
    });
    EXPECT_EQ(std::ranges::count(seen, 1), static_cast<std::ptrdiff_t>(count));
    EXPECT_EQ(std::ranges::count(leaf_seen, 1), static_cast<std::ptrdiff_t>(tree.leaf_count()));
}

void expect_children_inside_their_parents(const Tree& tree) {
    std::vector<std::vector<float>> of_node(tree.node_count());
    of_node[0].assign(tree.root.begin(), tree.root.begin() + tree.k);
    for_each_child(
        tree, [&](std::uint32_t node, std::uint32_t lane, std::uint32_t child, unsigned depth) {
            ASSERT_LE(depth, Tree::depth_limit);
            const std::vector<float> offsets = offsets_of_child(tree, node, lane);
            for (std::size_t i = 0; i < offsets.size(); ++i) {
                ASSERT_LE(std::abs(offsets[i]), 1.75F);
                ASSERT_LE(offsets[i], of_node[node][i]);
            }
            if ((child & Tree::leaf_bit) != 0) return;
            ASSERT_GT(child, node);
            of_node[child] = offsets;
        });
}

/// Exactly, on the stored numbers.
void expect_things_inside_their_leaves(const Tree& tree, const Things& things) {
    for_each_child(tree,
                   [&](std::uint32_t node, std::uint32_t lane, std::uint32_t child, unsigned) {
                       if ((child & Tree::leaf_bit) == 0) return;
                       const std::vector<float> offsets = offsets_of_child(tree, node, lane);
                       for (const std::uint32_t thing : things_of(tree, child)) {
                           for (const Vector3d& p : things.corners[thing]) {
                               for (std::size_t i = 0; i < offsets.size(); ++i) {
                                   ASSERT_TRUE(holds(offsets[i], dop::normals(tree.k)[i], p, tree))
                                       << "direction " << i << " of " << tree.k;
                               }
                           }
                       }
                   });
}

void expect_lanes_filled_from_the_first(const Tree& tree) {
    for (std::uint32_t node = 0; node < tree.node_count(); ++node) {
        ASSERT_NE(tree.children_of(node)[0], Tree::no_child);
        for (std::uint32_t lane = 1; lane < tree_width; ++lane) {
            if (tree.children_of(node)[lane] != Tree::no_child) {
                ASSERT_NE(tree.children_of(node)[lane - 1], Tree::no_child);
                continue;
            }
            for (const float offset : offsets_of_child(tree, node, lane)) {
                ASSERT_EQ(offset, Tree::absent);
            }
        }
    }
}

void expect_good(const Tree& tree, const Things& things) {
    expect_each_thing_in_one_leaf(tree, things.corners.size());
    expect_children_inside_their_parents(tree);
    expect_things_inside_their_leaves(tree, things);
    expect_lanes_filled_from_the_first(tree);
}

/// Builds with every builder along all directions, and hands each good tree on.
template <class See>
void build_all(const std::vector<Corners>& corners, const TreeOptions& limits, const See& see) {
    for (const int k : dop::all_k) {
        const Things things(corners, k);
        for (const TreeBuilder builder : all_builders) {
            SCOPED_TRACE(std::string(name_of(builder)) + ", k = " + std::to_string(k));
            TreeOptions options = limits;
            options.orientations = k;
            options.builder = builder;
            const Tree tree = build_tree(things.bounds(), options);
            EXPECT_EQ(tree.k, k);
            EXPECT_EQ(tree.builder, builder);
            expect_good(tree, things);
            see(tree, things);
        }
    }
}
void build_all(const std::vector<Corners>& corners, const TreeOptions& limits = {}) {
    build_all(corners, limits, [](const Tree&, const Things&) {});
}

std::size_t largest_leaf(const Tree& tree) {
    std::size_t largest = 0;
    for (std::uint32_t leaf = 0; leaf < tree.leaf_count(); ++leaf) {
        largest = std::max(largest, things_of(tree, leaf).size());
    }
    return largest;
}

TEST(tree_build, holds_every_thing_exactly_in_one_leaf) {
    build_all(strewn_triangles(150, 0.1, 1), {.leaf_size = 1});
    build_all(strewn_triangles(150, 0.001, 2), {.leaf_size = 8});
}

TEST(tree_build, leaf_size_is_kept) {
    for (const unsigned leaf_size : {1U, 3U, 8U, 40U, 1000U}) {
        build_all(strewn_triangles(100, 0.1, 3), {.leaf_size = leaf_size},
                  [&](const Tree& tree, const Things&) {
                      EXPECT_LE(largest_leaf(tree), leaf_size);
                      EXPECT_EQ(tree.leaf_count() == 1, leaf_size >= 100);
                  });
    }
}

TEST(tree_build, max_depth_is_kept) {
    for (const unsigned max_depth : {1U, 2U, 5U, 48U}) {
        build_all(strewn_triangles(100, 0.1, 4), {.leaf_size = 1, .max_depth = max_depth},
                  [&](const Tree& tree, const Things&) {
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

TEST(tree_build, min_volume_stops_the_longest_axis_and_no_other) {
    const double share = 0.05;
    const TreeOptions limits{.leaf_size = 1, .min_volume = share};
    build_all(strewn_triangles(150, 0.01, 5), limits, [&](const Tree& tree, const Things&) {
        if (tree.builder != TreeBuilder::longest_axis) {
            EXPECT_EQ(tree.leaf_count(), 150U);
            return;
        }
        EXPECT_LT(tree.leaf_count(), 100U);
        if (tree.k != 6) return;  // their volumes are not the boxes that were measured
        const double smallest = share * dop::volume(6, tree.root.data());
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

TEST(tree_build, options_out_of_range_name_the_option) {
    const auto where = [](const TreeOptions& options) {
        const Result<void> result = check(options);
        return result ? std::string() : result.error().where;
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(where({}), "");
    for (const int k : {0, -6, 7, 16, 28}) EXPECT_EQ(where({.orientations = k}), "orientations");
    EXPECT_EQ(where({.builder = static_cast<TreeBuilder>(3)}), "builder");
    for (const unsigned size : {0U, 1001U}) EXPECT_EQ(where({.leaf_size = size}), "leaf_size");
    for (const unsigned depth : {0U, 49U}) EXPECT_EQ(where({.max_depth = depth}), "max_depth");
    for (const double v : {-0.1, 1.1, nan}) EXPECT_EQ(where({.min_volume = v}), "min_volume");
    EXPECT_EQ(where({.orientations = 26, .leaf_size = 1000, .max_depth = 48, .min_volume = 1}), "");
}

// ---- hostile things
// ----------------------------------------------------------------------------------

TEST(tree_build, one_thing_makes_a_root_with_one_leaf) {
    for (const Corners& corners : {Corners{{1, 2, 3}}, Corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                   Corners{{0x1p299, -0x1p299, 7}}, Corners{{0, 0, 0}}}) {
        build_all({corners}, {}, [](const Tree& tree, const Things&) {
            EXPECT_EQ(tree.node_count(), 1U);
            EXPECT_EQ(tree.leaf_count(), 1U);
        });
    }
}

TEST(tree_build, equal_things_are_halved) {
    const Corners square{{1, 1, 1}, {2, 1, 1}, {2, 2, 1}, {1, 2, 1}};
    build_all(std::vector<Corners>(300, square), {.leaf_size = 1},
              [](const Tree& tree, const Things&) {
                  EXPECT_EQ(tree.leaf_count(), 300U);
                  for_each_child(tree, [](std::uint32_t, std::uint32_t, std::uint32_t,
                                          unsigned depth) { EXPECT_LE(depth, 9U); });
              });
}

TEST(tree_build, ten_thousand_equal_things_take_no_time) {
    const Things things(std::vector<Corners>(10000, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), 6);
    for (const TreeBuilder builder : all_builders) {
        const Tree tree = build_tree(things.bounds(), {.builder = builder});
        expect_each_thing_in_one_leaf(tree, 10000);
        expect_children_inside_their_parents(tree);
        EXPECT_LE(largest_leaf(tree), 8U);
    }
}

TEST(tree_build, points_on_a_line_build) {
    std::vector<Corners> points;
    for (int i = 0; i < 200; ++i) points.push_back({{double(i), 2.0 * i, -3.0 * i}});
    build_all(points, {.leaf_size = 1});
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
    build_all(points, {.leaf_size = 1},
              [](const Tree& tree, const Things&) { EXPECT_EQ(tree.leaf_count(), 600U); });
}

TEST(tree_build, nested_things_of_one_centre_build) {
    std::vector<Corners> nested;
    for (int i = 0; i < 100; ++i) {
        const double r = std::ldexp(1.0, -i / 2);
        nested.push_back({{-r, -r, -r}, {r, r, r}});
    }
    build_all(nested, {.leaf_size = 1},
              [](const Tree& tree, const Things&) { EXPECT_EQ(tree.leaf_count(), 100U); });
}

TEST(tree_build, the_largest_and_smallest_coordinates_build) {
    for (const double size : {0x1p299, 1e90, 1e-160, 1e-300, 0x1p-1074}) {
        std::vector<Corners> corners = strewn_triangles(60, 0.1, 6);
        for (Corners& of_thing : corners) {
            for (Vector3d& p : of_thing) p *= size;
        }
        SCOPED_TRACE(size);
        build_all(corners, {.leaf_size = 2});
    }
}

TEST(tree_build, large_and_small_in_one_tree_build) {
    std::vector<Corners> corners = strewn_triangles(40, 0.1, 7);
    for (std::size_t i = 0; i < 20; ++i) {
        for (Vector3d& p : corners[i]) p *= 0x1p-1000;
    }
    corners.push_back({{0x1p299, 0, 0}, {0, -0x1p299, 0}, {0, 0, 1e-300}});
    build_all(corners, {.leaf_size = 1});
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
        build_all(corners, {.leaf_size = 2});
    }
}

TEST(tree_build, a_small_shape_on_a_far_plane_builds) {
    // All on x = 2^299: next to it, the differences along y and z are lost.
    std::vector<Corners> corners = strewn_triangles(30, 0.1, 9);
    for (Corners& of_thing : corners) {
        for (Vector3d& p : of_thing) p = {0x1p299, p[1] * 1e-300, p[2] * 1e-300};
    }
    build_all(corners, {.leaf_size = 2});
}

// ---- threads
// -----------------------------------------------------------------------------------------

TEST(tree_build, the_same_for_any_number_of_threads) {
    const Things boxes(strewn_triangles(test::repeats(100000), 0.01, 10), 6);
    const Things dops(strewn_triangles(test::repeats(30000), 0.01, 10), 18);
    for (const Things* things : {&boxes, &dops}) {
        for (const TreeBuilder builder : all_builders) {
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

TEST(tree_build, progress_ascends_and_ends_with_one) {
    const Things things(strewn_triangles(20000, 0.01, 11), 6);
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
    const TreeOptions options{.builder = TreeBuilder::furthest_pair, .leaf_size = 1};
    const TreeStatistics statistics = sphere.with_tree(options).value().tree_statistics();
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

TEST(surface_area, cuts_where_the_gap_is) {
    Row row({{0, 1}, {1, 2}, {2, 3}, {20, 21}, {21, 22}});
    for (TreeItem& item : row.items) item.upper[1] = 1;
    ASSERT_EQ(split_by_surface_area(row.items), 3U);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(row.items[i].index < 3, i < 3);
}

}  // namespace
}  // namespace swept::test
