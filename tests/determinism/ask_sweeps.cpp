// How far does a shape get, along a motion or a path?

#include "tests/determinism/kinds.h"
#include "tests/with.h"

namespace swept::determinism {
namespace {

SweepOptions sweep_options(Random& random) {
    SweepOptions options;
    if (random.once_in(8)) options.margin = Margin::at_least(0.01).value();
    if (random.once_in(10)) options.rule = ZoneRule::paper;
    if (random.once_in(3)) options.initial_overlap = InitialOverlap::surfaces;
    if (random.once_in(4)) options.broad_phase = BroadPhase::axial_bsp;
    if (random.once_in(10)) options.budget = random.below(300);
    if (random.once_in(4)) options.warm_start = {{FaceIndex(random.below(12)), FaceIndex(3)}};
    return options;
}

/// Somewhere beside a shape at the origin.
Pose beside(Random& random) {
    const Pose pose = random.pose(1);
    const Eigen::Vector3d away = pose.translation() + 2 * random.direction();
    return Pose::make(away, pose.rotation()).value();
}

template <class MakeMotion>
void ask_sweeps(const Scenes& scenes, Random& random, const Manner& manner, Hash& answers,
                const MakeMotion& make_motion) {
    const Polyhedron &mover = random.one_of(scenes.all), &obstacle = random.one_of(scenes.all);
    const SweepOptions options = sweep_options(random);
    std::vector<SweepQuery> questions(batch_size, {{mover}, {}, {obstacle}});
    for (SweepQuery& question : questions) {
        question.obstacle.world_from_shape = random.pose(0.5);
        question.mover.world_from_shape = beside(random);
        question.motion = make_motion(question);
    }
    if (manner.in_batches) {
        return answers.add(sweep_batch(questions, options, manner.threads));
    }
    Scratch scratch;
    answers.add(questions.size());
    for (const SweepQuery& q : questions) {
        answers.add(sweep(q.mover, q.motion, q.obstacle, with(options, &scratch)));
    }
}

std::vector<Placed> obstacles(const Scenes& scenes, Random& random) {
    std::vector<Placed> made;
    for (std::uint32_t i = random.below(4); i > 0; --i) {
        const Polyhedron& shape = random.one_of(scenes.all);
        made.push_back({shape, random.pose(1.5)});
    }
    return made;
}

}  // namespace

void ask_translation(const Scenes& scenes, Random& random, const Manner& manner, Hash& answers) {
    ask_sweeps(scenes, random, manner, answers, [&](const SweepQuery& q) -> Motion {
        if (random.once_in(3)) return random.translation(3);
        const Eigen::Vector3d there =
            q.obstacle.world_from_shape.translation() - q.mover.world_from_shape.translation();
        return Translation::make(there * random.between(0.25, 1.5)).value();
    });
}

void ask_rotation(const Scenes& scenes, Random& random, const Manner& manner, Hash& answers) {
    ask_sweeps(scenes, random, manner, answers, [&](const auto&) { return random.turn(1.5); });
}

void ask_screw(const Scenes& scenes, Random& random, const Manner& manner, Hash& answers) {
    ask_sweeps(scenes, random, manner, answers, [&](const auto&) { return random.screw(1.5); });
}

void ask_many(const Scenes& scenes, Random& random, const Manner& /*manner*/, Hash& answers) {
    const Polyhedron &mover = random.one_of(scenes.all), &other = random.one_of(scenes.all);
    const std::vector<Placed> around = obstacles(scenes, random);
    SweepOptions options = sweep_options(random);
    options.rule = ZoneRule::rounded;
    Scratch scratch;
    for (int i = 0; i < batch_size; ++i) {
        const Pose start = beside(random), there = random.pose(0.5);
        const Motion motion = random.motion(1.5);
        switch (i % 3) {
            case 0:
                answers.add(sweep({mover, start}, motion, around, with(options, &scratch)));
                break;
            case 1: {
                const TranslateThenRotate step = decompose(start, there, random.point(0.5));
                answers.add(sweep({mover, start}, step, around, with(options, &scratch)));
                break;
            }
            default:
                // Two motions that are none together take a thousand times as long: few of those.
                const Motion own = i % 99 == 2 ? motion : random.translation(2);
                const Motion against = random.translation(1);
                answers.add(sweep_both({{mover, start}, own}, {{other, there}, against},
                                       with(options, &scratch)));
        }
    }
}

void ask_path(const Scenes& scenes, Random& random, const Manner& manner, Hash& answers) {
    const std::vector<Placed> around = obstacles(scenes, random);
    std::vector<Part> parts;
    for (std::uint32_t i = random.below(2) + 1; i > 0; --i) {
        const Polyhedron& shape = random.one_of(scenes.all);
        parts.push_back({shape, random.pose(0.25)});
    }
    static constexpr PathJoin joins[] = {PathJoin::screw, PathJoin::step, PathJoin::straight};
    PathOptions options{.join = random.one_of(joins), .deviation = 0.02};
    double clearance = 0;
    if (random.once_in(3)) clearance = 0.05;
    if (random.once_in(20)) clearance = -1;  // an Error
    const auto kept = Clearance::of(clearance);
    if (kept) options.clearance = *kept;
    if (random.once_in(10)) options.budget = random.below(1000);
    std::vector<std::vector<Pose>> paths(batch_size);
    for (std::vector<Pose>& path : paths) {
        path.push_back(beside(random));
        for (std::uint32_t i = random.below(4); i > 0; --i) path.push_back(random.pose(2.5));
    }
    if (!kept) {
        const Result<PathResult> refused = tl::unexpected(kept.error());
        return answers.add(std::vector(paths.size(), refused));
    }
    if (manner.in_batches) {
        std::vector<PathQuery> questions;
        for (const std::vector<Pose>& path : paths) questions.push_back({parts, path, around});
        return answers.add(check_path_batch(questions, options, manner.threads));
    }
    Scratch scratch;
    answers.add(paths.size());
    for (const std::vector<Pose>& path : paths) {
        answers.add(check_path(parts, path, around, with(options, &scratch)));
    }
}

}  // namespace swept::determinism
