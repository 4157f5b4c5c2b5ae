#pragma once

// Which vertices are one? Each vertex is mapped to the lowest one at its place.

#include <span>
#include <vector>

#include "core/namespaces.h"
#include "swept/polyhedron.h"

namespace swept::shape_detail {

/// For each vertex the one that stands for it, itself or an earlier one. Weld::identical: equal
/// coordinates. Weld::within: the lowest earlier vertex that stands for itself and is not further
/// than `distance`; so nothing moves by more than that, however many vertices lie in a row.
[[nodiscard]] std::vector<std::uint32_t> weld_vertices(std::span<const Eigen::Vector3d> vertices,
                                                       Weld weld, double distance);

/// Edges whose ends are one but for rounding: no longer than `distance`, a few roundings of the
/// coordinates. Their directions are rounding, and so is all that is computed from them: their ends
/// become one, in all polygons. Changes `stands_for` and returns how many vertices it maps anew;
/// nothing moves by more than `distance`. A polygon may vanish by that, but only where what is left
/// of it, an edge or a vertex, is that of another polygon: no piece of surface is lost.
std::uint32_t weld_short_edges(const Mesh& mesh, double distance,
                               std::span<std::uint32_t> stands_for);

}  // namespace swept::shape_detail
