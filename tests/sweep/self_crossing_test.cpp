// Closed meshes that cross themselves, or show their backs: nothing goes through them, whatever
// their faces look at. Judged by the distances of a flat list of features, which know no sides, and
// by exact overlap at the end.

#include <gtest/gtest.h>

#include "swept/overlap.h"
#include "swept/path.h"
#include "swept/solids.h"
#include "tests/oracle/sweep_check.h"
#include "tests/sweep/samples.h"

namespace swept {
namespace {

using Eigen::Vector3d;
using oracle::SceneChance;
using oracle::SweepCase;
using test::along;
using test::at;
using test::box;

/// A cube whose top centre is pulled down through its bottom. Front sides alone let everything
/// through the spike: "free 100 %".
Polyhedron spike() {
    Mesh mesh;
    mesh.vertices = {{-0.5, -0.5, -0.5}, {0.5, -0.5, -0.5}, {0.5, 0.5, -0.5},
                     {-0.5, 0.5, -0.5},  {-0.5, -0.5, 0.5}, {0.5, -0.5, 0.5},
                     {0.5, 0.5, 0.5},    {-0.5, 0.5, 0.5},  {0, 0, -1.5}};
    mesh.add_polygon({3, 2, 1, 0});
    mesh.add_polygon({0, 1, 5, 4});
    mesh.add_polygon({1, 2, 6, 5});
    mesh.add_polygon({2, 3, 7, 6});
    mesh.add_polygon({3, 0, 4, 7});
    mesh.add_polygon({4, 5, 8});
    mesh.add_polygon({5, 6, 8});
    mesh.add_polygon({6, 7, 8});
    mesh.add_polygon({7, 4, 8});
    return Polyhedron::build(mesh).value();
}

TEST(self_crossing, an_inverted_spike_stops_a_box) {
    const Polyhedron mover = box(0.2, 0.2, 0.2), obstacle = spike();
    ASSERT_EQ(overlap({mover, at(0, 0, -1.2)}, {obstacle}).relation, Relation::overlapping);
    const SweepResult hit = sweep({mover, at(-3, 0, -1.2)}, along(6, 0, 0), {obstacle});
    EXPECT_EQ(hit.state, State::hit);
    EXPECT_EQ(overlap({mover, hit.end}, {obstacle}).relation, Relation::separate);
    // At the height of the box's top the spike is 0.1 wide to either side.
    EXPECT_NEAR(hit.end.translation()[0], -0.2, 1e-6);
    const SweepResult by_it = sweep({obstacle, at(3, 0, 1.2)}, along(-6, 0, 0), {mover});
    EXPECT_EQ(by_it.state, State::hit) << "as a mover";
}

TEST(self_crossing, a_box_inside_out_is_not_entered) {
    Mesh mesh = oracle::inside_out(make_box({1, 1, 1}).value());
    const Polyhedron obstacle = Polyhedron::build(mesh).value();
    const SweepResult hit = sweep({box(0.2, 0.2, 0.2), at(-3, 0, 0)}, along(3, 0, 0), {obstacle});
    EXPECT_EQ(hit.state, State::hit);
    // Nor left.
    const SweepResult inside = sweep({box(0.2, 0.2, 0.2), at(0, 0, 0)}, along(3, 0, 0), {obstacle});
    EXPECT_EQ(inside.state, State::hit);
}

/// A mover of any family past a folded obstacle, or the other way round.
SweepCase folded_case(std::uint64_t number) {
    SceneChance chance(2811, number);
    SweepCase c = oracle::random_sweep(chance);
    auto folded = oracle::random_shape(chance, oracle::ShapeFamily::folded,
                                       oracle::radius_of(c.obstacle.shape) / 1.5);
    (chance.one_in(3) ? c.mover : c.obstacle) = std::move(folded);
    c.options.margin = {};
    // Placed and aimed anew: the shape is another.
    const double sum = oracle::radius_of(c.mover.shape) + oracle::radius_of(c.obstacle.shape);
    const Vector3d goal = c.world_from_obstacle * oracle::middle_of(c.obstacle.shape) +
                          sum * chance.real(0.3, 1.5) * chance.direction();
    const Eigen::Quaterniond turn = chance.rotation();
    c.world_from_mover = Pose::make(goal - turn * oracle::middle_of(c.mover.shape), turn).value();
    c.motion = oracle::scenes::aimed_motion(chance, c);
    return c;
}

TEST(self_crossing, nothing_goes_through_or_ends_inside) {
    oracle::SweepTally tally;
    int folded = 0, sound = 0;
    for (std::uint64_t i = 0; i < 500; ++i) {
        const SweepCase c = folded_case(i);
        const SweepResult result = sweep({c.mover.shape, c.world_from_mover}, c.motion,
                                         {c.obstacle.shape, c.world_from_obstacle}, c.options);
        ASSERT_EQ(oracle::check_sweep(c, result, tally), "") << i << "\n" << describe(c);
        for (const auto* shape : {&c.mover.shape, &c.obstacle.shape}) {
            if (!shape->is_closed()) continue;
            ++(shape->sides() == Sides::both ? folded : sound);
        }
        if (result.start != Relation::separate || result.state == State::undecided) continue;
        ASSERT_EQ(overlap({c.mover.shape, result.end}, {c.obstacle.shape, c.world_from_obstacle})
                      .relation,
                  Relation::separate)
            << i << "\n"
            << describe(c);
    }
    EXPECT_GT(folded, 250);
    EXPECT_GT(sound, 80);
    EXPECT_GT(tally.hit_share(), 0.3);
    EXPECT_LT(tally.hit_share(), 0.7);
}

TEST(self_crossing, no_path_leads_through) {
    const Polyhedron mover = box(0.2, 0.2, 0.2), obstacle = spike();
    const std::vector<Pose> poses{at(-3, 0, -2), at(-3, 0, -1.2), at(3, 0, -1.2)};
    const PathResult result = check_path(mover, poses, {obstacle}).value();
    EXPECT_EQ(result.state, State::hit);
    EXPECT_EQ(result.segment, 1U);
}

}  // namespace
}  // namespace swept
