#include "course.h"

#include <cmath>
#include <numbers>
#include <optional>

#include "swept/overlap.h"

namespace swept::bench {

namespace {

/// A share of a step at which no solid of ours looks like itself.
constexpr double off_symmetries = 0.37;

Pose placed(double distance, double angle) {
    const Quaternion turn(std::cos(angle / 2), 0, 0, std::sin(angle / 2));
    return Pose::make({distance, 0, 0}, turn).value();
}

/// Beyond this distance no turn makes the two meet.
double always_apart(const Polyhedron& shape) {
    double along_x = 0;
    double about_z = 0;
    for (const Eigen::Vector3d& p : shape.vertices()) {
        along_x = std::max(along_x, std::abs(p.x()));
        about_z = std::max(about_z, p.head<2>().norm());
    }
    return along_x + about_z;
}

Course course_from(const Polyhedron& shape, std::size_t turns, double first_turn) {
    constexpr int steps = 10;
    // A little further than always apart: just there, round things graze at every angle.
    const double furthest = 1.05 * always_apart(shape);
    Course course;
    course.turns = turns;
    course.first_turn = first_turn;
    for (int i = 0; i <= steps; ++i) {
        course.distances.push_back(furthest * i / steps);
        for (std::size_t turn = 0; turn < turns; ++turn) {
            course.poses.push_back(placed(course.distances.back(), course.angle(turn)));
        }
    }
    return course;
}

/// The distance at which a copy that comes from afar first touches, from above; none if it passes.
std::optional<double> contact_distance(const Polyhedron& shape, double angle) {
    const auto meets = [&](double distance) {
        return intersects({shape}, {shape, placed(distance, angle)});
    };
    // Steps first: bisection alone could end at an inner contact, behind a gap.
    const double step = always_apart(shape) / 64;
    double apart = 65 * step;
    while (apart > step && !meets(apart - step)) apart -= step;
    if (apart <= step) return std::nullopt;
    double meeting = apart - step;
    for (int i = 0; i < 40; ++i) {
        const double middle = (meeting + apart) / 2;
        (meets(middle) ? meeting : apart) = middle;
    }
    return apart;
}

}  // namespace

double Course::angle(std::size_t turn) const {
    return 2 * std::numbers::pi * (static_cast<double>(turn) + first_turn) /
           static_cast<double>(turns);
}

Course make_course(const Polyhedron& shape, std::size_t turns) {
    return course_from(shape, turns, 0);
}

Course make_coarse_course(const Polyhedron& shape, std::size_t turns) {
    return course_from(shape, turns, off_symmetries);
}

std::vector<Pose> near_poses(const Polyhedron& shape, std::size_t angles) {
    std::vector<Pose> poses;
    for (std::size_t i = 0; i < angles; ++i) {
        const double share =
            (static_cast<double>(i) + off_symmetries) / static_cast<double>(angles);
        const double angle = 2 * std::numbers::pi * share;
        const std::optional<double> contact = contact_distance(shape, angle);
        if (!contact) continue;
        const Pose pose = placed(*contact + near_gap, angle);
        if (!intersects({shape}, {shape, pose})) poses.push_back(pose);
    }
    return poses;
}

}  // namespace swept::bench
