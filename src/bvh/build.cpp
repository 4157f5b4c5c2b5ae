// Top-down: a binary tree by one of three splits, then nodes of up to eight children out of it,
// then their k-DOPs from the leaves up.

#include <algorithm>
#include <chrono>

#include "bvh/collapse.h"
#include "bvh/frame.h"
#include "bvh/split.h"
#include "bvh/tree.h"
#include "core/assert.h"
#include "core/parallel.h"

namespace swept::bvh_detail {

using Eigen::Vector3d;

namespace {

// From here on splits are even, so that the depth limit holds for any input.
constexpr unsigned even_from_depth = 30;
// Ranges below this are not worth another thread.
constexpr std::size_t smallest_task = 4096;

class TreeMaker {
   public:
    TreeMaker(const Bounds& bounds, const TreeOptions& options)
        : bounds_(bounds), options_(options) {}

    Tree run() {
        const auto begin = std::chrono::steady_clock::now();
        tree_.k = options_.orientations;
        tree_.builder = options_.builder;
        choose_frame();
        make_items();
        make_offsets();
        parallel::inside(options_.threads, [&] { split(binary_, 0, items_.size(), 0); });
        report(0.7);
        flatten();
        fill_offsets();
        report(1);
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
        tree_.build_seconds = time.count();
        return std::move(tree_);
    }

   private:
    const Bounds& bounds_;
    const TreeOptions& options_;
    TreeFrame frame_;
    Tree tree_;
    std::vector<TreeItem> items_;
    std::vector<float> offsets_;  // k per thing, rounded outward; empty for boxes
    std::vector<BinaryNode> binary_;
    double smallest_volume_ = 0;

    void report(double share) const {
        if (options_.progress) options_.progress(share);
    }

    // ---- the tree's own coordinates ------------------------------------------------------------

    void choose_frame() {
        frame_ = frame_of(bounds_.boxes);
        tree_.origin = frame_.origin;
        tree_.scale = frame_.scale;
    }

    void make_items() {
        items_.resize(bounds_.boxes.size());
        const OutwardOffsets outward(6, frame_, bounds_);
        for (std::uint32_t i = 0; i < items_.size(); ++i) {
            std::array<float, 6> box;
            outward.of(i, box.data());
            items_[i] = {{-box[3], -box[4], -box[5]}, i, {box[0], box[1], box[2]}, 0};
        }
    }

    void make_offsets() {
        if (tree_.k == 6 && options_.builder != TreeBuilder::furthest_pair) return;
        const auto k = static_cast<std::size_t>(tree_.k);
        offsets_.resize(items_.size() * k);
        const OutwardOffsets outward(tree_.k, frame_, bounds_);
        for (std::size_t i = 0; i < items_.size(); ++i) outward.of(i, offsets_.data() + i * k);
    }

    // ---- the binary tree -----------------------------------------------------------------------

    [[nodiscard]] bool is_leaf(const ItemBox& box, std::size_t count, unsigned depth) const {
        if (count <= 1 || count <= options_.leaf_size || depth >= options_.max_depth) return true;
        if (options_.builder != TreeBuilder::longest_axis || depth == 0) return false;
        return volume_of(box) < smallest_volume_;
    }

    [[nodiscard]] std::size_t split_items(std::span<TreeItem> items, const ItemBox& box,
                                          unsigned depth) const {
        if (depth >= even_from_depth) return split_evenly(items);
        switch (options_.builder) {
            case TreeBuilder::furthest_pair:
                return split_furthest_pair(items, {tree_.k, offsets_});
            case TreeBuilder::longest_axis:
                return split_longest_axis(items, box);
            case TreeBuilder::surface_area:
                break;
        }
        return split_by_surface_area(items);
    }

    /// Appends the nodes of a range. Nodes refer to each other by distance, so that a half built
    /// apart, by whichever thread, is appended as it is.
    void split(std::vector<BinaryNode>& nodes, std::size_t begin, std::size_t count,
               unsigned depth) {
        SWEPT_ASSERT(count > 0 && begin + count <= items_.size(), "a range of the items");
        const std::span<TreeItem> items(items_.data() + begin, count);
        ItemBox box;
        for (const TreeItem& item : items) box.add(item);
        if (depth == 0) smallest_volume_ = options_.min_volume * volume_of(box);
        const std::size_t node = nodes.size();
        nodes.push_back(
            {box, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(count), 0});
        if (is_leaf(box, count, depth)) return;
        const std::size_t first = split_items(items, box, depth);
        SWEPT_ASSERT(first > 0 && first < count, "no child is empty");
        const auto split_second = [&](std::vector<BinaryNode>& into) {
            split(into, begin + first, count - first, depth + 1);
        };
        std::vector<BinaryNode> apart;
        const bool shared = count >= smallest_task && options_.threads != 1;
        const auto first_half = [&] { split(nodes, begin, first, depth + 1); };
        if (shared) {
            parallel::both(first_half, [&] { split_second(apart); });
        } else {
            first_half();
        }
        nodes[node].second = static_cast<std::uint32_t>(nodes.size() - node);
        if (shared) {
            nodes.insert(nodes.end(), apart.begin(), apart.end());
        } else {
            split_second(nodes);
        }
    }

    static double volume_of(const ItemBox& box) {
        return static_cast<double>(box.size(0)) * static_cast<double>(box.size(1)) *
               static_cast<double>(box.size(2));
    }

    // ---- nodes of eight ------------------------------------------------------------------------

    void flatten() {
        tree_.leaf_begins.assign(1, 0);
        tree_.order.reserve(items_.size());
        for (const TreeItem& item : items_) tree_.order.push_back(item.index);
        const Collapse collapse(binary_);
        report(0.85);
        add_node(0, collapse);
        tree_.rows.shrink_to_fit();
        tree_.children.shrink_to_fit();
        tree_.leaf_begins.shrink_to_fit();
    }

    std::uint32_t add_node(std::uint32_t binary, const Collapse& collapse) {
        const std::uint32_t node = tree_.node_count();
        tree_.children.resize(tree_.children.size() + tree_width, Tree::no_child);
        TreeRow blank;
        blank.lane.fill(Tree::absent);
        tree_.rows.resize(tree_.rows.size() + static_cast<unsigned>(tree_.k), blank);
        std::vector<std::uint32_t> chosen;
        collapse.children_of(binary, chosen);
        SWEPT_ASSERT(!chosen.empty() && chosen.size() <= tree_width,
                     "a node has one to eight children");
        for (std::uint32_t lane = 0; lane < chosen.size(); ++lane) {
            const BinaryNode& child = binary_[chosen[lane]];
            if (tree_.k == 6) set_box(node, lane, child.box);
            const std::uint32_t reference =
                child.is_leaf() ? add_leaf(child) : add_node(chosen[lane], collapse);
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
        SWEPT_ASSERT(lane < tree_width && tree_.k == 6, "a lane of a node of boxes");
        TreeRow* rows = tree_.rows.data() + std::size_t{node} * 6;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            rows[axis].lane[lane] = box.upper[axis];
            rows[axis + 3].lane[lane] = -box.lower[axis];
        }
    }

    // ---- DOPs, from the last node to the first: children come after their parent ----------------

    void fill_offsets() {
        const auto k = static_cast<std::size_t>(tree_.k);
        if (k != 6) {
            for (std::uint32_t node = tree_.node_count(); node-- > 0;) fill_node(node);
        }
        tree_.root.fill(Tree::absent);
        widen_by_children(0, tree_.root.data());
    }

    void widen_by_children(std::uint32_t node, float* offsets) const {
        const auto k = static_cast<std::size_t>(tree_.k);
        for (std::size_t i = 0; i < k; ++i) {
            for (const float offset : tree_.rows_of(node)[i].lane) {
                offsets[i] = std::max(offsets[i], offset);
            }
        }
    }

    void fill_node(std::uint32_t node) {
        const auto k = static_cast<std::size_t>(tree_.k);
        for (std::uint32_t lane = 0; lane < tree_width; ++lane) {
            const std::uint32_t child = tree_.children_of(node)[lane];
            if (child == Tree::no_child) continue;
            std::array<float, dop::largest_k> offsets;
            offsets.fill(Tree::absent);
            SWEPT_ASSERT((child & Tree::leaf_bit) != 0 || child > node,
                         "children come after their parent");
            if ((child & Tree::leaf_bit) == 0) {
                widen_by_children(child, offsets.data());
            } else {
                const std::uint32_t leaf = child & ~Tree::leaf_bit;
                for (std::uint32_t p = tree_.leaf_begins[leaf]; p < tree_.leaf_begins[leaf + 1];
                     ++p) {
                    const float* item = offsets_.data() + std::size_t{tree_.order[p]} * k;
                    for (std::size_t i = 0; i < k; ++i) offsets[i] = std::max(offsets[i], item[i]);
                }
            }
            TreeRow* rows = tree_.rows.data() + std::size_t{node} * k;
            for (std::size_t i = 0; i < k; ++i) rows[i].lane[lane] = offsets[i];
        }
    }
};

}  // namespace

}  // namespace swept::bvh_detail

namespace swept {

using namespace bvh_detail;

std::string_view name_of(TreeBuilder builder) {
    constexpr std::array<std::string_view, 3> names{"surface area", "furthest pair",
                                                    "longest axis"};
    return names[static_cast<std::size_t>(builder)];
}

}  // namespace swept

namespace swept::bvh_detail {

Result<void> check(const TreeOptions& options) {
    const auto bad = [](const char* what, const char* where) {
        return fail(ErrorCode::bad_argument, what, where);
    };
    if (!dop::is_k(options.orientations)) {
        return bad("must be 6, 8, 14, 18 or 26", "orientations");
    }
    if (options.builder > TreeBuilder::longest_axis) return bad("no such builder", "builder");
    if (options.leaf_size < 1 || options.leaf_size > 1000) {
        return bad("must be from 1 to 1000", "leaf_size");
    }
    if (options.max_depth < 1 || options.max_depth > Tree::depth_limit) {
        return bad("must be from 1 to 48", "max_depth");
    }
    const bool is_share = options.min_volume >= 0 && options.min_volume <= 1;  // no NaN
    if (!is_share) {
        return bad("must be from 0 to 1", "min_volume");
    }
    return {};
}

Tree build_tree(const Bounds& bounds, const TreeOptions& options) {
    SWEPT_ASSERT(check(options).has_value(), "options were checked");
    SWEPT_ASSERT(!bounds.boxes.empty(), "there is something to build over");
    SWEPT_ASSERT(options.orientations == 6 ||
                     bounds.offsets.size() ==
                         bounds.boxes.size() * static_cast<std::size_t>(options.orientations),
                 "k offsets of each thing");
    return TreeMaker(bounds, options).run();
}

std::size_t Tree::bytes() const {
    return sizeof(Tree) + rows.capacity() * sizeof(TreeRow) +
           (children.capacity() + leaf_begins.capacity() + order.capacity()) *
               sizeof(std::uint32_t);
}

}  // namespace swept::bvh_detail
