#pragma once

// The convex hull of a few points, decided exactly on the given doubles.
//
// Incremental: every point in turn replaces the triangles that it sees by a fan around their
// border. The time grows with points times triangles, which for tens of points is less than the
// set-up of anything cleverer.

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>
#include "core/namespaces.h"

namespace swept::carve_detail {

/// No point lies exactly in front of any triangle. Coplanar points give coplanar triangles.
struct ConvexHull {
    struct Edge {
        std::uint32_t from, to;     ///< points
        std::uint32_t left, right;  ///< triangles: the left one has the edge as from -> to
    };
    std::vector<std::array<std::uint32_t, 3>> triangles;  ///< counter-clockwise from outside
    std::vector<Edge> edges;                              ///< each once
};

/// Nothing when all points lie in one plane.
[[nodiscard]] std::optional<ConvexHull> convex_hull(std::span<const Eigen::Vector3d> points);

}  // namespace swept::carve_detail
