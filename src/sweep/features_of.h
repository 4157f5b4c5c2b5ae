#pragma once

// The features of a shape's faces, placed and with their tracks, loaded as a sweep gets to them. A
// pair of faces tests what the two own: each vertex and edge belongs to one face, so that shared
// features are tested once (van Waveren section 4) without marks in the mesh.

#include <cstdint>
#include <vector>

#include "features/distance.h"
#include "features/path.h"
#include "overlap/placed_shape.h"

namespace swept {

/// How a shape is brought before the kernels: scaled by a power of two, so that no product of
/// lengths leaves the range of doubles, and shifted by `lift` after that.
struct Staging {
    double scale = 1;
    Eigen::Vector3d lift = Eigen::Vector3d::Zero();
};

/// One face with its corners; of a set of points, a point. Corner i starts edge i.
struct LoadedFace {
    std::uint32_t face = 0;
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();
    std::vector<Eigen::Vector3d> corners;
    std::vector<Track> tracks;
    std::vector<std::uint32_t> own_vertices;  ///< which corners this face tests
    std::vector<std::uint32_t> own_edges;     ///< which edges, by the corner where they start
    double speed = 0;                         ///< no point of the face is faster

    [[nodiscard]] FaceGeometry geometry() const { return {corners, normal}; }
    [[nodiscard]] std::size_t next(std::size_t corner) const {
        return corner + 1 == corners.size() ? 0 : corner + 1;
    }
    [[nodiscard]] Eigen::Vector3d edge(std::size_t corner) const {
        return corners[next(corner)] - corners[corner];
    }
};

/// Whether the feature can be the first to touch (maths 6.0.1). Only a shape that stops on its
/// front sides alone has the internal features of a solid.
[[nodiscard]] bool is_tested(const Polyhedron::Data& shape, EdgeIndex edge);
[[nodiscard]] bool is_tested(const Polyhedron::Data& shape, VertexIndex vertex);

void load_face(const PlacedShape& placed, std::uint32_t face, const Path& path,
               const Staging& staging, LoadedFace& loaded);

}  // namespace swept
