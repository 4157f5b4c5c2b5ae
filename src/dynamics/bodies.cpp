#include "dynamics/bodies.h"

#include <cmath>

namespace swept {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Box placed_box(const Box& box, const Pose& pose) {
    const Vector3d centre = pose * box.centre();
    const Vector3d half = pose.rotation_matrix().cwiseAbs() * (box.size() / 2);
    return {centre - half, centre + half};
}

Matrix3d BodyRecord::inertia() const {
    const Matrix3d turn = pose.rotation_matrix();
    return turn * mass.inertia * turn.transpose();
}

double BodyRecord::kinetic_energy() const {
    if (!dynamic()) return 0;
    const Vector3d momentum = inertia() * spin;
    return (mass.mass * velocity.squaredNorm() + spin.dot(momentum)) / 2;
}

void BodyRecord::place(const Pose& at) {
    pose = at;
    centre = at * centre_in_body;
    box = placed_box(body.shape.box(), at);
    if (!dynamic()) return;
    const Matrix3d turn = at.rotation_matrix();
    inverse_inertia = turn * inverse_inertia_in_body * turn.transpose();
}

void BodyRecord::place_turning(const Pose& at) {
    if (!dynamic()) return place(at);
    const Vector3d momentum = inertia() * spin;
    const double before = spin.dot(momentum);
    place(at);
    spin = inverse_inertia * momentum;
    const double after = spin.dot(momentum);
    if (after > before) spin *= std::sqrt(before / after);
}

void unite(BodyRecord& a, BodyRecord& b) {
    if (!a.dynamic()) return unite(b, a);
    if (!b.dynamic()) {
        if (b.kinematic()) return;  // that would take work
        a.velocity.setZero();
        a.spin.setZero();
        a.inner.setZero();
        a.inner_turn.setZero();
        return;
    }
    const double whole = a.mass.mass + b.mass.mass;
    const auto mean = [&](const Vector3d& of_a, const Vector3d& of_b) {
        return Vector3d((a.mass.mass * of_a + b.mass.mass * of_b) / whole);
    };
    const Vector3d centre = mean(a.centre, b.centre), velocity = mean(a.velocity, b.velocity);
    Matrix3d inertia = Matrix3d::Zero();
    Vector3d momentum = Vector3d::Zero();
    for (const BodyRecord* body : {&a, &b}) {
        const Vector3d arm = body->centre - centre;
        inertia += body->inertia() + body->mass.mass * (arm.squaredNorm() * Matrix3d::Identity() -
                                                        arm * arm.transpose());
        momentum += body->inertia() * body->spin + body->mass.mass * arm.cross(body->velocity);
    }
    const Vector3d spin = inertia.inverse() * momentum, inner = mean(a.inner, b.inner);
    for (BodyRecord* body : {&a, &b}) {
        body->spin = spin;
        body->velocity = velocity + spin.cross(body->centre - centre);
        body->inner = inner;
        body->inner_turn.setZero();
    }
}

void BodyRecord::push(const Vector3d& impulse, const Vector3d& arm) {
    velocity += impulse * inverse_mass;
    spin += inverse_inertia * arm.cross(impulse);
}

}  // namespace swept
