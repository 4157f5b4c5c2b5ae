#pragma once

// For tests, benchmarks and src/dynamics: swept:: sees the private names of all modules.

#include "core/namespaces.h"

namespace swept {

using namespace core_detail;
using namespace math_detail;
using namespace bvh_detail;
using namespace shape_detail;
using namespace solids_detail;
using namespace features_detail;
using namespace overlap_detail;
using namespace cast_detail;
using namespace distance_detail;
using namespace sweep_detail;
using namespace path_detail;
using namespace collisions_detail;
using namespace carve_detail;
using namespace world_detail;
using namespace io_detail;

}  // namespace swept
