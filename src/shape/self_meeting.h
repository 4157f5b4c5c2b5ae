#pragma once

// Do two faces of one shape meet elsewhere than in the corners and edges that they share? Decided
// exactly on the given doubles, as faces_meet.h does.

#include "core/namespaces.h"
#include "shape/placed_shape.h"

namespace swept::shape_detail {

/// Whether two faces, of three corners or more, have a point in common that is no corner and on no
/// edge of both. Corners are shared where they are at exactly one place.
[[nodiscard]] bool meet_beyond_shared(Corners a, Corners b);

}  // namespace swept::shape_detail
