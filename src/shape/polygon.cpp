#include "shape/polygon.h"

#include <algorithm>
#include <cmath>

#include "math/expansion.h"
#include "math/predicates.h"
#include "shape/merge.h"
#include "swept/tolerance.h"

namespace swept {
namespace {

using Eigen::Vector3d;

/// Twice the area vector of a polygon about its first corner, with edges divided by `scale`.
Vector3d newell(Positions positions, Loop loop, double scale) {
    const Vector3d& origin = positions[loop[0]];
    Vector3d sum = Vector3d::Zero();
    Vector3d previous = (positions[loop[1]] - origin) / scale;
    for (std::size_t i = 2; i < loop.size(); ++i) {
        const Vector3d next = (positions[loop[i]] - origin) / scale;
        sum += previous.cross(next);
        previous = next;
    }
    return sum;
}

/// One component of the cross product of two differences, rounded once.
double exact_cross(double ax, double ay, double bx, double by, double cx, double cy) {
    using exact::Expansion;
    const Expansion<2> ux(exact::two_difference(bx, ax)), uy(exact::two_difference(by, ay));
    const Expansion<2> vx(exact::two_difference(cx, ax)), vy(exact::two_difference(cy, ay));
    return (ux * vy - uy * vx).estimate();
}

/// The normal of a sliver, whose cross product in double would be noise: the rounding of its long
/// edges outweighs its height. All coordinates are divided by a power of two first, which is exact.
Vector3d sliver_normal(const Vector3d& a, const Vector3d& b, const Vector3d& c, double scale) {
    const Vector3d p = a / scale, q = b / scale, r = c / scale;
    return {exact_cross(p[1], p[2], q[1], q[2], r[1], r[2]),
            exact_cross(p[2], p[0], q[2], q[0], r[2], r[0]),
            exact_cross(p[0], p[1], q[0], q[1], r[0], r[1])};
}

/// The largest coordinate difference to the first corner, rounded down to a power of two.
double size_of(Positions positions, Loop loop) {
    double size = 0;
    for (const std::uint32_t v : loop) {
        size = std::max(size, (positions[v] - positions[loop[0]]).cwiseAbs().maxCoeff());
    }
    return size == 0 ? 1 : std::ldexp(1.0, std::ilogb(size));
}

Vector3d unit_normal(Positions positions, Loop loop) {
    Vector3d normal = newell(positions, loop, 1);
    double area = normal.norm();
    const double reach = (positions[loop[1]] - positions[loop[0]]).squaredNorm() +
                         (positions[loop[loop.size() - 1]] - positions[loop[0]]).squaredNorm();
    // Well shaped and of ordinary size: the common case. NaN fails the test too.
    if (area > 1e-5 * reach && reach > 0x1p-500 && reach < 0x1p500) return normal / area;
    const double scale = size_of(positions, loop);
    if (loop.size() == 3) {
        normal = sliver_normal(positions[loop[0]], positions[loop[1]], positions[loop[2]], scale);
    } else {
        normal = newell(positions, loop, scale);
    }
    const double largest = normal.cwiseAbs().maxCoeff();
    if (largest == 0) return Vector3d::UnitZ();  // nothing left in double: the deviation will tell
    normal /= largest;
    return normal / normal.norm();
}

}  // namespace

Plane fit_plane(Positions positions, Loop loop) {
    Plane plane;
    plane.normal = unit_normal(positions, loop);
    double lowest = plane.normal.dot(positions[loop[0]]);
    double highest = lowest;
    for (const std::uint32_t v : loop.subspan(1)) {
        const double height = plane.normal.dot(positions[v]);
        lowest = std::min(lowest, height);
        highest = std::max(highest, height);
    }
    plane.offset = -(lowest + (highest - lowest) / 2);
    return plane;
}

double plane_deviation(const Plane& plane, Positions positions, Loop loop) {
    double deviation = 0;
    for (const std::uint32_t v : loop) {
        const Vector3d& p = positions[v];
        const Vector3d part = plane.normal.cwiseProduct(p);
        const double sum = (part[0] + part[1]) + part[2] + plane.offset;
        const double size = (std::abs(part[0]) + std::abs(part[1])) + std::abs(part[2]);
        // One rounding per product and three additions: below 4 u of the absolute sum, and 5 to
        // cover the rounding of this bound.
        const double rounding = 5 * tolerance::unit_roundoff * (size + std::abs(plane.offset));
        deviation = std::max(deviation, std::abs(sum) + rounding);
    }
    return deviation;
}

bool has_zero_area(Positions positions, Loop loop) {
    // Two different corners make the line; every other one must lie on it.
    const Vector3d& a = positions[loop[0]];
    std::size_t second = 1;
    while (second < loop.size() && positions[loop[second]] == a) ++second;
    for (std::size_t i = second + 1; i < loop.size(); ++i) {
        if (!exact::collinear(a, positions[loop[second]], positions[loop[i]])) return false;
    }
    return true;
}

int dominant_axis(const Plane& plane) {
    int axis = 0;
    plane.normal.cwiseAbs().maxCoeff(&axis);
    return axis;
}

bool is_convex(const Plane& plane, Positions positions, Loop loop) {
    const int axis = dominant_axis(plane);
    const int facing = plane.normal[axis] < 0 ? -1 : 1;
    const std::size_t n = loop.size();
    const auto point = [&](std::size_t i) {
        return exact::seen_along(axis, positions[loop[i % n]]);
    };
    // Left, or straight on along x: going round once changes this twice.
    const auto goes_left = [](exact::Point2 a, exact::Point2 b) {
        return b.x < a.x || (b.x == a.x && b.y < a.y);
    };
    int changes = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const exact::Point2 a = point(i), b = point(i + 1), c = point(i + 2);
        if (facing * exact::orient2d(a, b, c) < 0) return false;
        if (goes_left(a, b) != goes_left(b, c)) ++changes;
    }
    return changes == 2;
}

std::array<std::uint32_t, 3> spanning_corners(Positions positions, Loop loop) {
    if (loop.size() == 3) return {loop[0], loop[1], loop[2]};
    const Vector3d& a = positions[loop[0]];
    std::size_t far = 1;
    for (std::size_t i = 2; i < loop.size(); ++i) {
        if ((positions[loop[i]] - a).squaredNorm() > (positions[loop[far]] - a).squaredNorm())
            far = i;
    }
    const Vector3d ray = positions[loop[far]] - a;
    std::size_t wide = far == 1 ? 2 : 1;
    const auto area = [&](std::size_t i) {
        return ray.cross(positions[loop[i]] - a).squaredNorm();
    };
    for (std::size_t i = 1; i < loop.size(); ++i) {
        if (i != far && area(i) > area(wide)) wide = i;
    }
    if (wide < far) std::swap(wide, far);
    return {loop[0], loop[far], loop[wide]};
}

namespace {

/// Cuts off ears: triangles of three corners in a row that turn left and hold no other corner.
/// Corners on one line are kept, because neighbours meet there. Exact but for outlines that cross
/// themselves. Cutting an ear can only make its two neighbours ears, so that each is looked at a
/// few times.
class EarClipper {
   public:
    EarClipper(Positions positions, Loop loop, const Plane& plane)
        : positions_(positions),
          loop_(loop),
          axis_(dominant_axis(plane)),
          facing_(plane.normal[axis_] < 0 ? -1 : 1),
          next_(loop.size()),
          previous_(loop.size()),
          ear_(loop.size()),
          left_(loop.size()) {
        const std::size_t n = loop.size();
        for (std::size_t i = 0; i < n; ++i) {
            next_[i] = (i + 1) % n;
            previous_[i] = (i + n - 1) % n;
        }
        find_all_ears();
    }

    /// Appends the triangles; true when every ear was a proper one.
    bool clip(std::uint32_t source, Faces& triangles) {
        bool proper = true;
        while (left_ > 3) {
            if (!go_to_ear()) {
                // Outlines that touch themselves may hide an ear; those that cross themselves have
                // none, and any corner that turns will do.
                if (searches_ < most_searches) find_all_ears();
                if (!go_to_ear()) {
                    proper = false;
                    go_to_turn();
                }
            }
            cut(source, triangles);
        }
        proper = proper && turn(current_) > 0;
        emit(source, triangles);
        return proper;
    }

   private:
    static constexpr int most_searches = 16;  // a search costs the square of the corners

    Positions positions_;
    Loop loop_;
    int axis_;
    int facing_;
    std::vector<std::size_t> next_;
    std::vector<std::size_t> previous_;
    std::vector<std::uint8_t> ear_;
    std::size_t left_;
    std::size_t current_ = 0;
    int searches_ = 0;

    [[nodiscard]] int side(std::size_t a, std::size_t b, std::size_t c) const {
        return facing_ * exact::orient2d(axis_, positions_[loop_[a]], positions_[loop_[b]],
                                         positions_[loop_[c]]);
    }
    [[nodiscard]] int turn(std::size_t i) const { return side(previous_[i], i, next_[i]); }

    [[nodiscard]] bool is_ear(std::size_t b) const {
        const std::size_t a = previous_[b], c = next_[b];
        if (side(a, b, c) <= 0) return false;
        for (std::size_t p = next_[c]; p != a; p = next_[p]) {
            // An outline may pass a vertex twice: a bridge to a hole does.
            if (loop_[p] == loop_[a] || loop_[p] == loop_[b] || loop_[p] == loop_[c]) continue;
            if (side(a, b, p) >= 0 && side(b, c, p) >= 0 && side(c, a, p) >= 0) return false;
        }
        return true;
    }
    void find_all_ears() {
        ++searches_;
        std::size_t i = current_;
        do {
            ear_[i] = is_ear(i);
            i = next_[i];
        } while (i != current_);
    }
    /// Going round from the last ear gives well shaped pieces.
    template <class Wanted>
    bool go_to(const Wanted& wanted) {
        for (std::size_t k = 0; k < left_; ++k, current_ = next_[current_]) {
            if (wanted(current_)) return true;
        }
        return false;
    }
    bool go_to_ear() {
        return go_to([&](std::size_t i) { return ear_[i] != 0; });
    }
    void go_to_turn() {
        go_to([&](std::size_t i) { return turn(i) != 0; });
    }
    void cut(std::uint32_t source, Faces& triangles) {
        emit(source, triangles);
        const std::size_t a = previous_[current_], c = next_[current_];
        next_[a] = c;
        previous_[c] = a;
        --left_;
        ear_[a] = is_ear(a);
        ear_[c] = is_ear(c);
        current_ = next_[c];
    }
    void emit(std::uint32_t source, Faces& triangles) const {
        const std::array<std::uint32_t, 3> triangle{loop_[previous_[current_]], loop_[current_],
                                                    loop_[next_[current_]]};
        if (!has_zero_area(positions_, triangle)) triangles.add(triangle, source);
    }
};

}  // namespace

SplitResult split_polygon(Positions positions, Loop loop, std::uint32_t source, double tolerance,
                          Faces& pieces) {
    const Plane plane = fit_plane(positions, loop);
    SplitResult result;
    result.planar = plane_deviation(plane, positions, loop) <= tolerance;
    Faces triangles;
    result.self_crossing = !EarClipper(positions, loop, plane).clip(source, triangles);
    if (result.planar && !result.self_crossing) {
        merge_convex(positions, triangles, tolerance, &plane);
    }
    for (std::size_t i = 0; i < triangles.size(); ++i) pieces.add(triangles[i], source);
    return result;
}

}  // namespace swept
