// What does a ray, a sphere or a set of spheres hit?

#include <optional>

#include "swept/papers/schroeder.h"
#include "tests/determinism/kinds.h"

namespace swept::determinism {
namespace {

namespace schroeder = papers::schroeder;
using schroeder::Culling, schroeder::Partition;

/// By the library, or by Schroeder's cullings.
struct Method {
    bool by_paper;
    Culling culling = Culling::path_box;
    Partition partition = Partition::bins;
};

struct AskedCasts {
    CastOptions options;
    Method method;

    explicit AskedCasts(Random& random) {
        static constexpr Sides sides[] = {Sides::automatic, Sides::front, Sides::both};
        static constexpr Method methods[] = {{false},
                                             {false},
                                             {true, Culling::path_box, Partition::bins},
                                             {true, Culling::outcodes, Partition::bins},
                                             {true, Culling::path_box, Partition::none},
                                             {true, Culling::outcodes, Partition::none}};
        options.sides = random.one_of(sides);
        method = random.one_of(methods);
        if (random.once_in(8)) options.mode = CastMode::any;
        if (random.once_in(4)) options.initial_overlap = InitialOverlap::solids;
        if (random.once_in(6)) options.clearance = Clearance::of(0.0625).value();
        // Which hit `any` names depends on the order in which the tree is searched.
        if (options.mode == CastMode::any) search_the_tree();
    }

    /// The library's own tree, not the paper's.
    void search_the_tree() {
        if (method.partition == Partition::bins) method.partition = Partition::tree;
    }

    [[nodiscard]] schroeder::CastOptions by_paper() const {
        return {.culling = method.culling,
                .partition = method.partition,
                .mode = options.mode,
                .sides = options.sides,
                .clearance = options.clearance,
                .initial_overlap = options.initial_overlap,
                .budget = options.budget};
    }
};

/// A shape in bins small enough to be more than one; none if the paper is not asked.
std::optional<schroeder::PlacedModel> placed_model(const Polyhedron& shape, const Pose& at,
                                                   const AskedCasts& asked) {
    if (!asked.method.by_paper) return std::nullopt;
    return schroeder::PlacedModel{schroeder::Model::make(shape, {.leaf_size = 2}).value(), at};
}

void add_all(const schroeder::AllHits& all, Hash& answers) {
    answers.add(all.result);
    answers.add(all.hits);
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
    const AskedCasts asked(random);
    std::vector<Ray> rays;
    for (int i = 0; i < batch_size; ++i) rays.push_back(ray(random));
    std::vector<CastResult> results(rays.size());
    if (const auto model = placed_model(shape, at, asked)) {
        const schroeder::CastOptions options = asked.by_paper();
        for (std::size_t i = 0; i < rays.size(); ++i) {
            results[i] = schroeder::cast(rays[i], {}, *model, options);
        }
        answers.add(results);
        for (std::size_t i = 0; i < rays.size(); i += 4) {
            add_all(schroeder::cast_all(rays[i], {}, *model, options), answers);
        }
        return;
    }
    const CastOptions& options = asked.options;
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
    const AskedCasts asked(random);
    std::vector<SphereCast> spheres;
    for (int i = 0; i < batch_size; ++i) {
        const Ray path = ray(random);
        spheres.push_back({path, radius(random)});
    }
    std::vector<CastResult> results(spheres.size());
    if (const auto model = placed_model(shape, at, asked)) {
        const schroeder::CastOptions options = asked.by_paper();
        for (std::size_t i = 0; i < spheres.size(); ++i) {
            results[i] = schroeder::cast(spheres[i].path, spheres[i].radius, *model, options);
        }
        answers.add(results);
        for (std::size_t i = 0; i < spheres.size(); i += 4) {
            add_all(schroeder::cast_all(spheres[i].path, spheres[i].radius, *model, options),
                    answers);
        }
        return;
    }
    const CastOptions& options = asked.options;
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
    AskedCasts asked(random);
    if (random.once_in(10)) {
        asked.options.budget = random.below(200);
        asked.search_the_tree();  // what a budget proves depends on the boxes that are tested
    }
    const auto model = placed_model(shape, at, asked);
    std::vector<CastHit> hits;
    for (int i = 0; i < batch_size; ++i) {
        const Pose from = random.pose(2);
        const Motion motion = random.motion(1.5);
        if (model) {
            const schroeder::MovingSpheres moving{spheres, from, motion};
            answers.add(schroeder::cast(moving, *model, asked.by_paper()));
            if (i % 8 == 0) {
                add_all(schroeder::cast_all(moving, *model, asked.by_paper()), answers);
            }
            continue;
        }
        answers.add(cast(SphereSetCast{spheres, from, motion}, {shape, at}, asked.options));
        if (i % 8 != 0) continue;
        answers.add(
            cast_all(SphereSetCast{spheres, from, motion}, {shape, at}, asked.options, hits));
        answers.add(hits);
    }
}

}  // namespace swept::determinism
