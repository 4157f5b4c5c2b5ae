#pragma once

// Top-down: a binary tree over items, whichever way their ranges are split.

#include <cstdint>
#include <span>
#include <vector>

#include "bvh/split.h"
#include "core/assert.h"
#include "core/namespaces.h"
#include "core/parallel.h"

namespace swept::bvh_detail {

/// A node of a binary tree over items [begin, begin + count), in preorder: the first child stands
/// next to it, the second `second` places behind it.
struct BinaryNode {
    ItemBox box;
    std::uint32_t begin;
    std::uint32_t count;
    std::uint32_t second;  ///< 0: a leaf

    [[nodiscard]] bool is_leaf() const { return second == 0; }
};

/// Splits items until Splits::is_leaf(box, count, depth) says so of a range, by
/// Splits::split(items, box), which says how many go to the first child. The same tree for any
/// number of threads. The items are rearranged.
template <class Splits>
class BinaryBuilder {
   public:
    BinaryBuilder(std::span<TreeItem> items, const Splits& splits, unsigned threads)
        : items_(items), splits_(splits), threads_(threads) {}

    std::vector<BinaryNode> run() {
        std::vector<BinaryNode> nodes;
        parallel::inside(threads_, [&] { split(nodes, 0, items_.size(), 0); });
        return nodes;
    }

   private:
    // From here on splits are even, so that the depth limit holds for any input.
    static constexpr unsigned even_from_depth = 30;
    // Ranges below this are not worth another thread.
    static constexpr std::size_t smallest_task = 4096;

    std::span<TreeItem> items_;
    const Splits& splits_;
    unsigned threads_;

    /// Appends the nodes of a range. Nodes refer to each other by distance, so that a half built
    /// apart, by whichever thread, is appended as it is.
    void split(std::vector<BinaryNode>& nodes, std::size_t begin, std::size_t count,
               unsigned depth) {
        SWEPT_ASSERT(count > 0 && begin + count <= items_.size(), "a range of the items");
        const std::span<TreeItem> items = items_.subspan(begin, count);
        ItemBox box;
        for (const TreeItem& item : items) box.add(item);
        const std::size_t node = nodes.size();
        nodes.push_back(
            {box, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(count), 0});
        if (splits_.is_leaf(box, count, depth)) return;
        const std::size_t first =
            depth >= even_from_depth ? split_evenly(items) : splits_.split(items, box);
        SWEPT_ASSERT(first > 0 && first < count, "no child is empty");
        const auto split_second = [&](std::vector<BinaryNode>& into) {
            split(into, begin + first, count - first, depth + 1);
        };
        std::vector<BinaryNode> apart;
        const bool shared = count >= smallest_task && threads_ != 1;
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
};

}  // namespace swept::bvh_detail
