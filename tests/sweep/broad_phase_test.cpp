// Answers do not depend on how candidates are found: the trees, other trees, and the trajectory
// paper's axial BSP-tree give the same bits.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <variant>

#include "core/inside.h"
#include "sweep/bsp_traverse.h"
#include "sweep/sweep_setup.h"
#include "tests/oracle/sweep_scenes.h"
#include "tests/other_trees.h"
#include "tests/repeats.h"
#include "tests/sweep/samples.h"

namespace swept {
namespace {

using namespace test;
using oracle::SweepCase;

SweepResult answer(const SweepCase& c, BroadPhase phase, Scratch* scratch = nullptr) {
    SweepOptions options = c.options;
    options.broad_phase = phase;
    options.budget = SweepOptions::no_budget;
    return sweep(c.mover.shape, c.world_from_mover, c.motion, c.obstacle.shape,
                 c.world_from_obstacle, options, scratch);
}

SweepCase random_case(std::uint64_t seed, int i) {
    oracle::SceneChance chance(seed, static_cast<std::uint64_t>(i));
    return oracle::random_sweep(chance);
}

TEST(broad_phase, gives_the_same_bits_in_random_scenes) {
    std::array<int, 3> hits{}, free{};
    Scratch scratch;
    for (int i = 0; i < test::repeats(6000); ++i) {
        const SweepCase c = random_case(11, i);
        const SweepResult by_trees = answer(c, BroadPhase::trees);
        const SweepResult by_bsp = answer(c, BroadPhase::axial_bsp, &scratch);
        ASSERT_TRUE(same_answer(by_trees, by_bsp)) << i << '\n' << describe(c);
        const std::size_t kind = c.motion.index();
        hits[kind] += by_trees.state == SweepState::hit;
        free[kind] += by_trees.state == SweepState::free;
    }
    for (std::size_t kind = 0; kind < 3; ++kind) {  // translations, rotations, screws
        EXPECT_GT(hits[kind], test::repeats(300)) << kind;
        EXPECT_GT(free[kind], test::repeats(300)) << kind;
    }
}

TEST(broad_phase, other_trees_give_the_same_bits) {
    for (int i = 0; i < test::repeats(2000); ++i) {
        SweepCase c = random_case(12, i);
        const SweepResult first = answer(c, BroadPhase::trees);
        for (oracle::NamedShape* named : {&c.mover, &c.obstacle}) {
            named->shape = test::with_other_tree(named->shape, 2, test::Halving::evenly);
        }
        ASSERT_TRUE(same_answer(first, answer(c, BroadPhase::trees))) << i << '\n' << describe(c);
    }
}

TEST(broad_phase, gives_the_same_bits_by_the_papers_rule) {
    int hits = 0;
    for (int i = 0; i < test::repeats(2000); ++i) {
        SweepCase c = random_case(13, i);
        c.options.rule = ZoneRule::paper;
        const SweepResult by_trees = answer(c, BroadPhase::trees);
        ASSERT_TRUE(same_answer(by_trees, answer(c, BroadPhase::axial_bsp))) << i << '\n'
                                                                             << describe(c);
        hits += by_trees.state == SweepState::hit;
    }
    EXPECT_GT(hits, test::repeats(200));
}

/// Meshes of many faces, in which slices and orders differ most.
void expect_same_bits(const Polyhedron& mover, const Polyhedron& obstacle, double reach,
                      unsigned seed, int count) {
    Random random(seed);
    int hits = 0, looked_at = 0;
    for (int i = 0; i < test::repeats(count); ++i) {
        const Pose start = random.pose(reach);
        Motion motion = past_the_origin(random, start.translation(), reach / 3, i % 3 != 0);
        if (i % 3 == 2) {
            motion = Screw::make(random.point(reach), random.direction(), random.uniform(-9, 9),
                                 random.uniform(-reach, reach))
                         .value();
        }
        SweepOptions options;
        const SweepResult by_trees = sweep(mover, start, motion, obstacle, Pose(), options);
        options.broad_phase = BroadPhase::axial_bsp;
        const SweepResult by_bsp = sweep(mover, start, motion, obstacle, Pose(), options);
        ASSERT_TRUE(same_answer(by_trees, by_bsp)) << i;
        looked_at += by_trees.state != SweepState::overlapping;
        hits += by_trees.state == SweepState::hit;
    }
    EXPECT_GE(hits, looked_at / 10);
    EXPECT_LT(hits, looked_at);
}

TEST(broad_phase, gives_the_same_bits_for_curved_shapes) {
    expect_same_bits(built(make_torus(24, 12, 0.7, 0.3)), built(make_torus(20, 14, 1, 0.2)), 2, 1,
                     150);
}

TEST(broad_phase, gives_the_same_bits_for_a_shape_in_a_level) {
    const Polyhedron level = built(make_level({.rooms = 9}));
    for (const Polyhedron& mover : {box(1, 1, 2), built(make_sphere(0.6, 6, 9))}) {
        Random random(2);
        int hits = 0, looked_at = 0;
        for (int i = 0; i < test::repeats(120); ++i) {
            const Vector3d place(random.uniform(-4, 25), random.uniform(-4, 25),
                                 random.uniform(1.5, 3));
            const Pose start = turned(place, random.direction(), random.uniform(0, 6));
            Motion motion = Translation::make(random.point(8)).value();
            if (i % 3 == 1) {
                motion = about(place + random.point(3), random.direction(), random.uniform(-6, 6));
            } else if (i % 3 == 2) {
                motion = Screw::make(place + random.point(1), random.direction(),
                                     random.uniform(-9, 9), random.uniform(-5, 5))
                             .value();
            }
            SweepOptions options;
            const SweepResult by_trees = sweep(mover, start, motion, level, Pose(), options);
            options.broad_phase = BroadPhase::axial_bsp;
            ASSERT_TRUE(same_answer(by_trees, sweep(mover, start, motion, level, Pose(), options)))
                << i;
            looked_at += by_trees.state != SweepState::overlapping;
            hits += by_trees.state == SweepState::hit;
        }
        if (test::sanitized) continue;  // too few to count
        EXPECT_GT(hits, looked_at / 4);
        EXPECT_LT(hits, looked_at);
    }
}

TEST(broad_phase, a_spent_budget_leaves_a_proven_fraction) {
    int undecided = 0, part_of_the_way = 0;
    for (int i = 0; i < test::repeats(600); ++i) {
        SweepCase c = random_case(14, i);
        const SweepResult whole = answer(c, BroadPhase::axial_bsp);
        c.options.broad_phase = BroadPhase::axial_bsp;
        c.options.budget = static_cast<std::uint64_t>(i % 60);
        const SweepResult cut = sweep(c.mover.shape, c.world_from_mover, c.motion, c.obstacle.shape,
                                      c.world_from_obstacle, c.options);
        if (cut.state != SweepState::undecided) {
            EXPECT_TRUE(same_answer(cut, whole)) << i;
            continue;
        }
        ++undecided;
        part_of_the_way += cut.free_fraction > 0;
        EXPECT_LE(cut.free_fraction, whole.free_fraction) << i;
    }
    EXPECT_GT(undecided, test::repeats(50));
    EXPECT_GT(part_of_the_way, test::repeats(5));
}

// ---- the box of a motion ----

TEST(broad_phase, the_box_of_a_motion_holds_every_vertex_at_every_moment) {
    double fill = 0;
    int count = 0;
    for (int i = 0; i < test::repeats(1000); ++i) {
        const SweepCase c = random_case(15, i);
        const std::vector<MovingShape> movers{MovingShape(c.mover.shape, c.world_from_mover)};
        const std::vector<PlacedShape> others{PlacedShape(c.obstacle.shape, c.world_from_obstacle)};
        const SweepSetup setup = make_course(movers, c.motion, SceneExtent(others), c.options, 0);
        if (!setup.measurable) continue;
        FacePairContext setting;
        setting.path = setup.path;
        FeatureCache faces;
        std::vector<FaceCandidate> candidates;
        BestStop best;
        SweepStats stats;
        std::uint64_t budget = 0;
        const SweepTraversal traversal{.mover = movers[0].placed,
                                       .obstacle = others[0],
                                       .setting = setting,
                                       .scale = setup.scale,
                                       .lift = Vector3d::Zero(),
                                       .margin = setup.margin,
                                       .mover_faces = faces,
                                       .obstacle_faces = faces,
                                       .candidates = candidates,
                                       .paper = nullptr,
                                       .best = best,
                                       .stats = stats,
                                       .budget = budget};
        const Box box = box_of_motion(traversal);
        const Pose to_obstacle = c.world_from_obstacle.inverse();
        const bool repeats = setup.repeats;
        Box seen;
        for (int k = 0; k <= 100; ++k) {
            const double fraction = repeats ? k / 100.0 * setup.path.end / setup.angle : k / 100.0;
            const Pose pose = to_obstacle * pose_at(c.motion, c.world_from_mover, fraction);
            for (const Vector3d& v : c.mover.shape.vertices()) seen.add(pose * v);
        }
        // Rounding of these samples alone may put them outside of the margin around the box.
        EXPECT_TRUE((seen.lower.array() >= box.lower.array()).all()) << i << '\n' << describe(c);
        EXPECT_TRUE((seen.upper.array() <= box.upper.array()).all()) << i << '\n' << describe(c);
        const double size = seen.size().maxCoeff();
        if (!(size > 0)) continue;
        fill += size / box.size().maxCoeff();
        ++count;
    }
    EXPECT_GT(fill / count, 0.7);  // and it is not much larger than need be
}

TEST(broad_phase, large_triangles_are_paid_for_too) {
    // A ball of many faces in a room of few: its volumes are held against the walls themselves.
    const Polyhedron ball = Polyhedron::build(make_sphere(0.5, 40, 80).value()).value();
    const Polyhedron room = Polyhedron::build(make_room().value()).value();
    const Pose start = Pose::make({0, 0, 1.5}).value();
    const Motion way = Translation::make({1, 0.5, 0.2}).value();
    const SweepResult whole = sweep(ball, start, way, room, Pose());
    ASSERT_EQ(whole.state, SweepState::free);
    ASSERT_GT(whole.stats.volume_tests, 64U);
    SweepOptions options;
    options.budget = 40;
    const SweepResult cut = sweep(ball, start, way, room, Pose(), options);
    EXPECT_EQ(cut.state, SweepState::undecided);
    EXPECT_LE(cut.stats.volume_tests, options.budget + 1);  // the wholes are compared in any case
}

TEST(broad_phase, a_warm_start_changes_no_answer_and_spares_work) {
    const Polyhedron torus = Polyhedron::build(make_torus(48, 24, 0.7, 0.3).value()).value();
    std::uint64_t cold_work = 0, warm_work = 0;
    int hits = 0;
    for (int i = 0; i < 24; ++i) {
        const double angle = 0.26 * i;
        const Eigen::Vector3d from(2.3 * std::cos(angle), 2.3 * std::sin(angle), 0.3);
        const Pose start = Pose::make(from).value();
        const Motion way = Translation::make({-1.2 * from.x(), -1.2 * from.y(), 0}).value();
        const SweepResult cold = sweep(torus, start, way, torus, Pose());
        SweepOptions options;
        options.warm_start =
            std::array{cold.contact.mover.face_index, cold.contact.obstacle.face_index};
        const SweepResult warm = sweep(torus, start, way, torus, Pose(), options);
        EXPECT_EQ(cold.free_fraction, warm.free_fraction);
        EXPECT_EQ(cold.contact.mover.face, warm.contact.mover.face);
        EXPECT_EQ(cold.contact.obstacle.face, warm.contact.obstacle.face);
        // Of other shapes, or none: ignored.
        options.warm_start = std::array{FaceIndex(999999), FaceIndex(0)};
        EXPECT_EQ(cold.free_fraction,
                  sweep(torus, start, way, torus, Pose(), options).free_fraction);
        hits += cold.state == SweepState::hit ? 1 : 0;
        cold_work += cold.stats.volume_tests + cold.stats.face_pairs;
        warm_work += warm.stats.volume_tests + warm.stats.face_pairs;
    }
    EXPECT_GT(hits, 12);
    EXPECT_LT(warm_work, cold_work);
}

}  // namespace
}  // namespace swept
