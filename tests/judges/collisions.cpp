// Collisions of whole steps before a judge: all pairs of features in long double, and overlap at
// thousands of poses.
//
//   judge_collisions [--steps N] [--seed S] [--poses N] [--pixels 0|1] [--threads N] [--only I]
//               [--close-corners 0|1] [--reproducers FOLDER]
//
// Random steps of boxes, cars, tori, gears, concave shapes, sheets and soups. Every collision that
// is reported must be one, none may be missed, and the bodies must not come to overlap without one;
// the pixel method in robust mode must find what the exact one calls proper, in plain mode its
// misses are counted. Prints the largest deviations in units of the bound, and ends with 1 when an
// answer is wrong or the cases were one-sided. --only I judges that one step of the seed.
// --close-corners 1 gives every shape features below rounding (tests/oracle/close_corners.h). What
// is wrong is left in FOLDER (reproducers) for the tool to replay; what only the pixels get wrong,
// with 'swept collisions --resolution' of the size that the line's id names.

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "tests/judges/options.h"
#include "tests/oracle/glide_check.h"

namespace swept::judge {
namespace {

struct Options {
    oracle::GlideRun run;
    std::optional<std::uint64_t> only;
};

std::optional<Options> parse(int count, char** words) {
    Options options;
    options.run.reproducers = usual_reproducers;
    const bool known = read_options(count, words,
                                    {{"--steps", &options.run.steps},
                                     {"--seed", &options.run.seed},
                                     {"--poses", &options.run.poses},
                                     {"--pixels", &options.run.pixels},
                                     {"--threads", &options.run.threads},
                                     {"--only", &options.only},
                                     {"--close-corners", &oracle::scenes::only_close_corners},
                                     {"--reproducers", &options.run.reproducers}});
    return known ? std::optional(options) : std::nullopt;
}

Result<CollisionResult> answered_by_product(const oracle::GlideCase& c,
                                            const oracle::GlideOptions& options) {
    thread_local Scratch scratch;
    const BodyStep a{c.a.shape, c.a_from, c.a_to}, b{c.b.shape, c.b_from, c.b_to};
    if (options.pixels) {
        return papers::buss::all_collisions(
            a, b,
            {*options.pixels, options.min_properness,
             options.culling.value_or(papers::buss::ScreenCulling::trees), &scratch});
    }
    if (options.culling) {
        return papers::buss::exact_collisions(a, b,
                                              {options.min_properness, *options.culling, &scratch});
    }
    return all_collisions(a, b, {options.min_properness, &scratch});
}

int judge_one(const oracle::GlideRun& run, std::uint64_t number) {
    const oracle::GlideCase c = oracle::glide_case(run.seed, number);
    oracle::GlideTally tally;
    oracle::GlideCheck check(c, answered_by_product, tally);
    const oracle::Complaints complaints = check.run(run, true);
    if (complaints.empty()) {
        oracle::print_complaints(run.seed, number, c, {"no, all right"});
    } else {
        oracle::report_wrong(run, number, c, answered_by_product, complaints);
    }
    const CollisionResult& result = check.result();
    std::printf("    %s, rounding %g\n", oracle::describe(result.motion).c_str(),
                result.error_bound);
    for (const Collision& found : result.collisions) {
        std::printf("    %.17g %s properness %.6g at %s separation %g\n", found.fraction,
                    std::string(name_of(found.contact.kind)).c_str(), found.properness,
                    oracle::hex(found.contact.point).c_str(), found.contact.separation);
    }
    oracle::print_tally(tally);
    return complaints.empty() ? 0 : 1;
}

int run(int count, char** words) {
    std::optional<Options> options = parse(count, words);
    if (!options) {
        std::fprintf(
            stderr,
            "judge_collisions [--steps N] [--seed S] [--poses N] [--pixels 0|1] [--threads N] "
            "[--only I] [--close-corners 0|1] [--reproducers FOLDER]\n");
        return 2;
    }
    if (options->only) return judge_one(options->run, *options->only);
    options->run.progress = isatty(STDERR_FILENO) != 0;
    const oracle::GlideTally tally = oracle::judge_glides(options->run, answered_by_product);
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
