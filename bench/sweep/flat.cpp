#include "flat.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "../common/cpu_clock.h"
#include "core/inside.h"
#include "features/contact_of.h"
#include "overlap/relation_of.h"
#include "sweep/start.h"
#include "sweep/sweep_setup.h"

namespace swept::bench {

namespace {

/// The least processor seconds of each of several calls. They run in turns, so that a busy machine
/// slows all of them alike; short calls are repeated within a run, long ones run once.
template <class... Calls>
std::array<double, sizeof...(Calls)> least_seconds(const Calls&... calls) {
    constexpr double run = 2e-5, enough = 2e-2;
    constexpr int rounds = 4;  // the first warms up
    std::array<double, sizeof...(Calls)> least;
    std::array<double, sizeof...(Calls)> spent{};
    least.fill(std::numeric_limits<double>::infinity());
    for (int round = 0; round < rounds; ++round) {
        std::size_t at = 0;
        const auto time = [&](const auto& call) {
            const std::size_t i = at++;
            if (spent[i] > enough) return;
            const double expected = round == 0 ? run : std::max(least[i], 1e-7);
            const auto repeats = static_cast<int>(std::clamp(run / expected, 1.0, 50.0));
            const double begin = thread_now();
            for (int j = 0; j < repeats; ++j) call();
            const double seconds = thread_now() - begin;
            spent[i] += seconds;
            // The clock itself weighs on a short call that is made once.
            least[i] = round == 1 && repeats > 1 ? seconds / repeats
                                                 : std::min(least[i], seconds / repeats);
        };
        (time(calls), ...);
    }
    return least;
}

struct Memory {
    StartMemory start;
    std::vector<PlacedFeatures> mover_faces, obstacle_faces;
    Contact contact;
};

/// A query up to its search, as src/sweep/query.cpp makes it.
struct Prepared {
    Prepared(const Subject& mover_subject, const Question& question,
             const Subject& obstacle_subject, Memory& memory)
        : moving(mover_subject.shape, question.start),
          obstacle(obstacle_subject.shape, Pose()),
          start(relation_of(mover, obstacle)),
          course(make_course({&moving, 1}, question.motion, SceneExtent({&obstacle, 1}), {}, 0)),
          level(find_level({&moving, 1}, {&obstacle, 1}, course, memory.start)),
          mover_staging(staging_of_mover(course.scale, level.lift)),
          obstacle_staging(staging_of_obstacle(course.scale, level.lift)) {
        setting.path = course.path;
        setting.inverse = course.path.inverse();
        setting.stop = level.stop;
        setting.parallel_width = parallel_width(course, level.stop);
        setting.mover_front = mover.shape.sides == Sides::front;
        setting.obstacle_front = obstacle.shape.sides == Sides::front;
    }

    MovingShape moving;
    const PlacedShape& mover = moving.placed;
    PlacedShape obstacle;
    OverlapResult start;
    SweepSetup course;
    StartState level;
    ScaledPlacement mover_staging;
    ScaledPlacement obstacle_staging;
    FacePairContext setting;
};

BestStop search_flat(const Prepared& query, Memory& memory) {
    memory.mover_faces.resize(std::max(memory.mover_faces.size(), query.mover.face_count()));
    memory.obstacle_faces.resize(
        std::max(memory.obstacle_faces.size(), query.obstacle.face_count()));
    for (std::uint32_t i = 0; i < query.mover.face_count(); ++i) {
        load_face(query.mover, i, query.setting.path, query.mover_staging, nullptr,
                  memory.mover_faces[i]);
    }
    for (std::uint32_t j = 0; j < query.obstacle.face_count(); ++j) {
        load_face(query.obstacle, j, query.setting.inverse, query.obstacle_staging, nullptr,
                  memory.obstacle_faces[j]);
    }
    BestStop best;
    SweepStats stats;
    for (std::size_t i = 0; i < query.mover.face_count(); ++i) {
        for (std::size_t j = 0; j < query.obstacle.face_count(); ++j) {
            search_face_pair(query.setting, memory.mover_faces[i], memory.obstacle_faces[j], 0,
                             query.course.path.end, best, stats);
        }
    }
    return best;
}

/// The whole query with the list in place of the traversal.
BestStop flat_sweep(const Subject& mover, const Question& question, const Subject& obstacle,
                    Memory& memory) {
    const Prepared query(mover, question, obstacle, memory);
    const BestStop best = search_flat(query, memory);
    if (!best.found()) return best;
    const double fraction = query.course.fraction(best.t);
    const Pose end = pose_at(question.motion, question.start, fraction);
    memory.contact = contact_of(best.pair, PlacedShape(mover.shape, end), query.obstacle,
                                query.course.path, query.course.scale, memory.start.faces);
    return best;
}

/// Grazing contacts turn a rounding of the distance into its square root of time.
bool agree(const Prepared& query, const SweepResult& swept, const BestStop& listed) {
    if ((swept.state == State::hit) != listed.found()) return false;
    if (!listed.found()) return true;
    const double bound = std::sqrt(query.course.rounding / query.course.speed);
    return std::abs(swept.free_fraction * query.course.angle - listed.t) <= bound;
}

}  // namespace

FlatRow measure_flat(const Subject& mover, const Subject& obstacle, MotionKind kind,
                     std::span<const Question> questions) {
    FlatRow row{.mover = mover.name,
                .obstacle = obstacle.name,
                .pairs = mover.face_count() * obstacle.face_count(),
                .motion = kind,
                .questions = questions.size()};
    Memory memory;
    std::vector<double> sweep_times, flat_times;
    for (const Question& q : questions) {
        SweepResult answer;
        BestStop listed;
        const auto [swept, flat, shared] = least_seconds(
            [&] { answer = sweep({mover.shape, q.start}, q.motion, {obstacle.shape}); },
            [&] { listed = flat_sweep(mover, q, obstacle, memory); },
            [&] { (void)Prepared(mover, q, obstacle, memory); });
        constexpr double least = 1e-7;  // what is left of a query that ends early is noise
        sweep_times.push_back(swept * 1e6);
        flat_times.push_back(flat * 1e6);
        if (swept / flat > row.worst) {
            row.worst = swept / flat;
            row.worst_time = swept * 1e6;
        }
        row.worst_search = std::max(
            row.worst_search, std::max(swept - shared, least) / std::max(flat - shared, least));
        if (!agree(Prepared(mover, q, obstacle, memory), answer, listed)) ++row.differ;
    }
    row.sweep = Times(std::move(sweep_times));
    row.flat = Times(std::move(flat_times));
    return row;
}

}  // namespace swept::bench
