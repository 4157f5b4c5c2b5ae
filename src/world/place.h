#pragma once

// Points by their coordinates: what is the same place to the last bit.

#include <Eigen/Core>
#include <tuple>
#include "core/namespaces.h"

namespace swept::world_detail {

using Place = std::tuple<double, double, double>;

[[nodiscard]] inline Place place_of(const Eigen::Vector3d& p) {
    return {p[0], p[1], p[2]};
}

}  // namespace swept::world_detail
