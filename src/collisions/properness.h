#pragma once

// How well two surfaces face each other at a point: the least sine, over all directions across the
// normal, of the angle from the one to the other (Buss 5, corrected: docs/derivations/glide.md,
// "Properness").

#include "collisions/step.h"
#include "core/namespaces.h"

namespace swept::collisions_detail {

/// Of a vertex and the plane with this unit normal, which points to the vertex's body: the least
/// height of its faces over the plane, and not only of its edges, which is the same for proper
/// contacts. 1 for a vertex without faces. Below `enough` the value may be larger than it is, but
/// is below.
[[nodiscard]] double vertex_properness(const GlideBody& body, VertexIndex vertex,
                                       const Eigen::Vector3d& normal, double enough = -1);

/// Of two edges, a's as it is turned at the moment of the collision. The unit normal is across both
/// and runs from b to a. `enough` as above.
[[nodiscard]] double edge_properness(const GlideBody& a, EdgeIndex edge_a, const Turn& turn,
                                     const GlideBody& b, EdgeIndex edge_b,
                                     const Eigen::Vector3d& normal, double enough = -1);

/// Of an edge and a plane along it, whose unit normal points to the edge's body: 0 at best.
[[nodiscard]] double edge_properness(const GlideBody& body, EdgeIndex edge,
                                     const Eigen::Vector3d& normal);

}  // namespace swept::collisions_detail
