#pragma once

// Two meshes of about 70,000 triangles each, the one as large as the other.

#include "measure.h"

namespace swept::bench {

struct LargeMeshes {
    std::vector<Row> rows;
    Times times;  ///< of all rows together
};

[[nodiscard]] LargeMeshes measure_large(std::size_t questions, int rounds);

}  // namespace swept::bench
