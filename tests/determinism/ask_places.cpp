// How do two shapes stand to each other?

#include "swept/papers/van_waveren.h"
#include "tests/determinism/kinds.h"
#include "tests/with.h"

namespace swept::determinism {
namespace {

namespace van_waveren = papers::van_waveren;

std::vector<PosePair> placements(Random& random) {
    const double far = random.once_in(8) ? 1000 : 1;  // large coordinates make thick zones
    std::vector<PosePair> made;
    for (int i = 0; i < batch_size; ++i) {
        const Pose a = random.pose(0.5 * far);
        const Pose b = random.pose(1);
        made.push_back({a, Pose::make(a.translation() + b.translation(), b.rotation()).value()});
    }
    return made;
}

WarmStart a_last_pair(Random& random) {
    if (!random.once_in(4)) return std::nullopt;
    const FaceIndex a(random.below(30)), b(random.below(30));  // of some shapes out of range
    return {{a, b}};
}

}  // namespace

void ask_relation(const Scenes& scenes, Random& random, const Manner& manner, Hash& answers) {
    const Polyhedron &a = random.one_of(scenes.all), &b = random.one_of(scenes.all);
    OverlapOptions options{.mode =
                               random.once_in(4) ? OverlapMode::intersects : OverlapMode::relation};
    if (random.once_in(8)) options.budget = random.below(100);
    options.warm_start = a_last_pair(random);
    const std::vector<PosePair> placed = placements(random);
    if (manner.in_batches) {
        return answers.add(overlap_batch(placed_pairs(a, b, placed), options, manner.threads));
    }
    answers.add(placed.size());
    for (const PosePair& at : placed) {
        answers.add(overlap({a, at.world_from_a}, {b, at.world_from_b}, options));
    }
}

void ask_meetings(const Scenes& scenes, Random& random, const Manner& /*manner*/, Hash& answers) {
    const Polyhedron &a = random.one_of(scenes.all), &b = random.one_of(scenes.all);
    for (const auto& [pose_a, pose_b] : placements(random)) {
        answers.add(intersects({a, pose_a}, {b, pose_b}));
        answers.add(intersecting_faces({a, pose_a}, {b, pose_b}));
        (void)visit_intersecting_faces({a, pose_a}, {b, pose_b}, [&](FaceIndex i, FaceIndex k) {
            answers.add(i);  // in the order in which they come
            answers.add(k);
            return true;
        });
        const Eigen::Vector3d point = pose_a * random.place(1);
        answers.add(classify_point({b, pose_b}, point));
        Box box;
        box.add(point);
        box.add(pose_b.translation());
        answers.add(faces_in({a, pose_a}, box));
    }
}

void ask_distance(const Scenes& scenes, Random& random, const Manner& manner, Hash& answers) {
    const Polyhedron &a = random.one_of(scenes.all), &b = random.one_of(scenes.all);
    DistanceOptions options{.warm_start = a_last_pair(random)};
    if (random.once_in(4)) options.limit = DistanceLimit::at_most(0.25).value();
    std::vector<PosePair> placed = placements(random);
    for (PosePair& at : placed) {  // further apart: of what meets, there is no distance
        const Eigen::Vector3d away = at.world_from_b.translation() + random.place(1.5);
        at.world_from_b = Pose::make(away, at.world_from_b.rotation()).value();
    }
    if (manner.in_batches) {
        return answers.add(distance_batch(placed_pairs(a, b, placed), options, manner.threads));
    }
    Scratch scratch;
    answers.add(placed.size());
    for (const PosePair& at : placed) {
        answers.add(distance({a, at.world_from_a}, {b, at.world_from_b}, with(options, &scratch)));
    }
}

void ask_contacts(const Scenes& scenes, Random& random, const Manner& manner, Hash& answers) {
    const Polyhedron &a = random.one_of(scenes.all), &b = random.one_of(scenes.all);
    ContactOptions options{.reduced = random.once_in(3)};
    if (random.once_in(2)) options.tolerance = ContactTolerance::within(0.25).value();
    const bool by_bsp = random.once_in(4);  // van Waveren's broad phase
    std::vector<PosePair> placed = placements(random);
    for (PosePair& at : placed) {
        const Eigen::Vector3d away = at.world_from_b.translation() + random.grid_point(1);
        at.world_from_b = Pose::make(away, at.world_from_b.rotation()).value();
    }
    if (by_bsp) {
        const van_waveren::Model model_a(a), model_b(b);
        answers.add(placed.size());
        for (const PosePair& at : placed) {
            answers.add(van_waveren::contacts({model_a, at.world_from_a},
                                              {model_b, at.world_from_b}, options));
        }
        return;
    }
    if (manner.in_batches) {
        return answers.add(contacts_batch(placed_pairs(a, b, placed), options, manner.threads));
    }
    Scratch scratch;
    answers.add(placed.size());
    for (const PosePair& at : placed) {
        answers.add(contacts({a, at.world_from_a}, {b, at.world_from_b}, with(options, &scratch)));
    }
}

}  // namespace swept::determinism
