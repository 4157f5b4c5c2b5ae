#include "subdivision.h"

#include <algorithm>

#include "../common/medians.h"

namespace swept::bench {

namespace {

constexpr std::array radii{0.03, 0.1, 0.3};
constexpr std::array speeds{0.1, 0.3, 1.0, 3.0, 10.0};
constexpr std::array halving_counts{2, 4, 8, 16};
constexpr int usual_halvings = 8;

bool intersects(const Ray& way, double fraction, const Radius& radius, const Polyhedron& shape) {
    const CastOptions options{.sides = Sides::both, .initial_overlap = InitialOverlap::solids};
    const Eigen::Vector3d at = way.at(fraction);
    const Ray here = Ray::between(at, at).value();
    return cast(SphereCast{here, radius}, {shape}, options).start == Relation::overlapping;
}

SubdivisionRow measure(const Scene& scene, const Radius& radius, std::span<const Ray> rays,
                       double speed, int halvings) {
    const CastOptions options{.sides = Sides::both};
    std::vector<Subdivided> ends(rays.size());
    std::vector<CastResult> exact(rays.size());
    const auto halve = [&] {
        for (std::size_t i = 0; i < rays.size(); ++i) {
            ends[i] = subdivide(rays[i], radius, scene.shape, halvings);
        }
    };
    const auto ask = [&] {
        for (std::size_t i = 0; i < rays.size(); ++i) {
            exact[i] = cast(SphereCast{rays[i], radius}, {scene.shape}, options);
        }
    };
    const auto [halving_seconds, seconds] = cpu_medians(3, halve, ask);
    const auto count = static_cast<double>(rays.size());
    SubdivisionRow row{.radius = radius.length(),
                       .speed = speed,
                       .halvings = halvings,
                       .ways = rays.size(),
                       .us = 1e6 * halving_seconds / count,
                       .cast_us = 1e6 * seconds / count};
    double sum = 0;
    for (std::size_t i = 0; i < rays.size(); ++i) {
        if (exact[i].state != State::hit) continue;
        ++row.hits;
        const double short_by = 1000 * speed * (exact[i].hit.fraction - ends[i].fraction);
        // What ends beyond the touch by less than a micrometre has merely been rounded.
        if (short_by < -1e-3) {
            ++row.tunnels;
            continue;
        }
        sum += std::max(short_by, 0.0);
        row.short_by_most_mm = std::max(row.short_by_most_mm, short_by);
    }
    row.short_by_mm = sum / static_cast<double>(std::max<std::size_t>(1, row.hits - row.tunnels));
    return row;
}

}  // namespace

Subdivided subdivide(const Ray& way, const Radius& radius, const Polyhedron& shape, int halvings) {
    Subdivided end{.tests = 1};
    end.hit = intersects(way, 1, radius, shape);
    if (!end.hit) return end;
    double valid = 0, desired = 1;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (valid + desired) / 2;
        ++end.tests;
        (intersects(way, middle, radius, shape) ? desired : valid) = middle;
    }
    end.fraction = valid;
    return end;
}

std::vector<SubdivisionRow> measure_subdivision(const Scene& scene, const Effort& effort) {
    std::vector<SubdivisionRow> rows;
    for (const double length : radii) {
        const Radius radius = Radius::of(length).value();
        const auto starts = clear_starts_in(scene, radius, effort.subdivided, 9);
        if (starts.size() < effort.subdivided) continue;
        for (const double speed : speeds) {
            const std::vector<Ray> rays =
                rays_of(ways_from(scene, starts, speed, 23), Reach::segment);
            for (const int halvings : halving_counts) {
                // How often to halve matters alike for all radii.
                if (length != radii.back() && halvings != usual_halvings) continue;
                rows.push_back(measure(scene, radius, rays, speed, halvings));
            }
        }
    }
    return rows;
}

}  // namespace swept::bench
