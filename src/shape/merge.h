#pragma once

// Merges neighbouring faces that lie in one plane into larger convex ones.

#include <vector>

#include "core/namespaces.h"
#include "shape/polygon.h"

namespace swept::shape_detail {

/// Merges faces across the edges they share, two at a time and in a fixed order, while the union is
/// convex (decided exactly) and every corner that goes into it lies within `tolerance` of the plane
/// of the first face, or of `plane` where one is given. Corners on straight sides stay, because
/// other faces meet there. Returns which of the old faces each new one is made of, in ascending
/// order.
std::vector<std::vector<std::uint32_t>> merge_convex(Positions positions, Faces& faces,
                                                     double tolerance,
                                                     const Plane* plane = nullptr);

}  // namespace swept::shape_detail
