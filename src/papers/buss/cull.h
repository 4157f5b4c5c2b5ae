#pragma once

// Which parts of two bodies can meet during a step, by each of the paper's ways to cull (10): all,
// those in boxes of a coarse hull, or volume by volume.

#include <vector>

#include "collisions/charted_tree.h"
#include "core/namespaces.h"
#include "swept/papers/buss.h"

namespace swept::papers::buss {

/// Working memory of culling.
struct ScreenCullMemory {
    struct Side {
        ChartedBoxes boxes;
        std::vector<std::uint32_t> coarse;      // children that make up the coarse hull
        std::vector<std::uint32_t> leaves;      // below a child of the coarse hull
        std::vector<std::uint8_t> leaf_marked;  // per leaf
    };
    Side a, b;
    std::vector<LeafPair> open;  // pairs of children to be compared
};

/// All pairs of leaves that may meet, each once; for one step and culling in one order.
void cull_leaves(const GlideStep& step, const Chart& chart, ScreenCulling culling,
                 ScreenCullMemory& memory, std::vector<LeafPair>& pairs, CollisionStats& stats);

/// The faces of both (of sets of points: the points) in leaves that may meet some leaf of the
/// other, in ascending order.
void cull_faces(const GlideStep& step, const Chart& chart, ScreenCulling culling,
                ScreenCullMemory& memory, std::vector<std::uint32_t>& faces_a,
                std::vector<std::uint32_t>& faces_b, CollisionStats& stats);

}  // namespace swept::papers::buss
