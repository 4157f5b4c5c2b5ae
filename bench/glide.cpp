// all collisions of a step: the glide paper's table repeated, growth, culling, beside sampling
//
// One thread; steps are the same in every run.
//   --quick        fewer steps and smaller bodies
//   --only PART    paper, modes, culling, growth, large, meshes or errors; nothing but that
//   --docs FOLDER  writes FOLDER/glide-measured.md, its tables and its chart

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <string>

#include "common/data_folder.h"
#include "common/program.h"
#include "glide/page.h"
#include "glide/report.h"

namespace {

using namespace swept;
using namespace swept::bench;

constexpr std::array parts{"paper", "modes", "culling", "growth", "large", "meshes", "errors"};

Effort quick_effort() {
    return {.paper_steps = 20,
            .steps = 6,
            .large_steps = 2,
            .seconds = 0.3,
            .large_seconds = 0.1,
            .faces = {100, 300, 1000, 3000}};
}

bool is_usage(const std::optional<RunFlags>& flags) {
    return flags && !flags->full &&
           (flags->only.empty() || std::ranges::find(parts, flags->only) != parts.end());
}

Results measure(const RunFlags& flags, const Stopwatch& clock) {
    const Effort effort = flags.quick ? quick_effort() : Effort{};
    Results results{.effort = effort};
    const auto begins = [&](const char* part) {
        if (!flags.only.empty() && flags.only != part) return false;
        (void)std::fprintf(stderr, "[%.0f s] %s\n", clock.seconds(), part);
        return true;
    };
    if (begins("paper"))
        results.paper = measure_paper(effort.paper_steps, effort.steps, effort.seconds);
    if (begins("modes")) results.modes = measure_modes(effort.steps, effort.large_seconds);
    if (begins("culling")) {
        results.culling = measure_culling(effort.large_steps, effort.large_seconds);
    }
    if (begins("growth")) {
        results.growth = measure_growth(effort.faces, effort.large_steps, effort.large_seconds);
    }
    if (begins("large")) results.large = measure_large(effort.large_steps, effort.large_seconds);
    if (begins("meshes")) results.meshes = measure_meshes(effort.large_steps, effort.large_seconds);
    if (begins("errors")) results.errors = measure_errors();
    return results;
}

}  // namespace

int main(int count, char** words) {
    const std::optional<RunFlags> flags = run_flags(count, words);
    if (!is_usage(flags)) return refuse("glide [--quick] [--only PART | --docs FOLDER]");
    const Stopwatch clock;
    return finish(measure(*flags, clock), *flags, clock, [] {
        if (!std::filesystem::exists(data_folder()))
            std::printf("no data folder: no real meshes\n");
    });
}
