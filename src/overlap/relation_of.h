#pragma once

// How two placed shapes stand to each other, for the library's own queries (swept/overlap.h).

#include "overlap/placed_shape.h"
#include "swept/overlap.h"

namespace swept {

[[nodiscard]] OverlapResult relation_of(const PlacedShape& a, const PlacedShape& b,
                                        const OverlapOptions& options = {});

}  // namespace swept
