#pragma once

// How long each of many sweeps takes, and what they answer. Times are those of this thread on the
// processor. Each query's is the least of several rounds over all of them: what interrupted one
// round does not show as the query's.

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

   private:
    std::vector<double> sorted_;
};

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
