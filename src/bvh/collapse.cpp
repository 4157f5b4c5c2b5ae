#include "bvh/collapse.h"

#include "core/assert.h"

namespace swept::bvh_detail {

Collapse::Collapse(std::span<const BinaryNode> nodes) : nodes_(nodes), best_(nodes.size()) {
    for (auto node = static_cast<std::uint32_t>(nodes.size()); node-- > 0;) solve(node);
}

void Collapse::solve(std::uint32_t node) {
    SWEPT_ASSERT(node < nodes_.size(), "a node of the binary tree");
    Best& best = best_[node];
    best.to_first.fill(0);
    if (nodes_[node].is_leaf()) {
        best.cost.fill(0);
        return;
    }
    const Best& first = best_[node + 1];
    SWEPT_ASSERT(node + nodes_[node].second < nodes_.size(),
                 "both children stand behind their parent");
    const Best& second = best_[node + nodes_[node].second];
    // Filling i places by splitting; one place is filled by the node itself, which is then opened
    // into eight.
    std::array<float, tree_width + 1> split{};
    std::array<std::uint8_t, tree_width + 1> to_first{};
    for (unsigned places = 2; places <= tree_width; ++places) {
        split[places] = ItemBox::infinity;
        for (unsigned k = 1; k < places; ++k) {
            const float cost = first.cost[k - 1] + second.cost[places - k - 1];
            if (cost < split[places]) {
                split[places] = cost;
                to_first[places] = static_cast<std::uint8_t>(k);
            }
        }
    }
    best.cost[0] = nodes_[node].box.half_area() + split[tree_width];
    for (unsigned places = 2; places <= tree_width; ++places) {
        const bool kept = best.cost[places - 2] <= split[places];
        best.cost[places - 1] = kept ? best.cost[places - 2] : split[places];
        best.to_first[places - 1] = kept ? 0 : to_first[places];
    }
    // For opening: how eight places are shared out, whether or not that pays above.
    best.to_first[0] = to_first[tree_width];
}

void Collapse::children_of(std::uint32_t node, std::vector<std::uint32_t>& children) const {
    children.clear();
    if (nodes_[node].is_leaf()) {
        children.push_back(node);
        return;
    }
    const unsigned to_first = best_[node].to_first[0];
    SWEPT_ASSERT(to_first > 0 && to_first < tree_width, "each child gets a place at least");
    fill(node + 1, to_first, children);
    fill(node + nodes_[node].second, tree_width - to_first, children);
}

void Collapse::fill(std::uint32_t node, unsigned places,
                    std::vector<std::uint32_t>& children) const {
    while (places > 1 && best_[node].to_first[places - 1] == 0) --places;
    if (places == 1) {
        children.push_back(node);
        return;
    }
    const unsigned to_first = best_[node].to_first[places - 1];
    SWEPT_ASSERT(to_first > 0 && to_first < places, "each child gets a place at least");
    fill(node + 1, to_first, children);
    fill(node + nodes_[node].second, places - to_first, children);
}

}  // namespace swept::bvh_detail
