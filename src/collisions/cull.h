#pragma once

// Which parts of two bodies can meet during a step at all? Volumes of their trees are compared in
// the coordinates of the motion. What is left out can not meet; what is left may.

#include <vector>

#include "collisions/chart.h"
#include "core/namespaces.h"

namespace swept::collisions_detail {

/// Leaves of the two bodies' trees of boxes.
struct LeafPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

/// Working memory of culling.
struct CullMemory {
    /// The volumes of one tree in the chart, made when they are first asked for.
    struct Side {
        std::vector<ScreenBox> boxes;           // tree_width per node
        std::vector<std::uint8_t> opened;       // per node
        std::vector<std::uint32_t> coarse;      // children that make up the coarse hull
        std::vector<std::uint32_t> leaves;      // below a child of the coarse hull
        std::vector<std::uint8_t> leaf_marked;  // per leaf
    };
    Side a, b;
    std::vector<LeafPair> open;  // pairs of children to be compared
    std::vector<LeafPair> pairs;
};

/// All pairs of leaves that may meet, each once; for one step and culling in one order.
void cull_leaves(const GlideStep& step, const Chart& chart, ScreenCulling culling,
                 CullMemory& memory, std::vector<LeafPair>& pairs, CollisionStats& stats);

/// The faces of both (of sets of points: the points) in leaves that may meet some leaf of the
/// other, in ascending order.
void cull_faces(const GlideStep& step, const Chart& chart, ScreenCulling culling,
                CullMemory& memory, std::vector<std::uint32_t>& faces_a,
                std::vector<std::uint32_t>& faces_b, CollisionStats& stats);

}  // namespace swept::collisions_detail
