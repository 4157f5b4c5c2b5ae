#pragma once

// The scalar twin of the kernels of features/lanes.h, beside the vector ones of the library.

#include "core/inside.h"
#include "features/lanes.h"

namespace swept {

[[nodiscard]] LaneKernels scalar_lane_kernels();

}  // namespace swept
