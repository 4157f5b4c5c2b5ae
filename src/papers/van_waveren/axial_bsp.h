#pragma once

// Which boxes meet a box? Van Waveren 2005, section 5: "an axial BSP-tree which is created from the
// bounding planes of the polygon bounding boxes". Each node has a plane across an axis that bounds
// one of its boxes. A box lies below it, above it, or across it. Where we differ from the paper's
// program: boxes across a plane are not stored on both sides of it, but once, in a middle child of
// their own that is split further; so nothing is visited twice, and queries need no marks.
//
// Exact on the doubles of the boxes: boxes are closed, and touching is meeting.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/assert.h"
#include "core/namespaces.h"
#include "math/boxes.h"
#include "shape/polyhedron_data.h"
#include "swept/geometry.h"
#include "swept/papers/van_waveren.h"

namespace swept::papers::van_waveren {

struct AxialBsp {
    // Children are referred to by node number, or by leaf number with the highest bit set.
    static constexpr std::uint32_t leaf_bit = 0x80000000;
    static constexpr std::uint32_t no_child = 0xffffffff;
    /// Choice. So few things are not split.
    static constexpr std::size_t leaf_size = 8;
    /// No path from the root is longer, in nodes; what is still together there makes one leaf.
    static constexpr unsigned depth_limit = 64;

    /// What lies below the plane ends at below_upper, and so on: the plane with the gaps around it.
    struct Node {
        double below_upper;
        double above_lower;
        double middle_lower;
        double middle_upper;
        std::uint32_t below;
        std::uint32_t above;
        std::uint32_t middle;
        std::uint32_t axis;
    };

    std::uint32_t root = no_child;           ///< a node or a leaf; none when there is nothing
    std::vector<Node> nodes;                 ///< parents before children
    std::vector<std::uint32_t> leaf_begins;  ///< into order and boxes; one more than leaves
    std::vector<std::uint32_t> order;        ///< the things, leaf after leaf
    std::vector<Box> boxes;                  ///< theirs, in this order

    /// Calls see(thing) -> whether to stop, for every thing whose box meets the query, each once;
    /// always in the same order. Returns whether it was stopped. Adds to `tests` the nodes and
    /// boxes that it looked at. No allocation.
    template <class See>
    bool visit(const Box& query, std::uint64_t& tests, const See& see) const {
        // Of the way to the root, each node has at most two children waiting.
        std::array<std::uint32_t, 2 * depth_limit + 2> waiting;
        std::size_t count = 0;
        const auto push = [&](std::uint32_t child, double lower, double upper, int axis) {
            if (child == no_child || query.upper[axis] < lower || query.lower[axis] > upper) return;
            SWEPT_ASSERT(count < waiting.size(),
                         "two waiting for each node of a path, which is no longer than the limit");
            waiting[count++] = child;
        };
        if (root != no_child) waiting[count++] = root;
        constexpr double infinity = std::numeric_limits<double>::infinity();
        while (count > 0) {
            const std::uint32_t reference = waiting[--count];
            if ((reference & leaf_bit) != 0) {
                if (visit_leaf(reference & ~leaf_bit, query, tests, see)) return true;
                continue;
            }
            ++tests;
            const Node& node = nodes[reference];
            SWEPT_ASSERT(reference < nodes.size(), "a node of this tree");
            const int axis = static_cast<int>(node.axis);
            SWEPT_ASSERT(axis < 3, "x, y or z");
            push(node.above, node.above_lower, infinity, axis);
            push(node.middle, node.middle_lower, node.middle_upper, axis);
            push(node.below, -infinity, node.below_upper, axis);
        }
        return false;
    }

    [[nodiscard]] std::size_t bytes() const {
        return sizeof(AxialBsp) + nodes.capacity() * sizeof(Node) + boxes.capacity() * sizeof(Box) +
               (leaf_begins.capacity() + order.capacity()) * sizeof(std::uint32_t);
    }

   private:
    template <class See>
    bool visit_leaf(std::uint32_t leaf, const Box& query, std::uint64_t& tests,
                    const See& see) const {
        const std::uint32_t begin = leaf_begins[leaf];
        const std::uint32_t end = leaf_begins[leaf + 1];
        SWEPT_ASSERT(begin < end && end <= boxes.size(), "a leaf of this tree, which is not empty");
        tests += end - begin;
        for (std::uint32_t i = begin; i < end; ++i) {
            if (boxes_meet(boxes[i], query) && see(order[i])) return true;
        }
        return false;
    }
};

/// Over boxes that are finite and not empty; there may be none of them, and at most 2^31 - 1.
[[nodiscard]] AxialBsp build_axial_bsp(std::span<const Box> boxes);
/// Over the faces of a shape; of a set of points, over its vertices.
[[nodiscard]] AxialBsp build_axial_bsp(const Polyhedron::Data& shape);

}  // namespace swept::papers::van_waveren
