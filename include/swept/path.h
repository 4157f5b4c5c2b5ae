#pragma once

// Path validation: is a path (trajectory) of poses, joined by motions, collision-free, and where is
// the first contact? Sweeps (swept/sweep.h) check each segment in order, and the check stops at the
// first one that is not free. What is proven free is free at every moment: nothing is sampled.
//
// All functions are total, keep no state and are thread-safe. The same query returns the same bits
// for any number of threads.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "swept/progress.h"
#include "swept/sweep.h"

namespace swept {

/// The motion from one pose of a path to the next, always by the shorter rotation. At exactly half
/// a turn both directions are equally short: screw_between in swept/motion.h says which one is
/// used; insert a pose to choose the other.
enum class PathJoin : std::uint8_t {
    screw,     ///< the screw that joins the two
    step,      ///< a translation, then a rotation about `pivot`, as in van Waveren's paper: the
               ///< first and the second half of the segment
    straight,  ///< the mover's origin moves on a straight line while the mover rotates at constant
               ///< speed, as in most planners. Covered by screws that deviate from it by at most
               ///< `deviation`
};

/// "screw", "step", "straight".
[[nodiscard]] SWEPT_API std::string_view name_of(PathJoin join);

/// Options of a path check.
struct PathOptions {
    PathJoin join = PathJoin::screw;  ///< the motion from pose to pose
    /// The distance to keep from all obstacles, a length; kept to within rounding (about 1e-13 of
    /// all sizes). A pose that is closer is not free. 0: the mover must not touch, except that it
    /// can slide along what it touches at the start of a segment.
    Clearance clearance = {};
    /// For PathJoin::straight: the largest distance of any point of the mover from its true path, a
    /// length; 0 for 1e-6 of the mover's extent (far from the origin, 1e-12 of the coordinates).
    /// Segments that translate and rotate, except about the direction of travel, keep twice this
    /// distance in addition to the clearance. So a path reported as free is free, and a path
    /// reported as a hit comes as close as clearance + 3 deviation. A path may start closer, where
    /// another one was stopped: it then keeps slightly less than its start distance, so that it can
    /// go back. A path that starts closer than clearance + deviation / 8 is stopped there: a mover
    /// in contact can slide or rotate, but not both at once.
    double deviation = 0;
    /// For PathJoin::step: the centre of rotation, in the mover's frame.
    Eigen::Vector3d pivot = Eigen::Vector3d::Zero();
    InitialOverlap initial_overlap =
        InitialOverlap::solids;  ///< what counts as overlapping at the first pose
    /// As SweepOptions::budget, for the whole path. Each further screw of a straight segment costs
    /// one test. The work and its order do not depend on the budget, so that a larger budget never
    /// proves less.
    Budget budget = no_budget;
    /// Called between segments with the share of segments done.
    Progress progress = {};
    WorldFilter filter = {};     ///< what of a world is seen
    Scratch* scratch = nullptr;  ///< working memory; null: the thread's own
};

/// A part of a mover: a shape and its pose in the mover's frame.
struct Part {
    Polyhedron shape;       ///< any mesh
    Pose mover_from_shape;  ///< its pose
};

/// Result for one path, in world coordinates.
struct PathResult {
    /// The relation at the first pose. Touching: the shapes intersect or, without a clearance, are
    /// within the margin.
    Relation start = Relation::separate;
    /// `overlapping`: already at the first pose. `hit`: stopped by `contact`, at the end of what is
    /// proven free; with a clearance, at about that distance.
    State state = State::free;
    /// The first segment that is not proven free, between poses[segment] and poses[segment + 1]. If
    /// all are free, the number of segments, which is one less than the number of poses.
    std::size_t segment = 0;
    /// The fraction of that segment that is proven free, in [0, 1); 0 if the whole path is free.
    double fraction = 0;
    Pose end;                    ///< the mover's pose there; never overlapping unless it started so
    Contact contact;             ///< as in SweepResult, with the mover at `end`
    std::uint32_t part = 0;      ///< of several parts, the one of `contact`
    std::uint32_t obstacle = 0;  ///< of several obstacles, the one of `contact`
    /// A: the mover is inside the obstacle at the start; b: the obstacle is inside the mover.
    OverlapResult::Contained contained = OverlapResult::Contained::none;
    double margin = 0;  ///< the distance that was kept, the largest of all segments; a length
    SweepStats stats;   ///< work that the query did, for all segments together

    /// The number of segments that are proven free, including the fraction of the last one.
    [[nodiscard]] double proven() const { return static_cast<double>(segment) + fraction; }
};

/// Checks a path of one shape past one obstacle. A single pose is a path without segments: the
/// result says whether the mover may be there. A repeated pose is a segment without motion, which
/// is free if the pose is. Errors: no pose; a negative deviation; a number of the options that is
/// not finite or beyond tolerance::largest_coordinate; a segment near an obstacle that needs more
/// than a million screws to keep the deviation.
[[nodiscard]] SWEPT_API Result<PathResult> check_path(const Polyhedron& mover,
                                                      std::span<const Pose> poses,
                                                      const Placed& obstacle,
                                                      const PathOptions& options = {});

/// The same for a mover of several rigidly joined parts, past several obstacles. The earliest
/// contact of all wins. Parts may overlap each other. Without parts or obstacles the path is free.
[[nodiscard]] SWEPT_API Result<PathResult> check_path(std::span<const Part> parts,
                                                      std::span<const Pose> poses,
                                                      std::span<const Placed> obstacles,
                                                      const PathOptions& options = {});

/// One query of a batch. What it refers to must outlive the call.
struct PathQuery {
    std::span<const Part> parts;        ///< the mover
    std::span<const Pose> poses;        ///< the poses of its path
    std::span<const Placed> obstacles;  ///< what is in its way
};

/// `check_path` for many paths, in parallel; the results are those of single calls. An Error of one
/// path does not affect the others. Each thread uses its own working memory. The progress counts
/// paths. `threads` 0 means all.
[[nodiscard]] SWEPT_API std::vector<Result<PathResult>> check_path_batch(
    std::span<const PathQuery> queries, const PathOptions& options = {}, unsigned threads = 0);

/// Pose of the mover on the segment from `from` to `to`, at a fraction in [0, 1].
[[nodiscard]] SWEPT_API Pose pose_between(const Pose& from, const Pose& to, double fraction,
                                          const PathOptions& options = {});

}  // namespace swept
