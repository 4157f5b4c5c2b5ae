#pragma once

// Which tree of bounding volumes a shape carries: how it is made, and how good it is. Every shape
// gets the default tree at the first query that needs one; Polyhedron::with_tree chooses another,
// or takes one that was saved. Answers never depend on the tree, only their speed does.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "swept/export.h"
#include "swept/progress.h"

namespace swept {

/// How a query finds the faces of the other shape that matter.
enum class BroadPhase : std::uint8_t {
    trees,      ///< a tree of volumes of each shape, traversed together
    axial_bsp,  ///< van Waveren 2005: the box that holds the whole motion of one shape against an
                ///< axial BSP-tree over the other's faces
};

/// "trees", "axial BSP".
[[nodiscard]] SWEPT_API std::string_view name_of(BroadPhase phase);

/// How faces are shared out among the children of a node.
enum class TreeBuilder : std::uint8_t {
    surface_area,   ///< the split of least expected cost, searched in bins
    furthest_pair,  ///< Zachmann 1998: two far faces grow, each face to the one that grows less
    longest_axis,   ///< Schroeder 2001: the longest axis is halved
};

/// "surface area", "furthest pair", "longest axis".
[[nodiscard]] SWEPT_API std::string_view name_of(TreeBuilder builder);

/// Which tree is made.
struct TreeOptions {
    /// Directions that bound a volume: 6 (boxes), 8, 14, 18 or 26 (Zachmann's DOPs).
    int orientations = 6;
    TreeBuilder builder = TreeBuilder::surface_area;  ///< how faces are shared out

    // Limits; a node that reaches one of them is not split.
    unsigned leaf_size = 8;   ///< faces that make a leaf, 1 to 1000
    unsigned max_depth = 48;  ///< splits above a leaf, 1 to 48
    double min_volume = 0;    ///< a share of the whole's box, 0 to 1; for longest_axis only

    unsigned threads = 0;    ///< 0: all; the tree does not depend on it
    Progress progress = {};  ///< may be empty
};

/// What Zachmann's section 4.2 asks of a good tree, and what it costs.
struct TreeStatistics {
    int orientations = 6;                             ///< directions that bound a volume
    TreeBuilder builder = TreeBuilder::surface_area;  ///< who made it
    std::uint32_t nodes = 0;                          ///< with up to eight children each
    std::uint32_t leaves = 0;                         ///< of one or more faces
    /// [d]: how many leaves have d nodes above them; [0] is 0.
    std::vector<std::uint32_t> leaves_at_depth;
    /// The sum of all bounding volumes, the whole's included, as a multiple of the whole's: the
    /// smaller the better.
    double total_volume = 0;
    /// The faces of a node's average child, divided by those of its largest; the mean over all
    /// nodes. 1: all children of a node hold equally many; 1/8 at the worst.
    double balance = 0;
    /// The volume that two children of one node share, as a share of the node's; the mean over all
    /// such pairs. 0: no two overlap; 1: all are as large as their node.
    double sibling_overlap = 0;
    std::size_t bytes = 0;     ///< of nodes, leaves, and the coordinates kept with them
    double build_seconds = 0;  ///< 0 for a tree that was saved
};

}  // namespace swept
