#pragma once

// Cuts regions of a plane into triangles: outlines, holes in them, islands in the holes.
//
// Guarantee: combinatorial. Whatever the coordinates are, even when rounding has made outlines
// touch, cross or turn over, the sides of the triangles add up to exactly the sides of the loops;
// no vertex is added or left out. That the triangles do not overlap holds as far as the loops do
// not cross. Ears are clipped (the best-shaped one first, so that few are slivers); holes are first
// tied to their outline by a bridge (Eberly 1998).

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace swept {

/// Loops one after another.
struct Loops {
    std::vector<std::uint32_t> corners;
    std::vector<std::uint32_t> ends;

    [[nodiscard]] std::size_t size() const { return ends.size(); }
    [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t i) const {
        const std::uint32_t begin = i == 0 ? 0 : ends[i - 1];
        return {corners.data() + begin, ends[i] - begin};
    }
    void close() { ends.push_back(static_cast<std::uint32_t>(corners.size())); }
    void clear() {
        corners.clear();
        ends.clear();
    }
};

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

/// Twice the signed area of a loop as seen: positive when it runs counter-clockwise.
[[nodiscard]] double twice_area(std::span<const Eigen::Vector3d> points,
                                std::span<const std::uint32_t> loop, const View& view);

/// Appends the triangles. Outlines run counter-clockwise as seen, holes clockwise; loops of fewer
/// than three corners must not be given.
void triangulate(std::span<const Eigen::Vector3d> points, const Loops& loops, const View& view,
                 std::vector<std::array<std::uint32_t, 3>>& triangles);

}  // namespace swept
