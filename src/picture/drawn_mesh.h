#pragma once

// A shape as it is drawn: triangles and the edges that the eye needs. Shapes too large to be drawn
// whole are drawn with fewer triangles; the answer that is shown was found with all of them.

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "swept/polyhedron.h"

namespace swept::picture_detail {

struct DrawnMesh {
    Eigen::Vector3d middle = Eigen::Vector3d::Zero();  ///< positions are relative to it
    std::vector<Eigen::Vector3f> positions;
    std::vector<Eigen::Vector3f> low;      ///< what single precision leaves of them; or none
    std::vector<std::uint32_t> triangles;  ///< three corners each
    std::vector<std::uint32_t> lines;      ///< two ends each
    std::vector<std::uint32_t> faces;      ///< the caller's, of each triangle; none when reduced
    std::vector<std::uint32_t> vertices;   ///< the caller's, of each position; none when reduced
    std::size_t reduced_from = 0;          ///< triangles there were; 0: drawn whole
};

/// With no more triangles than `most`, so far as that can be.
[[nodiscard]] DrawnMesh drawn(const Polyhedron& shape, std::size_t most);

/// How many triangles the whole has.
[[nodiscard]] std::size_t triangle_count(const Polyhedron& shape);

/// Some of its faces alone, relative to `middle`.
[[nodiscard]] DrawnMesh drawn_faces(const Polyhedron& shape, std::span<const FaceIndex> faces,
                                    const Eigen::Vector3d& middle);

}  // namespace swept::picture_detail
