#include "sweep/course.h"

#include <cmath>

#include "features/motion_path.h"
#include "math/unit.h"

namespace swept {

using Eigen::Vector3d;

namespace {

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
        reach = std::max(reach, stable_length(path.axis.cross(placed - path.origin)));
    }
    return reach;
}

}  // namespace

double Course::fraction(double t) const {
    return fraction_at({path, angle, repeats}, t);
}

Course make_course(std::span<const Mover> movers, const Motion& motion, const Sizes& resting,
                   const SweepOptions& options, double deviation) {
    const MotionPath in_world = path_of(motion);
    Course course;
    course.path = in_world.path;
    course.angle = in_world.angle;
    course.repeats = in_world.repeats;
    double reach = 0;
    Sizes moving, all = resting;
    for (const Mover& mover : movers) {
        if (course.path.turning) {
            reach = std::max(reach, reach_from_axis(mover.placed, course.path));
        }
        moving.add(mover.placed);
        all.add(mover.placed);
    }
    course.speed = std::hypot(reach, stable_length(course.path.glide)) * (1 + 0x1p-40);
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
