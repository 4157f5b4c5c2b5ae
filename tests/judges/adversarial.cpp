// Sweeps that are meant to go wrong, before the same judge as random ones.
//
//   judge_adversarial [--sweeps N] [--seed S] [--threads N] [--only I] [--trick T] [--reproducers
//   FOLDER]
//
// Needles, slivers, nearly parallel edges, coincident faces, angles of 0.01 and 359.99 degrees,
// lengths from 1e-6 to 1e6 far from the origin, motions along surfaces, motions that end exactly at
// contact, corners that are one but for rounding. Each is asked as a sweep and as a path of one
// segment. Nothing may be missed, stop without a contact or end inside; from a start that is not
// inside no end is. What is wrong is left as two meshes with
// as few faces as show it and a line that 'swept sweep --batch' replays. Ends with 1 when an answer
// is wrong.

#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "swept/path.h"
#include "tests/judges/options.h"
#include "tests/oracle/adversarial_scenes.h"
#include "tests/oracle/reproducer.h"
#include "tests/with.h"

namespace swept::judge {
namespace {

struct Options {
    std::uint64_t sweeps = 100'000;
    std::uint64_t seed = 1;
    unsigned threads = 0;
    std::optional<std::uint64_t> only;
    std::optional<std::uint64_t> trick;  // all cases are of this one
    std::string folder = usual_reproducers;
};

std::optional<Options> parse(int count, char** words) {
    Options options;

    const bool known = read_options(count, words,
                                    {{"--sweeps", &options.sweeps},
                                     {"--seed", &options.seed},
                                     {"--threads", &options.threads},
                                     {"--only", &options.only},
                                     {"--trick", &options.trick},
                                     {"--reproducers", &options.folder}});
    return known && options.trick.value_or(0) < oracle::trick_count ? std::optional(options)
                                                                    : std::nullopt;
}

oracle::AdversarialCase case_of(const Options& options, std::uint64_t number) {
    std::optional<oracle::Trick> only;
    if (options.trick) only = static_cast<oracle::Trick>(*options.trick);
    return oracle::adversarial_case(options.seed, number, only);
}

SweepResult swept_by_product(const oracle::SweepCase& c) {
    thread_local Scratch scratch;
    return sweep({c.mover.shape, c.world_from_mover}, c.motion,
                 {c.obstacle.shape, c.world_from_obstacle}, with(c.options, &scratch));
}

/// The same way as a path of one segment: the screw between the poses at its ends, asked of
/// check_path and answered as a sweep.
std::pair<oracle::SweepCase, SweepResult> as_path(const oracle::SweepCase& sweep_case) {
    oracle::SweepCase c = sweep_case;
    const std::array poses{c.world_from_mover, pose_at(c.motion, c.world_from_mover, 1)};
    c.motion = screw_between(poses[0], poses[1]);
    c.options.margin = {};  // paths have a margin of their own
    thread_local Scratch scratch;
    const PathOptions options{.budget = c.options.budget};
    const PathResult path =
        check_path(c.mover.shape, poses, {c.obstacle.shape, c.world_from_obstacle},
                   with(options, &scratch))
            .value();
    return {c,
            {.start = path.start,
             .state = path.state,
             .free_fraction = path.proven(),
             .end = path.end,
             .contact = path.contact,
             .mover = path.part,
             .obstacle = path.obstacle,
             .contained = path.contained,
             .margin = path.margin,
             .stats = path.stats}};
}

/// As of random sweeps; and who does not start inside does not end there.
oracle::Verdict verdict_on(const oracle::SweepCase& c, const SweepResult& result,
                           oracle::SweepTally& tally) {
    if (oracle::Verdict v = oracle::check_sweep(c, result, tally); !v.empty()) return v;
    const auto inside = [&](const Pose& pose) {
        return oracle::interpenetrate(c.mover.shape, pose, c.obstacle.shape, c.world_from_obstacle);
    };
    if (inside(c.world_from_mover)) return "";
    if (result.state == State::overlapping) return "they do not overlap";
    return inside(result.end) ? "it ends inside" : "";
}

/// Of the sweep, then of the path.
oracle::Verdict verdict_of(const oracle::SweepCase& c, oracle::SweepTally& tally) {
    if (oracle::Verdict v = verdict_on(c, swept_by_product(c), tally); !v.empty()) return v;
    const auto [path_case, path_result] = as_path(c);
    oracle::SweepTally of_paths;
    const oracle::Verdict v = verdict_on(path_case, path_result, of_paths);
    return v.empty() ? v : "as a path: " + v;
}

struct Tally {
    oracle::SweepTally all;
    std::array<std::uint64_t, oracle::trick_count> cases{}, wrong{};
};

void report(const Options& options, std::uint64_t index, const oracle::AdversarialCase& made,
            const oracle::Verdict& verdict) {
    std::printf("%s\n", name_of(made.trick));
    oracle::print_wrong(options.seed, index, made.sweep, swept_by_product(made.sweep), verdict);
    const auto finding = oracle::finding_of(made.sweep, [](const oracle::SweepCase& c) {
        oracle::SweepTally unused;
        return verdict_of(c, unused);
    });
    const std::string name =
        "adversarial-" + std::to_string(options.seed) + "-" + std::to_string(index);
    std::fputs(oracle::left_behind(options.folder, name, finding, verdict).c_str(), stdout);
    std::fflush(stdout);
}

Tally judge_all(const Options& options, bool progress) {
    constexpr std::uint64_t chunk = 64, most_wrong = 20;
    std::atomic<std::uint64_t> next = 0, wrong = 0;
    std::mutex mutex;
    Tally tally;
    oracle::on_threads(options.threads, [&] {
        for (;;) {
            const std::uint64_t begin = next.fetch_add(chunk);
            if (begin >= options.sweeps || wrong >= most_wrong) return;
            oracle::SweepTally some;
            std::array<std::uint64_t, oracle::trick_count> cases{}, bad{};
            for (std::uint64_t i = begin; i < std::min(begin + chunk, options.sweeps); ++i) {
                const oracle::AdversarialCase made = case_of(options, i);
                const auto trick = static_cast<std::size_t>(made.trick);
                ++cases[trick];
                const oracle::Verdict verdict = verdict_of(made.sweep, some);
                if (verdict.empty()) continue;
                ++bad[trick], ++some.wrong, ++wrong;
                const std::scoped_lock lock(mutex);
                report(options, i, made, verdict);
            }
            const std::scoped_lock lock(mutex);
            tally.all.add(some);
            for (std::size_t i = 0; i < cases.size(); ++i) {
                tally.cases[i] += cases[i], tally.wrong[i] += bad[i];
            }
            if (progress) {
                std::fprintf(stderr, "\r%llu of %llu sweeps, %llu wrong ",
                             static_cast<unsigned long long>(tally.all.sweeps),
                             static_cast<unsigned long long>(options.sweeps),
                             static_cast<unsigned long long>(tally.all.wrong));
            }
        }
    });
    if (progress) std::fprintf(stderr, "\n");
    return tally;
}

int run(int count, char** words) {
    const std::optional<Options> options = parse(count, words);
    if (!options) {
        std::fprintf(
            stderr,
            "judge_adversarial [--sweeps N] [--seed S] [--threads N] [--only I] [--trick T] "
            "[--reproducers FOLDER]\ntricks by number:");
        for (int i = 0; i < oracle::trick_count; ++i) {
            std::fprintf(stderr, " %d %s;", i, name_of(static_cast<oracle::Trick>(i)));
        }
        std::fprintf(stderr, "\n");
        return 2;
    }
    if (options->only) {
        const auto made = case_of(*options, *options->only);
        oracle::SweepTally tally;
        const oracle::Verdict verdict = verdict_of(made.sweep, tally);
        if (!verdict.empty()) {
            report(*options, *options->only, made, verdict);
            return 1;
        }
        std::printf("%s\n", name_of(made.trick));
        oracle::print_wrong(options->seed, *options->only, made.sweep, swept_by_product(made.sweep),
                            "no, all right");
        return 0;
    }
    const Tally tally = judge_all(*options, isatty(STDERR_FILENO) != 0);
    oracle::print_tally(tally.all);
    for (std::size_t i = 0; i < tally.cases.size(); ++i) {
        std::printf("  %-17s %9llu, %llu wrong\n", name_of(static_cast<oracle::Trick>(i)),
                    static_cast<unsigned long long>(tally.cases[i]),
                    static_cast<unsigned long long>(tally.wrong[i]));
    }
    std::printf(tally.all.wrong == 0 ? "all right\n" : "NOT ALL RIGHT\n");
    return tally.all.wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace swept::judge

int main(int count, char** words) {
    return swept::judge::run(count, words);
}
