#pragma once

// The contact of a pair of features, with the mover at a pose: point, normal and the caller's ids.

#include "sweep/face_pair.h"

namespace swept {

/// Lengths are computed times `scale`, as is the path. Where the features meet, the velocity of the
/// mover there decides between the two normals: the one that opposes it. `memory` is overwritten.
[[nodiscard]] Contact contact_of(const FeaturePair& pair, const PlacedShape& mover,
                                 const PlacedShape& obstacle, const Path& path, double scale,
                                 LoadedPair& memory);

/// The contact that shows an overlap: two faces that cross, and a point on both.
[[nodiscard]] Contact contact_of(const Witness& witness, const PlacedShape& mover,
                                 const PlacedShape& obstacle);

}  // namespace swept
