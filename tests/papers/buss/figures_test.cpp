// Figure 13 by pixels: two tori of which one passes through the other.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "swept/papers/buss.h"
#include "swept/solids.h"
#include "swept/swept.h"

namespace swept {
namespace {

using Eigen::Vector3d;

Pose at(const Vector3d& place, double angle, const Vector3d& axis) {
    return Pose::make(place, Quaternion(Eigen::AngleAxisd(angle, axis.normalized()))).value();
}

// tests/collisions/figures_test.cpp: where the three are.
TEST(screen_figures, figure_13_pixels_see_the_three_groups_of_proper_collisions) {
    const Polyhedron torus =
        Polyhedron::build(make_torus(20, 15, 1, 0.3).value(), {.merge_coplanar = 1e-9}).value();
    const BodyStep a{torus, at({0.31, -1.2, -1.9}, 1.2, {1, 0.15, 0}),
                     at({0.15, 1.1, 1.6}, 1.69, {1, 0.1, 0.2})};
    const BodyStep b{torus, Pose(), Pose()};
    const auto exact = all_collisions(a, b, {.min_properness = 0}).value();
    const auto groups = group_within(exact.collisions, 0.1);
    ASSERT_EQ(groups.size(), 3U);
    const auto drawn =
        papers::buss::all_collisions(a, b, {.pixels = {.size = 0.02}, .min_properness = 0}).value();
    for (const auto& group : groups) {
        EXPECT_TRUE(std::ranges::any_of(drawn.collisions, [&](const Collision& c) {
            return (c.contact.point - group[0].contact.point).norm() < 0.04 &&
                   std::abs(c.fraction - group[0].fraction) < 0.02;
        }));
    }
}

}  // namespace
}  // namespace swept
