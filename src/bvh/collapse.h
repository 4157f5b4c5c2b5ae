#pragma once

// From a binary tree to nodes of up to eight children, at least expected cost.

#include <vector>

#include "bvh/binary.h"
#include "bvh/tree.h"
#include "core/namespaces.h"

namespace swept::bvh_detail {

/// Which nodes of a binary tree become the children of one node. A node is opened with a chance
/// that goes with its surface and then costs one comparison of eight; so the sum of the surfaces of
/// the nodes kept is to be least. Found from the leaves up: the least cost of a subtree that fills
/// up to i places of its parent, for i = 1 ... 8 (Ylitie, Karras and Laine 2017).
class Collapse {
   public:
    explicit Collapse(std::span<const BinaryNode> nodes);

    /// The binary nodes that become the children of this one (a leaf: itself); at most eight, in
    /// order.
    void children_of(std::uint32_t node, std::vector<std::uint32_t>& children) const;

   private:
    struct Best {
        std::array<float, tree_width> cost;  ///< of filling up to i + 1 places
        std::array<std::uint8_t, tree_width>
            to_first;  ///< places for the first child; 0: not split
    };
    std::span<const BinaryNode> nodes_;
    std::vector<Best> best_;

    void solve(std::uint32_t node);
    void fill(std::uint32_t node, unsigned places, std::vector<std::uint32_t>& children) const;
};

}  // namespace swept::bvh_detail
