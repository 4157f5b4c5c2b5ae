#include "measure.h"

#include <algorithm>

namespace swept::bench {

namespace {

double mean(std::span<const SweepResult> answers, std::uint64_t SweepStats::* count) {
    double sum = 0;
    for (const SweepResult& answer : answers) sum += static_cast<double>(answer.stats.*count);
    return sum / static_cast<double>(answers.size());
}

}  // namespace

Row measure_row(const Subject& mover, const Subject& obstacle, MotionKind kind,
                std::span<const Question> questions, int rounds) {
    const Timed timed = time_questions(mover, obstacle, questions, {}, rounds);
    Row row{.mover = mover.name,
            .obstacle = obstacle.name,
            .mover_faces = mover.face_count(),
            .obstacle_faces = obstacle.face_count(),
            .motion = kind,
            .questions = questions.size(),
            .times = Times(timed.microseconds),
            .hash = hash_of(timed.answers)};
    const double extent = mover.shape.extent() > 0 ? mover.shape.extent() : obstacle.shape.extent();
    for (const SweepResult& answer : timed.answers) {
        row.zone_share = std::max(row.zone_share, answer.margin / extent);
    }
    std::vector<double> of_hits;
    for (std::size_t i = 0; i < questions.size(); ++i) {
        if (timed.answers[i].state == State::hit) of_hits.push_back(timed.microseconds[i]);
    }
    row.hit_times = Times(std::move(of_hits));
    row.hits = timed.hits();
    row.volume_tests = mean(timed.answers, &SweepStats::volume_tests);
    row.face_pairs = mean(timed.answers, &SweepStats::face_pairs);
    row.feature_pairs = mean(timed.answers, &SweepStats::feature_pairs);
    return row;
}

}  // namespace swept::bench
