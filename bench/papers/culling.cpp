#include "culling.h"

#include <bit>

#include "../common/hash.h"
#include "../common/medians.h"

namespace swept::bench {

namespace {

using papers::schroeder::BinLimits, papers::schroeder::Culling, papers::schroeder::Model;
using papers::schroeder::Partition, papers::schroeder::PlacedModel;

constexpr double sphere_radius = 0.3;  // metres

struct Kind {
    double radius = 0;
    double length = 1;
};

constexpr std::array kinds{Kind{0, 1}, Kind{0, 10}, Kind{sphere_radius, 1},
                           Kind{sphere_radius, 10}};

std::vector<CullingMethod> all_methods() {
    return {{"slabs, our tree"},
            {"path box, our tree", true, Culling::path_box, Partition::tree},
            {"outcodes, our tree", true, Culling::outcodes, Partition::tree},
            {"path box, bins", true, Culling::path_box, Partition::bins},
            {"outcodes, bins", true, Culling::outcodes, Partition::bins},
            {"path box, flat", true, Culling::path_box, Partition::none},
            {"outcodes, flat", true, Culling::outcodes, Partition::none}};
}

/// Hashes of the first answers, which all methods are asked for.
std::uint64_t hash_of(std::span<const CastResult> results, std::size_t first) {
    Hash hash;
    for (const CastResult& result : results.first(first)) {
        const bool hit = result.state == State::hit;
        hash.add(hit ? std::bit_cast<std::uint64_t>(result.hit.fraction) : 0);
        hash.add(hit ? result.hit.face : FaceIndex::none_value);
    }
    return hash.value();
}

CullingRow measure(const PlacedModel& target, std::span<const Ray> rays, const Kind& kind,
                   const CullingMethod& method, const CullingEffort& effort) {
    const Radius radius = Radius::of(kind.radius).value();
    const CastOptions own{.sides = Sides::both};
    const papers::schroeder::CastOptions options{
        .culling = method.culling, .partition = method.partition, .sides = Sides::both};
    rays = rays.first(method.is_flat() ? effort.flat : effort.casts);
    std::vector<CastResult> results(rays.size());
    const auto ask = [&] {
        for (std::size_t i = 0; i < rays.size(); ++i) {
            results[i] = method.by_paper
                             ? cast(rays[i], radius, target, options)
                             : cast(SphereCast{rays[i], radius}, {target.model.shape()}, own);
        }
    };
    const auto [seconds] = cpu_medians(method.is_flat() ? 1 : 3, ask);
    const auto count = static_cast<double>(rays.size());
    CullingRow row{.method = method,
                   .bins = {},
                   .radius = kind.radius,
                   .length = kind.length,
                   .questions = rays.size(),
                   .us = 1e6 * seconds / count,
                   .hash = hash_of(results, effort.flat)};
    for (const CastResult& result : results) {
        row.box_tests += result.box_tests / count;
        row.face_tests += result.face_tests / count;
    }
    return row;
}

struct NamedLimits {
    const char* name;
    BinLimits limits;
};

/// The paper's limits, each varied alone.
std::vector<NamedLimits> all_limits() {
    return {{"8 faces", {}},
            {"2 faces", {.leaf_size = 2}},
            {"32 faces", {.leaf_size = 32}},
            {"128 faces", {.leaf_size = 128}},
            {"8 faces, depth 16", {.max_depth = 16}},
            {"8 faces, depth 12", {.max_depth = 12}},
            {"8 faces, volume 1e-6", {.min_volume = 1e-6}},
            {"8 faces, volume 1e-4", {.min_volume = 1e-4}}};
}

}  // namespace

CullingResults measure_culling(const Scene& scene, const CullingEffort& effort) {
    CullingResults results{.faces = scene.triangles(), .cullings = {}, .limits = {}};
    const Radius radius = Radius::of(sphere_radius).value();
    const auto starts = clear_starts_in(scene, radius, effort.casts, 8);
    if (starts.size() < effort.casts) return results;
    std::array<std::vector<Ray>, kinds.size()> rays;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        rays[k] = rays_of(ways_from(scene, starts, kinds[k].length, 21), Reach::segment);
    }
    std::array<std::uint64_t, kinds.size()> hashes{};
    const auto check = [&](std::size_t k, const CullingRow& row) {
        results.same = results.same && row.hash == hashes[k];
    };
    const PlacedModel target{Model::make(scene.shape).value(), Pose()};
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        for (const CullingMethod& method : all_methods()) {
            results.cullings.push_back(measure(target, rays[k], kinds[k], method, effort));
            if (!method.by_paper) hashes[k] = results.cullings.back().hash;
            check(k, results.cullings.back());
        }
    }
    for (const NamedLimits& named : all_limits()) {
        const PlacedModel limited{Model::make(scene.shape, named.limits).value(), Pose()};
        for (std::size_t k = 0; k < kinds.size(); ++k) {
            const CullingMethod outcodes{"outcodes, bins", true};
            results.limits.push_back(measure(limited, rays[k], kinds[k], outcodes, effort));
            results.limits.back().bins = named.name;
            check(k, results.limits.back());
        }
    }
    return results;
}

}  // namespace swept::bench
