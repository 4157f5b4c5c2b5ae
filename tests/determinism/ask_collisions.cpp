// Which collisions are there in a whole step?

#include "tests/determinism/kinds.h"

namespace swept::determinism {
namespace {

struct BodyStep {
    Pose from, to;
};

/// A step past the origin: places within reach, one in four with the same rotation at both ends.
BodyStep step(Random& random, double reach) {
    const Pose from = random.pose(reach), to = random.pose(reach);
    if (!random.once_in(4)) return {from, to};
    return {from, Pose::make(to.translation(), from.rotation()).value()};
}

template <class A, class B>
void ask_steps(const A& a, const B& b, Random& random, const CollisionOptions& options,
               Hash& answers) {
    for (int i = 0; i < batch_size; ++i) {
        const BodyStep of_a = step(random, 1.5), of_b = step(random, 0.5);
        answers.add(all_collisions(a, of_a.from, of_a.to, b, of_b.from, of_b.to, options));
    }
}

CollisionOptions collision_options(Random& random) {
    static constexpr ScreenCulling cullings[] = {ScreenCulling::none, ScreenCulling::coarse,
                                                 ScreenCulling::trees, ScreenCulling::trees};
    CollisionOptions options{.culling = random.one_of(cullings)};
    if (random.once_in(4)) options.min_properness = -1;
    if (random.once_in(30)) options.min_properness = 2;  // an Error
    return options;
}

void ask_shapes(const Scenes& scenes, Random& random, const CollisionOptions& options,
                Hash& answers) {
    const Polyhedron &a = random.one_of(scenes.all), &b = random.one_of(scenes.all);
    if (!random.once_in(4)) return ask_steps(a, b, random, options, answers);
    Scratch scratch;
    for (int i = 0; i < batch_size; ++i) {
        const Pose at_a = random.pose(1.5), at_b = random.pose(0.5);
        const Motion motion = random.motion(1.5);
        answers.add(all_collisions(a, at_a, motion, b, at_b, options, &scratch));
    }
}

}  // namespace

void ask_collisions(const Scenes& scenes, Random& random, const Manner& /*manner*/, Hash& answers) {
    const CollisionOptions options = collision_options(random);
    ask_shapes(scenes, random, options, answers);
}

void ask_pixels(const Scenes& scenes, Random& random, const Manner& /*manner*/, Hash& answers) {
    CollisionOptions options = collision_options(random);
    static constexpr double sizes[] = {0.05, 0.1, 0.25};
    options.pixels = Pixels{.size = random.one_of(sizes),
                            .time = 1.0 / 16,
                            .mode = random.once_in(2) ? PixelMode::plain : PixelMode::robust,
                            .store = random.once_in(3) ? PixelStore::hashed : PixelStore::sorted};
    ask_shapes(scenes, random, options, answers);
}

void ask_sphere_collisions(const Scenes& scenes, Random& random, const Manner& /*manner*/,
                           Hash& answers) {
    const CollisionOptions options = collision_options(random);
    const SphereSet &a = random.one_of(scenes.sphere_sets), &b = random.one_of(scenes.sphere_sets);
    if (random.once_in(2)) return ask_steps(a, b, random, options, answers);
    ask_steps(a, random.one_of(scenes.all), random, options, answers);
}

}  // namespace swept::determinism
