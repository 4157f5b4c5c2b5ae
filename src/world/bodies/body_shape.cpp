#include "world/bodies/body_shape.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "core/assert.h"
#include "features/motion_trajectory.h"
#include "math/checks.h"
#include "math/elementary.h"
#include "math/extremes.h"
#include "math/pose_access.h"
#include "swept/overlap.h"
#include "swept/tolerance.h"
#include "world/bounds.h"

namespace swept::world_detail {

using Eigen::Vector3d;

namespace {

/// Round-off bound. What placing, and the few operations of a box, lose of the largest coordinates
/// that take part: below 124 u. Larger is safe.
constexpr double box_rounding = 0x1p-46;
/// The same for lengths of a few operations.
constexpr double length_rounding = 1 + 0x1p-46;

BodyMeasure measured(const Box& box, double radius) {
    BodyMeasure made;
    made.centre = box.centre();
    made.half = (box.upper - made.centre).cwiseMax(made.centre - box.lower) * length_rounding;
    made.reach = max_abs(box);
    made.extent = box.size().norm() * length_rounding;
    made.radius = std::min(radius * length_rounding, made.half.norm() * length_rounding);
    return made;
}

BodyMeasure measured(const Polyhedron& shape) {
    const Vector3d centre = shape.box().centre();
    double radius_sq = 0;
    for (const Vector3d& vertex : shape.vertices()) {
        radius_sq = std::max(radius_sq, (vertex - centre).squaredNorm());
    }
    return measured(shape.box(), std::sqrt(radius_sq));
}

BodyMeasure measured(const SphereSet& shape) {
    Box box;
    for (const Sphere& ball : shape.spheres()) {
        box.add(ball.centre + Vector3d::Constant(ball.radius));
        box.add(ball.centre - Vector3d::Constant(ball.radius));
    }
    const Vector3d centre = box.centre();
    double radius = 0;
    for (const Sphere& ball : shape.spheres()) {
        radius = std::max(radius, (ball.centre - centre).norm() + ball.radius);
    }
    BodyMeasure made = measured(box, radius);
    made.half += Vector3d::Constant(box_rounding * made.reach);
    return made;
}

/// The centres of equal spheres, in the set's order.
SphereGroup group_of(std::span<const Sphere> balls, std::span<const std::uint32_t> numbers) {
    SWEPT_ASSERT(!numbers.empty(), "a group of something");
    Mesh mesh;
    for (const std::uint32_t number : numbers) mesh.add_vertex(balls[number].centre);
    BuildOptions options;
    options.weld = Weld::none;  // so that points keep their numbers
    return {balls[numbers.front()].radius, Polyhedron::build(mesh, options).value(),
            std::vector<std::uint32_t>(numbers.begin(), numbers.end())};
}

std::vector<SphereGroup> groups_of(const SphereSet& set) {
    const std::span<const Sphere> balls = set.spheres();
    std::vector<std::uint32_t> numbers(balls.size());
    std::iota(numbers.begin(), numbers.end(), 0U);
    std::ranges::stable_sort(numbers, {}, [&](std::uint32_t i) { return balls[i].radius; });
    std::vector<SphereGroup> groups;
    for (std::size_t begin = 0, end = 0; begin < numbers.size(); begin = end) {
        while (end < numbers.size() && balls[numbers[end]].radius == balls[numbers[begin]].radius) {
            ++end;
        }
        groups.push_back(group_of(balls, std::span(numbers).subspan(begin, end - begin)));
    }
    return groups;
}

Box sum(const Box& a, const Box& b) {
    return {a.lower + b.lower, a.upper + b.upper};
}
/// From the origin to a place.
Box towards(const Vector3d& place) {
    return {place.cwiseMin(0.0), place.cwiseMax(0.0)};
}
/// Of a turn: how large a unit vector across the axis can be along x, y and z.
Vector3d across(const Vector3d& axis) {
    SWEPT_ASSERT(detail::is_unit(axis), "an axis is of unit length");
    const Vector3d sq = axis.cwiseProduct(axis);
    return Vector3d(sq[1] + sq[2], sq[0] + sq[2], sq[0] + sq[1]).cwiseSqrt();
}

/// A box that holds the displacements of a point on its circle, up to an angle; `arm` leads from
/// the axis to the point.
Box displacements(const Vector3d& axis, const Vector3d& arm, double angle, double small) {
    const double radius = arm.norm();
    const Vector3d in_plane = across(axis);
    if (radius * std::min(angle, 2.0) <= small) {
        const Vector3d all = radius * std::min(angle, 2.0) * in_plane;
        return {-all, all};
    }
    if (angle >= std::numbers::pi) return {-arm - radius * in_plane, -arm + radius * in_plane};
    // The chord, grown by how far the arc bulges over it.
    const auto [sine, cosine] = math::sin_cos(angle / 2);
    const Vector3d end = 2 * sine * cosine * axis.cross(arm) - 2 * sine * sine * arm;
    const double bulge = radius * sine * sine / (1 + cosine);
    return grown(towards(end), bulge * in_plane);
}

}  // namespace

BodyMeasure measure_of(const Polyhedron& shape) {
    return measured(shape.box(), std::numeric_limits<double>::infinity());
}
BodyMeasure measure_of(const SphereSet& shape) {
    return measured(shape);
}

const void* identity_of(const BodyShape& shape) {
    if (const auto* polyhedron = std::get_if<Polyhedron>(&shape)) return &polyhedron->data();
    return std::get<SphereSet>(shape).spheres().data();
}

const void* BodyGeometry::identity() const {
    return identity_of(shape);
}

std::size_t BodyGeometry::bytes() const {
    std::size_t sum = sizeof(BodyGeometry) + groups.capacity() * sizeof(SphereGroup);
    for (const SphereGroup& group : groups) {
        sum += group.points.bytes() + group.spheres.capacity() * sizeof(std::uint32_t);
    }
    return sum;
}

BodyMeasure measured_by_box(const Polyhedron& shape) {
    return measured(shape.box(), shape.extent());
}

Result<std::shared_ptr<const BodyGeometry>> prepared(const BodyShape& shape) {
    auto made = std::make_shared<BodyGeometry>(BodyGeometry{shape, {}, {}});
    if (const Polyhedron* polyhedron = made->polyhedron()) {
        made->measure = measured(*polyhedron);
        return made;
    }
    made->measure = measured(*made->spheres());
    if (auto error = check_magnitude(made->measure.reach, "shape")) return tl::unexpected(*error);
    made->groups = groups_of(*made->spheres());
    return made;
}

Box outer_box(const BodyMeasure& measure, const Pose& world_from_body) {
    const Eigen::Matrix3d rotation = world_from_body.rotation_matrix();
    const Vector3d& place = world_from_body.translation();
    const Vector3d centre = placed_point(rotation, place, measure.centre);
    const double rounding = box_rounding * (3 * measure.reach + place.lpNorm<Eigen::Infinity>());
    const Vector3d half = (rotation.cwiseAbs() * measure.half).cwiseMin(measure.radius) +
                          Vector3d::Constant(rounding);
    return {centre - half, centre + half};
}

MotionBounds bounds_of_motion(const BodyMeasure& measure, const Pose& world_from_body,
                              const Box& start, const Motion& motion) {
    if (const auto* straight = std::get_if<Translation>(&motion)) {
        const Vector3d& way = straight->vector();
        const double rounding = box_rounding * (max_abs(start) + way.lpNorm<Eigen::Infinity>());
        return {grown(sum(start, towards(way)), rounding), way.norm() * length_rounding};
    }
    const MotionTrajectory moving = path_of(motion);
    const ScrewTrajectory& path = moving.path;
    const Vector3d advance = path.end * path.advance;
    const Vector3d centre = world_from_body * measure.centre;
    Vector3d arm = Vector3d::Zero();
    if (path.turning) {
        const Vector3d from_origin = centre - path.origin;
        arm = from_origin - from_origin.dot(path.axis) * path.axis;
    }
    const double turn = path.turning ? path.end : 0;
    const double radius = arm.norm();
    const Box way = sum(displacements(path.axis, arm, turn, measure.radius / 16), towards(advance));
    // Either the box where it starts, displaced and turned about its centre, or the ball.
    const Vector3d turned = std::min(turn, 2.0) * measure.radius * across(path.axis);
    const Box by_box = grown(sum(start, way), turned);
    const Box by_ball = grown({centre + way.lower, centre + way.upper}, measure.radius);
    const double travel = (radius + measure.radius) * turn + advance.norm();
    const double far = path.turning ? (centre - path.origin).lpNorm<Eigen::Infinity>() : 0;
    const double rounding = box_rounding * (max_abs(start) + travel + far + 3 * measure.reach);
    const Box box{by_box.lower.cwiseMax(by_ball.lower), by_box.upper.cwiseMin(by_ball.upper)};
    // What repeats is tested for one turn only, but goes on as fast.
    return {grown(box, rounding),
            (path.turning ? moving.angle / path.end : 1) * travel * length_rounding};
}

}  // namespace swept::world_detail
