#pragma once

// Volumes of trees as traversals hold them.

#include "core/assert.h"
#include "core/bits.h"
#include "core/namespaces.h"
#include "features/lanes.h"
#include "shape/face_tree.h"

namespace swept::features_detail {

/// A node or a leaf and its box, in the mover's tree coordinates or in those of slices.
struct Volume {
    std::uint32_t reference;
    TreeBox box;

    [[nodiscard]] bool is_leaf() const { return (reference & Tree::leaf_bit) != 0; }
    [[nodiscard]] std::uint32_t leaf() const { return reference & ~Tree::leaf_bit; }
};

inline Volume root_of(const Tree& tree, float factor) {
    Volume made{0, {}};
    for (unsigned i = 0; i < 3; ++i) {
        made.box.upper[i] = tree.root[i] * factor;
        made.box.lower[i] = -tree.root[i + 3] * factor;
    }
    return made;
}

inline NodeLanes node_of(const Tree& tree, std::uint32_t node, float factor) {
    return {tree.rows_of(node)->lane.data(), factor};
}

/// Up to eight triangles, from `first` on, of a leaf that begins at leaf[0] and ends at leaf[1].
inline TriangleRun triangles_of(const FaceTree& tree, const std::uint32_t* leaf,
                                std::uint32_t first, float factor) {
    SWEPT_ASSERT(leaf[0] <= first && first < leaf[1], "a triangle of the leaf");
    return {tree.corners_of(leaf), leaf[1] - leaf[0], first - leaf[0],
            leaf[1] - first < tree_width ? leaf[1] - first : tree_width, factor};
}

/// Lanes in ascending order of their keys; only those of the mask. Returns how many.
template <class Key>
unsigned sorted_lanes(unsigned mask, const Key& key, unsigned (&order)[tree_width]) {
    SWEPT_ASSERT(mask < 1U << tree_width, "a bit for each lane");
    unsigned count = 0;
    for (; mask != 0; mask &= mask - 1) {
        const auto lane = lowest_bit(mask);
        unsigned at = count++;
        for (; at > 0 && key(order[at - 1]) > key(lane); --at) order[at] = order[at - 1];
        order[at] = lane;
    }
    return count;
}

}  // namespace swept::features_detail
