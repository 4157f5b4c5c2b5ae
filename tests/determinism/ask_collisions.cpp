// Which collisions are there in a whole step?

#include <swept/papers/buss.h>

#include "tests/determinism/kinds.h"

namespace swept::determinism {
namespace {

using namespace papers::buss;

struct PosePair {
    Pose from, to;
};

/// A step past the origin: places within reach, one in four with the same rotation at both ends.
PosePair step(Random& random, double reach) {
    const Pose from = random.pose(reach), to = random.pose(reach);
    if (!random.once_in(4)) return {from, to};
    return {from, Pose::make(to.translation(), from.rotation()).value()};
}

BodyStep moved(const Polyhedron& shape, const PosePair& poses) {
    return {shape, poses.from, poses.to};
}
SphereSetStep moved(const SphereSet& spheres, const PosePair& poses) {
    return {spheres, poses.from, poses.to};
}

template <class A, class B, class Ask>
void ask_steps(const A& a, const B& b, Random& random, const Ask& ask, Hash& answers) {
    for (int i = 0; i < batch_size; ++i) {
        const PosePair of_a = step(random, 1.5), of_b = step(random, 0.5);
        answers.add(ask(moved(a, of_a), moved(b, of_b)));
    }
}

/// The exact method: with trees by the library itself, which has no other culling.
struct AskExactly {
    ExactOptions options;

    Result<CollisionResult> operator()(const BodyStep& a, const BodyStep& b) const {
        if (options.culling != ScreenCulling::trees) return exact_collisions(a, b, options);
        return swept::all_collisions(a, b, {options.min_properness});
    }
    Result<CollisionResult> operator()(const Placed& a, const Motion& motion, const Placed& b,
                                       Scratch& scratch) const {
        if (options.culling == ScreenCulling::trees) {
            return swept::all_collisions(a, motion, b, {options.min_properness, &scratch});
        }
        ExactOptions asked = options;
        asked.scratch = &scratch;
        return exact_collisions(a, motion, b, asked);
    }
};
struct AskPixels {
    ScreenOptions options;

    Result<ScreenResult> operator()(const BodyStep& a, const BodyStep& b) const {
        return papers::buss::all_collisions(a, b, options);
    }
    Result<ScreenResult> operator()(const Placed& a, const Motion& motion, const Placed& b,
                                    Scratch& scratch) const {
        ScreenOptions asked = options;
        asked.scratch = &scratch;
        return papers::buss::all_collisions(a, motion, b, asked);
    }
};

ExactOptions random_options(Random& random) {
    static constexpr ScreenCulling cullings[] = {ScreenCulling::none, ScreenCulling::coarse,
                                                 ScreenCulling::trees, ScreenCulling::trees};
    ExactOptions options{.culling = random.one_of(cullings)};
    if (random.once_in(4)) options.min_properness = -1;
    if (random.once_in(30)) options.min_properness = 2;  // an Error
    return options;
}

template <class Ask>
void ask_shapes(const Scenes& scenes, Random& random, const Ask& ask, Hash& answers) {
    const Polyhedron &a = random.one_of(scenes.all), &b = random.one_of(scenes.all);
    if (!random.once_in(4)) return ask_steps(a, b, random, ask, answers);
    Scratch scratch;
    for (int i = 0; i < batch_size; ++i) {
        const Pose at_a = random.pose(1.5), at_b = random.pose(0.5);
        const Motion motion = random.motion(1.5);
        answers.add(ask({a, at_a}, motion, {b, at_b}, scratch));
    }
}

}  // namespace

void ask_collisions(const Scenes& scenes, Random& random, const Manner& /*manner*/, Hash& answers) {
    ask_shapes(scenes, random, AskExactly{random_options(random)}, answers);
}

void ask_pixels(const Scenes& scenes, Random& random, const Manner& /*manner*/, Hash& answers) {
    const ExactOptions options = random_options(random);
    static constexpr double sizes[] = {0.05, 0.1, 0.25};
    const Pixels pixels{.size = random.one_of(sizes),
                        .time = 1.0 / 16,
                        .mode = random.once_in(2) ? PixelMode::plain : PixelMode::robust,
                        .store = random.once_in(3) ? PixelStore::hashed : PixelStore::sorted};
    ask_shapes(scenes, random, AskPixels{{pixels, options.min_properness, options.culling}},
               answers);
}

void ask_sphere_collisions(const Scenes& scenes, Random& random, const Manner& /*manner*/,
                           Hash& answers) {
    const CollisionOptions options{.min_properness = random_options(random).min_properness};
    const auto ask = [&](const SphereSetStep& a, const auto& b) {
        return all_collisions(a, b, options);
    };
    const SphereSet &a = random.one_of(scenes.sphere_sets), &b = random.one_of(scenes.sphere_sets);
    if (random.once_in(2)) return ask_steps(a, b, random, ask, answers);
    ask_steps(a, random.one_of(scenes.all), random, ask, answers);
}

}  // namespace swept::determinism
