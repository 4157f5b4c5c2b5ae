// What the bars say, from the rows.

#include <algorithm>
#include <cmath>

#include "../bench.h"
#include "report.h"

namespace swept::bench {

namespace {

/// Of the ratios that were measured; none without one.
template <class Rows, class Ratio>
std::optional<double> geometric_mean(const Rows& rows, const Ratio& ratio) {
    double sum = 0, count = 0;
    for (const auto& row : rows) {
        const std::optional<double> value = ratio(row);
        if (!value) continue;
        sum += std::log(*value);
        count += 1;
    }
    if (count == 0) return std::nullopt;
    return std::exp(sum / count);
}

}  // namespace

std::optional<double> embree_ratio(const Results& results) {
    return geometric_mean(results.rays.rows,
                          [](const RayRow& row) { return row.ratio(embree_medium, swept_single); });
}

std::optional<double> embree_batch_ratio(const Results& results) {
    return geometric_mean(results.rays.rows,
                          [](const RayRow& row) { return row.ratio(embree_eight, swept_batch); });
}

std::optional<double> bullet_ray_ratio(const Results& results) {
    return geometric_mean(results.rays.rows, [](const RayRow& row) { return row.bullet_ratio(); });
}

std::optional<double> bullet_sphere_ratio(const Results& results, double length) {
    return geometric_mean(results.spheres, [&](const SphereRow& row) {
        return row.length == length ? row.bullet_ratio() : std::nullopt;
    });
}

std::optional<double> build_ratio(const Results& results) {
    return geometric_mean(results.builds, [](const BuildRow& row) { return row.ratio(); });
}

std::optional<double> most_bytes(const Results& results) {
    std::optional<double> most;
    for (const BuildRow& row : results.builds) most = std::max(most.value_or(0), row.bytes);
    return most;
}

void print_bars(const Results& results) {
    bar("embree", embree_ratio(results), Wanted::at_least, 0.8);
    bar("embree_batch", embree_batch_ratio(results), Wanted::at_least, 0.8);
    bar("ray_bullet", bullet_ray_ratio(results), Wanted::at_least, 10);
    bar("sphere_bullet_1m", bullet_sphere_ratio(results, 1), Wanted::at_least, 10);
    bar("sphere_bullet_10m", bullet_sphere_ratio(results, 10), Wanted::at_least, 60);
    bar("build_vs_embree", build_ratio(results), Wanted::at_least, 0.5);
    bar("bytes", most_bytes(results), Wanted::at_most, 96);
}

}  // namespace swept::bench
