#pragma once

// How far apart two meshes are, beside FCL.

#include "../common/sweep_times.h"

namespace swept::bench {

/// One pair of meshes, near or far.
struct DistanceRow {
    std::string mover;
    std::string obstacle;
    std::size_t mover_faces = 0;
    std::size_t obstacle_faces = 0;
    bool near = false;
    std::size_t placements = 0;
    double mean = 0;         ///< microseconds of a placement
    double obbrss_mean = 0;  ///< FCL's with each of its trees
    double rss_mean = 0;
    Times times{};
    double deviation = 0;    ///< the largest between the two, as a share of the larger extent
    std::uint64_t hash = 0;  ///< of our distances

    /// To the faster of FCL's two.
    [[nodiscard]] double ratio() const { return std::min(obbrss_mean, rss_mean) / mean; }
};

/// None where FCL is missing.
[[nodiscard]] std::vector<DistanceRow> measure_distances(std::size_t placements, int rounds);

}  // namespace swept::bench
