#pragma once

// Do two placed faces meet, and how? Decided exactly on the given doubles: orientation predicates
// only, no tolerance, no allocation. A face is given by its corners; one with more than three is
// the fan of triangles (0, i, i + 1), for rounded corners need not lie in one plane. Degenerate
// input is fine: one corner is a point, two are a segment, triangles may have no area.

#include <Eigen/Core>
#include <cstdint>
#include <span>

#include "core/namespaces.h"
#include "shape/placed_shape.h"

namespace swept::shape_detail {

/// How two faces meet, as seen by these two faces alone.
enum class Meeting : std::uint8_t {
    apart,
    touching,  ///< they meet, but not as below
    crossing,  ///< the inner parts of two of their triangles cross along a line of positive length,
               ///< or two of their triangles that look the same way share an area in one plane
};

/// Whether the faces have a point in common.
[[nodiscard]] SWEPT_API bool faces_meet(Corners a, Corners b);

/// How the faces meet; faces_meet(a, b) is meeting_of(a, b) != Meeting::apart.
[[nodiscard]] SWEPT_API Meeting meeting_of(Corners a, Corners b);

/// A point on both of two faces that meet: within 32 u of the largest coordinate of the two (u =
/// 2^-53) from each, however thin or nearly parallel they are; the middle of what they share where
/// they cross in a line. (Coordinates that differ in size by more than 2^600 may lose that.) For
/// faces that do not meet, a corner.
[[nodiscard]] SWEPT_API Eigen::Vector3d point_on_both(Corners a, Corners b);

}  // namespace swept::shape_detail
