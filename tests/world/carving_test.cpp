// Carving in a world: rooms that are met change, closed surfaces stay closed, chunks come loose.

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>

#include "swept/solids.h"
#include "swept/swept.h"
#include "swept/world.h"
#include "tests/oracle/carve_check.h"
#include "tests/oracle/corridor.h"

namespace swept {
namespace {

using Eigen::Vector3d;

Polyhedron block(const Vector3d& size) {
    return Polyhedron::build(make_box(size).value()).value();
}

Pose at(double x, double y, double z) {
    return Pose::make({x, y, z}).value();
}

RoomPolygons polygons(const Mesh& mesh, const Vector3d& centre) {
    RoomPolygons made{mesh, {}};
    for (Vector3d& v : made.mesh.vertices) v += centre;
    return made;
}

InWorld<CastResult> look(const World& world, const Vector3d& from, const Vector3d& to) {
    return cast(Ray::between(from, to).value(), world.snapshot());
}

/// Carves and publishes.
struct Done {
    CarveResult carving;
    EditReport report;
};
Result<Done> carve(World& world, const Polyhedron& tool, const Pose& pose,
                   const CarveOptions& options = {}) {
    Done done;
    auto report = world.edit([&](WorldEdit& edit) -> Result<void> {
        auto carved = edit.carve({tool, pose}, options);
        if (!carved) return tl::unexpected(carved.error());
        done.carving = std::move(*carved);
        return {};
    });
    if (!report) return tl::unexpected(report.error());
    done.report = *report;
    return done;
}

TEST(world_carve, blows_a_hole_through_the_wall_between_two_rooms) {
    World world = World::make(oracle::corridor(2).contents).value();
    const Vector3d from(9, 1, 2), to(11, 1, 2);
    EXPECT_EQ(look(world, from, to).result.state, State::hit);
    const auto done = carve(world, block({1, 1, 1}), at(10, 1, 2));
    ASSERT_TRUE(done) << done.error().message();
    EXPECT_EQ(done->carving.rooms, (std::vector{RoomId(0), RoomId(1)}));
    EXPECT_EQ(done->report.changed, done->carving.rooms);
    // A tunnel of 0.4 through the rock.
    EXPECT_NEAR(done->carving.piece->volume().value(), 0.4, 1e-12);
    EXPECT_TRUE(done->carving.fragments.empty());
    EXPECT_EQ(look(world, from, to).result.state, State::free);
    EXPECT_EQ(look(world, {10, 1, 2}, {10, 1, 5}).result.state, State::hit);  // its ceiling
    EXPECT_TRUE(world.snapshot().seams().closed);
    EXPECT_EQ(sweep({block({0.5, 0.5, 0.5}), at(8, 1, 2)}, Translation::make({4, 0, 0}).value(),
                    world.snapshot())
                  .result.state,
              State::free);
}

TEST(world_carve, makes_a_crater_that_keeps_labels) {
    World world = World::make(oracle::corridor(1).contents).value();
    const PolygonLabel floor = look(world, {5, 4, 2}, {5, 4, -2}).collider.polygon;
    const PolygonLabel fresh{PolygonId(777), 8};
    const auto done = carve(world, block({1, 1, 1}), at(5, 4, 0), {.label = fresh});
    ASSERT_TRUE(done);
    const InWorld<CastResult> deep = look(world, {5, 4, 2}, {5, 4, -2});
    EXPECT_NEAR(deep.result.hit.point.z(), -0.5, 1e-12);
    EXPECT_EQ(deep.collider.polygon, fresh);
    EXPECT_EQ(look(world, {6, 4, 2}, {6, 4, -2}).collider.polygon, floor);
    // Without a label the new walls take that of a polygon that was cut.
    World other = World::make(oracle::corridor(1).contents).value();
    ASSERT_TRUE(carve(other, block({1, 1, 1}), at(5, 4, 0)));
    EXPECT_EQ(look(other, {5, 4, 2}, {5, 4, -2}).collider.polygon, floor);
}

TEST(world_carve, cuts_a_pillar_so_that_its_upper_part_comes_loose) {
    World world;
    const RoomPolygons pillar = polygons(make_box({1, 1, 4}).value(), {0, 0, 2});
    ASSERT_TRUE(world.edit([&](WorldEdit& edit) { return edit.add_room(RoomId(3), pillar); }));
    const auto done = carve(world, block({2, 2, 0.5}), at(0, 0, 3));
    ASSERT_TRUE(done) << done.error().message();
    ASSERT_EQ(done->carving.fragments.size(), 1U);
    const CarveResult::Fragment& chunk = done->carving.fragments[0];
    EXPECT_NEAR(chunk.shape.volume().value(), 0.75, 1e-12);
    EXPECT_EQ(chunk.rooms, std::vector{RoomId(3)});
    EXPECT_EQ(chunk.labels.size(), chunk.shape.face_count());
    EXPECT_NEAR(world.snapshot().shape(RoomId(3))->volume().value(), 3.5, 1e-12);
    // Taken out, it can become a body.
    World again;
    ASSERT_TRUE(again.edit([&](WorldEdit& edit) { return edit.add_room(RoomId(3), pillar); }));
    const auto report = again.edit([&](WorldEdit& edit) -> Result<void> {
        auto carved = edit.carve({block({2, 2, 0.5}), at(0, 0, 3)}, {.take_fragments = true});
        if (!carved) return tl::unexpected(carved.error());
        return edit.insert_body(BodyId(1), {carved->fragments.at(0).shape, Pose(), every_bit});
    });
    ASSERT_TRUE(report);
    EXPECT_NEAR(again.snapshot().shape(RoomId(3))->volume().value(), 2.75, 1e-12);
    EXPECT_EQ(look(again, {0, 0, 6}, {0, 0, 0}).collider.body, BodyId(1));
}

TEST(world_carve, frees_a_chunk_of_rock_from_all_around) {
    // A column from floor to ceiling, as part of the room's walls.
    std::vector<Box> holes;
    for (const double x : {0.0, 6.0}) holes.push_back({{x, 0, 0}, {x + 4, 10, 4}});
    holes.push_back({{4, 0, 0}, {6, 4, 4}});
    holes.push_back({{4, 6, 0}, {6, 10, 4}});
    const Box rock{{-1, -1, -1}, {11, 11, 5}};
    const Mesh carved = carve_box(rock, holes);
    Mesh inner;
    inner.vertices = carved.vertices;
    for (std::size_t i = 0; i < carved.polygon_count(); ++i) {
        Box box;
        for (const std::uint32_t v : carved.polygon(i)) box.add(carved.vertices[v]);
        bool outside = false;
        for (int axis = 0; axis < 3; ++axis) {
            outside = outside || box.upper[axis] == rock.lower[axis] ||
                      box.lower[axis] == rock.upper[axis];
        }
        if (!outside) inner.add_polygon(carved.polygon(i));
    }
    World world;
    ASSERT_TRUE(world.edit([&](WorldEdit& edit) { return edit.add_room(RoomId(0), {inner, {}}); }));
    const auto top = carve(world, block({3, 3, 1}), at(5, 5, 3.5));
    ASSERT_TRUE(top);
    EXPECT_TRUE(top->carving.fragments.empty());
    const auto bottom = carve(world, block({3, 3, 1}), at(5, 5, 0.5));
    ASSERT_TRUE(bottom);
    ASSERT_EQ(bottom->carving.fragments.size(), 1U);
    EXPECT_NEAR(bottom->carving.fragments[0].shape.volume().value(), 2 * 2 * 2, 1e-9);
}

TEST(world_carve, leaves_alone_what_it_does_not_meet) {
    World world = World::make(oracle::corridor(3).contents).value();
    const std::uint64_t version = world.snapshot().version();
    const auto in_air = carve(world, block({1, 1, 1}), at(5, 4, 2));
    ASSERT_TRUE(in_air);
    EXPECT_TRUE(in_air->carving.rooms.empty());
    EXPECT_TRUE(in_air->report.changed.empty());
    EXPECT_FALSE(in_air->carving.piece);
    const auto in_rock = carve(world, block({0.1, 0.1, 0.1}), at(5, 4, -0.5));
    ASSERT_TRUE(in_rock);
    EXPECT_TRUE(in_rock->carving.rooms.empty());
    EXPECT_EQ(world.snapshot().version(), version + 2);
}

TEST(world_carve, may_take_everything_away) {
    World world;
    ASSERT_TRUE(world.edit([&](WorldEdit& edit) {
        return edit.add_room(RoomId(0), polygons(make_box({1, 1, 1}).value(), {0, 0, 0}));
    }));
    const auto done = carve(world, block({3, 3, 3}), Pose());
    ASSERT_TRUE(done) << done.error().message();
    EXPECT_EQ(done->carving.rooms, std::vector{RoomId(0)});
    EXPECT_NEAR(done->carving.piece->volume().value(), 1, 1e-12);
    EXPECT_EQ(world.snapshot().polygon_count(), 0U);
    EXPECT_EQ(world.snapshot().rooms(), std::vector{RoomId(0)});
    EXPECT_EQ(look(world, {-5, 0, 0}, {5, 0, 0}).result.state, State::free);
    // Nothing is left to be met.
    EXPECT_TRUE(carve(world, block({3, 3, 3}), Pose())->carving.rooms.empty());
}

// The wall along a side of a doorway was carved away, and the portal stayed: the world could be
// written and not read again.
TEST(world_carve, beside_a_doorway_removes_the_portal_whose_frame_it_takes) {
    const WorldContents level = make_level_world({.rooms = 9, .seed = 39, .clutter = 2}).value();
    World world = World::make(level).value();
    const Polyhedron tool = Polyhedron::build(make_sphere(0.9, 4, 10).value()).value();
    const auto far = carve(world, tool, at(5, -1.3, 30));
    ASSERT_TRUE(far) << far.error().message();
    EXPECT_TRUE(far->report.removed_portals.empty());
    const auto done = carve(world, tool, at(5, -1.3, 1));
    ASSERT_TRUE(done) << done.error().message();
    EXPECT_EQ(done->report.removed_portals, std::vector<PortalId>{PortalId(0)});
    EXPECT_FALSE(world.snapshot().portal(PortalId(0)));
    EXPECT_EQ(world.snapshot().portals().size(), level.portals.size() - 1);
}

TEST(world_carve, leaves_worlds_that_can_be_made_again_with_the_same_answers) {
    const WorldContents level = make_level_world({.rooms = 9, .seed = 39, .clutter = 2}).value();
    const Polyhedron tool = Polyhedron::build(make_sphere(0.9, 4, 10).value()).value();
    int removed = 0;
    for (const WorldContents::Door& door : level.portals) {
        World world = World::make(level).value();
        const auto done = carve(world, tool, Pose::make(door.portal.outline[0]).value());
        ASSERT_TRUE(done) << done.error().message();
        removed += static_cast<int>(done->report.removed_portals.size());
        WorldContents contents = world.snapshot().contents();
        const auto again = World::make(contents);
        ASSERT_TRUE(again) << again.error().message();
        contents.portals.clear();
        const World without = World::make(contents).value();
        std::mt19937_64 engine(door.id.value);
        std::uniform_real_distribution<double> uniform(-1, 1);
        const auto point = [&](double size) {
            const double x = uniform(engine), y = uniform(engine), z = uniform(engine);
            return Vector3d(size * Vector3d(x, y, z));
        };
        for (int i = 0; i < 200; ++i) {
            const Vector3d from = door.portal.outline[0] + point(2);
            const Ray ray = Ray::between(from, from + point(9)).value();
            const InWorld<CastResult> a = cast(ray, world.snapshot()),
                                      b = cast(ray, without.snapshot());
            ASSERT_EQ(a.result.state, b.result.state);
            EXPECT_EQ(a.result.hit.fraction, b.result.hit.fraction);
        }
    }
    EXPECT_GT(removed, 0);
}

TEST(world_carve, with_a_tool_that_is_none_is_refused_and_the_snapshot_stands) {
    World world = World::make(oracle::corridor(1).contents).value();
    const std::uint64_t version = world.snapshot().version();
    const Polyhedron torus = Polyhedron::build(make_torus(12, 8, 0.7, 0.3).value()).value();
    const auto concave = carve(world, torus, at(5, 4, 0));
    ASSERT_FALSE(concave);
    EXPECT_NE(concave.error().message().find("convex"), std::string::npos)
        << concave.error().message();
    Mesh sheet;
    for (const Vector3d& v : {Vector3d(0, 0, 0), {1, 0, 0}, {0, 1, 0}}) sheet.add_vertex(v);
    sheet.add_polygon({0, 1, 2});
    EXPECT_FALSE(carve(world, Polyhedron::build(sheet).value(), at(5, 4, 0)));
    EXPECT_EQ(world.snapshot().version(), version);
}

TEST(world_carve, cuts_across_a_seam_and_keeps_it_matched) {
    World world = World::make(oracle::corridor(3).contents).value();
    const Polyhedron tool = Polyhedron::build(make_sphere(1, 8, 12).value()).value();
    const auto done = carve(world, tool, Pose::make({10.05, 4.1, -0.1}).value());
    ASSERT_TRUE(done) << done.error().message();
    EXPECT_EQ(done->carving.rooms, (std::vector{RoomId(0), RoomId(1)}));
    EXPECT_TRUE(world.snapshot().seams().closed);
    EXPECT_TRUE(done->carving.piece->is_closed());
    EXPECT_EQ(done->report.rejoined, std::vector<RoomId>{});
}

// ---- hollows ------------------------------------------------------------------------------------

/// A closed room of 6 x 4 x 3 with walls of 0.2, as one mesh: an outer surface and one that looks
/// inward.
World house() {
    World world;
    EXPECT_TRUE(world.edit([&](WorldEdit& edit) {
        return edit.add_room(RoomId(0), {make_room({.doors = 0}).value(), {}});
    }));
    return world;
}

Box box_of(const Mesh& mesh) {
    Box box;
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        for (const std::uint32_t v : mesh.polygon(i)) box.add(mesh.vertices[v]);
    }
    return box;
}

/// Whether every edge has as many faces one way as the other, by the places of its ends.
bool is_balanced(const Mesh& mesh) {
    using Place = std::array<double, 3>;
    std::map<std::pair<Place, Place>, int> sides;
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        const auto loop = mesh.polygon(i);
        for (std::size_t k = 0; k < loop.size(); ++k) {
            const Vector3d &p = mesh.vertices[loop[k]],
                           &q = mesh.vertices[loop[(k + 1) % loop.size()]];
            const Place a{p.x(), p.y(), p.z()}, b{q.x(), q.y(), q.z()};
            sides[std::minmax(a, b)] += a < b ? 1 : -1;
        }
    }
    return std::ranges::all_of(sides, [](const auto& s) { return s.second == 0; });
}

TEST(world_carve, cuts_a_window_into_a_room_with_thick_walls) {
    // The trap: the hollow was taken for a room in rock of its own, and got walls in the open.
    World world = house();
    const Box before = box_of(world.snapshot().polygons(RoomId(0))->mesh);
    const auto done = carve(world, block({2, 1, 1}), at(-3, 0, 1.5));
    ASSERT_TRUE(done) << done.error().message();
    ASSERT_TRUE(done->carving.piece);
    EXPECT_NEAR(done->carving.piece->volume().value(), 0.2, 1e-12);
    EXPECT_TRUE(done->carving.fragments.empty());
    const Box after = box_of(world.snapshot().polygons(RoomId(0))->mesh);
    EXPECT_EQ(after.lower, before.lower);
    EXPECT_EQ(after.upper, before.upper);
    EXPECT_TRUE(world.snapshot().seams().closed);
    const InWorld<CastResult> in = look(world, {-10, 0, 1.5}, {10, 0, 1.5});
    ASSERT_EQ(in.result.state, State::hit);
    EXPECT_NEAR(in.result.hit.point.x(), 3, 1e-12);
    EXPECT_NEAR(look(world, {-10, 1, 1.5}, {10, 1, 1.5}).result.hit.point.x(), -3.2, 1e-12);
    EXPECT_NEAR(look(world, {-3.1, 0, 1.5}, {-3.1, 0, 5}).result.hit.point.z(), 2, 1e-12);
}

TEST(world_carve, of_a_room_with_thick_walls_lets_no_sweep_end_inside) {
    World world = house();
    ASSERT_TRUE(carve(world, block({2, 1, 1}), at(-3, 0, 1.5)));
    const Polyhedron tool = Polyhedron::build(make_sphere(0.7, 6, 8).value()).value();
    ASSERT_TRUE(carve(world, tool, at(3, 0.5, 1.2)));
    const Polyhedron mover = block({0.2, 0.3, 0.25});
    const WorldSnapshot now = world.snapshot();
    std::mt19937 random(4);
    std::uniform_real_distribution<double> unit(-1, 1);
    int stopped = 0, moved = 0;
    for (int i = 0; i < 600; ++i) {
        const double x = 4 * unit(random), y = 2.5 * unit(random), z = 1.5 + 2 * unit(random);
        const double along = 5 * unit(random), across = 3 * unit(random), up = 2 * unit(random);
        if (overlap({mover, at(x, y, z)}, now).result.relation != Relation::separate) continue;
        const InWorld<SweepResult> found =
            sweep({mover, at(x, y, z)}, Translation::make({along, across, up}).value(), now);
        EXPECT_EQ(overlap({mover, found.result.end}, now).result.relation, Relation::separate);
        stopped += found.result.state == State::hit ? 1 : 0;
        ++moved;
    }
    EXPECT_GT(stopped, moved / 3);
    EXPECT_LT(stopped, moved);
}

TEST(world_carve, within_a_hollow_frees_a_column_and_leaves_the_house_alone) {
    std::vector<Box> holes;
    for (const double x : {0.0, 6.0}) holes.push_back({{x, 0, 0}, {x + 4, 10, 4}});
    holes.push_back({{4, 0, 0}, {6, 4, 4}});
    holes.push_back({{4, 6, 0}, {6, 10, 4}});
    const Mesh house = carve_box({{-1, -1, -1}, {11, 11, 5}}, holes);
    World world;
    ASSERT_TRUE(world.edit([&](WorldEdit& edit) { return edit.add_room(RoomId(0), {house, {}}); }));
    const double before = world.snapshot().shape(RoomId(0))->volume().value();
    const auto top = carve(world, block({3, 3, 1}), at(5, 5, 3.5));
    ASSERT_TRUE(top);
    EXPECT_TRUE(top->carving.fragments.empty());
    EXPECT_NEAR(top->carving.piece->volume().value(), 4, 1e-12);
    const auto bottom = carve(world, block({3, 3, 1}), at(5, 5, 0.5), {.take_fragments = true});
    ASSERT_TRUE(bottom);
    ASSERT_EQ(bottom->carving.fragments.size(), 1U);
    EXPECT_NEAR(bottom->carving.fragments[0].shape.volume().value(), 2 * 2 * 2, 1e-9);
    EXPECT_NEAR(world.snapshot().shape(RoomId(0))->volume().value(), before - 16, 1e-9);
}

TEST(world_carve, takes_the_hollow_of_a_loose_part_with_it) {
    Mesh pillar = make_box({1, 1, 4}).value();
    const Mesh hollow = make_box({0.5, 0.5, 0.5}).value();
    for (std::size_t i = 0; i < hollow.polygon_count(); ++i) {
        const auto loop = hollow.polygon(i);
        std::vector<std::uint32_t> turned;
        for (std::size_t k = loop.size(); k > 0; --k) {
            turned.push_back(
                pillar.add_vertex(hollow.vertices[loop[k - 1]] + Vector3d(0, 0, 1.25)));
        }
        pillar.add_polygon(turned);
    }
    World world;
    ASSERT_TRUE(
        world.edit([&](WorldEdit& edit) { return edit.add_room(RoomId(0), {pillar, {}}); }));
    const auto done = carve(world, block({2, 2, 0.5}), at(0, 0, 0.25), {.take_fragments = true});
    ASSERT_TRUE(done) << done.error().message();
    EXPECT_NEAR(done->carving.piece->volume().value(), 0.5, 1e-12);
    ASSERT_EQ(done->carving.fragments.size(), 1U);
    EXPECT_NEAR(done->carving.fragments[0].shape.volume().value(), 1.5 - 0.125, 1e-12);
    EXPECT_NEAR(world.snapshot().shape(RoomId(0))->volume().value(), 2, 1e-12);
    EXPECT_EQ(look(world, {0, 0, 5}, {0, 0, -5}).result.hit.point.z(), 0);
}

// ---- tools exactly on a wall --------------------------------------------------------------------

TEST(world_carve, at_the_point_where_a_ray_hit_a_wall_opens_the_wall) {
    // The trap: vertices of the tool exactly on the plane of the wall. What was left of the wall
    // folded over the hole; sides cancelled, so that it was closed, and the volume was right.
    for (const bool inward : {false, true}) {
        for (int rings = 2; rings <= 8; ++rings) {
            for (int segments = 3; segments <= 9; ++segments) {
                const int axis = (rings + segments) % 3;
                World world;
                ASSERT_TRUE(world.edit([&](WorldEdit& edit) {
                    return edit.add_room(RoomId(0), {make_box({2, 2, 2}).value(), {}});
                }));
                Vector3d from = Vector3d::Zero();
                from[axis] = inward ? -3 : 3;
                const Vector3d hit = look(world, from, Vector3d::Zero()).result.hit.point;
                ASSERT_EQ(std::abs(hit[axis]), 1);
                const Mesh sphere = make_sphere(0.5084035840022032, rings, segments).value();
                const Polyhedron tool = Polyhedron::build(sphere).value();
                oracle::CarveCheck check(world.snapshot().polygons(RoomId(0))->mesh, false);
                check.add_tool(tool, Pose::make(hit).value());
                const auto done = carve(world, tool, Pose::make(hit).value());
                ASSERT_TRUE(done) << done.error().message();
                std::mt19937 random(5);
                EXPECT_EQ(check.fault(world.snapshot().polygons(RoomId(0))->mesh, random, 30), "")
                    << rings << " x " << segments;
                EXPECT_TRUE(is_balanced(done->carving.piece->mesh()));
                // Something half as large is well within the hole.
                Mesh half = sphere;
                for (Vector3d& v : half.vertices) v *= 0.5;
                EXPECT_EQ(overlap({Polyhedron::build(half).value(), Pose::make(hit).value()},
                                  world.snapshot())
                              .result.relation,
                          Relation::separate)
                    << rings << " x " << segments;
            }
        }
    }
}

TEST(world_carve, with_a_tool_that_ends_before_the_far_side_by_a_rounding_leaves_no_film) {
    World world;
    ASSERT_TRUE(world.edit([&](WorldEdit& edit) {
        return edit.add_room(RoomId(0), {make_box({2, 2, 2}).value(), {}});
    }));
    for (int i = 0; i < 10; ++i) {
        const double length = 0.3 + 0.1 * i, y = 0.15 * i - 0.7;
        const Polyhedron tool = block({length, 0.1, 0.1});
        double x = 1 - length / 2, farthest = 2;
        while (farthest >= 1) {
            x = std::nextafter(x, 0.0);
            farthest = 0;
            for (const Vector3d& v : tool.vertices()) {
                farthest = std::max(farthest, (at(x, y, 0) * v).x());
            }
        }
        ASSERT_NEAR(farthest, 1, 1e-15);
        ASSERT_TRUE(carve(world, tool, at(x, y, 0)));
        const CastResult in = look(world, {3, y + 0.01, 0.01}, {-3, y + 0.01, 0.01}).result;
        ASSERT_EQ(in.state, State::hit);
        EXPECT_NEAR(in.hit.point.x(), 1 - length, 1e-9) << i;
    }
}

TEST(world_carve, of_a_hollow_up_to_the_outer_wall_keeps_it_a_hollow_of_its_solid) {
    // The trap: a tool that stands on its edge comes out of the wall by a rounding, so that the
    // hollow is no longer within the solid exactly. It is still no room in rock.
    World world;
    Mesh mesh = make_box({3, 2.5, 2}).value();
    const Mesh inner = make_box({2.5, 2, 1.5}).value();
    for (std::size_t i = 0; i < inner.polygon_count(); ++i) {
        std::vector<std::uint32_t> turned;
        for (const std::uint32_t v : inner.polygon(i)) {
            turned.insert(turned.begin(), mesh.add_vertex(inner.vertices[v]));
        }
        mesh.add_polygon(turned);
    }
    ASSERT_TRUE(world.edit([&](WorldEdit& edit) { return edit.add_room(RoomId(0), {mesh, {}}); }));
    const Polyhedron wedge = Polyhedron::build(make_prism(4, 0.75, 0.75).value()).value();
    const double half = std::sqrt(0.5);
    oracle::CarveCheck check(world.snapshot().polygons(RoomId(0))->mesh, false);
    const Pose first = Pose::make({0, -0.25, -0.25}, Quaternion(half, 0, half, 0)).value();
    ASSERT_TRUE(carve(world, wedge, first));
    check.add_tool(wedge, first);
    const Polyhedron tool = block({1.5, 1, 1});
    ASSERT_TRUE(carve(world, tool, at(-0.02, -0.7, 1)));
    check.add_tool(tool, at(-0.02, -0.7, 1));
    std::mt19937 random(6);
    EXPECT_EQ(check.fault(world.snapshot().polygons(RoomId(0))->mesh, random, 100), "");
}

// ---- polygons without area --------------------------------------------------------------------

/// A bar from x = 1/2 to 3 in two rooms that meet at x = 1. There the bottom of the second has a
/// vertex within the edge of the first, which a polygon without area closes.
class BarWithSliver : public ::testing::Test {
   protected:
    static constexpr PolygonLabel sliver_label{PolygonId(9), 4};

    static RoomPolygons part(double from, double to, const Box& without) {
        RoomPolygons made;
        const auto quad = [&](const std::vector<Vector3d>& corners) {
            Box box;
            for (const Vector3d& v : corners) box.add(v);
            if (box.lower == without.lower && box.upper == without.upper) return;
            std::vector<std::uint32_t> polygon;
            for (const Vector3d& v : corners) polygon.push_back(made.mesh.add_vertex(v));
            made.mesh.add_polygon(polygon);
        };
        const double half = from == 1 ? 0.5 : 1;
        for (double y = 0; y < 1; y += half) {
            quad({{from, y, 0}, {from, y + half, 0}, {to, y + half, 0}, {to, y, 0}});
        }
        quad({{from, 0, 1}, {to, 0, 1}, {to, 1, 1}, {from, 1, 1}});
        quad({{from, 0, 0}, {to, 0, 0}, {to, 0, 1}, {from, 0, 1}});
        quad({{from, 1, 0}, {from, 1, 1}, {to, 1, 1}, {to, 1, 0}});
        quad({{from, 0, 0}, {from, 0, 1}, {from, 1, 1}, {from, 1, 0}});
        std::vector<Vector3d> end{{to, 0, 0}, {to, 1, 0}, {to, 1, 1}, {to, 0, 1}};
        if (half < 1) end.insert(end.begin() + 1, {to, half, 0});
        quad(end);
        return made;
    }
    static World bar(bool with_sliver) {
        const Box middle{{1, 0, 0}, {1, 1, 1}};
        RoomPolygons first = part(0.5, 1, middle);
        if (with_sliver) {
            std::vector<std::uint32_t> polygon;
            for (const Vector3d& v : {Vector3d(1, 0, 0), {1, 1, 0}, {1, 0.5, 0}}) {
                polygon.push_back(first.mesh.add_vertex(v));
            }
            first.mesh.add_polygon(polygon);
        }
        for (std::size_t i = 0; i < first.mesh.polygon_count(); ++i) {
            first.labels.push_back(i == 5 ? sliver_label : PolygonLabel{PolygonId(1), every_bit});
        }
        World world;
        EXPECT_TRUE(world.edit([&](WorldEdit& edit) -> Result<void> {
            if (auto done = edit.add_room(RoomId(0), first); !done) return done;
            return edit.add_room(RoomId(1), part(1, 3, middle));
        }));
        return world;
    }
};

TEST_F(BarWithSliver, is_closed_by_it_alone) {
    EXPECT_FALSE(bar(false).snapshot().seams().closed);
    const World world = bar(true);
    EXPECT_TRUE(world.snapshot().seams().closed);
    EXPECT_EQ(world.snapshot().seams().open_edges, 0U);
    // And stands for nothing but itself: answers are those of one shape of all polygons.
    Mesh all;
    for (const RoomId id : world.snapshot().rooms()) {
        const Mesh mesh = world.snapshot().polygons(id)->mesh;
        for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
            std::vector<std::uint32_t> polygon;
            for (const std::uint32_t v : mesh.polygon(i)) {
                polygon.push_back(all.add_vertex(mesh.vertices[v]));
            }
            all.add_polygon(polygon);
        }
    }
    const Polyhedron whole = Polyhedron::build(all).value();
    EXPECT_TRUE(whole.is_closed());
    EXPECT_NEAR(whole.volume().value(), 2.5, 1e-12);
    const Polyhedron mover = block({0.2, 0.2, 0.2});
    const Motion way = Translation::make({0.3, 0, 0.4}).value();
    int hits = 0;
    for (double y = -0.1; y < 1.2; y += 0.1) {
        for (const double z : {-0.4, -0.6}) {
            const SweepResult found = sweep({mover, at(0.8, y, z)}, way, world.snapshot()).result;
            const SweepResult one = sweep({mover, at(0.8, y, z)}, way, {whole});
            EXPECT_EQ(found.state, one.state);
            EXPECT_EQ(found.free_fraction, one.free_fraction);
            hits += one.state == State::hit ? 1 : 0;
        }
    }
    EXPECT_GT(hits, 8);
    EXPECT_LT(hits, 20);
}

TEST_F(BarWithSliver, is_carved_at_the_seam_and_stays_closed) {
    World world = bar(true);
    const auto done = carve(world, block({0.4, 0.4, 0.4}), at(1, 0.5, 0));
    ASSERT_TRUE(done) << done.error().message();
    EXPECT_EQ(done->carving.rooms, (std::vector{RoomId(0), RoomId(1)}));
    ASSERT_TRUE(done->carving.piece);
    EXPECT_NEAR(done->carving.piece->volume().value(), 0.4 * 0.4 * 0.2, 1e-12);
    EXPECT_TRUE(done->carving.fragments.empty());
    EXPECT_TRUE(world.snapshot().seams().closed);
    EXPECT_NEAR(look(world, {0.95, 0.55, -1}, {0.95, 0.55, 0.5}).result.hit.point.z(), 0.2, 1e-12);
    EXPECT_NEAR(look(world, {0.95, 0.75, -1}, {0.95, 0.75, 0.5}).result.hit.point.z(), 0, 1e-12);
}

TEST_F(BarWithSliver, goes_with_the_part_that_comes_loose) {
    World world = bar(true);
    const auto done = carve(world, block({0.2, 3, 3}), at(1.5, 0.5, 0.5), {.take_fragments = true});
    ASSERT_TRUE(done) << done.error().message();
    ASSERT_EQ(done->carving.fragments.size(), 1U);
    const CarveResult::Fragment& chunk = done->carving.fragments[0];
    EXPECT_EQ(chunk.rooms, (std::vector{RoomId(0), RoomId(1)}));
    EXPECT_EQ(chunk.labels.size(), chunk.shape.face_count());
    EXPECT_EQ(chunk.shape.box().upper, Vector3d(1.4, 1, 1));
    EXPECT_TRUE(chunk.shape.is_closed());
    EXPECT_NEAR(chunk.shape.volume().value(), 0.9, 1e-12);
    // Nothing of it stays behind.
    EXPECT_TRUE(world.snapshot().seams().closed);
    EXPECT_FALSE(world.snapshot().shape(RoomId(0)).has_value());
    EXPECT_NEAR(world.snapshot().shape(RoomId(1))->volume().value(), 1.4, 1e-12);
}

}  // namespace
}  // namespace swept
