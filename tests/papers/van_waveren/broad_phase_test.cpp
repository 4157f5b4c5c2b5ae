// Sweeps by van Waveren's broad phase give the same bits as by the trees of both shapes, with
// either zone.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <variant>

#include "core/inside.h"
#include "papers/van_waveren/bsp_traverse.h"
#include "sweep/sweep_setup.h"
#include "swept/papers/van_waveren.h"
#include "swept/solids.h"
#include "tests/oracle/sweep_scenes.h"
#include "tests/repeats.h"
#include "tests/sweep/samples.h"

namespace swept::papers::van_waveren {
namespace {

using namespace test;
using oracle::SweepCase;

/// By the library itself.
SweepResult answer(const SweepCase& c) {
    swept::SweepOptions options = c.options;
    options.budget = swept::no_budget;
    return sweep({c.mover.shape, c.world_from_mover}, c.motion,
                 {c.obstacle.shape, c.world_from_obstacle}, options);
}

/// By the paper, without a budget.
SweepResult by_paper(const SweepCase& c, Zone zone, BroadPhase phase,
                     std::uint64_t budget = swept::no_budget) {
    const SweepOptions options{.zone = zone,
                               .broad_phase = phase,
                               .margin = c.options.margin,
                               .initial_overlap = c.options.initial_overlap,
                               .budget = budget,
                               .warm_start = c.options.warm_start};
    return sweep({c.mover.shape, c.world_from_mover}, c.motion,
                 {Model(c.obstacle.shape), c.world_from_obstacle}, options);
}

SweepCase random_case(std::uint64_t seed, int i) {
    oracle::SceneChance chance(seed, static_cast<std::uint64_t>(i));
    return oracle::random_sweep(chance);
}

TEST(broad_phase, gives_the_same_bits_in_random_scenes) {
    std::array<int, 3> hits{}, free{};
    for (int i = 0; i < test::repeats(6000); ++i) {
        const SweepCase c = random_case(11, i);
        const SweepResult by_trees = answer(c);
        const SweepResult by_bsp = by_paper(c, Zone::rounded, BroadPhase::axial_bsp);
        ASSERT_TRUE(same_answer(by_trees, by_bsp)) << i << '\n' << describe(c);
        const std::size_t kind = c.motion.index();
        hits[kind] += by_trees.state == State::hit;
        free[kind] += by_trees.state == State::free;
    }
    for (std::size_t kind = 0; kind < 3; ++kind) {  // translations, rotations, screws
        EXPECT_GT(hits[kind], test::repeats(300)) << kind;
        EXPECT_GT(free[kind], test::repeats(300)) << kind;
    }
}

TEST(broad_phase, gives_the_same_bits_with_the_papers_zone) {
    int hits = 0;
    for (int i = 0; i < test::repeats(2000); ++i) {
        const SweepCase c = random_case(13, i);
        const SweepResult by_trees = by_paper(c, Zone::paper, BroadPhase::trees);
        const SweepResult by_bsp = by_paper(c, Zone::paper, BroadPhase::axial_bsp);
        ASSERT_TRUE(same_answer(by_trees, by_bsp)) << i << '\n' << describe(c);
        hits += by_trees.state == State::hit;
    }
    EXPECT_GT(hits, test::repeats(200));
}

constexpr SweepOptions rounded{.zone = Zone::rounded};

/// Meshes of many faces, in which slices and orders differ most.
void expect_same_bits(const Polyhedron& mover, const Polyhedron& obstacle, double reach,
                      unsigned seed, int count) {
    const PlacedModel model{Model(obstacle), Pose()};
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
        const SweepResult by_trees = sweep({mover, start}, motion, {obstacle});
        const SweepResult by_bsp = sweep({mover, start}, motion, model, rounded);
        ASSERT_TRUE(same_answer(by_trees, by_bsp)) << i;
        looked_at += by_trees.state != State::overlapping;
        hits += by_trees.state == State::hit;
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
    const PlacedModel model{Model(level), Pose()};
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
            const SweepResult by_trees = sweep({mover, start}, motion, {level});
            ASSERT_TRUE(same_answer(by_trees, sweep({mover, start}, motion, model, rounded))) << i;
            looked_at += by_trees.state != State::overlapping;
            hits += by_trees.state == State::hit;
        }
        if (test::sanitized) continue;  // too few to count
        EXPECT_GT(hits, looked_at / 4);
        EXPECT_LT(hits, looked_at);
    }
}

TEST(broad_phase, a_spent_budget_leaves_a_proven_fraction) {
    int undecided = 0, part_of_the_way = 0;
    for (int i = 0; i < test::repeats(600); ++i) {
        const SweepCase c = random_case(14, i);
        const SweepResult whole = by_paper(c, Zone::rounded, BroadPhase::axial_bsp);
        const SweepResult cut =
            by_paper(c, Zone::rounded, BroadPhase::axial_bsp, static_cast<std::uint64_t>(i % 60));
        if (cut.state != State::undecided) {
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

// ---- what the options are ----

TEST(van_waveren_sweep, the_default_is_the_papers_zone_by_the_axial_bsp) {
    const Polyhedron floor = box(4, 4, 1), crate = box(1, 1, 1);
    const PlacedModel model{Model(floor), Pose()};
    const SweepResult r = sweep({crate, at(0.3, 0.2, 3)}, along(0, 0, -4), model);
    ASSERT_EQ(r.state, State::hit);
    EXPECT_NEAR(r.free_fraction, 0.5, 1e-8);
    EXPECT_LE((r.contact.normal - Vector3d(0, 0, 1)).norm(), 1e-12);
    EXPECT_EQ(r.margin, sweep({crate, at(0.3, 0.2, 3)}, along(0, 0, -4), {floor}).margin);
}

TEST(van_waveren_sweep, several_obstacles_and_steps_are_those_of_single_sweeps) {
    const Polyhedron crate = box(1, 1, 1);
    const Model floor(box(9, 9, 1));
    const std::vector<PlacedModel> obstacles{{floor, at(0, 0, -5)}, {floor, at(0, 0, -2)}};
    const SweepResult r = sweep({crate, at(0, 0, 3)}, along(0, 0, -8), obstacles, rounded);
    EXPECT_EQ(r.state, State::hit);
    EXPECT_EQ(r.obstacle, 1U);
    const TranslateThenRotate step{Translation::make({0, 0, -1}).value(),
                                   Rotation::make({0, 0, 2}, {0, 0, 1}, 1).value()};
    const StepResult s = sweep({crate, at(0, 0, 3)}, step, obstacles, rounded);
    EXPECT_EQ(s.translation.state, State::free);
    ASSERT_TRUE(s.rotation);
    EXPECT_EQ(s.rotation->state, State::free);
    EXPECT_EQ(sweep({crate, at(0, 0, 3)}, along(0, 0, -8), std::span<const PlacedModel>()).state,
              State::free);
}

TEST(van_waveren_sweep, screws_that_advance_are_undecided_with_the_papers_zone) {
    const Polyhedron crate = box(1, 1, 1);
    const Motion drill = Screw::make({0, 0, 0}, {0, 0, 1}, 2, -4).value();
    const PlacedModel floor{Model(box(9, 9, 1)), Pose()};
    EXPECT_EQ(sweep({crate, at(0, 0, 3)}, drill, floor).state, State::undecided);
    EXPECT_EQ(sweep({crate, at(0, 0, 3)}, drill, floor, rounded).state, State::hit);
}

TEST(van_waveren_sweep, two_models_that_both_move_are_as_with_sweep_both) {
    int hits = 0;
    for (int i = 0; i < test::repeats(200); ++i) {
        const SweepCase c = random_case(16, i);
        const Motion against = along(0.1 * (i % 7), -0.2, 0.1);
        const MutualSweepResult own =
            swept::sweep_both({{c.mover.shape, c.world_from_mover}, Translation()},
                              {{c.obstacle.shape, c.world_from_obstacle}, against});
        const MutualSweepResult paper =
            sweep_both({Model(c.mover.shape), c.world_from_mover, Translation()},
                       {Model(c.obstacle.shape), c.world_from_obstacle, against}, rounded);
        ASSERT_TRUE(same_answer(own.sweep, paper.sweep)) << i << '\n' << describe(c);
        hits += own.sweep.state == State::hit;
    }
    EXPECT_GT(hits, test::repeats(10));
}

}  // namespace
}  // namespace swept::papers::van_waveren
