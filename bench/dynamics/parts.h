#pragma once

// What bench/dynamics.cpp measures, one function per part.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace swept::bench {

/// Pushes of a mover through a level.
struct MoverRow {
    std::string level, shape;
    int pushes = 0;
    double us = 0;           ///< per push, of the processor
    double sweeps = 0;       ///< per push
    std::uint64_t hash = 0;  ///< of all places
};
/// Walks of `pushes` steps of 30 cm through the generated level, by a box, a prism and spheres; and
/// through the levels of games, where there are any.
[[nodiscard]] std::vector<MoverRow> measure_movers(int pushes);

/// Pieces thrown about in a level until they rest.
struct DebrisRow {
    std::string pieces;
    std::size_t count = 0, hits = 0, at_rest = 0, inside = 0;
    double ms = 0;           ///< per step, on the wall
    double longest_ms = 0;   ///< of any step
    double busiest_ms = 0;   ///< per step, of the processor, in the busiest half second
    double cpu_ms = 0;       ///< per step, of the processor, all threads together
    std::uint64_t hash = 0;  ///< of all places
};
/// `count` polygons, and as many points, through `steps` steps at 60 Hz.
[[nodiscard]] std::vector<DebrisRow> measure_debris(std::size_t count, int steps);

}  // namespace swept::bench
