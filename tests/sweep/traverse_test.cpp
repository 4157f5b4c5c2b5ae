// The pruned traversal against a flat list over all pairs of faces, made of the same kernels:
// trees, slices of time and bounds may cost time only, never a stop.

#include "sweep/traverse.h"

#include "core/inside.h"
#include "sweep/start.h"
#include "sweep/sweep_setup.h"
#include "swept/solids.h"
#include "tests/repeats.h"
#include "tests/sweep/samples.h"

namespace swept {
namespace {

using namespace test;

struct Stops {
    double pruned;
    double flat;
    double bound;  ///< how much of t a rounding of the distance is worth, at least
    std::uint64_t pairs_looked_at;
};

Stops both_ways(const Polyhedron& mover, const Pose& start, const Motion& motion,
                const Polyhedron& obstacle) {
    const std::vector<MovingShape> movers{MovingShape(mover, start)};
    const PlacedShape& a = movers[0].placed;
    const std::vector<PlacedShape> others{PlacedShape(obstacle, Pose())};
    const SweepOptions options;
    const SweepSetup setup = make_course(movers, motion, SceneExtent(others), options, 0);
    StartMemory memory;
    const StartState level = find_level(movers, others, setup, memory);
    FacePairContext setting;
    setting.path = setup.path;
    setting.inverse = setup.path.inverse();
    setting.stop = level.stop;
    setting.parallel_width = parallel_width(setup, level.stop);
    setting.mover_front = mover.sides() == Sides::front;
    setting.obstacle_front = obstacle.sides() == Sides::front;

    BestStop pruned, flat;
    SweepStats stats, flat_stats;
    std::uint64_t budget = no_budget;
    FeatureCache faces_a, faces_b;
    std::vector<FaceCandidate> candidates;
    SweepTraversal{.mover = a,
                   .obstacle = others[0],
                   .setting = setting,
                   .scale = setup.scale,
                   .lift = level.lift,
                   .margin = level.stop.distance + 4 * setup.rounding,
                   .mover_faces = faces_a,
                   .obstacle_faces = faces_b,
                   .candidates = candidates,
                   .warm_start = std::nullopt,
                   .best = pruned,
                   .stats = stats,
                   .budget = budget}
        .run();
    for (std::uint32_t i = 0; i < a.face_count(); ++i) {
        PlacedFeatures face_a;
        load_face(a, i, setting.path, staging_of_mover(setup.scale, level.lift), nullptr, face_a);
        for (std::uint32_t j = 0; j < others[0].face_count(); ++j) {
            PlacedFeatures face_b;
            load_face(others[0], j, setting.inverse, staging_of_obstacle(setup.scale, level.lift),
                      nullptr, face_b);
            search_face_pair(setting, face_a, face_b, 0, setup.path.end, flat, flat_stats);
        }
    }
    return {pruned.t, flat.t, setup.rounding / setup.speed, stats.face_pairs};
}

void expect_agreement(const Polyhedron& mover, const Polyhedron& obstacle, unsigned seed,
                      int count) {
    count = test::sanitized ? count / 4 : count;
    Random random(seed);
    int hits = 0, looked_at = 0;
    for (int i = 0; i < count; ++i) {
        const Pose start = random.pose(3);
        if (intersects({mover, start}, {obstacle})) continue;
        Motion motion = past_the_origin(random, start.translation(), 1, i % 2 == 1);
        if (i % 4 == 1) {  // an axis far away
            const Vector3d way = -start.translation(), axis = way.cross(random.direction());
            const Vector3d arm = axis.cross(way).normalized() * 3e4;
            motion = about(start.translation() - arm, axis, random.uniform(-3e-4, 3e-4));
        }
        const Stops stops = both_ways(mover, start, motion, obstacle);
        ++looked_at;
        hits += std::isfinite(stops.flat);
        ASSERT_EQ(std::isfinite(stops.pruned), std::isfinite(stops.flat)) << "case " << i;
        if (!std::isfinite(stops.flat)) continue;
        // Grazing contacts turn a rounding of the distance into its square root of time.
        EXPECT_NEAR(stops.pruned, stops.flat, std::sqrt(stops.bound)) << "case " << i;
    }
    EXPECT_GE(hits, looked_at / 5);
    EXPECT_LE(hits, looked_at * 4 / 5);
}

TEST(sweep_traverse, finds_what_a_flat_list_finds_for_convex_shapes) {
    expect_agreement(built(make_prism(5, 1, 0.5)), built(make_brick({1, 2, 0.7}, 0.1)), 1, 300);
}
TEST(sweep_traverse, finds_what_a_flat_list_finds_for_curved_shapes) {
    expect_agreement(built(make_torus(14, 8, 0.7, 0.3)), built(make_sphere(1, 8, 12)), 2, 60);
}
TEST(sweep_traverse, finds_what_a_flat_list_finds_for_open_shapes_and_polygons) {
    const Polyhedron triangle = from_faces({{{-1, -1, 0}, {1, -0.8, 0.1}, {0, 1, 0.2}}});
    expect_agreement(triangle, triangulated_floor(3, 5), 3, 300);
    expect_agreement(triangulated_floor(2, 3), built(make_room()), 4, 60);
}
TEST(sweep_traverse, finds_what_a_flat_list_finds_for_points) {
    expect_agreement(points({{0, 0, 0}, {0.5, 0.2, 1}, {-1, 0, 0}}),
                     built(make_torus(14, 8, 1, 0.5)), 5, 200);
}
TEST(sweep_traverse, finds_what_a_flat_list_finds_for_shapes_of_very_different_size) {
    expect_agreement(box(0.01, 0.01, 0.01), built(make_torus(24, 12, 1, 0.7)), 6, 150);
    expect_agreement(built(make_torus(24, 12, 1, 0.7)), box(0.02, 0.03, 0.01), 7, 150);
}

TEST(sweep_traverse, looks_at_few_pairs_of_large_meshes) {
    const Polyhedron torus = built(make_torus(64, 32, 0.7, 0.3));
    Random random(9);
    std::uint64_t pairs = 0;
    constexpr int count = 40;
    for (int i = 0; i < count; ++i) {
        const Pose start =
            turned(random.direction() * 2.2, random.direction(), random.uniform(0, 6));
        const Motion motion = Translation::make(-2 * start.translation()).value();
        pairs += sweep({torus, start}, motion, {torus}).stats.face_pairs;
    }
    // Of 16.8 million.
    EXPECT_LT(pairs / count, 4000U);
}

}  // namespace
}  // namespace swept
