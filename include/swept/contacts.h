#pragma once

// What touches now, and how far apart are two shapes? Any mesh, closed or not, placed anywhere.
//
// A contact is a pair of features that can touch (docs/derivations/search.md, "Internal features":
// no flat or, of solids, concave edges) with these properties:
// - their distance is at most the tolerance, and is attained inside both: the foot of the vertex in
//   the face or on the edge, the common normal of two edges on both of them;
// - it is a lowest place of the distance, but for gentle slopes (contact_slope): from there, over
//   either surface, the other comes no closer at more than this rate. So a box that stands a little
//   askew keeps all its corners. A vertex near an edge or vertex is over no face and no edge next
//   to that (nor, of two vertices, the other way round): it is a contact of those instead. A vertex
//   over several faces of one plane, beside or on each other, is a contact of one of them;
// - the way from one to the other leads out of both: nothing is reported through a solid.
// Separations are the features' distances, to a few roundings of the largest coordinate.
//
// All functions are total, keep no state and may be called from any number of threads. The same
// question gives the same bits, for any number of threads and any vector instructions.

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "swept/contact.h"
#include "swept/geometry.h"
#include "swept/overlap.h"
#include "swept/polyhedron.h"
#include "swept/tree.h"

namespace swept {

/// How steeply the distance may still fall from a contact, per length along a surface.
inline constexpr double contact_slope = 0.125;

/// How far apart features may be that count as a contact. Made from a length that is checked.
class SWEPT_API ContactTolerance {
   public:
    /// Twice the expel zone of the two shapes where they stand: what a sweep stopped is a contact.
    ContactTolerance() = default;
    /// This length. Error when it is negative, not finite or beyond
    /// tolerance::largest_coordinate.
    [[nodiscard]] static Result<ContactTolerance> within(double length);
    /// None: twice the zone.
    [[nodiscard]] std::optional<double> length() const { return length_; }

   private:
    std::optional<double> length_;
};

/// How contacts are asked for.
struct ContactOptions {
    ContactTolerance tolerance = {};  ///< how far apart a contact may be
    /// Keeps of all contacts with about the same normal (within 8 degrees of the first's) the
    /// closest and those that span the largest area: at most four. A stable manifold for physics.
    bool reduced = false;
    /// What counts as overlapping. InitialOverlap::surfaces: what is inside a solid, its surface
    /// apart from it, is not noticed, and the answer comes sooner. For who knows that it is not.
    InitialOverlap initial_overlap = InitialOverlap::solids;
    BroadPhase broad_phase = BroadPhase::trees;  ///< how the faces that matter are found
};

/// What a query did: for benchmarks and the curious.
struct DistanceStats {
    std::uint64_t volume_tests = 0;   ///< pairs of bounding volumes compared
    std::uint64_t face_pairs = 0;     ///< pairs of faces whose features were looked at
    std::uint64_t feature_pairs = 0;  ///< pairs of features measured
};

/// All contacts of a and b, in world coordinates. In each, `mover` is the feature of a and
/// `obstacle` that of b; normals lead from b to a. Closer than twice the zone, where the way from
/// point to point shows rounding and not surfaces, the normal of a contact at an edge or vertex is
/// that of the faces there along which the two are furthest apart, or their mean where they meet in
/// a saddle: it does not tilt when corners slide past each other, over seams and nearly flat edges.
struct ContactSet {
    /// How the two stand, exactly. When they overlap there are no contacts, only a witness: no
    /// depth is invented.
    Relation relation = Relation::separate;
    std::vector<Contact> contacts;   ///< by ascending kind, then face and vertex of a, then of b
    std::optional<Witness> witness;  ///< two faces that meet; none when separate or when
                                     ///< containment alone makes them overlap
    /// Which one lies wholly inside the other, their surfaces apart.
    OverlapResult::Contained contained = OverlapResult::Contained::none;
    double tolerance = 0;  ///< that was used, a length
    double zone = 0;       ///< thickness of the expel zone of the two as they stand, a length
    DistanceStats stats;   ///< what it took
};

/// Working memory for contacts and distances. One per thread; a query that is given one that has
/// served a query of its size before does not allocate but for its answer.
class SWEPT_API ContactScratch {
   public:
    ContactScratch();
    ~ContactScratch();
    /// The memory goes over; what is left may only be assigned to or destroyed.
    ContactScratch(ContactScratch&&) noexcept;
    /// As the constructor.
    ContactScratch& operator=(ContactScratch&&) noexcept;

    struct Memory;
    /// @private
    [[nodiscard]] Memory& memory() { return *memory_; }

   private:
    std::unique_ptr<Memory> memory_;
};

/// All contacts. `scratch` may be null.
[[nodiscard]] SWEPT_API ContactSet contacts(const Polyhedron& a, const Pose& world_from_a,
                                            const Polyhedron& b, const Pose& world_from_b,
                                            const ContactOptions& options = {},
                                            ContactScratch* scratch = nullptr);

/// The same into an answer that is used again: then nothing is allocated.
SWEPT_API void find_contacts(const Polyhedron& a, const Pose& world_from_a, const Polyhedron& b,
                             const Pose& world_from_b, const ContactOptions& options,
                             ContactSet& answer, ContactScratch* scratch = nullptr);

/// The furthest distance that is of interest. Made from a length that is checked.
class SWEPT_API DistanceLimit {
   public:
    /// Any distance.
    DistanceLimit() = default;
    /// Shapes further apart than this need not be measured. Error when it is negative, not finite
    /// or beyond tolerance::largest_coordinate.
    [[nodiscard]] static Result<DistanceLimit> at_most(double length);
    /// Infinite: any distance.
    [[nodiscard]] double length() const { return length_; }

   private:
    double length_ = std::numeric_limits<double>::infinity();
};

/// How a distance is asked for.
struct DistanceOptions {
    DistanceLimit limit = {};  ///< beyond this nothing is measured
    /// Warm start: the closest faces of an earlier query of these two shapes, measured first.
    /// Indices that are out of range are ignored. The distance does not depend on it.
    std::optional<std::array<FaceIndex, 2>> last = std::nullopt;
};

/// How far apart two shapes are, in world coordinates.
struct DistanceResult {
    Relation relation = Relation::separate;  ///< exactly; when they meet, the distance is 0
    /// The shortest distance of their surfaces; 0 when they meet or one lies inside the other, a
    /// solid. When `beyond`, the limit: they are further apart.
    double distance = 0;
    bool beyond = false;  ///< whether they are further apart than the limit
    Contact closest;  ///< the closest features, of two that are separate and not beyond the limit
    std::array<Eigen::Vector3d, 2> points{Eigen::Vector3d::Zero(),
                                          Eigen::Vector3d::Zero()};  ///< on
                                                                     ///< a and b, as `closest`
    std::optional<Witness> witness;  ///< two faces that meet, unless containment alone makes them
                                     ///< overlap
    /// Which one lies wholly inside the other, their surfaces apart.
    OverlapResult::Contained contained = OverlapResult::Contained::none;
    DistanceStats stats;  ///< what it took
};

/// The distance of a and b. Of several pairs of features that are equally close one is named, the
/// same in every run. `scratch` may be null.
[[nodiscard]] SWEPT_API DistanceResult distance(const Polyhedron& a, const Pose& world_from_a,
                                                const Polyhedron& b, const Pose& world_from_b,
                                                const DistanceOptions& options = {},
                                                ContactScratch* scratch = nullptr);

/// `contacts` and `distance` for many placements, in parallel; the answers are those of single
/// queries. `threads` 0 means all.
[[nodiscard]] SWEPT_API std::vector<ContactSet> contacts_batch(const Polyhedron& a,
                                                               const Polyhedron& b,
                                                               std::span<const PosePair> placements,
                                                               const ContactOptions& options = {},
                                                               unsigned threads = 0);
/// The same for distances.
[[nodiscard]] SWEPT_API std::vector<DistanceResult> distance_batch(
    const Polyhedron& a, const Polyhedron& b, std::span<const PosePair> placements,
    const DistanceOptions& options = {}, unsigned threads = 0);

}  // namespace swept
