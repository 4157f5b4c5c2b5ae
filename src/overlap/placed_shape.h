#pragma once

// A shape and where it stands: what the exact decisions see of it.

#include <array>

#include "math/pose_access.h"
#include "shape/polyhedron_data.h"

namespace swept {

struct PlacedShape {
    PlacedShape(const Polyhedron& polyhedron, const Pose& world_from_shape)
        : shape(polyhedron.data()),
          rotation(world_from_shape.rotation_matrix()),
          translation(world_from_shape.translation()) {}

    const Polyhedron::Data& shape;
    Eigen::Matrix3d rotation;
    Eigen::Vector3d translation;

    /// The placed vertex: the doubles that decisions are about.
    [[nodiscard]] Eigen::Vector3d position(VertexIndex vertex) const {
        return placed_point(rotation, translation, shape.positions[vertex.value]);
    }
};

}  // namespace swept
