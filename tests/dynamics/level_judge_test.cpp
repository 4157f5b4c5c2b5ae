// The judges of walks are judged: they notice who goes through a wall, however thin, and let those
// pass who only come near it.

#include "tests/dynamics/level_judge.h"

#include <gtest/gtest.h>

#include "tests/dynamics/samples.h"

namespace swept {
namespace {

using namespace test;

/// A room of 10 x 10 x 5 with a wall of no thickness across it at x = 2, up to 2 m.
WorldSnapshot walled_room() {
    Mesh wall;
    for (const auto& [y, z] : {std::pair(-5.0, 0.0), {5.0, 0.0}, {5.0, 2.0}, {-5.0, 2.0}}) {
        wall.add_vertex({2, y, z});
    }
    wall.add_polygon({0, 1, 2, 3});
    Mesh room = box_from({-5, -5, 0}, {5, 5, 5});
    const Mesh out = box_from({-6, -6, -1}, {6, 6, 6});
    Mesh shell;
    for (const Vector3d& v : out.vertices) shell.add_vertex(v);
    const auto first = static_cast<std::uint32_t>(shell.vertices.size());
    for (const Vector3d& v : room.vertices) shell.add_vertex(v);
    for (std::size_t i = 0; i < 6; ++i) {
        shell.add_polygon(out.polygon(i));
        std::vector<std::uint32_t> ring;
        for (const std::uint32_t v : room.polygon(i)) ring.insert(ring.begin(), first + v);
        shell.add_polygon(ring);
    }
    return world_of({shell, wall});
}

std::vector<Character> box_and_spheres() {
    return {Character::make(player_box()).value(), Character::make(player_spheres()).value()};
}

TEST(level_judges, notice_who_goes_through_a_wall) {
    const LevelJudge judge(walled_room());
    for (const Character& character : box_and_spheres()) {
        EXPECT_EQ(judge.check_way(character, {{0, 0, 1}}), "");
        EXPECT_EQ(judge.check_way(character, {{0, 0, 1}, {1.69, 3, 1}}), "");
        EXPECT_NE(judge.check_way(character, {{0, 0, 1}, {1.71, 3, 1}}), "");
        EXPECT_NE(judge.check_way(character, {{0, 0, 1}, {4, 0, 1}}), "") << "both ends are free";
        EXPECT_EQ(judge.check_way(character, {{0, 0, 1}, {0, 0, 3}, {4, 0, 3}, {4, 0, 1}}), "");
        EXPECT_NE(judge.check_way(character, {{0, 0, 1}, {4, 0, 3}, {4, 0, 1}}), "");
        EXPECT_NE(judge.check_way(character, {{0, 0, 0.89}}), "") << "in the floor";
    }
}

TEST(level_judges, tell_what_is_enclosed_and_what_is_solid) {
    const LevelJudge judge(walled_room());
    EXPECT_TRUE(judge.is_enclosed({0.3, 0.2, 1}));
    EXPECT_FALSE(judge.is_enclosed({0.3, 0.2, 7}));
    EXPECT_FALSE(judge.is_enclosed({9, 0.2, 1}));
    const LevelJudge boxes(
        world_of({box_from({0, 0, 0}, {1, 1, 1}), box_from({0, 0, 0.5}, {1, 1, 2})}));
    EXPECT_NEAR(boxes.winding({0.5, 0.4, 0.25}), 1, 1e-12);
    EXPECT_NEAR(boxes.winding({0.5, 0.4, 0.75}), 2, 1e-12);
    EXPECT_NEAR(boxes.winding({0.5, 0.4, 2.5}), 0, 1e-12);
    const Character character = Character::make(player_box()).value();
    EXPECT_FALSE(boxes.is_nothing_below(character, {1.2, 0.5, 5}));
    EXPECT_TRUE(boxes.is_nothing_below(character, {1.4, 0.5, 5}));
}

}  // namespace
}  // namespace swept
