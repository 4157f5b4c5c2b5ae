#pragma once

// The namespaces of modules for their private names, and whose names each sees: those of the
// modules below it.

namespace swept {

namespace core_detail {}
namespace math_detail {
using namespace core_detail;
}
namespace bvh_detail {
using namespace math_detail;
}
namespace shape_detail {
using namespace bvh_detail;
}
namespace solids_detail {
using namespace math_detail;
}
namespace features_detail {
using namespace shape_detail;
}
namespace overlap_detail {
using namespace features_detail;
}
namespace cast_detail {
using namespace overlap_detail;
}
namespace distance_detail {
using namespace overlap_detail;
}
namespace sweep_detail {
using namespace distance_detail;
}
namespace path_detail {
using namespace sweep_detail;
using namespace cast_detail;
}  // namespace path_detail
namespace collisions_detail {
using namespace sweep_detail;
using namespace cast_detail;
}  // namespace collisions_detail
namespace carve_detail {
using namespace shape_detail;
}
namespace world_detail {
using namespace path_detail;
using namespace collisions_detail;
using namespace carve_detail;
}  // namespace world_detail
namespace papers {
using namespace path_detail;
using namespace collisions_detail;
using namespace carve_detail;
}  // namespace papers
namespace picture_detail {
using namespace core_detail;
}
namespace io_detail {
using namespace math_detail;
}

}  // namespace swept
