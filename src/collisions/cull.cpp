#include "collisions/cull.h"

namespace swept::collisions_detail {

void cull_leaves(const GlideStep& step, const Chart& chart, CullMemory& memory,
                 std::vector<LeafPair>& pairs, CollisionStats& stats) {
    ChartedTree a(chart, step.placed_a, memory.a), b(chart, step.placed_b, memory.b);
    pairs.clear();
    ++stats.volume_tests;
    if (!chart.may_meet(chart.box_a(), chart.box_b())) return;
    descend(chart, a, b, memory.open, stats,
            [&](std::uint32_t i, std::uint32_t j) { pairs.push_back({i, j}); });
}

}  // namespace swept::collisions_detail
