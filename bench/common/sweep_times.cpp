#include "sweep_times.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "cpu_clock.h"

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

double Timed::hits() const {
    const auto count = std::ranges::count(answers, SweepState::hit, &SweepResult::state);
    return static_cast<double>(count) / static_cast<double>(answers.size());
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

}  // namespace swept::bench
