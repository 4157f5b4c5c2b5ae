#include "measure.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "../hash.h"
#include "../medians.h"

namespace swept::bench {

namespace {

// The thread's clock takes as long to read as a short query. The clock on the wall takes a few
// nanoseconds; a query that another program interrupts is an outlier there, which a median does not
// see. Long queries are interrupted again and again: the thread's clock for them.
constexpr double short_seconds = 2e-4;
// What takes longer than this for one round of its steps is not repeated.
constexpr double long_seconds = 2;

double wall_now() {
    return clock_seconds(CLOCK_MONOTONIC);
}

template <class Call>
double seconds_by(double (*now)(), const Call& call) {
    const double begin = now();
    call();
    return now() - begin;
}

/// The times of one query so far, each of a step; what was run before made everything warm.
struct Lap {
    explicit Lap(std::size_t steps) : clocks(steps), seconds(steps) {}

    std::vector<double (*)()> clocks;  ///< that suit the steps
    std::vector<std::vector<double>> seconds;
    double first_round = 0;

    void run_first(const StepQuery& query, std::span<const ScrewStep> steps) {
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const double taken = seconds_by(thread_now, [&] { query(steps[i]); });
            clocks[i] = taken < short_seconds ? wall_now : thread_now;
            seconds[i].push_back(taken);
            first_round += taken;
        }
    }
    void run(const StepQuery& query, std::span<const ScrewStep> steps) {
        for (std::size_t i = 0; i < steps.size(); ++i) {
            seconds[i].push_back(seconds_by(clocks[i], [&] { query(steps[i]); }));
        }
    }
    [[nodiscard]] bool is_long() const { return first_round > long_seconds; }
};

int rounds_for(double seconds, double of_a_round) {
    constexpr double fewest = 3, most = 201;
    return static_cast<int>(std::clamp(seconds / of_a_round, fewest, most));
}

void add(Hash& hash, double value) {
    hash.add(std::bit_cast<std::uint64_t>(value));
}

}  // namespace

double StepTimes::median() const {
    return bench::median(microseconds);
}

double StepTimes::mean() const {
    return std::accumulate(microseconds.begin(), microseconds.end(), 0.0) /
           static_cast<double>(microseconds.size());
}

std::vector<StepTimes> time_steps(std::span<const ScrewStep> steps,
                                  std::span<const StepQuery> queries, double seconds) {
    std::vector<Lap> laps(queries.size(), Lap(steps.size()));
    double of_a_round = 0;
    for (std::size_t q = 0; q < queries.size(); ++q) {
        laps[q].run_first(queries[q], steps);
        if (!laps[q].is_long()) of_a_round += laps[q].first_round;
    }
    for (int round = rounds_for(seconds, of_a_round); round > 0; --round) {
        for (std::size_t q = 0; q < queries.size(); ++q) {
            if (!laps[q].is_long()) laps[q].run(queries[q], steps);
        }
    }
    std::vector<StepTimes> times(queries.size());
    for (std::size_t q = 0; q < queries.size(); ++q) {
        for (const std::vector<double>& step : laps[q].seconds) {
            times[q].microseconds.push_back(1e6 * bench::median(step));
        }
    }
    return times;
}

std::size_t Answers::count() const {
    std::size_t sum = 0;
    for (const StepAnswer& result : results) sum += result.collisions.size();
    return sum;
}

double Answers::mean_count() const {
    return static_cast<double>(count()) / static_cast<double>(results.size());
}

CollisionStats Answers::mean_stats() const {
    CollisionStats sum;
    for (const StepAnswer& result : results) {
        sum.volume_tests += result.stats.volume_tests;
        sum.faces += result.stats.faces;
        sum.candidates += result.stats.candidates;
        sum.search_steps += result.stats.search_steps;
    }
    const std::size_t n = std::max<std::size_t>(1, results.size());
    return {sum.volume_tests / n, sum.faces / n, sum.candidates / n, sum.search_steps / n};
}

std::uint64_t Answers::mean_pixel_records() const {
    std::uint64_t sum = 0;
    for (const StepAnswer& result : results) sum += result.pixel_records;
    return sum / std::max<std::size_t>(1, results.size());
}

std::uint64_t Answers::hash() const {
    Hash hash;
    for (const StepAnswer& result : results) {
        hash.add(result.collisions.size());
        for (const Collision& c : result.collisions) {
            add(hash, c.fraction);
            add(hash, c.properness);
            hash.add(static_cast<std::uint64_t>(c.contact.kind));
            hash.add(c.contact.mover);
            hash.add(c.contact.obstacle);
        }
    }
    return hash.value();
}

Way exact_way() {
    return {"exact", [](const BodyStep& a, const BodyStep& b, Scratch& scratch) {
                return all_collisions(a, b, {.scratch = &scratch}).map([](CollisionResult result) {
                    return StepAnswer{std::move(result)};
                });
            }};
}

Answers answers_of(const Scene& scene, const Way& way, Scratch& scratch) {
    Answers answers;
    for (const ScrewStep& step : scene.steps) {
        auto found = way.ask({scene.a, step.from, step.to}, {scene.b, Pose(), Pose()}, scratch);
        if (!found) {
            answers.refused = found.error().message();
            return answers;
        }
        answers.results.push_back(*std::move(found));
    }
    return answers;
}

std::optional<double> WayRow::microseconds() const {
    if (!times) return std::nullopt;
    return times->median();
}

std::optional<double> WayRow::mean() const {
    if (!times) return std::nullopt;
    return times->mean();
}

RaceResult race_ways(const Scene& scene, std::span<const Way> ways, double seconds,
                     std::span<const StepQuery> others) {
    RaceResult race;
    Scratch scratch;
    std::vector<StepQuery> queries;
    std::vector<std::size_t> timed;  // which of the ways
    for (const Way& way : ways) {
        race.ways.push_back({way.name, answers_of(scene, way, scratch), std::nullopt});
        if (!race.ways.back().answers.complete()) continue;
        timed.push_back(race.ways.size() - 1);
        queries.emplace_back([&scene, &scratch, &way](const ScrewStep& step) {
            (void)way.ask({scene.a, step.from, step.to}, {scene.b, Pose(), Pose()}, scratch);
        });
    }
    queries.insert(queries.end(), others.begin(), others.end());
    const std::vector<StepTimes> times = time_steps(scene.steps, queries, seconds);
    for (std::size_t i = 0; i < timed.size(); ++i) race.ways[timed[i]].times = times[i];
    race.others.assign(times.begin() + static_cast<std::ptrdiff_t>(timed.size()), times.end());
    return race;
}

FirstContacts first_contacts(const Scene& scene, const Answers& answers) {
    FirstContacts first;
    if (!answers.complete()) return first;
    for (std::size_t i = 0; i < scene.steps.size(); ++i) {
        const ScrewStep& step = scene.steps[i];
        const auto& found = answers.results[i].collisions;
        if (!step.collides) continue;
        first.contacts += 1;
        if (found.empty()) continue;
        first.found += 1;
        first.most_off = std::max(first.most_off, std::abs(found.front().fraction - step.first));
    }
    return first;
}

}  // namespace swept::bench
