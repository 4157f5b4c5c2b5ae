#pragma once

// Solids with right angles: a box less other boxes.

#include <span>

#include "core/namespaces.h"
#include "swept/geometry.h"
#include "swept/mesh.h"

namespace swept::solids_detail {

/// A box with holes cut out of it, the holes being boxes that lie in it and may overlap. All their
/// planes cut space into cells; a quad stands wherever a filled cell meets an empty one. So
/// neighbours always share whole edges, every face is exactly planar, and the mesh is closed.
[[nodiscard]] Mesh carve_box(const Box& whole, std::span<const Box> holes);

}  // namespace swept::solids_detail
