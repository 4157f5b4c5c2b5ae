// Mass, centre and inertia of solids, by their formulas.

#include <gtest/gtest.h>

#include "swept/solids.h"
#include "tests/dynamics/bodies_to_throw.h"

namespace swept {
namespace {

using namespace test;

TEST(mass_properties, of_a_box_are_those_of_the_formula) {
    const MassProperties m = mass_properties(solid("box,size=2x3x4"), 5).value();
    EXPECT_NEAR(m.mass, 120, 1e-12);
    EXPECT_LT(m.centre.norm(), 1e-14);
    EXPECT_NEAR(m.inertia(0, 0), 120 * (9 + 16) / 12.0, 1e-11);
    EXPECT_NEAR(m.inertia(1, 1), 120 * (4 + 16) / 12.0, 1e-11);
    EXPECT_NEAR(m.inertia(2, 2), 120 * (4 + 9) / 12.0, 1e-11);
    EXPECT_LT(std::abs(m.inertia(0, 1)) + std::abs(m.inertia(1, 2)), 1e-12);
}

TEST(mass_properties, do_not_suffer_far_from_the_origin) {
    Mesh mesh = make_solid("box,size=1x1x1").value();
    for (Vector3d& v : mesh.vertices) v += Vector3d(1000, -2000, 500);
    const MassProperties m = mass_properties(Polyhedron::build(mesh).value(), 1).value();
    EXPECT_NEAR(m.mass, 1, 1e-11);
    EXPECT_LT((m.centre - Vector3d(1000, -2000, 500)).norm(), 1e-10);
    EXPECT_NEAR(m.inertia(0, 0), 1 / 6.0, 1e-10);
}

TEST(mass_properties, of_a_fine_sphere_come_close_to_those_of_the_ball) {
    const auto ball = Polyhedron::build(make_sphere(1, 64, 128).value()).value();
    const MassProperties m = mass_properties(ball, 1).value();
    const double mass = 4 * 3.14159265358979 / 3;
    EXPECT_NEAR(m.mass / mass, 1, 2e-3);
    EXPECT_NEAR(m.inertia(2, 2) / (0.4 * mass), 1, 4e-3);
}

TEST(mass_properties, of_what_is_no_solid_are_errors) {
    Mesh open = make_solid("box,size=1x1x1").value();
    open.corners.resize(open.polygon_ends[4]);
    open.polygon_ends.resize(5);
    const Polyhedron shell = Polyhedron::build(open).value();
    EXPECT_FALSE(mass_properties(shell, 1));
    EXPECT_FALSE(mass_properties(solid("box,size=1x1x1"), 0));
    EXPECT_FALSE(mass_properties(solid("box,size=1x1x1"), -1));
    EXPECT_FALSE(mass_properties(solid("box,size=1x1x1"), std::nan("")));
}

}  // namespace
}  // namespace swept
