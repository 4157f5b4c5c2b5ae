// Zachmann's benchmark of trees of bounding volumes, beside FCL, ODE and Bullet
//
// Two copies of each mesh stand at several distances; one makes a full turn (Zachmann 1998, section
// 5). All contestants see the same poses in the same run, in turns, on one thread.
//   --full         2000 turns in place of 500
//   --quick        few turns, to see that it runs
//   --only MESH    one mesh, no scaling
//   --docs FOLDER  writes FOLDER/dop-trees.md, its tables and its charts

#include <cstdio>
#include <optional>
#include <string>

#include "common/program.h"
#include "overlap/page.h"
#include "overlap/report.h"

namespace {

using namespace swept;
using namespace swept::bench;

Effort effort_of(const RunFlags& flags) {
    Effort effort;
    if (flags.full) effort.turns = 2000;
    if (!flags.quick) return effort;
    return {.turns = 20, .near_angles = 4, .rounds = 1, .sample_seconds = 0};
}

/// Measures every mesh that is wanted; false when a mesh cannot be read.
bool measure_models(const std::string& only, const Stopwatch& clock, Results& results) {
    const std::vector<ModelSource> sources = model_sources();
    std::size_t number = 0;
    for (const ModelSource& source : sources) {
        ++number;
        if (!only.empty() && source.name != only) continue;
        (void)std::fprintf(stderr, "[%zu/%zu, %.0f s] %s\n", number, sources.size(),
                           clock.seconds(), source.name.c_str());
        const Result<Model> model = load(source);
        if (!model) {
            (void)std::fprintf(stderr, "bench: %s: %s\n", source.what.c_str(),
                               model.error().message().c_str());
            return false;
        }
        results.models.push_back(measure_model(*model, results.effort));
    }
    if (!results.models.empty()) return true;
    (void)std::fprintf(stderr, "bench: no mesh '%s'; there are:\n", only.c_str());
    for (const ModelSource& source : sources) {
        (void)std::fprintf(stderr, "  %s\n", source.name.c_str());
    }
    return false;
}

/// What this run leaves out, in words.
void print_gaps() {
    for (const std::string& name : missing_peers()) {
        std::printf("%s was not found when this was built: skipped\n", name.c_str());
    }
    if (!std::filesystem::exists(data_folder() / "products")) {
        std::printf("no data folder: parametric solids only\n");
    }
}

}  // namespace

int main(int count, char** words) {
    const std::optional<RunFlags> flags = run_flags(count, words);
    if (!flags) return refuse("overlap [--full | --quick] [--only MESH | --docs FOLDER]");
    const Stopwatch clock;
    Results results{.effort = effort_of(*flags)};
    if (!measure_models(flags->only, clock, results)) return 1;
    if (flags->only.empty()) {
        results.scaling = measure_scaling(results.effort);
    }
    return finish(results, *flags, clock, print_gaps);
}
