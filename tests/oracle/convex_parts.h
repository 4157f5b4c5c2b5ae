#pragma once

// A judge of solids on a small integer grid. A solid is the union of convex parts that cover its
// inside (they overlap, so that no point of the inside is only on their borders); two insides
// overlap just when the insides of two parts do, and that is decided by separating directions in
// integers.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace swept::oracle {

using GridPoint = Eigen::Matrix<std::int64_t, 3, 1>;

/// A convex polyhedron or a convex polygon: corners, and polygons by index, counter-clockwise seen
/// from outside.
struct ConvexPart {
    std::vector<GridPoint> corners;
    std::vector<std::vector<std::size_t>> polygons;
};

inline std::vector<GridPoint> normals_of(const ConvexPart& part) {
    std::vector<GridPoint> normals;
    for (const auto& polygon : part.polygons) {
        const GridPoint& o = part.corners[polygon[0]];
        const GridPoint u = part.corners[polygon[1]] - o, v = part.corners[polygon[2]] - o;
        normals.push_back(u.cross(v));
    }
    return normals;
}

inline std::vector<GridPoint> edges_of(const ConvexPart& part) {
    std::vector<GridPoint> edges;
    for (const auto& polygon : part.polygons) {
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            edges.push_back(part.corners[polygon[(i + 1) % polygon.size()]] -
                            part.corners[polygon[i]]);
        }
    }
    return edges;
}

inline std::pair<std::int64_t, std::int64_t> range_along(const GridPoint& direction,
                                                         const ConvexPart& part) {
    std::int64_t lower = INT64_MAX, upper = INT64_MIN;
    for (const GridPoint& p : part.corners) {
        lower = std::min(lower, direction.dot(p));
        upper = std::max(upper, direction.dot(p));
    }
    return {lower, upper};
}

/// How two parts stand: -1 apart, 0 touching, 1 when the inside of one overlaps the inside of the
/// other (or, for a polygon, its inner part). At least one has a volume.
inline int overlap_of(const ConvexPart& a, const ConvexPart& b) {
    std::vector<GridPoint> directions = normals_of(a);
    const std::vector<GridPoint> normals_b = normals_of(b);
    directions.insert(directions.end(), normals_b.begin(), normals_b.end());
    const std::vector<GridPoint> edges_b = edges_of(b);
    for (const GridPoint& u : edges_of(a)) {
        for (const GridPoint& v : edges_b) directions.push_back(u.cross(v));
    }
    int overlap = 1;
    for (const GridPoint& direction : directions) {
        if (direction == GridPoint(0, 0, 0)) continue;
        const auto [lower_a, upper_a] = range_along(direction, a);
        const auto [lower_b, upper_b] = range_along(direction, b);
        if (upper_a < lower_b || upper_b < lower_a) return -1;
        if (upper_a == lower_b || upper_b == lower_a) overlap = 0;
    }
    return overlap;
}

inline int overlap_of(const std::vector<ConvexPart>& a, const std::vector<ConvexPart>& b) {
    int overlap = -1;
    for (const ConvexPart& part_a : a) {
        for (const ConvexPart& part_b : b) overlap = std::max(overlap, overlap_of(part_a, part_b));
    }
    return overlap;
}

/// Whether a point lies in the solid or on its surface.
inline bool holds(const std::vector<ConvexPart>& parts, const GridPoint& point) {
    return std::any_of(parts.begin(), parts.end(), [&](const ConvexPart& part) {
        const std::vector<GridPoint> normals = normals_of(part);
        for (std::size_t i = 0; i < normals.size(); ++i) {
            if (normals[i].dot(point - part.corners[part.polygons[i][0]]) > 0) return false;
        }
        return true;
    });
}

}  // namespace swept::oracle
