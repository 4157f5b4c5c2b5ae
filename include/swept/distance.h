#pragma once

// Distance and contact manifold of two placed shapes: any mesh, closed or not, at any pose.
//
// A contact is a pair of features that can touch (docs/derivations/search.md, "Internal features":
// no flat edges and, for solids, no concave edges) with these properties:
// - Their distance is at most the tolerance, and is attained inside both: the foot of the vertex is
//   in the face or on the edge, the common perpendicular of two edges is on both.
// - It is a local minimum of the distance, except for gentle slopes (contact_slope): from there,
//   along either surface, the distance falls at most at this rate. So a slightly tilted box keeps
//   all its corners. A vertex near an edge or a vertex is a contact with that one, and not with the
//   faces and edges next to it; for two vertices, this holds in both directions. A vertex over
//   several coplanar faces, adjacent or coincident, is a contact with one of them.
// - The direction from one feature to the other leads out of both: no contact is reported through
//   a solid.
// Separations are the distances of the features, to a few roundings of the largest coordinate.
//
// All functions are total, keep no state and are thread-safe. The same query returns the same bits
// for any number of threads and any vector instructions.

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
#include "swept/query.h"

namespace swept {

/// Largest rate at which the distance may fall from a contact, per length along a surface.
inline constexpr double contact_slope = 0.125;

/// The largest separation of a contact.
class SWEPT_API ContactTolerance {
   public:
    /// Twice the margin of the two placed shapes, so that what stopped a sweep is a contact.
    ContactTolerance() = default;
    /// This length. Error: a length that is negative, not finite or beyond
    /// tolerance::largest_coordinate.
    [[nodiscard]] static Result<ContactTolerance> within(double length);
    /// The length; none: twice the margin.
    [[nodiscard]] std::optional<double> length() const { return length_; }

   private:
    std::optional<double> length_;
};

/// Options of `contacts`.
struct ContactOptions {
    ContactTolerance tolerance = {};  ///< largest separation of a contact
    /// Of contacts with about the same normal (within 8 degrees of the first one's), keeps at most
    /// four: the closest, and those that span the largest area. A stable manifold for physics.
    bool reduced = false;
    /// What counts as overlapping. InitialOverlap::surfaces is faster, but does not detect a shape
    /// inside a solid, with their surfaces apart. Use it only if neither is inside the other.
    InitialOverlap initial_overlap = InitialOverlap::solids;
    WorldFilter filter = {};     ///< what of a world is seen
    Scratch* scratch = nullptr;  ///< working memory; null: the thread's own
};

/// Work that a query did, for benchmarks.
struct DistanceStats {
    std::uint64_t volume_tests = 0;   ///< pairs of bounding volumes compared
    std::uint64_t face_pairs = 0;     ///< pairs of faces whose features were tested
    std::uint64_t feature_pairs = 0;  ///< pairs of features measured
};

/// All contacts of a and b, in world coordinates. In each, `mover` is the feature of a and
/// `obstacle` that of b; the normal points from b to a. Below twice the margin, the direction
/// between closest points is noise: the normal at an edge or vertex is then that of the face there
/// along which the two features are furthest apart, or the mean of such normals at a saddle. So it
/// does not tilt when corners slide past each other, over seams and nearly flat edges.
struct ContactSet {
    /// Exact. Overlapping shapes have no contacts and no penetration depth, only a witness.
    Relation relation = Relation::separate;
    std::vector<Contact> contacts;   ///< by ascending kind, then face and vertex of a, then of b
    std::optional<Witness> witness;  ///< two faces that intersect; none if separate, or if
                                     ///< containment alone makes them overlap
    /// The shape that is wholly inside the other, with their surfaces apart.
    OverlapResult::Contained contained = OverlapResult::Contained::none;
    double tolerance = 0;  ///< the tolerance that was used, a length
    double margin = 0;     ///< margin of the two placed shapes, a length
    DistanceStats stats;   ///< work that the query did
};

/// The contact manifold: all contacts of two placed shapes.
[[nodiscard]] SWEPT_API ContactSet contacts(const Placed& a, const Placed& b,
                                            const ContactOptions& options = {});

/// The same, into a result that is reused: then nothing is allocated.
SWEPT_API void find_contacts(const Placed& a, const Placed& b, const ContactOptions& options,
                             ContactSet& result);

/// The largest distance that is measured.
class SWEPT_API DistanceLimit {
   public:
    /// No limit.
    DistanceLimit() = default;
    /// Larger distances are not measured, which is faster. Error: a length that is negative, not
    /// finite or beyond tolerance::largest_coordinate.
    [[nodiscard]] static Result<DistanceLimit> at_most(double length);
    /// The limit; infinite: no limit.
    [[nodiscard]] double length() const { return length_; }

   private:
    double length_ = std::numeric_limits<double>::infinity();
};

/// Options of `distance`.
struct DistanceOptions {
    DistanceLimit limit = {};             ///< the largest distance that is measured
    WarmStart warm_start = std::nullopt;  ///< the faces of `closest` of an earlier query
    WorldFilter filter = {};              ///< what of a world is seen
    Scratch* scratch = nullptr;           ///< working memory; null: the thread's own
};

/// Distance of two shapes, in world coordinates.
struct DistanceResult {
    Relation relation = Relation::separate;  ///< decided exactly
    /// The shortest distance of the surfaces, a length. 0 if they intersect or one shape is inside
    /// the other, a solid. The limit if `beyond`.
    double distance = 0;
    bool beyond = false;  ///< true if the distance exceeds the limit
    Contact closest;      ///< the closest features; valid if separate and not `beyond`
    std::array<Eigen::Vector3d, 2> points{Eigen::Vector3d::Zero(),
                                          Eigen::Vector3d::Zero()};  ///< on a and b; valid as
                                                                     ///< `closest`
    std::optional<Witness> witness;  ///< two faces that intersect; none if separate, or if
                                     ///< containment alone makes them overlap
    /// The shape that is wholly inside the other, with their surfaces apart.
    OverlapResult::Contained contained = OverlapResult::Contained::none;
    DistanceStats stats;  ///< work that the query did
};

/// The distance of two placed shapes and the closest pair of features. Of several equally close
/// pairs one is named, the same in every run.
[[nodiscard]] SWEPT_API DistanceResult distance(const Placed& a, const Placed& b,
                                                const DistanceOptions& options = {});

/// `contacts` for many pairs, in parallel; the results are those of single queries. Each thread
/// uses its own working memory. `threads` 0 means all.
[[nodiscard]] SWEPT_API std::vector<ContactSet> contacts_batch(std::span<const PlacedPair> queries,
                                                               const ContactOptions& options = {},
                                                               unsigned threads = 0);
/// The same for `distance`.
[[nodiscard]] SWEPT_API std::vector<DistanceResult> distance_batch(
    std::span<const PlacedPair> queries, const DistanceOptions& options = {}, unsigned threads = 0);

}  // namespace swept
