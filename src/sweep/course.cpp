#include "sweep/course.h"

#include <cmath>
#include <numbers>

#include "shape/face_tree.h"
#include "swept/tolerance.h"

namespace swept {

using Eigen::Vector3d;

namespace {

/// The motion in world coordinates. The axis is turned round for negative angles.
struct Unscaled {
    Path path;
    double angle = 1;
    bool repeats = false;
};

Unscaled turning(const Vector3d& origin, const Vector3d& axis, double angle, double glide) {
    const double sign = angle < 0 ? -1 : 1;
    Path path;
    path.turning = true;
    path.origin = origin;
    path.axis = sign * axis;
    path.glide = (glide / std::abs(angle)) * axis;
    path.end = std::abs(angle);
    return {path, std::abs(angle), false};
}

Unscaled straight(const Vector3d& vector) {
    Path path;
    path.glide = vector;
    return {path, 1, false};
}

Unscaled unscaled(const Translation& motion) {
    return straight(motion.vector());
}
Unscaled about_axis(const Vector3d& origin, const Vector3d& axis, double angle) {
    if (angle == 0) return straight(Vector3d::Zero());
    Unscaled made = turning(origin, axis, angle, 0);
    constexpr double turn = 2 * std::numbers::pi;
    made.repeats = made.angle >= turn;
    made.path.end = std::min(made.angle, turn);
    return made;
}
Unscaled unscaled(const Rotation& motion) {
    return about_axis(motion.origin(), motion.axis(), motion.angle());
}
Unscaled unscaled(const Screw& motion) {
    if (motion.glide() == 0) return about_axis(motion.origin(), motion.axis(), motion.angle());
    if (motion.angle() == 0) return straight(motion.glide() * motion.axis());
    return turning(motion.origin(), motion.axis(), motion.angle(), motion.glide());
}

/// How far from the axis the mover reaches: the corners of its box, placed.
double reach_from_axis(const PlacedShape& mover, const Path& path) {
    double reach = 0;
    const Box& box = mover.shape.box;
    for (unsigned corner = 0; corner < 8; ++corner) {
        Vector3d x;
        for (unsigned i = 0; i < 3; ++i) {
            x[i] = (corner >> i & 1U) != 0 ? box.upper[i] : box.lower[i];
        }
        const Vector3d placed = mover.rotation * x + mover.translation;
        reach = std::max(reach, path.axis.cross(placed - path.origin).stableNorm());
    }
    return reach;
}

/// A bound on the coordinates of a placed shape and of what they are computed from.
double coordinates(const PlacedShape& placed) {
    return placed.polyhedron.box_tree().reach + placed.translation.stableNorm();
}

/// The smallest and the largest extent of all shapes that have one.
struct Extents {
    double least = std::numeric_limits<double>::infinity();
    double most = 0;

    void add(const Polyhedron::Data& shape) {
        if (shape.extent > 0) least = std::min(least, shape.extent);
        most = std::max(most, shape.extent);
    }
};

/// A power of two that brings `size` to between 1/2 and 1.
double scale_for(double size) {
    if (!(size > 0)) return 1;
    int exponent = 0;
    (void)std::frexp(size, &exponent);
    return std::ldexp(1.0, -std::clamp(exponent, -1000, 1000));
}

}  // namespace

double Course::fraction(double t) const {
    if (t >= path.end && !repeats && path.end == angle) return 1;
    double share = std::min(t / angle, 1.0);
    if (share * angle > t) share = std::nextafter(share, 0.0);
    return share;
}

Course make_course(std::span<const Mover> movers, const Motion& motion,
                   std::span<const PlacedShape> obstacles, const SweepOptions& options,
                   double deviation) {
    const Unscaled in_world = std::visit([](const auto& m) { return unscaled(m); }, motion);
    Course course;
    course.path = in_world.path;
    course.angle = in_world.angle;
    course.repeats = in_world.repeats;
    double reach = 0, size = 0, planes = 0;
    Extents extents;
    for (const Mover& mover : movers) {
        if (course.path.turning) {
            reach = std::max(reach, reach_from_axis(mover.placed, course.path));
        }
        size = std::max(size, coordinates(mover.placed));
        planes = std::max(planes, mover.placed.shape.plane_deviation);
        extents.add(mover.placed.shape);
    }
    course.speed = std::hypot(reach, course.path.glide.stableNorm()) * (1 + 0x1p-40);
    course.still = course.speed == 0;

    double obstacle_planes = 0;
    for (const PlacedShape& obstacle : obstacles) {
        size = std::max(size, coordinates(obstacle));
        obstacle_planes = std::max(obstacle_planes, obstacle.shape.plane_deviation);
        extents.add(obstacle.shape);
    }
    planes += obstacle_planes;
    const double sizes = size + course.speed * course.path.end;
    // Beyond these sizes a rounding is no share of them any more.
    constexpr double smallest = 0x1p-960;
    if (!std::isfinite(sizes) || (sizes < smallest && sizes > 0)) {
        course.measurable = false;
        return course;
    }
    course.scale = scale_for(sizes);
    const double scale = course.scale;
    course.path.origin *= scale;
    course.path.glide *= scale;
    course.speed *= scale;
    course.rounding = tolerance::sweep_rounding * (sizes * scale) + (planes + deviation) * scale;
    course.step = tolerance::sweep_step * course.rounding;
    const double needed = tolerance::zone_steps * course.step;
    const bool sized = extents.most > 0;  // else there are points alone, and rounding sets the zone
    course.zone =
        std::max(sized ? tolerance::zone * extents.least : 0, options.zone.least()) * scale;
    if (course.zone == 0) course.zone = std::numeric_limits<double>::min();
    // Powers of two apart, so that half of one query's zone is a floor of every other's
    // (start.cpp).
    if (course.zone < needed) {
        course.zone = std::ldexp(course.zone, std::ilogb(needed) - std::ilogb(course.zone));
        if (course.zone < needed) course.zone *= 2;
    }
    course.measurable = !sized || needed <= extents.most * scale;
    return course;
}

}  // namespace swept
