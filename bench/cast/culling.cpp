#include "culling.h"

#include <bit>

#include "../common/hash.h"
#include "../common/medians.h"
#include "../common/other_tree.h"
#include "spheres.h"

namespace swept::bench {

namespace {

struct Kind {
    double radius = 0;
    double length = 1;
};

constexpr std::array kinds{Kind{0, 1}, Kind{0, 10}, Kind{sphere_radius, 1},
                           Kind{sphere_radius, 10}};

constexpr std::array all_cullings{CastCulling::slabs, CastCulling::path_box, CastCulling::outcodes,
                                  CastCulling::path_box_flat, CastCulling::outcodes_flat};

bool is_flat(CastCulling culling) {
    return culling == CastCulling::path_box_flat || culling == CastCulling::outcodes_flat;
}

/// Hashes of the first answers, which all cullings are asked for.
std::uint64_t hash_of(std::span<const CastResult> results, std::size_t first) {
    Hash hash;
    for (const CastResult& result : results.first(first)) {
        const bool hit = result.state == CastState::hit;
        hash.add(hit ? std::bit_cast<std::uint64_t>(result.hit.fraction) : 0);
        hash.add(hit ? result.hit.face : no_face);
    }
    return hash.value();
}

CullingRow measure(const Polyhedron& shape, std::span<const Ray> rays, const Kind& kind,
                   CastCulling culling, const Effort& effort) {
    const Radius radius = Radius::of(kind.radius).value();
    const CastOptions options{.sides = Sides::both, .culling = culling};
    rays = rays.first(is_flat(culling) ? effort.culled_flat : effort.culled);
    std::vector<CastResult> results(rays.size());
    const auto ask = [&] {
        for (std::size_t i = 0; i < rays.size(); ++i) {
            results[i] = cast(rays[i], radius, shape, Pose(), options);
        }
    };
    const auto [seconds] = cpu_medians(is_flat(culling) ? 1 : 3, ask);
    const auto count = static_cast<double>(rays.size());
    CullingRow row{.tree = {},
                   .culling = culling,
                   .radius = kind.radius,
                   .length = kind.length,
                   .questions = rays.size(),
                   .us = 1e6 * seconds / count,
                   .hash = hash_of(results, effort.culled_flat)};
    for (const CastResult& result : results) {
        row.box_tests += result.box_tests / count;
        row.face_tests += result.face_tests / count;
    }
    return row;
}

struct NamedTree {
    const char* name;
    papers::zachmann::TreeOptions options;
};

/// The paper's limits, each varied alone.
std::vector<NamedTree> trees() {
    const auto bins = [](unsigned leaf, unsigned depth, double volume) {
        return papers::zachmann::TreeOptions{.builder = papers::zachmann::Builder::longest_axis,
                                             .leaf_size = leaf,
                                             .max_depth = depth,
                                             .min_volume = volume};
    };
    return {{"surface area, 8 faces", {}},
            {"surface area, 2 faces", {.leaf_size = 2}},
            {"surface area, 32 faces", {.leaf_size = 32}},
            {"longest axis, 8 faces", bins(8, 48, 0)},
            {"longest axis, 2 faces", bins(2, 48, 0)},
            {"longest axis, 32 faces", bins(32, 48, 0)},
            {"longest axis, 128 faces", bins(128, 48, 0)},
            {"longest axis, depth 16", bins(8, 16, 0)},
            {"longest axis, depth 12", bins(8, 12, 0)},
            {"longest axis, volume 1e-6", bins(8, 48, 1e-6)},
            {"longest axis, volume 1e-4", bins(8, 48, 1e-4)}};
}

}  // namespace

CullingResults measure_culling(const Scene& scene, const Effort& effort) {
    CullingResults results{.faces = scene.triangles(), .cullings = {}, .trees = {}};
    const Radius radius = Radius::of(sphere_radius).value();
    const auto starts = clear_starts_in(scene, radius, effort.culled, 8);
    if (starts.size() < effort.culled) return results;
    std::array<std::vector<Ray>, kinds.size()> rays;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        rays[k] = rays_of(ways_from(scene, starts, kinds[k].length, 21), Reach::segment);
    }
    std::array<std::uint64_t, kinds.size()> hashes{};
    const auto check = [&](std::size_t k, const CullingRow& row) {
        results.same = results.same && row.hash == hashes[k];
    };
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        for (const CastCulling culling : all_cullings) {
            results.cullings.push_back(measure(scene.shape, rays[k], kinds[k], culling, effort));
            if (culling == CastCulling::slabs) hashes[k] = results.cullings.back().hash;
            check(k, results.cullings.back());
        }
    }
    for (const NamedTree& tree : trees()) {
        const Polyhedron shape = with_tree(scene.shape, tree.options);
        for (std::size_t k = 0; k < kinds.size(); ++k) {
            for (const CastCulling culling : {CastCulling::slabs, CastCulling::outcodes}) {
                results.trees.push_back(measure(shape, rays[k], kinds[k], culling, effort));
                results.trees.back().tree = tree.name;
                check(k, results.trees.back());
            }
        }
    }
    return results;
}

}  // namespace swept::bench
