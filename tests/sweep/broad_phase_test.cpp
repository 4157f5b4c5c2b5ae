// Answers do not depend on the trees by which candidates are found.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

#include "swept/solids.h"
#include "tests/oracle/sweep_scenes.h"
#include "tests/other_trees.h"
#include "tests/repeats.h"
#include "tests/sweep/samples.h"

namespace swept {
namespace {

using namespace test;
using oracle::SweepCase;

SweepResult answer(const SweepCase& c) {
    SweepOptions options = c.options;
    options.budget = no_budget;
    return sweep({c.mover.shape, c.world_from_mover}, c.motion,
                 {c.obstacle.shape, c.world_from_obstacle}, options);
}

SweepCase random_case(std::uint64_t seed, int i) {
    oracle::SceneChance chance(seed, static_cast<std::uint64_t>(i));
    return oracle::random_sweep(chance);
}

TEST(broad_phase, other_trees_give_the_same_bits) {
    for (int i = 0; i < test::repeats(2000); ++i) {
        SweepCase c = random_case(12, i);
        const SweepResult first = answer(c);
        for (oracle::NamedShape* named : {&c.mover, &c.obstacle}) {
            named->shape = test::with_other_tree(named->shape, 2, test::Halving::evenly);
        }
        ASSERT_TRUE(same_answer(first, answer(c))) << i << '\n' << describe(c);
    }
}

TEST(broad_phase, large_triangles_are_paid_for_too) {
    // A ball of many faces in a room of few: its volumes are held against the walls themselves.
    const Polyhedron ball = Polyhedron::build(make_sphere(0.5, 40, 80).value()).value();
    const Polyhedron room = Polyhedron::build(make_room().value()).value();
    const Pose start = Pose::make({0, 0, 1.5}).value();
    const Motion way = Translation::make({1, 0.5, 0.2}).value();
    const SweepResult whole = sweep({ball, start}, way, {room});
    ASSERT_EQ(whole.state, State::free);
    ASSERT_GT(whole.stats.volume_tests, 64U);
    SweepOptions options;
    options.budget = 40;
    const SweepResult cut = sweep({ball, start}, way, {room}, options);
    EXPECT_EQ(cut.state, State::undecided);
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
        const SweepResult cold = sweep({torus, start}, way, {torus});
        SweepOptions options;
        options.warm_start =
            std::array{cold.contact.mover.face_index, cold.contact.obstacle.face_index};
        const SweepResult warm = sweep({torus, start}, way, {torus}, options);
        EXPECT_EQ(cold.free_fraction, warm.free_fraction);
        EXPECT_EQ(cold.contact.mover.face, warm.contact.mover.face);
        EXPECT_EQ(cold.contact.obstacle.face, warm.contact.obstacle.face);
        // Of other shapes, or none: ignored.
        options.warm_start = std::array{FaceIndex(999999), FaceIndex(0)};
        EXPECT_EQ(cold.free_fraction, sweep({torus, start}, way, {torus}, options).free_fraction);
        hits += cold.state == State::hit ? 1 : 0;
        cold_work += cold.stats.volume_tests + cold.stats.face_pairs;
        warm_work += warm.stats.volume_tests + warm.stats.face_pairs;
    }
    EXPECT_GT(hits, 12);
    EXPECT_LT(warm_work, cold_work);
}

}  // namespace
}  // namespace swept
