#pragma once

// How two bodies stand, whether they are polyhedra or sets of spheres.
//
// Two polyhedra are judged exactly. With spheres, what is within a few roundings of the radius
// (sphere_slack) is touching, as it is for casts.

#include "core/namespaces.h"
#include "swept/distance.h"
#include "swept/overlap.h"
#include "world/bodies/body_shape.h"

namespace swept::world_detail {

/// How far apart two bodies are at least, to rounding: their balls, or boxes along the fifteen
/// axes. Not above 0: not known.
[[nodiscard]] double least_separation(const BodyMeasure& a, const Pose& world_from_a,
                                      const BodyMeasure& b, const Pose& world_from_b);

/// How far from its radius a distance may be that counts as touching, a length: that of the largest
/// coordinates of all that takes part, as for casts. Safe to be called for boxes of any size.
[[nodiscard]] double sphere_slack(const Box& a, const Box& b);

/// How a shape stands to the spheres of one radius, and where.
struct SphereMeeting {
    Relation relation = Relation::separate;
    std::optional<Witness> witness;  ///< a face of the shape and a sphere of the set
};
[[nodiscard]] SphereMeeting meeting_of(const Polyhedron& shape, const Pose& world_from_shape,
                                       double radius_of_shape, const SphereGroup& group,
                                       const Pose& world_from_group, double slack,
                                       Scratch* scratch = nullptr);

}  // namespace swept::world_detail
