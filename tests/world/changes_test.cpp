// What differs between two snapshots, and where.

#include "world/changes.h"

#include <gtest/gtest.h>

#include "core/inside.h"
#include "swept/solids.h"
#include "tests/sweep/samples.h"

namespace swept {
namespace {

using namespace test;

/// A cube of side 1 about a place.
Box around(double x, double y, double z) {
    return {Vector3d(x - 0.5, y - 0.5, z - 0.5), Vector3d(x + 0.5, y + 0.5, z + 0.5)};
}

Mesh cube_at(double x) {
    Mesh mesh = make_box({1, 1, 1}).value();
    for (Vector3d& vertex : mesh.vertices) vertex.x() += x;
    return mesh;
}

World rooms_and_bodies() {
    WorldContents contents;
    contents.rooms.push_back({RoomId(1), {cube_at(0), {}}});
    contents.rooms.push_back({RoomId(2), {cube_at(10), {}}});
    contents.bodies.push_back({BodyId(1), {box(1, 1, 1), at(0, 10, 0)}});
    contents.bodies.push_back({BodyId(2), {box(1, 1, 1), at(10, 10, 0)}});
    return World::make(contents).value();
}

/// Which of the places has changed: the two rooms, the two bodies, (0, 20, 0) and (20, 0, 0).
std::string changed(World& world, const std::function<Result<void>(WorldEdit&)>& edit) {
    const WorldSnapshot before = world.snapshot();
    EXPECT_TRUE(world.edit(edit));
    const WorldSnapshot after = world.snapshot();
    const WorldChanges changes(before.state(), after.state());
    std::string found;
    for (const auto& [x, y] :
         {std::pair(0.0, 0.0), {10.0, 0.0}, {0.0, 10.0}, {10.0, 10.0}, {0.0, 20.0}, {20.0, 0.0}}) {
        found += changes.meet(around(x, y, 0)) ? 'x' : '.';
    }
    EXPECT_EQ(changes.empty(), found == "......");
    return found;
}

TEST(world_changes, are_where_bodies_come_go_and_move) {
    World world = rooms_and_bodies();
    EXPECT_EQ(changed(world, [](WorldEdit&) { return Result<void>{}; }), "......");
    EXPECT_EQ(
        changed(world, [](WorldEdit& edit) { return edit.move_body(BodyId(1), at(0, 20, 0)); }),
        "..x.x.");
    EXPECT_EQ(
        changed(world, [](WorldEdit& edit) { return edit.move_body(BodyId(1), at(0, 20, 0)); }),
        "......");
    EXPECT_EQ(changed(world, [](WorldEdit& edit) { return edit.remove_body(BodyId(2)); }),
              "...x..");
    EXPECT_EQ(changed(world,
                      [](WorldEdit& edit) {
                          return edit.insert_body(BodyId(7), {box(1, 1, 1), at(20, 0, 0)});
                      }),
              ".....x");
}

TEST(world_changes, are_where_rooms_come_and_go) {
    World world = rooms_and_bodies();
    EXPECT_EQ(changed(world, [](WorldEdit& edit) { return edit.remove_room(RoomId(1)); }),
              "x.....");
    EXPECT_EQ(
        changed(world, [](WorldEdit& edit) { return edit.add_room(RoomId(3), {cube_at(20), {}}); }),
        ".....x");
}

}  // namespace
}  // namespace swept
