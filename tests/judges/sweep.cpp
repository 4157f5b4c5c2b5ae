// Sweeps before a judge: the flat list of all feature pairs in long double.
//
//   judge_sweep [--sweeps N] [--seed S] [--threads N] [--only I]
//
// Random shapes of all kinds and sizes, random motions of all kinds, aimed so that about half of
// them hit. Every answer is compared in depth: no contact missed, no stop without one, contacts
// that are what they say. Prints the largest deviations in units of the bound, and ends with 1 when
// an answer is wrong or the cases were one-sided. --only I judges that one sweep of the seed.

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "tests/oracle/sweep_check.h"

namespace swept::judge {
namespace {

struct Options {
    oracle::SweepRun run;
    std::optional<std::uint64_t> only;
};

std::optional<Options> parse(int count, char** words) {
    Options options;
    if (count % 2 == 0) return std::nullopt;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string_view key = words[i];
        char* end = nullptr;
        const std::uint64_t number = std::strtoull(words[i + 1], &end, 10);
        if (*words[i + 1] == '\0' || *end != '\0') return std::nullopt;
        if (key == "--sweeps") {
            options.run.sweeps = number;
        } else if (key == "--seed") {
            options.run.seed = number;
        } else if (key == "--threads") {
            options.run.threads = static_cast<unsigned>(number);
        } else if (key == "--only") {
            options.only = number;
        } else {
            return std::nullopt;
        }
    }
    return options;
}

SweepResult swept_by_product(const oracle::SweepCase& c) {
    thread_local SweepScratch scratch;
    return sweep(c.mover.shape, c.world_from_mover, c.motion, c.obstacle.shape,
                 c.world_from_obstacle, c.options, &scratch);
}

int judge_one(std::uint64_t seed, std::uint64_t number) {
    const oracle::SweepCase c = oracle::sweep_case(seed, number);
    const SweepResult result = swept_by_product(c);
    oracle::SweepTally tally;
    const oracle::Verdict verdict = oracle::check_sweep(c, result, tally);
    oracle::print_wrong(seed, number, c, result, verdict.empty() ? "no, all right" : verdict);
    return verdict.empty() ? 0 : 1;
}

int run(int count, char** words) {
    std::optional<Options> options = parse(count, words);
    if (!options) {
        std::fprintf(stderr, "judge_sweep [--sweeps N] [--seed S] [--threads N] [--only I]\n");
        return 2;
    }
    if (options->only) return judge_one(options->run.seed, *options->only);
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
