#include "scaling.h"

#include <algorithm>
#include <cmath>

#include "../bench.h"

namespace swept::bench {

namespace {

/// Sides of the tori: steps of 2 in polygons, of sqrt 2 where the growth is fitted.
constexpr std::array torus_sides{16, 23, 32, 40, 56, 67, 79, 94, 112, 133, 158, 224};
constexpr std::array fitted_sides{56, 158};

std::vector<Curve> time_peers(const std::vector<std::unique_ptr<Peer>>& built, const Course& course,
                              int rounds) {
    std::vector<Peer*> peers;
    peers.reserve(built.size());
    for (const auto& peer : built) peers.push_back(peer.get());
    return time_course(peers, course, rounds);
}

ScalingRow measure_torus(int sides, const Effort& effort) {
    const Model model = load(torus_source(sides)).value();
    std::vector<std::unique_ptr<Peer>> built;
    built.push_back(swept_peer(model.shape));
    const std::vector<PeerKind> fcl = fcl_oriented_kinds();
    if (!fcl.empty()) built.push_back(fcl[0].build(soup_of(model.shape)));
    const Course course = make_course(model.shape, effort.turns);
    const std::vector<Curve> curves = time_peers(built, course, effort.rounds);
    ScalingRow row{.triangles = model.triangles, .swept = curves[0]};
    if (!fcl.empty()) row.fcl = curves[1];
    return row;
}

/// The exponent by which the time grows with the polygons.
double slope(const std::vector<ScalingRow>& rows, double (*mean)(const Curve&)) {
    double n = 0;
    double sx = 0;
    double sy = 0;
    double sxx = 0;
    double sxy = 0;
    for (const ScalingRow& row : rows) {
        const auto triangles = static_cast<double>(row.triangles);
        if (triangles < 4.0 * fitted_sides[0] * fitted_sides[0]) continue;
        if (triangles > 4.0 * fitted_sides[1] * fitted_sides[1]) continue;
        const double x = std::log2(triangles);
        const double y = std::log2(mean(row.swept));
        n += 1;
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

}  // namespace

std::vector<ScalingRow> measure_scaling(const Effort& effort) {
    std::vector<ScalingRow> rows;
    for (const int sides : torus_sides) {
        (void)std::fprintf(stderr, "scaling: torus of %d triangles\n", 4 * sides * sides);
        rows.push_back(measure_torus(sides, effort));
    }
    return rows;
}

double growth_per_doubling(const std::vector<ScalingRow>& rows) {
    return std::exp2(std::max(slope(rows, mean_with_0), slope(rows, mean_without_0)));
}

}  // namespace swept::bench
