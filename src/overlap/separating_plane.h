#pragma once

// A plane that two shapes touch from either side: then their surfaces do not cross, however many
// pairs of faces meet. Shapes that lie on each other with many faces, or that touch with a vertex
// of many, would otherwise take as many tests as there are pairs.

#include <cstdint>

#include "core/namespaces.h"
#include "shape/placed_shape.h"

namespace swept::overlap_detail {

/// A face of each shape; they meet.
struct MeetingFaces {
    std::uint32_t a;
    std::uint32_t b;
};

/// True: a plane (of one of these faces, of one beside it, or through a corner of both) has all of
/// one shape on its one side and all of the other on its other side, or in it, and no two faces in
/// it look the same way. So the two shapes touch and do not overlap. False: such a plane was not
/// found. Exact. Time: linear in the numbers of vertices and faces, for each plane that is tried.
[[nodiscard]] SWEPT_API bool touch_at_plane(const PlacedShape& a, const PlacedShape& b,
                                            MeetingFaces faces);

}  // namespace swept::overlap_detail
