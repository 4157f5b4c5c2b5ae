#pragma once

// Which faces meet in which edges?

#include <span>
#include <vector>

#include "core/namespaces.h"
#include "shape/polyhedron_data.h"

namespace swept::shape_detail {

/// A directed edge that belongs to no face that was kept: a side of a polygon without area.
struct LooseEdge {
    std::uint32_t from;
    std::uint32_t to;
    bool own = true;  ///< of the shape, not of its neighbours
};

/// Fills edges, corner_edges, and the counts of faces per edge from faces and corners: kinds are
/// border, tangled, or convex for those still to be classified. Sets closed and oriented; `loose`
/// are the sides of polygons that were left out because they have no area, yet join what is on
/// either side of them.
/// Returns how many edges there are on which the faces do not cancel out.
std::size_t match_edges(Polyhedron::Data& data, std::span<const LooseEdge> loose);

/// Turns an outline so that it begins with its lowest vertex: equal for equal faces.
void start_at_lowest(std::vector<std::uint32_t>& outline);

/// Faces that repeat an earlier one, corner for corner and in the same direction, in ascending
/// order. Looks only where edges are tangled, since every edge of a repeated face is.
[[nodiscard]] std::vector<FaceIndex> repeated_faces(const Polyhedron::Data& data);

/// Fills vertex_edges and vertex_owners from edges and faces.
void link_vertices(Polyhedron::Data& data);

}  // namespace swept::shape_detail
