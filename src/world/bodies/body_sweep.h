#pragma once

// Two bodies in motion past each other, of which either may be made of spheres.
//
// Two polyhedra: sweep_both. Otherwise the spheres are cast along their motion as seen from the
// other body, grown by a margin; pieces where that is not one motion, the margin then makes up for
// how far these stray. What is promised for spheres, as in sweep.h:
// - Up to free_fraction no sphere is closer than its radius, and a start that is clear of the
// margin
//   leaves it at least an eighth of it. A start within the margin may slide along and leave; it
//   keeps the distance that it has, but for 8 roundings and, where the motion takes pieces, a 64th
//   of the margin. Once a slide has used up three quarters of the margin it goes on for one piece
//   at a time.
// - `margin` is how much larger the spheres are: tolerance::margin of the smaller extent, at least
//   SweepOptions::margin and 32 times what casts call in contact. Where the motion takes pieces it
//   is a millionth of the extent, unless the start is that close.
// - A start that overlaps has no contact. `warm_start` is not used; when the
//   budget is spent nothing is claimed of the piece at hand.

#include "core/namespaces.h"
#include "swept/sweep.h"
#include "world/bodies/bodies.h"

namespace swept::world_detail {

/// A body at the start of a motion.
struct MovingBody {
    const BodyGeometry& geometry;
    const Pose& world_from_body;
    const Motion& motion;
};

/// The first is the mover.
[[nodiscard]] MutualSweepResult sweep_bodies(const MovingBody& mover, const MovingBody& obstacle,
                                             const SweepOptions& options);

/// A polyhedron past a body at rest.
[[nodiscard]] SweepResult sweep_body(const Polyhedron& mover, const Pose& world_from_mover,
                                     const Motion& motion, const BodyTable& table, std::uint32_t i,
                                     const SweepOptions& options);

/// A hit of a sphere of a moving set as a contact; the sphere is the mover. `centre`: of the sphere
/// at the hit. `shape`, where it stands: what was hit; null for spheres.
[[nodiscard]] Contact contact_of_hit(const CastHit& hit, const Eigen::Vector3d& centre,
                                     double radius, const Polyhedron* shape,
                                     const Pose& world_from_shape);

}  // namespace swept::world_detail
