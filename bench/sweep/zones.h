#pragma once

// The trajectory paper's zone beside the rounded one: what it costs, and how often it lets a walker
// through. A leak is an end pose that overlaps, judged by overlap().

#include "measure.h"

namespace swept::bench {

/// With the thinnest zone that the query allows, and with one of a hundredth of the mover's size.
struct ZoneLeaks {
    std::size_t thin = 0;
    std::size_t thick = 0;
};

struct ZoneRow {
    std::string mover;
    std::string obstacle;
    std::size_t questions = 0;
    double rounded_time = 0;  ///< mean microseconds of the same questions
    double paper_time = 0;
    std::size_t differ = 0;  ///< answers that differ between the rules
    std::size_t moves = 0;   ///< of each walk
    ZoneLeaks rounded_leaks = {};
    ZoneLeaks paper_leaks = {};
};

/// Both rules on the same questions, then walks with each.
[[nodiscard]] ZoneRow measure_zones(const Subject& mover, const Subject& obstacle,
                                    const Effort& effort);

}  // namespace swept::bench
