#pragma once

// Mesh: vertices and polygons as read or made, unchecked. Readers and solids return it, writers
// take it, and Polyhedron::build makes a shape of it.

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

namespace swept {

/// Polygons in flat arrays. The corners of a polygon are indices into `vertices`, counter-clockwise
/// seen from the front. A mesh without polygons is a set of points.
struct Mesh {
    std::vector<Eigen::Vector3d> vertices;    ///< positions
    std::vector<std::uint32_t> corners;       ///< of all polygons, one after another
    std::vector<std::uint32_t> polygon_ends;  ///< end of each polygon in `corners`

    /// The number of polygons.
    [[nodiscard]] std::size_t polygon_count() const { return polygon_ends.size(); }

    /// The corners of polygon i.
    [[nodiscard]] std::span<const std::uint32_t> polygon(std::size_t i) const {
        const std::uint32_t begin = i == 0 ? 0 : polygon_ends[i - 1];
        return {corners.data() + begin, polygon_ends[i] - begin};
    }

    /// Adds a vertex and returns its index.
    std::uint32_t add_vertex(const Eigen::Vector3d& position) {
        vertices.push_back(position);
        return static_cast<std::uint32_t>(vertices.size() - 1);
    }

    /// Adds a polygon of these corners, indices into `vertices`.
    void add_polygon(std::span<const std::uint32_t> polygon_corners) {
        corners.insert(corners.end(), polygon_corners.begin(), polygon_corners.end());
        polygon_ends.push_back(static_cast<std::uint32_t>(corners.size()));
    }
    /// The same.
    void add_polygon(std::initializer_list<std::uint32_t> polygon_corners) {
        add_polygon(std::span(polygon_corners.begin(), polygon_corners.size()));
    }
};

}  // namespace swept
