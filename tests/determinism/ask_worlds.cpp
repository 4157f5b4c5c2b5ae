// Questions about a world of rooms and bodies, and edits of one.

#include "swept/solids.h"
#include "tests/determinism/kinds.h"
#include "tests/with.h"

namespace swept::determinism {
namespace {

using Eigen::Vector3d;

/// Somewhere in the rooms.
Vector3d inside(Random& random) {
    return random.point(1).cwiseProduct(Vector3d(9, 9, 1.5)) + Vector3d(5, 5, 1.5);
}

Pose pose_inside(Random& random) {
    const Vector3d at = inside(random);
    return Pose::make(at, random.pose(1).rotation()).value();
}

Ray ray_inside(Random& random) {
    const Vector3d from = inside(random);
    if (random.once_in(4)) return Ray::towards(from, random.direction()).value();
    return Ray::between(from, inside(random)).value();
}

WorldFilter filter(const Scenes& scenes, Random& random) {
    WorldFilter made;
    if (random.once_in(4)) made.mask = 0x2;
    if (random.once_in(6)) made.rooms = false;
    if (random.once_in(6)) made.bodies = false;
    if (random.once_in(4)) made.except = random.one_of(scenes.bodies);
    if (random.once_in(4)) made.portals = false;
    return made;
}

}  // namespace

void ask_world_casts(const Scenes& scenes, Random& random, const Manner& manner, Hash& answers) {
    const WorldSnapshot world = scenes.world.snapshot();
    const WorldFilter seen = filter(scenes, random);
    std::vector<Ray> rays;
    for (int i = 0; i < batch_size; ++i) rays.push_back(ray_inside(random));
    std::vector<InWorld<CastResult>> results(rays.size());
    switch (random.below(3)) {
        case 0:
            if (manner.in_batches) {
                results = cast_batch(rays, world, {.filter = seen}, manner.threads);
                break;
            }
            for (std::size_t i = 0; i < rays.size(); ++i)
                results[i] = cast(rays[i], world, {.filter = seen});
            break;
        case 1: {
            const Radius radius = Radius::of(random.between(0, 0.5)).value();
            for (std::size_t i = 0; i < rays.size(); ++i)
                results[i] = cast(SphereCast{rays[i], radius}, world, {.filter = seen});
            break;
        }
        default: {
            const SphereSet& spheres = random.one_of(scenes.sphere_sets);
            for (InWorld<CastResult>& result : results) {
                const Pose from = pose_inside(random);
                result =
                    cast(SphereSetCast{spheres, from, random.motion(1.5)}, world, {.filter = seen});
            }
        }
    }
    answers.add(results);
}

void ask_world_sweeps(const Scenes& scenes, Random& random, const Manner& /*manner*/,
                      Hash& answers) {
    const WorldSnapshot world = scenes.world.snapshot();
    const WorldFilter seen = filter(scenes, random);
    const Polyhedron& mover = random.one_of(scenes.all);
    Scratch scratch;
    for (int i = 0; i < batch_size; ++i) {
        const Pose from = pose_inside(random);
        const Motion motion = random.motion(2);
        answers.add(sweep({mover, from}, motion, world, {.filter = seen, .scratch = &scratch}));
    }
}

void ask_world_places(const Scenes& scenes, Random& random, const Manner& /*manner*/,
                      Hash& answers) {
    const WorldSnapshot world = scenes.world.snapshot();
    const WorldFilter seen = filter(scenes, random);
    const Polyhedron& shape = random.one_of(scenes.all);
    for (int i = 0; i < batch_size; ++i) {
        const Pose at = pose_inside(random);
        switch (i % 4) {
            case 0:
                answers.add(overlap({shape, at}, world, {.filter = seen}));
                break;
            case 1:
                answers.add(distance({shape, at}, world, {.filter = seen}));
                break;
            case 2: {
                const ContactOptions options{.tolerance = ContactTolerance::within(0.3).value()};
                answers.add(contacts({shape, at}, world, with(options, seen)));
                break;
            }
            default:
                const Vector3d there = at.translation() + random.point(1);
                const Pose then = Pose::make(there, random.rotation()).value();
                answers.add(check_path(shape, std::array{at, then}, world, {.filter = seen}));
        }
    }
}

void ask_world_steps(const Scenes& scenes, Random& random, const Manner& /*manner*/,
                     Hash& answers) {
    const WorldSnapshot world = scenes.world.snapshot();
    for (int i = 0; i < batch_size; ++i) {
        std::vector<BodyMotion> motions;
        for (const BodyId body : scenes.bodies) {
            if (!random.once_in(8)) continue;
            const Motion motion = random.once_in(4) ? random.turn(1) : random.translation(1);
            motions.push_back({body, motion});
        }
        if (random.once_in(20))
            motions.push_back({BodyId(1), Translation()});  // not known: an Error
        answers.add(pairs_that_may_touch(world, motions));
        if (i % 8 == 0) answers.add(first_contact(world, motions));
    }
}

void ask_world_edits(const Scenes& scenes, Random& random, const Manner& /*manner*/,
                     Hash& answers) {
    WorldContents contents;
    Mesh block = make_box({4, 4, 4}).value();
    for (std::uint64_t room = 0; room < 3; ++room) {
        contents.rooms.push_back({RoomId(room), {block, {}}});
        for (Vector3d& vertex : block.vertices) vertex[0] += 4;
    }
    World world = World::make(contents).value();
    for (int i = 0; i < batch_size; ++i) {
        const BodyId body(random.below(12));
        const RoomId room(random.below(4));  // one that is not there
        const std::uint32_t what = random.below(32);
        Vector3d at = random.place(2);
        at[0] += random.below(9);
        const Pose pose = Pose::make(at, random.pose(1).rotation()).value();
        const auto change = [&](WorldEdit& edit) -> Result<void> {
            if (what < 10) return edit.insert_body(body, {random.one_of(scenes.all), pose});
            if (what < 22) return edit.move_body(body, pose);
            if (what < 26) return edit.remove_body(body);
            if (what < 27)
                return edit.remove_polygons(room, std::array{PolygonId(random.below(6))});
            if (what < 28) return edit.add_polygons(room, {random.one_of(scenes.meshes), {}});
            if (what < 29) return edit.remove_room(room);
            const Polyhedron& tool = scenes.solids[random.below(2)];
            const Result<CarveResult> carved =
                edit.carve({tool, pose}, {.take_fragments = random.once_in(2)});
            answers.add(carved);
            return carved ? Result<void>() : tl::unexpected<Error>(carved.error());
        };
        answers.add(world.edit(change));
        if (i % 25 == 24) answers.add(world.snapshot());
        answers.add(cast(Ray::between(at, -at).value(), world.snapshot()));
    }
}

}  // namespace swept::determinism
