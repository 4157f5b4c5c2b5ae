// Top-down: a binary tree by least expected cost, then nodes of up to eight children out of it.

#include <algorithm>
#include <chrono>

#include "bvh/binary.h"
#include "bvh/collapse.h"
#include "bvh/flatten.h"
#include "bvh/frame.h"
#include "bvh/split.h"
#include "bvh/tree.h"
#include "core/assert.h"

namespace swept::bvh_detail {

namespace {

/// Surface area heuristic.
struct SurfaceAreaSplits {
    // Choice. So few things are not split.
    static constexpr std::size_t leaf_size = 8;

    static bool is_leaf(const ItemBox& /*box*/, std::size_t count, unsigned depth) {
        return count <= leaf_size || depth >= Tree::depth_limit;
    }
    static std::size_t split(std::span<TreeItem> items, const ItemBox& /*box*/) {
        return split_by_surface_area(items);
    }
};

class Flattener {
   public:
    Flattener(std::span<const TreeItem> items, std::span<const BinaryNode> binary)
        : items_(items), binary_(binary), collapse_(binary) {}

    Tree run() {
        tree_.leaf_begins.assign(1, 0);
        tree_.order.reserve(items_.size());
        for (const TreeItem& item : items_) tree_.order.push_back(item.index);
        add_node(0);
        tree_.rows.shrink_to_fit();
        tree_.children.shrink_to_fit();
        tree_.leaf_begins.shrink_to_fit();
        for (std::size_t i = 0; i < tree_.root.size(); ++i) {
            tree_.root[i] = std::ranges::max(tree_.rows_of(0)[i].lane);
        }
        return std::move(tree_);
    }

   private:
    std::span<const TreeItem> items_;
    std::span<const BinaryNode> binary_;
    Collapse collapse_;
    Tree tree_;

    std::uint32_t add_node(std::uint32_t binary) {
        const std::uint32_t node = tree_.node_count();
        tree_.children.resize(tree_.children.size() + tree_width, Tree::no_child);
        TreeRow blank;
        blank.lane.fill(Tree::absent);
        tree_.rows.resize(tree_.rows.size() + Tree::sides, blank);
        std::vector<std::uint32_t> chosen;
        collapse_.children_of(binary, chosen);
        SWEPT_ASSERT(!chosen.empty() && chosen.size() <= tree_width,
                     "a node has one to eight children");
        for (std::uint32_t lane = 0; lane < chosen.size(); ++lane) {
            const BinaryNode& child = binary_[chosen[lane]];
            set_box(node, lane, child.box);
            const std::uint32_t reference =
                child.is_leaf() ? add_leaf(child) : add_node(chosen[lane]);
            tree_.children[std::size_t{node} * tree_width + lane] = reference;
        }
        return node;
    }

    std::uint32_t add_leaf(const BinaryNode& node) {
        SWEPT_ASSERT(tree_.leaf_begins.back() == node.begin,
                     "leaves follow each other in the order of the items");
        const std::uint32_t leaf = tree_.leaf_count();
        tree_.leaf_begins.push_back(node.begin + node.count);
        return leaf | Tree::leaf_bit;
    }

    void set_box(std::uint32_t node, std::uint32_t lane, const ItemBox& box) {
        SWEPT_ASSERT(lane < tree_width, "a lane of a node");
        TreeRow* rows = tree_.rows.data() + std::size_t{node} * Tree::sides;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            rows[axis].lane[lane] = box.upper[axis];
            rows[axis + 3].lane[lane] = -box.lower[axis];
        }
    }
};

}  // namespace

std::vector<TreeItem> items_of(const TreeFrame& frame, std::span<const Box> boxes) {
    std::vector<TreeItem> items(boxes.size());
    const OutwardBoxes outward(frame, boxes);
    for (std::uint32_t i = 0; i < items.size(); ++i) {
        std::array<float, Tree::sides> box;
        outward.of(i, box.data());
        items[i] = {{-box[3], -box[4], -box[5]}, i, {box[0], box[1], box[2]}, 0};
    }
    return items;
}

Tree flattened(const TreeFrame& frame, std::span<const TreeItem> items,
               std::span<const BinaryNode> binary) {
    Tree tree = Flattener(items, binary).run();
    tree.origin = frame.origin;
    tree.scale = frame.scale;
    return tree;
}

Tree build_tree(std::span<const Box> boxes, unsigned threads) {
    SWEPT_ASSERT(!boxes.empty(), "there is something to build over");
    const auto begin = std::chrono::steady_clock::now();
    const TreeFrame frame = frame_of(boxes);
    std::vector<TreeItem> items = items_of(frame, boxes);
    const SurfaceAreaSplits splits;
    const std::vector<BinaryNode> binary = BinaryBuilder(std::span(items), splits, threads).run();
    Tree tree = flattened(frame, items, binary);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    tree.build_seconds = time.count();
    return tree;
}

std::size_t Tree::bytes() const {
    return sizeof(Tree) + rows.capacity() * sizeof(TreeRow) +
           (children.capacity() + leaf_begins.capacity() + order.capacity()) *
               sizeof(std::uint32_t);
}

}  // namespace swept::bvh_detail
