// A player in a house: walks, climbs stairs, slides along a wall, does not climb a roof, gives way
// to a door, and blocks it where there is no room. Every move ends where it is proven that nothing
// overlaps.

#include <swept/dynamics/character.h>
#include <swept/solids.h>
#include <swept/swept.h>

#include <cstdio>
#include <numbers>

namespace {

using Eigen::Vector3d;

swept::Mesh box(const Vector3d& low, const Vector3d& high) {
    swept::Mesh mesh = swept::make_box(high - low).value();
    for (Vector3d& v : mesh.vertices) v += (low + high) / 2;
    return mesh;
}

/// A floor, eight stairs up to a landing with a wall behind it, and a roof that is too steep.
swept::World house() {
    swept::Mesh roof = swept::make_prism(3, 2, 4).value();
    for (Vector3d& v : roof.vertices) v = Vector3d(v.z(), -v.y() - 6, v.x() + 0.5);
    swept::WorldContents contents;
    for (const swept::Mesh& mesh :
         {box({-9, -9, -1}, {9, 9, 0}), swept::make_stairs(8, 0.3, 0.18, 2).value(),
          box({2.4, -1, -0.5}, {5, 1, 1.44}), box({5, -3, -0.5}, {5.2, 3, 4}), roof}) {
        contents.rooms.push_back({swept::RoomId(contents.rooms.size()), {mesh, {}}});
    }
    return swept::World::make(contents).value();
}

/// Ten frames of a walk, with a little gravity in each.
void walk(swept::Character& player, const char* what, const Vector3d& way,
          const swept::WorldSnapshot& world) {
    Vector3d lost = Vector3d::Zero();
    int steps = 0;
    swept::CharacterMove made;
    for (int frame = 0; frame < 10; ++frame) {
        // A step of a frame: gravity pulls by two centimetres.
        made = player.move(way / 10 - Vector3d(0, 0, 0.02), world).value();
        lost += made.lost;
        steps += made.stepped ? 1 : 0;
    }
    const Vector3d& p = player.pose().translation();
    std::printf("%-22s now at (%.2f, %.2f, %.2f) %s, %d steps climbed, lost %.2f m, touches", what,
                p.x(), p.y(), p.z(), made.on_ground ? "on the ground" : "in the air", steps,
                lost.norm());
    for (const swept::InWorld<swept::Contact>& touch : made.touched) {
        std::printf(" %llu", static_cast<unsigned long long>(touch.collider.room.value));
    }
    std::printf("\n");
}

void swing(swept::Character& player, const char* what, const swept::KinematicBody& door,
           const swept::WorldSnapshot& world) {
    // A door comes: the player gives way, as far as there is room.
    const swept::CharacterPush push = player.push(door, world);
    std::printf("%-22s the door gets %.0f %% of its way, the player is moved by %.2f m\n", what,
                100 * push.free_fraction, push.moved.norm());
}

}  // namespace

int main() {
    const swept::World world = house();
    const swept::WorldSnapshot now = world.snapshot();
    const auto shape = swept::Polyhedron::build(swept::make_prism(8, 0.3, 1.8).value()).value();
    // A quarter of a metre is a step; slopes up to 45 degrees can be walked on.
    swept::Character player = swept::Character::make(shape, {.step_height = 0.25}).value();
    player.place(swept::Pose::make({-2, 0, 1}).value());

    walk(player, "falls, goes east", {1.6, 0, 0}, now);
    walk(player, "climbs the stairs", {3.4, 0, 0}, now);
    walk(player, "along the wall", {2.5, 0.5, 0}, now);
    walk(player, "down the stairs again", {-5.5, -0.4, 0}, now);
    walk(player, "to the steep roof", {0.5, -5, 0}, now);
    walk(player, "and away", {-1, 3, 0}, now);

    // A door of 1 m beside the player, hinged at its left, that turns by a quarter.
    const Vector3d hinge = player.pose().translation() + Vector3d(-0.5, 0.5, -0.7);
    const swept::KinematicBody door{
        swept::Polyhedron::build(box({0.02, -0.02, 0}, {1, 0.02, 1.9})).value(),
        swept::Pose::make(hinge).value(),
        swept::Rotation::make(hinge, {0, 0, 1}, -std::numbers::pi / 2).value()};
    swept::Character trapped = player;
    swing(player, "a door opens", door, now);
    // The same with a wall behind the player.
    swept::World walled = house();
    const Vector3d p = trapped.pose().translation();
    const auto edited = walled.edit([&](swept::WorldEdit& edit) {
        const Vector3d low(p.x() - 3, p.y() - 1, -0.5), high(p.x() + 3, p.y() - 0.5, 3);
        auto added = edit.add_room(swept::RoomId(9), {box(low, high), {}});
        if (!added) return added;
        const Vector3d left_low(p.x() - 1.1, p.y() - 0.5, -0.5),
            left_high(p.x() - 0.6, p.y() + 2, 3);
        return edit.add_room(swept::RoomId(10), {box(left_low, left_high), {}});
    });
    if (!edited) return 1;
    swing(trapped, "the same in a corner", door, walled.snapshot());
}
