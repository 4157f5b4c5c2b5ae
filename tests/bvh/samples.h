#pragma once

// Things to build trees over, given by their corners, and the judge of what holds what: rational
// arithmetic on the stored numbers, no tolerance.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "bvh/flatten.h"
#include "bvh/tree.h"
#include "core/inside.h"
#include "tests/oracle/rational.h"
#include "tests/other_trees.h"

namespace swept::test {
inline namespace of_trees {  // other tests have a Random of their own

using Eigen::Vector3d;
using Corners = std::vector<Vector3d>;

class Random {
   public:
    explicit Random(unsigned seed) : engine_(seed) {}
    double uniform(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(engine_);
    }
    std::uint32_t below(std::uint32_t count) {
        return std::uniform_int_distribution<std::uint32_t>(0, count - 1)(engine_);
    }
    Vector3d point(double size = 1) {
        return {uniform(-size, size), uniform(-size, size), uniform(-size, size)};
    }
    Vector3d direction() {
        Vector3d v;
        do {
            v = point();
        } while (v.norm() > 1 || v.norm() < 0.1);
        return v.normalized();
    }

   private:
    std::mt19937_64 engine_;
};

/// Things by their corners, and the boxes that a tree is built over.
struct Things {
    std::vector<Corners> corners;
    std::vector<Box> boxes;

    explicit Things(std::vector<Corners> corners_of_all)
        : corners(std::move(corners_of_all)), boxes(corners.size()) {
        for (std::size_t i = 0; i < corners.size(); ++i) {
            for (const Vector3d& p : corners[i]) boxes[i].add(p);
        }
    }
};

/// A tree as the library's own, but for the size of its leaves.
inline Tree tree_of_leaves(const std::vector<Box>& boxes, std::size_t leaf_size) {
    const TreeFrame frame = frame_of(boxes);
    std::vector<TreeItem> items = items_of(frame, boxes);
    const OtherSplits splits{leaf_size, Halving::surface_area};
    const auto binary = BinaryBuilder(std::span(items), splits, 1).run();
    return flattened(frame, items, binary);
}

/// The normals of the sides of a box, in the order of a tree's offsets.
inline Vector3d side_normal(std::size_t i) {
    return i < 3 ? Vector3d(Vector3d::Unit(static_cast<int>(i)))
                 : Vector3d(-Vector3d::Unit(static_cast<int>(i) - 3));
}

/// Triangles of some size, strewn over a cube.
inline std::vector<Corners> strewn_triangles(std::size_t count, double size, unsigned seed) {
    Random random(seed);
    std::vector<Corners> made(count);
    for (Corners& corners : made) {
        const Vector3d centre = random.point();
        for (int v = 0; v < 3; ++v) corners.push_back(centre + random.point(size));
    }
    return made;
}

/// n.((p - origin) scale) <= offset, decided exactly: in rationals where extended precision, off by
/// less than 2^-58 of the largest coordinate, cannot tell.
inline bool holds(float offset, const Vector3d& normal, const Vector3d& p, const Tree& tree) {
    using LongVector = Eigen::Matrix<long double, 3, 1>;
    const LongVector moved = p.cast<long double>() - tree.origin.cast<long double>();
    const long double room =
        static_cast<long double>(offset) -
        normal.cast<long double>().dot(moved) * static_cast<long double>(tree.scale);
    const double reach = std::max(p.cwiseAbs().maxCoeff(), tree.origin.cwiseAbs().maxCoeff());
    const long double error =
        0x1p-58L * (1 + static_cast<long double>(reach) * static_cast<long double>(tree.scale));
    if (room > error) return true;
    const oracle::Rational along =
        oracle::dot(oracle::rational(normal), oracle::rational(p) - oracle::rational(tree.origin));
    return along * oracle::Rational(tree.scale) <= oracle::Rational(static_cast<double>(offset));
}

inline std::vector<float> offsets_of_child(const Tree& tree, std::uint32_t node,
                                           std::uint32_t lane) {
    std::vector<float> offsets;
    for (std::size_t i = 0; i < Tree::sides; ++i) {
        offsets.push_back(tree.rows_of(node)[i].lane[lane]);
    }
    return offsets;
}

/// Calls see(node, lane, child, depth) for every child, parents first; the depth of what hangs from
/// the root is 1.
template <class See>
void for_each_child(const Tree& tree, const See& see) {
    std::vector<unsigned> depths(tree.node_count(), 1);
    for (std::uint32_t node = 0; node < tree.node_count(); ++node) {
        for (std::uint32_t lane = 0; lane < tree_width; ++lane) {
            const std::uint32_t child = tree.children_of(node)[lane];
            if (child == Tree::no_child) continue;
            see(node, lane, child, depths[node]);
            if ((child & Tree::leaf_bit) == 0) depths[child] = depths[node] + 1;
        }
    }
}

inline std::span<const std::uint32_t> things_of(const Tree& tree, std::uint32_t leaf_child) {
    const std::uint32_t leaf = leaf_child & ~Tree::leaf_bit;
    return std::span(tree.order)
        .subspan(tree.leaf_begins[leaf], tree.leaf_begins[leaf + 1] - tree.leaf_begins[leaf]);
}

inline std::vector<float> offsets_of_root(const Tree& tree) {
    return {tree.root.begin(), tree.root.end()};
}
inline Vector3d normal_of(const Tree& /*tree*/, std::size_t i) {
    return side_normal(i);
}

// ---- what every tree must be; trees of other volumes have offsets_of_child, offsets_of_root and
// normal_of of their own

template <class AnyTree>
void expect_each_thing_in_one_leaf(const AnyTree& tree, std::size_t count) {
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

template <class AnyTree>
void expect_children_inside_their_parents(const AnyTree& tree) {
    std::vector<std::vector<float>> of_node(tree.node_count());
    of_node[0] = offsets_of_root(tree);
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
template <class AnyTree>
void expect_things_inside_their_leaves(const AnyTree& tree, const std::vector<Corners>& corners) {
    for_each_child(tree,
                   [&](std::uint32_t node, std::uint32_t lane, std::uint32_t child, unsigned) {
                       if ((child & Tree::leaf_bit) == 0) return;
                       const std::vector<float> offsets = offsets_of_child(tree, node, lane);
                       for (const std::uint32_t thing : things_of(tree, child)) {
                           for (const Vector3d& p : corners[thing]) {
                               for (std::size_t i = 0; i < offsets.size(); ++i) {
                                   ASSERT_TRUE(holds(offsets[i], normal_of(tree, i), p, tree))
                                       << "direction " << i;
                               }
                           }
                       }
                   });
}

template <class AnyTree>
void expect_lanes_filled_from_the_first(const AnyTree& tree) {
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

/// All that a tree over these things must be.
template <class AnyTree>
void expect_good(const AnyTree& tree, const std::vector<Corners>& corners) {
    expect_each_thing_in_one_leaf(tree, corners.size());
    expect_children_inside_their_parents(tree);
    expect_things_inside_their_leaves(tree, corners);
    expect_lanes_filled_from_the_first(tree);
}

/// The number of things of the largest leaf.
inline std::size_t largest_leaf(const Tree& tree) {
    std::size_t largest = 0;
    for (std::uint32_t leaf = 0; leaf < tree.leaf_count(); ++leaf) {
        largest = std::max(largest, things_of(tree, leaf).size());
    }
    return largest;
}

}  // namespace of_trees
}  // namespace swept::test
