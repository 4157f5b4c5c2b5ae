// Zachmann's benchmark of trees of bounding volumes, beside FCL, ODE and Bullet
//
// Two copies of each mesh stand at several distances; one makes a full turn (Zachmann 1998, section
// 5). All contestants see the same poses in the same run, in turns, on one thread.
//   --full         2000 turns in place of 500
//   --quick        few turns, to see that it runs
//   --only MESH    one mesh, no scaling
//   --docs FOLDER  writes FOLDER/dop-trees.md and its charts

#include <cstdio>
#include <cstring>
#include <optional>
#include <string>

#include "common/stopwatch.h"
#include "overlap/page.h"
#include "overlap/report.h"

namespace {

using namespace swept;
using namespace swept::bench;

struct Options {
    Effort effort;
    bool quick = false;
    std::string only;
    std::string docs;
};

std::optional<Options> parse(int count, char** words) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const bool more = i + 1 < count;
        if (word == "--full") {
            options.effort.turns = 2000;
        } else if (word == "--quick") {
            options.quick = true;
            options.effort = {
                .turns = 20, .tree_turns = 5, .near_angles = 4, .rounds = 1, .sample_seconds = 0};
        } else if (word == "--only" && more) {
            options.only = words[++i];
        } else if (word == "--docs" && more) {
            options.docs = words[++i];
        } else {
            return std::nullopt;
        }
    }
    if (!options.docs.empty() && !options.only.empty()) return std::nullopt;  // the page shows all
    return options;
}

/// Measures every mesh that is wanted; false when a mesh cannot be read.
bool measure_models(const Options& options, const Stopwatch& clock, Results& results) {
    const std::vector<ModelSource> sources = model_sources();
    std::size_t number = 0;
    for (const ModelSource& source : sources) {
        ++number;
        if (!options.only.empty() && source.name != options.only) continue;
        (void)std::fprintf(stderr, "[%zu/%zu, %.0f s] %s\n", number, sources.size(),
                           clock.seconds(), source.name.c_str());
        const Result<Model> model = load(source);
        if (!model) {
            (void)std::fprintf(stderr, "bench: %s: %s\n", source.what.c_str(),
                               model.error().message().c_str());
            return false;
        }
        results.models.push_back(measure_model(*model, options.effort));
        results.models.back().trees = measure_trees(*model, options.effort);
    }
    if (!results.models.empty()) return true;
    (void)std::fprintf(stderr, "bench: no mesh '%s'; there are:\n", options.only.c_str());
    for (const ModelSource& source : sources) {
        (void)std::fprintf(stderr, "  %s\n", source.name.c_str());
    }
    return false;
}

/// What this run leaves out, in words.
void print_gaps(const Options& options) {
    for (const std::string& name : missing_peers()) {
        std::printf("%s was not found when this was built: skipped\n", name.c_str());
    }
    if (!std::filesystem::exists(data_folder() / "products")) {
        std::printf("no data folder: parametric solids only\n");
    }
    if (options.quick || !options.only.empty()) {
        std::printf("a partial run: its bars prove nothing\n");
    }
}

}  // namespace

int main(int count, char** words) {
    const std::optional<Options> options = parse(count, words);
    if (!options) {
        (void)std::fprintf(stderr,
                           "usage: overlap [--full | --quick] [--only MESH | --docs FOLDER]\n");
        return 2;
    }
    const Stopwatch clock;
    Results results{.effort = options->effort};
    if (!measure_models(*options, clock, results)) return 1;
    if (options->only.empty()) {
        results.scaling = measure_scaling(options->effort);
        results.looseness = measure_looseness(options->quick ? 100 : 4000);
    }
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
