#pragma once

// What a carve does to its polygons last: pieces of one flat thing become larger convex ones again,
// and polygons without area go.

#include "core/namespaces.h"
#include "shape/faces.h"
#include "shape/polygon.h"

namespace swept::carve_detail {

/// Starts a face at the corner from which its fan has the best shaped triangles.
void start_well(Positions points, std::vector<std::uint32_t>& loop);

/// Takes out faces with all corners exactly on one line, where other faces can take their corners
/// into their sides: what was a - m - b on one side and a - b on the other is a - m - b on both. Of
/// a closed surface all go. Sources stay with their faces.
void drop_slivers(Positions points, Faces& faces);

/// Takes out corners on straight sides where just two faces meet: nothing ends there.
void drop_straight_corners(Positions points, Faces& faces);

/// Cuts faces that Polyhedron::build would not take as they are into triangles. False: one crosses
/// itself so much that it is not rounding.
[[nodiscard]] bool cut_bent(Positions points, Faces& faces);

/// Whether all corners lie in a plane to rounding: within what Polyhedron::build takes as planar.
[[nodiscard]] bool lies_in(Positions points, const Plane& plane, Loop loop);

/// Merges those faces that lie in the plane to rounding; the others stay as they are.
void merge_in_plane(Positions points, const Plane& plane, Faces& faces);

}  // namespace swept::carve_detail
