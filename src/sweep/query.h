#pragma once

// One sweep from start to answer.

#include <span>

#include "sweep/start.h"
#include "sweep/traverse.h"
#include "swept/sweep.h"

namespace swept {

struct SweepScratch::Memory {
    std::vector<PlacedShape> obstacles;
    StartMemory start;
    LoadedLeaf mover_leaf;
    LoadedLeaf obstacle_leaf;
    std::vector<FaceCandidate> candidates;
};

struct SweepInput {
    const Polyhedron& mover;
    const Pose& world_from_mover;
    const Motion& motion;
    std::span<const PlacedShape> obstacles;
    const SweepOptions& options;
    double deviation = 0;  ///< how far the mover may stray from the motion, a length
};

[[nodiscard]] SweepResult run_sweep(const SweepInput& input, SweepScratch* scratch);

}  // namespace swept
