// Buss 2004: the table of run times, modes and stores of pixels, culling, growth, and the error of
// a glide rotation (4.3), beside the exact method.

#include "../common/data_folder.h"
#include "buss/report.h"
#include "papers.h"

namespace swept::bench {

namespace {

Effort effort_of(const RunFlags& flags) {
    if (flags.full) return {.paper_steps = 1000, .steps = 64, .large_steps = 20};
    if (!flags.quick) return {};
    return {.paper_steps = 20,
            .steps = 6,
            .large_steps = 2,
            .seconds = 0.3,
            .large_seconds = 0.1,
            .faces = {100, 300, 1000, 3000}};
}

std::vector<GrowthWay> growth_ways() {
    const auto by_pixels = [](ScreenCulling culling) {
        return [culling](const Scene& scene) {
            ScreenOptions options = pixel_options(scene, low_pixels);
            options.culling = culling;
            return screen_way("pixels", options);
        };
    };
    return {{"pixels", true, by_pixels(ScreenCulling::trees)},
            {"unculled", false, by_pixels(ScreenCulling::none)},
            {"exact", false, [](const Scene&) { return exact_way(); }}};
}

}  // namespace

void report_buss(const RunFlags& flags) {
    const Effort effort = effort_of(flags);
    Results results{.effort = effort};
    results.paper = measure_paper(effort.paper_steps, effort.steps, effort.seconds);
    results.modes = measure_modes(effort.steps, effort.large_seconds);
    results.culling = measure_culling(effort.large_steps, effort.large_seconds);
    results.growth =
        measure_growth({effort.faces, effort.large_steps, effort.large_seconds}, growth_ways());
    results.large = measure_bodies(large_scenes(effort.large_steps), effort.large_seconds);
    results.meshes = measure_bodies(mesh_scenes(effort.large_steps), effort.large_seconds);
    results.errors = measure_errors();
    print_report(results);
    if (!std::filesystem::exists(data_folder())) std::printf("no data folder: no real meshes\n");
    if (flags.quick) std::printf("a quick run: its bars prove nothing\n");
    print_bars(results);
}

}  // namespace swept::bench
