#pragma once

// Which parts of two bodies can meet during a step at all? Volumes of their trees are compared in
// the coordinates of the motion. What is left out can not meet; what is left may.

#include <vector>

#include "collisions/charted_tree.h"
#include "core/namespaces.h"

namespace swept::collisions_detail {

/// Working memory of culling.
struct CullMemory {
    ChartedBoxes a, b;
    std::vector<LeafPair> open;  // pairs of children to be compared
};

/// All pairs of leaves that may meet, each once; for one step in one order.
void cull_leaves(const GlideStep& step, const Chart& chart, CullMemory& memory,
                 std::vector<LeafPair>& pairs, CollisionStats& stats);

}  // namespace swept::collisions_detail
