// A sweep in the order in which it happens: how the shapes stand, the level at which they stop, the
// search for the first stop, the end pose and what stopped it there (docs/derivations/zone.md).

#include "sweep/query.h"

#include <cmath>

#include "core/assert.h"
#include "features/contact_of.h"
#include "overlap/relation_of.h"
#include "overlap/traverse.h"
#include "sweep/run.h"

namespace swept::sweep_detail {

namespace {

SceneExtent sizes_of_obstacles(const SweepInput& input) {
    return input.resting != nullptr ? *input.resting : SceneExtent(input.obstacles);
}

}  // namespace

SweepRun::SweepRun(const SweepInput& input, SweepMemory& memory)
    : input_(input),
      memory_(memory),
      setup_(make_course(input.movers, input.motion, sizes_of_obstacles(input), input.options,
                         input.deviation)),
      own_budget_(input.options.budget),
      budget_(input.budget != nullptr ? *input.budget : own_budget_) {
    result_.end = input.world_from_mover;
    result_.margin = setup_.margin / setup_.scale;
    if (input.band != nullptr && input.band->start == ClearBand::Start::fresh) {
        setup_.further = band_slack();
    }
}

bool SweepRun::starts() {
    if (overlaps_at_start()) return false;
    if (!setup_.measurable) {
        if (!setup_.still || input_.keep_clear) give_up_at(0);
        return false;
    }
    find_start_level();
    if (input_.keep_clear && !keeps_clear()) {
        stop_at(0, level_.closest.pair);
        return false;
    }
    note_touch();
    if (setup_.still) return false;
    if (level_.stuck) stop_at(0, level_.closest.pair);
    return !level_.stuck;
}

bool SweepRun::overlaps_at_start() {
    for (std::uint32_t i = 0; i < input_.movers.size(); ++i) {
        for (std::uint32_t j = 0; j < input_.obstacles.size(); ++j) {
            if (overlaps_at_start(i, j)) return true;
        }
    }
    return false;
}

bool SweepRun::overlaps_at_start(std::uint32_t number, std::uint32_t obstacle_number) {
    const PlacedShape& mover = input_.movers[number].placed;
    const PlacedShape& obstacle = input_.obstacles[obstacle_number];
    const OverlapResult found = relation_at_start(mover, obstacle);
    if (found.relation == Relation::separate) return false;
    // Without a witness one holds part of the other, their surfaces apart or in touch.
    const bool inside = found.relation == Relation::overlapping && !found.witness;
    if (inside && input_.options.initial_overlap == InitialOverlap::surfaces) return false;
    if (found.relation == Relation::touching) {
        met_ = result_.start = Relation::touching;
        return false;
    }
    result_.start = Relation::overlapping;
    result_.state = State::overlapping;
    result_.free_fraction = 0;
    result_.mover = number;
    result_.obstacle = obstacle_number;
    result_.contained = found.contained;
    if (found.witness) result_.contact = contact_of(*found.witness, mover, obstacle);
    return true;
}

void SweepRun::find_start_level() {
    level_ = near_ ? find_level(input_.movers, input_.obstacles, setup_, memory_.start)
                   : far_level(setup_);
}

/// Most starts are clear of everything: one look says so, and that the level need not be found.
OverlapResult SweepRun::relation_at_start(const PlacedShape& mover, const PlacedShape& obstacle) {
    bool near = !setup_.measurable;
    if (!near) {
        TestBudget unlimited{no_budget};
        const bool wholes_meet = traverse(
            mover, obstacle, unlimited,
            [](void* found, std::uint32_t /*face_a*/, std::uint32_t /*face_b*/) {
                return *static_cast<bool*>(found) = true;
            },
            &near, start_reach(setup_) / setup_.scale);
        const bool holds = wholes_meet && input_.options.initial_overlap == InitialOverlap::solids;
        if (!near) return holds ? relation_apart(mover, obstacle) : OverlapResult{};
    }
    near_ = true;
    return relation_of(mover, obstacle, {}, input_.options.initial_overlap);
}

/// Whether the start is as far away as must be kept; if it is, what is kept from here on.
bool SweepRun::keeps_clear() {
    const double d0 = level_.closest.distance;
    const double kept = input_.band != nullptr ? kept_in_band(d0) : setup_.margin;
    if (d0 < kept - setup_.step) return false;
    if (kept < setup_.margin) {
        level_.stop.distance =
            stop_distance_for(std::min(d0, start_reach(setup_)), kept, setup_.step);
    }
    return true;
}

/// How much closer than it starts a mover may come: a path strays from the motions that cover
/// it by a deviation there and by one on the way back, and stops are off by another; scaled.
double SweepRun::band_slack() const {
    return 4 * input_.band->deviation * setup_.scale + 4 * setup_.step;
}

/// As stop_distance_for: a quarter of what is left above a floor, so that nothing wears it
/// away.
double SweepRun::kept_in_band(double d0) {
    ClearBand& band = *input_.band;
    const double slack = band_slack(), least = band.least * setup_.scale;
    const double kept = std::min(setup_.margin, band.stop * setup_.scale);
    const bool fresh = band.start == ClearBand::Start::fresh;
    if (band.start == ClearBand::Start::piece ||
        d0 >= (fresh ? kept + slack : kept - setup_.step)) {
        return kept;
    }
    // The path strays from the motions by a deviation: twice that is above c in any case.
    const double lowest = std::max((setup_.margin - least) / 16, 2 * band.deviation * setup_.scale);
    double above = (setup_.margin - least) / 2;
    while (least + above >= d0 && above / 2 >= lowest) above /= 2;
    const double room = d0 - (least + above);
    if (!(room > 0) || above < lowest) return kept;
    began_close_ = true;
    const double lower = std::min(kept, d0 - std::min(slack, room / 4));
    band.stop = lower / setup_.scale;
    return lower;
}

FacePairContext SweepRun::context() const {
    FacePairContext setting;
    setting.path = setup_.path;
    setting.inverse = setup_.path.inverse();
    setting.stop = level_.stop;
    setting.parallel_width = parallel_width(setup_, level_.stop);
    return setting;
}

void SweepRun::search() {
    search_each(level_.stop.distance + 4 * setup_.rounding, [&](SweepTraversal& traversal) {
        if (input_.pairs != nullptr) {
            input_.pairs->run(input_.pairs->context, traversal);
        } else {
            traversal.run();
        }
    });
}

void SweepRun::finish() {
    if (unproven_ < best_.t && unproven_ < setup_.path.end) {
        // What the whole answer would not claim is not claimed for want of budget either.
        give_up_at(level_.unproven ? 0 : without_creeping(unproven_));
    } else if (!best_.found()) {
        end_free();
    } else {
        stop_at(without_creeping(best_.t), best_.pair);
    }
    if (level_.unproven && result_.free_fraction > 0 && !stands_free()) {
        stop_at(0, best_.found() ? best_.pair : level_.closest.pair);
    }
}

/// Pushing again and again at what it rests on, a mover would creep by a step each time. Where
/// it was in the margin already and would hardly move, it stays.
double SweepRun::without_creeping(double t) const {
    if (!level_.in_zone) return t;
    double crept = std::sqrt(setup_.margin / setup_.step) / 2 * setup_.step;
    if (began_close_) crept = std::max(crept, 2 * band_slack());
    return t * setup_.speed < crept ? 0 : t;
}

void SweepRun::give_up_at(double t) {
    result_.state = State::undecided;
    result_.free_fraction = setup_.measurable ? setup_.fraction(t) : 0;
    result_.end = pose_at(input_.motion, input_.world_from_mover, result_.free_fraction);
}

void SweepRun::stop_at(double t, const FeaturePair& pair) {
    result_.state = State::hit;
    result_.free_fraction = std::min(setup_.fraction(t), std::nextafter(1.0, 0.0));
    result_.end = pose_at(input_.motion, input_.world_from_mover, result_.free_fraction);
    result_.mover = pair.mover_number;
    result_.obstacle = pair.obstacle_number;
    result_.contact =
        contact_of(pair, at_end(pair.mover_number), input_.obstacles[pair.obstacle_number],
                   setup_.path, setup_.scale, memory_.start.faces);
}

/// Where a mover truly is at the end.
PlacedShape SweepRun::at_end(std::uint32_t number) const {
    const MovingShape& mover = input_.movers[number];
    const double fraction = result_.free_fraction;
    return {mover.placed.polyhedron, input_.place != nullptr
                                         ? input_.place->at(input_.place->path, fraction, number)
                                         : pose_at(input_.motion, mover.start, fraction)};
}

/// Whether the mover at the end overlaps nothing, unless it did so at the start, and touches
/// only if it did: then it may have come from one to the other.
bool SweepRun::stands_free() const {
    for (std::uint32_t i = 0; i < input_.movers.size(); ++i) {
        const MovingShape& mover = input_.movers[i];
        const PlacedShape moved_on = at_end(i);
        for (const PlacedShape& obstacle : input_.obstacles) {
            const Relation after = relation_of(moved_on, obstacle).relation;
            if (after <= met_) continue;
            if (after > relation_of(mover.placed, obstacle).relation) return false;
        }
    }
    return true;
}

SweepResult run_sweep(const SweepInput& input, SweepMemory& memory) {
    SWEPT_ASSERT(input.deviation >= 0, "a length");
    SweepRun run(input, memory);
    if (run.starts()) {
        run.search();
        run.finish();
    }
    return run.result();
}

}  // namespace swept::sweep_detail
