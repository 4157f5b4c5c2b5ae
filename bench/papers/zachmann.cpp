// Zachmann 1998: tables 1 to 3, figures 4 to 6, and the paper's open questions.

#include "papers/zachmann.h"

#include <cstdio>
#include <cstdlib>

#include "papers/papers.h"

namespace swept::bench {

using namespace zachmann;

namespace {

Results measure_all(const RunFlags& flags) {
    Results results;
    if (flags.full) results.effort.turns = 200;
    if (flags.quick) {
        results.effort = {
            .turns = 5, .near_angles = 4, .rounds = 1, .pieces = 100, .largest = 25000};
    }
    for (const ModelSource& source : model_sources()) {
        (void)std::fprintf(stderr, "%s\n", source.name.c_str());
        const Result<Model> model = load(source);
        if (!model) {
            (void)std::fprintf(stderr, "bench: %s: %s\n", source.what.c_str(),
                               model.error().message().c_str());
            std::exit(1);
        }
        if (model->triangles > results.effort.largest) continue;
        results.meshes.push_back(measure_mesh(*model, results.effort));
    }
    results.tori = measure_tori(results.effort);
    results.looseness = measure_looseness(results.effort.pieces);
    return results;
}

}  // namespace

void report_zachmann(const RunFlags& flags) {
    const Results results = measure_all(flags);
    print_table("All trees, as multiples of the default tree's numbers", tree_table(results));
    print_table("Mean query time by orientations, furthest-pair trees, microseconds",
                orientation_table(results, query_time));
    print_table("Build time by orientations, furthest-pair trees, milliseconds",
                orientation_table(results, build_time));
    print_table("Bytes a triangle by orientations, furthest-pair trees",
                orientation_table(results, tree_bytes));
    print_table("The paper's criteria, trees of boxes", criteria_table(results));
    print_table("Room in which the volumes of two pieces overlap, as a multiple of that of boxes",
                looseness_table(results));
    print_table("How often a criterion names the faster of two trees", prediction_table(results));
    print_table("Leaves at each depth, trees of boxes", depth_table(results));
    print_table("Tori, mean microseconds a query", torus_table(results));
    if (flags.docs.empty()) return;
    if (const auto written = write_page(results, flags.docs); !written) {
        (void)std::fprintf(stderr, "bench: %s\n", written.error().message().c_str());
        std::exit(1);
    }
}

}  // namespace swept::bench
