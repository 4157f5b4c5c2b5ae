#pragma once

// Of what kind is each edge, and which vertices can never touch first? All by exact signs.

#include "core/namespaces.h"
#include "shape/polyhedron_data.h"

namespace swept::shape_detail {

/// Decides convex, flat or concave for the edges that match_edges left as convex, and counts the
/// kinds. `wholes`: the face that each one was a part of, or empty: the edges between parts of one
/// are flat, for they are edges of no polygon, and their faces have one plane.
void classify_edges(Polyhedron::Data& data, std::span<const std::uint32_t> wholes = {});

/// Lists the edges that are no longer than `width`, and those of faces that are no wider: what the
/// neighbours of such a face deviate from their planes may turn it over, and then the kinds of its
/// edges say nothing. A needle in a ridge that is turned over has concave or flat edges alone: the
/// ridge itself would be gone.
void list_thin_edges(Polyhedron::Data& data, double width);

/// Marks the internal vertices of a closed and oriented shape (docs/derivations/search.md,
/// "Internal features"); other shapes have none. Comes after list_thin_edges: no vertex of those is
/// internal.
void classify_vertices(Polyhedron::Data& data);

/// Whether no open half space holds all directions from `centre` to `others`: whether 0 lies in
/// their convex hull. Exact for up to 14 directions; for more, true is still proven, and false is
/// safe. `guess` is a direction that may have all of them on its side: a good one saves the search.
[[nodiscard]] bool surrounded(const Eigen::Vector3d& centre,
                              const std::vector<Eigen::Vector3d>& others,
                              const Eigen::Vector3d& guess);

}  // namespace swept::shape_detail
