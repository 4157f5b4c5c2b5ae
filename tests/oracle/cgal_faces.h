#pragma once

// A judge of two triangles: whether they meet, by CGAL's exact predicates. Triangles may have no
// area. How they meet: clipping.h.

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/intersections.h>

#include <Eigen/Core>
#include <algorithm>
#include <array>

#include "tests/oracle/clipping.h"

namespace swept::oracle {

namespace cgal {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Segment = Kernel::Segment_3;
using Triangle = Kernel::Triangle_3;

inline Point point(const Eigen::Vector3d& p) {
    return {p[0], p[1], p[2]};
}

/// CGAL wants triangles with area: a triangle is given as what it covers.
struct Covered {
    int dimension;
    Triangle triangle;
    Segment segment;
    Point point;
};

inline Covered covered(const TriangleCorners& corners) {
    std::array<Point, 3> p{point(corners[0]), point(corners[1]), point(corners[2])};
    const bool area = !CGAL::collinear(p[0], p[1], p[2]);
    const Triangle triangle(p[0], p[1], p[2]);
    std::sort(p.begin(), p.end());
    return {area ? 2 : (p[0] == p[2] ? 0 : 1), triangle, Segment(p[0], p[2]), p[0]};
}

template <class Shape>
bool meets(const Shape& a, const Covered& b) {
    if (b.dimension == 2) return CGAL::do_intersect(a, b.triangle);
    if (b.dimension == 1) return CGAL::do_intersect(a, b.segment);
    return CGAL::do_intersect(a, b.point);
}

}  // namespace cgal

/// Whether two triangles, with area or without, have a point in common.
inline bool triangles_meet(const TriangleCorners& a, const TriangleCorners& b) {
    const cgal::Covered in_a = cgal::covered(a), in_b = cgal::covered(b);
    if (in_a.dimension == 2) return cgal::meets(in_a.triangle, in_b);
    if (in_a.dimension == 1) return cgal::meets(in_a.segment, in_b);
    return cgal::meets(in_a.point, in_b);
}

}  // namespace swept::oracle
