#pragma once

// How long does a crater take? Balls of 40 faces are carved where random rays hit, one edit each.

#include "levels.h"

namespace swept::bench {

struct CarveRow {
    std::size_t rooms = 0;
    std::size_t polygons = 0;  ///< of the level at first
    std::size_t carves = 0;    ///< that met something
    double median_ms = 0;      ///< of the processor, publication included
    double p99_ms = 0;
    double most_ms = 0;
    double rooms_met = 0;  ///< by a carve, mean
    std::size_t most_rooms_met = 0;
    double polygons_met = 0;  ///< of the rooms that are built anew, mean
    std::size_t pieces = 0;
    std::size_t fragments = 0;  ///< parts that came off
    bool closed = false;        ///< afterwards no edge is open
    bool only_met = true;       ///< no other room was changed or joined anew
    Sanity sanity = {};
};

/// `carves` of them. Where there are more than three for each room, the level is made anew between.
[[nodiscard]] CarveRow measure_carves(const Level& level, std::size_t carves,
                                      std::size_t sanity_casts);

}  // namespace swept::bench
