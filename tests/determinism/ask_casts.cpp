// What does a ray, a sphere or a set of spheres hit?

#include "tests/determinism/kinds.h"

namespace swept::determinism {
namespace {

CastOptions cast_options(Random& random) {
    static constexpr CastCulling cullings[] = {
        CastCulling::slabs,    CastCulling::slabs,         CastCulling::path_box,
        CastCulling::outcodes, CastCulling::path_box_flat, CastCulling::outcodes_flat};
    static constexpr Sides sides[] = {Sides::automatic, Sides::front, Sides::both};
    CastOptions options{.sides = random.one_of(sides), .culling = random.one_of(cullings)};
    if (random.once_in(8)) options.mode = CastMode::any;
    if (random.once_in(4)) options.initial_overlap = InitialOverlap::solids;
    if (random.once_in(6)) options.clearance = Clearance::of(0.0625).value();
    return options;
}

Ray ray(Random& random) {
    const Eigen::Vector3d from = random.place(2);
    if (random.once_in(4)) return Ray::towards(from, random.direction()).value();
    return Ray::between(from, random.place(2)).value();
}

Radius radius(Random& random) {
    static constexpr double special[] = {0, 0.25, 0.5};
    return Radius::of(random.once_in(3) ? random.one_of(special) : random.between(0, 0.5)).value();
}

}  // namespace

void ask_rays(const Scenes& scenes, Random& random, const Manner& manner, Hash& answers) {
    const Polyhedron& shape = random.one_of(scenes.all);
    const Pose at = random.pose(0.5);
    const CastOptions options = cast_options(random);
    std::vector<Ray> rays;
    for (int i = 0; i < batch_size; ++i) rays.push_back(ray(random));
    std::vector<CastResult> results(rays.size());
    if (manner.in_batches) {
        results = cast_batch(rays, {shape, at}, options, manner.threads);
    } else {
        for (std::size_t i = 0; i < rays.size(); ++i)
            results[i] = cast(rays[i], {shape, at}, options);
    }
    answers.add(results);
    std::vector<CastHit> hits;
    for (std::size_t i = 0; i < rays.size(); i += 4) {
        answers.add(cast_all(rays[i], {shape, at}, options, hits));
        answers.add(hits);
    }
}

void ask_spheres(const Scenes& scenes, Random& random, const Manner& manner, Hash& answers) {
    const Polyhedron& shape = random.one_of(scenes.all);
    const Pose at = random.pose(0.5);
    const CastOptions options = cast_options(random);
    std::vector<SphereCast> spheres;
    for (int i = 0; i < batch_size; ++i) {
        const Ray path = ray(random);
        spheres.push_back({path, radius(random)});
    }
    std::vector<CastResult> results(spheres.size());
    if (manner.in_batches) {
        results = cast_batch(spheres, {shape, at}, options, manner.threads);
    } else {
        for (std::size_t i = 0; i < spheres.size(); ++i) {
            results[i] = cast(SphereCast{spheres[i].path, spheres[i].radius}, {shape, at}, options);
        }
    }
    answers.add(results);
    std::vector<CastHit> hits;
    for (std::size_t i = 0; i < spheres.size(); i += 4) {
        answers.add(
            cast_all(SphereCast{spheres[i].path, spheres[i].radius}, {shape, at}, options, hits));
        answers.add(hits);
    }
}

void ask_sphere_sets(const Scenes& scenes, Random& random, const Manner& /*manner*/,
                     Hash& answers) {
    const Polyhedron& shape = random.one_of(scenes.all);
    const SphereSet& spheres = random.one_of(scenes.sphere_sets);
    const Pose at = random.pose(0.5);
    CastOptions options = cast_options(random);
    if (random.once_in(10)) options.budget = random.below(200);
    std::vector<CastHit> hits;
    for (int i = 0; i < batch_size; ++i) {
        const Pose from = random.pose(2);
        const Motion motion = random.motion(1.5);
        answers.add(cast(SphereSetCast{spheres, from, motion}, {shape, at}, options));
        if (i % 8 != 0) continue;
        answers.add(cast_all(SphereSetCast{spheres, from, motion}, {shape, at}, options, hits));
        answers.add(hits);
    }
}

}  // namespace swept::determinism
