#pragma once

// The same question again, a little further on: what a query gains from the contact of the one
// before.

#include "measure.h"

namespace swept::bench {

struct CoherenceRow {
    std::string mover;
    std::string obstacle;
    MotionKind motion = MotionKind::way;
    std::size_t questions = 0;  ///< those that hit
    double cold = 0;            ///< mean microseconds
    double warm = 0;    ///< the same, with the contact of a start one thousandth of the size away
    bool alike = true;  ///< the answers are the same bits
};

[[nodiscard]] std::vector<CoherenceRow> measure_coherence(std::size_t questions, int rounds);

}  // namespace swept::bench
