#include "growth.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "swept/solids.h"

namespace swept::bench {

namespace {

/// Shapes of 4 n^2 faces: from a thousand to 262,144, about twice as many each time.
constexpr std::array all_sides{16, 23, 32, 45, 64, 91, 128, 181, 256};

Subject subject(const char* name, const Result<Mesh>& mesh) {
    const Polyhedron shape = Polyhedron::build(mesh.value()).value();
    (void)shape.box_tree();
    return {name, shape, shape.box().size().maxCoeff()};
}

/// Starts about the origin, at these distances, heading for a place near it. They do not depend on
/// the meshes.
std::vector<Start> starts_around(std::size_t count, double nearest, double furthest, double miss) {
    Random random(77);
    std::vector<Start> starts;
    for (std::size_t i = 0; i < count; ++i) {
        Start start;
        const Eigen::Vector3d from = random.direction() * random.uniform(nearest, furthest);
        start.pose = Pose::make(from, random.rotation()).value();
        const Eigen::Vector3d goal = random.direction() * random.uniform(0, miss);
        start.way = goal - from;
        start.sideways = start.way.cross(random.direction()).normalized();
        start.lean = random.uniform(-1, 1);
        start.share = random.uniform(0.25, 1);
        starts.push_back(start);
    }
    return starts;
}

GrowthPoint measure_point(const Subject& mover, const Subject& obstacle,
                          std::span<const Start> starts, MotionKind kind, int rounds) {
    std::vector<Question> questions;
    for (const Start& s : starts) {
        questions.push_back({s.pose, make_motion(s, kind, mover.size, 1)});
    }
    const Row row = measure_row(mover, obstacle, kind, questions, rounds);
    return {row.obstacle_faces, row.times.mean(), row.times.most(), row.hits, row.feature_pairs};
}

}  // namespace

double GrowthSeries::exponent() const {
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (const GrowthPoint& point : points) {
        const double x = std::log(static_cast<double>(point.faces)), y = std::log(point.mean);
        n += 1;
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

std::vector<GrowthSeries> measure_growth(const Effort& effort) {
    const int rounds = effort.rounds + 2;  // a fit of few points
    // Tori of outer radius 1; a box of side 0.3 past a ball of radius 1.
    const auto by_tori = starts_around(effort.growth_questions, 2.05, 2.6, 4);
    const auto by_ball = starts_around(effort.growth_questions, 1.3, 2, 3);
    const Subject box = subject("box", make_box({0.3, 0.25, 0.2}));
    std::vector<GrowthSeries> series{
        {"tori, way", {}}, {"tori, turn", {}}, {"box, way", {}}, {"box, turn", {}}};
    for (const int sides : all_sides) {
        (void)std::fprintf(stderr, "growth: %d faces\n", 4 * sides * sides);
        const Subject torus = subject("torus", make_torus(2 * sides, sides, 0.7, 0.3));
        const Subject ball = subject("sphere", make_sphere(1, sides + 1, 2 * sides));
        std::size_t at = 0;
        for (const MotionKind kind : {MotionKind::way, MotionKind::turn}) {
            series[at].points.push_back(measure_point(torus, torus, by_tori, kind, rounds));
            series[at + 2].points.push_back(measure_point(box, ball, by_ball, kind, rounds));
            ++at;
        }
    }
    return series;
}

}  // namespace swept::bench
