// What planes prove free is free: by sweeps, and by distances of poses on the way.

#include "world/short_way.h"
#include "tests/repeats.h"

#include <gtest/gtest.h>

#include "core/inside.h"
#include "swept/distance.h"
#include "swept/solids.h"
#include "swept/sweep.h"
#include "tests/sweep/samples.h"

namespace swept {
namespace {

using namespace test;

Polyhedron splinter(Random& random) {
    Mesh mesh;
    std::vector<std::uint32_t> ring;
    const int corners = random.integer(3, 6);
    for (int i = 0; i < corners; ++i) {
        const double angle = 2 * pi * i / corners, r = 0.1 * random.uniform(0.5, 1);
        ring.push_back(mesh.add_vertex({r * std::cos(angle), r * std::sin(angle), 0}));
    }
    mesh.add_polygon(ring);
    return Polyhedron::build(mesh).value();
}

struct Way {
    Pose start;
    Motion motion;
    double angle;
};

/// Some centimetres above a face of the world.
Way way_near(const WorldSnapshot& world, Random& random) {
    const auto rooms = world.rooms();
    const auto shape = world.shape(
        rooms[static_cast<std::size_t>(random.integer(0, static_cast<int>(rooms.size()) - 1))]);
    const FaceIndex face(
        static_cast<std::uint32_t>(random.integer(0, static_cast<int>(shape->face_count()) - 1)));
    const auto ring = shape->corners(face);
    Vector3d place = Vector3d::Zero();
    for (const VertexIndex corner : ring) {
        place += shape->position(corner) / static_cast<double>(ring.size());
    }
    place += random.uniform(0.02, 0.15) * shape->plane(face).normal;
    const Vector3d axis = random.direction(), way = 0.1 * random.direction();
    const Pose start = turned(place, random.direction(), random.uniform(-pi, pi));
    if (random.integer(0, 2) == 0) return {start, Translation::make(way).value(), 0};
    const double angle = random.uniform(0, 1);
    const Vector3d origin = place + 0.1 * random.direction();
    return {start, Screw::make(origin, axis, angle, way.x()).value(), angle};
}

TEST(short_ways, that_planes_prove_free_are_free) {
    const World level = World::make(make_level_world({.rooms = 2, .seed = 4}).value()).value();
    const WorldSnapshot world = level.snapshot();
    Random random(1);
    int asked = 0, proven = 0, free = 0;
    while (asked < test::repeats(2000)) {
        const Polyhedron polygon = splinter(random);
        const Way way = way_near(world, random);
        const SweepResult swept = sweep({polygon, way.start}, way.motion, world).result;
        if (swept.state == State::overlapping) continue;
        ++asked;
        free += swept.state == State::free ? 1 : 0;
        const double margin = random.uniform(1e-5, 1e-2);
        const Pose end = pose_at(way.motion, way.start, 1);
        if (!plainly_free({polygon, way.start, end, way.angle, margin}, world, {})) continue;
        ++proven;
        ASSERT_EQ(swept.state, State::free) << asked;
        for (int i = 0; i <= 8; ++i) {
            const Pose pose = pose_at(way.motion, way.start, i / 8.0);
            const DistanceResult found = distance({polygon, pose}, world).result;
            ASSERT_GE(found.distance, margin * (1 - 1e-9)) << asked << " at " << i / 8.0;
        }
    }
    EXPECT_GT(proven, 0.3 * free) << "of " << free;
    EXPECT_LT(free, 0.9 * asked);
}

TEST(short_ways, near_bodies_are_not_proven) {
    WorldContents contents;
    contents.bodies.push_back({BodyId(1), {box(1, 1, 1), at(0, 0, 0)}});
    const World world = World::make(contents).value();
    Random random(2);
    const Polyhedron polygon = splinter(random);
    const auto proven = [&](double x, const WorldFilter& filter) {
        const Pose start = at(x, 0, 0), end = at(x + 0.05, 0, 0);
        return plainly_free({polygon, start, end, 0, 1e-4}, world.snapshot(), filter);
    };
    EXPECT_FALSE(proven(0.52, {}));
    EXPECT_TRUE(proven(0.7, {}));
    EXPECT_TRUE(proven(0.52, {.except = BodyId(1)}));
}

TEST(short_ways, are_not_proven_where_rounding_is_as_large_as_the_margin) {
    const World world = World::make(WorldContents{}).value();
    Random random(3);
    const Polyhedron polygon = splinter(random);
    const Pose near = at(1, 0, 0), far = at(1e9, 0, 0);
    EXPECT_TRUE(plainly_free({polygon, near, near, 0, 1e-4}, world.snapshot(), {}));
    EXPECT_FALSE(plainly_free({polygon, far, far, 0, 1e-4}, world.snapshot(), {}));
}

}  // namespace
}  // namespace swept
