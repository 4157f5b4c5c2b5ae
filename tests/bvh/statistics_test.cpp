// The paper's criteria on trees that can be judged by hand, and their limits on real ones.

#include <gtest/gtest.h>

#include <numeric>

#include "swept/polyhedron.h"
#include "swept/solids.h"
#include "tests/bvh/samples.h"

namespace swept::test {
namespace {

struct Slab {
    float lower, upper;
};

/// Trees of boxes [lower, upper] x [0, 1] x [0, 1], written down node by node.
class HandMade {
   public:
    HandMade() { tree_.leaf_begins.assign(1, 0); }

    std::uint32_t add_node() {
        tree_.children.resize(tree_.children.size() + tree_width, Tree::no_child);
        TreeRow blank;
        blank.lane.fill(Tree::absent);
        tree_.rows.resize(tree_.rows.size() + 6, blank);
        return tree_.node_count() - 1;
    }
    void hang(std::uint32_t node, std::uint32_t lane, const Slab& slab, std::uint32_t child) {
        tree_.children[std::size_t{node} * tree_width + lane] = child;
        const std::array<float, 6> offsets{slab.upper, 1, 1, -slab.lower, 0, 0};
        TreeRow* rows = tree_.rows.data() + std::size_t{node} * 6;
        for (std::size_t i = 0; i < 6; ++i) rows[i].lane[lane] = offsets[i];
    }
    void hang_leaf(std::uint32_t node, std::uint32_t lane, const Slab& slab, std::uint32_t things) {
        hang(node, lane, slab, tree_.leaf_count() | Tree::leaf_bit);
        for (std::uint32_t i = 0; i < things; ++i) {
            tree_.order.push_back(static_cast<std::uint32_t>(tree_.order.size()));
        }
        tree_.leaf_begins.push_back(static_cast<std::uint32_t>(tree_.order.size()));
    }
    Tree finished(const Slab& root) {
        tree_.root.fill(Tree::absent);
        const std::array<float, 6> offsets{root.upper, 1, 1, -root.lower, 0, 0};
        std::ranges::copy(offsets, tree_.root.begin());
        return tree_;
    }

   private:
    Tree tree_;
};

TEST(tree_statistics, of_one_leaf) {
    HandMade made;
    made.add_node();
    made.hang_leaf(0, 0, {0, 1}, 5);
    const TreeStatistics statistics = statistics_of(made.finished({0, 1}));
    EXPECT_EQ(statistics.nodes, 1U);
    EXPECT_EQ(statistics.leaves, 1U);
    EXPECT_EQ(statistics.leaves_at_depth, (std::vector<std::uint32_t>{0, 1}));
    EXPECT_EQ(statistics.total_volume, 2);  // the whole and the leaf
    EXPECT_EQ(statistics.balance, 1);
    EXPECT_EQ(statistics.sibling_overlap, 0);
}

TEST(tree_statistics, of_two_levels) {
    // The root [0, 1]: a leaf [0, 1/2] of 2 things, a leaf [1/4, 3/4] of 4, and a node [1/2, 1]
    // with the leaves [1/2, 3/4] of 1 and [3/4, 1] of 5.
    HandMade made;
    made.add_node();
    made.hang_leaf(0, 0, {0, 0.5F}, 2);
    made.hang_leaf(0, 1, {0.25F, 0.75F}, 4);
    made.hang(0, 2, {0.5F, 1}, made.add_node());
    made.hang_leaf(1, 0, {0.5F, 0.75F}, 1);
    made.hang_leaf(1, 1, {0.75F, 1}, 5);
    const TreeStatistics statistics = statistics_of(made.finished({0, 1}));
    EXPECT_EQ(statistics.nodes, 2U);
    EXPECT_EQ(statistics.leaves, 4U);
    EXPECT_EQ(statistics.leaves_at_depth, (std::vector<std::uint32_t>{0, 2, 2}));
    EXPECT_DOUBLE_EQ(statistics.total_volume, 1 + 0.5 + 0.5 + 0.5 + 0.25 + 0.25);
    // The root: 12 things, an average child of 4, a largest of 6. The node: 6, 3, 5.
    EXPECT_DOUBLE_EQ(statistics.balance, (4.0 / 6 + 3.0 / 5) / 2);
    // Pairs of the root: 1/4, 0, 1/4 of it; of the node: 0.
    EXPECT_DOUBLE_EQ(statistics.sibling_overlap, (0.25 + 0.25) / 4);
}

TEST(tree_statistics, overlap_is_a_share_of_the_node_not_of_the_whole) {
    HandMade made;
    made.add_node();
    made.hang(0, 0, {0, 0.125F}, made.add_node());
    made.hang_leaf(1, 0, {0, 0.125F}, 1);
    made.hang_leaf(1, 1, {0, 0.125F}, 1);
    EXPECT_EQ(statistics_of(made.finished({0, 1})).sibling_overlap, 1);
}

TEST(tree_statistics, of_a_whole_without_volume_has_no_shares) {
    HandMade made;
    made.add_node();
    made.hang_leaf(0, 0, {0, 0}, 1);
    made.hang_leaf(0, 1, {0, 0}, 3);
    const TreeStatistics statistics = statistics_of(made.finished({0, 0}));
    EXPECT_EQ(statistics.total_volume, 0);
    EXPECT_EQ(statistics.sibling_overlap, 0);
    EXPECT_DOUBLE_EQ(statistics.balance, 2.0 / 3);
}

TEST(tree_statistics, of_real_trees_stay_within_their_limits) {
    const Things things(strewn_triangles(1000, 0.05, 1));
    const Tree tree = build_tree(things.boxes);
    const TreeStatistics statistics = statistics_of(tree);
    EXPECT_EQ(statistics.nodes, tree.node_count());
    EXPECT_EQ(statistics.leaves, tree.leaf_count());
    const auto& at_depth = statistics.leaves_at_depth;
    EXPECT_EQ(std::accumulate(at_depth.begin(), at_depth.end(), 0U), statistics.leaves);
    EXPECT_GT(at_depth.back(), 0U);
    EXPECT_GT(statistics.total_volume, 1);
    EXPECT_LT(statistics.total_volume, 10);
    EXPECT_GT(statistics.balance, 0.125);
    EXPECT_LE(statistics.balance, 1);
    EXPECT_GE(statistics.sibling_overlap, 0);
    EXPECT_LT(statistics.sibling_overlap, 0.2);
    EXPECT_EQ(statistics.bytes, tree.bytes());
    EXPECT_GT(statistics.build_seconds, 0);
}

TEST(tree_statistics, of_a_polyhedron_count_what_is_kept_with_the_leaves) {
    const Polyhedron sphere = Polyhedron::build(make_sphere(1, 20, 20).value()).value();
    const TreeStatistics statistics = sphere.tree_statistics();
    EXPECT_GT(statistics.bytes, 9 * sizeof(float) * sphere.face_count());
}

}  // namespace
}  // namespace swept::test
