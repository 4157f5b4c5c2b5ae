// The same question put in other ways: the answers must agree.
//
//   judge_metamorphic [--cases N] [--seed S] [--threads N] [--only I] [--reproducers FOLDER]
//
// Random and adversarial sweeps, each asked again, with all lengths times a power of two, with the
// obstacle twice: the same bits. With the roles swapped, both moved by one pose, in two halves: the
// twin judges these answers, too. And back again, never inside. Ends with 1 when an answer is
// wrong.

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string_view>

#include "tests/judges/options.h"
#include "tests/oracle/adversarial_scenes.h"
#include "tests/oracle/metamorphic.h"
#include "tests/oracle/reproducer.h"
#include "tests/with.h"

namespace swept::judge {
namespace {

struct Options {
    std::uint64_t cases = 20'000;
    std::uint64_t seed = 1;
    unsigned threads = 0;
    std::optional<std::uint64_t> only;
    std::string folder = usual_reproducers;
};

std::optional<Options> parse(int count, char** words) {
    Options options;

    const bool known = read_options(count, words,
                                    {{"--cases", &options.cases},
                                     {"--seed", &options.seed},
                                     {"--threads", &options.threads},
                                     {"--only", &options.only},
                                     {"--reproducers", &options.folder}});
    return known ? std::optional(options) : std::nullopt;
}

SweepResult swept_by_product(const oracle::SweepCase& c) {
    thread_local Scratch scratch;
    return sweep({c.mover.shape, c.world_from_mover}, c.motion,
                 {c.obstacle.shape, c.world_from_obstacle}, with(c.options, &scratch));
}

oracle::SweepCase case_of(std::uint64_t seed, std::uint64_t index) {
    return index % 2 == 0 ? oracle::sweep_case(seed, index)
                          : oracle::adversarial_case(seed, index / 2).sweep;
}

oracle::Verdict verdict_of(const oracle::SweepCase& c, std::uint64_t seed, std::uint64_t index,
                           oracle::MetamorphicTally& tally) {
    oracle::SceneChance chance(seed ^ 0x3e7a, index);
    const oracle::Sweeper sweeper = swept_by_product;
    return oracle::MetamorphicCheck(chance, sweeper, tally).run(c);
}

void report(const Options& options, std::uint64_t index, const oracle::SweepCase& c,
            const oracle::Verdict& verdict) {
    oracle::print_wrong(options.seed, index, c, swept_by_product(c), verdict);
    const auto finding = oracle::finding_of(c, [&](const oracle::SweepCase& x) {
        oracle::MetamorphicTally unused;
        return verdict_of(x, options.seed, index, unused);
    });
    const std::string name =
        "metamorphic-" + std::to_string(options.seed) + "-" + std::to_string(index);
    std::fputs(oracle::left_behind(options.folder, name, finding, verdict).c_str(), stdout);
    std::fflush(stdout);
}

oracle::MetamorphicTally judge_all(const Options& options, bool progress) {
    constexpr std::uint64_t chunk = 16, most_wrong = 20;
    std::atomic<std::uint64_t> next = 0, wrong = 0;
    std::mutex mutex;
    oracle::MetamorphicTally tally;
    oracle::on_threads(options.threads, [&] {
        for (;;) {
            const std::uint64_t begin = next.fetch_add(chunk);
            if (begin >= options.cases || wrong >= most_wrong) return;
            oracle::MetamorphicTally some;
            for (std::uint64_t i = begin; i < std::min(begin + chunk, options.cases); ++i) {
                const oracle::SweepCase c = case_of(options.seed, i);
                const oracle::Verdict verdict = verdict_of(c, options.seed, i, some);
                if (verdict.empty()) continue;
                ++some.wrong, ++wrong;
                const std::scoped_lock lock(mutex);
                report(options, i, c, verdict);
            }
            const std::scoped_lock lock(mutex);
            tally.add(some);
            if (progress) {
                std::fprintf(stderr, "\r%llu of %llu cases, %llu wrong ",
                             static_cast<unsigned long long>(tally.cases),
                             static_cast<unsigned long long>(options.cases),
                             static_cast<unsigned long long>(tally.wrong));
            }
        }
    });
    if (progress) std::fprintf(stderr, "\n");
    return tally;
}

int run(int count, char** words) {
    const std::optional<Options> options = parse(count, words);
    if (!options) {
        std::fprintf(stderr,
                     "judge_metamorphic [--cases N] [--seed S] [--threads N] [--only I] "
                     "[--reproducers FOLDER]\n");
        return 2;
    }
    if (options->only) {
        const oracle::SweepCase c = case_of(options->seed, *options->only);
        oracle::MetamorphicTally tally;
        const oracle::Verdict verdict = verdict_of(c, options->seed, *options->only, tally);
        if (!verdict.empty()) {
            report(*options, *options->only, c, verdict);
            return 1;
        }
        oracle::print_wrong(options->seed, *options->only, c, swept_by_product(c), "no, all right");
        return 0;
    }
    const oracle::MetamorphicTally tally = judge_all(*options, isatty(STDERR_FILENO) != 0);
    std::printf("%llu cases, %llu wrong;", static_cast<unsigned long long>(tally.cases),
                static_cast<unsigned long long>(tally.wrong));
    for (std::size_t i = 0; i < tally.asked.size(); ++i) {
        std::printf(" %s %llu%s", oracle::relations[i],
                    static_cast<unsigned long long>(tally.asked[i]),
                    i + 1 < tally.asked.size() ? "," : "\n");
    }
    oracle::print_tally(tally.twin);
    std::printf(tally.wrong == 0 ? "all right\n" : "NOT ALL RIGHT\n");
    return tally.wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace swept::judge

int main(int count, char** words) {
    return swept::judge::run(count, words);
}
