#include "swept/sweep.h"

#include <array>
#include <cmath>

#include "core/parallel.h"
#include "math/checks.h"
#include "shape/placed_shape.h"
#include "sweep/query.h"

namespace swept {

using namespace sweep_detail;

std::string_view name_of(SweepState state) {
    constexpr std::array<std::string_view, 4> names{"free", "hit", "overlapping", "undecided"};
    return names[static_cast<std::size_t>(state)];
}

std::string_view name_of(ContactKind kind) {
    constexpr std::array<std::string_view, 6> names{"vertex-face", "face-vertex", "edge-edge",
                                                    "vertex-edge", "edge-vertex", "vertex-vertex"};
    return names[static_cast<std::size_t>(kind)];
}

Result<Margin> Margin::at_least(double length) {
    if (auto error = check_number(length, "margin")) return tl::unexpected(*error);
    if (length < 0) {
        return fail(ErrorCode::bad_argument, "the margin's thickness is negative; give it a length",
                    "margin");
    }
    Margin made;
    made.least_ = length;
    return made;
}

SweepResult sweep(const Polyhedron& mover, const Pose& world_from_mover, const Motion& motion,
                  const Polyhedron& obstacle, const Pose& world_from_obstacle,
                  const SweepOptions& options, Scratch* scratch) {
    const PlacedShape placed(obstacle, world_from_obstacle);
    const MovingShape moving(mover, world_from_mover);
    const ScratchLease lease(scratch);
    return run_sweep({world_from_mover, {&moving, 1}, motion, {&placed, 1}, options},
                     lease->memory().get<SweepMemory>());
}

SweepResult sweep(const Polyhedron& mover, const Pose& world_from_mover, const Motion& motion,
                  std::span<const Placed> obstacles, const SweepOptions& options,
                  Scratch* scratch) {
    const ScratchLease lease(scratch);
    SweepMemory& memory = lease->memory().get<SweepMemory>();
    std::vector<PlacedShape>& placed = memory.obstacles;
    placed.clear();
    for (const Placed& obstacle : obstacles) {
        placed.emplace_back(obstacle.shape, obstacle.world_from_shape);
    }
    const MovingShape moving(mover, world_from_mover);
    return run_sweep({world_from_mover, {&moving, 1}, motion, placed, options}, memory);
}

StepResult sweep(const Polyhedron& mover, const Pose& world_from_mover,
                 const TranslateThenRotate& step, std::span<const Placed> obstacles,
                 const SweepOptions& options, Scratch* scratch) {
    StepResult result;
    result.translation =
        sweep(mover, world_from_mover, Motion(step.translation), obstacles, options, scratch);
    result.end = result.translation.end;
    if (result.translation.state != SweepState::free) return result;
    result.rotation = sweep(mover, result.end, Motion(step.rotation), obstacles, options, scratch);
    result.end = result.rotation->end;
    return result;
}

std::vector<SweepResult> sweep_batch(const Polyhedron& mover, const Polyhedron& obstacle,
                                     std::span<const SweepQuery> questions,
                                     const SweepOptions& options, unsigned threads) {
    (void)mover.box_tree();  // made by this thread, so that no worker waits for another
    (void)obstacle.box_tree();
    std::vector<SweepResult> results(questions.size());
    parallel::for_each(questions.size(), threads, [&](std::size_t i) {
        const SweepQuery& q = questions[i];
        results[i] =
            sweep(mover, q.world_from_mover, q.motion, obstacle, q.world_from_obstacle, options);
    });
    return results;
}

}  // namespace swept
