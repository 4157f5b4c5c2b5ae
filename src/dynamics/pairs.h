#pragma once

// Which bodies are near each other? Boxes sorted along an axis, and swept.

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "dynamics/bodies.h"

namespace swept {

/// Calls visit(i, k), i < k, for all boxes that come within `room` of each other. `box_of(i)` is a
/// box by number.
template <class BoxOf, class Visit>
void each_pair_of(std::uint32_t count, double room, const BoxOf& box_of, const Visit& visit) {
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, [&](std::uint32_t i, std::uint32_t k) {
        const double x = box_of(i).lower[0], y = box_of(k).lower[0];
        return x < y || (x == y && i < k);
    });
    for (std::size_t p = 0; p < order.size(); ++p) {
        const Box& one = box_of(order[p]);
        for (std::size_t q = p + 1; q < order.size(); ++q) {
            const Box& other = box_of(order[q]);
            if (other.lower[0] > one.upper[0] + room) break;
            if (((one.lower - other.upper).array() > room).any()) continue;
            if (((other.lower - one.upper).array() > room).any()) continue;
            visit(std::min(order[p], order[q]), std::max(order[p], order[q]));
        }
    }
}

/// The same for bodies where they are.
template <class Visit>
void each_pair(const Bodies& bodies, double room, const Visit& visit) {
    each_pair_of(
        static_cast<std::uint32_t>(bodies.size()), room,
        [&](std::uint32_t i) -> const Box& { return bodies[i].box; }, visit);
}

}  // namespace swept
