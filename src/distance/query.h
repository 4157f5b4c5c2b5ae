#pragma once

// Contacts and distances of placed shapes, for the library's own queries (swept/distance.h). The
// measures are those of the two, or of more shapes that take part.

#include "core/namespaces.h"
#include "distance/collect.h"

namespace swept::distance_detail {

/// `pairs` null: by the trees of both shapes.
SWEPT_API void find_contacts(const PlacedShape& a, const PlacedShape& b,
                             const NumericScale& measures, const ContactOptions& options,
                             ContactSet& answer, ContactMemory& memory,
                             const NearPairs* pairs = nullptr);

[[nodiscard]] DistanceResult find_distance(const PlacedShape& a, const PlacedShape& b,
                                           const NumericScale& measures,
                                           const DistanceOptions& options, ContactMemory& memory);

}  // namespace swept::distance_detail
