#pragma once

// Bounding volume hierarchy (BVH) of a shape: statistics of its quality. The tree is one of boxes,
// built by the surface area heuristic, when the shape is built or at the first query that needs
// one. Polyhedron::with_saved_tree loads one that was saved. Trees of other volumes, by other
// builders, are in swept/papers/zachmann.h.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "swept/export.h"

namespace swept {

/// Quality of a tree by the criteria of Zachmann's section 4.2, and its cost.
struct TreeStatistics {
    std::uint32_t nodes = 0;   ///< number of nodes, of up to eight children
    std::uint32_t leaves = 0;  ///< number of leaves, of one or more faces
    /// [d]: number of leaves with d nodes above them; [0] is 0.
    std::vector<std::uint32_t> leaves_at_depth;
    /// Sum of all bounding volumes, root included, as a multiple of the root's. Small is good.
    double total_volume = 0;
    /// Faces of the average child of a node divided by those of the largest, mean over all nodes.
    /// 1: all children of a node have equally many faces; 1/8 is the worst.
    double balance = 0;
    /// Volume shared by two children as a fraction of their node's, mean over all such pairs. 0: no
    /// two overlap; 1: all are as large as their node.
    double sibling_overlap = 0;
    std::size_t bytes = 0;     ///< memory of nodes, leaves and their copies of coordinates
    double build_seconds = 0;  ///< build time; 0 for a saved tree
};

}  // namespace swept
