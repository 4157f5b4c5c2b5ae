#include "screws.h"

#include <cstdio>

#include "../common/data_folder.h"

namespace swept::bench {

namespace {

constexpr double glide_share = 0.3;  // of the mover's extent, along the axis

struct Pairing {
    Source source;
    double mover_size;  ///< as a share of the obstacle's
};

bool has_data() {
    return std::filesystem::exists(data_folder());
}

std::vector<Source> movers() {
    std::vector<Source> sources{solid_source("box", "box,size=1x0.8x0.6"),
                                solid_source("sphere", "sphere,rings=12,segments=24"),
                                solid_source("torus", "torus,rings=48,sides=24")};
    if (const auto gear = gear_source()) sources.push_back(*gear);
    if (has_data()) sources.push_back(file_source("sensor", "ariac/sensor_collision.stl"));
    return sources;
}

std::vector<Pairing> obstacles() {
    std::vector<Pairing> made{{solid_source("box", "box"), 0.5},
                              {solid_source("sphere", "sphere,rings=77,segments=82"), 0.3},
                              {solid_source("torus", "torus,rings=112,sides=56"), 0.3}};
    const std::vector<Pairing> files{
        {file_source("gear", "gears/gear_small_space_5e-4.ply"), 0.3},
        {file_source("insert", "ariac/insert_collision.stl"), 0.2},
        {file_source("regulator", "ariac/regulator_collision.stl"), 0.3}};
    if (has_data()) made.insert(made.end(), files.begin(), files.end());
    return made;
}

/// The turns with an advance, as many forth as back.
std::vector<Question> with_advance(std::span<const Question> turns, double advance) {
    std::vector<Question> screws;
    for (const Question& q : turns) {
        const auto& turn = std::get<Rotation>(q.motion);
        const Screw screw = Screw::make(turn.origin(), turn.axis(), turn.angle(), advance).value();
        screws.push_back({q.start, screw});
        advance = -advance;
    }
    return screws;
}

ScrewRow measure_pair(const Subject& mover, const Subject& obstacle, std::span<const Start> starts,
                      int rounds) {
    const auto turns = make_questions(mover, obstacle, starts, MotionKind::turn);
    const auto screws = with_advance(turns, glide_share * mover.shape.extent());
    const Timed timed_turns = time_questions(mover, obstacle, turns, {}, rounds);
    const Timed timed_screws = time_questions(mover, obstacle, screws, {}, rounds);
    return {.mover = mover.name,
            .obstacle = obstacle.name,
            .mover_faces = mover.face_count(),
            .obstacle_faces = obstacle.face_count(),
            .questions = turns.size(),
            .turn_time = Times(timed_turns.microseconds).mean(),
            .screw_time = Times(timed_screws.microseconds).mean(),
            .turn_hits = timed_turns.hits(),
            .screw_hits = timed_screws.hits(),
            .hash = hash_of(timed_screws.answers)};
}

void skip(const Source& source, const Error& error) {
    std::printf("%s: %s: skipped\n", source.name.c_str(), error.message().c_str());
}

}  // namespace

std::vector<ScrewRow> measure_screws(std::size_t questions, int rounds) {
    std::vector<ScrewRow> rows;
    for (const Pairing& pairing : obstacles()) {
        const Result<Subject> obstacle = make_obstacle(pairing.source);
        if (!obstacle) {
            skip(pairing.source, obstacle.error());
            continue;
        }
        for (const Source& source : movers()) {
            const Result<Subject> mover = make_mover(source, pairing.mover_size * obstacle->size);
            if (!mover) {
                skip(source, mover.error());
                continue;
            }
            const std::vector<Start> starts = make_starts(*mover, *obstacle, questions, 4321);
            if (!starts.empty()) rows.push_back(measure_pair(*mover, *obstacle, starts, rounds));
        }
    }
    return rows;
}

}  // namespace swept::bench
