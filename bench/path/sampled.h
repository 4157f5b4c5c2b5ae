#pragma once

// Screws of gears and rings, proven by sweeps and sampled by FCL at a thousand poses: what each
// takes, and what sampling misses.

#include <string>
#include <vector>

#include "../common/fcl/sampling_peer.h"
#include "swept/sweep.h"

namespace swept::bench {

inline constexpr std::size_t sampled_poses = 1000;

/// One screw, both ways.
struct SampledRow {
    std::string scene;
    std::size_t mover_faces = 0;
    std::size_t obstacle_faces = 0;
    double angle = 0;
    double advance = 0;  ///< as a share of the mover's extent
    double seconds = 0;
    double peer_seconds = 0;
    SweepResult answer = {};
    PeerAnswer peer = {};
    double half_apart = 0;  ///< between the poses that the two have at half the way, as a share of
                            ///< the mover's extent

    [[nodiscard]] bool hit() const { return answer.state == State::hit; }
    [[nodiscard]] double ratio() const { return peer_seconds / seconds; }
    [[nodiscard]] bool missed() const { return hit() && !peer.hit; }
    /// The peer meets something where the motion is proven free: one of the two would be wrong.
    [[nodiscard]] bool contradicts() const {
        return peer.hit && (!hit() || peer.fraction < answer.free_fraction - 1e-9);
    }
};

/// All scenes; none where FCL is missing. What cannot be read is skipped with a word.
[[nodiscard]] std::vector<SampledRow> measure_sampled(std::size_t questions, int rounds);

}  // namespace swept::bench
