#pragma once

// How do two placed shapes stand to each other, where do they meet, which faces meet? Answered
// exactly for the placed vertices (pose * vertex, in doubles): no tolerance, any mesh, closed or
// not. Traversal of two trees after Zachmann 1998; decisions by exact predicates. A face with more
// than three corners is the fan of triangles from its first corner, for placing rounds its corners
// out of one plane.
//
// All functions are total, keep no state and may be called from any number of threads. Answers are
// the same bits for any number of threads, any tree and any vector instructions, but for which of
// several witnesses is named: that depends on the trees.

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

namespace swept {

/// How two placed shapes stand to each other.
enum class Relation : std::uint8_t {
    separate,
    touching,     ///< they meet, but neither surface crosses the other: a box set on a floor
    overlapping,  ///< surfaces cross, coincident faces look the same way, or a part of one (at
                  ///< least one whole connected surface) lies inside the other, a solid
};

/// "separate", "touching", "overlapping".
[[nodiscard]] SWEPT_API std::string_view name_of(Relation relation);

/// What counts as overlapping at the start of a motion.
enum class InitialOverlap : std::uint8_t {
    solids,    ///< surfaces that cross, or one inside the other, a solid
    surfaces,  ///< surfaces that cross: a thing in the hollow of a shell may move in there
};

/// Two faces by the caller's ids: the polygons of the two meshes. A set of points answers with its
/// points in place of faces.
struct FacePair {
    std::uint32_t a = 0;  ///< the polygon of the first mesh
    std::uint32_t b = 0;  ///< the polygon of the second mesh
    /// By a, then b.
    friend auto operator<=>(const FacePair&, const FacePair&) = default;
};

/// One meeting pair of faces.
struct Witness {
    FacePair faces;                    ///< the caller's polygons
    std::array<FaceIndex, 2> indices;  ///< the same faces as the polyhedra number them (vertices,
                                       ///< for a set of points)
    Eigen::Vector3d point = Eigen::Vector3d::Zero();  ///< on both, to rounding; in world
};

/// What a query did.
struct OverlapStats {
    std::uint64_t volume_tests = 0;  ///< pairs of bounding volumes compared
    std::uint64_t face_tests = 0;    ///< pairs of faces decided exactly
};

/// What an overlap query is after.
enum class OverlapMode : std::uint8_t {
    relation,    ///< which of the three
    intersects,  ///< whether they meet at all: stops at the first meeting pair, whose relation
                 ///< (touching or overlapping, as this pair alone shows) it reports
};

/// How overlap is asked for.
struct OverlapOptions {
    /// As many tests as it takes.
    static constexpr std::uint64_t no_budget = std::numeric_limits<std::uint64_t>::max();

    OverlapMode mode = OverlapMode::relation;  ///< the relation, or only whether they meet
    /// The most tests, of volumes and of faces, to spend. When they are spent the query ends with
    /// `decided` false. 0 spends nothing and decides nothing.
    std::uint64_t budget = no_budget;
    /// Warm start: a witness of an earlier query of these two shapes, tested first. Indices that
    /// are out of range are ignored.
    std::optional<std::array<FaceIndex, 2>> last = std::nullopt;
};

/// How two placed shapes stand to each other.
struct OverlapResult {
    Relation relation = Relation::separate;  ///< unless decided: no less than this
    bool decided = true;                     ///< false: the budget was spent first
    std::optional<Witness> witness;          ///< a pair that shows the relation; none when separate
                                             ///< or when containment alone makes them overlap
    /// Which one lies wholly inside the other with their surfaces apart.
    enum class Contained : std::uint8_t { none, a, b } contained = Contained::none;
    OverlapStats stats;  ///< what it took
};

/// How the two stand, with a witness. No allocation once both shapes have their trees.
[[nodiscard]] SWEPT_API OverlapResult overlap(const Polyhedron& a, const Pose& world_from_a,
                                              const Polyhedron& b, const Pose& world_from_b,
                                              const OverlapOptions& options = {});

/// Whether the two meet or one is inside the other: touching counts. The fastest question.
[[nodiscard]] SWEPT_API bool intersects(const Polyhedron& a, const Pose& world_from_a,
                                        const Polyhedron& b, const Pose& world_from_b);

/// Called with each meeting pair of faces, given as the polyhedra number them; returns whether to
/// go on.
using PairVisitor = std::function<bool(FaceIndex face_a, FaceIndex face_b)>;

/// Visits every pair of faces that meet, each once, in no particular order but always the same.
/// Returns false when the budget was spent before the end; `options.mode` and `options.last` are
/// not used. Containment is not looked at.
SWEPT_API bool visit_intersecting_faces(const Polyhedron& a, const Pose& world_from_a,
                                        const Polyhedron& b, const Pose& world_from_b,
                                        const PairVisitor& visit,
                                        const OverlapOptions& options = {});

/// All pairs of the caller's faces that meet, in ascending order, each once. Their count is the
/// size.
[[nodiscard]] SWEPT_API std::vector<FacePair> intersecting_faces(const Polyhedron& a,
                                                                 const Pose& world_from_a,
                                                                 const Polyhedron& b,
                                                                 const Pose& world_from_b);

/// Visits every pair of faces of one shape that meet other than in the vertices and edges they
/// share, each once with a < b as the polyhedron numbers them. Returns false when the budget was
/// spent before the end. Decided on the shape's own coordinates.
SWEPT_API bool visit_self_intersections(const Polyhedron& shape, const PairVisitor& visit,
                                        const OverlapOptions& options = {});

/// All such pairs by the caller's ids, a <= b, in ascending order, each once.
[[nodiscard]] SWEPT_API std::vector<FacePair> self_intersections(const Polyhedron& shape);

/// Where a point lies.
enum class PointLocation : std::uint8_t { outside, surface, inside };

/// Where a point of the world lies. Inside: where the winding number of a closed and oriented shape
/// is positive; other shapes have no inside.
[[nodiscard]] SWEPT_API PointLocation classify_point(const Polyhedron& shape,
                                                     const Pose& world_from_shape,
                                                     const Eigen::Vector3d& point);

/// Whether the point lies inside the shape or on its surface.
[[nodiscard]] SWEPT_API bool contains(const Polyhedron& shape, const Pose& world_from_shape,
                                      const Eigen::Vector3d& point);

/// The caller's faces that have a point in the closed box, in world; ascending, each once. None for
/// an empty box.
[[nodiscard]] SWEPT_API std::vector<std::uint32_t> faces_in(const Polyhedron& shape,
                                                            const Pose& world_from_shape,
                                                            const Box& box);

/// Where two shapes stand: one placement of a batch.
struct PosePair {
    Pose world_from_a;  ///< of the first
    Pose world_from_b;  ///< of the second
};

/// `overlap` for many placements, in parallel; the answers are those of single queries. `threads` 0
/// means all.
[[nodiscard]] SWEPT_API std::vector<OverlapResult> overlap_batch(
    const Polyhedron& a, const Polyhedron& b, std::span<const PosePair> placements,
    const OverlapOptions& options = {}, unsigned threads = 0);

}  // namespace swept
