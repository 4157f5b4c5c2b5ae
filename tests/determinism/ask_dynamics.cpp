// Bodies that fall onto a floor, collide, rub and hang together: each question is a step.

#include <swept/dynamics/simulation.h>
#include <swept/solids.h>

#include "tests/determinism/kinds.h"

namespace swept::determinism {
namespace {

using Eigen::Vector3d;

Polyhedron box(const Vector3d& half) {
    return Polyhedron::build(make_box(half).value()).value();
}

/// A box that stands apart from the others, however it is turned.
BodyDef thrown(Random& random, int number) {
    Vector3d half;
    for (double& x : half) x = random.between(0.1, 0.35);
    const double height = random.between(0.7, 1.2);
    const Vector3d at(1.3 * number - 2, random.between(-0.2, 0.2), height);
    BodyDef body{.shape = box(half)};
    body.world_from_body =
        random.once_in(3) ? Pose::make(at).value() : Pose::make(at, random.rotation()).value();
    body.restitution = random.once_in(2) ? 0 : random.between(0, 1);
    body.friction = random.once_in(4) ? 0 : random.between(0, 1);
    body.velocity = random.point(3);
    body.angular_velocity = random.once_in(3) ? Vector3d(Vector3d::Zero()) : random.point(8);
    return body;
}

/// Of the bodies 1 and 2, half-way between them.
Joint joint(Random& random, const std::vector<NumberedBodyDef>& bodies) {
    static constexpr JointKind kinds[] = {JointKind::ball, JointKind::hinge, JointKind::fixed};
    Joint made{.kind = random.one_of(kinds), .a = bodies[1].id, .b = bodies[2].id};
    made.anchor = (bodies[1].body.world_from_body.translation() +
                   bodies[2].body.world_from_body.translation()) /
                  2;
    made.axis = random.direction();
    if (made.kind != JointKind::hinge) return made;
    if (random.once_in(2)) made.limits = JointLimits{-0.5, 0.75};
    if (random.once_in(2)) made.motor = JointMotor{random.between(-5, 5), 20};
    return made;
}

}  // namespace

void ask_dynamics(const Scenes& /*scenes*/, Random& random, const Manner& /*manner*/,
                  Hash& answers) {
    std::vector<NumberedBodyDef> bodies{
        {BodyId{0}, {.shape = box({8, 8, 0.25}), .type = BodyType::fixed}}};
    bodies[0].body.world_from_body = Pose::make(Vector3d(0, 0, -0.25)).value();
    for (int i = 1; i <= 3; ++i) {
        bodies.push_back({BodyId{static_cast<std::uint32_t>(i)}, thrown(random, i)});
    }
    std::vector<Joint> joints;
    if (random.once_in(3)) joints.push_back(joint(random, bodies));
    Result<Simulation> simulation = Simulation::make(bodies, {}, std::nullopt, joints);
    answers.add(simulation.has_value());
    if (!simulation) return answers.add(simulation.error());
    const double duration = 1.0 / (random.once_in(2) ? 60 : 100);
    for (int i = 0; i < batch_size; ++i) {
        if (random.once_in(40)) {
            answers.add(simulation->apply_impulse(BodyId{1}, random.point(40),
                                                  simulation->state(BodyId{1})->centre));
        }
        answers.add(simulation->step(duration));
        for (const NumberedBodyDef& body : bodies) answers.add(simulation->state(body.id));
    }
    answers.add(simulation->contacts());
    answers.add(simulation->energy().total());
}

}  // namespace swept::determinism
