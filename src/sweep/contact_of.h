#pragma once

// The contact of a pair of features, with the mover at a pose: point, normal and the caller's ids.

#include "sweep/face_pair.h"

namespace swept {

/// `velocity_in_world` of the mover's points near the contact decides between the two normals where
/// the features meet: the one that opposes it.
[[nodiscard]] Contact contact_of(const FeaturePair& pair, const PlacedShape& mover,
                                 const PlacedShape& obstacle, const Path& path_in_world);

/// The contact that shows an overlap: two faces that cross, and a point on both.
[[nodiscard]] Contact contact_of(const Witness& witness, const PlacedShape& mover,
                                 const PlacedShape& obstacle);

}  // namespace swept
