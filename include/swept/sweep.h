#pragma once

// How far does a shape get along a motion before it touches another? Any mesh against any mesh,
// translating, rotating or screwing (van Waveren 2005, with a rounded expel zone:
// docs/derivations/zone.md, "Why it is rounded").
//
// What is promised, for the placed vertices (pose * vertex, in doubles):
// - A hit is never missed: up to `free_fraction` no point of the mover comes closer to an obstacle
//   than the zone allows.
// - Never inside: from a start that is separate, the shapes at `end` are separate, in exact
//   arithmetic on the very doubles returned; move to `end` and on, for ever.
// - Escape: a mover within the zone may slide along and leave; it may not come closer.
//
// All functions are total, keep no state and may be called from any number of threads. The same
// question gives the same bits, for any number of threads and any vector instructions.

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
#include "swept/tree.h"

namespace swept {

/// How a sweep ended. A miss is an answer, not an error.
enum class SweepState : std::uint8_t {
    free,         ///< the whole motion is free
    hit,          ///< stopped by `contact`
    overlapping,  ///< they overlapped at the start: nothing is claimed
    undecided,    ///< the budget was spent, or the zone cannot be as thin as the shapes are small:
                  ///< free up to free_fraction, unknown beyond
};

/// "free", "hit", "overlapping", "undecided".
[[nodiscard]] SWEPT_API std::string_view name_of(SweepState state);

/// Which skin around the obstacles stops a mover.
enum class ZoneRule : std::uint8_t {
    rounded,  ///< all points within distance e: never leaks
    paper,    ///< van Waveren's shifted planes and lines, corrected: for
              ///< comparison. It leaks at sharp, border and saddle features and in long turns: of
              ///< the promises above none holds with it. Screws that turn and glide are undecided
};

/// How thick the expel zone is at least. Made from a length that is checked.
class SWEPT_API Margin {
   public:
    /// As thin as the query allows: some 1e-9 of the extent of the smaller shape, more where
    /// coordinates are large.
    Margin() = default;
    /// At least this, a length. Error when it is negative, not finite or beyond
    /// tolerance::largest_coordinate.
    [[nodiscard]] static Result<Margin> at_least(double length);
    /// 0: as thin as the query allows.
    [[nodiscard]] double least() const { return least_; }

   private:
    double least_ = 0;
};

/// How a sweep is asked.
struct SweepOptions {
    /// As many tests as it takes.
    static constexpr std::uint64_t no_budget = std::numeric_limits<std::uint64_t>::max();

    Margin zone = {};                   ///< how thick it is at least
    ZoneRule rule = ZoneRule::rounded;  ///< which skin stops
    InitialOverlap initial_overlap =
        InitialOverlap::solids;                  ///< what counts as overlapping at the start
    BroadPhase broad_phase = BroadPhase::trees;  ///< how the faces that matter are found
    /// The most tests, of volumes and of pairs of faces, to spend on the way; then the answer is
    /// `undecided` with the fraction proven so far. A larger budget never proves less. How the
    /// shapes stand at the start is found out in any case.
    std::uint64_t budget = no_budget;
    /// Warm start: the faces of the contact of an earlier query of these two shapes
    /// (`contact.mover.face_index` and the obstacle's), searched first; of several movers or
    /// obstacles, the first. Indices that are out of range are ignored. The answer does not depend
    /// on it.
    std::optional<std::array<FaceIndex, 2>> last = std::nullopt;
};

/// What a query did: for benchmarks and the curious.
struct SweepStats {
    std::uint64_t volume_tests = 0;   ///< pairs of bounding volumes compared
    std::uint64_t face_pairs = 0;     ///< pairs of faces whose features were looked at
    std::uint64_t feature_pairs = 0;  ///< pairs of features searched for a contact
    std::uint64_t search_steps = 0;   ///< moments looked at in all searches

    /// Adds the counts of another query.
    SweepStats& operator+=(const SweepStats& other) {
        volume_tests += other.volume_tests;
        face_pairs += other.face_pairs;
        feature_pairs += other.feature_pairs;
        search_steps += other.search_steps;
        return *this;
    }
};

/// The answer to one sweep, in world coordinates.
struct SweepResult {
    /// How the shapes stood at fraction 0. Touching: they met, or stood within the zone.
    Relation start = Relation::separate;
    SweepState state = SweepState::free;  ///< how it ended
    double free_fraction = 1;  ///< share of the motion proven free, in [0, 1]; 1 exactly when free
    Pose end;         ///< the mover at free_fraction: never overlapping unless it started so
    Contact contact;  ///< what stopped it, valid for state hit; for overlapping two faces that
                      ///< cross, unless it is by containment alone (then a default one, at 0)
    std::uint32_t mover = 0;     ///< of several rigidly joined movers, the one of `contact`
    std::uint32_t obstacle = 0;  ///< of several obstacles, the one of `contact`
    OverlapResult::Contained contained = OverlapResult::Contained::none;  ///< a: the mover is
                                                                          ///< inside
    double zone = 0;   ///< thickness e of the expel zone that was used, a length
    SweepStats stats;  ///< what it took
};

/// Working memory for sweeps. One per thread; a query that is given one that has served a query of
/// its size before does not allocate. It holds nothing that an answer depends on.
class SWEPT_API SweepScratch {
   public:
    SweepScratch();
    ~SweepScratch();
    /// The memory goes over; what is left may only be assigned to or destroyed.
    SweepScratch(SweepScratch&&) noexcept;
    /// As the constructor.
    SweepScratch& operator=(SweepScratch&&) noexcept;

    struct Memory;
    /// @private
    [[nodiscard]] Memory& memory() { return *memory_; }

   private:
    std::unique_ptr<Memory> memory_;
};

/// A shape and where it stands.
struct Obstacle {
    Polyhedron shape;       ///< any mesh
    Pose world_from_shape;  ///< where it stands
};

/// How far the mover gets. A rotation beyond a full turn is tested for one turn and its fractions
/// scaled. `scratch` may be null.
[[nodiscard]] SWEPT_API SweepResult sweep(const Polyhedron& mover, const Pose& world_from_mover,
                                          const Motion& motion, const Polyhedron& obstacle,
                                          const Pose& world_from_obstacle,
                                          const SweepOptions& options = {},
                                          SweepScratch* scratch = nullptr);

/// The same past several obstacles: the earliest contact wins, and the zone is that of all of them
/// together. Without obstacles the motion is free.
[[nodiscard]] SWEPT_API SweepResult sweep(const Polyhedron& mover, const Pose& world_from_mover,
                                          const Motion& motion, std::span<const Obstacle> obstacles,
                                          const SweepOptions& options = {},
                                          SweepScratch* scratch = nullptr);

/// A step as the trajectory paper takes it: the translation, then, if that was free, the rotation.
struct StepResult {
    SweepResult translation;              ///< how far it got straight
    std::optional<SweepResult> rotation;  ///< none when the translation was not free
    Pose end;                             ///< where the mover stands after all
};
/// How far the mover gets along a step.
[[nodiscard]] SWEPT_API StepResult sweep(const Polyhedron& mover, const Pose& world_from_mover,
                                         const TranslateThenRotate& step,
                                         std::span<const Obstacle> obstacles,
                                         const SweepOptions& options = {},
                                         SweepScratch* scratch = nullptr);

/// The answer to a sweep of two bodies that both move.
struct MutualSweepResult {
    SweepResult sweep;     ///< `end` and the contact in world coordinates, at free_fraction
    Pose end_of_obstacle;  ///< where the obstacle stands at free_fraction
};

/// Both bodies move through one step, at constant speed. It is the mover's motion as seen from the
/// obstacle: exact where that is one motion (two translations, a common axis, one at rest); else
/// pieces of screws, whose deviation the zone makes up for (swept/motion.h, relative_motion): the
/// zone is then thicker, and the answer says how thick.
[[nodiscard]] SWEPT_API MutualSweepResult sweep_both(
    const Polyhedron& mover, const Pose& world_from_mover, const Motion& motion,
    const Polyhedron& obstacle, const Pose& world_from_obstacle, const Motion& motion_of_obstacle,
    const SweepOptions& options = {}, SweepScratch* scratch = nullptr);

/// One question of a batch.
struct SweepQuery {
    Pose world_from_mover;     ///< where the mover starts
    Pose world_from_obstacle;  ///< where the obstacle stands
    Motion motion;             ///< how the mover goes on
};

/// `sweep` for many questions, in parallel; the answers are those of single queries. `threads` 0
/// means all.
[[nodiscard]] SWEPT_API std::vector<SweepResult> sweep_batch(const Polyhedron& mover,
                                                             const Polyhedron& obstacle,
                                                             std::span<const SweepQuery> questions,
                                                             const SweepOptions& options = {},
                                                             unsigned threads = 0);

}  // namespace swept
