#pragma once

// How two placed shapes stand to each other, for the library's own queries (swept/overlap.h).

#include "shape/placed_shape.h"
#include "swept/overlap.h"

namespace swept {

[[nodiscard]] OverlapResult relation_of(const PlacedShape& a, const PlacedShape& b,
                                        const OverlapOptions& options = {});

/// The same for shapes whose surfaces are known to be apart: whether one holds the other.
[[nodiscard]] OverlapResult relation_apart(const PlacedShape& a, const PlacedShape& b);

}  // namespace swept
