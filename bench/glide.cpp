// all collisions of a step: small bodies, growth, real meshes, beside sampling
//
// One thread; steps are the same in every run.
//   --quick        fewer steps and smaller bodies
//   --only PART    small, growth, large or meshes; nothing but that
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

constexpr std::array parts{"small", "growth", "large", "meshes"};

Effort quick_effort() {
    return {.small_steps = 20,
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
    if (begins("small")) {
        results.small = measure_small(effort.small_steps, effort.steps, effort.seconds);
    }
    if (begins("growth")) {
        const std::array ways{GrowthWay{"exact", true, [](const Scene&) { return exact_way(); }}};
        results.growth =
            measure_growth({effort.faces, effort.large_steps, effort.large_seconds}, ways);
    }
    if (begins("large")) {
        results.large = measure_bodies(large_scenes(effort.large_steps), effort.large_seconds);
    }
    if (begins("meshes")) {
        results.meshes = measure_bodies(mesh_scenes(effort.large_steps), effort.large_seconds);
    }
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
