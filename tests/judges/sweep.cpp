// Sweeps before a judge: the flat list of all feature pairs in long double.
//
//   judge_sweep [--sweeps N] [--seed S] [--threads N] [--only I] [--reproducers FOLDER]
//
// Random shapes of all kinds and sizes, random motions of all kinds, aimed so that about half of
// them hit. Every answer is compared in depth: no contact missed, no stop without one, contacts
// that are what they say. Prints the largest deviations in units of the bound, and ends with 1 when
// an answer is wrong or the cases were one-sided. --only I judges that one sweep of the seed. What
// is wrong is left in FOLDER (reproducers) for the tool to replay, with as few faces as show it.

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "tests/judges/options.h"
#include "tests/oracle/sweep_check.h"
#include "tests/with.h"

namespace swept::judge {
namespace {

struct Options {
    oracle::SweepRun run;
    std::optional<std::uint64_t> only;
};

std::optional<Options> parse(int count, char** words) {
    Options options;
    options.run.reproducers = usual_reproducers;
    const bool known = read_options(count, words,
                                    {{"--sweeps", &options.run.sweeps},
                                     {"--seed", &options.run.seed},
                                     {"--threads", &options.run.threads},
                                     {"--only", &options.only},
                                     {"--reproducers", &options.run.reproducers}});
    return known ? std::optional(options) : std::nullopt;
}

SweepResult swept_by_product(const oracle::SweepCase& c) {
    thread_local Scratch scratch;
    return sweep({c.mover.shape, c.world_from_mover}, c.motion,
                 {c.obstacle.shape, c.world_from_obstacle}, with(c.options, &scratch));
}

int judge_one(const oracle::SweepRun& run, std::uint64_t number) {
    const oracle::SweepCase c = oracle::sweep_case(run.seed, number);
    const SweepResult result = swept_by_product(c);
    oracle::SweepTally tally;
    const oracle::Verdict verdict = oracle::check_sweep(c, result, tally);
    if (!verdict.empty()) {
        oracle::report_wrong(run, number, c, swept_by_product, verdict);
        return 1;
    }
    oracle::print_wrong(run.seed, number, c, result, "no, all right");
    return 0;
}

int run(int count, char** words) {
    std::optional<Options> options = parse(count, words);
    if (!options) {
        std::fprintf(stderr,
                     "judge_sweep [--sweeps N] [--seed S] [--threads N] [--only I] "
                     "[--reproducers FOLDER]\n");
        return 2;
    }
    if (options->only) return judge_one(options->run, *options->only);
    options->run.progress = isatty(STDERR_FILENO) != 0;
    const oracle::SweepTally tally = oracle::judge_sweeps(options->run, swept_by_product);
    oracle::print_tally(tally);
    const bool good = oracle::all_right(tally);
    std::printf(good ? "all right\n" : "NOT ALL RIGHT\n");
    return good ? 0 : 1;
}

}  // namespace
}  // namespace swept::judge

int main(int count, char** words) {
    return swept::judge::run(count, words);
}
