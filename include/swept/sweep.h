#pragma once

// Continuous collision detection (CCD): time of impact (TOI) of a moving shape, or shape cast. Any
// mesh against any mesh, translating, rotating or screwing, without tunnelling (van Waveren 2005,
// with a rounded margin: docs/derivations/zone.md, "Why it is rounded").
//
// Guarantees, for the placed vertices (pose * vertex, in doubles):
// - Conservative: a hit is never missed. Up to `free_fraction`, no point of the mover comes closer
//   to an obstacle than the margin allows.
// - Never inside: from a separate start, the shapes at `end` are separate, in exact arithmetic on
//   the returned doubles. You can move to `end` and sweep again, any number of times.
// - Escape: a mover within the margin can slide and leave, but not come closer.
//
// All functions are total, keep no state and are thread-safe. The same query returns the same bits
// for any number of threads and any vector instructions.

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "swept/contact.h"
#include "swept/geometry.h"
#include "swept/motion.h"
#include "swept/overlap.h"
#include "swept/polyhedron.h"
#include "swept/query.h"

namespace swept {

/// Options of a sweep.
struct SweepOptions {
    Margin margin = {};  ///< the least margin
    InitialOverlap initial_overlap =
        InitialOverlap::solids;  ///< what counts as overlapping at the start
    /// Maximum number of tests of volumes and of pairs of faces along the motion. When it is spent,
    /// the state is `undecided`, with the fraction that is proven. A larger budget never proves
    /// less. The relation at the start is decided in any case.
    Budget budget = no_budget;
    /// The faces of the contact of an earlier query of these two shapes
    /// (`contact.mover.face_index` and the obstacle's); of several movers or obstacles, the first.
    WarmStart warm_start = std::nullopt;
    WorldFilter filter = {};     ///< what of a world is seen
    Scratch* scratch = nullptr;  ///< working memory; null: the thread's own
};

/// Work that a query did, for benchmarks.
struct SweepStats {
    std::uint64_t volume_tests = 0;   ///< pairs of bounding volumes compared
    std::uint64_t face_pairs = 0;     ///< pairs of faces whose features were tested
    std::uint64_t feature_pairs = 0;  ///< pairs of features searched for a contact
    std::uint64_t search_steps = 0;   ///< times evaluated in all searches

    /// Adds the counts of another query.
    SweepStats& operator+=(const SweepStats& other) {
        volume_tests += other.volume_tests;
        face_pairs += other.face_pairs;
        feature_pairs += other.feature_pairs;
        search_steps += other.search_steps;
        return *this;
    }
};

/// Result of one sweep, in world coordinates.
struct SweepResult {
    /// The relation at fraction 0. Touching: the shapes intersect or are within the margin.
    Relation start = Relation::separate;
    State state = State::free;  ///< how the sweep ended
    double free_fraction = 1;   ///< time of impact (TOI): the fraction of the motion that is proven
                                ///< free, in [0, 1]; 1 exactly if the state is free
    Pose end;         ///< the mover's pose at free_fraction; never overlapping unless it started so
    Contact contact;  ///< what stops the mover, for state hit; for overlapping, two faces that
                      ///< cross, or default values if containment alone makes the shapes overlap
    std::uint32_t mover = 0;     ///< of several rigidly joined movers, the one of `contact`
    std::uint32_t obstacle = 0;  ///< of several obstacles, the one of `contact`
    OverlapResult::Contained contained = OverlapResult::Contained::none;  ///< a: the mover is
                                                                          ///< inside
    double margin = 0;  ///< the margin e that was used, a length
    SweepStats stats;   ///< work that the query did
};

/// Time of impact of a mover along a motion. A rotation of more than one turn is tested for one
/// turn; its fractions refer to the whole motion.
[[nodiscard]] SWEPT_API SweepResult sweep(const Placed& mover, const Motion& motion,
                                          const Placed& obstacle, const SweepOptions& options = {});

/// The same past several obstacles: the earliest contact wins, and the margin is that of all of
/// them together. Without obstacles the motion is free.
[[nodiscard]] SWEPT_API SweepResult sweep(const Placed& mover, const Motion& motion,
                                          std::span<const Placed> obstacles,
                                          const SweepOptions& options = {});

/// Result of a step as in van Waveren's paper: a translation, then, if that is free, a rotation.
struct StepResult {
    SweepResult translation;              ///< result of the translation
    std::optional<SweepResult> rotation;  ///< none if the translation was not free
    Pose end;                             ///< final pose of the mover
};
/// Time of impact along a translation followed by a rotation.
[[nodiscard]] SWEPT_API StepResult sweep(const Placed& mover, const TranslateThenRotate& step,
                                         std::span<const Placed> obstacles,
                                         const SweepOptions& options = {});

/// Result of a sweep of two bodies that both move.
struct MutualSweepResult {
    SweepResult sweep;     ///< `end` and the contact in world coordinates, at free_fraction
    Pose end_of_obstacle;  ///< pose of the obstacle at free_fraction
};

/// Time of impact of two bodies that both move through one step, at constant speed. The relative
/// motion is exact if it is one motion (two translations, a common axis, one body at rest).
/// Otherwise pieces of screws cover it, and the margin is larger by their deviation
/// (swept/motion.h, relative_motion); `sweep.margin` returns it. The state is also undecided if
/// more than a million pieces would be needed.
[[nodiscard]] SWEPT_API MutualSweepResult sweep_both(const Moving& mover, const Moving& obstacle,
                                                     const SweepOptions& options = {});

/// One query of a batch.
struct SweepQuery {
    Placed mover;     ///< the mover at its start pose
    Motion motion;    ///< its motion
    Placed obstacle;  ///< the obstacle
};

/// `sweep` for many queries, in parallel; the results are those of single queries. Each thread uses
/// its own working memory. `threads` 0 means all.
[[nodiscard]] SWEPT_API std::vector<SweepResult> sweep_batch(std::span<const SweepQuery> queries,
                                                             const SweepOptions& options = {},
                                                             unsigned threads = 0);

}  // namespace swept
