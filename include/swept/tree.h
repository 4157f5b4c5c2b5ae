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

/// How faces are shared out among the children of a node.
enum class TreeBuilder : std::uint8_t {
    surface_area,   ///< the split of least expected cost, searched in bins
    furthest_pair,  ///< Zachmann 1998: two far faces grow, each face to the one that grows less
    longest_axis,   ///< Schroeder 2001: the longest axis is halved
};

/// "surface area", "furthest pair", "longest axis".
[[nodiscard]] SWEPT_API std::string_view name_of(TreeBuilder builder);

struct TreeOptions {
    /// Directions that bound a volume: 6 (boxes), 8, 14, 18 or 26 (Zachmann's DOPs).
    int orientations = 6;
    TreeBuilder builder = TreeBuilder::surface_area;

    // Limits; a node that reaches one of them is not split.
    unsigned leaf_size = 8;   ///< faces that make a leaf, 1 to 1000
    unsigned max_depth = 48;  ///< splits above a leaf, 1 to 48
    double min_volume = 0;    ///< a share of the whole's box, 0 to 1; for longest_axis only

    unsigned threads = 0;    ///< 0: all; the tree does not depend on it
    Progress progress = {};  ///< may be empty
};

/// What Zachmann's section 4.2 asks of a good tree, and what it costs.
struct TreeStatistics {
    int orientations = 6;
    TreeBuilder builder = TreeBuilder::surface_area;
    std::uint32_t nodes = 0;   ///< with up to eight children each
    std::uint32_t leaves = 0;  ///< of one or more faces
    std::vector<std::uint32_t> leaves_at_depth;  ///< how many leaves lie that many nodes deep
    double total_volume = 0;     ///< of all volumes, as a multiple of the whole's
    double balance = 0;          ///< mean share that an even split would give the largest child, 0
                                 ///< to 1; 1: all children hold equally many faces
    double sibling_overlap = 0;  ///< mean volume that two siblings share, as a share of their parent's
    std::size_t bytes = 0;       ///< of nodes, leaves, and the coordinates kept with them
    double build_seconds = 0;
};

}  // namespace swept
