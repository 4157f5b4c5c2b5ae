#pragma once

// The pieces of a relative motion (swept/motion.h) into memory that is used again, and of a share
// of the step.

#include <vector>

#include "core/namespaces.h"
#include "swept/motion.h"

namespace swept::math_detail {

/// From one fraction of a step to another.
struct ShareOfStep {
    double begin = 0;
    double end = 1;
};

/// As the public function, but for a share of the step. A motion that is exact is one piece, that
/// of the whole step. `pieces` is overwritten.
[[nodiscard]] Result<void> relative_motion(const Motion& motion_a, const Motion& motion_b,
                                           const Sphere& ball, double largest_deviation,
                                           const ShareOfStep& share,
                                           std::vector<RelativeMotion>& pieces);

}  // namespace swept::math_detail
