#pragma once

// Large bodies and real meshes: the pixel method at low resolution beside the exact one.

#include "../../common/steps/bodies.h"
#include "ways.h"

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

[[nodiscard]] std::vector<BodyRow> measure_bodies(const std::vector<LargeScene>& scenes,
                                                  double seconds);

}  // namespace swept::bench
