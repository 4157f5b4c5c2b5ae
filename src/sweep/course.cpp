#include "sweep/course.h"

#include <cmath>
#include <numbers>

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
    double reach = 0;
    Sizes moving, resting, all;
    for (const Mover& mover : movers) {
        if (course.path.turning) {
            reach = std::max(reach, reach_from_axis(mover.placed, course.path));
        }
        moving.add(mover.placed);
        all.add(mover.placed);
    }
    for (const PlacedShape& obstacle : obstacles) {
        resting.add(obstacle);
        all.add(obstacle);
    }
    course.speed = std::hypot(reach, course.path.glide.stableNorm()) * (1 + 0x1p-40);
    course.still = course.speed == 0;
    const double furthest = all.coordinates + course.speed * course.path.end;
    static_cast<Measures&>(course) = measures_of(
        all, furthest, moving.planes + resting.planes + deviation, options.zone.least());
    course.path.origin *= course.scale;
    course.path.glide *= course.scale;
    course.speed *= course.scale;
    return course;
}

}  // namespace swept
