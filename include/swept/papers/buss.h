#pragma once

// The collision detection by pixels as published: S. R. Buss, "Collision Detection with Glide
// Rotations", 2004, sections 7 to 10, with its misprints corrected (docs/papers.md). For study and
// comparison; swept/collisions.h is the method to use.
//
// What of the two bodies faces the other is drawn on the collision screen, a surface across their
// relative motion, which is a screw (a glide rotation). Points can collide only if they have the
// same place on it: so pixels are compared. Accuracy and run time depend on the size of the pixels.
// What a collision and its properness are: swept/collisions.h.
//
// All functions are total, keep no state and are thread-safe. The same query returns the same bits
// for any number of threads, any store of pixels and any culling.

#include <cstdint>
#include <string_view>
#include <vector>

#include "swept/collisions.h"
#include "swept/export.h"

namespace swept::papers::buss {

/// How pixels are compared.
enum class PixelMode : std::uint8_t {
    plain,   ///< as published, features that share a pixel: near misses may be reported, and some
             ///< collisions may be missed
    robust,  ///< features within a pixel: all that the exact method calls proper are found
};
/// "plain", "robust".
[[nodiscard]] SWEPT_PAPERS_API std::string_view name_of(PixelMode mode);

/// How pixels to be compared are found. The results do not depend on it.
enum class PixelStore : std::uint8_t {
    sorted,  ///< rows of one radius, sorted by time and height (9), or edges sorted by radius
    hashed,  ///< a hash table of pixels (10)
};
/// "sorted", "hashed".
[[nodiscard]] SWEPT_PAPERS_API std::string_view name_of(PixelStore store);

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
[[nodiscard]] SWEPT_PAPERS_API std::string_view name_of(ScreenCulling culling);

/// Options of the collision screen.
struct ScreenOptions {
    Pixels pixels;  ///< the resolution; its size must be given
    /// Least properness, -1 to 1: less proper collisions are left out. -1 leaves none out.
    double min_properness = -0.1;
    /// How features are excluded before they are drawn.
    ScreenCulling culling = ScreenCulling::trees;
    Scratch* scratch = nullptr;  ///< working memory; null: the thread's own
};

/// Result for one step. The error bound is two diagonals of a pixel plus twice the travel of a in
/// Pixels::time.
struct ScreenResult : CollisionResult {
    std::uint64_t pixel_records = 0;  ///< runs of pixels drawn, of both bodies
};

/// All collisions of a step, by pixels; else as swept::all_collisions. Errors: an option out of
/// range; pixels so small that more than 2^26 would be drawn; bodies smaller than the rounding of
/// their coordinates or motion.
[[nodiscard]] SWEPT_PAPERS_API Result<ScreenResult> all_collisions(const BodyStep& a,
                                                                   const BodyStep& b,
                                                                   const ScreenOptions& options);
/// The same for body a on a motion past b at rest.
[[nodiscard]] SWEPT_PAPERS_API Result<ScreenResult> all_collisions(const Placed& a,
                                                                   const Motion& motion,
                                                                   const Placed& b,
                                                                   const ScreenOptions& options);

/// Options of `exact_collisions`.
struct ExactOptions {
    double min_properness = -0.1;                  ///< as in CollisionOptions
    ScreenCulling culling = ScreenCulling::trees;  ///< how pairs of features are excluded
    Scratch* scratch = nullptr;                    ///< working memory; null: the thread's own
};

/// The answer of swept::all_collisions, with the culling of one's choice: to compare the ways to
/// cull. With trees it is the same to the bit.
[[nodiscard]] SWEPT_PAPERS_API Result<CollisionResult> exact_collisions(
    const BodyStep& a, const BodyStep& b, const ExactOptions& options = {});
/// The same for body a on a motion past b at rest.
[[nodiscard]] SWEPT_PAPERS_API Result<CollisionResult> exact_collisions(
    const Placed& a, const Motion& motion, const Placed& b, const ExactOptions& options = {});

// The collision screen, for drawing (7, figure 14). A point on it is (r, h): the distance from the
// axis, and the height along the spiral across the flow. For a translation, r and h are two
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
    ScreenResult answer;                       ///< the result of `all_collisions`
    double size = 0;                           ///< side of a pixel, a length
    std::vector<ScreenRun> runs_a, runs_b;     ///< runs of pixels of body a and of body b
    std::vector<ScreenLine> lines_a, lines_b;  ///< edges of body a and of body b
    std::vector<ScreenMark> marks;             ///< one per collision
};

/// The collision screen of a step: all parts of both bodies that face the other. Errors: those of
/// `all_collisions`.
[[nodiscard]] SWEPT_PAPERS_API Result<CollisionScreen> collision_screen(
    const BodyStep& a, const BodyStep& b, const ScreenOptions& options);

}  // namespace swept::papers::buss
