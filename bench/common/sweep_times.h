#pragma once

// How long each of many sweeps takes, and what they answer. Times are those of this thread on the
// processor. Each query's is the least of several rounds over all of them: what interrupted one
// round does not show as the query's.

#include <algorithm>
#include <limits>

#include "cpu_clock.h"
#include "questions.h"

namespace swept::bench {

/// Times of several queries, ascending, in microseconds.
class Times {
   public:
    Times() = default;
    explicit Times(std::vector<double> microseconds);
    /// At most this share of the queries take longer than the value.
    [[nodiscard]] double quantile(double share) const;
    [[nodiscard]] double most() const { return sorted_.empty() ? 0 : sorted_.back(); }
    [[nodiscard]] double mean() const;
    [[nodiscard]] const std::vector<double>& sorted() const { return sorted_; }

   private:
    std::vector<double> sorted_;
};

/// Seconds that asking the clock twice takes at least.
[[nodiscard]] double clock_cost();

/// Microseconds of each of `count` calls, the least of some rounds over all of them, the clock's
/// own cost taken off.
template <class Call>
std::vector<double> least_microseconds(std::size_t count, int rounds, const Call& call) {
    const double overhead = clock_cost();
    std::vector<double> least(count, std::numeric_limits<double>::infinity());
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < count; ++i) {
            const double begin = thread_now();
            call(i);
            const double seconds = std::max(thread_now() - begin - overhead, 1e-8);
            least[i] = std::min(least[i], seconds * 1e6);
        }
    }
    return least;
}

/// Microseconds of each question, the least of some rounds; the answers of the last round.
struct Timed {
    std::vector<double> microseconds;
    std::vector<SweepResult> answers;

    /// The share of the answers that are hits.
    [[nodiscard]] double hits() const;
};
[[nodiscard]] Timed time_questions(const Subject& mover, const Subject& obstacle,
                                   std::span<const Question> questions, const SweepOptions& options,
                                   int rounds);

/// Of the fractions' bits and the contacts' ids.
[[nodiscard]] std::uint64_t hash_of(std::span<const SweepResult> answers);

}  // namespace swept::bench
