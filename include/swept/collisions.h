#pragma once

// All collisions of a time step. Two bodies move from one pose to another each, as if they passed
// through each other; their relative motion is taken to be a screw (a glide rotation). Each
// collision has its properness (Buss 2004, with its misprints corrected: docs/papers.md).
//
// Two methods. The exact method follows the curves of the features in space and time; it misses
// nothing. The pixel method draws the edges on the collision screen and compares pixels; accuracy
// and run time depend on the size of the pixels.
//
// A collision is a vertex that passes through a face, or an edge that passes an edge. For shapes
// that collide with their front, only features that face each other collide (Buss 4.2): faces that
// the other body approaches, with their edges and vertices. Edges that can never touch first
// (Polyhedron::is_internal: flat edges and, for solids, concave ones) do not collide. Features that
// touch at the start and slide along each other collide at fraction 0.
//
// All functions are total, keep no state and are thread-safe. The same query returns the same bits
// for any number of threads and any culling.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
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
    /// separation is as the method knows it; for the exact method it is below `error_bound`.
    /// Spheres are vertices with the sphere's index; they also collide with edges and vertices.
    Contact contact;
    Eigen::Vector3d point_in_a = Eigen::Vector3d::Zero();  ///< the same point in a's coordinates
};

/// How pixels are compared.
enum class PixelMode : std::uint8_t {
    plain,   ///< features that share a pixel: near misses may be reported, and some collisions may
             ///< be missed
    robust,  ///< features within a pixel: all that the exact method calls proper are found
};
/// "plain", "robust".
[[nodiscard]] SWEPT_API std::string_view name_of(PixelMode mode);

/// How pixels to be compared are found. The results do not depend on it.
enum class PixelStore : std::uint8_t {
    sorted,  ///< rows of one radius, sorted by time and height (Buss 9), or edges sorted by radius
    hashed,  ///< a hash table of pixels (Buss 10)
};
/// "sorted", "hashed".
[[nodiscard]] SWEPT_API std::string_view name_of(PixelStore store);

/// Resolution of the collision screen.
struct Pixels {
    double size = 0;  ///< side of a pixel, a length, > 0
    /// Edges are drawn in pieces whose times are known to this fraction of the step, > 0.
    double time = 1.0 / 64;
    PixelMode mode = PixelMode::robust;     ///< which pixels count as a collision
    PixelStore store = PixelStore::sorted;  ///< how pixels are stored
};

/// How features are excluded before they are tested. The results do not depend on it.
enum class ScreenCulling : std::uint8_t {
    none,    ///< only bodies whose bounding spheres pass by each other
    coarse,  ///< a hull of a few boxes per body first, then the contents of boxes that overlap
    trees,   ///< the trees of both bodies, volume by volume
};
/// "none", "coarse", "trees".
[[nodiscard]] SWEPT_API std::string_view name_of(ScreenCulling culling);

/// Options of `all_collisions`.
struct CollisionOptions {
    /// Least properness, -1 to 1: less proper collisions are left out. -1 leaves none out.
    double min_properness = -0.1;
    /// The resolution of the pixel method; none: the exact method.
    std::optional<Pixels> pixels = std::nullopt;
    /// How features are excluded before they are tested.
    ScreenCulling culling = ScreenCulling::trees;
};

/// Work that a query did, for benchmarks.
struct CollisionStats {
    std::uint64_t volume_tests = 0;   ///< pairs of bounding volumes compared on the screen
    std::uint64_t faces = 0;          ///< faces left after culling, of both bodies
    std::uint64_t pixel_records = 0;  ///< runs of pixels drawn, of both bodies
    std::uint64_t candidates = 0;     ///< pairs of features tested
    std::uint64_t search_steps = 0;   ///< times evaluated in all searches
};

/// Result for one step.
struct CollisionResult {
    /// Sorted by fraction, then by features. A vertex that collides with an edge is reported with
    /// the adjacent face that faces it best.
    std::vector<Collision> collisions;
    /// Motion of body a relative to b, in world coordinates, with b at its start pose.
    Motion motion;
    /// Upper bound of the distance of the two features of a collision at its fraction, a length.
    /// Exact method: rounding. Pixels: two diagonals plus twice the travel of a in Pixels::time.
    double error_bound = 0;
    CollisionStats stats;  ///< work that the query did
};

/// All collisions of a step in which both bodies move. The relative motion is the screw that joins
/// the relative poses by the shorter rotation, less than half a turn; at exactly half a turn it is
/// that of screw_between. If one body is at rest, or both only translate, this is the true motion;
/// else glide_error bounds the deviation (Buss 4.3). Bodies without relative motion have no
/// collisions. `scratch` may be null. Errors: an option out of range; pixels so small that more
/// than 2^26 would be drawn; bodies smaller than the rounding of their coordinates or motion.
[[nodiscard]] SWEPT_API Result<CollisionResult> all_collisions(const Polyhedron& a,
                                                               const Pose& a_from, const Pose& a_to,
                                                               const Polyhedron& b,
                                                               const Pose& b_from, const Pose& b_to,
                                                               const CollisionOptions& options = {},
                                                               Scratch* scratch = nullptr);

/// The same for body a on a motion past b at rest. A screw may have any number of turns. A rotation
/// of a full turn or more is tested for one turn; its fractions refer to the whole motion.
[[nodiscard]] SWEPT_API Result<CollisionResult> all_collisions(
    const Polyhedron& a, const Pose& world_from_a, const Motion& motion, const Polyhedron& b,
    const Pose& world_from_b, const CollisionOptions& options = {}, Scratch* scratch = nullptr);

/// The same for a body made of spheres, by the exact method: every time at which a sphere begins to
/// touch a face, an edge, a vertex or another sphere. Options with pixels are an error.
[[nodiscard]] SWEPT_API Result<CollisionResult> all_collisions(const SphereSet& a,
                                                               const Pose& a_from, const Pose& a_to,
                                                               const Polyhedron& b,
                                                               const Pose& b_from, const Pose& b_to,
                                                               const CollisionOptions& options = {},
                                                               Scratch* scratch = nullptr);
/// The same for two bodies made of spheres.
[[nodiscard]] SWEPT_API Result<CollisionResult> all_collisions(
    const SphereSet& a, const Pose& a_from, const Pose& a_to, const SphereSet& b,
    const Pose& b_from, const Pose& b_to, const CollisionOptions& options = {});

/// Groups of collisions that count as simultaneous (Buss 3). In each group, no collision is more
/// than `fraction` later than the first. Precondition: `collisions` are sorted by fraction. The
/// groups are parts of `collisions`, in the same order.
[[nodiscard]] SWEPT_API std::vector<std::span<const Collision>> group_within(
    std::span<const Collision> collisions, double fraction);

// The collision screen, for drawing (Buss 7, figure 14). A point on it is (r, h): the distance from
// the axis, and the height along the spiral across the flow. For a translation, r and h are two
// coordinates across it.

/// A run of pixels of an edge, in one row.
struct ScreenRun {
    std::int32_t row = 0;     ///< r starts at row * size
    std::int32_t first = 0;   ///< h starts at first * size
    std::int32_t last = 0;    ///< last pixel of the run
    double begin = 0;         ///< least time at which its points reach the screen, in steps
    double end = 0;           ///< largest such time
    bool is_vertex = false;   ///< the run contains an end of the edge
    bool is_virtual = false;  ///< not an edge: a line where a face turns away from the motion
};

/// A straight piece of the curve of an edge, as drawn.
struct ScreenLine {
    /// Start of the piece, (r, h).
    Eigen::Vector2d from = Eigen::Vector2d::Zero();
    /// End of the piece.
    Eigen::Vector2d to = Eigen::Vector2d::Zero();
    bool is_virtual = false;  ///< not an edge: a line where a face turns away from the motion
};

/// Position of a collision on the screen.
struct ScreenMark {
    /// (r, h).
    Eigen::Vector2d place = Eigen::Vector2d::Zero();
    std::uint32_t collision = 0;  ///< index in `answer.collisions`
};

/// The collision screen of a step: what was drawn, and the collisions.
struct CollisionScreen {
    CollisionResult answer;                    ///< the result of `all_collisions`
    double size = 0;                           ///< side of a pixel, a length
    std::vector<ScreenRun> runs_a, runs_b;     ///< runs of pixels of body a and of body b
    std::vector<ScreenLine> lines_a, lines_b;  ///< edges of body a and of body b
    std::vector<ScreenMark> marks;             ///< one per collision
};

/// The collision screen of a step: all parts of both bodies that face the other. Errors: those of
/// `all_collisions`, and options without pixels.
[[nodiscard]] SWEPT_API Result<CollisionScreen> collision_screen(
    const Polyhedron& a, const Pose& a_from, const Pose& a_to, const Polyhedron& b,
    const Pose& b_from, const Pose& b_to, const CollisionOptions& options);

}  // namespace swept
