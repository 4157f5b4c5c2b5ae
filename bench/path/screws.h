#pragma once

// What an advance costs: the same turns with and without one.

#include "../common/sweep_times.h"

namespace swept::bench {

/// One mover past one obstacle: turns about axes, and screws about the same axes from the same
/// starts.
struct ScrewRow {
    std::string mover;
    std::string obstacle;
    std::size_t mover_faces = 0;
    std::size_t obstacle_faces = 0;
    std::size_t questions = 0;
    double turn_time = 0;  ///< mean microseconds of a query
    double screw_time = 0;
    double turn_hits = 0;  ///< share of the queries
    double screw_hits = 0;
    std::uint64_t hash = 0;  ///< of the screws' answers

    [[nodiscard]] double ratio() const { return screw_time / turn_time; }
};

/// All pairs of some movers and obstacles; what cannot be read is skipped with a word.
[[nodiscard]] std::vector<ScrewRow> measure_screws(std::size_t questions, int rounds);

}  // namespace swept::bench
