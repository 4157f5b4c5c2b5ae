#include "levels.h"

#include <algorithm>
#include <bit>

#include "../common/hash.h"
#include "swept/solids.h"

namespace swept::bench {

namespace {

using Eigen::Vector3d;

Mesh joined(const WorldSnapshot& world, std::vector<std::uint32_t>& begins) {
    Mesh all;
    for (const RoomId room : world.rooms()) {
        begins.push_back(static_cast<std::uint32_t>(all.polygon_count()));
        const RoomPolygons part = *world.polygons(room);
        const auto first = static_cast<std::uint32_t>(all.vertices.size());
        const auto corner = static_cast<std::uint32_t>(all.corners.size());
        for (const Vector3d& p : part.mesh.vertices) all.vertices.push_back(p);
        for (const std::uint32_t v : part.mesh.corners) all.corners.push_back(first + v);
        for (const std::uint32_t end : part.mesh.polygon_ends) {
            all.polygon_ends.push_back(corner + end);
        }
    }
    return all;
}

}  // namespace

Level make_level_of(int rooms, int seed) {
    Level level;
    level.contents =
        make_level_world({.rooms = rooms, .seed = seed, .size = 16, .clutter = 64}).value();
    for (const WorldContents::Room& room : level.contents.rooms) {
        level.polygons += room.polygons.mesh.polygon_count();
        Box box;
        for (const Vector3d& p : room.polygons.mesh.vertices) box.add(p);
        level.boxes.push_back(box);
    }
    return level;
}

World world_of(const Level& level) {
    return std::move(World::make(level.contents).value());
}

std::vector<Ray> rays_in(const Level& level, std::size_t count, double length, std::uint64_t seed) {
    Random random(seed);
    std::vector<Ray> rays;
    rays.reserve(count);
    while (rays.size() < count) {
        const Box& box = level.boxes[random.below(static_cast<std::uint32_t>(level.boxes.size()))];
        Vector3d from;
        for (int axis = 0; axis < 3; ++axis) {
            from[axis] = random.uniform(box.lower[axis], box.upper[axis]);
        }
        const Vector3d way = random.direction();
        rays.push_back(length == 0 ? Ray::towards(from, way).value()
                                   : Ray::between(from, from + length * way).value());
    }
    return rays;
}

OneShape::OneShape(const WorldSnapshot& world)
    : rooms(world.rooms()), shape(Polyhedron::build(joined(world, begins)).value()) {
    (void)shape.box_tree();  // made now, not in the first query
}

std::uint32_t OneShape::number_of(RoomId room, std::uint32_t polygon) const {
    const auto at = std::ranges::lower_bound(rooms, room);
    return begins[static_cast<std::size_t>(at - rooms.begin())] + polygon;
}

bool same_answer(const InWorld<CastResult>& in_world, const CastResult& at_shape,
                 const OneShape& one) {
    const CastResult& cast = in_world.result;
    if (cast.state != at_shape.state) return false;
    if (cast.state != State::hit) return true;
    return cast.hit.fraction == at_shape.hit.fraction &&
           one.number_of(in_world.collider.room, cast.hit.face) == at_shape.hit.face;
}

std::uint64_t hash_of(std::span<const InWorld<CastResult>> answers) {
    Hash hash;
    for (const InWorld<CastResult>& answer : answers) {
        const bool hit = answer.result.state == State::hit;
        hash.add(hit ? std::bit_cast<std::uint64_t>(answer.result.hit.fraction) : 0);
        hash.add(hit ? answer.collider.room.value << 32 | answer.result.hit.face : 0);
    }
    return hash.value();
}

Sanity compare(const WorldSnapshot& world, std::span<const Ray> rays) {
    const OneShape one(world);
    Sanity sanity{.casts = rays.size()};
    std::vector<InWorld<CastResult>> answers;
    for (const Ray& ray : rays) {
        // Which sides count is decided for each room, and for one shape of all anew: asked for
        // here.
        const CastOptions options{.sides = Sides::both};
        answers.push_back(cast(ray, world, options));
        sanity.other += same_answer(answers.back(), cast(ray, {one.shape}, options), one) ? 0U : 1U;
    }
    sanity.hash = hash_of(answers);
    return sanity;
}

}  // namespace swept::bench
