#include "core/parallel.h"
#include "distance/nearest.h"
#include "distance/query.h"
#include "features/contact_of.h"
#include "math/checks.h"
#include "overlap/relation_of.h"

namespace swept {

using namespace distance_detail;

Result<DistanceLimit> DistanceLimit::at_most(double length) {
    if (auto error = check_number(length, "limit")) return tl::unexpected(*error);
    if (length < 0) {
        return fail(ErrorCode::bad_argument, "the limit is negative; give it a length", "limit");
    }
    DistanceLimit made;
    made.length_ = length;
    return made;
}

}  // namespace swept

namespace swept::distance_detail {

DistanceResult find_distance(const PlacedShape& a, const PlacedShape& b,
                             const NumericScale& measures, const DistanceOptions& options,
                             ContactMemory& memory) {
    DistanceResult result;
    const OverlapResult met = relation_of(a, b);
    result.relation = met.relation;
    result.witness = met.witness;
    result.contained = met.contained;
    result.stats.volume_tests = met.stats.volume_tests;
    if (met.relation != Relation::separate) return result;
    const double limit = options.limit.length() * measures.scale;
    const NearestPair nearest =
        nearest_pair({a, b, measures, limit, options.warm_start}, memory, result.stats);
    result.beyond = !(nearest.distance <= limit);
    result.distance = (result.beyond ? limit : nearest.distance) / measures.scale;
    if (result.beyond) return result;
    result.closest =
        contact_of(nearest.pair, a, b, ScrewTrajectory{}, measures.scale, memory.closest);
    result.closest.separation = result.distance;
    result.points = {result.closest.point + nearest.vector / measures.scale, result.closest.point};
    return result;
}

}  // namespace swept::distance_detail

namespace swept {

DistanceResult distance(const Placed& a, const Placed& b, const DistanceOptions& options) {
    const PlacedShape placed_a(a.shape, a.world_from_shape), placed_b(b.shape, b.world_from_shape);
    const NumericScale measures = standing_measures(placed_a, placed_b);
    const ScratchLease lease(options.scratch);
    return find_distance(placed_a, placed_b, measures, options,
                         lease->memory().get<ContactMemory>());
}

std::vector<DistanceResult> distance_batch(std::span<const PlacedPair> queries,
                                           const DistanceOptions& options, unsigned threads) {
    // Trees are made by this thread, so that no worker waits for another.
    for (const PlacedPair& query : queries) {
        (void)query.a.shape.box_tree();
        (void)query.b.shape.box_tree();
    }
    DistanceOptions own = options;
    own.scratch = nullptr;
    std::vector<DistanceResult> results(queries.size());
    parallel::for_each(queries.size(), threads, [&](std::size_t i) {
        results[i] = distance(queries[i].a, queries[i].b, own);
    });
    return results;
}

}  // namespace swept
