#pragma once

// What does a ray, a sphere or an object made of spheres hit first? Any mesh, closed or not, placed
// anywhere (Schroeder 2001, with the misprints corrected and the gaps closed:
// docs/derivations/spheres.md).
//
// What is promised, for the placed vertices (pose * vertex, in doubles):
// - Rays are watertight. Whether a ray meets a triangle is decided exactly on the doubles given;
//   one that runs through an edge or a vertex meets all faces there. A face of more than three
//   corners is the fan of triangles from its first corner.
// - Spheres never miss: a face within the radius of the way is a hit; one that is further away by
//   no more than `CastResult::rounding` may be one.
// - Fractions are such that at the hit the centre's distance from what it hits is the radius, to
//   within `CastResult::rounding`.
// - A start in contact is a state, not a trap. A point on a face stands on its front: it may leave
//   to the front, and is stopped at 0 on its way through. A sphere that starts touching or
//   overlapping may slide and leave; from then on it keeps the distance that it had, and is stopped
//   at 0 where it comes closer.
//
// All functions are total, keep no state and may be called from any number of threads. The same
// question gives the same bits, for any number of threads, any tree, any culling and any vector
// instructions; only the statistics depend on those.

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

/// A straight way through the world: a segment, or a ray without end.
class SWEPT_API Ray {
   public:
    /// From a point to a point; fraction 1 is at `to`. The two may be the same: then only the start
    /// is looked at. Error when a coordinate is not finite or beyond tolerance::largest_coordinate.
    [[nodiscard]] static Result<Ray> between(const Eigen::Vector3d& from,
                                             const Eigen::Vector3d& to);
    /// From a point on without end; fraction f is at from + f direction. Error when a coordinate is
    /// not finite or beyond tolerance::largest_coordinate, or the direction is zero or shorter than
    /// 1 / tolerance::largest_coordinate.
    [[nodiscard]] static Result<Ray> towards(const Eigen::Vector3d& from,
                                             const Eigen::Vector3d& direction);

    /// Where it starts.
    [[nodiscard]] const Eigen::Vector3d& from() const { return from_; }
    /// Where it ends; of one without end, its direction.
    [[nodiscard]] const Eigen::Vector3d& to() const { return to_; }
    /// Whether it ends: made by `between`.
    [[nodiscard]] bool is_bounded() const { return bounded_; }
    /// What fraction 1 stands for: to - from, rounded, or the direction.
    [[nodiscard]] Eigen::Vector3d vector() const {
        return bounded_ ? Eigen::Vector3d(to_ - from_) : to_;
    }
    /// The place at a fraction, rounded. At 1 a segment is at `to`.
    [[nodiscard]] Eigen::Vector3d at(double fraction) const;

   private:
    Ray(const Eigen::Vector3d& from, const Eigen::Vector3d& to, bool bounded)
        : from_(from), to_(to), bounded_(bounded) {}
    Eigen::Vector3d from_;
    Eigen::Vector3d to_;
    bool bounded_;
};

/// How thick something is: 0 or more.
class SWEPT_API Radius {
   public:
    /// 0: a particle.
    Radius() = default;
    /// Error when it is negative, not finite or beyond tolerance::largest_coordinate.
    [[nodiscard]] static Result<Radius> of(double length);
    /// 0 or more.
    [[nodiscard]] double length() const { return length_; }

   private:
    double length_ = 0;
};

/// An object approximated by spheres that move together, in coordinates of its own. Copies share
/// their data.
class SWEPT_API SphereSet {
   public:
    /// Error without a sphere, with more than 2^20 of them, or when a number is not finite, a
    /// coordinate or radius is beyond tolerance::largest_coordinate, or a radius is negative; it
    /// names the sphere.
    [[nodiscard]] static Result<SphereSet> make(std::vector<Ball> spheres);
    /// All of them; `CastHit::sphere` counts in this order.
    [[nodiscard]] std::span<const Ball> spheres() const { return *spheres_; }

   private:
    explicit SphereSet(std::shared_ptr<const std::vector<Ball>> spheres)
        : spheres_(std::move(spheres)) {}
    std::shared_ptr<const std::vector<Ball>> spheres_;
};

/// At most `count` spheres (1 to 4096) that hold the whole surface of a shape, and so its every
/// collision: each point of a face lies in one of them. The faces are cut where they are large and
/// shared out by halving, each part gets a small ball; into a solid, balls are moved where they
/// stick out less from there. The more spheres, the closer they keep to the shape. Error: a count
/// out of its range, or a sphere beyond tolerance::largest_coordinate.
[[nodiscard]] SWEPT_API Result<SphereSet> fit_spheres(const Polyhedron& shape, unsigned count);

/// What a cast is after.
enum class CastMode : std::uint8_t {
    first,  ///< the hit of least fraction; of several at one fraction that of the lowest sphere,
            ///< then face (as the polyhedron numbers them)
    any,    ///< whether anything is hit: which of several is named depends on the tree
};

/// How the boxes of faces are looked at. The answers do not depend on it.
enum class CastCulling : std::uint8_t {
    slabs,     ///< the tree's boxes grown by the radius, eight at a time, nearest first
    path_box,  ///< Schroeder 2001: the box around the whole way against those of tree and faces
    outcodes,  ///< Schroeder 2001: the way against boxes grown by the radius, after Cohen and
               ///< Sutherland. His tree of bins is Polyhedron::with_tree with
               ///< TreeBuilder::longest_axis and its limits
    path_box_flat,  ///< as path_box, face after face without a tree
    outcodes_flat,  ///< as outcodes, face after face without a tree
};

/// "slabs", "path box", "outcodes", "path box, flat", "outcodes, flat".
[[nodiscard]] SWEPT_API std::string_view name_of(CastCulling culling);

/// How a cast is asked.
struct CastOptions {
    /// As many tests as it takes.
    static constexpr std::uint64_t no_budget = std::numeric_limits<std::uint64_t>::max();

    CastMode mode = CastMode::first;  ///< the first hit, or whether there is any
    /// Which sides of faces are hit; automatic: the shape's own (Polyhedron::sides). With
    /// Sides::front a face counts only when the motion goes against its front.
    Sides sides = Sides::automatic;
    /// How far everything keeps away from the faces it hits, a length that is added to the radius:
    /// Schroeder's buffer, as a distance from the face however slanting the way
    /// (docs/derivations/spheres.md, "Buffer").
    Radius buffer = {};
    /// What counts as overlapping at the start. To look into solids costs about a ray more.
    InitialOverlap start = InitialOverlap::surfaces;
    CastCulling culling = CastCulling::slabs;  ///< how boxes are looked at
    /// The most tests, of boxes and of faces, to spend; beyond, the answer is undecided. Searches
    /// for the moment of a hit that take long count as further faces. Only casts of sphere sets
    /// that turn look at it: what goes straight is soon done.
    std::uint64_t budget = no_budget;
};

/// Which part of a face was hit.
enum class CastFeature : std::uint8_t { face, edge, vertex };

/// "face", "edge", "vertex".
[[nodiscard]] SWEPT_API std::string_view name_of(CastFeature feature);

/// Which side of a face was hit.
enum class FaceSide : std::uint8_t { front, back };

/// "front", "back".
[[nodiscard]] SWEPT_API std::string_view name_of(FaceSide side);

/// One hit, in world coordinates.
struct CastHit {
    double fraction = 0;  ///< of the way, 0 to 1; of a ray without end, in lengths of its direction
    Eigen::Vector3d point = Eigen::Vector3d::Zero();  ///< on the face
    /// Unit, from what was hit to what hit it: of a face its normal, turned to the side that was
    /// hit; of an edge or vertex the way from the point to the centre.
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
    /// The caller's polygon; of a shared edge or vertex, the lowest of those that count. Of a set
    /// of points, the point.
    std::uint32_t face = 0;
    FaceIndex face_index;      ///< the same as the polyhedron numbers it; none for a set of points
    std::uint32_t sphere = 0;  ///< of a set, which one
    CastFeature feature = CastFeature::face;  ///< which part of the face was hit
    FaceSide side = FaceSide::front;  ///< on which side of that face the centre is at the hit
};

/// How a cast ended. A miss is an answer, not an error.
enum class CastState : std::uint8_t { free, hit, undecided };

/// "free", "hit", "undecided".
[[nodiscard]] SWEPT_API std::string_view name_of(CastState state);

/// The answer to one cast.
struct CastResult {
    CastHit hit;  ///< valid for state hit
    /// How it stood at fraction 0, whichever sides count; overlapping: a sphere closer than its
    /// radius, or, with InitialOverlap::solids, a centre inside the solid.
    Relation start = Relation::separate;
    CastState state = CastState::free;  ///< hit, free or undecided
    std::uint32_t box_tests = 0;        ///< what it took: boxes
    std::uint32_t face_tests = 0;       ///< and faces that were looked at in doubles
    double rounding = 0;  ///< how well distances at the hit are known, a length (guarantees)
};

/// What a particle hits. It does not hit a set of points, which have no size.
[[nodiscard]] SWEPT_API CastResult cast(const Ray& ray, const Polyhedron& shape,
                                        const Pose& world_from_shape = {},
                                        const CastOptions& options = {});

/// What a sphere hits whose centre goes along the ray. Radius 0 (without a buffer) is a particle.
[[nodiscard]] SWEPT_API CastResult cast(const Ray& ray, const Radius& radius,
                                        const Polyhedron& shape, const Pose& world_from_shape = {},
                                        const CastOptions& options = {});

/// What a set of spheres hits that starts at a pose and is displaced by a motion. Spheres of radius
/// 0 are particles as long as they go straight; on turns nothing is thinner than 32 roundings. A
/// rotation beyond a full turn is tested for one turn and its fractions scaled. With Sides::front,
/// a face that comes to count on a turn while a sphere is within its radius already may stop it or
/// not. Undecided: the budget was spent, or there are so many turns that places are lost in
/// rounding.
[[nodiscard]] SWEPT_API CastResult cast(const SphereSet& spheres, const Pose& world_from_spheres,
                                        const Motion& motion, const Polyhedron& shape,
                                        const Pose& world_from_shape = {},
                                        const CastOptions& options = {});

/// Every face that is hit, by (fraction, sphere, face); each once per sphere, where it is first
/// hit. The first is that of `cast`, but of faces that spheres hit at one moment, to rounding,
/// another may be. `hits` is overwritten. Returns what `cast` does, with the first of them; when
/// that is undecided, hits may be missing. `options.mode` is not used.
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

/// A sphere on its way: one question of a batch.
struct SphereCast {
    Ray path;       ///< the way of its centre
    Radius radius;  ///< how large it is
};

/// `cast` for many rays or spheres, in parallel; the answers are those of single casts. `results`
/// is as long as the questions. `threads` 0 means all.
SWEPT_API void cast_batch(std::span<const Ray> rays, const Polyhedron& shape,
                          const Pose& world_from_shape, const CastOptions& options,
                          std::span<CastResult> results, unsigned threads = 0);
/// The same for spheres.
SWEPT_API void cast_batch(std::span<const SphereCast> spheres, const Polyhedron& shape,
                          const Pose& world_from_shape, const CastOptions& options,
                          std::span<CastResult> results, unsigned threads = 0);

}  // namespace swept
