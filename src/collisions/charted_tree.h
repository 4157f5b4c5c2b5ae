#pragma once

// The volumes of a body's tree in the coordinates of the motion, and both trees of a step compared
// volume by volume.

#include <array>
#include <cstdint>
#include <vector>

#include "collisions/chart.h"
#include "core/assert.h"
#include "core/namespaces.h"
#include "shape/face_tree.h"

namespace swept::collisions_detail {

/// Leaves of the two bodies' trees of boxes, or children to be compared.
struct LeafPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

/// The volumes of one tree in the chart, made when they are first asked for.
struct ChartedBoxes {
    std::vector<ScreenBox> boxes;      // tree_width per node
    std::vector<std::uint8_t> opened;  // per node
};

/// One body's tree with its volumes in the chart. A child is named by its place in Tree::children.
class ChartedTree {
   public:
    ChartedTree(const Chart& chart, const PlacedShape& placed, ChartedBoxes& made)
        : chart_(chart),
          tree_(placed.polyhedron.box_tree().tree),
          frame_(chart.frame_of(placed, tree_.origin, tree_.scale)),
          made_(made) {
        made_.boxes.resize(tree_.children.size());
        made_.opened.assign(tree_.node_count(), 0);
    }

    [[nodiscard]] const Tree& tree() const { return tree_; }
    [[nodiscard]] std::uint32_t target(std::uint32_t child) const { return tree_.children[child]; }
    [[nodiscard]] bool is_leaf(std::uint32_t child) const {
        return (target(child) & Tree::leaf_bit) != 0;
    }
    [[nodiscard]] std::uint32_t leaf(std::uint32_t child) const {
        return target(child) & ~Tree::leaf_bit;
    }
    [[nodiscard]] const ScreenBox& box(std::uint32_t child) const { return made_.boxes[child]; }

    /// The children of a node, from the first to before the last; their boxes are made.
    std::array<std::uint32_t, 2> open(std::uint32_t node) {
        SWEPT_ASSERT(node < tree_.node_count(), "a node of the tree");
        const std::uint32_t first = node * tree_width;
        std::uint32_t last = first;
        while (last < first + tree_width && tree_.children[last] != Tree::no_child) ++last;
        if (made_.opened[node] == 0) {
            made_.opened[node] = 1;
            for (std::uint32_t child = first; child < last; ++child) make_box(node, child - first);
        }
        return {first, last};
    }

   private:
    const Chart& chart_;
    const Tree& tree_;
    ChartFrame frame_;
    ChartedBoxes& made_;

    void make_box(std::uint32_t node, std::uint32_t lane) {
        SWEPT_ASSERT(lane < tree_width, "a child of the node");
        const TreeRow* rows = tree_.rows_of(node);
        Eigen::Vector3d high, low;
        for (int i = 0; i < 3; ++i) {
            high[i] = static_cast<double>(rows[i].lane[lane]);
            low[i] = -static_cast<double>(rows[i + 3].lane[lane]);
        }
        made_.boxes[node * tree_width + lane] =
            chart_.bounds(frame_, (high + low) / 2, (high - low) / 2);
    }
};

/// Volume by volume, both trees at once: calls visit(leaf of a, leaf of b) for all that may meet,
/// each once; for one step in one order. `open` is working memory.
template <class Visit>
void descend(const Chart& chart, ChartedTree& a, ChartedTree& b, std::vector<LeafPair>& open,
             CollisionStats& stats, const Visit& visit) {
    open.clear();
    const auto compare = [&](std::array<std::uint32_t, 2> range_a,
                             std::array<std::uint32_t, 2> range_b) {
        stats.volume_tests += std::uint64_t{range_a[1] - range_a[0]} * (range_b[1] - range_b[0]);
        for (std::uint32_t i = range_a[0]; i < range_a[1]; ++i) {
            for (std::uint32_t j = range_b[0]; j < range_b[1]; ++j) {
                if (!chart.may_meet(a.box(i), b.box(j))) continue;
                if (a.is_leaf(i) && b.is_leaf(j)) {
                    visit(a.leaf(i), b.leaf(j));
                } else {
                    open.push_back({i, j});
                }
            }
        }
    };
    compare(a.open(0), b.open(0));
    while (!open.empty()) {
        const auto [i, j] = open.back();
        open.pop_back();
        const std::array<std::uint32_t, 2> itself_a{i, i + 1}, itself_b{j, j + 1};
        compare(a.is_leaf(i) ? itself_a : a.open(a.target(i)),
                b.is_leaf(j) ? itself_b : b.open(b.target(j)));
    }
}

}  // namespace swept::collisions_detail
