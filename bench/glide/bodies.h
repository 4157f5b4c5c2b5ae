#pragma once

// Large bodies and real meshes: the pixel method at low resolution beside the exact one.

#include "measure.h"

namespace swept::bench {

struct BodyRow {
    std::string scene;
    std::size_t faces_a = 0;
    std::size_t faces_b = 0;
    std::size_t steps = 0;
    bool is_bar = false;
    WayRow pixels = {};
    WayRow exact = {};
    FirstContacts exact_first = {};
};

/// Tori, balls and gears of about 10,000 faces each. Those of gears are slender: their long edges
/// are hundreds of short ones, and with 6 pixels of a short one hundreds of thousands are drawn.
/// They are not in the bar.
[[nodiscard]] std::vector<BodyRow> measure_large(std::size_t steps, double seconds);

/// Meshes of the data folder; what cannot be read is skipped with a word.
[[nodiscard]] std::vector<BodyRow> measure_meshes(std::size_t steps, double seconds);

}  // namespace swept::bench
