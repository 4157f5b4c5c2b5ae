#pragma once

// One sweep from start to answer.

#include <span>

#include "core/namespaces.h"
#include "core/scratch.h"
#include "sweep/start.h"
#include "sweep/traverse.h"
#include "swept/sweep.h"

namespace swept::sweep_detail {

/// Working memory of sweeps and paths.
struct SweepMemory : Scratch::Memory::Piece {
    static constexpr auto owner = Scratch::Memory::Owner::sweep;

    std::vector<MovingShape> movers;
    std::vector<PlacedShape> obstacles;
    StartMemory start;
    FeatureCache mover_faces;
    FeatureCache obstacle_faces;
    std::vector<FaceCandidate> candidates;
    /// Of motions that are covered by several; of paths for each deviation that they are tried
    /// with.
    std::array<std::vector<RelativeMotion>, 8> pieces;
};

/// For motions that stray from a true path, which the mover must keep clear on: at which distance
/// everything stops. That is the margin, c + z; but a path that begins closer, where one that was
/// stopped has left it, stops at a little less than the distance it begins with, so that it can go
/// back the way it came. A distance of c + z/16, or c and two deviations, is kept in any case.
struct ClearBand {
    /// Where in the path a motion starts.
    enum class Start : std::uint8_t {
        piece,    ///< in a segment: what stops is decided
        segment,  ///< at a segment: it may start closer than what stopped until here
        fresh,    ///< after nothing that keeps this clear
    };
    Start start = Start::piece;
    double least = 0;      ///< c, a length
    double deviation = 0;  ///< how far the motions stray from the true path, a length
    double stop = std::numeric_limits<double>::infinity();  ///< a length; overwritten where lower
};

/// Where a mover truly is at a fraction of a motion that strays from its path.
struct TruePlace {
    const void* path;
    Pose (*at)(const void* path, double fraction, std::uint32_t mover);
};

/// Finds and searches the pairs of faces of one mover and one obstacle.
struct PairSearch {
    const void* context;
    void (*run)(const void* context, SweepTraversal& traversal);
};

struct SweepInput {
    const Pose& world_from_mover;         ///< what `end` displaces
    std::span<const MovingShape> movers;  ///< rigidly joined
    const Motion& motion;
    std::span<const PlacedShape> obstacles;
    const SweepOptions& options;
    /// The sizes of all obstacles there are; null: of those given, which are all.
    const SceneExtent* resting = nullptr;
    double deviation = 0;             ///< how far the mover may stray from the motion, a length
    std::uint64_t* budget = nullptr;  ///< what several queries share, in place of the options'
    bool keep_clear = false;    ///< the margin is a clearance: a start within it is a stop at 0
    ClearBand* band = nullptr;  ///< with keep_clear: what of the margin is kept
    const TruePlace* place = nullptr;   ///< null: the motion is the path
    const PairSearch* pairs = nullptr;  ///< null: by the trees of both shapes
};

[[nodiscard]] SWEPT_API SweepResult run_sweep(const SweepInput& input, SweepMemory& memory);

}  // namespace swept::sweep_detail
