// screws and paths: nuts on bolts, gears beside FCL's sampling, a robot arm
//
// Times are processor times of one thread, but for those of all threads.
//   --quick        fewer questions and rounds
//   --only PART    fasteners, screws, sampled or arm; nothing but that
//   --docs FOLDER  writes FOLDER/paths-measured.md and its tables

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <string>

#include "common/data_folder.h"
#include "common/program.h"
#include "path/page.h"
#include "path/report.h"

namespace {

using namespace swept;
using namespace swept::bench;

constexpr std::array parts{"fasteners", "screws", "sampled", "arm"};

constexpr Effort quick_effort{.fastener_rounds = 1,
                              .screw_questions = 15,
                              .screw_rounds = 2,
                              .sampled_questions = 3,
                              .sampled_rounds = 1,
                              .arm_poses = 200,
                              .arm_rounds = 1};

bool is_usage(const std::optional<RunFlags>& flags) {
    return flags && !flags->full &&
           (flags->only.empty() || std::ranges::find(parts, flags->only) != parts.end());
}

/// What was measured, or nothing and a word why.
template <class Rows>
Rows or_skip(const char* what, Result<Rows> rows) {
    if (rows) return *std::move(rows);
    std::printf("%s: %s: skipped\n", what, rows.error().message().c_str());
    return {};
}

Results measure(const RunFlags& flags, const Stopwatch& clock) {
    const Effort effort = flags.quick ? quick_effort : Effort{};
    Results results{.effort = effort};
    const auto begins = [&](const char* part) {
        if (!flags.only.empty() && flags.only != part) return false;
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

}  // namespace

int main(int count, char** words) {
    const std::optional<RunFlags> flags = run_flags(count, words);
    if (!is_usage(flags)) return refuse("path [--quick] [--only PART | --docs FOLDER]");
    const Stopwatch clock;
    return finish(measure(*flags, clock), *flags, clock, [] {
        if (!std::filesystem::exists(data_folder())) {
            std::printf("no data folder: made meshes only\n");
        }
    });
}
