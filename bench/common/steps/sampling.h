#pragma once

// Sampling with `intersects` along the motion of a step: it finds the first pose at which the
// bodies meet, if they meet at one of them.

#include "measure.h"

namespace swept::bench {

/// How so many poses, evenly spaced over a step, see the first contacts of a scene.
struct Sampling {
    std::size_t poses = 0;
    std::size_t steps = 0;  ///< all have a first contact
    std::size_t found = 0;  ///< the others are missed
    double mean_late = 0;   ///< by how much of the step those that are found are, at the mean
    double most_late = 0;
    double most_beyond = 0;  ///< how far the mover's centre has gone on by then, a length
    StepTimes times = {};    ///< it stops at the first pose at which they meet
};

/// The first of the poses at which the bodies meet, as a fraction; none: at none of them.
[[nodiscard]] std::optional<double> first_meeting(const Scene& scene, const ScrewStep& step,
                                                  std::size_t poses);

/// All but the times.
[[nodiscard]] Sampling sample(const Scene& scene, std::size_t poses);

}  // namespace swept::bench
