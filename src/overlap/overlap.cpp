#include "swept/overlap.h"

#include "core/parallel.h"
#include "overlap/containment.h"
#include "overlap/relation_of.h"
#include "overlap/relation_query.h"
#include "overlap/traverse.h"
#include "shape/faces_meet.h"

namespace swept {

using namespace overlap_detail;

std::string_view name_of(Relation relation) {
    constexpr std::array<std::string_view, 3> names{"separate", "touching", "overlapping"};
    return names[static_cast<std::size_t>(relation)];
}

}  // namespace swept

namespace swept::overlap_detail {

OverlapResult relation_of(const PlacedShape& a, const PlacedShape& b, const OverlapOptions& options,
                          InitialOverlap check) {
    return RelationQuery(a, b, BoxTraversal{}, options, check).run();
}

OverlapResult relation_apart(const PlacedShape& a, const PlacedShape& b) {
    return RelationQuery(a, b, BoxTraversal{}, OverlapOptions{}).run_apart();
}

}  // namespace swept::overlap_detail

namespace swept {

OverlapResult overlap(const Placed& a, const Placed& b, const OverlapOptions& options) {
    return relation_of({a.shape, a.world_from_shape}, {b.shape, b.world_from_shape}, options);
}

std::vector<OverlapResult> overlap_batch(std::span<const PlacedPair> queries,
                                         const OverlapOptions& options, unsigned threads) {
    // Trees are made by this thread, so that no worker waits for another.
    for (const PlacedPair& query : queries) {
        (void)query.a.shape.box_tree();
        (void)query.b.shape.box_tree();
    }
    std::vector<OverlapResult> results(queries.size());
    parallel::for_each(queries.size(), threads, [&](std::size_t i) {
        results[i] = overlap(queries[i].a, queries[i].b, options);
    });
    return results;
}

}  // namespace swept

namespace swept::overlap_detail {

// ---- whether they meet
// ----------------------------------------------------------------------------

namespace {

struct Meet {
    const PlacedShape& a;
    const PlacedShape& b;
    bool found = false;

    static bool look(void* context, std::uint32_t face_a, std::uint32_t face_b) {
        Meet& meet = *static_cast<Meet*>(context);
        const PlacedFace placed_a(meet.a, face_a), placed_b(meet.b, face_b);
        meet.found = faces_meet(placed_a.corners(), placed_b.corners());
        return meet.found;
    }
};

}  // namespace

}  // namespace swept::overlap_detail

namespace swept {

bool intersects(const Placed& a, const Placed& b) {
    const PlacedShape placed_a(a.shape, a.world_from_shape), placed_b(b.shape, b.world_from_shape);
    TestBudget budget{no_budget};
    Meet search{placed_a, placed_b};
    if (!traverse(placed_a, placed_b, budget, Meet::look, &search)) return false;
    return search.found || parts_inside(placed_a, placed_b, true) != Inside::none ||
           parts_inside(placed_b, placed_a, true) != Inside::none;
}

}  // namespace swept
