#pragma once

// Triangles as other libraries take them.

#include <array>
#include <cstdint>
#include <vector>

#include "swept/polyhedron.h"

namespace swept::bench {

struct Soup {
    std::vector<Eigen::Vector3d> points;
    std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// The faces of a shape; larger ones are cut into fans.
[[nodiscard]] Soup soup_of(const Polyhedron& shape);

}  // namespace swept::bench
