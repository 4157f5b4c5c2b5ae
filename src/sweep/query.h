#pragma once

// One sweep from start to answer.

#include <span>

#include "sweep/bsp_traverse.h"
#include "sweep/start.h"
#include "sweep/traverse.h"
#include "swept/sweep.h"

namespace swept {

struct SweepScratch::Memory {
    std::vector<MovingShape> movers;
    std::vector<PlacedShape> obstacles;
    StartMemory start;
    LoadedFaces mover_faces;
    LoadedFaces obstacle_faces;
    std::vector<FaceCandidate> candidates;
    BspMemory bsp;
};

struct SweepInput {
    const Pose& world_from_mover;         ///< what `end` displaces
    std::span<const MovingShape> movers;  ///< rigidly joined
    const Motion& motion;
    std::span<const PlacedShape> obstacles;
    const SweepOptions& options;
    /// The sizes of all obstacles there are; null: of those given, which are all.
    const Sizes* resting = nullptr;
    double deviation = 0;             ///< how far the mover may stray from the motion, a length
    std::uint64_t* budget = nullptr;  ///< what several queries share, in place of the options'
    bool keep_clear = false;          ///< the zone is a clearance: a start within it is a stop at 0
};

[[nodiscard]] SweepResult run_sweep(const SweepInput& input, SweepScratch* scratch);

}  // namespace swept
