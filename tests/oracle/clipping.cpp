#include "tests/oracle/clipping.h"

namespace swept::oracle {

namespace clipping {

Outline clipped(const Outline& shape, const Plane& plane) {
    Outline kept;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const Vector& p = shape[i];
        const Vector& q = shape[(i + 1) % shape.size()];
        const Number at_p = plane.at(p), at_q = plane.at(q);
        if (at_p >= 0) kept.push_back(p);
        if ((at_p > 0 && at_q < 0) || (at_p < 0 && at_q > 0)) {
            kept.push_back(between(p, at_p, q, at_q));
        }
    }
    return kept;
}

Outline clipped_to_sides(Outline shape, const Outline& triangle) {
    const Vector normal = plane_of(triangle).normal;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vector inward = cross(normal, triangle[(i + 1) % 3] - triangle[i]);
        shape = clipped(shape, {inward, -dot(inward, triangle[i])});
    }
    return shape;
}

bool on_both_sides(const Outline& shape, const Plane& plane) {
    bool front = false, back = false;
    for (const Vector& p : shape) {
        front = front || plane.at(p) > 0;
        back = back || plane.at(p) < 0;
    }
    return front && back;
}

}  // namespace clipping

bool triangles_cross(const TriangleCorners& corners_a, const TriangleCorners& corners_b) {
    using namespace clipping;
    const Outline a = outline(corners_a), b = outline(corners_b);
    const Plane plane_a = plane_of(a), plane_b = plane_of(b);
    if (is_zero(plane_a.normal) || is_zero(plane_b.normal)) return false;
    if (is_zero(cross(plane_a.normal, plane_b.normal))) {
        if (plane_a.at(b[0]) != 0 || dot(plane_a.normal, plane_b.normal) < 0) return false;
        return has_area(clipped_to_sides(a, b));
    }
    if (!on_both_sides(a, plane_b) || !on_both_sides(b, plane_a)) return false;
    const Plane back_b{{-plane_b.normal[0], -plane_b.normal[1], -plane_b.normal[2]},
                       -plane_b.offset};
    const Outline in_plane = clipped(clipped(a, plane_b), back_b);
    return has_length(clipped_to_sides(in_plane, b));
}

clipping::Number distance_sq(const Eigen::Vector3d& point, const TriangleCorners& corners) {
    using namespace clipping;
    const Vector x = vector(point);
    const Outline t = outline(corners);
    const auto to_segment = [&](const Vector& p, const Vector& q) -> Number {
        const Vector along = q - p;
        const Number length_sq = dot(along, along);
        Number share = length_sq == 0 ? Number(0) : Number(dot(x - p, along) / length_sq);
        if (share < 0) share = 0;
        if (share > 1) share = 1;
        const Vector nearest{Number(p[0] + share * along[0]), Number(p[1] + share * along[1]),
                             Number(p[2] + share * along[2])};
        return dot(x - nearest, x - nearest);
    };
    const Plane plane = plane_of(t);
    if (!is_zero(plane.normal)) {
        bool over = true;
        for (std::size_t i = 0; i < 3; ++i) {
            over = over && dot(cross(plane.normal, t[(i + 1) % 3] - t[i]), x - t[i]) >= 0;
        }
        const Number height = plane.at(x);
        if (over) return height * height / dot(plane.normal, plane.normal);
    }
    return std::min({to_segment(t[0], t[1]), to_segment(t[1], t[2]), to_segment(t[2], t[0])});
}

}  // namespace swept::oracle
