#pragma once

// Two faces touch. Do the surfaces that they belong to pass through each other there?
//
// Away from where inner parts of triangles cross (Meeting::crossing), one surface can pass through
// another only along a line: an edge of one that lies in a face or along an edge of the other. (A
// surface cannot change sides in a single point.) Around such a line both surfaces are half planes,
// and the order of half planes round a line is decided by the exact signs of orient3d.

#include "core/namespaces.h"
#include "shape/placed_shape.h"

namespace swept::overlap_detail {

/// Whether the surfaces cross along an edge of face_a or of face_b (the edges between the triangles
/// of a face's fan included) that lies in or along the other face over a positive length:
/// * a half plane of one surface runs inside the other, a solid (closed and oriented): strictly in
///   the angle between two of its faces where its inside is;
/// * or neither is a solid, and half planes of one run strictly in two different angles between the
///   faces of the other;
/// * or half planes of both coincide and look the same way, over a positive area.
/// The faces are those of the polyhedra; they are known to meet. Edges of a solid that polygons
/// without area left with an odd number of faces decide nothing. Allocates only where an edge has
/// more than four faces or a face more than 16 corners.
[[nodiscard]] SWEPT_API bool surfaces_cross(const PlacedShape& a, FaceIndex face_a,
                                            const PlacedShape& b, FaceIndex face_b);

}  // namespace swept::overlap_detail
