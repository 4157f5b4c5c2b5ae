#include "swept/sweep.h"

#include <array>
#include <cmath>

#include "core/parallel.h"
#include "math/checks.h"
#include "shape/placed_shape.h"
#include "sweep/query.h"

namespace swept {

using namespace sweep_detail;

std::string_view name_of(ContactKind kind) {
    constexpr std::array<std::string_view, 6> names{"vertex-face", "face-vertex", "edge-edge",
                                                    "vertex-edge", "edge-vertex", "vertex-vertex"};
    return names[static_cast<std::size_t>(kind)];
}

SweepResult sweep(const Placed& mover, const Motion& motion, const Placed& obstacle,
                  const SweepOptions& options) {
    const PlacedShape placed(obstacle.shape, obstacle.world_from_shape);
    const MovingShape moving(mover.shape, mover.world_from_shape);
    const ScratchLease lease(options.scratch);
    return run_sweep({mover.world_from_shape, {&moving, 1}, motion, {&placed, 1}, options},
                     lease->memory().get<SweepMemory>());
}

SweepResult sweep(const Placed& mover, const Motion& motion, std::span<const Placed> obstacles,
                  const SweepOptions& options) {
    const ScratchLease lease(options.scratch);
    SweepMemory& memory = lease->memory().get<SweepMemory>();
    std::vector<PlacedShape>& placed = memory.obstacles;
    placed.clear();
    for (const Placed& obstacle : obstacles) {
        placed.emplace_back(obstacle.shape, obstacle.world_from_shape);
    }
    const MovingShape moving(mover.shape, mover.world_from_shape);
    return run_sweep({mover.world_from_shape, {&moving, 1}, motion, placed, options}, memory);
}

StepResult sweep(const Placed& mover, const TranslateThenRotate& step,
                 std::span<const Placed> obstacles, const SweepOptions& options) {
    StepResult result;
    result.translation = sweep(mover, Motion(step.translation), obstacles, options);
    result.end = result.translation.end;
    if (result.translation.state != State::free) return result;
    result.rotation = sweep({mover.shape, result.end}, Motion(step.rotation), obstacles, options);
    result.end = result.rotation->end;
    return result;
}

std::vector<SweepResult> sweep_batch(std::span<const SweepQuery> queries,
                                     const SweepOptions& options, unsigned threads) {
    // Trees are made by this thread, so that no worker waits for another.
    for (const SweepQuery& query : queries) {
        (void)query.mover.shape.box_tree();
        (void)query.obstacle.shape.box_tree();
    }
    SweepOptions own = options;
    own.scratch = nullptr;
    std::vector<SweepResult> results(queries.size());
    parallel::for_each(queries.size(), threads, [&](std::size_t i) {
        results[i] = sweep(queries[i].mover, queries[i].motion, queries[i].obstacle, own);
    });
    return results;
}

}  // namespace swept
