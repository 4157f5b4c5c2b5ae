#include "swept/distance.h"

#include "core/parallel.h"
#include "distance/query.h"
#include "features/contact_of.h"
#include "math/checks.h"
#include "overlap/relation_of.h"

namespace swept {

using namespace distance_detail;

Result<ContactTolerance> ContactTolerance::within(double length) {
    if (auto error = check_number(length, "tolerance")) return tl::unexpected(*error);
    if (length < 0) {
        return fail(ErrorCode::bad_argument, "the tolerance is negative; give it a length",
                    "tolerance");
    }
    ContactTolerance made;
    made.length_ = length;
    return made;
}

}  // namespace swept

namespace swept::distance_detail {

void find_contacts(const PlacedShape& a, const PlacedShape& b, const NumericScale& measures,
                   const ContactOptions& options, ContactSet& answer, ContactMemory& memory,
                   const NearPairs* pairs) {
    answer.contacts.clear();
    answer.stats = {};
    answer.margin = measures.margin / measures.scale;
    answer.tolerance = options.tolerance.length().value_or(2 * answer.margin);
    const OverlapResult met = relation_of(a, b, {}, options.initial_overlap);
    answer.relation = met.relation;
    answer.witness = met.witness;
    answer.contained = met.contained;
    answer.stats.volume_tests = met.stats.volume_tests;
    if (met.relation == Relation::overlapping) return;
    collect_contacts(a, b, measures, answer.tolerance * measures.scale, pairs, memory,
                     answer.stats);
    if (options.reduced) reduce_contacts(memory);
    const ScrewTrajectory rest;
    const ScaledPlacement staging{.scale = measures.scale};
    for (const FoundContact& found : memory.found) {
        const PlacedFeatures& face_a =
            memory.faces_a.get(a, found.pair.mover_face, rest, staging, nullptr);
        const PlacedFeatures& face_b =
            memory.faces_b.get(b, found.pair.obstacle_face, rest, staging, nullptr);
        const ContactPlace place{found.point / measures.scale, found.normal,
                                 found.separation / measures.scale};
        answer.contacts.push_back(named_contact(found.pair, place, a, face_a, b, face_b));
    }
}

}  // namespace swept::distance_detail

namespace swept {

void find_contacts(const Placed& a, const Placed& b, const ContactOptions& options,
                   ContactSet& result) {
    const PlacedShape placed_a(a.shape, a.world_from_shape), placed_b(b.shape, b.world_from_shape);
    const NumericScale measures = standing_measures(placed_a, placed_b);
    const ScratchLease lease(options.scratch);
    find_contacts(placed_a, placed_b, measures, options, result,
                  lease->memory().get<ContactMemory>());
}

ContactSet contacts(const Placed& a, const Placed& b, const ContactOptions& options) {
    ContactSet result;
    find_contacts(a, b, options, result);
    return result;
}

std::vector<ContactSet> contacts_batch(std::span<const PlacedPair> queries,
                                       const ContactOptions& options, unsigned threads) {
    // Trees are made by this thread, so that no worker waits for another.
    for (const PlacedPair& query : queries) {
        (void)query.a.shape.box_tree();
        (void)query.b.shape.box_tree();
    }
    ContactOptions own = options;
    own.scratch = nullptr;
    std::vector<ContactSet> results(queries.size());
    parallel::for_each(queries.size(), threads, [&](std::size_t i) {
        find_contacts(queries[i].a, queries[i].b, own, results[i]);
    });
    return results;
}

}  // namespace swept
