#include "measure.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "../common/cpu_clock.h"

namespace swept::bench {

namespace {

/// Seconds that asking the clock twice takes at least.
double clock_cost() {
    double least = 1;
    for (int i = 0; i < 1000; ++i) {
        const double begin = thread_now();
        least = std::min(least, thread_now() - begin);
    }
    return least;
}

class Hash {
   public:
    void add(std::uint64_t value) {
        for (int i = 0; i < 8; ++i) {
            value_ = (value_ ^ (value & 0xff)) * 0x100000001b3;
            value >>= 8;
        }
    }
    void add(const ContactFeature& feature) {
        add(feature.face);
        for (unsigned i = 0; i < feature.vertex_count; ++i) add(feature.vertices[i]);
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

   private:
    std::uint64_t value_ = 0xcbf29ce484222325;
};

double mean(std::span<const SweepResult> answers, std::uint64_t SweepStats::* count) {
    double sum = 0;
    for (const SweepResult& answer : answers) sum += static_cast<double>(answer.stats.*count);
    return sum / static_cast<double>(answers.size());
}

}  // namespace

Times::Times(std::vector<double> microseconds) : sorted_(std::move(microseconds)) {
    std::ranges::sort(sorted_);
}

double Times::quantile(double share) const {
    if (sorted_.empty()) return 0;
    const double place = std::ceil(share * static_cast<double>(sorted_.size())) - 1;
    return sorted_[static_cast<std::size_t>(std::max(0.0, place))];
}

double Times::mean() const {
    if (sorted_.empty()) return 0;
    return std::accumulate(sorted_.begin(), sorted_.end(), 0.0) /
           static_cast<double>(sorted_.size());
}

Timed time_questions(const Subject& mover, const Subject& obstacle,
                     std::span<const Question> questions, const SweepOptions& options, int rounds) {
    static const double overhead = clock_cost();
    Timed timed;
    timed.microseconds.assign(questions.size(), std::numeric_limits<double>::infinity());
    timed.answers.resize(questions.size());
    SweepScratch scratch;
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < questions.size(); ++i) {
            const double begin = thread_now();
            timed.answers[i] = sweep(mover.shape, questions[i].start, questions[i].motion,
                                     obstacle.shape, Pose(), options, &scratch);
            const double seconds = std::max(thread_now() - begin - overhead, 1e-8);
            timed.microseconds[i] = std::min(timed.microseconds[i], seconds * 1e6);
        }
    }
    return timed;
}

std::uint64_t hash_of(std::span<const SweepResult> answers) {
    Hash hash;
    for (const SweepResult& answer : answers) {
        hash.add(static_cast<std::uint64_t>(answer.state));
        hash.add(std::bit_cast<std::uint64_t>(answer.free_fraction));
        if (answer.state != SweepState::hit) continue;
        hash.add(static_cast<std::uint64_t>(answer.contact.kind));
        hash.add(answer.contact.mover);
        hash.add(answer.contact.obstacle);
    }
    return hash.value();
}

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
        row.hits += answer.state == SweepState::hit ? 1 : 0;
        row.zone_share = std::max(row.zone_share, answer.zone / extent);
    }
    row.hits /= static_cast<double>(questions.size());
    row.volume_tests = mean(timed.answers, &SweepStats::volume_tests);
    row.face_pairs = mean(timed.answers, &SweepStats::face_pairs);
    row.feature_pairs = mean(timed.answers, &SweepStats::feature_pairs);
    return row;
}

}  // namespace swept::bench
