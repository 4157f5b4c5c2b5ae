#pragma once

// Ray cast, sphere cast and cast of a set of spheres: the first hit with any mesh, closed or not,
// at any pose (Schroeder 2001, with the misprints corrected and the gaps closed:
// docs/derivations/spheres.md).
//
// Guarantees, for the placed vertices (pose * vertex, in doubles):
// - Rays are watertight. Whether a ray hits a triangle is decided exactly on the given doubles. A
//   ray through an edge or a vertex hits all faces there. A face of more than three corners is the
//   triangle fan from its first corner.
// - Spheres never miss. A face within the radius of the path is a hit. A face further away by at
//   most `CastResult::error_bound` may be a hit.
// - At the fraction of a hit, the distance from the centre to the face is the radius, to within
//   `CastResult::error_bound`.
// - A start in contact is a state. A point on a face is on its front side: it can leave to the
//   front, and is stopped at 0 if it moves through. A sphere that touches or overlaps at the start
//   can slide and leave. From then on it keeps the distance that it had, and is stopped at 0 if it
//   comes closer.
//
// All functions are total, keep no state and are thread-safe. The same query returns the same bits
// for any number of threads, any tree, any culling and any vector instructions. Only the statistics
// and the hit that CastMode::any names depend on the tree and the culling.

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "swept/geometry.h"
#include "swept/motion.h"
#include "swept/overlap.h"
#include "swept/polyhedron.h"

namespace swept {

/// A straight path: a segment, or an unbounded ray.
class SWEPT_API Ray {
   public:
    /// From one point to another; fraction 1 is at `to`. The two may be equal: then only the start
    /// is tested. Error: a coordinate that is not finite or beyond tolerance::largest_coordinate.
    [[nodiscard]] static Result<Ray> between(const Eigen::Vector3d& from,
                                             const Eigen::Vector3d& to);
    /// From a point in a direction, without end; fraction f is at from + f direction. Error: a
    /// coordinate that is not finite or beyond tolerance::largest_coordinate, or a direction that
    /// is zero or whose components are all below 1 / tolerance::largest_coordinate.
    [[nodiscard]] static Result<Ray> towards(const Eigen::Vector3d& from,
                                             const Eigen::Vector3d& direction);

    /// The start point.
    [[nodiscard]] const Eigen::Vector3d& from() const { return from_; }
    /// The end point; for an unbounded ray, its direction.
    [[nodiscard]] const Eigen::Vector3d& to() const { return to_; }
    /// True for a segment (made by `between`).
    [[nodiscard]] bool is_bounded() const { return bounded_; }
    /// The displacement at fraction 1: to - from, rounded, or the direction.
    [[nodiscard]] Eigen::Vector3d vector() const {
        return bounded_ ? Eigen::Vector3d(to_ - from_) : to_;
    }
    /// The point at a fraction, rounded. A segment is at `to` at 1.
    [[nodiscard]] Eigen::Vector3d at(double fraction) const;

   private:
    Ray(const Eigen::Vector3d& from, const Eigen::Vector3d& to, bool bounded)
        : from_(from), to_(to), bounded_(bounded) {}
    Eigen::Vector3d from_;
    Eigen::Vector3d to_;
    bool bounded_;
};

/// A radius or clearance: a length of 0 or more.
class SWEPT_API Radius {
   public:
    /// 0: a particle.
    Radius() = default;
    /// Error: a length that is negative, not finite or beyond tolerance::largest_coordinate.
    [[nodiscard]] static Result<Radius> of(double length);
    /// 0 or more.
    [[nodiscard]] double length() const { return length_; }

   private:
    double length_ = 0;
};

/// A shape approximated by spheres that move together, in its own frame. Copies share their data.
class SWEPT_API SphereSet {
   public:
    /// Errors: no sphere; more than 2^20 spheres; a number that is not finite; a coordinate or
    /// radius beyond tolerance::largest_coordinate; a negative radius. The error names the sphere.
    [[nodiscard]] static Result<SphereSet> make(std::vector<Sphere> spheres);
    /// All spheres; `CastHit::sphere` is an index into them.
    [[nodiscard]] std::span<const Sphere> spheres() const { return *spheres_; }

   private:
    explicit SphereSet(std::shared_ptr<const std::vector<Sphere>> spheres)
        : spheres_(std::move(spheres)) {}
    std::shared_ptr<const std::vector<Sphere>> spheres_;
};

/// At most `count` spheres (1 to 4096) that contain the whole surface of a shape: each point of a
/// face lies in one of them. So they hit whatever the shape hits. More spheres follow the shape
/// more closely. Large faces are cut, the pieces are divided by halving, and each part gets a small
/// sphere; in a solid, a sphere is moved inward if it then protrudes less. Errors: a count out of
/// range; a sphere beyond tolerance::largest_coordinate.
[[nodiscard]] SWEPT_API Result<SphereSet> fit_spheres(const Polyhedron& shape, unsigned count);

/// What a cast searches for.
enum class CastMode : std::uint8_t {
    first,  ///< the hit of least fraction; of several at one fraction, that of the lowest sphere,
            ///< then of the lowest face (the polyhedron's numbers)
    any,    ///< whether there is a hit; which of several is named depends on the tree
};

/// How the boxes of faces are tested. Speed only: the results do not depend on it.
enum class CastCulling : std::uint8_t {
    slabs,     ///< the tree's boxes grown by the radius, eight at a time, nearest first
    path_box,  ///< Schroeder 2001: the box around the whole path against those of tree and faces
    outcodes,  ///< Schroeder 2001: the path against boxes grown by the radius, after Cohen and
               ///< Sutherland
    path_box_flat,  ///< as path_box, for each face, without a tree
    outcodes_flat,  ///< as outcodes, for each face, without a tree
};

/// "slabs", "path box", "outcodes", "path box, flat", "outcodes, flat".
[[nodiscard]] SWEPT_API std::string_view name_of(CastCulling culling);

/// Options of a cast.
struct CastOptions {
    /// No limit on the number of tests.
    static constexpr std::uint64_t no_budget = std::numeric_limits<std::uint64_t>::max();

    CastMode mode = CastMode::first;  ///< the first hit, or whether there is any
    /// The sides of faces that are hit; automatic: those of the shape (Polyhedron::sides). With
    /// Sides::front, only motion against the front of a face hits it.
    Sides sides = Sides::automatic;
    /// The distance that is kept from every face, a length that is added to the radius. This is
    /// Schroeder's clearance, as a distance from the face that does not depend on the angle of the
    /// path (docs/derivations/spheres.md, "Buffer").
    Radius clearance = {};
    /// What counts as overlapping at the start. Testing for solids costs about as much as a ray.
    InitialOverlap initial_overlap = InitialOverlap::surfaces;
    CastCulling culling = CastCulling::slabs;  ///< how boxes are tested
    /// Maximum number of tests of boxes and faces; when it is spent, the state is undecided. A long
    /// search for the time of a hit counts as further faces. Only sphere sets that rotate have a
    /// budget: straight casts are short.
    std::uint64_t budget = no_budget;
};

/// The part of a face that was hit.
enum class CastFeature : std::uint8_t { face, edge, vertex };

/// "face", "edge", "vertex".
[[nodiscard]] SWEPT_API std::string_view name_of(CastFeature feature);

/// The side of a face that was hit.
enum class FaceSide : std::uint8_t { front, back };

/// "front", "back".
[[nodiscard]] SWEPT_API std::string_view name_of(FaceSide side);

/// One hit, in world coordinates.
struct CastHit {
    double fraction = 0;  ///< of the path, 0 to 1; of an unbounded ray, in lengths of its direction
    Eigen::Vector3d point = Eigen::Vector3d::Zero();  ///< on the face
    /// Unit, from the mesh to the ray or sphere. At a face, its normal on the side that was hit; at
    /// an edge or vertex, the direction from the point to the centre.
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
    /// The caller's polygon; for a shared edge or vertex, the lowest that counts. For a set of
    /// points, the point.
    std::uint32_t face = 0;
    FaceIndex face_index;      ///< the polyhedron's number of the face; none for a set of points
    std::uint32_t sphere = 0;  ///< index of the sphere in its set
    CastFeature feature = CastFeature::face;  ///< the part of the face that was hit
    FaceSide side = FaceSide::front;  ///< the side of that face on which the centre is at the hit
};

/// How a cast ended. A miss is a state, not an error.
enum class CastState : std::uint8_t { free, hit, undecided };

/// "free", "hit", "undecided".
[[nodiscard]] SWEPT_API std::string_view name_of(CastState state);

/// Result of one cast.
struct CastResult {
    CastHit hit;  ///< valid for state hit
    /// The relation at fraction 0, for either side of a face. touching: a sphere within
    /// 8 error_bound of its radius. overlapping: a sphere closer than that, or, with
    /// InitialOverlap::solids, a centre inside the solid.
    Relation start = Relation::separate;
    CastState state = CastState::free;  ///< hit, free or undecided
    std::uint32_t box_tests = 0;        ///< boxes tested
    std::uint32_t face_tests = 0;       ///< faces tested in double precision
    double error_bound = 0;             ///< error bound of distances at the hit, a length
};

/// First hit of a particle (ray cast). It never hits a set of points, because points have no size.
[[nodiscard]] SWEPT_API CastResult cast(const Ray& ray, const Polyhedron& shape,
                                        const Pose& world_from_shape = {},
                                        const CastOptions& options = {});

/// First hit of a sphere whose centre moves along the ray (sphere cast). A radius of 0, without a
/// clearance, is a particle.
[[nodiscard]] SWEPT_API CastResult cast(const Ray& ray, const Radius& radius,
                                        const Polyhedron& shape, const Pose& world_from_shape = {},
                                        const CastOptions& options = {});

/// First hit of a set of spheres that starts at a pose and is displaced by a motion. Spheres of
/// radius 0 are particles on straight motions; on motions that rotate, no radius is less than 32
/// roundings. A rotation of more than one turn is tested for one turn; its fractions refer to the
/// whole motion. With Sides::front, a face that begins to count during a rotation, while a sphere
/// is within its radius already, may or may not stop the sphere. Undecided: the budget was spent,
/// or there are so many turns that positions are lost in rounding.
[[nodiscard]] SWEPT_API CastResult cast(const SphereSet& spheres, const Pose& world_from_spheres,
                                        const Motion& motion, const Polyhedron& shape,
                                        const Pose& world_from_shape = {},
                                        const CastOptions& options = {});

/// Every face that is hit, sorted by (fraction, sphere, face); each face once per sphere, at its
/// first hit. `hits` is overwritten. Returns the result of `cast`, with the first of these hits;
/// among faces that spheres hit at one time, up to rounding, it may be another one than that of
/// `cast`. If the state is undecided, hits may be missing. `options.mode` is not used.
SWEPT_API CastResult cast_all(const Ray& ray, const Polyhedron& shape, const Pose& world_from_shape,
                              const CastOptions& options, std::vector<CastHit>& hits);
/// The same for a sphere.
SWEPT_API CastResult cast_all(const Ray& ray, const Radius& radius, const Polyhedron& shape,
                              const Pose& world_from_shape, const CastOptions& options,
                              std::vector<CastHit>& hits);
/// The same for a set of spheres on a motion.
SWEPT_API CastResult cast_all(const SphereSet& spheres, const Pose& world_from_spheres,
                              const Motion& motion, const Polyhedron& shape,
                              const Pose& world_from_shape, const CastOptions& options,
                              std::vector<CastHit>& hits);

/// One query of a batch: a sphere and its path.
struct SphereCast {
    Ray path;       ///< path of the centre
    Radius radius;  ///< radius of the sphere
};

/// `cast` for many rays, in parallel; the results are those of single casts. Precondition:
/// `results` is as long as `rays`. `threads` 0 means all.
SWEPT_API void cast_batch(std::span<const Ray> rays, const Polyhedron& shape,
                          const Pose& world_from_shape, const CastOptions& options,
                          std::span<CastResult> results, unsigned threads = 0);
/// The same for spheres.
SWEPT_API void cast_batch(std::span<const SphereCast> spheres, const Polyhedron& shape,
                          const Pose& world_from_shape, const CastOptions& options,
                          std::span<CastResult> results, unsigned threads = 0);

}  // namespace swept
