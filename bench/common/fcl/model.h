#pragma once

// Shapes and poses as FCL takes them. Only for files that are compiled where FCL is.

#include <fcl/geometry/bvh/BVH_model.h>

#include <vector>

#include "../soup.h"
#include "swept/geometry.h"

namespace swept::bench {

inline fcl::Transform3d transform_of(const Pose& pose) {
    fcl::Transform3d transform = fcl::Transform3d::Identity();
    transform.linear() = pose.rotation_matrix();
    transform.translation() = pose.translation();
    return transform;
}

template <class Volume>
void fill(fcl::BVHModel<Volume>& model, const Soup& soup) {
    std::vector<fcl::Triangle> triangles;
    triangles.reserve(soup.triangles.size());
    for (const auto& t : soup.triangles) triangles.emplace_back(t[0], t[1], t[2]);
    model.beginModel(static_cast<int>(triangles.size()), static_cast<int>(soup.points.size()));
    model.addSubModel(soup.points, triangles);
    model.endModel();
}

}  // namespace swept::bench
