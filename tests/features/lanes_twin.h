#pragma once

// The scalar twin of the kernels of features/lanes.h, beside the vector ones of the library.

#include "features/lanes.h"
#include "math/inside.h"

namespace swept {

[[nodiscard]] LaneKernels scalar_lane_kernels();

}  // namespace swept
