#include "zones.h"

#include <cmath>

namespace swept::bench {

namespace {

using papers::van_waveren::BroadPhase, papers::van_waveren::Zone;
using PaperOptions = papers::van_waveren::SweepOptions;
using papers::van_waveren::Model, papers::van_waveren::PlacedModel;

/// A zone of this share of the mover's size is as thick as those of games, and its gaps are as
/// wide.
constexpr double thick = 0.01;

/// One move of a walk. All head for the obstacle, so that the walker is pushed against it again and
/// again; of those that follow a hit a third slide along it, dipping a little into it.
Motion next_move(const Subject& mover, const Pose& at, const SweepResult& last,
                 const Subject& obstacle, Random& random) {
    const auto vertices = obstacle.shape.vertices();
    const Eigen::Vector3d goal = vertices[random.below(obstacle.shape.vertex_count())];
    const Eigen::Vector3d wobble = mover.size * random.direction();
    Eigen::Vector3d way = goal - at.translation() + wobble;
    const double length = mover.size * std::pow(10, random.uniform(-3, 0.3));
    const double choice = random.uniform(0, 1);
    if (choice < 0.4) {
        const Eigen::Vector3d origin = at.translation() + random.direction() * mover.size;
        const double angle = random.uniform(-1, 1) * length / mover.size;
        return Rotation::make(origin, random.direction(), angle).value();
    }
    if (choice < 0.7 && last.state == State::hit) {
        const Eigen::Vector3d& normal = last.contact.normal;
        way -= way.dot(normal) * normal;
        way = way.normalized() - std::pow(10, random.uniform(-6, -0.5)) * normal;
    }
    return Translation::make(way.normalized() * length).value();
}

/// Moves on from wherever it ends; where it leaked, from the next start. Returns the leaks.
std::size_t walk(const Subject& mover, const Subject& obstacle, std::span<const Start> starts,
                 const PaperOptions& options, std::size_t moves) {
    constexpr std::size_t moves_from_a_start = 100;
    Random random(5);
    const PlacedModel model{Model(obstacle.shape), Pose()};
    std::size_t leaks = 0, next_start = 0;
    SweepResult last;
    last.end = starts[0].pose;
    for (std::size_t i = 0; i < moves; ++i) {
        const Motion motion = next_move(mover, last.end, last, obstacle, random);
        last = sweep({mover.shape, last.end}, motion, model, options);
        const bool leaked =
            overlap({mover.shape, last.end}, {obstacle.shape}).relation == Relation::overlapping;
        leaks += leaked ? 1 : 0;
        if (!leaked && (i + 1) % moves_from_a_start != 0) continue;
        last = {};
        last.end = starts[++next_start % starts.size()].pose;
    }
    return leaks;
}

/// Both zones by the same broad phase.
PaperOptions options_of(Zone zone) {
    return {.zone = zone, .broad_phase = BroadPhase::trees};
}

/// Walks with one zone, as thin as the query allows and thick.
ZoneLeaks leaks_of(const Subject& mover, const Subject& obstacle, std::span<const Start> starts,
                   Zone zone, std::size_t moves) {
    PaperOptions options = options_of(zone);
    ZoneLeaks leaks;
    leaks.thin = walk(mover, obstacle, starts, options, moves);
    options.margin = Margin::at_least(thick * mover.size).value();
    leaks.thick = walk(mover, obstacle, starts, options, moves);
    return leaks;
}

/// As time_questions.
Timed time_zone(const Subject& mover, const Subject& obstacle, std::span<const Question> questions,
                Zone zone, int rounds) {
    const PlacedModel model{Model(obstacle.shape), Pose()};
    const PaperOptions options = options_of(zone);
    Timed timed;
    timed.answers.resize(questions.size());
    timed.microseconds = least_microseconds(questions.size(), rounds, [&](std::size_t i) {
        timed.answers[i] =
            sweep({mover.shape, questions[i].start}, questions[i].motion, model, options);
    });
    return timed;
}

bool same(const SweepResult& a, const SweepResult& b) {
    return a.state == b.state && a.free_fraction == b.free_fraction;
}

}  // namespace

ZoneRow measure_zones(const Subject& mover, const Subject& obstacle, const ZoneEffort& effort) {
    ZoneRow row{.mover = mover.name, .obstacle = obstacle.name};
    const std::vector<Start> starts = make_starts(mover, obstacle, effort.questions / 2, 31);
    if (starts.empty()) return row;
    for (const MotionKind kind : {MotionKind::way, MotionKind::turn}) {
        const std::vector<Question> questions = make_questions(mover, obstacle, starts, kind);
        const Timed rounded = time_zone(mover, obstacle, questions, Zone::rounded, effort.rounds);
        const Timed paper = time_zone(mover, obstacle, questions, Zone::paper, effort.rounds);
        row.questions += questions.size();
        row.rounded_time += Times(rounded.microseconds).mean() / 2;
        row.paper_time += Times(paper.microseconds).mean() / 2;
        for (std::size_t i = 0; i < questions.size(); ++i) {
            if (!same(rounded.answers[i], paper.answers[i])) ++row.differ;
        }
    }
    const bool is_small = mover.face_count() * obstacle.face_count() < 10'000;
    row.moves = effort.walk_moves * (is_small ? 10 : 1);
    row.rounded_leaks = leaks_of(mover, obstacle, starts, Zone::rounded, row.moves);
    row.paper_leaks = leaks_of(mover, obstacle, starts, Zone::paper, row.moves);
    return row;
}

}  // namespace swept::bench
