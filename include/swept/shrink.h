#pragma once

// Shapes made thinner by the thickness of the expel zone, so that what is drawn touches where what
// is tested stands apart by the zone (the trajectory paper, 3.5).

#include "swept/export.h"
#include "swept/polyhedron.h"
#include "swept/result.h"

namespace swept {

/// The shape with every face moved inward by `distance`, a length: what is left of it behind all
/// the shifted planes. Two shapes that are offset inward by half the zone each come to rest with
/// their originals in touch, face on face.
///
/// For solids that are convex. A vertex of more than three faces splits where they no longer meet
/// in one point; faces vanish that the others cut off; faces in one plane (but for rounding) become
/// one. `source_face` gives the caller's polygon as it does for `shape`, the lowest where faces
/// became one; vertices are new, and `source_vertex` is their own number. Distance 0 gives the
/// shape itself. No vertex is further out of a shifted plane than 1e-13 of the extent, 1e-14 of the
/// largest coordinate and twice the plane deviation, taken together. The time grows with the square
/// of the faces.
///
/// Errors (bad_argument): a distance that is negative or not finite, or leaves nothing; a shape
/// that is not closed, not oriented, in several parts, inside out or not convex.
[[nodiscard]] SWEPT_API Result<Polyhedron> offset_inward(const Polyhedron& shape, double distance);

}  // namespace swept
