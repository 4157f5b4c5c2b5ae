#include "growth.h"

#include <cmath>
#include <cstdio>

namespace swept::bench {

namespace {

using MakeBody = Polyhedron (*)(std::size_t faces);

void measure_family(const char* family, MakeBody make, const GrowthEffort& effort,
                    std::span<const GrowthWay> ways, std::vector<GrowthSeries>& series) {
    const std::size_t first = series.size();
    for (const GrowthWay& way : ways) {
        series.push_back({std::string(family) + ", " + way.name, way.is_bar, {}});
    }
    // The finest bodies hold the others: where they start apart, all do.
    const Polyhedron finest = make(effort.faces.back());
    const std::vector<ScrewStep> all_steps = passing_steps(finest, finest, effort.steps);
    for (const std::size_t count : effort.faces) {
        (void)std::fprintf(stderr, "growth: %s, %zu faces\n", family, count);
        const Polyhedron body = make(count);
        const Scene scene{family, body, body, all_steps};
        std::vector<Way> ways_here;
        for (const GrowthWay& way : ways) ways_here.push_back(way.way(scene));
        const RaceResult race = race_ways(scene, ways_here, effort.seconds);
        for (std::size_t i = 0; i < ways.size(); ++i) {
            const Answers& answers = race.ways[i].answers;
            series[first + i].points.push_back(
                {.faces = body.face_count(),
                 .short_edge = scene.short_edge(),
                 .mean = race.ways[i].mean(),
                 .stats = answers.mean_stats(),
                 .pixel_records = answers.mean_pixel_records(),
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

std::vector<GrowthSeries> measure_growth(const GrowthEffort& effort,
                                         std::span<const GrowthWay> ways) {
    std::vector<GrowthSeries> series;
    measure_family("tori", rectangle_torus, effort, ways, series);
    measure_family("balls", unit_ball, effort, ways, series);
    return series;
}

}  // namespace swept::bench
