#pragma once

// How far a glide rotation strays from a straight path (the paper's section 4.3): its table beside
// the formula and beside what sampled arcs show.

#include <vector>

namespace swept::bench {

/// Shares of the arc's length.
struct ErrorRow {
    double degrees = 0;
    double printed = 0;  ///< in the paper
    double formula = 0;  ///< glide_error
    double sampled = 0;  ///< the largest distance of points of the arc from its chord
};

[[nodiscard]] std::vector<ErrorRow> measure_errors();

}  // namespace swept::bench
