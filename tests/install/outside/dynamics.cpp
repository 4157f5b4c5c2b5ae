// A program outside the project that uses the component swept::dynamics: a mover and debris in a
// world, made here and moved there.

#include <swept/dynamics/character.h>
#include <swept/dynamics/debris.h>
#include <swept/solids.h>
#include <swept/swept.h>

#include <cmath>
#include <iostream>
#include <vector>

namespace {

using Eigen::Vector3d;

template <class... Types>
constexpr bool unaligned = ((alignof(Types) <= alignof(double)) && ...);
static_assert(unaligned<swept::CharacterOptions, swept::CharacterMove, swept::CharacterPush,
                        swept::Character>);
static_assert(unaligned<swept::KinematicBody, swept::DebrisOptions, swept::DebrisShape>);
static_assert(unaligned<swept::DebrisMotion, swept::Explosion, swept::DebrisReport>);

/// A floor whose top is at 0.
swept::WorldSnapshot floor_world() {
    swept::Mesh floor = swept::make_box({20, 20, 1}).value();
    for (Vector3d& vertex : floor.vertices) vertex.z() -= 0.5;
    swept::WorldContents contents;
    contents.rooms.push_back({swept::RoomId(0), {floor, {}}});
    return swept::World::make(contents)->snapshot();
}

bool walks(const swept::WorldSnapshot& world) {
    const auto shape = swept::Polyhedron::build(swept::make_box({0.6, 0.6, 1.8}).value());
    swept::Character mover = swept::Character::make(*shape).value();
    mover.place(swept::Pose::make({0, 0, 1}).value());
    for (int i = 0; i < 10; ++i) static_cast<void>(mover.move({0.5, 0, -0.5}, world));
    const Vector3d end = mover.pose().translation();
    return mover.on_ground() && std::abs(end.x() - 5) < 1e-6 && std::abs(end.z() - 0.9) < 0.01;
}

bool comes_to_rest(const swept::WorldSnapshot& world) {
    swept::Debris debris = swept::Debris::make().value();
    const std::vector<Vector3d> triangle{{0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}};
    const auto added = debris.add_polygon(triangle, swept::Pose::make({0, 0, 1}).value(),
                                          {{1, 0, 0}, {3, 2, 1}}, world);
    if (!added) return false;
    for (int i = 0; i < 300; ++i) static_cast<void>(debris.step(1.0 / 60, world));
    return debris.states()[0] == swept::PieceState::resting && debris.centres()[0].z() < 0.01;
}

}  // namespace

int main() {
    const swept::WorldSnapshot world = floor_world();
    if (!walks(world) || !comes_to_rest(world)) {
        std::cerr << "outside: dynamics: wrong\n";
        return 1;
    }
    std::cout << "outside: dynamics: all right\n";
}
