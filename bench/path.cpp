// screws and paths: nuts on bolts, gears beside FCL's sampling, a robot arm
//
// Times are processor times of one thread, but for those of all threads.
//   --quick        fewer questions and rounds
//   --only PART    fasteners, screws, sampled or arm; nothing but that
//   --docs FOLDER  writes FOLDER/paths-measured.md

#include <array>
#include <cstdio>
#include <optional>
#include <string>

#include "common/data_folder.h"
#include "common/stopwatch.h"
#include "path/page.h"
#include "path/report.h"

namespace {

using namespace swept;
using namespace swept::bench;

constexpr std::array parts{"fasteners", "screws", "sampled", "arm"};

struct Options {
    Effort effort;
    bool quick = false;
    std::string only;  ///< a part
    std::string docs;

    [[nodiscard]] bool wants(const char* part) const { return only.empty() || only == part; }
};

std::optional<Options> parse(int count, char** words) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const bool more = i + 1 < count;
        if (word == "--quick") {
            options.quick = true;
            options.effort = {.fastener_rounds = 1,
                              .screw_questions = 15,
                              .screw_rounds = 2,
                              .sampled_questions = 3,
                              .sampled_rounds = 1,
                              .arm_poses = 200,
                              .arm_rounds = 1};
        } else if (word == "--only" && more) {
            options.only = words[++i];
            if (std::ranges::find(parts, options.only) == parts.end()) return std::nullopt;
        } else if (word == "--docs" && more) {
            options.docs = words[++i];
        } else {
            return std::nullopt;
        }
    }
    if (!options.docs.empty() && !options.only.empty()) return std::nullopt;  // the page shows all
    return options;
}

/// What was measured, or nothing and a word why.
template <class Rows>
Rows or_skip(const char* what, Result<Rows> rows) {
    if (rows) return *std::move(rows);
    std::printf("%s: %s: skipped\n", what, rows.error().message().c_str());
    return {};
}

Results measure(const Options& options, const Stopwatch& clock) {
    const Effort& effort = options.effort;
    Results results{.effort = effort};
    const auto begins = [&](const char* part) {
        if (!options.wants(part)) return false;
        (void)std::fprintf(stderr, "[%.0f s] %s\n", clock.seconds(), part);
        return true;
    };
    if (begins("fasteners")) {
        results.loose = or_skip("M16 loose", measure_fasteners("loose", effort.fastener_rounds));
        results.tight = or_skip("M16 tight", measure_fasteners("tight", effort.fastener_rounds));
    }
    if (begins("screws")) {
        results.screws = measure_screws(effort.screw_questions, effort.screw_rounds);
    }
    if (begins("sampled")) {
        results.sampled = measure_sampled(effort.sampled_questions, effort.sampled_rounds);
        if (results.sampled.empty()) std::printf("no FCL: skipped\n");
    }
    if (begins("arm")) {
        results.arm = or_skip("robot arm", measure_arm(effort.arm_poses, effort.arm_rounds));
    }
    return results;
}

/// What this run leaves out, in words.
void print_gaps(const Options& options) {
    if (!std::filesystem::exists(data_folder())) {
        std::printf("no data folder: made meshes only\n");
    }
    if (options.quick || !options.only.empty()) {
        std::printf("a partial run: its bars prove nothing\n");
    }
}

}  // namespace

int main(int count, char** words) {
    const std::optional<Options> options = parse(count, words);
    if (!options) {
        (void)std::fprintf(stderr, "usage: path [--quick] [--only PART | --docs FOLDER]\n");
        return 2;
    }
    const Stopwatch clock;
    const Results results = measure(*options, clock);
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
