#pragma once

// The collision detection of DOOM III as published: J.M.P. van Waveren, "Robust Continuous
// Collision Detection Between Arbitrary Polyhedra Using Trajectory Parameterization of Polyhedral
// Features", id Software 2005, with its misprints corrected (docs/papers.md). For study and
// comparison; swept/sweep.h is the method to use.

#include "swept/export.h"
#include "swept/polyhedron.h"
#include "swept/result.h"

namespace swept::papers::van_waveren {

/// Inward offset (3.5): if the offset shapes are tested and the originals are drawn, the drawn
/// shapes touch where the tested ones are apart by the margin.
///
/// A convex solid with every face moved inward by `distance`, a length: the part of it behind all
/// shifted planes. If two shapes are each offset inward by half the margin, they come to rest with
/// their originals in contact, face on face.
///
/// A vertex of more than three faces splits if the shifted faces do not meet in one point. Faces
/// that the others cut off vanish. Faces in one plane, to rounding, are merged. `source_face`
/// returns the caller's polygon as for `shape`, the lowest of merged ones. Vertices are new, and
/// `source_vertex` is their own number. Distance 0 returns the shape itself. No vertex is further
/// out of a shifted plane than the sum of 1e-13 of the extent, 1e-14 of the largest coordinate and
/// twice the plane deviation. Time: quadratic in the number of faces.
///
/// Errors (bad_argument): a distance that is negative, not finite or leaves nothing; a shape that
/// is not closed, not oriented, in several parts, inside out or not convex.
[[nodiscard]] SWEPT_PAPERS_API Result<Polyhedron> offset_inward(const Polyhedron& shape,
                                                                double distance);

}  // namespace swept::papers::van_waveren
