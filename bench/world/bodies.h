#pragma once

// How long does a step of many bodies take: all of them moved, published, and the pairs listed that
// may touch in the next?

#include <cstdint>
#include <vector>

#include "levels.h"

namespace swept::bench {

struct BodyRow {
    std::size_t rooms = 0;  ///< of the level that they are in; 0: none
    std::size_t bodies = 0;
    double apart = 0;  ///< metres that a body has to itself, each way
    std::size_t steps = 0;
    double median_ms = 0;  ///< of the processor
    double p99_ms = 0;
    double edit_ms = 0;   ///< median of what moves and publishes
    double pairs_ms = 0;  ///< median of what lists pairs
    double pairs = 0;     ///< mean
    std::size_t missing =
        0;  ///< pairs that touch at either end of the last step and are not listed
    std::size_t touching = 0;  ///< those that do
    std::uint64_t hash = 0;    ///< of all pairs
};

/// Boxes, prisms, balls of triangles and sets of spheres, half a metre large, in a hall.
[[nodiscard]] BodyRow measure_bodies(World world, std::size_t bodies, double apart,
                                     std::size_t steps);

}  // namespace swept::bench
