#pragma once

// Which collisions are there in a whole step? Two bodies go from one pose to another each; their
// relative motion between is taken to be a screw (a glide rotation), and all collisions are found
// at once, as if the bodies passed through each other, each with its properness (Buss 2004, with
// its misprints corrected: docs/papers.md).
//
// Two methods. The exact one follows the features' curves in space and time: it misses nothing.
// The pixel method draws the edges on the collision screen and compares pixels: it is as fine as
// asked for and takes as long as that needs.
//
// What collides: a vertex that goes through a face, and an edge that passes another. Of shapes that
// collide with their front only those count that face each other (Buss 4.2): faces against which
// the other body comes, and the edges and vertices of such faces. Edges that can never be the first
// to touch (Polyhedron::is_internal: flat and, of solids, concave ones) do not. What is in touch at
// the start and slides along counts, at 0.
//
// All functions are total, keep no state and may be called from any number of threads. The same
// question gives the same bits, for any number of threads and any culling.

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

namespace swept {

/// One collision of a step.
struct Collision {
    double fraction = 0;  ///< of the step, 0 to 1
    /// How well the features face each other: the least sine, over all directions from the point,
    /// of the angle between the two surfaces there (Buss 5). From 0 on, the bodies near the point
    /// do not cut into each other: it may be a first contact. Below 0 they do; -1 at the worst. Of
    /// a sphere its tangent plane is meant; of a point without edges it is 1.
    double properness = 0;
    /// vertex_face, face_vertex or edge_edge, with body a as the mover and b as the obstacle. The
    /// point is in world, with a moved by its own screw; the normal runs from b to a. The
    /// separation is what the method does not know better: below `rounding` for the exact one.
    /// Spheres are vertices, named by their numbers; they meet edges and vertices, too.
    Contact contact;
    Eigen::Vector3d point_in_a = Eigen::Vector3d::Zero();  ///< the same point in a's coordinates
};

/// How pixels are compared.
enum class PixelMode : std::uint8_t {
    plain,   ///< what meets in a pixel: collisions that are merely near may be reported, and some
             ///< that just meet may be missed
    robust,  ///< what comes within a pixel: nothing is missed that the exact method calls proper
};
/// "plain", "robust".
[[nodiscard]] SWEPT_API std::string_view name_of(PixelMode mode);

/// How pixels that meet are found. The answers do not depend on it.
enum class PixelStore : std::uint8_t {
    sorted,  ///< in rows of one radius, by time and height (Buss 9), or edges by radius at once
    hashed,  ///< in a table of pixels (Buss 10)
};
/// "sorted", "hashed".
[[nodiscard]] SWEPT_API std::string_view name_of(PixelStore store);

/// The collision screen's level of detail.
struct Pixels {
    double size = 0;  ///< side of a pixel, a length, > 0
    /// Edges are drawn in pieces whose times are known to this share of the step, > 0.
    double time = 1.0 / 64;
    PixelMode mode = PixelMode::robust;     ///< what counts as meeting
    PixelStore store = PixelStore::sorted;  ///< how pixels are kept
};

/// What is left out before features are looked at. The answers do not depend on it.
enum class ScreenCulling : std::uint8_t {
    none,    ///< nothing but bodies that pass by each other as balls
    coarse,  ///< a hull of a few boxes of each body first, then what is in those that meet
    trees,   ///< the trees of both, volume by volume
};
/// "none", "coarse", "trees".
[[nodiscard]] SWEPT_API std::string_view name_of(ScreenCulling culling);

/// How collisions are asked for.
struct CollisionOptions {
    /// Collisions that are less proper are left out, -1 to 1. -1: none is.
    double min_properness = -0.1;
    /// None: the exact method.
    std::optional<Pixels> pixels = std::nullopt;
    /// What is left out before features are looked at.
    ScreenCulling culling = ScreenCulling::trees;
};

/// What a query did: for benchmarks and the curious.
struct CollisionStats {
    std::uint64_t volume_tests = 0;   ///< pairs of bounding volumes compared on the screen
    std::uint64_t faces = 0;          ///< faces that were left after culling, of both bodies
    std::uint64_t pixel_records = 0;  ///< runs of pixels drawn, of both bodies
    std::uint64_t candidates = 0;     ///< pairs of features that were looked at
    std::uint64_t search_steps = 0;   ///< moments looked at in all searches
};

/// The answer about one step.
struct CollisionResult {
    /// By fraction; of those at one fraction, by features.
    std::vector<Collision> collisions;
    /// How body a goes in world coordinates as seen from b, which stands where it starts.
    Motion motion;
    /// The two features of a collision are no further apart at its fraction, a length: rounding for
    /// the exact method; of pixels two diagonals and twice what a moves in Pixels::time. A vertex
    /// that meets an edge is named with the face there that faces it best.
    double rounding = 0;
    CollisionStats stats;  ///< what it took
};

/// Working memory for queries. One per thread; a query that is given one that has served a query of
/// its size before does not allocate, but for its answer. It holds nothing that an answer depends
/// on.
class SWEPT_API CollisionScratch {
   public:
    CollisionScratch();
    ~CollisionScratch();
    /// The memory goes over; what is left may only be assigned to or destroyed.
    CollisionScratch(CollisionScratch&&) noexcept;
    /// As the constructor.
    CollisionScratch& operator=(CollisionScratch&&) noexcept;

    struct Memory;
    /// @private
    [[nodiscard]] Memory& memory() { return *memory_; }

   private:
    std::unique_ptr<Memory> memory_;
};

/// All collisions of a step in which both bodies move. The relative motion is the screw that joins
/// the relative poses, the short way round: a turn of less than half a circle; at exactly half a
/// turn that of screw_between. Where one body is at rest, or both only translate, that is the true
/// motion; else glide_error says how far off it may be (Buss 4.3). Bodies that do not move relative
/// to each other have no collisions. Error: an option out of its range; pixels so small that more
/// than 2^26 would have to be drawn.
[[nodiscard]] SWEPT_API Result<CollisionResult> collisions(const Polyhedron& a, const Pose& a_from,
                                                           const Pose& a_to, const Polyhedron& b,
                                                           const Pose& b_from, const Pose& b_to,
                                                           const CollisionOptions& options = {},
                                                           CollisionScratch* scratch = nullptr);

/// The same for body a on a motion past b at rest: screws may turn as often as they like. A
/// rotation of a full turn or more is looked at for one turn, and its fractions scaled.
[[nodiscard]] SWEPT_API Result<CollisionResult> collisions(
    const Polyhedron& a, const Pose& world_from_a, const Motion& motion, const Polyhedron& b,
    const Pose& world_from_b, const CollisionOptions& options = {},
    CollisionScratch* scratch = nullptr);

/// The same for bodies made of spheres, by the exact method: every moment at which a sphere comes
/// to touch a face, an edge or a vertex, or another sphere. Error also: options with pixels.
[[nodiscard]] SWEPT_API Result<CollisionResult> collisions(const SphereSet& a, const Pose& a_from,
                                                           const Pose& a_to, const Polyhedron& b,
                                                           const Pose& b_from, const Pose& b_to,
                                                           const CollisionOptions& options = {},
                                                           CollisionScratch* scratch = nullptr);
/// The same for two bodies made of spheres.
[[nodiscard]] SWEPT_API Result<CollisionResult> collisions(const SphereSet& a, const Pose& a_from,
                                                           const Pose& a_to, const SphereSet& b,
                                                           const Pose& b_from, const Pose& b_to,
                                                           const CollisionOptions& options = {});

/// Collisions that count as simultaneous (Buss 3): runs of the given ones, which are in the order
/// of their fractions, none of which is more than `fraction` after the first of its run.
[[nodiscard]] SWEPT_API std::vector<std::span<const Collision>> group_within(
    std::span<const Collision> collisions, double fraction);

// The collision screen, to be drawn (Buss 7, figure 14). A place on it is (r, h): the distance from
// the axis and, along the spiral across the flow, the height; of a translation two coordinates
// across it.

/// A run of pixels of an edge, in one row.
struct ScreenRun {
    std::int32_t row = 0;     ///< r from row * size on
    std::int32_t first = 0;   ///< h from first * size on
    std::int32_t last = 0;    ///< the last pixel of the run
    double begin = 0;         ///< the times at which its points reach the screen, in steps: least
    double end = 0;           ///< and largest
    bool is_vertex = false;   ///< an end of the edge is in it
    bool is_virtual = false;  ///< no edge of the body, but where a face turns away from the motion
};

/// An edge, or a part of one, as it was drawn: a straight piece of its curve.
struct ScreenLine {
    /// Where the piece begins, (r, h).
    Eigen::Vector2d from = Eigen::Vector2d::Zero();
    /// Where it ends.
    Eigen::Vector2d to = Eigen::Vector2d::Zero();
    bool is_virtual = false;  ///< no edge of the body, but where a face turns away from the motion
};

/// Where a collision is on the screen.
struct ScreenMark {
    /// (r, h).
    Eigen::Vector2d place = Eigen::Vector2d::Zero();
    std::uint32_t collision = 0;  ///< which of the answer's
};

/// The collision screen of a step: what was drawn, and the answer.
struct CollisionScreen {
    CollisionResult answer;                    ///< the collisions, as `collisions` gives them
    double size = 0;                           ///< of a pixel
    std::vector<ScreenRun> runs_a, runs_b;     ///< runs of pixels of the one and the other body
    std::vector<ScreenLine> lines_a, lines_b;  ///< edges of the one and the other body
    std::vector<ScreenMark> marks;             ///< one for each collision
};

/// The screen of a step, all of both bodies that faces the other. Error: as of `collisions`, and
/// options without pixels.
[[nodiscard]] SWEPT_API Result<CollisionScreen> collision_screen(
    const Polyhedron& a, const Pose& a_from, const Pose& a_to, const Polyhedron& b,
    const Pose& b_from, const Pose& b_to, const CollisionOptions& options);

}  // namespace swept
