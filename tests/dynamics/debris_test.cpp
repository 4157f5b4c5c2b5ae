// Debris: what can be worked out on paper, and what holds for every piece in any world.

#include "swept/dynamics/debris.h"
#include "swept/solids.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "tests/repeats.h"
#include "tests/sweep/samples.h"
#include "tests/with.h"

namespace swept {
namespace {

using namespace test;

constexpr double g = 9.81;

/// A world of one room with these solids, merged as they are.
World world_of(const std::vector<std::pair<Mesh, Vector3d>>& solids) {
    RoomPolygons room;
    for (const auto& [mesh, place] : solids) {
        const auto first = static_cast<std::uint32_t>(room.mesh.vertices.size());
        for (const Vector3d& vertex : mesh.vertices) room.mesh.add_vertex(vertex + place);
        for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
            std::vector<std::uint32_t> corners;
            for (const std::uint32_t corner : mesh.polygon(i)) corners.push_back(first + corner);
            room.mesh.add_polygon(corners);
        }
    }
    WorldContents contents;
    contents.rooms.push_back({RoomId(0), room});
    return World::make(contents).value();
}

/// A floor 100 m wide whose top is at height 0.
World floor_world() {
    return world_of({{make_box({100, 100, 1}).value(), {0, 0, -0.5}}});
}

World empty_world() {
    return World::make(WorldContents{}).value();
}

std::vector<Vector3d> square(double half) {
    return {{-half, -half, 0}, {half, -half, 0}, {half, half, 0}, {-half, half, 0}};
}

void run(Debris& debris, const WorldSnapshot& world, double rate, double seconds) {
    for (long i = 0; i < std::lround(seconds * rate); ++i) {
        ASSERT_TRUE(debris.step(1 / rate, world));
    }
}

std::size_t count_inside(const Debris& debris, const WorldSnapshot& world) {
    const Polyhedron point = points({Vector3d::Zero()});
    std::size_t inside = 0;
    for (std::size_t i = 0; i < debris.size(); ++i) {
        const DebrisShape* shape = debris.shape(i);
        const auto found =
            overlap({shape != nullptr ? shape->polyhedron() : point, debris.pose(i)}, world);
        inside += found.result.relation == Relation::overlapping ? 1 : 0;
    }
    return inside;
}

/// Polygons of three to six corners, thrown about a place; those that would overlap are left out.
void throw_pieces(Debris& debris, const WorldSnapshot& world, Random& random, const Vector3d& place,
                  double around, double speed, int count) {
    for (int i = 0; i < count; ++i) {
        std::vector<Vector3d> outline;
        const int corners = random.integer(3, 6);
        const double size = random.uniform(0.03, 0.2);
        for (int k = 0; k < corners; ++k) {
            const double angle = 2 * pi * k / corners, r = size * random.uniform(0.5, 1);
            outline.emplace_back(r * std::cos(angle), r * std::sin(angle), 0);
        }
        const Pose pose =
            turned(place + random.point(around), random.direction(), random.uniform(-pi, pi));
        (void)debris.add_polygon(outline, pose,
                                 {random.uniform(0, speed) * random.direction(),
                                  random.uniform(0, 20) * random.direction()},
                                 world);
    }
}

/// Points within 30 cm of a place, thrown in all directions.
void throw_points(Debris& debris, const WorldSnapshot& world, Random& random, const Vector3d& place,
                  double speed, int count) {
    std::vector<Vector3d> places, velocities;
    for (int i = 0; i < count; ++i) {
        places.emplace_back(place + random.point(0.3));
        velocities.emplace_back(random.uniform(0, speed) * random.direction());
    }
    ASSERT_TRUE(debris.add_points(places, velocities, world));
}

// ---- on paper ----------------------------------------------------------------------------------

TEST(debris, point_follows_the_parabola) {
    const World world = empty_world();
    for (const double rate : {240.0, 60.0, 30.0, 15.0}) {
        Debris debris = Debris::make().value();
        const Vector3d from(1, 2, 3), velocity(4, -1, 6);
        ASSERT_TRUE(debris.add_points({&from, 1}, {&velocity, 1}, world.snapshot()));
        run(debris, world.snapshot(), rate, 1);
        const Vector3d expected = from + velocity + Vector3d(0, 0, -g / 2);
        EXPECT_LT((debris.centres()[0] - expected).norm(), 1e-12) << rate;
        EXPECT_LT((debris.velocities()[0] - velocity - Vector3d(0, 0, -g)).norm(), 1e-12);
        EXPECT_EQ(debris.states()[0], PieceState::flying);
    }
}

TEST(debris, square_has_the_moments_of_a_thin_plate) {
    const auto shape = DebrisShape::make(square(0.5)).value();
    // a²/12 about the sides, a²/6 about the normal; and a hundredth of the radius in width.
    EXPECT_NEAR(shape.inertia()(0, 0), 1.0 / 12, 1e-4);
    EXPECT_NEAR(shape.inertia()(1, 1), 1.0 / 12, 1e-4);
    EXPECT_NEAR(shape.inertia()(2, 2), 1.0 / 6, 1e-4);
    EXPECT_NEAR(shape.radius(), std::sqrt(0.5), 1e-15);
    const std::vector<Vector3d> triangle{{0, 0, 7}, {3, 0, 7}, {0, 3, 7}};
    EXPECT_LT((DebrisShape::make(triangle)->centre() - Vector3d(1, 1, 7)).norm(), 1e-14);
}

/// Falls from h above where it bounces; how high it comes afterwards.
double height_after_bounce(bool plate, double h, double restitution, double rate) {
    const World world = floor_world();
    Debris debris =
        Debris::make({.restitution = restitution, .friction = 0, .clearance = 0.01}).value();
    double lowest = 0.01;
    if (plate) {
        const auto shape = DebrisShape::make(square(0.1)).value();
        lowest = shape.skin() / 2;
        EXPECT_TRUE(debris.add(shape, at(0.3, 0.2, h + lowest), {}, world.snapshot()));
    } else {
        const Vector3d from(0.3, 0.2, h + lowest), still = Vector3d::Zero();
        EXPECT_TRUE(debris.add_points({&from, 1}, {&still, 1}, world.snapshot()));
    }
    bool bounced = false;
    double highest = 0;
    for (int i = 0; i < static_cast<int>(3 * rate); ++i) {
        EXPECT_TRUE(debris.step(1 / rate, world.snapshot()));
        const double up = debris.velocities()[0].z();
        if (bounced && up < 0) break;
        bounced = bounced || up > 0;
        // Between two steps it comes as high as its speed takes it.
        if (bounced) highest = debris.centres()[0].z() - lowest + up * up / (2 * g);
    }
    EXPECT_TRUE(bounced);
    return highest;
}

TEST(debris, bounces_to_e_squared_of_its_height) {
    for (const bool plate : {false, true}) {
        for (const double rate : {240.0, 60.0, 30.0}) {
            const double h = 2, e = 0.6, rise = height_after_bounce(plate, h, e, rate);
            // Stopped on the chord, it has lost up to g dt² / 8 of its height; a plate may stop
            // anywhere within its skin.
            const double lost = g / (8 * rate * rate) + (plate ? 1e-3 : 1e-9);
            EXPECT_LE(rise, e * e * h + (plate ? 1e-3 : 1e-9)) << plate << rate;
            EXPECT_GE(rise, e * e * (h - lost) - lost) << plate << rate;
        }
    }
}

TEST(debris, plate_that_falls_flat_comes_to_rest_within_its_skin) {
    const World world = floor_world();
    Debris debris = Debris::make().value();
    const auto shape = DebrisShape::make(square(0.1)).value();
    ASSERT_TRUE(debris.add(shape, at(0, 0, 1), {}, world.snapshot()));
    run(debris, world.snapshot(), 60, 3);
    EXPECT_EQ(debris.states()[0], PieceState::resting);
    EXPECT_GT(debris.centres()[0].z(), 0);
    EXPECT_LE(debris.centres()[0].z(), shape.skin());
    const auto report = debris.step(1.0 / 60, world.snapshot());
    EXPECT_EQ(report->moved, 0U);
    EXPECT_EQ(report->at_rest, 1U);
}

TEST(debris, plate_slides_as_far_as_friction_lets_it) {
    const World world = floor_world();
    Debris debris = Debris::make({.friction = 0.5}).value();
    const auto shape = DebrisShape::make(square(0.1)).value();
    ASSERT_TRUE(
        debris.add(shape, at(0, 0, shape.skin() / 2), {.velocity = {3, 0, 0}}, world.snapshot()));
    run(debris, world.snapshot(), 240, 2);
    // v² / (2 mu g) = 0.917 m; the impulses of steps are exact to a step's way.
    EXPECT_NEAR(debris.centres()[0].x(), 9 / (2 * 0.5 * g), 3 * 2.0 / 240);
    EXPECT_EQ(debris.states()[0], PieceState::resting);
}

TEST(debris, fast_plate_is_stopped_by_a_thin_wall_at_any_rate) {
    const World world = world_of({{make_box({0.05, 10, 10}).value(), {5, 0, 0}}});
    for (const double rate : {240.0, 60.0, 30.0, 15.0}) {
        for (const double spin : {0.0, 3.0, 40.0}) {
            Debris debris = Debris::make({.gravity = {0, 0, 0}}).value();
            ASSERT_TRUE(debris.add_polygon(square(0.1), turned({0, 0.3, 0.2}, {1, 2, 3}, 1),
                                           {{200, 3, 1}, {spin, spin, 0}}, world.snapshot()));
            const Vector3d from(0, 0, 0), velocity(200, 0, 0);
            ASSERT_TRUE(debris.add_points({&from, 1}, {&velocity, 1}, world.snapshot()));
            run(debris, world.snapshot(), rate, 0.5);
            EXPECT_LT(debris.centres()[0].x(), 4.975) << rate << " " << spin;
            EXPECT_LT(debris.centres()[1].x(), 4.975) << rate;
            EXPECT_LT(debris.velocities()[0].x(), 1) << "it tumbles along the wall, or back";
            EXPECT_LT(debris.velocities()[1].x(), 0);
            EXPECT_EQ(count_inside(debris, world.snapshot()), 0U);
        }
    }
}

TEST(debris, points_come_to_rest_on_a_floor) {
    const World world = floor_world();
    Debris debris = Debris::make().value();
    const Vector3d from(0, 0, 1), velocity(1, 0, 0);
    ASSERT_TRUE(debris.add_points({&from, 1}, {&velocity, 1}, world.snapshot()));
    run(debris, world.snapshot(), 60, 4);
    EXPECT_EQ(debris.states()[0], PieceState::resting);
    EXPECT_NEAR(debris.centres()[0].z(), 1e-3, 1e-9);
}

// ---- what always holds -------------------------------------------------------------------------

TEST(debris, is_never_inside_and_never_gains_energy) {
    const World world = World::make(make_level_world({.rooms = 4, .seed = 3}).value()).value();
    const WorldSnapshot snapshot = world.snapshot();
    for (const double rate : {240.0, 60.0, 30.0, 15.0}) {
        if (test::sanitized && rate > 60) continue;
        Random random(static_cast<unsigned>(rate));
        Debris debris = Debris::make().value();
        throw_pieces(debris, snapshot, random, {0, 0, 2}, 1.5, 30, 60);
        const std::size_t polygons = debris.size();
        ASSERT_GT(polygons, 40U);
        throw_points(debris, snapshot, random, {0, 0, 2}, 30, 40);
        std::size_t hits = 0;
        for (int i = 0; i < static_cast<int>(3 * rate); ++i) {
            std::vector<double> before;
            for (std::size_t k = 0; k < debris.size(); ++k) before.push_back(debris.energy(k));
            hits += debris.step(1 / rate, snapshot)->hits;
            for (std::size_t k = 0; k < debris.size(); ++k) {
                ASSERT_LE(debris.energy(k), before[k] + 1e-9 * (1 + std::abs(before[k])))
                    << "piece " << k << " at step " << i << ", " << rate << " Hz";
            }
            if (i % 4 == 0 || rate < 60) {
                ASSERT_EQ(count_inside(debris, snapshot), 0U) << i;
            }
        }
        EXPECT_GT(hits, 200U);
        EXPECT_EQ(count_inside(debris, snapshot), 0U);
        // A closed level: who is out has tunnelled.
        Box level;
        for (const RoomId room : snapshot.rooms()) {
            level.add(snapshot.shape(room)->box().lower);
            level.add(snapshot.shape(room)->box().upper);
        }
        for (const Vector3d& centre : debris.centres()) {
            EXPECT_TRUE((centre.array() > level.lower.array()).all() &&
                        (centre.array() < level.upper.array()).all());
        }
    }
}

/// A closed box of 6 x 5 x 4 m within walls of 5 cm, with blocks in it.
World sealed_room() {
    std::vector<std::pair<Mesh, Vector3d>> solids;
    const Vector3d size(6, 5, 4);
    for (int axis = 0; axis < 3; ++axis) {
        Vector3d wall = size + Vector3d::Constant(0.1);
        wall[axis] = 0.05;
        for (const double side : {-1.0, 1.0}) {
            Vector3d place = Vector3d::Zero();
            place[axis] = side * (size[axis] / 2 + 0.025);
            solids.emplace_back(make_box(wall).value(), place);
        }
    }
    solids.emplace_back(make_box({1, 1, 1}).value(), Vector3d(1.5, 1, -1.5));
    solids.emplace_back(make_sphere(0.7, 8, 12).value(), Vector3d(-1.5, -1, -1));
    solids.emplace_back(make_stairs(5, 0.3, 0.2, 1).value(), Vector3d(0, 1.5, -2.001));
    return world_of(solids);
}

// Every corner of every piece stays between walls of 5 cm, which a piece of 200 m/s passes in a
// seventieth of a step: who was through, however shortly, would be found outside for ever.
TEST(debris, never_leaves_a_sealed_room_at_any_rate) {
    const World world = sealed_room();
    const WorldSnapshot snapshot = world.snapshot();
    const Vector3d half(3, 2.5, 2);
    for (const double rate : {240.0, 60.0, 30.0, 15.0}) {
        if (test::sanitized && rate > 60) continue;
        Random random(static_cast<unsigned>(rate) + 1);
        Debris debris = Debris::make({.restitution = 0.9, .friction = 0.1}).value();
        throw_pieces(debris, snapshot, random, {0, 0, 0.5}, 1, 200, 60);
        ASSERT_GT(debris.size(), 40U);
        throw_points(debris, snapshot, random, {0, 0, 0.5}, 200, 60);
        std::size_t hits = 0;
        for (int i = 0; i < static_cast<int>(2 * rate); ++i) {
            hits += debris.step(1 / rate, snapshot)->hits;
            for (std::size_t k = 0; k < debris.size(); ++k) {
                const DebrisShape* const shape = debris.shape(k);
                std::vector<Vector3d> corners{debris.centres()[k]};
                if (shape != nullptr) {
                    for (const Vector3d& v : shape->polyhedron().vertices()) {
                        corners.push_back(debris.pose(k) * v);
                    }
                }
                for (const Vector3d& corner : corners) {
                    ASSERT_TRUE((corner.cwiseAbs().array() < half.array()).all())
                        << "piece " << k << " at step " << i << ", " << rate << " Hz";
                }
            }
            if (i % 8 == 0) {
                ASSERT_EQ(count_inside(debris, snapshot), 0U) << i;
            }
        }
        EXPECT_GT(hits, 1000U);
    }
}

TEST(debris, does_not_depend_on_the_number_of_threads) {
    const World world = World::make(make_level_world({.rooms = 4}).value()).value();
    const WorldSnapshot snapshot = world.snapshot();
    const auto after = [&](unsigned threads) {
        Random random(5);
        Debris debris = Debris::make({.threads = threads}).value();
        throw_pieces(debris, snapshot, random, {0, 0, 2}, 1, 10, 300);
        run(debris, snapshot, 60, 1.5);
        return debris;
    };
    const Debris one = after(1);
    for (const unsigned threads : {2U, 8U}) {
        const Debris many = after(threads);
        ASSERT_EQ(many.size(), one.size());
        for (std::size_t i = 0; i < one.size(); ++i) {
            ASSERT_EQ(one.centres()[i], many.centres()[i]);
            ASSERT_EQ(one.rotations()[i].coeffs(), many.rotations()[i].coeffs());
            ASSERT_EQ(one.velocities()[i], many.velocities()[i]);
            ASSERT_EQ(one.angular_velocities()[i], many.angular_velocities()[i]);
            ASSERT_EQ(one.states()[i], many.states()[i]);
        }
    }
}

TEST(debris, does_not_depend_on_other_pieces) {
    const World world = floor_world();
    const WorldSnapshot snapshot = world.snapshot();
    Random random(11);
    Debris all = Debris::make().value();
    throw_pieces(all, snapshot, random, {0, 0, 1}, 0.5, 5, 40);
    Debris alone = Debris::make().value();
    ASSERT_TRUE(alone.add(*all.shape(7), all.pose(7),
                          {all.velocities()[7], all.angular_velocities()[7]}, snapshot));
    run(all, snapshot, 60, 1);
    run(alone, snapshot, 60, 1);
    EXPECT_EQ(all.centres()[7], alone.centres()[0]);
    EXPECT_EQ(all.rotations()[7].coeffs(), alone.rotations()[0].coeffs());
}

// ---- a world that changes ----------------------------------------------------------------------

TEST(debris, at_rest_wakes_where_the_world_changes_and_only_there) {
    World world = floor_world();
    const Polyhedron table = box(2, 2, 0.1);
    ASSERT_TRUE(world.edit(
        [&](WorldEdit& edit) { return edit.insert_body(BodyId(1), {table, at(0, 0, 1)}); }));
    Debris debris = Debris::make().value();
    const auto shape = DebrisShape::make(square(0.1)).value();
    ASSERT_TRUE(debris.add(shape, at(0, 0, 1.2), {}, world.snapshot()));
    ASSERT_TRUE(debris.add(shape, at(5, 0, 0.2), {}, world.snapshot()));
    run(debris, world.snapshot(), 60, 3);
    ASSERT_EQ(debris.states()[0], PieceState::resting);
    ASSERT_EQ(debris.states()[1], PieceState::resting);
    EXPECT_GT(debris.centres()[0].z(), 1.04) << "it lies on the table";

    ASSERT_TRUE(world.edit([](WorldEdit& edit) { return edit.remove_body(BodyId(1)); }));
    const auto report = debris.step(1.0 / 60, world.snapshot());
    EXPECT_EQ(report->woken, 1U);
    EXPECT_EQ(report->moved, 1U);
    run(debris, world.snapshot(), 60, 3);
    EXPECT_LE(debris.centres()[0].z(), shape.skin()) << "it fell to the floor";
}

TEST(debris, that_a_body_is_moved_onto_is_buried_and_goes_on_when_it_leaves) {
    World world = floor_world();
    ASSERT_TRUE(world.edit(
        [&](WorldEdit& edit) { return edit.insert_body(BodyId(1), {box(1, 1, 1), at(5, 0, 3)}); }));
    Debris debris = Debris::make().value();
    ASSERT_TRUE(debris.add_polygon(square(0.1), at(0, 0, 2), {}, world.snapshot()));
    const Vector3d place(0.2, 0, 2), still = Vector3d::Zero();
    ASSERT_TRUE(debris.add_points({&place, 1}, {&still, 1}, world.snapshot()));
    run(debris, world.snapshot(), 60, 0.1);
    const auto move_to = [&](double x) {
        ASSERT_TRUE(
            world.edit([&](WorldEdit& edit) { return edit.move_body(BodyId(1), at(x, 0, 2)); }));
    };
    move_to(0);
    run(debris, world.snapshot(), 60, 0.1);
    EXPECT_EQ(debris.states()[0], PieceState::buried);
    EXPECT_EQ(debris.states()[1], PieceState::buried);
    move_to(5);
    run(debris, world.snapshot(), 60, 3);
    EXPECT_EQ(debris.states()[0], PieceState::resting);
    EXPECT_EQ(debris.states()[1], PieceState::resting);
    EXPECT_EQ(count_inside(debris, world.snapshot()), 0U);
}

TEST(debris, goes_when_its_time_is_up) {
    const World world = floor_world();
    Debris debris = Debris::make({.lifetime = 0.5}).value();
    ASSERT_TRUE(debris.add_polygon(square(0.1), at(0, 0, 1), {}, world.snapshot()));
    run(debris, world.snapshot(), 60, 0.25);
    ASSERT_TRUE(debris.add_polygon(square(0.1), at(1, 0, 1), {}, world.snapshot()));
    run(debris, world.snapshot(), 60, 0.3);
    ASSERT_EQ(debris.size(), 1U);
    EXPECT_EQ(debris.ids()[0], PieceId(1));
    EXPECT_NEAR(debris.centres()[0].x(), 1, 0.1);
    run(debris, world.snapshot(), 60, 0.3);
    EXPECT_EQ(debris.size(), 0U);
}

TEST(debris, of_a_shattered_box_flies_apart) {
    const World world = floor_world();
    Debris debris = Debris::make().value();
    const auto report = debris.add_shattered(box(1, 1, 1), at(0, 0, 0.5), {.centre = {0, 0, 0.5}},
                                             world.snapshot());
    ASSERT_TRUE(report);
    EXPECT_EQ(report->added, 6U) << "the lowest face has drawn back from the floor";
    EXPECT_EQ(report->left_out, 0U);
    for (std::size_t i = 0; i < debris.size(); ++i) {
        const Vector3d away = debris.centres()[i] - Vector3d(0, 0, 0.5);
        EXPECT_GT(debris.velocities()[i].dot(away.normalized()), 6) << "8 / (1 + 0.5²) = 6.4";
    }
    run(debris, world.snapshot(), 60, 5);
    EXPECT_EQ(count_inside(debris, world.snapshot()), 0U);
    for (const PieceState state : debris.states()) EXPECT_EQ(state, PieceState::resting);
}

// ---- hostile input -----------------------------------------------------------------------------

TEST(debris, refuses_what_it_cannot_use_and_says_what) {
    const World world = floor_world();
    const WorldSnapshot snapshot = world.snapshot();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto message = [](const auto& result) {
        EXPECT_FALSE(result.has_value());
        return result.has_value() ? std::string() : result.error().message();
    };
    EXPECT_EQ(message(Debris::make({.gravity = {0, nan, 0}})),
              "gravity: must be finite and within 1e9");
    EXPECT_TRUE(message(Debris::make({.restitution = 1.5})).starts_with("restitution: "));
    EXPECT_TRUE(message(Debris::make({.friction = nan})).starts_with("friction: "));
    EXPECT_TRUE(message(Debris::make({.lifetime = 0})).starts_with("lifetime: "));
    EXPECT_TRUE(message(Debris::make({.most_hits = 0})).starts_with("most_hits: "));

    EXPECT_FALSE(DebrisShape::make(std::vector<Vector3d>{{0, 0, 0}, {1, 0, 0}}));
    EXPECT_FALSE(DebrisShape::make(std::vector<Vector3d>{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}));
    EXPECT_EQ(message(DebrisShape::make(std::vector<Vector3d>{{0, 0, 0}, {1, nan, 0}, {0, 1, 0}})),
              "corner 1: coordinates must be finite and within 1e9");
    EXPECT_FALSE(DebrisShape::make(make_box({1, 1, 1}).value(), 6));
    EXPECT_TRUE(DebrisShape::make(make_box({1, 1, 1}).value(), 5));

    Debris debris = Debris::make().value();
    EXPECT_EQ(
        message(debris.add_polygon(square(1), at(0, 0, 1), {.velocity = {nan, 0, 0}}, snapshot)),
        "piece 0, velocity: must be finite and within 1e9");
    EXPECT_EQ(message(debris.add_polygon(square(1), at(0, 0, 1), {.angular_velocity = {0, 0, 1e10}},
                                         snapshot)),
              "piece 0, angular velocity: must be finite and within 1e9");
    EXPECT_TRUE(
        message(debris.add_polygon(square(1), turned({0, 0, 0}, {1, 0, 0}, 1), {}, snapshot))
            .starts_with("piece 0, pose: starts overlapping the world"));
    const std::vector<Vector3d> two{{0, 0, 1}, {0, 0, -0.5}}, still{{0, 0, 0}, {0, 0, 0}};
    EXPECT_EQ(message(debris.add_points(two, still, snapshot)), "point 1: starts within a solid");
    EXPECT_TRUE(
        message(debris.add_points(two, {still.data(), 1}, snapshot)).starts_with("velocities: "));
    EXPECT_EQ(debris.size(), 0U) << "nothing came of all that";
    for (const double dt : {0.0, -1.0, nan, 2.0}) EXPECT_FALSE(debris.step(dt, snapshot));
    EXPECT_FALSE(debris.add_shattered(box(1, 1, 1), at(0, 0, 3), {.reach = 0}, snapshot));
    EXPECT_FALSE(debris.add_shattered(box(1, 1, 1), at(0, 0, 3), {.inset = nan}, snapshot));
}

TEST(debris, takes_splinters_bent_polygons_and_wild_spins) {
    const World world = floor_world();
    const WorldSnapshot snapshot = world.snapshot();
    Debris debris = Debris::make().value();
    const std::vector<Vector3d> splinter{{0, 0, 0}, {1, 0, 0}, {1, 1e-6, 0}};
    const std::vector<Vector3d> bent{{0, 0, 0}, {1, 0, 0}, {1, 1, 0.5}, {0, 1, 0}};
    const std::vector<Vector3d> notched{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0.5, 0.1, 0}, {0, 1, 0}};
    for (const auto& outline : {splinter, bent, notched}) {
        ASSERT_TRUE(debris.add_polygon(outline, turned({0, 0, 2}, {1, 1, 0}, 1),
                                       {{0, 0, -1e4}, {1e4, 3e3, 0}}, snapshot));
    }
    for (int i = 0; i < 120; ++i) {
        ASSERT_TRUE(debris.step(1.0 / 60, snapshot));
        ASSERT_EQ(count_inside(debris, snapshot), 0U) << i;
        for (const Vector3d& centre : debris.centres()) {
            ASSERT_TRUE(centre.allFinite());
            ASSERT_GT(centre.z(), 0);
        }
    }
}

}  // namespace
}  // namespace swept
