#include "world/bodies/body_relation.h"

#include <algorithm>
#include <cmath>

#include "math/extremes.h"
#include "swept/distance.h"
#include "swept/tolerance.h"

namespace swept::world_detail {

using Eigen::Vector3d;

namespace {

struct Oriented {
    Eigen::Matrix3d axes;
    Vector3d centre;
    Vector3d half;

    Oriented(const BodyMeasure& measure, const Pose& pose)
        : axes(pose.rotation_matrix()), centre(pose * measure.centre), half(measure.half) {}
};

DistanceLimit limit_of(double length) {
    return DistanceLimit::at_most(std::min(length, tolerance::largest_coordinate)).value();
}

}  // namespace

// Gottschalk 1996: fifteen axes.
double least_separation(const BodyMeasure& a, const Pose& world_from_a, const BodyMeasure& b,
                        const Pose& world_from_b) {
    const Oriented p(a, world_from_a), q(b, world_from_b);
    const Eigen::Matrix3d r = p.axes.transpose() * q.axes;
    const Eigen::Matrix3d size = r.cwiseAbs();
    const Vector3d t = p.axes.transpose() * (q.centre - p.centre);
    const Vector3d q_in_p = size * q.half, p_in_q = size.transpose() * p.half;
    double gap = t.norm() - a.radius - b.radius;
    for (Eigen::Index i = 0; i < 3; ++i) {
        gap = std::max(gap, std::abs(t[i]) - p.half[i] - q_in_p[i]);
        gap = std::max(gap, std::abs(r.col(i).dot(t)) - q.half[i] - p_in_q[i]);
    }
    for (Eigen::Index i = 0; i < 3; ++i) {
        const Eigen::Index i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (Eigen::Index j = 0; j < 3; ++j) {
            const Eigen::Index j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const double length = std::sqrt(r(i1, j) * r(i1, j) + r(i2, j) * r(i2, j));
            if (length < 0x1p-4) continue;  // the axes of one box say nearly the same
            const double reach = p.half[i1] * size(i2, j) + p.half[i2] * size(i1, j) +
                                 q.half[j1] * size(i, j2) + q.half[j2] * size(i, j1);
            gap = std::max(gap, (std::abs(t[i2] * r(i1, j) - t[i1] * r(i2, j)) - reach) / length);
        }
    }
    return gap;
}

double sphere_slack(const Box& a, const Box& b) {
    return tolerance::cast_contact * tolerance::cast_rounding * 2 * (max_abs(a) + max_abs(b));
}

SphereMeeting meeting_of(const Polyhedron& shape, const Pose& world_from_shape,
                         double radius_of_shape, const SphereGroup& group,
                         const Pose& world_from_group, double slack, Scratch* scratch) {
    const double radius = group.radius + radius_of_shape;
    const DistanceResult found =
        distance({shape, world_from_shape}, {group.points, world_from_group},
                 {.limit = limit_of(radius + slack), .scratch = scratch});
    SphereMeeting made;
    if (found.relation == Relation::separate) {
        if (found.beyond || found.distance > radius + slack) return made;
        made.relation =
            found.distance < radius - slack ? Relation::overlapping : Relation::touching;
        const Contact& closest = found.closest;
        const std::uint32_t sphere = group.spheres[closest.obstacle.face];
        made.witness = Witness{{closest.mover.face, sphere},
                               {closest.mover.face_index, FaceIndex(sphere)},
                               found.points[0]};
        return made;
    }
    // The centre is on the surface, or inside the solid.
    made.relation = radius > slack ? Relation::overlapping : found.relation;
    if (found.witness) {
        made.witness = found.witness;
        const std::uint32_t sphere = group.spheres[found.witness->faces.b];
        made.witness->faces.b = sphere;
        made.witness->indices[1] = FaceIndex(sphere);
    }
    return made;
}

}  // namespace swept::world_detail
