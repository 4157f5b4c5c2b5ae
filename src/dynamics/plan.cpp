#include "dynamics/plan.h"

#include <algorithm>
#include <cmath>

#include "core/inside.h"
#include "math/boxes.h"
#include "math/elementary.h"
#include "math/pose_access.h"

namespace swept {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

/// Choice. A way that turns further is gone in pieces, radians: its turn is found in a few rounds,
/// and boxes around it stay small.
constexpr double largest_turn = 0.5;

Quaternion turn_by(const Vector3d& turn) {
    const double angle = turn.norm();
    if (angle == 0) return Quaternion::Identity();
    const Vector3d axis = turn * (math::sin(angle / 2) / angle);
    return {math::cos(angle / 2), axis[0], axis[1], axis[2]};
}

/// The turn of a body in a time that nothing acts on: about the axis I^-1 (L0 + L1) / 2, where L0
/// and L1 are its angular momentum before and after as it sees them. It keeps the momentum, for the
/// world sees no change, and the energy: L1 - L0 is at right angles to the axis.
Vector3d free_turn(const BodyRecord& body, double time) {
    const Matrix3d turn = body.pose.rotation_matrix();
    const Vector3d world = body.inertia() * body.spin + body.inner_turn * (time / 2);
    const Vector3d momentum = turn.transpose() * world;
    // Newton's steps: bodies that are thin one way would spin ever faster about it in simpler ones.
    const Matrix3d& inertia = body.mass.inertia;
    Matrix3d cross;
    cross << 0, -momentum[2], momentum[1], momentum[2], 0, -momentum[0], -momentum[1], momentum[0],
        0;
    const Matrix3d inverse = (inertia - time / 2 * cross).inverse();
    const Vector3d first = body.inverse_inertia_in_body * momentum;
    Vector3d spin = first;
    double change = 0;
    for (int i = 0; i < 20; ++i) {
        const Vector3d after = turn_by(-time * spin) * momentum;
        const Vector3d step = inverse * (inertia * spin - (momentum + after) / 2);
        spin -= step;
        change = step.norm();
        if (change <= 1e-15 * spin.norm()) break;
    }
    if (!(change <= 1e-6 * spin.norm())) spin = first;
    return turn * (time * spin);
}

}  // namespace

Pose Plan::at(double fraction) const {
    if (fraction == 0 || time == 0) return start;
    if (angle == 0) return PoseAccess::make(start.translation() + fraction * way, start.rotation());
    const Quaternion rotation =
        multiplied(turn_by(fraction * angle * axis), start.rotation()).normalized();
    const Pose turned = PoseAccess::make(Vector3d::Zero(), rotation);
    return PoseAccess::make(centre + fraction * way - turned * centre_in_body, rotation);
}

void Plan::set(const Vector3d& other_way, const Vector3d& turn, const Box& shape_box,
               const Box& start_box) {
    way = other_way;
    angle = turn.norm();
    // What turns by less than rounding goes straight.
    if (angle * radius <= 1e-14 * way.norm()) angle = 0;
    if (angle > 0) axis = turn / angle;
    largest = way.norm() + angle * radius;
    box = start_box;
    const Box there = placed_box(shape_box, at(1));
    box.add(there.lower);
    box.add(there.upper);
    box = math_detail::grown(box, bow(1) + 1e-9 * radius);
}

Plan plan_to_stay(const BodyRecord& body) {
    Plan plan;
    plan.centre_in_body = body.centre_in_body;
    plan.centre = body.centre;
    plan.start = body.pose;
    plan.radius = body.radius;
    plan.box = body.box;
    return plan;
}

Plan plan_for(const BodyRecord& body, double time) {
    Plan plan = plan_to_stay(body);
    const double spin =
        body.spin.norm() +
        (body.dynamic() ? (body.inverse_inertia * body.inner_turn).norm() * time : 0);
    plan.time = spin * time > largest_turn ? largest_turn / spin : time;
    const double t = plan.time;
    const Vector3d turn = body.dynamic() ? free_turn(body, t) : Vector3d(t * body.spin);
    plan.set(t * (body.velocity + (t / 2) * body.inner), turn, body.body.shape.box(), body.box);
    return plan;
}

}  // namespace swept
