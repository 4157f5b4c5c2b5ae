#pragma once

// Cuts a region of a plane into triangles. The region is given by the sides of its border in any
// order, with the region to their left: outlines, holes, islands in holes, parts that touch.
//
// Every decision is an exact sign of the stored doubles (orient2d of a coordinate projection). All
// corners are triangulated first, the sides are forced into that triangulation, and how often the
// border goes round a triangle says whether it belongs to the region. So there are no bridges to
// holes to guess and no ears to choose: sides that cancel, corners that several outlines share,
// corners exactly on another side, and nested outlines are no special cases.
//
// Guarantees. The sides of the triangles add up to exactly the given sides, whatever the
// coordinates are; no corner is added. If no two sides cross, the triangles turn left, do not
// overlap and cover the region; a corner exactly on a side gets a triangle without area that holds
// the side together. If rounding has made sides cross, one of them is bent to the nearest corner,
// by a triangle as thin as the corner lies beyond the side: nothing else moves. Source: Sloan 1993
// for forcing sides, Lawson 1977 for the shape of the triangles.

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <span>
#include <vector>
#include "core/namespaces.h"

namespace swept::carve_detail {

/// A side of a border.
struct Arc {
    std::uint32_t from, to;
};

using IndexTriangle = std::array<std::uint32_t, 3>;

/// How a plane is looked at: along a coordinate axis, from its tip or from behind.
struct View {
    int axis = 2;
    bool from_behind = false;

    /// Along the normal's largest coordinate.
    [[nodiscard]] static View along(const Eigen::Vector3d& normal);
};

/// How a polygon is looked at from its front.
[[nodiscard]] View view_of(std::span<const Eigen::Vector3d> points,
                           std::span<const std::uint32_t> polygon);

/// Twice the signed area of a region as seen, to rounding: positive when its border runs
/// counter-clockwise.
[[nodiscard]] double twice_area(std::span<const Eigen::Vector3d> points, std::span<const Arc> arcs,
                                const View& view);

/// What became of a region.
enum class Triangulated : std::uint8_t {
    simple,  ///< no sides crossed, and no place was gone round but once
    folded,  ///< sides crossed: thin triangles may lie on others, within rounding of the sides
    failed,  ///< the sides are not closed, or cross so much that it is not rounding; nothing was
             ///< appended
};

/// Appends the triangles of the region to the left of the sides, as seen. Sides whose ends are the
/// same are left out.
[[nodiscard]] Triangulated triangulate(std::span<const Eigen::Vector3d> points,
                                       std::span<const Arc> arcs, const View& view,
                                       std::vector<IndexTriangle>& triangles);

}  // namespace swept::carve_detail
