#include "builds.h"

#include "../common/medians.h"
#include "../common/tree_build.h"

namespace swept::bench {

namespace {

/// Medians in milliseconds, and bytes of each triangle.
struct EmbreeBuilds {
    std::vector<double> ms;
    double bytes = 0;

    void add(const Scene& scene, EmbreeQuality quality) {
        const BuildCost cost = build_cost(*make_embree(scene.soup, quality));
        ms.push_back(1000 * cost.seconds);
        bytes = static_cast<double>(cost.bytes) / static_cast<double>(scene.triangles());
    }
};

}  // namespace

std::optional<double> BuildRow::ratio() const {
    if (!embree_ms) return std::nullopt;
    return *embree_ms / tree_ms;
}

BuildRow measure_builds(const Scene& scene, int rounds) {
    const Mesh mesh = scene.shape.mesh();
    std::vector<double> shape_ms, tree_ms;
    EmbreeBuilds medium, high;
    for (int round = 0; round < rounds; ++round) {
        shape_ms.push_back(1000 * cpu_seconds([&] { (void)Polyhedron::build(mesh).value(); }));
        tree_ms.push_back(1000 * cpu_seconds([&] { (void)tree_built_anew(scene.shape); }));
        if (!has_embree()) continue;
        medium.add(scene, EmbreeQuality::medium);
        high.add(scene, EmbreeQuality::high);
    }
    const auto triangles = static_cast<double>(scene.triangles());
    BuildRow row{.scene = scene.name,
                 .triangles = scene.triangles(),
                 .shape_ms = median(shape_ms),
                 .tree_ms = median(tree_ms),
                 .bytes = static_cast<double>(scene.shape.tree_statistics().bytes) / triangles,
                 .shape_bytes = static_cast<double>(scene.shape.bytes()) / triangles,
                 .embree_ms = std::nullopt,
                 .embree_bytes = std::nullopt,
                 .embree_high_ms = std::nullopt,
                 .embree_high_bytes = std::nullopt};
    if (!has_embree()) return row;
    row.embree_ms = median(medium.ms);
    row.embree_bytes = medium.bytes;
    row.embree_high_ms = median(high.ms);
    row.embree_high_bytes = high.bytes;
    return row;
}

}  // namespace swept::bench
