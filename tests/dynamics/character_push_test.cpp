// Characters and bodies that are kinematic against them.

#include <gtest/gtest.h>

#include "swept/solids.h"
#include "tests/dynamics/level_judge.h"
#include "tests/dynamics/samples.h"
#include "tests/repeats.h"

namespace swept {
namespace {

using namespace test;

Polyhedron solid(const Mesh& mesh) {
    return Polyhedron::build(mesh).value();
}

/// The body at this share of its motion and the character are apart, exactly.
bool apart(const Character& character, const KinematicBody& body, double fraction) {
    const Pose world_from_body = pose_at(body.motion, body.world_from_body, fraction);
    if (const auto* shape = std::get_if<Polyhedron>(&character.shape())) {
        return overlap({*shape, character.pose()}, {body.shape, world_from_body}).relation ==
               Relation::separate;
    }
    for (const Sphere& ball : std::get<SphereSet>(character.shape()).spheres()) {
        Mesh point;
        point.add_vertex(character.pose() * ball.centre);
        const DistanceResult found =
            distance({Polyhedron::build(point).value()}, {body.shape, world_from_body});
        if (found.relation == Relation::overlapping || found.distance <= ball.radius) return false;
    }
    return true;
}

TEST(pushed_characters, stay_where_they_are_when_nothing_comes) {
    const WorldSnapshot world = world_of({floor_mesh()});
    Character character = standing(player_box(), at(0, 0, 1), world);
    const KinematicBody body{solid(make_box({1, 1, 1}).value()), at(-3, 0, 1),
                             Translation::make({0, 5, 0}).value()};
    const CharacterPush push = character.push(body, world);
    EXPECT_EQ(push.free_fraction, 1);
    EXPECT_FALSE(push.pushed);
    EXPECT_EQ(push.moved, Vector3d::Zero());
}

TEST(pushed_characters, go_before_a_piston_by_as_much_as_it_comes) {
    const WorldSnapshot world = world_of({floor_mesh()});
    Character character = standing(player_box(), at(0, 0, 1), world);
    // Its front is 0.5 before the character, and it goes by 2.
    const KinematicBody body{solid(make_box({1, 1, 1}).value()), at(-1.3, 0, 1),
                             Translation::make({2, 0, 0}).value()};
    const CharacterPush push = character.push(body, world);
    EXPECT_EQ(push.state, CharacterState::moved);
    EXPECT_EQ(push.free_fraction, 1);
    EXPECT_TRUE(push.pushed);
    EXPECT_NEAR(push.moved.x(), 1.5, 2 * character.skin());
    EXPECT_NEAR(push.moved.y(), 0, 1e-6);
    EXPECT_TRUE(push.contact.normal.isApprox(Vector3d::UnitX(), 1e-9));
    EXPECT_TRUE(is_clear(character, world));
    EXPECT_TRUE(apart(character, body, 1));
}

TEST(pushed_characters, stop_a_piston_when_a_wall_is_behind_them) {
    const WorldSnapshot world = world_of({floor_mesh(), box_from({1, -20, -0.5}, {2, 20, 4})});
    Character character = standing(player_box(), at(0, 0, 1), world);
    const KinematicBody body{solid(make_box({1, 1, 1}).value()), at(-1.3, 0, 1),
                             Translation::make({2, 0, 0}).value()};
    const CharacterPush push = character.push(body, world);
    // Its front gets to 1 - 0.6 less two skins.
    EXPECT_NEAR(push.free_fraction, (0.4 + 0.8) / 2, 3 * character.skin());
    EXPECT_NEAR(push.moved.x(), 0.7, 2 * character.skin());
    EXPECT_TRUE(is_clear(character, world));
    EXPECT_TRUE(apart(character, body, push.free_fraction));
    // It is not caught: it can walk away to the side.
    EXPECT_NEAR(walked(character, {0, 1, 0}, world).moved.y(), 1, 1e-9);
}

TEST(pushed_characters, are_squeezed_out_of_a_wedge) {
    // A wall at 45 degrees behind it: each step along x takes it as far along y.
    Mesh wall = make_box({20, 1, 4}).value();
    const Eigen::AngleAxisd turn(std::numbers::pi / 4, Vector3d::UnitZ());
    for (Vector3d& v : wall.vertices) v = turn * (v - Vector3d(0, 0.5, 0)) + Vector3d(1, 0, 1);
    const WorldSnapshot world = world_of({floor_mesh(), wall});
    Character character = standing(player_box(), at(-0.2, 0, 1), world);
    const KinematicBody body{solid(make_box({1, 20, 1}).value()), at(-1.3, 0, 1),
                             Translation::make({2, 0, 0}).value()};
    const CharacterPush push = character.push(body, world);
    EXPECT_EQ(push.free_fraction, 1);
    EXPECT_NEAR(push.moved.x(), 1.7, 0.001);
    EXPECT_NEAR(push.moved.y(), 1.7 - 0.6, 0.002);
    EXPECT_TRUE(is_clear(character, world));
    EXPECT_TRUE(apart(character, body, 1));
}

/// A door of 1 m, hinged at the origin, that opens from along +y towards +x.
KinematicBody door(double angle) {
    return {solid(box_from({-0.02, 0.02, 0.1}, {0.02, 1, 2})), Pose(),
            Rotation::make({0, 0, 0}, {0, 0, 1}, -angle).value()};
}

TEST(pushed_characters, get_out_of_the_way_of_a_door) {
    const WorldSnapshot world = world_of({floor_mesh()});
    Character character = standing(player_box(), at(0.5, 0.6, 1), world);
    const KinematicBody body = door(std::numbers::pi / 2);
    const CharacterPush push = character.push(body, world);
    EXPECT_EQ(push.free_fraction, 1);
    EXPECT_TRUE(push.pushed);
    EXPECT_LT(push.moved.y(), -0.1);
    EXPECT_LT(push.moved.norm(), 2);
    EXPECT_TRUE(is_clear(character, world));
    EXPECT_TRUE(apart(character, body, 1));
    for (int i = 0; i <= 20; ++i)
        EXPECT_TRUE(walked(character, {0.02, -0.02, -0.1}, world).on_ground);
}

TEST(pushed_characters, stop_a_door_that_has_no_room) {
    // Walls on all sides but that of the door.
    const WorldSnapshot world =
        world_of({floor_mesh(), box_from({1, -1, -0.5}, {2, 3, 4}),
                  box_from({0.05, -1, -0.5}, {1, 0.1, 4}), box_from({0.05, 1.1, -0.5}, {1, 3, 4})});
    Character character = standing(player_box(), at(0.6, 0.6, 1), world);
    const KinematicBody body = door(std::numbers::pi / 2);
    const CharacterPush push = character.push(body, world);
    EXPECT_LT(push.free_fraction, 0.5);
    EXPECT_GT(push.free_fraction, 0.05);
    EXPECT_TRUE(is_clear(character, world));
    for (int i = 0; i <= 50; ++i) {
        // Where it stands now, it stood clear of the last bit of the door's way.
        EXPECT_TRUE(apart(character, body, push.free_fraction * (1 - 0.001 * i)));
    }
}

TEST(pushed_characters, are_lifted_by_a_lift) {
    const WorldSnapshot world = world_of({floor_mesh()});
    Character character =
        standing(player_box(), at(0, 0, 1.5), world_of({box_from({-1, -1, 0}, {1, 1, 0.5})}));
    const KinematicBody body{solid(box_from({-1, -1, 0}, {1, 1, 0.5})), Pose(),
                             Translation::make({0, 0, 3}).value()};
    const CharacterPush push = character.push(body, world);
    EXPECT_EQ(push.free_fraction, 1);
    EXPECT_NEAR(push.moved.z(), 3, 2 * character.skin());
    EXPECT_NEAR(push.moved.x(), 0, 1e-9);
}

TEST(pushed_characters, made_of_spheres_give_way_too) {
    const WorldSnapshot world = world_of({floor_mesh()});
    Character character = standing(player_spheres(), at(0.5, 0.6, 1), world);
    const KinematicBody piston{solid(make_box({1, 1, 1}).value()), at(-1.3, 0.6, 1),
                               Translation::make({2, 0, 0}).value()};
    const CharacterPush push = character.push(piston, world);
    EXPECT_EQ(push.free_fraction, 1);
    EXPECT_NEAR(push.moved.x(), 1.0, 2 * character.skin());
    character.place(at(0.5, 0.6, 1));
    const CharacterPush swung = character.push(door(std::numbers::pi / 2), world);
    EXPECT_EQ(swung.free_fraction, 1);
    EXPECT_TRUE(swung.pushed);
    EXPECT_LT(swung.moved.y(), -0.1);
    EXPECT_TRUE(is_clear(character, world));
    Mesh centre;
    centre.add_vertex(character.pose().translation());
    const KinematicBody opened = door(std::numbers::pi / 2);
    EXPECT_GT(distance({solid(centre)}, {opened.shape, pose_at(opened.motion, Pose(), 1)}).distance,
              0.3);
}

TEST(pushed_characters, that_overlap_the_body_say_so) {
    const WorldSnapshot world = world_of({floor_mesh()});
    Character character = standing(player_box(), at(0, 0, 1), world);
    const KinematicBody body{solid(make_box({1, 1, 1}).value()), at(-0.3, 0, 1),
                             Translation::make({2, 0, 0}).value()};
    const CharacterPush push = character.push(body, world);
    EXPECT_EQ(push.state, CharacterState::overlapping);
    EXPECT_EQ(push.free_fraction, 0);
}

/// Bodies of all kinds, solid, hollow and flat, that come from all sides.
class Drivers {
   public:
    explicit Drivers(unsigned seed) : numbers_(seed) {
        for (const Mesh& mesh : {make_box({1, 0.5, 2}).value(), make_box({2, 2, 0.05}).value(),
                                 make_torus(12, 8, 1, 0.3).value(), make_sphere(0.6, 6, 9).value(),
                                 make_stairs(3, 0.4, 0.3, 1).value()}) {
            shapes_.push_back(solid(mesh));
        }
    }

    KinematicBody next(const Vector3d& about) {
        const Vector3d axis = point().normalized(), from = about + 1.5 * point();
        const Vector3d way = about + 0.5 * point() - from;
        const double turn = uniform(-3, 3), angle = uniform(-2, 2);
        const Eigen::Quaterniond rotation(Eigen::AngleAxisd(turn, axis));
        const Vector3d origin = from + point();
        KinematicBody body{shapes_[numbers_() % shapes_.size()], Pose::make(from, rotation).value(),
                           Translation::make(1.5 * way).value()};
        const auto kind = numbers_() % 3;
        if (kind == 1) body.motion = Rotation::make(origin, axis, angle).value();
        if (kind == 2) body.motion = Screw::make(origin, axis, angle, way.x()).value();
        return body;
    }

   private:
    std::mt19937 numbers_;
    std::vector<Polyhedron> shapes_;

    double uniform(double low, double high) {
        return low + (high - low) * (static_cast<double>(numbers_()) / 4294967296.0);
    }
    Vector3d point() {
        const double x = uniform(-1, 1), y = uniform(-1, 1), z = uniform(-1, 1);
        return {x, y, z};
    }
};

// A room of 5 x 4 x 3 m, so that there is often no way out.
TEST(pushed_characters, go_through_nothing_whatever_comes_from_wherever) {
    const WorldSnapshot world =
        world_of({box_from({-3, -3, -1}, {3, 3, 0}), box_from({-3, -3, 3}, {3, 3, 4}),
                  box_from({2.5, -3, -0.5}, {3, 3, 3.5}), box_from({-3, -3, -0.5}, {-2.5, 3, 3.5}),
                  box_from({-3, 2, -0.5}, {3, 3, 3.5}), box_from({-3, -3, -0.5}, {3, -2, 3.5}),
                  box_from({1, 0.5, -0.5}, {2, 1.5, 1})});
    const LevelJudge judge(world);
    int pushed = 0, stopped = 0;
    for (const Character& start : {standing(player_box(), at(0, 0, 1), world),
                                   standing(player_spheres(), at(0, 0, 1), world)}) {
        Character character = start;
        Drivers drivers(7);
        for (int i = 0; i < test::repeats(1000); ++i) {
            SCOPED_TRACE(i);
            const KinematicBody body = drivers.next(character.pose().translation());
            if (!apart(character, body, 0)) continue;
            const Vector3d before = character.pose().translation();
            const CharacterPush push = character.push(body, world);
            ASSERT_EQ(push.state, CharacterState::moved);
            ASSERT_EQ(push.way.front(), before);
            ASSERT_EQ(push.way.back(), character.pose().translation());
            ASSERT_EQ(judge.check_way(character, push.way), "");
            ASSERT_TRUE(judge.is_enclosed(character.pose().translation()));
            ASSERT_TRUE(apart(character, body, push.free_fraction));
            pushed += push.pushed ? 1 : 0;
            stopped += push.free_fraction < 1 ? 1 : 0;
            ASSERT_EQ(character.move({0.1, 0, -0.2}, world)->state, CharacterState::moved);
        }
    }
    EXPECT_GT(pushed, test::repeats(200));
    EXPECT_GT(stopped, test::repeats(40));
    EXPECT_GT(pushed - stopped, test::repeats(40));
}

}  // namespace
}  // namespace swept
