#pragma once

// The namespaces of modules for their private names, and whose names each sees: those of the
// modules below it.

namespace swept {

namespace math_detail {}
namespace tree_detail {
using namespace math_detail;
}
namespace shape_detail {
using namespace tree_detail;
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
namespace contacts_detail {
using namespace overlap_detail;
}
namespace sweep_detail {
using namespace contacts_detail;
}
namespace path_detail {
using namespace sweep_detail;
using namespace cast_detail;
}  // namespace path_detail
namespace glide_detail {
using namespace sweep_detail;
using namespace cast_detail;
}  // namespace glide_detail
namespace carve_detail {
using namespace shape_detail;
}
namespace world_detail {
using namespace path_detail;
using namespace glide_detail;
using namespace carve_detail;
}  // namespace world_detail
namespace io_detail {
using namespace math_detail;
}

}  // namespace swept
