#pragma once

// All collisions of a time step. Two bodies move from one pose to another each, as if they passed
// through each other; their relative motion is taken to be a screw (a glide rotation). Each
// collision has its properness (Buss 2004, with its misprints corrected: docs/papers.md).
//
// The curves of the features are followed in space and time by certified searches, which miss
// nothing. Parts of the two bodies that cannot meet are excluded beforehand, by their trees.
//
// A collision is a vertex that passes through a face, or an edge that passes an edge. For shapes
// that collide with their front, only features that face each other collide (Buss 4.2): faces that
// the other body approaches, with their edges and vertices. Edges that can never touch first
// (Polyhedron::is_internal: flat edges and, for solids, concave ones) do not collide. Features that
// touch at the start and slide along each other collide at fraction 0.
//
// All functions are total, keep no state and are thread-safe. The same query returns the same bits
// for any number of threads.

#include <cstdint>
#include <span>
#include <vector>

#include "swept/cast.h"
#include "swept/contact.h"
#include "swept/geometry.h"
#include "swept/motion.h"
#include "swept/polyhedron.h"
#include "swept/query.h"

namespace swept {

/// One collision of a step.
struct Collision {
    double fraction = 0;  ///< of the step, 0 to 1
    /// How well the surfaces face each other: the least sine, over all directions from the point,
    /// of the angle between them (Buss 5), -1 to 1. From 0 on, the bodies do not cut into each
    /// other near the point: it can be a first contact. Below 0 they do. A sphere counts as its
    /// tangent plane; a point without edges has 1.
    double properness = 0;
    /// vertex_face, face_vertex or edge_edge, with body a as the mover and b as the obstacle. The
    /// point is in world, with a moved by its own screw; the normal points from b to a. The
    /// separation is as the method knows it, no more than `error_bound`. Spheres are vertices with
    /// the sphere's index; they also collide with edges and vertices.
    Contact contact;
    Eigen::Vector3d point_in_a = Eigen::Vector3d::Zero();  ///< the same point in a's coordinates
};

/// One body in a step: its shape, and its pose before and after.
struct BodyStep {
    Polyhedron shape;  ///< any mesh
    Pose from;         ///< pose at the start of the step
    Pose to;           ///< pose at its end
};

/// The same for a body made of spheres.
struct SphereSetStep {
    SphereSet spheres;  ///< the body
    Pose from;          ///< pose at the start of the step
    Pose to;            ///< pose at its end
};

/// Options of `all_collisions`.
struct CollisionOptions {
    /// Least properness, -1 to 1: less proper collisions are left out. -1 leaves none out.
    double min_properness = -0.1;
    Scratch* scratch = nullptr;  ///< working memory; null: the thread's own
};

/// Work that a query did, for benchmarks.
struct CollisionStats {
    std::uint64_t volume_tests = 0;  ///< pairs of bounding volumes compared
    std::uint64_t faces = 0;         ///< faces left after culling, of both bodies
    std::uint64_t candidates = 0;    ///< pairs of features tested
    std::uint64_t search_steps = 0;  ///< times evaluated in all searches
};

/// Result for one step.
struct CollisionResult {
    /// Sorted by fraction, then by features. A vertex that collides with an edge is reported with
    /// the adjacent face that faces it best.
    std::vector<Collision> collisions;
    /// Motion of body a relative to b, in world coordinates, with b at its start pose.
    Motion motion;
    /// Upper bound of the distance of the two features of a collision at its fraction, a length:
    /// rounding.
    double error_bound = 0;
    CollisionStats stats;  ///< work that the query did
};

/// All collisions of a step in which both bodies move. The relative motion is the screw that joins
/// the relative poses by the shorter rotation, less than half a turn; at exactly half a turn it is
/// that of screw_between. If one body is at rest, or both only translate, this is the true motion;
/// else glide_error bounds the deviation (Buss 4.3). Bodies without relative motion have no
/// collisions. Errors: an option out of range; bodies smaller than the rounding of their
/// coordinates or motion.
[[nodiscard]] SWEPT_API Result<CollisionResult> all_collisions(
    const BodyStep& a, const BodyStep& b, const CollisionOptions& options = {});

/// The same for body a on a motion past b at rest. A screw may have any number of turns. A rotation
/// of a full turn or more is tested for one turn; its fractions refer to the whole motion.
[[nodiscard]] SWEPT_API Result<CollisionResult> all_collisions(
    const Placed& a, const Motion& motion, const Placed& b, const CollisionOptions& options = {});

/// The same for a body made of spheres: every time at which a sphere begins to touch a face, an
/// edge, a vertex or another sphere.
[[nodiscard]] SWEPT_API Result<CollisionResult> all_collisions(
    const SphereSetStep& a, const BodyStep& b, const CollisionOptions& options = {});
/// The same for two bodies made of spheres.
[[nodiscard]] SWEPT_API Result<CollisionResult> all_collisions(
    const SphereSetStep& a, const SphereSetStep& b, const CollisionOptions& options = {});

/// Groups of collisions that count as simultaneous (Buss 3). In each group, no collision is more
/// than `fraction` later than the first. Precondition: `collisions` are sorted by fraction. The
/// groups are parts of `collisions`, in the same order.
[[nodiscard]] SWEPT_API std::vector<std::span<const Collision>> group_within(
    std::span<const Collision> collisions, double fraction);

}  // namespace swept
