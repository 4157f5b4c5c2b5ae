#pragma once

// Bounding volume hierarchy (BVH) of a shape: options of the tree, and statistics of its quality.
// A shape gets the default tree when it is built, or at the first query that needs one.
// Polyhedron::with_tree chooses another, Polyhedron::with_saved_tree loads one that was saved.
// Query results never depend on the tree, only their speed does.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "swept/export.h"
#include "swept/progress.h"

namespace swept {

/// How faces are distributed to the children of a node.
enum class TreeBuilder : std::uint8_t {
    surface_area,   ///< the split of least expected cost (surface area heuristic), from bins
    furthest_pair,  ///< Zachmann 1998: from two far faces, each face to the one that grows less
    longest_axis,   ///< Schroeder 2001: the longest axis is halved
};

/// "surface area", "furthest pair", "longest axis".
[[nodiscard]] SWEPT_API std::string_view name_of(TreeBuilder builder);

/// Options of a tree.
struct TreeOptions {
    /// Number of directions that bound a volume: 6 (boxes), 8, 14, 18 or 26 (Zachmann's DOPs).
    int orientations = 6;
    TreeBuilder builder = TreeBuilder::surface_area;  ///< how faces are distributed

    // Limits; a node that reaches one of them is not split.
    unsigned leaf_size = 8;   ///< number of faces of a leaf, 1 to 1000
    unsigned max_depth = 48;  ///< number of splits above a leaf, 1 to 48
    double min_volume = 0;    ///< fraction of the whole box, 0 to 1; for longest_axis only

    unsigned threads = 0;    ///< 0: all; the tree does not depend on it
    Progress progress = {};  ///< may be empty
};

/// Quality of a tree by the criteria of Zachmann's section 4.2, and its cost.
struct TreeStatistics {
    int orientations = 6;                             ///< directions that bound a volume
    TreeBuilder builder = TreeBuilder::surface_area;  ///< how faces were distributed
    std::uint32_t nodes = 0;                          ///< number of nodes, of up to eight children
    std::uint32_t leaves = 0;                         ///< number of leaves, of one or more faces
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
