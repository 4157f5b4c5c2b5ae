#pragma once

// For tests, benchmarks and src/dynamics: swept:: sees the private names of all modules.

#include "math/namespaces.h"

namespace swept {

using namespace math_detail;
using namespace tree_detail;
using namespace shape_detail;
using namespace features_detail;
using namespace overlap_detail;
using namespace cast_detail;
using namespace contacts_detail;
using namespace sweep_detail;
using namespace path_detail;
using namespace glide_detail;
using namespace carve_detail;
using namespace world_detail;
using namespace io_detail;

}  // namespace swept
