// One sweep by either zone and either broad phase.

#include <array>

#include "core/scratch.h"
#include "papers/van_waveren/bsp_traverse.h"
#include "papers/van_waveren/zone_search.h"
#include "sweep/both.h"
#include "sweep/narrow_phase.h"
#include "sweep/run.h"
#include "sweep/tree_walk.h"
#include "swept/papers/van_waveren.h"

namespace swept::papers::van_waveren {

namespace {

/// The obstacles' trees, in their order; none: by the trees of both shapes.
using FacesOfObstacles = std::span<const AxialBsp* const>;

BspMemory& bsp_memory() {
    thread_local BspMemory memory;
    return memory;
}

/// In place of the library's own search (sweep/query.h).
void search_by_bsp(const void* faces_of_obstacles, SweepTraversal& traversal) {
    const auto& faces = *static_cast<const FacesOfObstacles*>(faces_of_obstacles);
    run_axial_bsp(traversal, *faces[traversal.setting.obstacle_number], MarginSearch(traversal),
                  bsp_memory());
}

/// By the expel zone.
SweepResult run_by_zone(const SweepInput& input, SweepMemory& memory) {
    SweepRun run(input, memory);
    if (run.overlaps_at_start()) return run.result();
    const SweepSetup& setup = run.setup();
    const bool glides = setup.path.turning && !setup.path.advance.isZero(0);
    if (!setup.measurable || glides) {
        if (!setup.still) run.give_up_at(0);
        return run.result();
    }
    run.find_start_level();
    run.note_touch();
    if (setup.still) return run.result();
    ScrewTrajectory in_world = setup.path;
    in_world.origin /= setup.scale;
    in_world.advance /= setup.scale;
    // The paper's lines stand out further at edges, up to where they are pulled back.
    run.search_each(2 * setup.margin + 4 * setup.rounding, [&](SweepTraversal& traversal) {
        const PaperQuery query{traversal.mover, traversal.obstacle, in_world,
                               setup.margin / setup.scale};
        const ZoneSearch search(traversal, query);
        if (input.pairs != nullptr) {
            const auto& faces = *static_cast<const FacesOfObstacles*>(input.pairs->context);
            run_axial_bsp(traversal, *faces[traversal.setting.obstacle_number], search,
                          bsp_memory());
        } else {
            const LaneKernels kernels = lane_kernels();
            NarrowPhase narrow(traversal, kernels, search);
            TreeWalk(traversal, kernels, narrow).run();
        }
    });
    if (run.unproven() < run.best().t && run.unproven() < setup.path.end) {
        run.give_up_at(run.unproven());
    } else if (run.best().found()) {
        run.stop_at(run.best().t, run.best().pair);
    } else {
        run.end_free();
    }
    return run.result();
}

swept::SweepOptions options_of(const SweepOptions& options) {
    swept::SweepOptions made;
    made.margin = options.margin;
    made.initial_overlap = options.initial_overlap;
    made.budget = options.budget;
    made.warm_start = options.warm_start;
    return made;
}

auto runner_of(Zone zone) {
    return zone == Zone::paper ? run_by_zone : run_sweep;
}

}  // namespace

std::string_view name_of(Zone zone) {
    return zone == Zone::paper ? "paper" : "rounded";
}

std::string_view name_of(BroadPhase phase) {
    return phase == BroadPhase::axial_bsp ? "axial BSP" : "trees";
}

Model::Model(Polyhedron shape)
    : shape_(std::move(shape)),
      tree_(std::make_shared<const AxialBsp>(build_axial_bsp(shape_.data()))) {}

SweepResult sweep(const Placed& mover, const Motion& motion, std::span<const PlacedModel> obstacles,
                  const SweepOptions& options) {
    thread_local std::vector<const AxialBsp*> trees;
    trees.clear();
    const ScratchLease lease(nullptr);
    SweepMemory& memory = lease->memory().get<SweepMemory>();
    memory.obstacles.clear();
    for (const PlacedModel& obstacle : obstacles) {
        memory.obstacles.emplace_back(obstacle.model.shape(), obstacle.world_from_model);
        trees.push_back(&obstacle.model.tree());
    }
    const FacesOfObstacles faces(trees);
    const PairSearch by_bsp{&faces, search_by_bsp};
    const MovingShape moving(mover.shape, mover.world_from_shape);
    const swept::SweepOptions own = options_of(options);
    return runner_of(options.zone)(
        {.world_from_mover = mover.world_from_shape,
         .movers = {&moving, 1},
         .motion = motion,
         .obstacles = memory.obstacles,
         .options = own,
         .pairs = options.broad_phase == BroadPhase::axial_bsp ? &by_bsp : nullptr},
        memory);
}

SweepResult sweep(const Placed& mover, const Motion& motion, const PlacedModel& obstacle,
                  const SweepOptions& options) {
    return sweep(mover, motion, std::span(&obstacle, 1), options);
}

StepResult sweep(const Placed& mover, const TranslateThenRotate& step,
                 std::span<const PlacedModel> obstacles, const SweepOptions& options) {
    StepResult result;
    result.translation = sweep(mover, Motion(step.translation), obstacles, options);
    result.end = result.translation.end;
    if (result.translation.state != State::free) return result;
    const Placed moved{mover.shape, result.end};
    result.rotation = sweep(moved, Motion(step.rotation), obstacles, options);
    result.end = result.rotation->end;
    return result;
}

MutualSweepResult sweep_both(const MovingModel& mover, const MovingModel& obstacle,
                             const SweepOptions& options) {
    const std::array<const AxialBsp*, 1> trees{&obstacle.model.tree()};
    const FacesOfObstacles faces(trees);
    const PairSearch by_bsp{&faces, search_by_bsp};
    const swept::SweepOptions own = options_of(options);
    const ScratchLease lease(nullptr);
    return run_both({.mover = mover.model.shape(),
                     .world_from_mover = mover.world_from_model,
                     .motion = mover.motion,
                     .obstacle = obstacle.model.shape(),
                     .world_from_obstacle = obstacle.world_from_model,
                     .motion_of_obstacle = obstacle.motion,
                     .options = own,
                     .run = runner_of(options.zone),
                     .pairs = options.broad_phase == BroadPhase::axial_bsp ? &by_bsp : nullptr},
                    lease->memory().get<SweepMemory>());
}

}  // namespace swept::papers::van_waveren
