// sweeps of small and large movers past levels and meshes, beside a flat list
//
// Movers start separate, near the obstacle and at random, the same in every run; about half of the
// long motions hit. Times are processor times of one thread.
//   --quick        a fifth of the questions
//   --only NAME    one obstacle, or one and a mover (car/gear); nothing but its rows
//   --docs FOLDER  writes FOLDER/sweeps-measured.md and its chart

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>

#include "common/data_folder.h"
#include "common/stopwatch.h"
#include "sweep/page.h"
#include "sweep/report.h"

namespace {

using namespace swept;
using namespace swept::bench;

struct Options {
    Effort effort;
    bool quick = false;
    std::string only;        ///< an obstacle
    std::string only_mover;  ///< and a mover
    std::string docs;
};

std::optional<Options> parse(int count, char** words) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const bool more = i + 1 < count;
        if (word == "--quick") {
            options.quick = true;
            options.effort = {.questions = 40,
                              .rounds = 3,
                              .growth_questions = 12,
                              .walk_moves = 600,
                              .flat_pairs = 2e4};
        } else if (word == "--only" && more) {
            options.only = words[++i];
            const std::size_t slash = options.only.find('/');
            if (slash != std::string::npos) {
                options.only_mover = options.only.substr(slash + 1);
                options.only.resize(slash);
            }
        } else if (word == "--docs" && more) {
            options.docs = words[++i];
        } else {
            return std::nullopt;
        }
    }
    if (!options.docs.empty() && !options.only.empty()) return std::nullopt;  // the page shows all
    return options;
}

/// As many questions as the flat list is given time for.
std::size_t listed_questions(const Effort& effort, double pairs) {
    const double wanted = std::clamp(effort.flat_pairs / pairs, 1.0, 40.0);
    return static_cast<std::size_t>(wanted);
}

enum class Scope { rows, flat_alone };

/// One mover past one obstacle, all motions.
void measure_pair(const Subject& mover, const Subject& obstacle, Family family, Scope scope,
                  Results& results) {
    const Effort& effort = results.effort;
    const double pairs =
        static_cast<double>(mover.face_count()) * static_cast<double>(obstacle.face_count());
    const std::uint64_t seed = 1000 * obstacle.face_count() + mover.face_count();
    const std::vector<Start> starts = make_starts(mover, obstacle, effort.questions, seed);
    if (starts.empty()) {
        std::printf("%s finds no room by %s: skipped\n", mover.name.c_str(), obstacle.name.c_str());
        return;
    }
    for (const MotionKind kind : all_motions) {
        const std::vector<Question> questions = make_questions(mover, obstacle, starts, kind);
        if (scope == Scope::rows) {
            results.rows.push_back(measure_row(mover, obstacle, kind, questions, effort.rounds));
            results.rows.back().family = family;
        }
        if (pairs > most_listed_pairs) continue;
        const std::size_t few = std::min(listed_questions(effort, pairs), questions.size());
        results.flat.push_back(
            measure_flat(mover, obstacle, kind, std::span(questions).first(few)));
    }
}

Result<void> measure_obstacle(const Options& options, const ObstacleSource& source, Scope scope,
                              Results& results) {
    const Result<Subject> obstacle = make_obstacle(source.source);
    if (!obstacle) return tl::unexpected(obstacle.error());
    for (const Source& mover_source : mover_sources()) {
        if (!options.only_mover.empty() && mover_source.name != options.only_mover) continue;
        const auto mover = make_mover(mover_source, source.mover_size * obstacle->size);
        if (!mover) return tl::unexpected(mover.error());
        measure_pair(*mover, *obstacle, source.family, scope, results);
    }
    return {};
}

/// Measures all; what cannot be read is skipped with a word.
void measure_obstacles(const Options& options, const Stopwatch& clock, Results& results) {
    const auto measure = [&](const ObstacleSource& source, Scope scope) {
        if (!options.only.empty() && source.source.name != options.only) return;
        (void)std::fprintf(stderr, "[%.0f s] %s\n", clock.seconds(), source.source.name.c_str());
        if (const auto done = measure_obstacle(options, source, scope, results); !done) {
            std::printf("%s: %s: skipped\n", source.source.name.c_str(),
                        done.error().message().c_str());
        }
    };
    for (const ObstacleSource& source : obstacle_sources()) measure(source, Scope::rows);
    for (const ObstacleSource& source : small_obstacle_sources()) {
        measure(source, Scope::flat_alone);
    }
}

bool is_one_of(const std::string& name, std::initializer_list<const char*> names) {
    return std::ranges::any_of(names, [&](const char* n) { return name == n; });
}

/// Some movers past some obstacles, by both rules; knives among them, at whose edges the paper's
/// zone has to bridge the widest gaps.
void measure_zone_rules(const Stopwatch& clock, Results& results) {
    std::vector<ObstacleSource> obstacles = obstacle_sources();
    std::vector<Source> movers = mover_sources();
    obstacles.push_back({knife_source(), Family::made, 0.5});
    movers.push_back(knife_source());
    for (const ObstacleSource& source : obstacles) {
        const std::string& name = source.source.name;
        if (!is_one_of(name, {"room", "torus", "knife"})) continue;
        (void)std::fprintf(stderr, "[%.0f s] zone rules: %s\n", clock.seconds(), name.c_str());
        const Result<Subject> obstacle = make_obstacle(source.source);
        if (!obstacle) continue;
        for (const Source& mover_source : movers) {
            if (!is_one_of(mover_source.name, {"box", "torus", "knife"})) continue;
            const auto mover = make_mover(mover_source, source.mover_size * obstacle->size);
            if (mover) results.zones.push_back(measure_zones(*mover, *obstacle, results.effort));
        }
    }
}

/// What this run leaves out, in words.
void print_gaps(const Options& options) {
    if (!std::filesystem::exists(data_folder())) {
        std::printf("no data folder: made meshes only\n");
    }
    const std::vector<Source> movers = mover_sources();
    if (std::ranges::none_of(movers, [](const Source& s) { return s.name == "gear"; })) {
        std::printf("no gear: skipped\n");
    }
    if (options.quick || !options.only.empty()) {
        std::printf("a partial run: its bars prove nothing\n");
    }
}

}  // namespace

int main(int count, char** words) {
    const std::optional<Options> options = parse(count, words);
    if (!options) {
        (void)std::fprintf(stderr, "usage: sweep [--quick] [--only NAME | --docs FOLDER]\n");
        return 2;
    }
    const Stopwatch clock;
    Results results{.effort = options->effort};
    measure_obstacles(*options, clock, results);
    if (options->only.empty()) {
        results.growth = measure_growth(options->effort);
        measure_zone_rules(clock, results);
    }
    print_report(results);
    if (!options->docs.empty()) {
        if (const auto written = write_page(results, options->docs); !written) {
            (void)std::fprintf(stderr, "bench: %s\n", written.error().message().c_str());
            return 1;
        }
    }
    print_gaps(*options);
    (void)std::fprintf(stderr, "done in %.0f s\n", clock.seconds());
    print_bars(results);
}
