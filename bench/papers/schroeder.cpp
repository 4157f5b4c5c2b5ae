// Schroeder 2001: his culling and his tree of bins beside the library's own search.

#include <fmt/format.h>

#include <cstdio>

#include "../common/table.h"
#include "culling.h"
#include "papers.h"

namespace swept::bench {

namespace {

std::string what(const CullingRow& row) {
    return row.radius == 0 ? "rays" : "spheres";
}

std::string length(const CullingRow& row) {
    return fmt::format("{:g} m", row.length);
}

Table culling_table(const CullingResults& results) {
    Table table{{"<what", "<length", "<culling", "casts", "us", "boxes", "faces"}, {}};
    for (const CullingRow& row : results.cullings) {
        table.add({what(row), length(row), row.method.name, grouped(row.questions),
                   short_number(row.us), short_number(row.box_tests),
                   short_number(row.face_tests)});
    }
    return table;
}

/// The paper's claim: how many faces the two tests leave. A tree changes nothing about it.
Table claim_table(const CullingResults& results) {
    Table table{{"<what", "<length", "left by the box of the way", "left by outcodes", "ratio",
                 "gone by the box of the way", "gone by outcodes"},
                {}};
    const auto& rows = results.cullings;
    const auto faces = static_cast<double>(results.faces);
    for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
        const CullingRow &box = rows[i], &codes = rows[i + 1];
        if (box.method.name != "path box, bins") continue;
        const auto gone = [&](const CullingRow& row) {
            return fmt::format("{:.4f} %", 100 * (1 - row.face_tests / faces));
        };
        table.add({what(box), length(box), short_number(box.face_tests),
                   short_number(codes.face_tests), short_number(box.face_tests / codes.face_tests),
                   gone(box), gone(codes)});
    }
    return table;
}

Table limit_table(const CullingResults& results) {
    Table table{{"<bins", "<what", "<length", "us", "boxes", "faces"}, {}};
    for (const CullingRow& row : results.limits) {
        table.add({row.bins, what(row), length(row), short_number(row.us),
                   short_number(row.box_tests), short_number(row.face_tests)});
    }
    return table;
}

}  // namespace

void report_schroeder(const RunFlags& flags) {
    CullingEffort effort;
    if (flags.quick) effort = {.casts = 1'000, .flat = 10};
    if (flags.full) effort = {.casts = 100'000, .flat = 200};
    const Result<Scene> level = make_scene(scene_sources().front());
    if (!level) return;
    const CullingResults results = measure_culling(*level, effort);
    std::printf("%s triangles\n\n", grouped(results.faces).c_str());
    print_table("Culling", culling_table(results));
    print_table("Faces that the two tests leave", claim_table(results));
    print_table("Limits of the bins", limit_table(results));
    std::printf("%s\n\n", results.same ? "The results are the same." : "The results differ.");
}

}  // namespace swept::bench
