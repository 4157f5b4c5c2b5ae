#include "sweep_times.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "hash.h"

namespace swept::bench {

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
    const auto count = std::ranges::count(answers, State::hit, &SweepResult::state);
    return static_cast<double>(count) / static_cast<double>(answers.size());
}

Timed time_questions(const Subject& mover, const Subject& obstacle,
                     std::span<const Question> questions, const SweepOptions& options, int rounds) {
    Timed timed;
    timed.answers.resize(questions.size());
    timed.microseconds = least_microseconds(questions.size(), rounds, [&](std::size_t i) {
        timed.answers[i] = sweep({mover.shape, questions[i].start}, questions[i].motion,
                                 {obstacle.shape}, options);
    });
    return timed;
}

double clock_cost() {
    static const double cost = [] {
        double least = 1;
        for (int i = 0; i < 1000; ++i) {
            const double begin = thread_now();
            least = std::min(least, thread_now() - begin);
        }
        return least;
    }();
    return cost;
}

std::uint64_t hash_of(std::span<const SweepResult> answers) {
    Hash hash;
    for (const SweepResult& answer : answers) {
        hash.add(static_cast<std::uint64_t>(answer.state));
        hash.add(std::bit_cast<std::uint64_t>(answer.free_fraction));
        if (answer.state != State::hit) continue;
        hash.add(static_cast<std::uint64_t>(answer.contact.kind));
        hash.add(answer.contact.mover);
        hash.add(answer.contact.obstacle);
    }
    return hash.value();
}

}  // namespace swept::bench
