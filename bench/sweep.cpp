// sweeps of small and large movers past levels and meshes, beside Bullet, FCL and a flat list
//
// Movers start separate, near the obstacle and at random, the same in every run; about half of the
// long motions hit. Times are processor times of one thread.
//   --quick        a fifth of the questions
//   --only NAME    one part (bullet, fcl, mesh70k, contacts, distance, coherence, growth), or
//                  one obstacle, or one and a mover (car/gear); nothing but its rows
//   --docs FOLDER  writes FOLDER/sweeps-measured.md, its tables and its chart

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>

#include "common/data_folder.h"
#include "common/fcl/sampling_peer.h"
#include "common/program.h"
#include "sweep/bullet_peer.h"
#include "sweep/page.h"
#include "sweep/report.h"

namespace {

using namespace swept;
using namespace swept::bench;

constexpr Effort quick_effort{.questions = 40,
                              .rounds = 3,
                              .growth_questions = 12,
                              .flat_pairs = 2e4,
                              .level_questions = 40,
                              .level_rounds = 3,
                              .sampled_questions = 16,
                              .sampled_rounds = 3,
                              .large_questions = 12,
                              .rests = 40,
                              .placements = 8,
                              .distance_rounds = 1};

constexpr std::array parts{"bullet",   "fcl",       "mesh70k", "contacts",
                           "distance", "coherence", "growth"};

/// What is asked for by OBSTACLE/MOVER.
struct PairsWanted {
    explicit PairsWanted(const std::string& only)
        : obstacle(only.substr(0, only.find('/'))),
          mover(only.find('/') == std::string::npos ? "" : only.substr(only.find('/') + 1)) {}

    std::string obstacle;  ///< all when empty
    std::string mover;
};

/// As many questions as the flat list is given time for.
std::size_t listed_questions(const Effort& effort, double pairs) {
    const double wanted = std::clamp(effort.flat_pairs / pairs, 1.0, 40.0);
    return static_cast<std::size_t>(wanted);
}

enum class Scope { rows, flat_alone };

/// One mover past one obstacle, all motions.
void measure_pair(const Subject& mover, const Subject& obstacle, Family family, Scope scope,
                  std::size_t count, Results& results) {
    const Effort& effort = results.effort;
    const double pairs =
        static_cast<double>(mover.face_count()) * static_cast<double>(obstacle.face_count());
    const std::uint64_t seed = 1000 * obstacle.face_count() + mover.face_count();
    const std::vector<Start> starts = make_starts(mover, obstacle, count, seed);
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

Result<void> measure_obstacle(const PairsWanted& wanted, const ObstacleSource& source, Scope scope,
                              Results& results) {
    const Result<Subject> obstacle = make_obstacle(source.source);
    if (!obstacle) return tl::unexpected(obstacle.error());
    std::vector<Source> movers = mover_sources();
    const std::string large = large_mover_source().name;
    if (scope == Scope::rows) movers.push_back(large_mover_source());
    for (const Source& mover_source : movers) {
        if (!wanted.mover.empty() && mover_source.name != wanted.mover) continue;
        const auto mover = make_mover(mover_source, source.mover_size * obstacle->size);
        if (!mover) return tl::unexpected(mover.error());
        const std::size_t few = mover_source.name == large ? 10 : 1;
        measure_pair(*mover, *obstacle, source.family, scope, results.effort.questions / few,
                     results);
    }
    return {};
}

/// NumericScale all; what cannot be read is skipped with a word.
void measure_obstacles(const PairsWanted& wanted, const Stopwatch& clock, Results& results) {
    const auto measure = [&](const ObstacleSource& source, Scope scope) {
        if (!wanted.obstacle.empty() && source.source.name != wanted.obstacle) return;
        (void)std::fprintf(stderr, "[%.0f s] %s\n", clock.seconds(), source.source.name.c_str());
        if (const auto done = measure_obstacle(wanted, source, scope, results); !done) {
            std::printf("%s: %s: skipped\n", source.source.name.c_str(),
                        done.error().message().c_str());
        }
    };
    for (const ObstacleSource& source : obstacle_sources()) measure(source, Scope::rows);
    for (const ObstacleSource& source : small_obstacle_sources()) {
        measure(source, Scope::flat_alone);
    }
}

/// All parts, or the one that is wanted.
void measure_parts(const std::string& only, const Stopwatch& clock, Results& results) {
    const Effort& effort = results.effort;
    const auto begins = [&](const char* part) {
        if (!only.empty() && only != part) return false;
        (void)std::fprintf(stderr, "[%.0f s] %s\n", clock.seconds(), part);
        return true;
    };
    if (begins("growth")) results.growth = measure_growth(effort);
    if (begins("bullet")) {
        results.bullet = measure_bullet(effort.level_questions, effort.level_rounds);
    }
    if (begins("fcl")) results.fcl = measure_fcl(effort.sampled_questions, effort.sampled_rounds);
    if (begins("mesh70k")) results.large = measure_large(effort.large_questions, effort.rounds);
    if (begins("contacts")) results.contacts = measure_contacts(effort.rests, effort.level_rounds);
    if (begins("distance"))
        results.distances = measure_distances(effort.placements, effort.distance_rounds);
    if (begins("coherence")) {
        results.coherence = measure_coherence(effort.large_questions, effort.rounds);
    }
}

/// What this run leaves out, in words.
void print_gaps() {
    if (!std::filesystem::exists(data_folder())) {
        std::printf("no data folder: made meshes only\n");
    }
    const std::vector<Source> movers = mover_sources();
    if (std::ranges::none_of(movers, [](const Source& s) { return s.name == "gear"; })) {
        std::printf("no gear: skipped\n");
    }
    if (!has_bullet()) std::printf("no Bullet: skipped\n");
    if (!has_fcl()) std::printf("no FCL: skipped\n");
}

}  // namespace

int main(int count, char** words) {
    const std::optional<RunFlags> flags = run_flags(count, words);
    if (!flags || flags->full) return refuse("sweep [--quick] [--only NAME | --docs FOLDER]");
    const Stopwatch clock;
    Results results{.effort = flags->quick ? quick_effort : Effort{}};
    if (std::ranges::find(parts, flags->only) == parts.end()) {
        measure_obstacles(PairsWanted(flags->only), clock, results);
    }
    measure_parts(flags->only, clock, results);
    return finish(results, *flags, clock, print_gaps);
}
