#include "papers/buss/cull.h"

#include <algorithm>

namespace swept::papers::buss {

namespace {

/// No more volumes than this make a coarse hull.
constexpr std::size_t coarse_limit = 64;

/// The children of the coarse hull: node after node is opened as long as there is room.
void find_coarse(ChartedTree& t, std::vector<std::uint32_t>& hull) {
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
void compare_hulls(const Chart& chart, ChartedTree& a, ChartedTree& b, ScreenCullMemory& memory,
                   CollisionStats& stats, const Visit& visit) {
    find_coarse(a, memory.a.coarse);
    find_coarse(b, memory.b.coarse);
    stats.volume_tests += memory.a.coarse.size() * memory.b.coarse.size();
    for (const std::uint32_t i : memory.a.coarse) {
        memory.a.leaves.clear();
        for (const std::uint32_t j : memory.b.coarse) {
            if (!chart.may_meet(a.box(i), b.box(j))) continue;
            if (memory.a.leaves.empty()) find_leaves(a, i, memory.a.leaves);
            memory.b.leaves.clear();
            find_leaves(b, j, memory.b.leaves);
            for (const std::uint32_t leaf_a : memory.a.leaves) {
                for (const std::uint32_t leaf_b : memory.b.leaves) visit(leaf_a, leaf_b);
            }
        }
    }
}

template <class Visit>
void visit_pairs(const Chart& chart, ScreenCulling culling, ChartedTree& a, ChartedTree& b,
                 ScreenCullMemory& memory, CollisionStats& stats, const Visit& visit) {
    ++stats.volume_tests;
    if (!chart.may_meet(chart.box_a(), chart.box_b())) return;
    switch (culling) {
        case ScreenCulling::none:
            for (std::uint32_t i = 0; i < a.tree().leaf_count(); ++i) {
                for (std::uint32_t j = 0; j < b.tree().leaf_count(); ++j) visit(i, j);
            }
            break;
        case ScreenCulling::coarse:
            compare_hulls(chart, a, b, memory, stats, visit);
            break;
        case ScreenCulling::trees:
            descend(chart, a, b, memory.open, stats, visit);
            break;
    }
}

void gather_faces(const Tree& tree, const std::vector<std::uint8_t>& marked,
                  std::vector<std::uint32_t>& faces) {
    faces.clear();
    for (std::size_t leaf = 0; leaf < marked.size(); ++leaf) {
        if (marked[leaf] == 0) continue;
        for (std::uint32_t i = tree.leaf_begins[leaf]; i < tree.leaf_begins[leaf + 1]; ++i) {
            faces.push_back(tree.order[i]);
        }
    }
    std::sort(faces.begin(), faces.end());
}

}  // namespace

void cull_leaves(const GlideStep& step, const Chart& chart, ScreenCulling culling,
                 ScreenCullMemory& memory, std::vector<LeafPair>& pairs, CollisionStats& stats) {
    ChartedTree a(chart, step.placed_a, memory.a.boxes), b(chart, step.placed_b, memory.b.boxes);
    pairs.clear();
    visit_pairs(chart, culling, a, b, memory, stats,
                [&](std::uint32_t i, std::uint32_t j) { pairs.push_back({i, j}); });
}

void cull_faces(const GlideStep& step, const Chart& chart, ScreenCulling culling,
                ScreenCullMemory& memory, std::vector<std::uint32_t>& faces_a,
                std::vector<std::uint32_t>& faces_b, CollisionStats& stats) {
    ChartedTree a(chart, step.placed_a, memory.a.boxes), b(chart, step.placed_b, memory.b.boxes);
    memory.a.leaf_marked.assign(a.tree().leaf_count(), 0);
    memory.b.leaf_marked.assign(b.tree().leaf_count(), 0);
    visit_pairs(chart, culling, a, b, memory, stats, [&](std::uint32_t i, std::uint32_t j) {
        memory.a.leaf_marked[i] = 1;
        memory.b.leaf_marked[j] = 1;
    });
    gather_faces(a.tree(), memory.a.leaf_marked, faces_a);
    gather_faces(b.tree(), memory.b.leaf_marked, faces_b);
}

}  // namespace swept::papers::buss
