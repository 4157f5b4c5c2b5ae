#include "world/body_relation.h"

#include <algorithm>
#include <cmath>

#include "math/extremes.h"
#include "swept/contacts.h"
#include "swept/tolerance.h"

namespace swept {

using Eigen::Vector3d;

namespace {

/// Round-off bound of the comparisons below, as a share of the coordinates: some 30 operations.
constexpr double proof_rounding = 0x1p-44;

struct Oriented {
    Eigen::Matrix3d axes;
    Vector3d centre;
    Vector3d half;

    Oriented(const BodyMeasure& measure, const Pose& pose)
        : axes(pose.rotation_matrix()), centre(pose * measure.centre), half(measure.half) {}
};

/// Gottschalk 1996: fifteen axes. `slack` is added to what they reach.
bool boxes_apart(const Oriented& a, const Oriented& b, double slack) {
    const Eigen::Matrix3d r = a.axes.transpose() * b.axes;
    const Eigen::Matrix3d size = r.cwiseAbs();
    const Vector3d t = a.axes.transpose() * (b.centre - a.centre);
    const Vector3d b_in_a = size * b.half, a_in_b = size.transpose() * a.half;
    for (Eigen::Index i = 0; i < 3; ++i) {
        if (std::abs(t[i]) > a.half[i] + b_in_a[i] + slack) return true;
        if (std::abs(r.col(i).dot(t)) > b.half[i] + a_in_b[i] + slack) return true;
    }
    for (Eigen::Index i = 0; i < 3; ++i) {
        const Eigen::Index i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (Eigen::Index j = 0; j < 3; ++j) {
            const Eigen::Index j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const double reach = a.half[i1] * size(i2, j) + a.half[i2] * size(i1, j) +
                                 b.half[j1] * size(i, j2) + b.half[j2] * size(i, j1);
            if (std::abs(t[i2] * r(i1, j) - t[i1] * r(i2, j)) > reach + slack) return true;
        }
    }
    return false;
}

double proof_slack(const BodyMeasure& a, const Pose& world_from_a, const BodyMeasure& b,
                   const Pose& world_from_b) {
    return proof_rounding *
           (a.reach + b.reach + world_from_a.translation().lpNorm<Eigen::Infinity>() +
            world_from_b.translation().lpNorm<Eigen::Infinity>());
}

/// Few spheres are compared one by one.
bool are_few(const SphereSet& a, const SphereSet& b) {
    return a.spheres().size() * b.spheres().size() <= 256;
}

bool spheres_apart(const SphereSet& a, const Pose& world_from_a, const SphereSet& b,
                   const Pose& world_from_b, double slack) {
    return std::ranges::all_of(a.spheres(), [&](const Ball& p) {
        const Vector3d centre = world_from_a * p.centre;
        return std::ranges::all_of(b.spheres(), [&](const Ball& q) {
            return (centre - world_from_b * q.centre).norm() > p.radius + q.radius + slack;
        });
    });
}

/// A cheap proof: no sphere reaches the box of the shape, which is solid then.
bool spheres_clear_of_box(const Polyhedron& shape, const Pose& world_from_shape,
                          const SphereSet& spheres, const Pose& world_from_spheres, double slack) {
    const Eigen::Matrix3d turn = world_from_shape.rotation_matrix().transpose();
    const Box& box = shape.box();
    return std::ranges::all_of(spheres.spheres(), [&](const Ball& ball) {
        const Vector3d centre =
            turn * (world_from_spheres * ball.centre - world_from_shape.translation());
        const Vector3d apart = (box.lower - centre).cwiseMax(centre - box.upper).cwiseMax(0.0);
        return apart.norm() > ball.radius + 4 * slack;
    });
}

DistanceLimit limit_of(double length) {
    return DistanceLimit::at_most(std::min(length, tolerance::largest_coordinate)).value();
}

}  // namespace

bool certainly_separate(const BodyMeasure& a, const Pose& world_from_a, const BodyMeasure& b,
                        const Pose& world_from_b) {
    const Vector3d between = world_from_b * b.centre - world_from_a * a.centre;
    const double slack = proof_slack(a, world_from_a, b, world_from_b);
    const double reach = a.radius + b.radius + slack;
    if (between.squaredNorm() > reach * reach * (1 + 0x1p-40)) return true;
    return boxes_apart(Oriented(a, world_from_a), Oriented(b, world_from_b), slack);
}

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

bool certainly_overlapping(const BodyMeasure& a, const Pose& world_from_a, const BodyMeasure& b,
                           const Pose& world_from_b) {
    const double slack = proof_slack(a, world_from_a, b, world_from_b);
    const double reach = a.inner.radius + b.inner.radius - slack;
    if (!(reach > 0) || a.inner.radius == 0 || b.inner.radius == 0) return false;
    const Vector3d between = world_from_b * b.inner.centre - world_from_a * a.inner.centre;
    return between.squaredNorm() < reach * reach * (1 - 0x1p-40);
}

double sphere_slack(const Box& a, const Box& b) {
    return tolerance::cast_contact * tolerance::cast_rounding * 2 * (max_abs(a) + max_abs(b));
}

SphereMeeting meeting_of(const Polyhedron& shape, const Pose& world_from_shape,
                         double radius_of_shape, const SphereGroup& group,
                         const Pose& world_from_group, double slack, ContactScratch* scratch) {
    const double radius = group.radius + radius_of_shape;
    const DistanceResult found = distance(shape, world_from_shape, group.points, world_from_group,
                                          {.limit = limit_of(radius + slack)}, scratch);
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

bool are_separate(const BodyGeometry& a, const Pose& world_from_a, const BodyGeometry& b,
                  const Pose& world_from_b) {
    const Polyhedron* solid_a = a.polyhedron();
    const Polyhedron* solid_b = b.polyhedron();
    if (solid_a != nullptr && solid_b != nullptr) {
        return !meet(*solid_a, world_from_a, *solid_b, world_from_b);
    }
    if (solid_b != nullptr) return are_separate(b, world_from_b, a, world_from_a);
    const double slack =
        sphere_slack(outer_box(a.measure, world_from_a), outer_box(b.measure, world_from_b));
    const auto separate_from = [&](const Polyhedron& shape, double radius) {
        return std::ranges::all_of(b.groups, [&](const SphereGroup& group) {
            return meeting_of(shape, world_from_a, radius, group, world_from_b, slack).relation ==
                   Relation::separate;
        });
    };
    if (solid_a != nullptr) {
        return spheres_clear_of_box(*solid_a, world_from_a, *b.spheres(), world_from_b, slack) ||
               separate_from(*solid_a, 0);
    }
    if (are_few(*a.spheres(), *b.spheres())) {
        return spheres_apart(*a.spheres(), world_from_a, *b.spheres(), world_from_b, slack);
    }
    return std::ranges::all_of(a.groups, [&](const SphereGroup& group) {
        return separate_from(group.points, group.radius);
    });
}

}  // namespace swept
