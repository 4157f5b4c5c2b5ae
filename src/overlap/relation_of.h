#pragma once

// How two placed shapes stand to each other, for the library's own queries (swept/overlap.h).

#include "core/namespaces.h"
#include "shape/placed_shape.h"
#include "swept/overlap.h"

namespace swept::overlap_detail {

/// The state of a query that decided this relation.
[[nodiscard]] inline State state_of(Relation relation) {
    if (relation == Relation::separate) return State::free;
    return relation == Relation::touching ? State::hit : State::overlapping;
}

/// With InitialOverlap::surfaces, shapes whose surfaces are apart are separate: whether one holds
/// the other is not looked at, which takes about as long as the rest.
[[nodiscard]] OverlapResult relation_of(const PlacedShape& a, const PlacedShape& b,
                                        const OverlapOptions& options = {},
                                        InitialOverlap check = InitialOverlap::solids);

/// The same for shapes whose surfaces are known to be apart: whether one holds the other.
[[nodiscard]] OverlapResult relation_apart(const PlacedShape& a, const PlacedShape& b);

}  // namespace swept::overlap_detail
