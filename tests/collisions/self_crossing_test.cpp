// Collisions of a step with a closed mesh that crosses itself: the fold counts, front or back.

#include <gtest/gtest.h>

#include "swept/solids.h"
#include "swept/swept.h"

namespace swept {
namespace {

TEST(glide_self_crossing, an_inverted_spike_is_collided_with) {
    // A cube whose top centre is pulled down through its bottom.
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
    const Polyhedron spike = Polyhedron::build(mesh).value();
    const Polyhedron box = Polyhedron::build(make_box({0.2, 0.2, 0.2}).value()).value();
    const auto at = [](double x) { return Pose::make({x, 0.01, -1.2}).value(); };
    const auto found = all_collisions({box, at(-3), at(0)}, {spike, Pose(), Pose()});
    ASSERT_TRUE(found.has_value());
    ASSERT_FALSE(found->collisions.empty()) << "only its front counted";
    const SweepResult swept = sweep({box, at(-3)}, Translation::make({3, 0, 0}).value(), {spike});
    ASSERT_EQ(swept.state, State::hit);
    EXPECT_NEAR(found->collisions[0].fraction, swept.free_fraction, 1e-6);
}

}  // namespace
}  // namespace swept
