// Casts before a judge: every face, rays exactly, spheres in long double.
//
//   judge_cast [--rays N] [--spheres N] [--sets N] [--edges N] [--seed S] [--threads N]
//              [--wrong N] [--close-corners 0|1] [--reproducers FOLDER]
//
// Random shapes of all kinds and sizes; rays and spheres that start inside, touching, far away, aim
// at vertices, edges and faces, pass them by a hair, run along them and without end; sets of
// spheres on turns and screws. Rays from inside closed shapes at their edges and vertices, none of
// which may escape. Every question is also asked with other trees, in batches, for
// all hits and for any. Without an option the whole campaign; with one of the first four only what
// is asked for. --close-corners 1 gives every shape features below rounding
// (tests/oracle/close_corners.h). It gives up after 20 wrong answers, or N. Rays and spheres that
// are wrong are left in FOLDER (reproducers) for the tool to replay. Ends with 1 when an answer is
// wrong or the questions were one-sided.

#include <unistd.h>

#include <cstdio>
#include <optional>
#include <string_view>

#include "tests/judges/options.h"
#include "tests/oracle/cast_runs.h"

namespace swept::judge {
namespace {

struct Options {
    std::uint64_t rays = 0, spheres = 0, sets = 0, edges = 0;
    oracle::CastRun run;
};

std::optional<Options> parse(int count, char** words) {
    Options options;
    options.run.reproducers = usual_reproducers;
    const bool known = read_options(count, words,
                                    {{"--rays", &options.rays},
                                     {"--spheres", &options.spheres},
                                     {"--sets", &options.sets},
                                     {"--edges", &options.edges},
                                     {"--seed", &options.run.seed},
                                     {"--wrong", &options.run.most_wrong},
                                     {"--threads", &options.run.threads},
                                     {"--close-corners", &oracle::scenes::only_close_corners},
                                     {"--reproducers", &options.run.reproducers}});
    if (!known) return std::nullopt;
    if (options.rays + options.spheres + options.sets + options.edges == 0) {
        options.rays = 1'000'000;
        options.spheres = 200'000;
        options.sets = 5'000;
        options.edges = 10'000'000;
    }
    return options;
}

bool judge_part(const char* what, std::uint64_t count, oracle::CastRun run,
                oracle::CastTally (*judge)(const oracle::CastRun&)) {
    if (count == 0) return true;
    run.count = count;
    const oracle::CastTally tally = judge(run);
    oracle::print_tally(what, tally);
    return oracle::all_right(tally);
}

bool judge_edges(std::uint64_t count, oracle::CastRun run) {
    if (count == 0) return true;
    run.count = count;
    const oracle::EdgeTally tally = oracle::judge_edges(run);
    oracle::print_tally(tally);
    return tally.escaped == 0 && tally.rays == count;
}

int run(int count, char** words) {
    std::optional<Options> options = parse(count, words);
    if (!options) {
        std::fprintf(stderr,
                     "judge_cast [--rays N] [--spheres N] [--sets N] [--edges N] [--seed S] "
                     "[--threads N] [--wrong N] [--close-corners 0|1] "
                     "[--reproducers FOLDER]\n");
        return 2;
    }
    oracle::CastRun& run = options->run;
    run.progress = isatty(STDERR_FILENO) != 0;
    bool good = judge_part("rays", options->rays, run, oracle::judge_rays);
    good = judge_part("spheres", options->spheres, run, oracle::judge_spheres) && good;
    good = judge_part("sets of spheres", options->sets, run, oracle::judge_sets) && good;
    good = judge_edges(options->edges, run) && good;
    std::printf(good ? "all right\n" : "NOT ALL RIGHT\n");
    return good ? 0 : 1;
}

}  // namespace
}  // namespace swept::judge

int main(int count, char** words) {
    return swept::judge::run(count, words);
}
