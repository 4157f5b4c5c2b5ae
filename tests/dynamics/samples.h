#pragma once

// Small worlds to walk in, and movers that stand in them.

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "swept/dynamics/character.h"
#include "swept/solids.h"

namespace swept::test {

using Eigen::Vector3d;

inline Mesh moved_by(Mesh mesh, const Vector3d& offset) {
    for (Vector3d& v : mesh.vertices) v += offset;
    return mesh;
}

/// A box by its lowest and its highest corner.
inline Mesh box_from(const Vector3d& low, const Vector3d& high) {
    return moved_by(make_box(high - low).value(), (low + high) / 2);
}

/// A wedge that rises along +x from x = 0, `width` along y (centred), up to `height`.
inline Mesh ramp(double angle, double height, double width) {
    const double length = height / std::tan(angle);
    const double y = width / 2;
    Mesh mesh;
    for (const double side : {-y, y}) {
        mesh.add_vertex({0, side, 0});
        mesh.add_vertex({length, side, 0});
        mesh.add_vertex({length, side, height});
    }
    mesh.add_polygon({0, 1, 2});
    mesh.add_polygon({3, 5, 4});
    mesh.add_polygon({0, 3, 4, 1});
    mesh.add_polygon({1, 4, 5, 2});
    mesh.add_polygon({0, 2, 5, 3});
    return mesh;
}

/// Each mesh a room of its own, numbered from 0.
inline WorldSnapshot world_of(const std::vector<Mesh>& meshes) {
    WorldContents contents;
    for (const Mesh& mesh : meshes)
        contents.rooms.push_back({RoomId(contents.rooms.size()), {mesh, {}}});
    const auto world = World::make(contents);
    EXPECT_TRUE(world.has_value()) << (world ? "" : world.error().message());
    return world->snapshot();
}

/// A floor with its top at z = 0.
inline Mesh floor_mesh() {
    return box_from({-20, -20, -1}, {20, 20, 0});
}

inline Polyhedron player_box() {
    return Polyhedron::build(make_box({0.6, 0.6, 1.8}).value()).value();
}

/// A pill that stands: three spheres of radius 0.3, 1.8 high.
inline SphereSet player_spheres() {
    return SphereSet::make({{{0, 0, -0.6}, 0.3}, {{0, 0, 0}, 0.3}, {{0, 0, 0.6}, 0.3}}).value();
}

inline Pose at(double x, double y, double z) {
    return Pose::make({x, y, z}).value();
}

/// Whether the mover meets nothing, judged exactly; spheres by the distance of their centres.
inline bool is_clear(const Character& mover, const WorldSnapshot& world) {
    if (const auto* shape = std::get_if<Polyhedron>(&mover.shape())) {
        return overlap({*shape, mover.pose()}, world).result.relation == Relation::separate;
    }
    for (const Sphere& ball : std::get<SphereSet>(mover.shape()).spheres()) {
        Mesh point;
        point.add_vertex(mover.pose() * ball.centre);
        const auto found = distance({Polyhedron::build(point).value()}, world);
        if (!found.result.beyond && found.result.distance <= ball.radius) return false;
    }
    return true;
}

/// One move that must not fail and must end clear of everything.
inline CharacterMove walked(Character& mover, const Vector3d& way, const WorldSnapshot& world) {
    const auto made = mover.move(way, world);
    EXPECT_TRUE(made.has_value());
    EXPECT_EQ(made->state, CharacterState::moved);
    EXPECT_TRUE(is_clear(mover, world));
    return *made;
}

/// A mover that has fallen to the ground under a place.
template <class Shape>
Character standing(const Shape& shape, const Pose& above, const WorldSnapshot& world,
                   const CharacterOptions& options = {}) {
    auto mover = Character::make(shape, options);
    EXPECT_TRUE(mover.has_value()) << (mover ? "" : mover.error().message());
    mover->place(above);
    EXPECT_TRUE(is_clear(*mover, world));
    EXPECT_TRUE(walked(*mover, -2 * mover->up(), world).on_ground);
    return *mover;
}

}  // namespace swept::test
