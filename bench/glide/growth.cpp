#include "growth.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace swept::bench {

namespace {

constexpr std::array ways{"pixels", "unculled", "exact"};

using MakeBody = Polyhedron (*)(std::size_t faces);

std::vector<Way> ways_of(const Scene& scene) {
    std::vector<Way> all(ways.size());
    all[0] = {ways[0], pixel_options(scene, low_pixels)};
    all[1] = all[0];
    all[1].options.culling = ScreenCulling::none;
    all[2] = {ways[2], exact_options()};
    return all;
}

void measure_family(const char* family, MakeBody make, std::span<const std::size_t> faces,
                    std::size_t steps, double seconds, std::vector<GrowthSeries>& series) {
    const std::size_t first = series.size();
    for (std::size_t i = 0; i < ways.size(); ++i) {
        series.push_back({std::string(family) + ", " + ways[i], i == 0, {}});
    }
    // The finest bodies hold the others: where they start apart, all do.
    const Polyhedron finest = make(faces.back());
    const std::vector<ScrewStep> all_steps = passing_steps(finest, finest, steps);
    for (const std::size_t count : faces) {
        (void)std::fprintf(stderr, "growth: %s, %zu faces\n", family, count);
        const Polyhedron body = make(count);
        const Scene scene{family, body, body, all_steps};
        const RaceResult race = race_ways(scene, ways_of(scene), seconds);
        for (std::size_t i = 0; i < ways.size(); ++i) {
            const Answers& answers = race.ways[i].answers;
            series[first + i].points.push_back(
                {.faces = body.face_count(),
                 .pixel = scene.short_edge() / low_pixels,
                 .mean = race.ways[i].mean(),
                 .stats = answers.mean_stats(),
                 .collisions = answers.complete() ? answers.mean_count() : 0});
        }
    }
}

}  // namespace

std::optional<double> GrowthSeries::exponent() const {
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (const GrowthPoint& point : points) {
        if (!point.mean) return std::nullopt;
        const double x = std::log(static_cast<double>(point.faces)), y = std::log(*point.mean);
        n += 1;
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    if (n < 2) return std::nullopt;
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

std::vector<GrowthSeries> measure_growth(std::span<const std::size_t> faces, std::size_t steps,
                                         double seconds) {
    std::vector<GrowthSeries> series;
    measure_family("tori", rectangle_torus, faces, steps, seconds, series);
    measure_family("balls", unit_ball, faces, steps, seconds, series);
    return series;
}

}  // namespace swept::bench
