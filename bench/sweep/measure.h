#pragma once

// One mover past one obstacle, many times: how long each query takes, what it does, what it
// answers. Times are those of this thread on the processor. Each query's is the least of several
// rounds over all queries of its row: what interrupted one round does not show as the query's.

#include "questions.h"

namespace swept::bench {

struct Effort {
    std::size_t questions = 200;  ///< of each pair and motion
    int rounds = 3;
    std::size_t growth_questions = 60;
    std::size_t walk_moves = 3000;  ///< ten times as many of small shapes
    double flat_pairs = 1e5;        ///< pairs of faces to list for each pair of shapes and motion
};

/// Times of a row's queries, ascending, in microseconds.
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

struct Row {
    std::string mover;
    std::string obstacle;
    Family family = Family::made;
    std::size_t mover_faces = 0;
    std::size_t obstacle_faces = 0;
    MotionKind motion = MotionKind::step;
    std::size_t questions = 0;
    Times times;
    double hits = 0;           ///< share of the queries
    double volume_tests = 0;   ///< mean of a query
    double face_pairs = 0;     ///< the same
    double feature_pairs = 0;  ///< the same
    double zone_share = 0;     ///< the largest zone, as a share of the mover's extent (of the
                               ///< obstacle's, for a point)
    std::uint64_t hash = 0;    ///< of the answers
};

/// Microseconds of each question, the least of some rounds; the answers of the last round.
struct Timed {
    std::vector<double> microseconds;
    std::vector<SweepResult> answers;
};
[[nodiscard]] Timed time_questions(const Subject& mover, const Subject& obstacle,
                                   std::span<const Question> questions, const SweepOptions& options,
                                   int rounds);

/// Of the fractions' bits and the contacts' ids.
[[nodiscard]] std::uint64_t hash_of(std::span<const SweepResult> answers);

[[nodiscard]] Row measure_row(const Subject& mover, const Subject& obstacle, MotionKind kind,
                              std::span<const Question> questions, int rounds);

}  // namespace swept::bench
