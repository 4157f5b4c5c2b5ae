// Rooms, seams and portals: the answers over a world are those over one shape of all its polygons.

#include <gtest/gtest.h>

#include <random>

#include "swept/solids.h"
#include "swept/swept.h"
#include "swept/world.h"
#include "tests/oracle/corridor.h"
#include "tests/repeats.h"
#include "tests/with.h"

namespace swept {
namespace {

using Eigen::Vector3d;

struct Scene {
    explicit Scene(int rooms)
        : made(oracle::corridor(rooms)),
          // Seen from within, as rooms are; by itself what looks inward stops with both sides.
          whole(Polyhedron::build(made.whole, {.sides = Sides::front}).value()),
          world(World::make(made.contents).value()),
          snapshot(world.snapshot()) {}

    oracle::Corridor made;
    Polyhedron whole;
    World world;
    WorldSnapshot snapshot;
};

Pose at(double x, double y, double z) {
    return Pose::make({x, y, z}).value();
}

Motion along(const Vector3d& vector) {
    return Translation::make(vector).value();
}

Polyhedron box(double size) {
    return Polyhedron::build(make_box({size, size, size}).value()).value();
}

class Random {
   public:
    explicit Random(std::uint64_t seed) : bits_(seed) {}
    double between(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(bits_);
    }
    Vector3d in(const Vector3d& low, const Vector3d& high) {
        return {between(low.x(), high.x()), between(low.y(), high.y()), between(low.z(), high.z())};
    }
    Pose pose(const Vector3d& low, const Vector3d& high) {
        const Eigen::Quaterniond q(between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1));
        return Pose::make(in(low, high), Quaternion(q.normalized())).value();
    }

   private:
    std::mt19937_64 bits_;
};

TEST(world_rooms, that_meet_vertex_for_vertex_are_closed_together) {
    const Scene scene(3);
    const WorldSnapshot::Seams seams = scene.snapshot.seams();
    EXPECT_EQ(seams.seam_edges, 8U);  // four sides of each of two doorways
    EXPECT_EQ(seams.open_edges, 0U);
    EXPECT_TRUE(seams.closed);
    EXPECT_TRUE(scene.whole.is_closed());
    EXPECT_EQ(scene.snapshot.polygon_count(), scene.made.whole.polygon_count());
    // By itself a room is open where it goes on.
    EXPECT_FALSE(scene.snapshot.shape(RoomId(1))->is_closed());
}

TEST(world_rooms, let_a_box_slide_through_a_doorway_over_the_floors_seam) {
    const Scene scene(2);
    const Polyhedron mover = box(0.5);
    const Pose start = at(5, 4, 0.25);  // on the floor
    const InWorld<SweepResult> found = sweep({mover, start}, along({10, 0, 0}), scene.snapshot);
    EXPECT_EQ(found.result.start, Relation::touching);
    EXPECT_EQ(found.result.state, State::free);
    // A push downward as well still slides up to the seam and over it, a little at a time.
    Pose pose = start;
    for (int i = 0; i < 100; ++i) {
        const InWorld<SweepResult> step = sweep({mover, pose}, along({0.1, 0, 0}), scene.snapshot);
        ASSERT_EQ(step.result.state, State::free) << i;
        pose = step.result.end;
        const InWorld<SweepResult> down = sweep({mover, pose}, along({0, 0, -0.1}), scene.snapshot);
        ASSERT_EQ(down.result.state, State::hit);
        EXPECT_NEAR(down.result.contact.normal.z(), 1, 1e-12);
        pose = down.result.end;
    }
    EXPECT_NEAR(pose.translation().x(), 15, 1e-9);
}

TEST(world_rooms, have_no_contacts_at_a_flat_seam_but_those_of_faces) {
    const Scene scene(2);
    const Polyhedron mover = box(0.5);
    // Across the seam at x = 10, on the floor.
    const WorldContactSet found = contacts({mover, at(10, 4, 0.25)}, scene.snapshot);
    const ContactSet one = contacts({mover, at(10, 4, 0.25)}, {scene.whole});
    EXPECT_EQ(found.relation, Relation::touching);
    ASSERT_EQ(found.contacts.size(), one.contacts.size());
    EXPECT_EQ(found.contacts.size(), 4U);
    for (const InWorld<Contact>& c : found.contacts) {
        EXPECT_EQ(c.result.kind, ContactKind::vertex_face);
        EXPECT_EQ(c.collider.kind, ColliderRef::Kind::room);
    }
}

TEST(world_rooms, answer_rays_as_one_shape_does) {
    const Scene scene(4);
    Random random(1);
    int hits = 0;
    for (int i = 0; i < 4000; ++i) {
        const Vector3d from = random.in({-0.5, -0.5, -0.5}, {40.5, 8.5, 4.5});
        const Vector3d to = i % 2 == 0 ? random.in({-0.5, -0.5, -0.5}, {40.5, 8.5, 4.5})
                                       : Vector3d(from + random.in({-3, -3, -3}, {3, 3, 3}));
        const Ray ray = Ray::between(from, to).value();
        const CastResult one = cast(ray, {scene.whole});
        const InWorld<CastResult> found = cast(ray, scene.snapshot);
        ASSERT_EQ(found.result.state, one.state) << i;
        EXPECT_EQ(found.result.start, one.start);
        if (one.state != State::hit) continue;
        ++hits;
        EXPECT_EQ(found.result.hit.fraction, one.hit.fraction);
        EXPECT_EQ(found.collider.polygon.id.value, one.hit.face);
        EXPECT_EQ(found.result.hit.point, one.hit.point);
        const InWorld<CastResult> any = cast(ray, scene.snapshot, {.mode = CastMode::any});
        EXPECT_EQ(any.result.state, State::hit);
    }
    EXPECT_GT(hits, 1200);
    EXPECT_LT(hits, 3200);
}

TEST(world_rooms, answer_spheres_and_sphere_sets_as_one_shape_does) {
    const Scene scene(3);
    Random random(2);
    const SphereSet set = SphereSet::make({{{0, 0, 0}, 0.2}, {{0.3, 0, 0}, 0.1}}).value();
    int hits = 0;
    for (int i = 0; i < 1000; ++i) {
        const Vector3d from = random.in({0.6, 0.6, 0.6}, {29.4, 7.4, 3.4});
        const Ray ray = Ray::between(from, from + random.in({-6, -4, -3}, {6, 4, 3})).value();
        const Radius radius = Radius::of(random.between(0.01, 0.4)).value();
        const CastResult one = cast(SphereCast{ray, radius}, {scene.whole});
        if (one.start != Relation::separate) continue;
        const InWorld<CastResult> found = cast(SphereCast{ray, radius}, scene.snapshot);
        ASSERT_EQ(found.result.state, one.state) << i;
        EXPECT_NEAR(found.result.hit.fraction, one.hit.fraction, 1e-12);
        hits += one.state == State::hit ? 1 : 0;

        const Pose pose = random.pose({0.6, 0.6, 0.6}, {29.4, 7.4, 3.4});
        const Motion turn = Rotation::make(from, {0, 0, 1}, random.between(-2, 2)).value();
        const CastResult turned = cast(SphereSetCast{set, pose, turn}, {scene.whole});
        if (turned.start != Relation::separate) continue;
        const InWorld<CastResult> in_world = cast(SphereSetCast{set, pose, turn}, scene.snapshot);
        ASSERT_EQ(in_world.result.state, turned.state) << i;
        EXPECT_NEAR(in_world.result.hit.fraction, turned.hit.fraction, 1e-10);
    }
    EXPECT_GT(hits, 300);
}

TEST(world_rooms, answer_sweeps_as_one_shape_does_with_and_without_portals) {
    const Scene scene(6);
    Random random(3);
    const Polyhedron mover = Polyhedron::build(make_torus(12, 8, 0.5, 0.2).value()).value();
    Scratch scratch;
    int hits = 0, free = 0;
    for (int i = 0; i < test::repeats(400); ++i) {
        const Pose start = random.pose({2, 2, 1.5}, {58, 6, 2.5});
        const Motion motion =
            i % 3 == 0   ? along(random.in({-15, -2, -1}, {15, 2, 1}))
            : i % 3 == 1 ? Motion(Rotation::make(random.in({0, 0, 0}, {60, 8, 4}), {0, 0.1, 1},
                                                 random.between(-1, 1))
                                      .value())
                         : Motion(Screw::make(random.in({0, 0, 0}, {60, 8, 4}), {1, 0.1, 0},
                                              random.between(-3, 3), random.between(-8, 8))
                                      .value());
        const SweepResult one = sweep({mover, start}, motion, {scene.whole}, {.scratch = &scratch});
        const InWorld<SweepResult> found =
            sweep({mover, start}, motion, scene.snapshot, {.scratch = &scratch});
        const InWorld<SweepResult> without =
            sweep({mover, start}, motion, scene.snapshot,
                  {.filter = {.portals = false}, .scratch = &scratch});
        ASSERT_EQ(found.result.state, one.state) << i;
        EXPECT_EQ(found.result.start, one.start) << i;
        EXPECT_EQ(found.result.margin, one.margin);
        EXPECT_EQ(found.result.free_fraction, one.free_fraction) << i;
        EXPECT_EQ(found.result.free_fraction, without.result.free_fraction);
        EXPECT_EQ(found.collider, without.collider);
        EXPECT_EQ(found.result.contact.point, without.result.contact.point);
        hits += one.state == State::hit ? 1 : 0;
        free += one.state == State::free ? 1 : 0;
    }
    EXPECT_GT(hits, test::repeats(60));
    EXPECT_GT(free, test::repeats(60));
}

TEST(world_rooms, answer_distances_overlaps_and_contacts_as_one_shape_does) {
    const Scene scene(3);
    Random random(4);
    const Polyhedron mover = box(0.7);
    int separate = 0;
    for (int i = 0; i < test::repeats(400); ++i) {
        const Pose pose = random.pose({0, 0, 0}, {30, 8, 4});
        const OverlapResult one = overlap({mover, pose}, {scene.whole});
        const InWorld<OverlapResult> found = overlap({mover, pose}, scene.snapshot);
        ASSERT_EQ(found.result.relation, one.relation) << i;
        const DistanceResult far = distance({mover, pose}, {scene.whole});
        const InWorld<DistanceResult> near = distance({mover, pose}, scene.snapshot);
        EXPECT_EQ(near.result.relation, far.relation);
        EXPECT_EQ(near.result.distance, far.distance) << i;
        if (one.relation != Relation::separate) continue;
        ++separate;
        EXPECT_FALSE(near.result.beyond);
        const ContactTolerance within = ContactTolerance::within(0.5).value();
        const ContactSet set = contacts({mover, pose}, {scene.whole}, {.tolerance = within});
        const WorldContactSet all = contacts({mover, pose}, scene.snapshot, {.tolerance = within});
        EXPECT_EQ(all.contacts.size(), set.contacts.size()) << i;
        EXPECT_EQ(all.margin, set.margin);
    }
    EXPECT_GT(separate, test::repeats(120));
    EXPECT_LT(separate, 360);
}

TEST(world_rooms, answer_paths_as_one_shape_does) {
    const Scene scene(3);
    Random random(5);
    const Polyhedron mover = box(0.4);
    int hits = 0;
    for (int i = 0; i < 60; ++i) {
        std::vector<Pose> poses;
        Vector3d place = random.in({1, 1, 1}, {29, 7, 3});
        for (int k = 0; k < 4; ++k) {
            poses.push_back(random.pose(place, place));
            place += random.in({-2, -1, -0.5}, {2, 1, 0.5});
        }
        const PathOptions options{.join = static_cast<PathJoin>(i % 3),
                                  .clearance = clearance_of(i % 2 == 0 ? 0 : 0.05)};
        const auto one = check_path(mover, poses, {scene.whole}, options);
        const auto found = check_path(mover, poses, scene.snapshot, options);
        ASSERT_TRUE(one && found);
        EXPECT_EQ(found->result.state, one->state) << i;
        EXPECT_EQ(found->result.segment, one->segment) << i;
        EXPECT_EQ(found->result.fraction, one->fraction) << i;
        hits += one->state == State::hit ? 1 : 0;
    }
    EXPECT_GT(hits, 10);
    EXPECT_FALSE(check_path(mover, std::span<const Pose>(), scene.snapshot));
}

TEST(world_rooms, are_seen_through_masks_as_if_only_what_is_seen_were_there) {
    oracle::Corridor made = oracle::corridor(2);
    // The ceilings have a bit of their own.
    std::vector<std::uint32_t> floor_and_walls;
    for (auto& room : made.contents.rooms) {
        for (std::uint32_t i = 0; i < room.polygons.labels.size(); ++i) {
            const auto& mesh = room.polygons.mesh;
            bool high = true;
            for (const std::uint32_t v : mesh.polygon(i)) high = high && mesh.vertices[v].z() == 4;
            room.polygons.labels[i].mask = high ? 2 : 1;
        }
    }
    const World world = World::make(made.contents).value();
    const WorldSnapshot snapshot = world.snapshot();
    const Ray up = Ray::between({5, 4, 2}, {5, 4, 6}).value();
    EXPECT_EQ(cast(up, snapshot).result.state, State::hit);
    EXPECT_EQ(cast(up, snapshot, {.filter = {.mask = 2}}).result.state, State::hit);
    EXPECT_EQ(cast(up, snapshot, {.filter = {.mask = 1}}).result.state, State::free);
    EXPECT_EQ(cast(up, snapshot, {.filter = {.mask = 4}}).result.state, State::free);
    const Ray down = Ray::between({5, 4, 2}, {5, 4, -6}).value();
    const InWorld<CastResult> floor = cast(down, snapshot, {.filter = {.mask = 1}});
    EXPECT_EQ(floor.result.state, State::hit);
    EXPECT_EQ(floor.collider.polygon.mask, 1U);
    EXPECT_EQ(floor.collider.polygon, cast(down, snapshot).collider.polygon);
    EXPECT_EQ(floor.result.hit.face, cast(down, snapshot).result.hit.face);
    EXPECT_EQ(cast(down, snapshot, {.filter = {.rooms = false}}).result.state, State::free);
    // Through the ceiling that is not seen.
    const Polyhedron mover = box(0.5);
    EXPECT_EQ(sweep({mover, at(5, 4, 2)}, along({0, 0, 5}), snapshot, {.filter = {.mask = 1}})
                  .result.state,
              State::free);
    EXPECT_EQ(sweep({mover, at(5, 4, 2)}, along({0, 0, 5}), snapshot).result.state, State::hit);
}

TEST(world_rooms, are_not_looked_into_by_rays_that_pass_none_of_them) {
    const Scene scene(4);
    // Without end, "never" must not count as early enough.
    for (const Vector3d& way : {Vector3d(0, 0, 1), {1, 2, 3}, {-1, 0, 0}}) {
        const InWorld<CastResult> found =
            cast(Ray::towards({20, 4, 100}, way).value(), scene.snapshot);
        EXPECT_EQ(found.result.state, State::free);
        EXPECT_EQ(found.result.box_tests, 0U);
    }
}

TEST(world_rooms, without_anything_hit_nothing) {
    World world;
    const WorldSnapshot nothing = world.snapshot();
    const Ray ray = Ray::towards({0, 0, 0}, {1, 2, 3}).value();
    EXPECT_EQ(cast(ray, nothing).result.state, State::free);
    EXPECT_EQ(sweep({box(1)}, along({1, 0, 0}), nothing).result.state, State::free);
    EXPECT_EQ(overlap({box(1)}, nothing).result.relation, Relation::separate);
    EXPECT_TRUE(distance({box(1)}, nothing).result.beyond);
    EXPECT_TRUE(contacts({box(1)}, nothing).contacts.empty());
    ASSERT_TRUE(world.edit([](WorldEdit& edit) { return edit.add_room(RoomId(7), {}); }));
    EXPECT_EQ(cast(ray, world.snapshot()).result.state, State::free);
    EXPECT_EQ(world.snapshot().rooms().size(), 1U);
    EXPECT_FALSE(world.snapshot().shape(RoomId(7)));
}

TEST(world_rooms, that_are_hit_at_once_on_their_seam_are_named_by_the_lowest) {
    const Scene scene(3);
    for (const double seam : {10.0, 20.0}) {
        for (const double way : {5.0, -5.0, 2.0, -2.0}) {
            // Through the floor's seam, from one room or from the other.
            const Ray ray = Ray::between({seam - way, 4, 2}, {seam + way, 4, -2}).value();
            const InWorld<CastResult> found = cast(ray, scene.snapshot);
            ASSERT_EQ(found.result.state, State::hit);
            EXPECT_EQ(found.result.hit.fraction, 0.5);
            EXPECT_EQ(found.collider.room, RoomId(seam == 10 ? 0 : 1)) << seam << " " << way;
        }
    }
}

TEST(world_rooms, bodies_that_are_hit_at_once_are_named_by_the_lowest_sphere_then_body) {
    // Sphere 0 goes towards the bodies beside y = 0, sphere 1 towards those beside y = 2.
    const SphereSet two = SphereSet::make({{{0, 0, 0}, 0.25}, {{0, 2, 0}, 0.25}}).value();
    const auto hit_by = [&](const std::vector<std::pair<int, double>>& bodies) {
        WorldContents contents;
        for (const auto& [id, y] : bodies) {
            contents.bodies.push_back(
                {BodyId(static_cast<std::uint64_t>(id)), {box(1), at(4, y, 0)}});
        }
        const World world = World::make(contents).value();
        const InWorld<CastResult> found =
            cast(SphereSetCast{two, Pose(), along({8, 0, 0})}, world.snapshot());
        EXPECT_EQ(found.result.state, State::hit);
        EXPECT_DOUBLE_EQ(found.result.hit.fraction, 3.25 / 8);
        return std::pair(found.result.hit.sphere, found.collider.body);
    };
    EXPECT_EQ(hit_by({{3, 2}, {8, 0}}), std::pair(0U, BodyId(8)));
    EXPECT_EQ(hit_by({{3, 0}, {8, 2}}), std::pair(0U, BodyId(3)));
    EXPECT_EQ(hit_by({{9, 0}, {3, 2}, {8, 0}, {4, 2}}), std::pair(0U, BodyId(8)));
    EXPECT_EQ(hit_by({{9, 2}, {8, 2}}), std::pair(1U, BodyId(8)));
}

TEST(world_rooms, with_bodies_are_asked_together) {
    const oracle::Corridor made = oracle::corridor(1);
    WorldContents contents = made.contents;
    contents.bodies.push_back({BodyId(5), {box(1), at(5, 4, 2), 1}});
    contents.bodies.push_back(
        {BodyId(6), {SphereSet::make({{{0, 0, 0}, 0.5}}).value(), at(7, 4, 2), 2}});
    const World world = World::make(contents).value();
    const WorldSnapshot snapshot = world.snapshot();
    const Ray ray = Ray::between({1, 4, 2}, {9, 4, 2}).value();
    const InWorld<CastResult> first = cast(ray, snapshot);
    ASSERT_EQ(first.result.state, State::hit);
    EXPECT_EQ(first.collider.body, BodyId(5));
    EXPECT_NEAR(first.result.hit.fraction, 3.5 / 8, 1e-15);
    const InWorld<CastResult> second = cast(ray, snapshot, {.filter = {.except = BodyId(5)}});
    EXPECT_EQ(second.collider.body, BodyId(6));
    EXPECT_NEAR(second.result.hit.fraction, 5.5 / 8, 1e-14);
    EXPECT_EQ(cast(ray, snapshot, {.filter = {.bodies = false}}).result.state, State::free);
    EXPECT_EQ(cast(ray, snapshot, {.filter = {.mask = 2}}).collider.body, BodyId(6));
    const InWorld<SweepResult> swept = sweep({box(0.5), at(2, 4, 2)}, along({6, 0, 0}), snapshot);
    EXPECT_EQ(swept.collider.body, BodyId(5));
    EXPECT_NEAR(swept.result.free_fraction, (4.5 - 2.25) / 6, 1e-8);
    const InWorld<SweepResult> past = sweep({box(0.5), at(2, 4, 2)}, along({6, 0, 0}), snapshot,
                                            {.filter = {.except = BodyId(5)}});
    EXPECT_EQ(past.collider.body, BodyId(6));
    EXPECT_NEAR(past.result.free_fraction, (6.5 - 2.25) / 6, 1e-8);
    const InWorld<DistanceResult> near = distance({box(0.5), at(6, 4, 2)}, snapshot);
    EXPECT_EQ(near.collider.kind, ColliderRef::Kind::body);
    EXPECT_NEAR(near.result.distance, 0.25, 1e-12);
    EXPECT_EQ(overlap({box(0.5), at(5.5, 4, 2)}, snapshot).collider.body, BodyId(5));
}

// What starts in contact is looked at with all rooms, whatever portals it could leave through.
TEST(world_rooms, sweeps_that_start_in_contact_are_those_of_one_shape) {
    const Scene scene(4);
    const Polyhedron mover = box(0.5);
    const auto check = [&](const Pose& start, const Vector3d& way, Relation relation) {
        const SweepResult one = sweep({mover, start}, along(way), {scene.whole});
        for (const bool portals : {true, false}) {
            const SweepResult found =
                sweep({mover, start}, along(way), scene.snapshot, {.filter = {.portals = portals}})
                    .result;
            EXPECT_EQ(one.start, relation);
            EXPECT_EQ(found.start, one.start) << portals;
            EXPECT_EQ(found.state, one.state) << portals;
            EXPECT_NEAR(found.free_fraction, one.free_fraction, 1e-9) << portals;
        }
    };
    check(at(5, 1, 0.25), {20, 0, 0}, Relation::touching);      // on the floor, towards a wall
    check(at(5, 4, 0.25), {20, 0, 0}, Relation::touching);      // through doorways
    check(at(10, 1, 2), {20, 0, 0}, Relation::overlapping);     // in the wall between two rooms
    check(at(5, 1, 0.2), {20, 0, 0.1}, Relation::overlapping);  // in the floor
}

TEST(world_rooms, paths_of_one_pose_say_how_it_stands_to_bodies_of_spheres) {
    WorldContents contents;
    contents.bodies.push_back(
        {BodyId(6), {SphereSet::make({{{0, 0, 0}, 0.5}}).value(), at(7, 4, 2), every_bit}});
    const World world = World::make(contents).value();
    const auto stands = [&](double x, double clearance) {
        const std::vector<Pose> pose{at(x, 4, 2)};
        return check_path(box(1), pose, world.snapshot(), {.clearance = clearance_of(clearance)})
            .value();
    };
    EXPECT_EQ(stands(5.9, 0).result.state, State::free);
    EXPECT_EQ(stands(5.9, 0).collider.kind, ColliderRef::Kind::nothing);
    const InWorld<PathResult> close = stands(5.9, 0.2);
    EXPECT_EQ(close.result.state, State::hit);
    EXPECT_EQ(close.result.fraction, 0);
    EXPECT_EQ(close.collider.body, BodyId(6));
    const InWorld<PathResult> within = stands(6.1, 0);
    EXPECT_EQ(within.result.state, State::overlapping);
    EXPECT_EQ(within.result.start, Relation::overlapping);
    EXPECT_EQ(within.collider.body, BodyId(6));
}

}  // namespace
}  // namespace swept
