// Editing: batches that are published whole or not at all, snapshots that stand, ids that stay.

#include <gtest/gtest.h>

#include <limits>

#include "swept/solids.h"
#include "swept/swept.h"
#include "swept/world.h"
#include "tests/oracle/corridor.h"

namespace swept {
namespace {

using Eigen::Vector3d;

RoomPolygons box_polygons(const Vector3d& centre, double size, std::uint64_t first_id) {
    RoomPolygons made;
    made.mesh = make_box({size, size, size}).value();
    for (Vector3d& v : made.mesh.vertices) v += centre;
    for (std::uint64_t i = 0; i < made.mesh.polygon_count(); ++i) {
        made.labels.push_back({PolygonId(first_id + i), every_bit});
    }
    return made;
}

Polyhedron box(double size) {
    return Polyhedron::build(make_box({size, size, size}).value()).value();
}

Pose at(double x, double y, double z) {
    return Pose::make({x, y, z}).value();
}

InWorld<CastResult> look(const WorldSnapshot& world, const Vector3d& from, const Vector3d& to) {
    return cast(Ray::between(from, to).value(), world);
}

TEST(world_edit, publishes_once_and_old_snapshots_stand) {
    World world;
    const WorldSnapshot before = world.snapshot();
    const auto report = world.edit([&](WorldEdit& edit) -> Result<void> {
        if (auto done = edit.add_room(RoomId(1), box_polygons({0, 0, 0}, 2, 100)); !done)
            return done;
        // Nobody sees it before the end.
        EXPECT_EQ(world.snapshot().version(), before.version());
        return edit.add_room(RoomId(2), box_polygons({10, 0, 0}, 2, 200));
    });
    ASSERT_TRUE(report);
    EXPECT_EQ(report->version, before.version() + 1);
    EXPECT_EQ(report->changed, (std::vector{RoomId(1), RoomId(2)}));
    EXPECT_TRUE(report->rejoined.empty());
    EXPECT_EQ(look(before, {-5, 0, 0}, {5, 0, 0}).result.state, State::free);
    const WorldSnapshot now = world.snapshot();
    EXPECT_EQ(look(now, {-5, 0, 0}, {5, 0, 0}).collider.room, RoomId(1));

    const auto second = world.edit([&](WorldEdit& edit) {
        return edit.add_polygons(RoomId(2), box_polygons({5, 0, 0}, 1, 7));
    });
    ASSERT_TRUE(second);
    EXPECT_EQ(second->changed, std::vector{RoomId(2)});
    EXPECT_EQ(look(now, {3, 0, 0}, {7, 0, 0}).result.state, State::free);
    EXPECT_EQ(look(world.snapshot(), {3, 0, 0}, {7, 0, 0}).collider.room, RoomId(2));
}

TEST(world_edit, keeps_the_callers_ids_and_masks) {
    World world;
    ASSERT_TRUE(world.edit([&](WorldEdit& edit) {
        return edit.add_room(RoomId(42), box_polygons({0, 0, 0}, 2, 1000));
    }));
    const PolygonLabel hit = look(world.snapshot(), {-5, 0, 0}, {5, 0, 0}).collider.polygon;
    EXPECT_GE(hit.id.value, 1000U);
    // Others go; this one keeps its name.
    std::vector<PolygonId> others;
    const RoomPolygons all = *world.snapshot().polygons(RoomId(42));
    for (const PolygonLabel& label : all.labels) {
        if (label.id != hit.id) others.push_back(label.id);
    }
    ASSERT_TRUE(
        world.edit([&](WorldEdit& edit) { return edit.remove_polygons(RoomId(42), others); }));
    const WorldSnapshot now = world.snapshot();
    EXPECT_EQ(now.polygon_count(), 1U);
    EXPECT_EQ(look(now, {-5, 0, 0}, {5, 0, 0}).collider.polygon, hit);
    ASSERT_TRUE(world.edit([&](WorldEdit& edit) {
        return edit.replace_polygons(RoomId(42), std::vector{hit.id},
                                     box_polygons({0, 0, 0}, 4, 1));
    }));
    EXPECT_EQ(world.snapshot().polygon_count(), 6U);
}

TEST(world_edit, builds_only_the_rooms_that_it_touches_and_rejoins_their_neighbours) {
    const oracle::Corridor made = oracle::corridor(4);
    World world = World::make(made.contents).value();
    const WorldSnapshot before = world.snapshot();
    // A crate in the middle of room 1 is far from its seams.
    const auto crate = world.edit([&](WorldEdit& edit) {
        return edit.add_polygons(RoomId(1), box_polygons({15, 6, 1}, 1, 1'000'000));
    });
    ASSERT_TRUE(crate);
    EXPECT_EQ(crate->changed, std::vector{RoomId(1)});
    EXPECT_TRUE(crate->rejoined.empty());
    for (const std::uint64_t id : {0U, 2U, 3U}) {  // the very same data
        EXPECT_EQ(&world.snapshot().shape(RoomId(id))->data(), &before.shape(RoomId(id))->data());
    }
    EXPECT_TRUE(world.snapshot().seams().closed);
    // Without room 1 its neighbours are open.
    const auto gone = world.edit([&](WorldEdit& edit) { return edit.remove_room(RoomId(1)); });
    ASSERT_TRUE(gone);
    EXPECT_EQ(gone->rejoined, (std::vector{RoomId(0), RoomId(2)}));
    EXPECT_EQ(world.snapshot().seams().open_edges, 8U);
    EXPECT_EQ(world.snapshot().portals().size(), 1U);  // its portals went with it
    // It comes back, and all is well.
    const auto back = world.edit(
        [&](WorldEdit& edit) { return edit.add_room(RoomId(1), made.contents.rooms[1].polygons); });
    ASSERT_TRUE(back);
    EXPECT_TRUE(world.snapshot().seams().closed);
    EXPECT_EQ(world.snapshot().seams().seam_edges, 12U);
}

TEST(world_edit, that_fails_changes_nothing) {
    World world;
    ASSERT_TRUE(world.edit(
        [&](WorldEdit& edit) { return edit.add_room(RoomId(1), box_polygons({0, 0, 0}, 2, 0)); }));
    const std::uint64_t version = world.snapshot().version();
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    RoomPolygons bad = box_polygons({9, 0, 0}, 2, 0);
    bad.mesh.vertices[3].y() = nan;
    RoomPolygons out_of_range = box_polygons({9, 0, 0}, 2, 0);
    out_of_range.mesh.corners[5] = 99;
    RoomPolygons few_labels = box_polygons({9, 0, 0}, 2, 0);
    few_labels.labels.pop_back();
    using Change = std::function<Result<void>(WorldEdit&)>;
    const std::vector<std::pair<Change, std::string>> changes{
        {[&](WorldEdit& e) { return e.add_room(RoomId(1), {}); }, "room 1"},
        {[&](WorldEdit& e) { return e.add_room(RoomId(2), bad); }, "room 2, polygon"},
        {[&](WorldEdit& e) { return e.add_polygons(RoomId(1), bad); }, "room 1, polygon"},
        {[&](WorldEdit& e) { return e.add_polygons(RoomId(1), out_of_range); },
         "room 1, polygon 1"},
        {[&](WorldEdit& e) { return e.add_polygons(RoomId(1), few_labels); }, "room 1, labels"},
        {[&](WorldEdit& e) { return e.add_polygons(RoomId(9), {}); }, "room 9"},
        {[&](WorldEdit& e) { return e.remove_room(RoomId(9)); }, "room 9"},
        {[&](WorldEdit& e) { return e.remove_polygons(RoomId(1), std::vector{PolygonId(77)}); },
         "room 1, polygon 77"},
        {[&](WorldEdit& e) { return e.remove_portal(PortalId(3)); }, "portal 3"},
        {[&](WorldEdit& e) { return e.move_body(BodyId(3), Pose()); }, "body 3"},
        {[&](WorldEdit& e) { return e.remove_body(BodyId(3)); }, "body 3"},
        {[&](WorldEdit& e) {
             // A pose that is none cannot be made; one may still take a body too far.
             EXPECT_FALSE(Pose::make({nan, 0, 0}));
             return e.insert_body(BodyId(3), {box(1e90), Pose::make({2e90, 0, 0}).value(), 1});
         },
         "body 3"},
    };
    for (const auto& [change, place] : changes) {
        const auto report = world.edit([&](WorldEdit& edit) -> Result<void> {
            // What went before it in the batch is not published either.
            if (auto done = edit.add_room(RoomId(50), box_polygons({50, 0, 0}, 1, 0)); !done) {
                return done;
            }
            return change(edit);
        });
        ASSERT_FALSE(report) << place;
        EXPECT_NE(report.error().message().find(place), std::string::npos)
            << report.error().message();
        EXPECT_EQ(world.snapshot().version(), version);
        EXPECT_EQ(world.snapshot().rooms(), std::vector{RoomId(1)});
    }
}

TEST(world_portals, lie_on_walls_of_both_rooms) {
    const oracle::Corridor made = oracle::corridor(2);
    WorldContents rooms = made.contents;
    rooms.portals.clear();
    World world = World::make(rooms).value();
    const Portal good = made.contents.portals[0].portal;
    const auto add = [&](const Portal& portal) {
        return world.edit([&](WorldEdit& edit) { return edit.add_portal(PortalId(1), portal); });
    };
    Portal bad = good;
    for (Vector3d& corner : bad.outline) corner.z() += 0.5;  // in the air
    ASSERT_FALSE(add(bad));
    EXPECT_NE(add(bad).error().message().find("does not lie on a wall"), std::string::npos);
    bad = good;
    for (Vector3d& corner : bad.outline) corner.x() -= 3;  // in room 0 alone
    EXPECT_FALSE(add(bad));
    bad = good;
    bad.to = bad.from;
    EXPECT_FALSE(add(bad));
    bad = good;
    bad.to = RoomId(8);
    EXPECT_NE(add(bad).error().message().find("room 8"), std::string::npos);
    bad = good;
    bad.outline.resize(2);
    EXPECT_FALSE(add(bad));
    bad = good;
    bad.outline[2].x() += 1;  // not flat
    EXPECT_FALSE(add(bad));
    bad = good;
    std::swap(bad.outline[1], bad.outline[2]);  // crosses itself
    EXPECT_FALSE(add(bad));
    bad = good;
    bad.outline[0].x() = std::numeric_limits<double>::infinity();
    EXPECT_FALSE(add(bad));
    EXPECT_TRUE(add(good));
    EXPECT_FALSE(add(good));  // the id is taken
    EXPECT_EQ(world.snapshot().portal(PortalId(1))->to, RoomId(1));
    // Taken away, it is gone, and the id is free again.
    ASSERT_TRUE(world.edit([](WorldEdit& edit) { return edit.remove_portal(PortalId(1)); }));
    EXPECT_FALSE(world.snapshot().portal(PortalId(1)));
    EXPECT_FALSE(world.edit([](WorldEdit& edit) { return edit.remove_portal(PortalId(1)); }));
    EXPECT_TRUE(add(good));
    // A room without polygons has no wall.
    EXPECT_FALSE(world.edit([&](WorldEdit& edit) -> Result<void> {
        if (auto done = edit.add_room(RoomId(3), {}); !done) return done;
        Portal to_nothing = good;
        to_nothing.to = RoomId(3);
        return edit.add_portal(PortalId(2), to_nothing);
    }));
}

TEST(world_contents, make_the_same_world_again) {
    const oracle::Corridor made = oracle::corridor(3);
    WorldContents contents = made.contents;
    contents.bodies.push_back({BodyId(1), {box(1), at(5, 4, 2), 6}});
    const World world = World::make(contents).value();
    const World again = World::make(world.snapshot().contents()).value();
    EXPECT_EQ(again.snapshot().polygon_count(), world.snapshot().polygon_count());
    EXPECT_EQ(again.snapshot().portals(), world.snapshot().portals());
    EXPECT_EQ(again.snapshot().bodies(), world.snapshot().bodies());
    EXPECT_EQ(again.snapshot().body(BodyId(1))->mask, 6U);
    EXPECT_EQ(again.snapshot().seams().seam_edges, world.snapshot().seams().seam_edges);
    EXPECT_GT(world.snapshot().bytes(), 1000U);
}

// Bodies' shapes are most of what many worlds hold. Those that share one hold it once.
TEST(world_contents, count_the_memory_of_bodies_with_their_shapes) {
    const Polyhedron large = Polyhedron::build(make_torus(60, 40, 1, 0.3).value()).value();
    const std::size_t size = large.bytes() + large.tree_statistics().bytes;
    ASSERT_GT(size, 300'000U);
    WorldContents contents;
    contents.bodies.push_back({BodyId(1), {large, at(0, 0, 0)}});
    const std::size_t one = World::make(contents).value().snapshot().bytes();
    EXPECT_GT(one, size);
    EXPECT_LT(one, size + 10'000);
    contents.bodies.push_back({BodyId(2), {box(1), at(9, 0, 0)}});
    contents.bodies.push_back({BodyId(3), {large, at(5, 0, 0)}});
    EXPECT_LT(World::make(contents).value().snapshot().bytes(), one + 10'000);
    const Polyhedron other = Polyhedron::build(make_torus(60, 40, 1, 0.4).value()).value();
    contents.bodies.push_back({BodyId(4), {other, at(5, 9, 0)}});
    EXPECT_GT(World::make(contents).value().snapshot().bytes(), 2 * size);
    const SphereSet spheres = SphereSet::make(std::vector<Sphere>(1000, {{0, 0, 0}, 1})).value();
    contents.bodies = {{BodyId(1), {spheres, at(0, 0, 0)}}};
    EXPECT_GT(World::make(contents).value().snapshot().bytes(), 1000 * sizeof(Sphere));
}

TEST(world_contents, of_bodies_alone_are_not_closed) {
    WorldContents contents;
    EXPECT_FALSE(World::make(contents).value().snapshot().seams().closed);
    contents.bodies.push_back({BodyId(1), {box(1), at(0, 0, 0)}});
    EXPECT_FALSE(World::make(contents).value().snapshot().seams().closed);
    contents.rooms.push_back({RoomId(1), {}});
    EXPECT_FALSE(World::make(contents).value().snapshot().seams().closed);
    contents.rooms.push_back({RoomId(2), {make_box({4, 4, 4}).value(), {}}});
    EXPECT_TRUE(World::make(contents).value().snapshot().seams().closed);
}

}  // namespace
}  // namespace swept
