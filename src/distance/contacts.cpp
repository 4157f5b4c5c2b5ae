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

void find_contacts(const Polyhedron& a, const Pose& world_from_a, const Polyhedron& b,
                   const Pose& world_from_b, const ContactOptions& options, ContactSet& answer,
                   Scratch* scratch) {
    const PlacedShape placed_a(a, world_from_a), placed_b(b, world_from_b);
    const NumericScale measures = standing_measures(placed_a, placed_b);
    const ScratchLease lease(scratch);
    find_contacts(placed_a, placed_b, measures, options, answer,
                  lease->memory().get<ContactMemory>());
}

ContactSet contacts(const Polyhedron& a, const Pose& world_from_a, const Polyhedron& b,
                    const Pose& world_from_b, const ContactOptions& options, Scratch* scratch) {
    ContactSet answer;
    find_contacts(a, world_from_a, b, world_from_b, options, answer, scratch);
    return answer;
}

std::vector<ContactSet> contacts_batch(const Polyhedron& a, const Polyhedron& b,
                                       std::span<const PosePair> placements,
                                       const ContactOptions& options, unsigned threads) {
    (void)a.box_tree();  // made by this thread, so that no worker waits for another
    (void)b.box_tree();
    std::vector<ContactSet> answers(placements.size());
    parallel::for_each(placements.size(), threads, [&](std::size_t i) {
        find_contacts(a, placements[i].world_from_a, b, placements[i].world_from_b, options,
                      answers[i]);
    });
    return answers;
}

}  // namespace swept
