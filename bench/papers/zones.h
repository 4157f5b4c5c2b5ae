#pragma once

// The trajectory paper's zone beside the rounded one: what it costs, and how often it lets a walker
// through. A leak is an end pose that overlaps, judged by overlap().

#include "../common/sweep_times.h"
#include "swept/papers/van_waveren.h"

namespace swept::bench {

/// With the thinnest zone that the query allows, and with one of a hundredth of the mover's size.
struct ZoneLeaks {
    std::size_t thin = 0;
    std::size_t thick = 0;
};

/// How much is asked: the numbers of a full run.
struct ZoneEffort {
    std::size_t questions = 200;  ///< of each pair and motion
    int rounds = 3;
    std::size_t walk_moves = 3000;  ///< ten times as many of small shapes
};

struct ZoneRow {
    std::string mover;
    std::string obstacle;
    std::size_t questions = 0;
    double rounded_time = 0;  ///< mean microseconds of the same questions
    double paper_time = 0;
    std::size_t differ = 0;  ///< answers that differ between the zones
    std::size_t moves = 0;   ///< of each walk
    ZoneLeaks rounded_leaks = {};
    ZoneLeaks paper_leaks = {};
};

/// Both zones on the same questions, then walks with each.
[[nodiscard]] ZoneRow measure_zones(const Subject& mover, const Subject& obstacle,
                                    const ZoneEffort& effort);

}  // namespace swept::bench
