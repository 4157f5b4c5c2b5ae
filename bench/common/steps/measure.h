#pragma once

// How long each of several ways to ask about the steps of a scene takes, in turns, and what is
// answered.

#include <functional>
#include <optional>
#include <span>

#include "scenes.h"
#include "swept/collisions.h"

namespace swept::bench {

/// Answers about one step; what is answered is of no concern here.
using StepQuery = std::function<void(const ScrewStep&)>;

/// Microseconds of the steps of a scene, each the median of some rounds.
struct StepTimes {
    std::vector<double> microseconds;

    [[nodiscard]] double median() const;
    [[nodiscard]] double mean() const;
};

/// All queries about all steps, in turns, for about so many seconds but three rounds at least. Each
/// query goes through all steps before it is the next one's turn. A query that takes seconds for
/// that does it once.
[[nodiscard]] std::vector<StepTimes> time_steps(std::span<const ScrewStep> steps,
                                                std::span<const StepQuery> queries, double seconds);

/// An answer about one step, and what it took beyond the library's own statistics.
struct StepAnswer : CollisionResult {
    std::uint64_t pixel_records = 0;  ///< by pixels
};

/// A way to ask for collisions.
struct Way {
    using Ask =
        std::function<Result<StepAnswer>(const BodyStep& a, const BodyStep& b, Scratch& scratch)>;

    std::string name;
    Ask ask;
};
/// swept::all_collisions.
[[nodiscard]] Way exact_way();

/// What `collisions` answers about the steps of a scene; sums over the steps.
struct Answers {
    std::vector<StepAnswer> results;  ///< of each step
    std::string refused;  ///< the first Error in words; then the results are not complete

    [[nodiscard]] bool complete() const { return refused.empty(); }
    [[nodiscard]] std::size_t count() const;
    [[nodiscard]] double mean_count() const;
    [[nodiscard]] CollisionStats mean_stats() const;
    [[nodiscard]] std::uint64_t mean_pixel_records() const;
    /// Of fractions, properness and features.
    [[nodiscard]] std::uint64_t hash() const;
};

[[nodiscard]] Answers answers_of(const Scene& scene, const Way& way, Scratch& scratch);

/// A way's times and answers; no times where it refused.
struct WayRow {
    std::string name;
    Answers answers;
    std::optional<StepTimes> times;

    [[nodiscard]] std::optional<double> microseconds() const;  ///< the median over the steps
    [[nodiscard]] std::optional<double> mean() const;
};

/// The ways in turns, on a scratch that has served all of them; then `others`, whose times follow.
struct RaceResult {
    std::vector<WayRow> ways;
    std::vector<StepTimes> others;
};
[[nodiscard]] RaceResult race_ways(const Scene& scene, std::span<const Way> ways, double seconds,
                                   std::span<const StepQuery> others = {});

/// How the first collisions of a scene's steps agree with the first contacts that `sweep` proves.
struct FirstContacts {
    std::size_t contacts = 0;  ///< steps with a first contact
    std::size_t found = 0;     ///< of these, steps with a collision
    double most_off = 0;       ///< their largest difference, as a fraction of the step
};
[[nodiscard]] FirstContacts first_contacts(const Scene& scene, const Answers& answers);

/// a over b, where both are.
[[nodiscard]] inline std::optional<double> ratio_of(std::optional<double> a,
                                                    std::optional<double> b) {
    if (!a || !b) return std::nullopt;
    return *a / *b;
}

}  // namespace swept::bench
