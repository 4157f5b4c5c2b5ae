#pragma once

// Where points lie, and whether a part of one surface lies inside another solid: what remains to be
// asked when no surfaces cross.

#include "core/namespaces.h"
#include "shape/placed_shape.h"
#include "swept/overlap.h"

namespace swept::overlap_detail {

/// Where a point of the world lies, exactly.
[[nodiscard]] PointLocation place_of(const PlacedShape& placed, const Eigen::Vector3d& point);

/// Which parts of a surface (parts hang together by edges) lie inside a solid.
enum class Inside : std::uint8_t { none, some, all };

/// Surfaces that do not cross: so each part lies inside or outside as a whole, and one of its
/// points tells, if it is not on the other surface. `apart`: the surfaces do not even touch; else
/// `some` is all that is found out.
[[nodiscard]] SWEPT_API Inside parts_inside(const PlacedShape& inner, const PlacedShape& outer,
                                            bool apart);

}  // namespace swept::overlap_detail
