// Characters in worlds that can be drawn on paper.

#include <gtest/gtest.h>

#include <limits>

#include "swept/solids.h"
#include "tests/dynamics/samples.h"
#include "tests/with.h"

namespace swept {
namespace {

using namespace test;

constexpr double degree = std::numbers::pi / 180;

double bottom(const Character& character) {
    return character.pose().translation().z() - 0.9;
}

// ---- ground -------------------------------------------------------------------------------------

TEST(characters, fall_to_the_ground_and_stand_a_skin_above_it) {
    const WorldSnapshot world = world_of({floor_mesh()});
    Character character = Character::make(player_box()).value();
    character.place(at(0, 0, 2));
    EXPECT_FALSE(character.on_ground());
    const CharacterMove falls = walked(character, {0, 0, -0.5}, world);
    EXPECT_FALSE(falls.on_ground);
    EXPECT_TRUE(falls.touched.empty());
    const CharacterMove lands = walked(character, {0, 0, -5}, world);
    EXPECT_TRUE(lands.on_ground);
    EXPECT_TRUE(lands.ground_normal.isApprox(Vector3d::UnitZ(), 1e-12));
    EXPECT_NEAR(bottom(character), character.skin(), 1e-3 * character.skin());
    ASSERT_FALSE(lands.touched.empty());
    EXPECT_EQ(lands.touched[0].collider.room, RoomId(0));
    EXPECT_EQ(lands.touched[0].collider.kind, ColliderRef::Kind::room);
}

TEST(characters, keep_their_height_on_a_floor_and_lose_nothing) {
    const WorldSnapshot world = world_of({floor_mesh()});
    Character character = standing(player_box(), at(-15, 0, 1), world);
    for (int i = 0; i < 200; ++i) {
        const CharacterMove made = walked(character, {0.1, 0.05, -0.05}, world);
        ASSERT_TRUE(made.on_ground);
        ASSERT_LT(made.lost.norm(), 1e-12);
        ASSERT_GT(bottom(character), 0);
        ASSERT_LT(bottom(character), 1.25 * character.skin());
        ASSERT_EQ(made.sweeps, 1);  // the common case is one sweep
    }
}

TEST(characters, do_not_need_to_be_pulled_down_to_stay_down) {
    const WorldSnapshot world = world_of({floor_mesh()});
    Character character = standing(player_box(), at(0, 0, 1), world);
    for (int i = 0; i < 20; ++i) EXPECT_TRUE(walked(character, {0.2, 0, 0}, world).on_ground);
    EXPECT_NEAR(character.pose().translation().x(), 4, 1e-9);
}

TEST(characters, that_jump_leave_the_ground_and_come_back) {
    const WorldSnapshot world = world_of({floor_mesh()});
    Character character = standing(player_box(), at(0, 0, 1), world);
    const double before = bottom(character);
    const CharacterMove jump = walked(character, {0.1, 0, 0.2}, world);
    EXPECT_FALSE(jump.on_ground);
    EXPECT_NEAR(bottom(character), before + 0.2, 1e-9);
    EXPECT_FALSE(walked(character, {0.1, 0, -0.1}, world).on_ground);
    EXPECT_TRUE(walked(character, {0.1, 0, -0.2}, world).on_ground);
    EXPECT_NEAR(character.pose().translation().x(), 0.3, 1e-9);
}

TEST(characters, that_jump_against_a_ceiling_stop_there) {
    const WorldSnapshot world = world_of({floor_mesh(), box_from({-5, -5, 2}, {5, 5, 3})});
    Character character = standing(player_box(), at(0, 0, 1), world);
    const CharacterMove jump = walked(character, {0.3, 0, 0.5}, world);
    EXPECT_NEAR(bottom(character), 0.2 - character.skin(), 1e-6);
    EXPECT_NEAR(jump.moved.x(), 0.3, 1e-9);
    EXPECT_EQ(jump.touched[0].collider.room, RoomId(1));
}

// ---- walls --------------------------------------------------------------------------------------

TEST(characters, slide_along_a_wall_and_keep_what_leads_along_it) {
    const WorldSnapshot world = world_of({floor_mesh(), box_from({2, -20, -0.5}, {3, 20, 4})});
    Character character = standing(player_box(), at(0, 0, 1), world);
    const CharacterMove made = walked(character, {3, 1.5, -0.1}, world);
    EXPECT_NEAR(made.moved.y(), 1.5, 1e-12);
    EXPECT_NEAR(made.moved.x(), 1.7 - character.skin(), 1e-6);
    EXPECT_NEAR(made.lost.x(), 1.3 + character.skin(), 1e-6);
    EXPECT_NEAR(made.lost.y(), 0, 1e-12);
    EXPECT_TRUE(made.on_ground);
    ASSERT_FALSE(made.touched.empty());
    EXPECT_EQ(made.touched[0].collider.room, RoomId(1));
    EXPECT_TRUE(made.touched[0].result.normal.isApprox(-Vector3d::UnitX(), 1e-9));
    for (int i = 0; i < 50; ++i) {
        EXPECT_NEAR(walked(character, {0.2, 0.1, -0.1}, world).moved.y(), 0.1, 1e-12);
    }
}

TEST(characters, slide_along_a_slanting_wall) {
    // A wall at 30 degrees to x: a push of 1 along x keeps cos^2 of it along x, cos sin along y.
    Mesh wall = make_box({20, 1, 4}).value();
    const Eigen::AngleAxisd turn(30 * degree, Vector3d::UnitZ());
    for (Vector3d& v : wall.vertices) v = turn * v + Vector3d(2, 0, 1);
    const WorldSnapshot world = world_of({floor_mesh(), wall});
    Character character = standing(player_box(), at(-1, 1.2, 1), world);
    static_cast<void>(walked(character, {0, -3, -0.1}, world));
    const CharacterMove made = walked(character, {1, 0, -0.1}, world);
    const Vector3d away = turn * Vector3d::UnitY();
    const Vector3d along = turn * Vector3d::UnitX();
    EXPECT_NEAR(made.moved.dot(along), std::cos(30 * degree), 1e-9);
    EXPECT_NEAR(made.moved.dot(away), 0, 1e-6);
}

TEST(characters, stop_in_a_corner_and_leave_it_again) {
    const WorldSnapshot world = world_of(
        {floor_mesh(), box_from({2, -20, -0.5}, {3, 20, 4}), box_from({-20, 2, -0.5}, {20, 3, 4})});
    Character character = standing(player_box(), at(0, 0, 1), world);
    static_cast<void>(walked(character, {3, 2.5, -0.1}, world));
    const CharacterMove stuck = walked(character, {1, 1, -0.1}, world);
    EXPECT_LT(stuck.moved.norm(), 1e-6);
    EXPECT_NEAR(stuck.lost.norm(), std::sqrt(2.0), 1e-6);
    EXPECT_NEAR(walked(character, {-1, -1, -0.1}, world).moved.x(), -1, 1e-9);
}

TEST(characters, stop_in_a_wedge_that_narrows_and_can_go_back) {
    // Two walls that leave 0.8 between them at x = 0 and 0.4 at x = 4.
    std::vector<Mesh> meshes{floor_mesh()};
    for (const double side : {-1.0, 1.0}) {
        Mesh wall = make_box({20, 1, 4}).value();
        const Eigen::AngleAxisd turn(-side * std::atan(0.05), Vector3d::UnitZ());
        for (Vector3d& v : wall.vertices)
            v = turn * (v + side * Vector3d(0, 0.5, 0)) + Vector3d(0, side * 0.4, 1);
        meshes.push_back(wall);
    }
    const WorldSnapshot world = world_of(meshes);
    Character character = standing(player_box(), at(-2, 0, 1), world);
    for (int i = 0; i < 40; ++i)
        static_cast<void>(walked(character, {0.3, 0.01 * (i % 3 - 1), -0.1}, world));
    const double deepest = character.pose().translation().x();
    EXPECT_GT(deepest, 1);
    EXPECT_LT(deepest, 2);
    EXPECT_LT(walked(character, {0.3, 0, -0.1}, world).moved.norm(), 1e-3);
    EXPECT_NEAR(walked(character, {-1, 0, -0.1}, world).moved.x(), -1, 1e-6);
}

TEST(characters, go_through_a_passage_that_is_hardly_wider_than_they_are) {
    const WorldSnapshot world = world_of({floor_mesh(), box_from({0, 0.301, -0.5}, {5, 3, 4}),
                                          box_from({0, -3, -0.5}, {5, -0.301, 4})});
    Character character = standing(player_box(), at(-1, 0, 1), world);
    for (int i = 0; i < 40; ++i) {
        static_cast<void>(walked(character, {0.3, i < 5 ? 0 : 0.05, -0.1}, world));
    }
    EXPECT_GT(character.pose().translation().x(), 6);
}

// ---- slopes -------------------------------------------------------------------------------------

TEST(characters, walk_up_and_down_a_slope_of_40_degrees_and_lose_nothing) {
    const WorldSnapshot world = world_of({floor_mesh(), ramp(40 * degree, 3, 4)});
    Character character = standing(player_box(), at(-2, 0, 1), world);
    for (int i = 0; i < 20; ++i) {
        const CharacterMove made = walked(character, {0.2, 0, -0.1}, world);
        ASSERT_LT(made.lost.norm(), 1e-9) << i;
        ASSERT_TRUE(made.on_ground) << i;
    }
    // Its leading edge is at x = 2.3 and on the slope.
    EXPECT_NEAR(character.pose().translation().x(), 2, 1e-8);
    EXPECT_NEAR(bottom(character), 2.3 * std::tan(40 * degree), 2 * character.skin());
    for (int i = 0; i < 20; ++i) {
        const CharacterMove made = walked(character, {-0.2, 0, 0}, world);
        ASSERT_LT(made.lost.norm(), 1e-9) << i;
        ASSERT_TRUE(made.on_ground) << i;
    }
    EXPECT_NEAR(bottom(character), character.skin(), character.skin());
}

TEST(characters, refuse_a_slope_of_60_degrees) {
    const WorldSnapshot world = world_of({floor_mesh(), ramp(60 * degree, 5, 4)});
    for (const double height : {0.0, 0.36, 1.0}) {
        Character character = standing(player_box(), at(-2, 0, 1), world, {.step_height = height});
        for (int i = 0; i < 60; ++i) {
            const CharacterMove made = walked(character, {0.2, 0.01, -0.05}, world);
            ASSERT_TRUE(made.on_ground);
            ASSERT_NEAR(made.moved.y(), 0.01, 1e-9);
        }
        EXPECT_NEAR(character.pose().translation().x(), -0.3, 2 * character.skin());
        EXPECT_LT(bottom(character), 2 * character.skin());
    }
}

TEST(characters, take_the_limit_of_slopes_on_either_side) {
    const WorldSnapshot world = world_of({floor_mesh(), ramp(30 * degree, 3, 4)});
    const auto height_with = [&](double limit) {
        Character character = standing(player_box(), at(-2, 0, 1), world,
                                       {.step_height = 0.0, .steepest_slope = limit});
        for (int i = 0; i < 20; ++i) static_cast<void>(walked(character, {0.2, 0, -0.1}, world));
        return bottom(character);
    };
    EXPECT_GT(height_with(30 * degree), 1);
    EXPECT_LT(height_with(29.99 * degree), 0.001);
}

TEST(characters, slide_down_what_is_too_steep_and_cannot_be_pushed_up_it) {
    const WorldSnapshot world = world_of({floor_mesh(), ramp(60 * degree, 5, 4)});
    Character character = Character::make(player_box()).value();
    character.place(at(1, 0, 5));
    static_cast<void>(walked(character, {0, 0, -1.5}, world));
    double height = bottom(character);
    for (int i = 0; i < 400 && !character.on_ground(); ++i) {
        static_cast<void>(walked(character, {0.2, 0, -0.05}, world));
        ASSERT_LT(bottom(character), height + 1e-6);
        height = bottom(character);
    }
    EXPECT_TRUE(character.on_ground());
    EXPECT_LT(height, 2 * character.skin());
}

TEST(characters, walk_over_a_ridge_and_keep_to_the_ground) {
    Mesh back = ramp(30 * degree, 1, 4);
    for (Vector3d& v : back.vertices)
        v = Vector3d(2 / std::tan(30 * degree) - v.x(), -v.y(), v.z());
    const WorldSnapshot world = world_of({floor_mesh(), ramp(30 * degree, 1, 4), back});
    Character character = standing(player_box(), at(-2, 0, 1), world);
    double highest = 0;
    for (int i = 0; i < 80; ++i) {
        const CharacterMove made = walked(character, {0.1, 0, -0.02}, world);
        ASSERT_TRUE(made.on_ground) << i;
        ASSERT_LT(made.lost.norm(), 1e-9) << i;
        highest = std::max(highest, bottom(character));
    }
    EXPECT_NEAR(highest, 1, 0.01);
    EXPECT_NEAR(character.pose().translation().x(), 6, 1e-8);
    EXPECT_LT(bottom(character), 2 * character.skin());
}

TEST(characters, stop_where_a_slope_leads_under_a_ceiling) {
    const WorldSnapshot world =
        world_of({floor_mesh(), ramp(30 * degree, 3, 8), box_from({-9, -9, 2.5}, {9, 9, 3})});
    Character character = standing(player_box(), at(-2, 0, 1), world);
    for (int i = 0; i < 40; ++i) static_cast<void>(walked(character, {0.1, 0.02, -0.02}, world));
    // 0.7 above the floor there is no more room; along the slope there is.
    EXPECT_NEAR(bottom(character), 0.7, 0.001);
    EXPECT_NEAR(character.pose().translation().y(), 0.8, 1e-6);
    EXPECT_NEAR(walked(character, {-0.1, 0, -0.02}, world).moved.x(), -0.1, 1e-9);
}

// ---- steps --------------------------------------------------------------------------------------

TEST(characters, climb_stairs_and_come_down_again) {
    const Mesh stairs = make_solid("stairs,steps=8,run=0.3,rise=0.18,width=3").value();
    const WorldSnapshot world =
        world_of({floor_mesh(), stairs, box_from({2.4, -1.5, -0.5}, {6, 1.5, 8 * 0.18})});
    Character character = standing(player_box(), at(-1, 0, 1), world);
    int stepped = 0;
    for (int i = 0; i < 50; ++i) {
        const CharacterMove made = walked(character, {0.1, 0, -0.05}, world);
        ASSERT_LT(made.lost.norm(), 1e-9) << i;
        ASSERT_TRUE(made.on_ground) << i;
        stepped += made.stepped ? 1 : 0;
    }
    EXPECT_EQ(stepped, 8);
    EXPECT_NEAR(character.pose().translation().x(), 4, 1e-8);
    EXPECT_NEAR(bottom(character), 8 * 0.18 + character.skin(), character.skin());
    for (int i = 0; i < 50; ++i) {
        const CharacterMove made = walked(character, {-0.1, 0, -0.01}, world);
        ASSERT_LT(made.lost.norm(), 1e-9) << i;
        ASSERT_TRUE(made.on_ground) << i;
    }
    EXPECT_NEAR(bottom(character), character.skin(), character.skin());
}

TEST(characters, climb_steps_up_to_their_height_and_no_higher) {
    const auto climbs = [](double height) {
        const WorldSnapshot world =
            world_of({floor_mesh(), box_from({1, -2, -0.5}, {4, 2, height})});
        Character character = standing(player_box(), at(0, 0, 1), world, {.step_height = 0.3});
        for (int i = 0; i < 20; ++i) static_cast<void>(walked(character, {0.1, 0, -0.05}, world));
        return bottom(character) > height;
    };
    EXPECT_TRUE(climbs(0.01));
    EXPECT_TRUE(climbs(0.299));
    EXPECT_FALSE(climbs(0.301));
    EXPECT_FALSE(climbs(1));
}

TEST(characters, do_not_step_up_under_a_ceiling_that_leaves_no_room) {
    const WorldSnapshot world = world_of(
        {floor_mesh(), box_from({1, -2, -0.5}, {4, 2, 0.2}), box_from({-5, -5, 1.9}, {5, 5, 3})});
    Character character = standing(player_box(), at(0, 0, 0.95), world);
    for (int i = 0; i < 20; ++i) static_cast<void>(walked(character, {0.1, 0, -0.05}, world));
    EXPECT_NEAR(character.pose().translation().x(), 0.7, 2 * character.skin());
}

TEST(characters, step_over_a_kerb_in_one_move) {
    const WorldSnapshot world = world_of({floor_mesh(), box_from({1, -2, -0.5}, {1.1, 2, 0.2})});
    Character character = standing(player_box(), at(0, 0, 1), world);
    const CharacterMove made = walked(character, {3, 0, -0.05}, world);
    EXPECT_LT(made.lost.norm(), 1e-9);
    EXPECT_TRUE(made.stepped);
    EXPECT_TRUE(made.on_ground);
    EXPECT_LT(bottom(character), 2 * character.skin());
}

TEST(characters, walk_down_what_is_no_deeper_than_a_step_and_fall_off_the_rest) {
    const auto after_the_edge = [](double height) {
        const WorldSnapshot world =
            world_of({floor_mesh(), box_from({-4, -2, -0.5}, {0, 2, height})});
        Character character =
            standing(player_box(), at(-1, 0, height + 1), world, {.step_height = 0.3});
        for (int i = 0; i < 13; ++i)
            EXPECT_TRUE(walked(character, {0.1, 0, -0.01}, world).on_ground);
        // 0.301 behind the edge.
        return walked(character, {0.001, 0, -0.01}, world).on_ground;
    };
    EXPECT_TRUE(after_the_edge(0.1));
    EXPECT_TRUE(after_the_edge(0.299));
    EXPECT_FALSE(after_the_edge(0.31));
    EXPECT_FALSE(after_the_edge(2));
}

TEST(characters, fall_on_when_they_have_walked_off_an_edge) {
    const WorldSnapshot world = world_of({floor_mesh(), box_from({-4, -2, -0.5}, {0, 2, 2})});
    Character character = standing(player_box(), at(-1, 0, 3), world);
    for (int i = 0; i < 14; ++i) static_cast<void>(walked(character, {0.1, 0, -0.05}, world));
    EXPECT_FALSE(character.on_ground());
    for (int i = 0; i < 60; ++i) static_cast<void>(walked(character, {0, 0, -0.05}, world));
    EXPECT_TRUE(character.on_ground());
    EXPECT_LT(bottom(character), 2 * character.skin());
}

// ---- any shape, any direction -------------------------------------------------------------------

TEST(characters, may_be_any_convex_solid) {
    const Mesh stairs = make_stairs(6, 0.3, 0.15, 3).value();
    const WorldSnapshot world =
        world_of({floor_mesh(), stairs, box_from({1.8, -1.5, -0.5}, {6, 1.5, 0.9})});
    for (const Mesh& mesh :
         {make_prism(8, 0.3, 1.8).value(), make_brick({0.6, 0.6, 1.8}, 0.08).value(),
          make_sphere(0.9, 8, 12).value(), make_cylinder(0.3, 1.8, 16, 1).value()}) {
        Character character = standing(Polyhedron::build(mesh).value(), at(-2, 0.1, 1.1), world);
        for (int i = 0; i < 60; ++i) static_cast<void>(walked(character, {0.1, 0, -0.05}, world));
        EXPECT_NEAR(character.pose().translation().x(), 4, 0.01);
        EXPECT_NEAR(bottom(character), 0.9, 0.02);
        EXPECT_TRUE(character.on_ground());
        for (int i = 0; i < 60; ++i) static_cast<void>(walked(character, {-0.1, 0, -0.05}, world));
        EXPECT_NEAR(bottom(character), 0, 0.02);
    }
}

TEST(characters, may_be_spheres) {
    const Mesh stairs = make_stairs(6, 0.3, 0.15, 3).value();
    const WorldSnapshot world =
        world_of({floor_mesh(), stairs, box_from({1.8, -1.5, -0.5}, {6, 1.5, 0.9}),
                  box_from({-9, 1.5, -0.5}, {9, 2, 5})});
    Character character = standing(player_spheres(), at(-2, 0, 1), world);
    EXPECT_NEAR(bottom(character), character.skin(), 1e-6);
    for (int i = 0; i < 60; ++i) {
        const CharacterMove made = walked(character, {0.1, 0, -0.05}, world);
        EXPECT_TRUE(made.on_ground) << i;
        EXPECT_LT(made.lost.norm(), 1e-6) << i;
    }
    EXPECT_NEAR(bottom(character), 0.9, 0.001);
    // Along the wall beside the stairs, and down.
    for (int i = 0; i < 60; ++i) {
        const CharacterMove made = walked(character, {-0.1, 0.1, -0.05}, world);
        EXPECT_NEAR(made.moved.x(), -0.1, 1e-6) << i;
        EXPECT_TRUE(made.on_ground) << i;
    }
    EXPECT_NEAR(character.pose().translation().y(), 1.2, 2 * character.skin());
    EXPECT_NEAR(bottom(character), 0, 0.001);
}

TEST(characters, of_spheres_refuse_what_is_too_steep) {
    const WorldSnapshot world = world_of({floor_mesh(), ramp(60 * degree, 5, 4)});
    Character character = standing(player_spheres(), at(-2, 0, 1), world);
    for (int i = 0; i < 30; ++i) static_cast<void>(walked(character, {0.2, 0.01, -0.05}, world));
    EXPECT_LT(bottom(character), 2 * character.skin());
    EXPECT_NEAR(character.pose().translation().y(), 0.3, 1e-6);
}

TEST(characters, walk_the_same_whichever_way_is_up) {
    const Mesh stairs = make_stairs(6, 0.3, 0.15, 3).value();
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(2, Vector3d(1, -2, 0.5).normalized()));
    std::vector<Mesh> meshes{floor_mesh(), stairs, box_from({1.8, -1.5, -0.5}, {6, 1.5, 0.9})};
    for (Mesh& mesh : meshes) {
        for (Vector3d& v : mesh.vertices) v = turn * v;
    }
    const WorldSnapshot world = world_of(meshes);
    const Pose start = Pose::make(turn * Vector3d(-2, 0.1, 1), turn).value();
    Character character = standing(player_box(), start, world, {.up = turn * Vector3d(0, 0, 3)});
    for (int i = 0; i < 60; ++i) {
        const CharacterMove made = walked(character, turn * Vector3d(0.1, 0, -0.05), world);
        ASSERT_TRUE(made.on_ground);
        ASSERT_LT(made.lost.norm(), 1e-8);
    }
    const Vector3d end = turn.inverse() * character.pose().translation();
    EXPECT_NEAR(end.x(), 4, 1e-8);
    EXPECT_NEAR(end.z() - 0.9, 0.9, 2 * character.skin());
}

// ---- what cannot be
// ------------------------------------------------------------------------------

TEST(characters, refuse_what_they_cannot_be_made_of) {
    const auto error_of = [](const CharacterOptions& options) {
        const auto made = Character::make(player_box(), options);
        return made ? std::string("none") : made.error().where;
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(error_of({}), "none");
    EXPECT_EQ(error_of({.up = Vector3d::Zero()}), "up");
    EXPECT_EQ(error_of({.up = {0, nan, 1}}), "up");
    EXPECT_EQ(error_of({.step_height = -0.1}), "step_height");
    EXPECT_EQ(error_of({.step_height = nan}), "step_height");
    EXPECT_EQ(error_of({.steepest_slope = -0.1}), "steepest_slope");
    EXPECT_EQ(error_of({.steepest_slope = 90 * degree}), "steepest_slope");
    EXPECT_EQ(error_of({.steepest_slope = nan}), "steepest_slope");
    EXPECT_EQ(error_of({.skin = 0.0}), "skin");
    EXPECT_EQ(error_of({.skin = 5.0}), "skin");
    EXPECT_EQ(error_of({.skin = nan}), "skin");
    EXPECT_EQ(error_of({.slides = 0}), "slides");
    const auto stairs = Polyhedron::build(make_stairs(3, 1, 1, 1).value()).value();
    EXPECT_EQ(Character::make(stairs).error().where, "shape");
    Mesh square;
    for (const Vector3d& v : {Vector3d(0, 0, 0), Vector3d(1, 0, 0), Vector3d(1, 1, 0)})
        square.add_vertex(v);
    square.add_polygon({0, 1, 2});
    EXPECT_EQ(Character::make(Polyhedron::build(square).value()).error().where, "shape");
    EXPECT_EQ(
        Character::make(SphereSet::make({{{0, 0, 0}, 1}, {{0, 0, 1}, 0}}).value()).error().where,
        "sphere 1");
}

TEST(characters, refuse_displacements_that_are_none) {
    const WorldSnapshot world = world_of({floor_mesh()});
    Character character = standing(player_box(), at(0, 0, 1), world);
    const Pose before = character.pose();
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), HUGE_VAL, 1e300}) {
        const auto made = character.move({0, bad, 0}, world);
        ASSERT_FALSE(made.has_value());
        EXPECT_EQ(made.error().where, "displacement");
        EXPECT_EQ(character.pose().translation(), before.translation());
    }
}

TEST(characters, that_overlap_something_say_so_and_stay) {
    const WorldSnapshot world = world_of({floor_mesh()});
    Character character = Character::make(player_box()).value();
    character.place(at(0, 0, 0.5));
    const CharacterMove made = character.move({1, 0, 0}, world).value();
    EXPECT_EQ(made.state, CharacterState::overlapping);
    EXPECT_EQ(made.moved, Vector3d::Zero());
    EXPECT_EQ(name_of(made.state), "overlapping");
}

TEST(characters, that_do_not_move_tell_where_they_stand) {
    const WorldSnapshot world = world_of({floor_mesh()});
    Character character = standing(player_box(), at(0, 0, 1), world);
    const CharacterMove made = walked(character, Vector3d::Zero(), world);
    EXPECT_TRUE(made.on_ground);
    EXPECT_EQ(made.moved, Vector3d::Zero());
    EXPECT_EQ(made.touched.size(), 1U);
}

TEST(characters, see_what_the_filter_shows) {
    WorldContents contents;
    contents.rooms.push_back({RoomId(0), {floor_mesh(), {}}});
    contents.bodies.push_back({BodyId(7), {player_box(), at(1, 0, 0.95)}});
    const WorldSnapshot world = World::make(contents)->snapshot();
    Character character = standing(player_box(), at(0, 0, 1), world);
    Character ghost = character;
    const CharacterMove stopped = walked(character, {1, 0, 0}, world);
    EXPECT_NEAR(stopped.moved.x(), 0.4, 0.001);
    EXPECT_EQ(stopped.touched[0].collider.body, BodyId(7));
    EXPECT_NEAR(ghost.move({1, 0, 0}, world, {.except = BodyId(7)})->moved.x(), 1, 1e-12);
}

}  // namespace
}  // namespace swept
