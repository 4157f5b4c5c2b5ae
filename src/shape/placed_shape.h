#pragma once

// A shape and where it stands: what the exact decisions see of it.

#include <array>
#include <span>
#include <vector>

#include "core/assert.h"
#include "core/namespaces.h"
#include "math/pose_access.h"
#include "shape/polyhedron_data.h"

namespace swept::shape_detail {

/// The placed corners of a face, one or more, counter-clockwise seen from the front.
using Corners = std::span<const Eigen::Vector3d>;

struct PlacedShape {
    PlacedShape(const Polyhedron& shape_to_place, const Pose& world_from_shape)
        : polyhedron(shape_to_place),
          shape(shape_to_place.data()),
          rotation(world_from_shape.rotation_matrix()),
          translation(world_from_shape.translation()) {}

    const Polyhedron& polyhedron;
    const Polyhedron::Data& shape;
    Eigen::Matrix3d rotation;
    Eigen::Vector3d translation;

    /// The placed vertex: the doubles that decisions are about.
    [[nodiscard]] Eigen::Vector3d position(VertexIndex vertex) const {
        SWEPT_ASSERT(vertex.value < shape.positions.size(), "a vertex of this shape");
        return placed_point(rotation, translation, shape.positions[vertex.value]);
    }

    /// Faces, or the points of a set of points: what trees and answers number.
    [[nodiscard]] std::size_t face_count() const {
        return shape.planes.empty() ? shape.positions.size() : shape.planes.size();
    }
    [[nodiscard]] std::uint32_t source_face(std::uint32_t face) const {
        SWEPT_ASSERT(face < face_count(), "a face of this shape");
        return shape.planes.empty() ? shape.vertex_sources[face] : shape.face_sources[face];
    }
};

/// The placed corners of a face; of a set of points, the point. Allocates only for faces of many
/// corners.
class PlacedFace {
   public:
    PlacedFace(const PlacedShape& placed, std::uint32_t face) {
        if (placed.shape.planes.empty()) {
            few_[0] = placed.position(VertexIndex(face));
            corners_ = {few_.data(), 1};
            return;
        }
        const std::span<const VertexIndex> vertices = placed.shape.corners_of(FaceIndex(face));
        Eigen::Vector3d* corners = few_.data();
        if (vertices.size() > few_.size()) {
            many_.resize(vertices.size());
            corners = many_.data();
        }
        for (std::size_t i = 0; i < vertices.size(); ++i) corners[i] = placed.position(vertices[i]);
        corners_ = {corners, vertices.size()};
        SWEPT_ASSERT(!corners_.empty(), "a face has corners");
    }
    PlacedFace(const PlacedFace&) = delete;
    PlacedFace& operator=(const PlacedFace&) = delete;

    [[nodiscard]] Corners corners() const { return corners_; }

   private:
    std::array<Eigen::Vector3d, 16> few_;
    std::vector<Eigen::Vector3d> many_;
    Corners corners_;
};

}  // namespace swept::shape_detail
