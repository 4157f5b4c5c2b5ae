#pragma once

// A box and a dodecahedron in levels and about large things, beside Bullet's convex sweep.

#include "../common/levels.h"
#include "measure.h"

namespace swept::bench {

struct BulletRow {
    Row ours;
    double length = 0;        ///< of each way, metres
    double mean = 0;          ///< microseconds of a question, over all of the cell
    double peer_mean = 0;     ///< the same of Bullet
    double agree = 0;         ///< share of the questions that both call hit, or both free
    double median_error = 0;  ///< of Bullet's stops, metres along the way
    double largest_error = 0;

    [[nodiscard]] double ratio() const { return peer_mean / mean; }
};

/// All cells; none where Bullet is missing. What cannot be read is skipped with a word.
[[nodiscard]] std::vector<BulletRow> measure_bullet(std::size_t questions, int rounds);

}  // namespace swept::bench
