#pragma once

// What do rooms cost or spare a cast, beside one shape of all polygons?

#include "levels.h"

namespace swept::bench {

struct PortalRow {
    std::size_t rooms = 0;
    std::size_t polygons = 0;
    double length = 0;  ///< of the rays; 0: no end
    std::size_t casts = 0;
    double hits = 0;      ///< share
    double world_ns = 0;  ///< of the processor, a cast; medians of rounds taken in turns
    double shape_ns = 0;
    std::size_t other = 0;   ///< casts that are answered otherwise
    std::uint64_t hash = 0;  ///< of the world's answers

    [[nodiscard]] double gain() const { return shape_ns / world_ns; }
};

[[nodiscard]] std::vector<PortalRow> measure_portals(const Level& level, std::size_t casts,
                                                     int rounds);

}  // namespace swept::bench
