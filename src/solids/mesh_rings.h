#pragma once

// What the parametric solids are put together from: circles, walls, and flat rings about the z
// axis.

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "core/namespaces.h"
#include "swept/mesh.h"

namespace swept::solids_detail {

/// Point i of n on the unit circle, counter-clockwise from the x axis. It is computed in the first
/// eighth of the circle and mirrored, so that the points are symmetric and the axes are met
/// exactly.
[[nodiscard]] Eigen::Vector2d on_circle(std::int64_t i, std::int64_t n);

/// All n of them, on a circle of `radius`.
[[nodiscard]] std::vector<Eigen::Vector2d> circle(int n, double radius);

/// n vertices in a row, from the first on.
[[nodiscard]] std::vector<std::uint32_t> numbered(std::uint32_t first, std::uint32_t n);

/// The vertices of an outline at a height, one after another. Returns the first.
std::uint32_t add_outline(Mesh& mesh, const std::vector<Eigen::Vector2d>& outline, double z);

/// A quad between each two neighbours of two rings of n vertices, each numbered from its first.
/// Seen from the front, the lower ring runs from left to right below the upper one.
void add_walls(Mesh& mesh, std::uint32_t lower, std::uint32_t upper, std::uint32_t n);

/// Which way a flat face looks along z.
enum class Facing : std::uint8_t { up, down };

/// A polygon whose corners run counter-clockwise seen from above.
void add_flat(Mesh& mesh, std::vector<std::uint32_t> corners, Facing facing);

/// A corner of a closed outline about the z axis. The outline is star-shaped: its corners stand in
/// the order of their turns, the first at 0.
struct RimCorner {
    double turns;  ///< about the axis from +x, in [0, 1)
    std::uint32_t vertex;
};
using Rim = std::vector<RimCorner>;

/// The triangles between a rim and the point of the axis at its height.
void add_disc(Mesh& mesh, const Rim& rim, Facing facing);

/// The triangles between two rims at one height. Returns whether they cover the flat ring between
/// the two, each point once; if not, the inner rim comes too close to the outer one or crosses it.
[[nodiscard]] bool add_ring(Mesh& mesh, const Rim& inner, const Rim& outer, Facing facing);

}  // namespace swept::solids_detail
