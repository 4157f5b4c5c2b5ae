#pragma once

// Interference of two placed shapes: boolean overlap query, relation (separate, touching,
// overlapping), intersecting pairs of faces (clash detection), self-intersections, point in solid.
//
// Any mesh, closed or not. All decisions are exact for the placed vertices (pose * vertex, in
// doubles), without a tolerance. Two trees are traversed after Zachmann 1998. A face of more than
// three corners is the triangle fan from its first corner, because placing rounds its corners out
// of one plane.
//
// All functions are total, keep no state and are thread-safe. Results are the same bits for any
// number of threads, any tree and any vector instructions. Only which of several witnesses is named
// depends on the trees.

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "swept/geometry.h"
#include "swept/polyhedron.h"
#include "swept/query.h"

namespace swept {

/// Relation of two placed shapes.
enum class Relation : std::uint8_t {
    separate,     ///< no common point, and neither is inside the other (a solid)
    touching,     ///< they intersect, but neither surface crosses the other: a box on a floor
    overlapping,  ///< surfaces cross, coincident faces have the same orientation, or a part of one
                  ///< (at least one whole connected surface) is inside the other, a solid
};

/// "separate", "touching", "overlapping".
[[nodiscard]] SWEPT_API std::string_view name_of(Relation relation);

/// Two faces by the caller's ids: polygons of the two meshes. For a set of points, the points.
struct FacePair {
    std::uint32_t a = 0;  ///< the polygon of the first mesh
    std::uint32_t b = 0;  ///< the polygon of the second mesh
    /// Ordered by a, then b.
    friend auto operator<=>(const FacePair&, const FacePair&) = default;
};

/// A pair of faces that intersect.
struct Witness {
    FacePair faces;                    ///< the caller's polygons
    std::array<FaceIndex, 2> indices;  ///< the polyhedra's numbers of these faces (vertices, for a
                                       ///< set of points)
    Eigen::Vector3d point = Eigen::Vector3d::Zero();  ///< on both, to rounding; in world
};

/// Work that a query did, for benchmarks.
struct OverlapStats {
    std::uint64_t volume_tests = 0;  ///< pairs of bounding volumes compared
    std::uint64_t face_tests = 0;    ///< pairs of faces decided exactly
};

/// What an overlap query computes.
enum class OverlapMode : std::uint8_t {
    relation,    ///< the relation
    intersects,  ///< whether the shapes intersect: stops at the first pair of faces that do, and
                 ///< reports what this pair alone shows (touching or overlapping)
};

/// Options of an overlap query.
struct OverlapOptions {
    OverlapMode mode = OverlapMode::relation;  ///< the relation, or only whether they intersect
    /// Maximum number of tests of volumes and faces. A budget of 0 decides nothing.
    Budget budget = no_budget;
    WarmStart warm_start = std::nullopt;  ///< `Witness::indices` of an earlier query
    WorldFilter filter = {};              ///< what of a world is seen
    Scratch* scratch = nullptr;           ///< working memory; null: the thread's own
};

/// Result of an overlap query.
struct OverlapResult {
    Relation relation = Relation::separate;  ///< exact; if undecided, a lower bound in this order
    /// As `relation` says: free if separate, hit if touching, overlapping. Undecided: the budget
    /// was spent first.
    State state = State::free;
    std::optional<Witness> witness;  ///< a pair that shows the relation; none if separate,
                                     ///< or if containment alone makes them overlap
    /// The shape that is wholly inside the other, with their surfaces apart.
    enum class Contained : std::uint8_t { none, a, b } contained = Contained::none;
    OverlapStats stats;  ///< work that the query did
};

/// The relation of two placed shapes, with a witness. Exact. Does not allocate once both shapes
/// have their trees.
[[nodiscard]] SWEPT_API OverlapResult overlap(const Placed& a, const Placed& b,
                                              const OverlapOptions& options = {});

/// Whether two placed shapes intersect (touching counts) or one is inside the other; the fastest
/// query. Exact.
[[nodiscard]] SWEPT_API bool intersects(const Placed& a, const Placed& b);

/// Called with each intersecting pair of faces (the polyhedra's numbers); true continues.
using PairVisitor = std::function<bool(FaceIndex face_a, FaceIndex face_b)>;

/// Visits every pair of faces that intersect, each once, in a fixed but unspecified order. Returns
/// false if the budget was spent before the end. `options.mode` and `options.warm_start` are not
/// used. Containment is not tested.
SWEPT_API bool visit_intersecting_faces(const Placed& a, const Placed& b, const PairVisitor& visit,
                                        const OverlapOptions& options = {});

/// All pairs of the caller's faces that intersect, in ascending order, each once.
[[nodiscard]] SWEPT_API std::vector<FacePair> intersecting_faces(const Placed& a, const Placed& b);

/// Visits every pair of faces of one shape that intersect other than in the vertices and edges that
/// they share, each once, with a < b by the polyhedron's numbers. Decided exactly on the shape's
/// own coordinates. Returns false if the budget was spent before the end.
SWEPT_API bool visit_self_intersections(const Polyhedron& shape, const PairVisitor& visit,
                                        const OverlapOptions& options = {});

/// All such pairs by the caller's ids, a <= b, in ascending order, each once.
[[nodiscard]] SWEPT_API std::vector<FacePair> self_intersections(const Polyhedron& shape);

/// Location of a point.
enum class PointLocation : std::uint8_t { outside, surface, inside };

/// Location of a point of the world, decided exactly. The inside is where the winding number of a
/// closed and oriented shape is positive; other shapes have no inside.
[[nodiscard]] SWEPT_API PointLocation classify_point(const Placed& shape,
                                                     const Eigen::Vector3d& point);

/// Whether a point is inside the shape or on its surface.
[[nodiscard]] SWEPT_API bool contains(const Placed& shape, const Eigen::Vector3d& point);

/// The caller's faces that have a point in a closed box, in world; ascending, each once. None for
/// an empty box.
[[nodiscard]] SWEPT_API std::vector<std::uint32_t> faces_in(const Placed& shape, const Box& box);

/// `overlap` for many pairs, in parallel; the results are those of single queries. `threads` 0
/// means all.
[[nodiscard]] SWEPT_API std::vector<OverlapResult> overlap_batch(
    std::span<const PlacedPair> queries, const OverlapOptions& options = {}, unsigned threads = 0);

}  // namespace swept
