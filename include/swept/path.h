#pragma once

// Is a whole path free? A path is a row of poses, joined by motions; it is checked from its first
// pose to its last, all along the way, by sweeps (swept/sweep.h), and the answer is where it first
// is not free, or that it is free throughout. What is proven is proven for every moment: nothing is
// sampled.
//
// All functions are total, keep no state and may be called from any number of threads. The same
// question gives the same bits, for any number of threads.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "swept/progress.h"
#include "swept/sweep.h"

namespace swept {

/// How a mover gets from one pose of a path to the next, the short way round in any case. At
/// exactly half a turn both ways are as short: see screw_between in swept/motion.h for which is
/// taken; put a pose in between to say another.
enum class PathJoin : std::uint8_t {
    screw,     ///< the screw that joins the two
    step,      ///< a translation and then a rotation about `pivot`, as the trajectory paper moves:
               ///< the first and the second half of the segment
    straight,  ///< the mover's origin goes straight while it turns at constant speed: what most
               ///< planners mean. Covered by screws that stray from it by at most `deviation`
};

/// "screw", "step", "straight".
[[nodiscard]] SWEPT_API std::string_view name_of(PathJoin join);

/// How a path is asked about.
struct PathOptions {
    PathJoin join = PathJoin::screw;  ///< how the mover gets from pose to pose
    /// Stay at least this far away from all obstacles, a length; kept to within rounding (some
    /// 1e-13 of all sizes). 0: do not touch, or slide along what is touched at the start of a
    /// segment. With a clearance, a pose that is closer is not free.
    double clearance = 0;
    /// For PathJoin::straight, the largest distance between any point of the mover and where it
    /// would be on the true path; a length, 0 for 1e-6 of the mover's extent. Segments that go and
    /// turn, but for turns about the way itself, keep twice this distance in addition to the
    /// clearance, which is what makes the proof hold: a path is not called free unless it is, and
    /// not called a hit unless it comes as close as clearance + 3 deviation. A path may begin
    /// closer, where another was stopped: it then keeps a little less than what it begins with, so
    /// that it can go back the way it came. What begins closer than clearance + deviation / 8 is
    /// stopped there: a mover in touch may slide or turn, but not both at once.
    double deviation = 0;
    /// For PathJoin::step, the point about which the mover turns, in its own frame.
    Eigen::Vector3d pivot = Eigen::Vector3d::Zero();
    InitialOverlap initial_overlap =
        InitialOverlap::solids;  ///< what counts as overlapping at the first pose
    /// As SweepOptions::budget, for the whole path. Each further screw of a straight way costs one.
    /// What is done, and in which order, does not depend on the budget, which only ends it: a
    /// larger one never proves less.
    std::uint64_t budget = SweepOptions::no_budget;
    /// Called between segments with the share of them that is done.
    Progress progress = {};
};

/// A part of a mover: a shape and where it sits in the mover's frame.
struct Part {
    Polyhedron shape;       ///< any mesh
    Pose mover_from_shape;  ///< where it sits
};

/// The answer about one path, in world coordinates.
struct PathResult {
    /// How the mover stood at the first pose: to what it touches or, without a clearance, has in
    /// its zone.
    Relation start = Relation::separate;
    /// `overlapping`: already at the first pose. `hit`: stopped by `contact`, at the end of what is
    /// proven free; with a clearance, that close to it.
    SweepState state = SweepState::free;
    /// The segment that is not proven free, between poses[segment] and poses[segment + 1]; when all
    /// are, the number of segments, which is one less than that of the poses.
    std::size_t segment = 0;
    /// The share of that segment that is proven free, in [0, 1); 0 when the whole path is.
    double fraction = 0;
    Pose end;         ///< where the mover stands there: never overlapping unless it started so
    Contact contact;  ///< as in SweepResult, with the mover at `end`
    std::uint32_t part = 0;      ///< of several parts, the one of `contact`
    std::uint32_t obstacle = 0;  ///< of several obstacles, the one of `contact`
    /// A: the mover lies inside the obstacle at the start; b: the obstacle in the mover.
    OverlapResult::Contained contained = OverlapResult::Contained::none;
    double zone = 0;   ///< the distance that was kept, the largest of all segments; a length
    SweepStats stats;  ///< what it took, all segments together

    /// How many segments are proven free, counting the part of the one that is not.
    [[nodiscard]] double proven() const { return static_cast<double>(segment) + fraction; }
};

/// Checks a path of one shape past one obstacle. A single pose is a path without segments: the
/// answer says whether it may stand there. Poses that repeat are segments without motion, which are
/// free. Error when there is no pose, when a number of the options is negative or not finite, or
/// when a segment comes near to something and would take more than a million screws to keep to the
/// deviation.
[[nodiscard]] SWEPT_API Result<PathResult> check_path(const Polyhedron& mover,
                                                      std::span<const Pose> poses,
                                                      const Polyhedron& obstacle,
                                                      const Pose& world_from_obstacle,
                                                      const PathOptions& options = {},
                                                      SweepScratch* scratch = nullptr);

/// The same for a mover of several parts that are rigidly joined, past several obstacles. The
/// earliest contact of all wins. Parts may overlap each other. Without parts or obstacles all is
/// free.
[[nodiscard]] SWEPT_API Result<PathResult> check_path(std::span<const Part> parts,
                                                      std::span<const Pose> poses,
                                                      std::span<const Obstacle> obstacles,
                                                      const PathOptions& options = {},
                                                      SweepScratch* scratch = nullptr);

/// One path of a batch. What it refers to must outlive the call.
struct PathQuery {
    std::span<const Part> parts;  ///< the mover
    std::span<const Pose> poses;  ///< its path
};

/// `check_path` for many paths, in parallel; the answers are those of single calls, and an Error in
/// one leaves the others as they are. `threads` 0 means all. The progress counts paths.
[[nodiscard]] SWEPT_API std::vector<Result<PathResult>> check_paths(
    std::span<const PathQuery> questions, std::span<const Obstacle> obstacles,
    const PathOptions& options = {}, unsigned threads = 0);

/// Where the mover stands on the way from `from` to `to`, at a fraction in [0, 1].
[[nodiscard]] SWEPT_API Pose pose_between(const Pose& from, const Pose& to, double fraction,
                                          const PathOptions& options = {});

}  // namespace swept
