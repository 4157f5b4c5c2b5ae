#pragma once

// The scenes of the glide paper (its section 9.1): cubes, cars and tori.

#include "../common/steps/sampling.h"

namespace swept::bench {

struct SmallRow {
    std::string scene;
    std::size_t faces = 0;  ///< of each body
    std::size_t steps = 0;  ///< that were answered; fewer were timed
    std::size_t timed = 0;
    WayRow exact = {};
    FirstContacts first = {};
    std::vector<Sampling> sampled = {};  ///< at 10, 100 and 1000 poses
};

/// So many steps are answered, of which the first few are timed.
[[nodiscard]] std::vector<SmallRow> measure_small(std::size_t steps, std::size_t timed,
                                                  double seconds);

}  // namespace swept::bench
