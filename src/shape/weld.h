#pragma once

// Which vertices are one? Each vertex is mapped to the lowest one at its place.

#include <span>
#include <vector>

#include "swept/polyhedron.h"

namespace swept {

/// For each vertex the one that stands for it, itself or an earlier one. Weld::identical: equal
/// coordinates. Weld::within: the lowest earlier vertex that stands for itself and is not further
/// than `distance`; so nothing moves by more than that, however many vertices lie in a row.
[[nodiscard]] std::vector<std::uint32_t> weld_vertices(std::span<const Eigen::Vector3d> vertices,
                                                       Weld weld, double distance);

}  // namespace swept
