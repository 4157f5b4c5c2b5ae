#pragma once

// Two bodies that both move (swept/sweep.h, sweep_both).

#include "core/namespaces.h"
#include "sweep/query.h"

namespace swept::sweep_detail {

struct MutualSweepInput {
    const Polyhedron& mover;
    const Pose& world_from_mover;
    const Motion& motion;
    const Polyhedron& obstacle;
    const Pose& world_from_obstacle;
    const Motion& motion_of_obstacle;
    const SweepOptions& options;
    /// Sweeps each piece of the motion.
    SweepResult (*run)(const SweepInput& input, SweepMemory& memory) = run_sweep;
    const PairSearch* pairs = nullptr;  ///< null: by the trees of both shapes
};

[[nodiscard]] SWEPT_API MutualSweepResult run_both(const MutualSweepInput& input,
                                                   SweepMemory& memory);

}  // namespace swept::sweep_detail
