// What a shape that stands in a world touches, is far from, and overlaps.

#include <algorithm>
#include <tuple>

#include "distance/query.h"
#include "math/boxes.h"
#include "overlap/relation_of.h"
#include "world/bodies/body_queries.h"
#include "world/bounds.h"
#include "world/memory.h"

namespace swept::world_detail {

namespace {

/// A shape in a world, and what is within a distance of it.
class Standing {
   public:
    Standing(const Polyhedron& shape, const Pose& world_from_shape, const WorldState& state,
             const WorldFilter& filter)
        : placed(shape, world_from_shape),
          measures(standing_measures(placed, sizes_of(state))),
          box(swept_box(shape, world_from_shape, Translation())),
          state_(state),
          filter_(filter) {}

    PlacedShape placed;
    NumericScale measures;
    Box box;

    /// Calls room(seen) and body(number) for all within the distance, in order.
    template <class OnRoom, class OnBody>
    void visit(double distance, const OnRoom& room, const OnBody& body) const {
        const Box wide = grown(box, distance);
        find_rooms(state_, filter_, wide, memory_->rooms);
        for (const VisibleRoom& seen : memory_->rooms) room(seen);
        find_bodies(state_, filter_, wide, memory_->bodies);
        for (const std::uint32_t i : memory_->bodies) body(i);
    }

    /// For whatever else the query fills.
    [[nodiscard]] WorldMemory& memory() const { return *memory_; }

   private:
    const WorldState& state_;
    const WorldFilter& filter_;
    WorldMemoryLease memory_;
};

/// Whose the witness is, with the face of the whole room; without one, no polygon is named.
ColliderRef name_witness(const VisibleRoom& seen, std::optional<Witness>& witness) {
    if (!witness) {
        ColliderRef collider = collider_of(seen, 0);
        collider.polygon = {};
        return collider;
    }
    const ColliderRef collider = collider_of(seen, witness->faces.b);
    witness->faces.b = seen.room->polygon_of(witness->faces.b);
    return collider;
}

/// What tells features of different rooms that are the same.
SeamKey feature_key(const Contact& contact, const VisibleRoom& seen) {
    const ContactFeature& at = contact.obstacle;
    std::array<std::array<double, 3>, 2> places{};
    for (std::size_t i = 0; i < at.vertex_count; ++i) {
        const Eigen::Vector3d& p = seen.room->shape().position(at.vertex_indices[i]);
        places[i] = {p[0], p[1], p[2]};
    }
    if (at.vertex_count == 2 && places[1] < places[0]) std::swap(places[0], places[1]);
    return {contact.kind, contact.mover.face_index, contact.mover.vertex_indices, places};
}

/// Whether nothing of the world is outside a box.
bool holds_all(const Box& box, const WorldState& state) {
    const auto holds_one = [&](const Box& other) { return holds(box, other); };
    return holds_one(state.room_boxes->box()) &&
           std::ranges::all_of(state.bodies->boxes(), holds_one);
}

}  // namespace

}  // namespace swept::world_detail

namespace swept {

using namespace world_detail;

InWorld<OverlapResult> overlap(const Placed& shape, const WorldSnapshot& world,
                               const OverlapOptions& options) {
    const WorldState& state = world.state();
    const Standing standing(shape.shape, shape.world_from_shape, state, options.filter);
    OverlapOptions left = options;
    left.warm_start.reset();  // faces of what, it does not say
    InWorld<OverlapResult> result;
    const auto add = [&](OverlapResult found, const auto& name) {
        const std::uint64_t spent = found.stats.volume_tests + found.stats.face_tests;
        if (left.budget != no_budget) left.budget -= std::min(left.budget, spent);
        OverlapStats stats = result.result.stats;
        stats.volume_tests += found.stats.volume_tests;
        stats.face_tests += found.stats.face_tests;
        const bool undecided =
            result.result.state == State::undecided || found.state == State::undecided;
        if (found.relation > result.result.relation) {
            result.result = found;
            result.collider = name(result.result.witness);
        }
        result.result.stats = stats;
        if (undecided && result.result.relation != Relation::overlapping) {
            result.result.state = State::undecided;
        }
    };
    standing.visit(
        4 * standing.measures.rounding / standing.measures.scale,
        [&](const VisibleRoom& seen) {
            if (result.result.relation == Relation::overlapping) return;
            add(relation_of(standing.placed, seen.room->placed(), left),
                [&](std::optional<Witness>& witness) { return name_witness(seen, witness); });
        },
        [&](std::uint32_t i) {
            if (result.result.relation == Relation::overlapping) return;
            add(overlap_body(shape.shape, shape.world_from_shape, *state.bodies, i, left),
                [&](std::optional<Witness>&) { return collider_of(state, i); });
        });
    return result;
}

WorldContactSet contacts(const Placed& shape, const WorldSnapshot& world,
                         const ContactOptions& options) {
    WorldContactSet all;
    find_contacts(shape, world, options, all);
    return all;
}

void find_contacts(const Placed& shape, const WorldSnapshot& world, const ContactOptions& options,
                   WorldContactSet& all) {
    const ScratchLease lease(options.scratch);
    ContactMemory& contact_memory = lease->memory().get<ContactMemory>();
    const WorldState& state = world.state();
    const Standing standing(shape.shape, shape.world_from_shape, state, options.filter);
    all.contacts.clear();
    all.relation = Relation::separate;
    all.contained = OverlapResult::Contained::none;
    all.witness.reset();
    all.collider = {};
    all.margin = standing.measures.margin / standing.measures.scale;
    all.tolerance = options.tolerance.length().value_or(2 * all.margin);
    ContactOptions same = options;
    if (const auto kept = ContactTolerance::within(all.tolerance)) same.tolerance = *kept;
    ContactSet& found = standing.memory().contacts;
    const auto merge = [&](const auto& name) {
        if (found.relation > all.relation) {
            all.relation = found.relation;
            all.contained = found.contained;
            all.witness = found.witness;
            all.collider = name(all.witness);
        }
    };
    // Those at seams come from each of their rooms.
    std::vector<SeamKey>& at_seams = standing.memory().at_seams;
    at_seams.clear();
    standing.visit(
        all.tolerance * (1 + 0x1p-40) + 4 * standing.measures.rounding / standing.measures.scale,
        [&](const VisibleRoom& seen) {
            find_contacts(standing.placed, seen.room->placed(), standing.measures, same, found,
                          contact_memory);
            merge([&](std::optional<Witness>& witness) { return name_witness(seen, witness); });
            const bool has_seams = seen.room->seam_edges() > 0;
            for (Contact& contact : found.contacts) {
                if (has_seams && contact.obstacle.vertex_count > 0) {
                    const SeamKey key = feature_key(contact, seen);
                    if (std::ranges::find(at_seams, key) != at_seams.end()) continue;
                    at_seams.push_back(key);
                }
                const ColliderRef collider = collider_of(seen, contact.obstacle.face);
                contact.obstacle.face = seen.room->polygon_of(contact.obstacle.face);
                all.contacts.push_back({contact, collider});
            }
        },
        [&](std::uint32_t i) {
            find_contacts_body(shape.shape, shape.world_from_shape, *state.bodies, i, same, found,
                               standing.memory().contacts_of_group);
            merge([&](std::optional<Witness>&) { return collider_of(state, i); });
            for (const Contact& contact : found.contacts) {
                all.contacts.push_back({contact, collider_of(state, i)});
            }
        });
    if (all.relation == Relation::overlapping) all.contacts.clear();
}

InWorld<DistanceResult> distance(const Placed& shape, const WorldSnapshot& world,
                                 const DistanceOptions& options) {
    const ScratchLease lease(options.scratch);
    ContactMemory& contact_memory = lease->memory().get<ContactMemory>();
    const WorldState& state = world.state();
    const Standing standing(shape.shape, shape.world_from_shape, state, options.filter);
    InWorld<DistanceResult> best;
    best.result.beyond = true;
    best.result.distance = options.limit.length();
    DistanceOptions left = options;
    left.warm_start.reset();  // faces of what, it does not say
    const auto add = [&](DistanceResult found, const auto& name) {
        const bool closer = found.relation > best.result.relation ||
                            (found.relation == best.result.relation && !found.beyond &&
                             (best.result.beyond || found.distance < best.result.distance));
        DistanceStats stats = best.result.stats;
        stats.volume_tests += found.stats.volume_tests;
        stats.face_pairs += found.stats.face_pairs;
        stats.feature_pairs += found.stats.feature_pairs;
        if (closer) {
            best.result = found;
            best.collider = name(best.result);
            left.limit = DistanceLimit::at_most(found.distance).value();
        }
        best.result.stats = stats;
    };
    const auto on_room = [&](const VisibleRoom& seen) {
        add(find_distance(standing.placed, seen.room->placed(), standing.measures, left,
                          contact_memory),
            [&](DistanceResult& found) {
                if (found.relation != Relation::separate) {
                    return name_witness(seen, found.witness);
                }
                const ColliderRef collider = collider_of(seen, found.closest.obstacle.face);
                found.closest.obstacle.face = seen.room->polygon_of(found.closest.obstacle.face);
                return collider;
            });
    };
    const auto on_body = [&](std::uint32_t i) {
        add(distance_body(shape.shape, shape.world_from_shape, *state.bodies, i, left),
            [&](DistanceResult&) { return collider_of(state, i); });
    };
    // What is close is found first in ever larger surroundings: most of a world is never looked at.
    const double whole = options.limit.length();
    double reach =
        std::max(shape.shape.extent(), 4 * standing.measures.margin / standing.measures.scale);
    for (bool last = false; !last; reach *= 4) {
        last = !(reach < whole) || holds_all(grown(standing.box, reach), state);
        const double within = last ? whole : reach;
        best = {};
        best.result.beyond = true;
        best.result.distance = within;
        left.limit = last ? options.limit : DistanceLimit::at_most(within).value();
        standing.visit(within, on_room, on_body);
        if (!best.result.beyond) break;
    }
    return best;
}

}  // namespace swept
