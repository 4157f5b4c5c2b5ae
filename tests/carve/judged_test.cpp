// Carves against CGAL: same volumes, same points inside.

#include <gtest/gtest.h>

#include "swept/solids.h"
#include "tests/carve/samples.h"
#include "tests/oracle/carve_check.h"
#include "tests/oracle/cgal_carve.h"

namespace swept::test {
namespace {

Mesh placed(Mesh mesh, const Pose& pose) {
    for (Vector3d& v : mesh.vertices) v = pose * v;
    return mesh;
}

/// Points on the sphere: a convex tool of triangles.
Mesh random_tool(std::mt19937& random, int kind) {
    std::uniform_real_distribution<double> size(0.3, 1.4);
    switch (kind % 4) {
        case 0:
            return make_box({size(random), size(random), size(random)}).value();
        case 1:
            return make_prism(3 + kind % 9, size(random), size(random)).value();
        case 2:
            return make_sphere(size(random), 2 + kind % 6, 3 + kind % 7).value();
        default:
            return make_brick({1, 1.2, 0.8}, 0.1 * size(random)).value();
    }
}

TEST(carve_judged, cgal_finds_the_same_volume_and_the_same_points_inside) {
    std::mt19937 random(11);
    const Mesh solids[] = {make_box({2, 2, 2}).value(), make_sphere(1.2, 8, 12).value(),
                           make_torus(14, 8, 1, 0.4).value(), make_prism(7, 1, 2).value()};
    std::uniform_real_distribution<double> unit(-1.5, 1.5);
    int cut = 0, judged = 0, inside = 0, points_asked = 0;
    for (int i = 0; i < 120; ++i) {
        const Mesh& mesh = solids[i % 4];
        const Mesh tool = random_tool(random, i);
        const Pose pose = random_pose(random, 1.2);
        Rock rock;
        rock.add(mesh);
        const Carved result = carve_and_check(rock, solid(tool), pose);
        EXPECT_EQ(result.attempts, 1);
        if (!result.met) continue;
        ++cut;
        const auto judge = oracle::CarveJudge::make(mesh, placed(tool, pose));
        if (!judge) continue;
        ++judged;
        const Mesh left = rock.mesh();
        EXPECT_NEAR(volume_of(left), judge->volume(), 1e-9) << i;
        std::vector<Vector3d> points;
        for (int k = 0; k < 40; ++k) points.emplace_back(unit(random), unit(random), unit(random));
        const std::vector<bool> answers = judge->inside(points);
        for (std::size_t k = 0; k < points.size(); ++k) {
            EXPECT_NEAR(winding_number(left, points[k]), answers[k] ? 1 : 0, 1e-6) << i;
            inside += answers[k] ? 1 : 0;
            ++points_asked;
        }
    }
    EXPECT_GT(cut, 60);
    EXPECT_GT(judged, cut * 9 / 10);
    EXPECT_GT(inside, points_asked / 20);
}

TEST(carve_judged, cgal_agrees_about_tools_on_a_grid) {
    std::mt19937 random(12);
    std::uniform_int_distribution<int> place(-2, 4), size(1, 4);
    int judged = 0;
    for (int i = 0; i < 60; ++i) {
        const Mesh mesh = box({0, 0, 0}, {4, 4, 4});
        const Vector3d lower(place(random), place(random), place(random));
        const Mesh tool = box(lower, lower + Vector3d(size(random), size(random), size(random)));
        Rock rock;
        rock.add(mesh);
        const Carved result = carve_and_check(rock, solid(tool));
        const auto judge = oracle::CarveJudge::make(mesh, tool);
        if (!judge) continue;
        // Wholly in the rock: a carve meets no surface and makes no cavity.
        const bool buried =
            (lower.array() > 0).all() && ((solid(tool).box().upper.array()) < 4).all();
        if (buried) {
            EXPECT_FALSE(result.met);
            continue;
        }
        ++judged;
        EXPECT_NEAR(volume_of(rock.mesh()), judge->volume(), 1e-9) << i;
    }
    EXPECT_GT(judged, 40);
}

TEST(carve_judged, cgal_agrees_about_tools_with_vertices_exactly_on_walls) {
    std::mt19937 random(13);
    std::uniform_int_distribution<int> quarter(-4, 4), axis(0, 2);
    std::uniform_real_distribution<double> unit(-1, 1);
    const Mesh mesh = make_box({2, 2, 2}).value();
    int judged = 0, inside = 0;
    for (int i = 0; i < 60; ++i) {
        const Mesh tool = random_tool(random, i);
        Vector3d place;
        for (double& x : place) x = quarter(random) / 4.0;
        place[axis(random)] = i % 2 == 0 ? 1 : -1;
        const Pose pose = at(place);
        Rock rock;
        rock.add(mesh);
        carve_and_check(rock, solid(tool), pose);
        const auto judge = oracle::CarveJudge::make(mesh, placed(tool, pose));
        if (!judge) continue;
        ++judged;
        const Mesh left = rock.mesh();
        EXPECT_NEAR(volume_of(left), judge->volume(), 1e-9) << i;
        oracle::CarveCheck check(mesh, false);
        check.add_tool(solid(tool), pose);
        EXPECT_EQ(check.fault(left, random, 20), "") << i;
        std::vector<Vector3d> points;  // within the tool and around it
        for (int k = 0; k < 20; ++k) {
            Vector3d to;
            for (double& x : to) x = unit(random);
            points.emplace_back(place + to);
        }
        const std::vector<bool> answers = judge->inside(points);
        for (std::size_t k = 0; k < points.size(); ++k) {
            EXPECT_NEAR(winding_number(left, points[k]), answers[k] ? 1 : 0, 1e-6) << i;
            inside += answers[k] ? 1 : 0;
        }
    }
    EXPECT_GT(judged, 40);
    EXPECT_GT(inside, 60);
}

}  // namespace
}  // namespace swept::test
