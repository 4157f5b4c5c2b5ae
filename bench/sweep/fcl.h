#pragma once

// First contacts of meshes, proven by sweeps and sampled by FCL: what each takes, and what sampling
// misses.

#include "measure.h"

namespace swept::bench {

inline constexpr std::array<std::size_t, 3> sampled_poses{10, 100, 1000};

/// FCL on the questions of a row.
struct Sampled {
    double mean = 0;              ///< microseconds of a question
    std::size_t missed = 0;       ///< contacts that it did not see
    std::size_t contradicts = 0;  ///< contacts where the way is proven free
    double median_late = 0;   ///< how far the mover goes beyond its first contact, as a share of
    double largest_late = 0;  ///< its extent
};

struct FclRow {
    Row ours;
    double mean = 0;  ///< microseconds of a question
    std::array<Sampled, sampled_poses.size()> sampled = {};

    [[nodiscard]] double ratio(std::size_t i) const { return sampled[i].mean / mean; }
};

/// All pairs, ways and turns; none where FCL is missing.
[[nodiscard]] std::vector<FclRow> measure_fcl(std::size_t questions, int rounds);

}  // namespace swept::bench
