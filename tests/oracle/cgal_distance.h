#pragma once

// A judge of distances: CGAL with rational numbers, nothing rounded but the result.

#include <CGAL/Exact_rational.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/intersections.h>
#include <CGAL/squared_distance_3.h>

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace swept::oracle {

namespace cgal_exact {

using Number = CGAL::Exact_rational;
using Kernel = CGAL::Simple_cartesian<Number>;
using Point = Kernel::Point_3;
using Vector = Kernel::Vector_3;
using Segment = Kernel::Segment_3;
using Triangle = Kernel::Triangle_3;
using Corners = std::array<Point, 3>;

inline Point point(const Eigen::Vector3d& p) {
    return {Number(p[0]), Number(p[1]), Number(p[2])};
}
inline Corners corners(const std::array<Eigen::Vector3d, 3>& t) {
    return {point(t[0]), point(t[1]), point(t[2])};
}
/// What a triangle without area covers.
inline Segment longest_side(const Corners& t) {
    std::array<Point, 3> p = t;
    std::sort(p.begin(), p.end());
    return {p[0], p[2]};
}

inline Number distance_sq(const Point& p, const Corners& t) {
    if (!CGAL::collinear(t[0], t[1], t[2])) {
        return CGAL::squared_distance(p, Triangle(t[0], t[1], t[2]));
    }
    const Segment side = longest_side(t);
    return side.is_degenerate() ? CGAL::squared_distance(p, t[0]) : CGAL::squared_distance(p, side);
}

/// The squared distance of two triangles, with area or without; 0 where they meet.
inline Number distance_sq(const Corners& a, const Corners& b) {
    const bool area_a = !CGAL::collinear(a[0], a[1], a[2]);
    const bool area_b = !CGAL::collinear(b[0], b[1], b[2]);
    if (area_a && area_b) {
        return CGAL::squared_distance(Triangle(a[0], a[1], a[2]), Triangle(b[0], b[1], b[2]));
    }
    if (!area_a) {
        const Segment side = longest_side(a);
        if (side.is_degenerate()) return distance_sq(a[0], b);
        if (!area_b) return CGAL::squared_distance(side, longest_side(b));
        if (CGAL::do_intersect(side, Triangle(b[0], b[1], b[2]))) return 0;
        Number best = std::min(distance_sq(side[0], b), distance_sq(side[1], b));
        for (std::size_t i = 0; i < 3; ++i) {
            best = std::min(best, CGAL::squared_distance(side, Segment(b[i], b[(i + 1) % 3])));
        }
        return best;
    }
    return distance_sq(b, a);
}

}  // namespace cgal_exact

/// The triangles of a shape in place.
class CgalDistance {
   public:
    explicit CgalDistance(const std::vector<std::array<Eigen::Vector3d, 3>>& triangles) {
        for (const auto& t : triangles) add(cgal_exact::corners(t));
    }
    explicit CgalDistance(const std::vector<cgal_exact::Corners>& triangles) {
        for (const auto& t : triangles) add(t);
    }

    /// The square of the distance to the other. Pairs are taken by the distance of their boxes,
    /// until that is more than what was found.
    [[nodiscard]] cgal_exact::Number distance_sq(const CgalDistance& other) const {
        struct Pair {
            double apart;
            std::size_t a, b;
        };
        std::vector<Pair> pairs;
        for (std::size_t i = 0; i < triangles_.size(); ++i) {
            for (std::size_t k = 0; k < other.triangles_.size(); ++k) {
                pairs.push_back({apart(boxes_[i], other.boxes_[k]), i, k});
            }
        }
        std::ranges::sort(pairs, {}, &Pair::apart);
        std::optional<cgal_exact::Number> best;
        double reach = std::numeric_limits<double>::infinity();
        for (const Pair& pair : pairs) {
            if (pair.apart > reach) break;
            const cgal_exact::Number d =
                cgal_exact::distance_sq(triangles_[pair.a], other.triangles_[pair.b]);
            if (best && *best <= d) continue;
            best = d;
            reach = std::sqrt(CGAL::to_double(d)) * (1 + 1e-12);
        }
        return *best;
    }
    [[nodiscard]] double distance(const CgalDistance& other) const {
        return std::sqrt(CGAL::to_double(distance_sq(other)));
    }

   private:
    struct Box {
        Eigen::Vector3d low, high;
    };
    std::vector<cgal_exact::Corners> triangles_;
    std::vector<Box> boxes_;

    void add(const cgal_exact::Corners& t) {
        triangles_.push_back(t);
        Box box;
        for (std::size_t i = 0; i < 3; ++i) {
            const Eigen::Vector3d p(CGAL::to_double(t[i].x()), CGAL::to_double(t[i].y()),
                                    CGAL::to_double(t[i].z()));
            box.low = i == 0 ? p : box.low.cwiseMin(p);
            box.high = i == 0 ? p : box.high.cwiseMax(p);
        }
        // Numbers are rounded to the nearest double, or next to it.
        const Eigen::Vector3d off = 0x1p-51 * box.low.cwiseAbs().cwiseMax(box.high.cwiseAbs());
        boxes_.push_back({box.low - off, box.high + off});
    }

    /// No more than the distance of two boxes, but for a few roundings of itself.
    static double apart(const Box& a, const Box& b) {
        const Eigen::Vector3d between = (a.low - b.high).cwiseMax(b.low - a.high);
        return between.cwiseMax(0).norm();
    }
};

}  // namespace swept::oracle
