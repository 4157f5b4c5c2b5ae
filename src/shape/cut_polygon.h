#pragma once

// A convex polygon of many corners becomes several of few. Pairs of faces are looked at corner by
// corner, so that a face must not have many; and a tree finds its way among small pieces only.

#include "core/namespaces.h"
#include "shape/polygon.h"

namespace swept::shape_detail {

/// Choice. A convex polygon with more corners than this is cut. Up to here it is quicker to look at
/// one face than at its pieces, and all everyday polygons stay whole.
inline constexpr std::size_t most_corners_of_face = 64;

/// Choice. The pieces have at most so many corners: with fewer there are more edges between them,
/// with more the pairs of their corners cost more.
inline constexpr std::size_t most_corners_of_piece = 16;

/// Cuts a convex polygon into convex pieces between its own corners and appends them to `pieces`.
/// Each piece has an area, decided exactly: corners on one straight side never make one. The
/// pieces along the outline are small and those inside few, so that two such polygons over each
/// other have few pairs of pieces over each other. The time grows with n log n. The cuts do not
/// depend on which corner comes first. Returns whether it did; a polygon that is not exactly convex
/// along any axis is left to the caller, and nothing is appended.
[[nodiscard]] bool cut_convex_polygon(Positions positions, const Plane& plane, Loop loop,
                                      std::uint32_t source, Faces& pieces);

}  // namespace swept::shape_detail
