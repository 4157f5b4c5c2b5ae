// Two bodies that both move: the mover's motion seen from the obstacle, piece after piece. How far
// a piece strays from the true relative motion counts as rounding, and the margin grows with it.

#include "sweep/both.h"

#include <cmath>

#include "features/contact_frame.h"
#include "math/pose_access.h"
#include "math/relative_motion.h"
#include "swept/tolerance.h"

namespace swept::sweep_detail {

namespace {

/// Choice. The margin where the relative motion is not one motion, as a share of the smaller
/// extent: thinner ones take more pieces.
constexpr double zone_share = 1e-6;
/// The margin is at least this many deviations thick (SweepSetup: deviations count as rounding).
constexpr double deviations = 2 * tolerance::zone_steps * tolerance::sweep_step;

Sphere ball_of(const PlacedShape& mover) {
    const Box& box = mover.shape.box;
    return {mover.rotation * box.centre() + mover.translation,
            box.size().norm() / 2 * (1 + 0x1p-40)};
}

class Both {
   public:
    explicit Both(const MutualSweepInput& input)
        : mover_(input.mover),
          start_(input.world_from_mover),
          motion_(input.motion),
          obstacle_(input.obstacle, input.world_from_obstacle),
          obstacle_start_(input.world_from_obstacle),
          other_(input.motion_of_obstacle),
          options_(input.options),
          run_(input.run),
          pairs_(input.pairs) {}

    MutualSweepResult run(SweepMemory& memory) {
        const Sphere ball = ball_of(PlacedShape(mover_, start_));
        const RelativeMotion whole = relative_motion(motion_, other_, ball);
        // What is exact to rounding needs no pieces: its deviation is rounding already.
        const double least = least_extent();
        const double room = std::max(options_.margin.least(), zone_share * least) / deviations;
        if (whole.deviation <= tolerance::margin * least / deviations) {
            take(whole, memory);
            return finished();
        }
        std::vector<RelativeMotion>& pieces = memory.pieces[0];
        if (!relative_motion(motion_, other_, ball, room, {}, pieces)) return given_up();
        for (const RelativeMotion& piece : pieces) {
            take(piece, memory);
            if (result_.sweep.state != State::free) break;
        }
        return finished();
    }

   private:
    const Polyhedron& mover_;
    const Pose& start_;
    const Motion& motion_;
    PlacedShape obstacle_;
    const Pose& obstacle_start_;
    const Motion& other_;
    SweepOptions options_;  // its budget shrinks from piece to piece
    SweepResult (*run_)(const SweepInput& input, SweepMemory& memory);
    const PairSearch* pairs_;
    MutualSweepResult result_;
    bool first_ = true;
    double fraction_ = 0;

    [[nodiscard]] double least_extent() const {
        const double a = mover_.extent(), b = obstacle_.polyhedron.extent();
        if (a == 0 || b == 0) return std::max(a, b);
        return std::min(a, b);
    }

    void take(const RelativeMotion& piece, SweepMemory& memory) {
        const Pose from = piece.start * start_;
        const MovingShape moving(mover_, from);
        const SweepResult found = run_({.world_from_mover = from,
                                        .movers = {&moving, 1},
                                        .motion = piece.motion,
                                        .obstacles = {&obstacle_, 1},
                                        .options = options_,
                                        .deviation = piece.deviation,
                                        .budget = &options_.budget,
                                        .pairs = pairs_},
                                       memory);
        const Relation start = first_ ? found.start : result_.sweep.start;
        SweepStats stats = result_.sweep.stats;
        stats += found.stats;
        const double margin = std::max(result_.sweep.margin, found.margin);
        result_.sweep = found;
        result_.sweep.start = start;
        result_.sweep.stats = stats;
        result_.sweep.margin = margin;
        fraction_ = found.state == State::free
                        ? piece.end
                        : piece.begin + found.free_fraction * (piece.end - piece.begin);
        // A piece that begins within rounding of an overlap stops where it began.
        if (!first_ && found.state == State::overlapping) {
            result_.sweep.state = State::hit;
        }
        first_ = false;
    }

    MutualSweepResult given_up() {
        result_.sweep.state = State::undecided;
        return finished();
    }

    MutualSweepResult finished() {
        SweepResult& sweep = result_.sweep;
        sweep.free_fraction =
            sweep.state == State::free ? 1 : std::min(fraction_, std::nextafter(1.0, 0.0));
        sweep.end = pose_at(motion_, start_, sweep.free_fraction);
        result_.end_of_obstacle = pose_at(other_, obstacle_start_, sweep.free_fraction);
        if (sweep.state != State::hit) return result_;
        // The contact was found with the obstacle where it started.
        sweep.contact =
            in_frame(result_.end_of_obstacle * obstacle_start_.inverse(), sweep.contact);
        return result_;
    }
};

}  // namespace

MutualSweepResult run_both(const MutualSweepInput& input, SweepMemory& memory) {
    return Both(input).run(memory);
}

}  // namespace swept::sweep_detail

namespace swept {

using namespace sweep_detail;

MutualSweepResult sweep_both(const Moving& mover, const Moving& obstacle,
                             const SweepOptions& options) {
    const ScratchLease lease(options.scratch);
    return run_both(
        {mover.placed.shape, mover.placed.world_from_shape, mover.motion, obstacle.placed.shape,
         obstacle.placed.world_from_shape, obstacle.motion, options},
        lease->memory().get<SweepMemory>());
}

}  // namespace swept
