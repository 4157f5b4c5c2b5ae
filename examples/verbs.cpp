// Every query of the library once, one line each (docs/verbs.md).

#include <swept/solids.h>
#include <swept/swept.h>

#include <array>
#include <cstdio>
#include <vector>

namespace {

void report(const char* verb, swept::State state) {
    std::printf("%-20s %s\n", verb, swept::name_of(state).data());
}

void report(const char* verb, swept::State state, double fraction) {
    std::printf("%-20s %s at %.6f\n", verb, swept::name_of(state).data(), fraction);
}

void report(const char* verb, std::size_t count) {
    std::printf("%-20s %zu\n", verb, count);
}

void report(const char* verb, bool holds) {
    std::printf("%-20s %s\n", verb, holds ? "yes" : "no");
}

// A crate of 1 m above a floor whose top is at z = 0.5, and a wall across its way.
struct Scene {
    const swept::Polyhedron box =
        swept::Polyhedron::build(swept::make_box({1, 1, 1}).value()).value();
    const swept::Polyhedron slab =
        swept::Polyhedron::build(swept::make_box({20, 20, 1}).value()).value();
    const swept::Placed crate{box, swept::Pose::make({0, 0, 3}).value()};
    const swept::Placed sunk{box, swept::Pose::make({0.25, 0, 0.75}).value()};
    const swept::Placed floor{slab};
    const swept::Placed wall{box, swept::Pose::make({5, 0, 3}).value()};
    const swept::Motion fall = swept::Translation::make({0, 0, -5}).value();
    const swept::Motion lift = swept::Translation::make({0, 0, 1}).value();
    const swept::Motion push = swept::Translation::make({8, 0, 0}).value();

    void sweeps() const {
        const swept::SweepResult one = swept::sweep(crate, fall, floor);
        report("sweep", one.state, one.free_fraction);

        const std::array obstacles{floor, wall};
        const swept::SweepResult first = swept::sweep(crate, push, obstacles);
        report("sweep past several", first.state, first.free_fraction);

        const auto step = swept::decompose(crate.world_from_shape, sunk.world_from_shape);
        const swept::StepResult stopped = swept::sweep(crate, step, obstacles);
        report("sweep of a step", stopped.translation.state, stopped.translation.free_fraction);

        const swept::MutualSweepResult both = swept::sweep_both({crate, fall}, {floor, lift});
        report("sweep_both", both.sweep.state, both.sweep.free_fraction);

        const std::array poses{crate.world_from_shape, swept::Pose::make({0, 3, 3}).value(),
                               swept::Pose::make({0, 3, 0}).value()};
        const auto path = swept::check_path(box, poses, floor);
        report("check_path", path->state, path->proven());
    }

    void at_rest() const {
        const swept::OverlapResult relation = swept::overlap(sunk, floor);
        report("overlap", relation.state);
        report("intersects", swept::intersects(crate, floor));
        report("intersecting_faces", swept::intersecting_faces(sunk, floor).size());
        report("self_intersections", swept::self_intersections(box).size());
        const bool inside = swept::classify_point(floor, {0, 0, 0}) == swept::PointLocation::inside;
        report("classify_point", inside);
        report("contains", swept::contains(crate, {0, 0, 0}));
        report("faces_in", swept::faces_in(floor, {{-1, -1, 0}, {1, 1, 1}}).size());

        const swept::Placed landed{box, swept::sweep(crate, fall, floor).end};
        report("contacts", swept::contacts(landed, floor).contacts.size());
        std::printf("%-20s %g\n", "distance", swept::distance(crate, floor).distance);
    }

    void casts() const {
        const swept::Ray down = swept::Ray::between({0, 0, 9}, {0, 0, 0}).value();
        const swept::CastResult ray = swept::cast(down, crate);
        report("cast of a ray", ray.state, ray.hit.fraction);

        const swept::SphereCast ball{down, swept::Radius::of(0.5).value()};
        const swept::CastResult sphere = swept::cast(ball, crate);
        report("cast of a sphere", sphere.state, sphere.hit.fraction);

        const swept::SphereSetCast set{swept::fit_spheres(box, 8).value(), crate.world_from_shape,
                                       fall};
        const swept::CastResult spheres = swept::cast(set, swept::PreparedTarget(floor));
        report("cast of spheres", spheres.state, spheres.hit.fraction);

        std::vector<swept::CastHit> hits;
        swept::cast_all(down, crate, {.sides = swept::Sides::both}, hits);
        report("cast_all", hits.size());
    }

    void steps() const {
        const auto collisions = swept::all_collisions(crate, fall, floor);
        report("all_collisions", collisions->collisions.size());
    }

    void in_batches() const {
        const std::vector<swept::SweepQuery> queries(3, {crate, fall, floor});
        report("sweep_batch", swept::sweep_batch(queries).size());

        const std::array parts{swept::Part{box, {}}};
        const std::array poses{crate.world_from_shape, wall.world_from_shape};
        const std::array obstacles{floor};
        const std::vector<swept::PathQuery> paths(3, {parts, poses, obstacles});
        report("check_path_batch", swept::check_path_batch(paths).size());

        const std::vector<swept::PlacedPair> pairs(3, {crate, floor});
        report("overlap_batch", swept::overlap_batch(pairs).size());
        report("contacts_batch", swept::contacts_batch(pairs).size());
        report("distance_batch", swept::distance_batch(pairs).size());

        const std::vector<swept::Ray> rays(3, swept::Ray::towards({0, 0, 9}, {0, 0, -1}).value());
        report("cast_batch", swept::cast_batch(rays, floor).size());
    }

    void with_options() const {
        swept::SweepOptions options;
        options.margin = swept::Margin::at_least(0.01).value();
        options.budget = 100'000;
        options.filter.mask = 0x1;  // in a world: only objects with this bit
        swept::SweepResult result = swept::sweep(crate, fall, floor, options);
        report("with a margin", result.state, result.free_fraction);

        const swept::Contact& contact = result.contact;
        options.warm_start = {{contact.mover.face_index, contact.obstacle.face_index}};
        result = swept::sweep(crate, fall, floor, options);
        report("with a warm start", result.state, result.free_fraction);
    }

    // The same verbs with a snapshot in place of the obstacle, and those of worlds alone.
    void in_a_world() const {
        swept::WorldContents contents;
        contents.rooms.push_back({swept::RoomId(1), {slab.mesh(), {}}});
        contents.bodies.push_back({swept::BodyId(7), {box, wall.world_from_shape}});
        contents.bodies.push_back(
            {swept::BodyId(8), {box, swept::Pose::make({5.5, 0, 1}).value()}});
        swept::World world = swept::World::make(contents).value();
        const swept::WorldSnapshot now = world.snapshot();

        const swept::InWorld<swept::SweepResult> stop = swept::sweep(crate, push, now);
        report("world: sweep", stop.result.state, stop.result.free_fraction);
        std::printf("  stopped by body %llu\n",
                    static_cast<unsigned long long>(stop.collider.body.value));

        const std::array poses{crate.world_from_shape, wall.world_from_shape};
        const auto path = swept::check_path(box, poses, now);
        report("world: check_path", path->result.state, path->result.proven());
        const auto relation = swept::overlap(sunk, now);
        report("world: overlap", relation.result.state);
        const swept::Placed landed{box, swept::sweep(crate, fall, now).result.end};
        report("world: contacts", swept::contacts(landed, now).contacts.size());
        std::printf("%-20s %g\n", "world: distance", swept::distance(crate, now).result.distance);
        const swept::Ray down = swept::Ray::towards({0, 0, 9}, {0, 0, -1}).value();
        const auto ray = swept::cast(down, now, {.filter = {.bodies = false}});
        report("world: cast", ray.result.state, ray.result.hit.fraction);
        report("world: cast_batch", swept::cast_batch(std::array{down, down}, now).size());

        const std::array step{swept::BodyMotion{swept::BodyId(7), fall}};
        report("pairs_that_may_touch", swept::pairs_that_may_touch(now, step)->size());
        const auto first = swept::first_contact(now, step);
        report("first_contact", first->state, first->free_fraction);

        std::size_t cut = 0;
        const auto edited = world.edit([&](swept::WorldEdit& edit) {
            return edit.carve(sunk).map(
                [&](const swept::CarveResult& carved) { cut = carved.rooms.size(); });
        });
        report("carve", edited ? cut : 0);
    }
};

}  // namespace

int main() {
    const Scene scene;
    scene.sweeps();
    scene.at_rest();
    scene.casts();
    scene.steps();
    scene.in_batches();
    scene.with_options();
    scene.in_a_world();
}
