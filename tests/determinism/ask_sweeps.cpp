// How far does a shape get, along a motion or a path?

#include "swept/papers/van_waveren.h"
#include "tests/determinism/kinds.h"
#include "tests/with.h"

namespace swept::determinism {
namespace {

namespace van_waveren = papers::van_waveren;
using van_waveren::BroadPhase, van_waveren::Zone;

struct AskedSweeps {
    SweepOptions options;
    // Of van Waveren's; if neither is, the library is asked.
    bool zone = false;
    bool broad_phase = false;

    explicit AskedSweeps(Random& random) {
        if (random.once_in(8)) options.margin = Margin::at_least(0.01).value();
        zone = random.once_in(10);
        if (random.once_in(3)) options.initial_overlap = InitialOverlap::surfaces;
        broad_phase = random.once_in(4);
        if (random.once_in(10)) options.budget = random.below(300);
        if (random.once_in(4)) options.warm_start = {{FaceIndex(random.below(12)), FaceIndex(3)}};
    }

    [[nodiscard]] van_waveren::SweepOptions by_paper() const {
        return {.zone = zone ? Zone::paper : Zone::rounded,
                .broad_phase = broad_phase ? BroadPhase::axial_bsp : BroadPhase::trees,
                .margin = options.margin,
                .initial_overlap = options.initial_overlap,
                .budget = options.budget,
                .warm_start = options.warm_start};
    }
};

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
    const AskedSweeps asked(random);
    std::vector<SweepQuery> questions(batch_size, {{mover}, {}, {obstacle}});
    for (SweepQuery& question : questions) {
        question.obstacle.world_from_shape = random.pose(0.5);
        question.mover.world_from_shape = beside(random);
        question.motion = make_motion(question);
    }
    if (asked.zone || asked.broad_phase) {
        const van_waveren::Model model(obstacle);
        answers.add(questions.size());
        for (const SweepQuery& q : questions) {
            answers.add(van_waveren::sweep(q.mover, q.motion, {model, q.obstacle.world_from_shape},
                                           asked.by_paper()));
        }
        return;
    }
    const SweepOptions& options = asked.options;
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
    AskedSweeps asked(random);
    asked.zone = false;
    const bool by_bsp = asked.broad_phase;
    const SweepOptions& options = asked.options;
    const van_waveren::SweepOptions by_paper = asked.by_paper();
    const van_waveren::Model model_of_mover(mover), model_of_other(other);
    std::vector<van_waveren::PlacedModel> models;
    for (const Placed& placed : around) {
        models.push_back({van_waveren::Model(placed.shape), placed.world_from_shape});
    }
    Scratch scratch;
    for (int i = 0; i < batch_size; ++i) {
        const Pose start = beside(random), there = random.pose(0.5);
        const Motion motion = random.motion(1.5);
        switch (i % 3) {
            case 0:
                answers.add(by_bsp
                                ? van_waveren::sweep({mover, start}, motion, models, by_paper)
                                : sweep({mover, start}, motion, around, with(options, &scratch)));
                break;
            case 1: {
                const TranslateThenRotate step = decompose(start, there, random.point(0.5));
                answers.add(by_bsp ? van_waveren::sweep({mover, start}, step, models, by_paper)
                                   : sweep({mover, start}, step, around, with(options, &scratch)));
                break;
            }
            default:
                // Two motions that are none together take a thousand times as long: few of those.
                const Motion own = i % 99 == 2 ? motion : random.translation(2);
                const Motion against = random.translation(1);
                answers.add(by_bsp ? van_waveren::sweep_both({model_of_mover, start, own},
                                                             {model_of_other, there, against},
                                                             by_paper)
                                   : sweep_both({{mover, start}, own}, {{other, there}, against},
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
