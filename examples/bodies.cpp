// A heap of bricks, a lift that raises it, and a ball that is thrown into it: no two bodies are
// ever inside each other, and in the end all lie still.

#include <swept/dynamics/simulation.h>
#include <swept/solids.h>
#include <swept/swept.h>

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

namespace {

/// The value, or the end of the program with the reason why there is none.
template <class Value>
Value must(swept::Result<Value> result) {
    if (result) return std::move(*result);
    (void)std::fprintf(stderr, "bodies: %s\n", result.error().message().c_str());
    std::exit(1);
}

void must(const swept::Result<void>& result) {
    if (result) return;
    (void)std::fprintf(stderr, "bodies: %s\n", result.error().message().c_str());
    std::exit(1);
}

swept::Polyhedron box(double x, double y, double z) {
    return must(swept::Polyhedron::build(must(swept::make_box({x, y, z}))));
}

swept::Pose at(double x, double y, double z) {
    return must(swept::Pose::make({x, y, z}));
}

/// How many pairs of bodies are not apart, decided exactly.
int count_inside(const swept::Simulation& simulation) {
    int inside = 0;
    const std::vector<swept::BodyId> bodies = simulation.bodies();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        for (std::size_t k = i + 1; k < bodies.size(); ++k) {
            const auto a = simulation.description(bodies[i]), b = simulation.description(bodies[k]);
            const auto relation =
                swept::overlap({a->shape, simulation.state(bodies[i])->world_from_body},
                               {b->shape, simulation.state(bodies[k])->world_from_body});
            inside += relation.relation != swept::Relation::separate ? 1 : 0;
        }
    }
    return inside;
}

}  // namespace

int main() {
    const swept::BodyId ground(0), lift(1), ball(2);
    std::vector<swept::NumberedBodyDef> bodies{{ground,
                                                {.shape = box(40, 40, 1),
                                                 .world_from_body = at(0, 0, -1),
                                                 .type = swept::BodyType::fixed}},
                                               {lift,
                                                {.shape = box(3, 1, 0.2),
                                                 .world_from_body = at(0, 0, -0.1),
                                                 .type = swept::BodyType::kinematic}}};
    // Bricks may touch: they are set apart by half a skin, a hundredth of a millimetre or so.
    const swept::Polyhedron brick = box(0.4, 0.2, 0.2);
    for (int row = 0; row < 4; ++row) {
        for (int i = 0; i < 4 - row; ++i) {
            bodies.push_back(
                {swept::BodyId(static_cast<std::uint64_t>(10 * (row + 1) + i)),
                 {.shape = brick,
                  .world_from_body = at(0.45 * (i - (3 - row) / 2.0), 0, 0.1 + 0.2 * row),
                  .density = 2000}});
        }
    }
    swept::Simulation simulation = must(swept::Simulation::make(bodies));

    int inside = 0;
    const auto run = [&](double seconds) {
        for (int i = 0; i < seconds * 60; ++i) {
            must(simulation.step(1.0 / 60));
            inside += count_inside(simulation);
        }
    };
    must(simulation.set_velocity(lift, {0, 0, 0.5}, {0, 0, 0}));
    run(1);
    must(simulation.set_velocity(lift, {0, 0, 0}, {0, 0, 0}));
    run(1);
    const swept::BodyId top(40);
    std::printf("on the lift the uppermost brick is at %.2f m\n",
                simulation.state(top)->centre.z());

    const auto sphere = must(swept::Polyhedron::build(must(swept::make_sphere(0.3, 8, 16))));
    must(simulation.add(ball, {.shape = sphere,
                               .world_from_body = at(-4, 0, 1),
                               .mass = 80,
                               .restitution = 0.2,
                               .velocity = {12, 0, 1.5}}));
    const std::size_t dynamic = simulation.bodies().size() - 2;
    std::size_t asleep = 0;
    for (int seconds = 0; seconds < 60 && asleep < dynamic; ++seconds) {
        run(1);
        asleep = 0;
        for (const swept::BodyId id : simulation.bodies()) {
            asleep += simulation.state(id)->asleep ? 1U : 0U;
        }
    }
    const double height = simulation.state(top)->centre.z();
    std::printf("then it is %s, and %zu of %zu dynamic bodies are at rest\n",
                height < 1.1 ? "further down" : "still up there", asleep, dynamic);
    std::printf("steps with bodies inside each other: %d\n", inside);
}
