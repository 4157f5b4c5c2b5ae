#pragma once

// A body of a world as the target of a query, be it a polyhedron or a set of spheres: the answers
// of the public headers.
//
// What differs for spheres: `face` in answers, and the vertex of a contact's feature, is the
// sphere; normals are those of the spheres, and points lie on them. Spheres are solid: what is
// inside overlaps. A cast that starts inside of one is stopped at 0 when it goes deeper. What is
// within a few roundings of the radius touches. `contained` is not told, nor does `sides` matter.

#include "core/namespaces.h"
#include "swept/cast.h"
#include "swept/distance.h"
#include "swept/overlap.h"
#include "swept/sweep.h"
#include "world/bodies/bodies.h"

namespace swept::world_detail {

/// Radius 0 is a particle.
[[nodiscard]] CastResult cast_body(const Ray& ray, const Radius& radius, const BodyTable& table,
                                   std::uint32_t i, const CastOptions& options);
[[nodiscard]] CastResult cast_body(const SphereSet& spheres, const Pose& world_from_spheres,
                                   const Motion& motion, const BodyTable& table, std::uint32_t i,
                                   const CastOptions& options);
/// The same past any body, wherever it stands.
[[nodiscard]] CastResult cast_geometry(const SphereSet& spheres, const Pose& world_from_spheres,
                                       const Motion& motion, const BodyGeometry& target,
                                       const Pose& world_from_target, const CastOptions& options);

[[nodiscard]] OverlapResult overlap_body(const Polyhedron& shape, const Pose& world_from_shape,
                                         const BodyTable& table, std::uint32_t i,
                                         const OverlapOptions& options);
[[nodiscard]] DistanceResult distance_body(const Polyhedron& shape, const Pose& world_from_shape,
                                           const BodyTable& table, std::uint32_t i,
                                           const DistanceOptions& options);
/// `result` and `of_group`, which holds what a group of spheres touches, are overwritten.
void find_contacts_body(const Polyhedron& shape, const Pose& world_from_shape,
                        const BodyTable& table, std::uint32_t i, const ContactOptions& options,
                        ContactSet& result, ContactSet& of_group);

/// How thick the margin around spheres is when two things stand still: tolerance::margin of the
/// smaller extent, more where coordinates are large.
[[nodiscard]] double zone_of_spheres(double extent_a, const Box& box_a, double extent_b,
                                     const Box& box_b);

}  // namespace swept::world_detail
