#include "collisions/cull.h"

#include <algorithm>

#include "core/assert.h"
#include "shape/face_tree.h"

namespace swept::collisions_detail {

namespace {

using Eigen::Vector3d;

/// No more volumes than this make a coarse hull.
constexpr std::size_t coarse_limit = 64;

/// One body's tree with its volumes in the chart. A child is named by its place in Tree::children.
class ChartedTree {
   public:
    ChartedTree(const Chart& chart, const PlacedShape& placed, CullMemory::Side& side)
        : chart_(chart),
          tree_(placed.polyhedron.box_tree().tree),
          frame_(chart.frame_of(placed, tree_.origin, tree_.scale)),
          side_(side) {
        side_.boxes.resize(tree_.children.size());
        side_.opened.assign(tree_.node_count(), 0);
    }

    [[nodiscard]] const Tree& tree() const { return tree_; }
    [[nodiscard]] CullMemory::Side& side() const { return side_; }
    [[nodiscard]] std::uint32_t target(std::uint32_t child) const { return tree_.children[child]; }
    [[nodiscard]] bool is_leaf(std::uint32_t child) const {
        return (target(child) & Tree::leaf_bit) != 0;
    }
    [[nodiscard]] std::uint32_t leaf(std::uint32_t child) const {
        return target(child) & ~Tree::leaf_bit;
    }
    [[nodiscard]] const ScreenBox& box(std::uint32_t child) const { return side_.boxes[child]; }

    /// The children of a node, from the first to before the last; their boxes are made.
    std::array<std::uint32_t, 2> open(std::uint32_t node) {
        SWEPT_ASSERT(node < tree_.node_count(), "a node of the tree");
        const std::uint32_t first = node * tree_width;
        std::uint32_t last = first;
        while (last < first + tree_width && tree_.children[last] != Tree::no_child) ++last;
        if (side_.opened[node] == 0) {
            side_.opened[node] = 1;
            for (std::uint32_t child = first; child < last; ++child) make_box(node, child - first);
        }
        return {first, last};
    }

   private:
    const Chart& chart_;
    const Tree& tree_;
    ChartFrame frame_;
    CullMemory::Side& side_;

    void make_box(std::uint32_t node, std::uint32_t lane) {
        SWEPT_ASSERT(lane < tree_width, "a child of the node");
        const TreeRow* rows = tree_.rows_of(node);
        Vector3d high, low;
        for (int i = 0; i < 3; ++i) {
            high[i] = static_cast<double>(rows[i].lane[lane]);
            low[i] = -static_cast<double>(rows[i + 3].lane[lane]);
        }
        side_.boxes[node * tree_width + lane] =
            chart_.bounds(frame_, (high + low) / 2, (high - low) / 2);
    }
};

/// Volume by volume, both trees at once.
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

/// The children of the coarse hull: node after node is opened as long as there is room.
void find_coarse(ChartedTree& t) {
    std::vector<std::uint32_t>& hull = t.side().coarse;
    hull.clear();
    const auto add = [&](std::uint32_t node) {
        const auto [first, last] = t.open(node);
        for (std::uint32_t child = first; child < last; ++child) hull.push_back(child);
    };
    add(0);
    for (std::size_t i = 0; i < hull.size() && hull.size() + tree_width <= coarse_limit;) {
        if (t.is_leaf(hull[i])) {
            ++i;
            continue;
        }
        const std::uint32_t node = t.target(hull[i]);
        hull.erase(hull.begin() + static_cast<std::ptrdiff_t>(i));
        add(node);
    }
}

/// The leaves at or below a child.
void find_leaves(const ChartedTree& t, std::uint32_t child, std::vector<std::uint32_t>& leaves) {
    if (t.is_leaf(child)) {
        leaves.push_back(t.leaf(child));
        return;
    }
    const std::uint32_t first = t.target(child) * tree_width;
    for (std::uint32_t i = first; i < first + tree_width; ++i) {
        if (t.target(i) != Tree::no_child) find_leaves(t, i, leaves);
    }
}

template <class Visit>
void compare_hulls(const Chart& chart, ChartedTree& a, ChartedTree& b, CollisionStats& stats,
                   const Visit& visit) {
    find_coarse(a);
    find_coarse(b);
    stats.volume_tests += a.side().coarse.size() * b.side().coarse.size();
    for (const std::uint32_t i : a.side().coarse) {
        a.side().leaves.clear();
        for (const std::uint32_t j : b.side().coarse) {
            if (!chart.may_meet(a.box(i), b.box(j))) continue;
            if (a.side().leaves.empty()) find_leaves(a, i, a.side().leaves);
            b.side().leaves.clear();
            find_leaves(b, j, b.side().leaves);
            for (const std::uint32_t leaf_a : a.side().leaves) {
                for (const std::uint32_t leaf_b : b.side().leaves) visit(leaf_a, leaf_b);
            }
        }
    }
}

template <class Visit>
void visit_pairs(const Chart& chart, ScreenCulling culling, ChartedTree& a, ChartedTree& b,
                 CullMemory& memory, CollisionStats& stats, const Visit& visit) {
    ++stats.volume_tests;
    if (!chart.may_meet(chart.box_a(), chart.box_b())) return;
    switch (culling) {
        case ScreenCulling::none:
            for (std::uint32_t i = 0; i < a.tree().leaf_count(); ++i) {
                for (std::uint32_t j = 0; j < b.tree().leaf_count(); ++j) visit(i, j);
            }
            break;
        case ScreenCulling::coarse:
            compare_hulls(chart, a, b, stats, visit);
            break;
        case ScreenCulling::trees:
            descend(chart, a, b, memory.open, stats, visit);
            break;
    }
}

void gather_faces(const ChartedTree& t, std::vector<std::uint32_t>& faces) {
    faces.clear();
    const std::vector<std::uint8_t>& marked = t.side().leaf_marked;
    for (std::size_t leaf = 0; leaf < marked.size(); ++leaf) {
        if (marked[leaf] == 0) continue;
        const Tree& tree = t.tree();
        for (std::uint32_t i = tree.leaf_begins[leaf]; i < tree.leaf_begins[leaf + 1]; ++i) {
            faces.push_back(tree.order[i]);
        }
    }
    std::sort(faces.begin(), faces.end());
}

}  // namespace

void cull_leaves(const GlideStep& step, const Chart& chart, ScreenCulling culling,
                 CullMemory& memory, std::vector<LeafPair>& pairs, CollisionStats& stats) {
    ChartedTree a(chart, step.placed_a, memory.a), b(chart, step.placed_b, memory.b);
    pairs.clear();
    visit_pairs(chart, culling, a, b, memory, stats,
                [&](std::uint32_t i, std::uint32_t j) { pairs.push_back({i, j}); });
}

void cull_faces(const GlideStep& step, const Chart& chart, ScreenCulling culling,
                CullMemory& memory, std::vector<std::uint32_t>& faces_a,
                std::vector<std::uint32_t>& faces_b, CollisionStats& stats) {
    ChartedTree a(chart, step.placed_a, memory.a), b(chart, step.placed_b, memory.b);
    memory.a.leaf_marked.assign(a.tree().leaf_count(), 0);
    memory.b.leaf_marked.assign(b.tree().leaf_count(), 0);
    visit_pairs(chart, culling, a, b, memory, stats, [&](std::uint32_t i, std::uint32_t j) {
        memory.a.leaf_marked[i] = 1;
        memory.b.leaf_marked[j] = 1;
    });
    gather_faces(a, faces_a);
    gather_faces(b, faces_b);
}

}  // namespace swept::collisions_detail
