#pragma once

// Boxes around shapes on their way, rounded outward.

#include "core/namespaces.h"
#include "math/boxes.h"
#include "world/bodies/body_shape.h"

namespace swept::world_detail {

/// Around a shape on its whole way. Shape: Polyhedron or SphereSet.
template <class Shape>
[[nodiscard]] Box swept_box(const Shape& shape, const Pose& world_from_shape,
                            const Motion& motion) {
    const BodyMeasure measure = measure_of(shape);
    const Box start = outer_box(measure, world_from_shape);
    return bounds_of_motion(measure, world_from_shape, start, motion).box;
}

}  // namespace swept::world_detail
