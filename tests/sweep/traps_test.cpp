// Cases that other libraries got wrong, each with its trap described, and the ways in which DOOM
// III's own code let things in (walked for 200,000 moves in a level it ended inside 143 times).

#include "swept/solids.h"
#include "tests/oracle/high_precision.h"
#include "tests/repeats.h"
#include "tests/sweep/samples.h"

namespace swept {
namespace {

using namespace test;

/// Every sweep of these tests ends separate, or at worst as it began.
void expect_outside(const Polyhedron& mover, const SweepResult& r, const Polyhedron& obstacle,
                    const Pose& pose) {
    EXPECT_LE(overlap({mover, r.end}, {obstacle, pose}).relation, r.start);
    EXPECT_NE(overlap({mover, r.end}, {obstacle, pose}).relation, Relation::overlapping);
}

// ---- starting in touch ----

// Trap: casts that start in touch report a hit at 0 whatever the direction, so that things stick.
TEST(sweep_traps, a_start_in_exact_touch_slides_and_leaves_but_does_not_go_in) {
    const Polyhedron crate = box(1, 1, 1), floor = box(20, 20, 1);
    const Pose start = at(0, 0, 1);
    ASSERT_EQ(overlap({crate, start}, {floor}).relation, Relation::touching);
    for (const Motion& away :
         {along(3, 1, 0), along(0, 0, 2), along(1, 0, 0.001), about({0, 0, 0}, {0, 0, 1}, 2.5),
          about({0.5, 0, 0.5}, {0, 1, 0}, 1.5)}) {
        const SweepResult r = sweep({crate, start}, away, {floor});
        EXPECT_EQ(r.start, Relation::touching);
        EXPECT_EQ(r.state, State::free);
        expect_outside(crate, r, floor, Pose());
    }
    for (const Motion& inward :
         {along(0, 0, -1), along(3, 0, -0.001), about({0.5, 0, 0.5}, {0, 1, 0}, -1)}) {
        const SweepResult r = sweep({crate, start}, inward, {floor});
        EXPECT_EQ(r.state, State::hit);
        EXPECT_EQ(r.free_fraction, 0);
        EXPECT_GT(r.contact.normal[2], 0.99);
    }
}

TEST(sweep_traps, a_start_in_touch_in_a_corner_leaves_along_any_way_out) {
    const Polyhedron crate = box(1, 1, 1);
    const std::vector<Placed> corner{
        {box(9, 9, 1), at(0, 0, -1)}, {box(1, 9, 9), at(-1, 0, 0)}, {box(9, 1, 9), at(0, -1, 0)}};
    for (const Motion& out : {along(1, 0, 0), along(0, 2, 0), along(0, 0, 1), along(1, 2, 3)}) {
        const SweepResult r = sweep({crate}, out, corner);
        EXPECT_EQ(r.start, Relation::touching);
        EXPECT_EQ(r.state, State::free);
    }
    for (const Motion& in : {along(-1, 1, 1), along(1, -1, 1), along(1, 1, -1)}) {
        EXPECT_EQ(sweep({crate}, in, corner).free_fraction, 0);
    }
}

// Trap: seen along the resting edge, a slide past it at a distance as thin as the margin looks like
// coming closer, and the search gave up where it had got to, too early.
TEST(sweep_traps, a_slide_in_the_plane_of_two_edges_stops_at_the_zone_and_not_before) {
    const Polyhedron low = box(1.875, 1.125, 1), high = box(0.5, 1.5, 1.375);
    const Pose tilted = Pose::make({0.6875, -1.3125, 1.1875},
                                   Quaternion(Eigen::AngleAxisd(-1.1576e-5, Vector3d::UnitX())))
                            .value();
    for (const bool swapped : {false, true}) {
        const double way = swapped ? 2.5 : -2.5;
        const SweepResult r = swapped ? sweep({low, at(0, 0, 0)}, along(0, 0, way), {high, tilted})
                                      : sweep({high, tilted}, along(0, 0, way), {low, at(0, 0, 0)});
        if (r.state != State::hit) continue;
        EXPECT_LE(r.contact.separation, r.margin * (1 + 1e-3)) << swapped;
    }
}

// Trap: where only corners and rims meet, no contact is inside of anything, and nothing says where
// the way out is.
TEST(sweep_traps, a_start_in_touch_at_points_and_rims_can_leave) {
    const Polyhedron point = points({{0, 0, 0}});
    EXPECT_EQ(sweep({point}, along(1, 2, 3), {point}).state, State::free);
    const Polyhedron cube = box(1, 1, 1);
    EXPECT_EQ(sweep({cube, at(1, 1, 1)}, along(1, 1, 0), {cube}).state, State::free);
    EXPECT_EQ(sweep({cube, at(1, 1, 0)}, along(0, 1, 0), {cube}).state, State::free);
    Random random(12);
    int met = 0;
    for (int i = 0; i < test::repeats(2000); ++i) {
        const Vector3d a = random.point(1), b = random.point(1), c = random.point(1);
        const Polyhedron triangle = from_faces({{a, b, c}});
        const Vector3d n = (b - a).cross(c - a).normalized();
        const Vector3d rim = i % 2 == 0 ? a : Vector3d(a + random.uniform(0, 1) * (b - a));
        const Pose start = Pose::make(rim).value();
        if (overlap({point, start}, {triangle}).relation != Relation::touching) continue;
        ++met;
        for (const double side : {1.0, -1.0}) {  // a point is on no side of an open triangle
            const Motion out = Translation::make(side * n).value();
            EXPECT_EQ(sweep({point, start}, out, {triangle}).state, State::free) << i;
        }
    }
    EXPECT_GT(met, test::repeats(500));
}

TEST(sweep_traps, a_start_a_hair_above_the_floor_slides_and_may_not_come_closer) {
    const Polyhedron crate = box(1, 1, 1), floor = box(20, 20, 1);
    for (const double gap : {1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9}) {
        const Pose start = at(0, 0, 1 + gap);
        EXPECT_EQ(sweep({crate, start}, along(3, 1, 0), {floor}).state, State::free) << gap;
        EXPECT_EQ(sweep({crate, start}, along(0, 0, 1), {floor}).state, State::free) << gap;
        const SweepResult in = sweep({crate, start}, along(0, 0, -1), {floor});
        EXPECT_EQ(in.state, State::hit);
        EXPECT_NE(overlap({crate, in.end}, {floor}).relation, Relation::overlapping);
        EXPECT_LT(in.free_fraction, 1e-9);
    }
}

// ---- turning past something thin ----

// Trap: conservative advancement and sampled casts stop at the wrong angle or step over the post.
TEST(sweep_traps, a_long_thin_box_turns_past_a_post_and_stops_at_it) {
    const Polyhedron rod = box(20, 0.01, 0.01), post = box(0.02, 0.02, 1);
    for (const double distance : {0.5, 3.0, 9.9}) {
        for (const double place : {0.3, 1.2, 2.9}) {
            const Pose pose = at(distance * std::cos(place), distance * std::sin(place), 0);
            const SweepResult r = sweep({rod}, about({0, 0, 0}, {0, 0, 1}, 3.1), {post, pose});
            ASSERT_EQ(r.state, State::hit);
            const double before = place - r.free_fraction * 3.1;
            EXPECT_GT(before, 0);
            EXPECT_LT(before, 0.04 / distance);
            expect_outside(rod, r, post, pose);
        }
        const Pose beyond = at(10.2, 0.5, 0);
        EXPECT_EQ(sweep({rod}, about({0, 0, 0}, {0, 0, 1}, 3.1), {post, beyond}).state,
                  State::free);
    }
}

// Trap: at 40 rad/s and 30 frames a second a rod turns 76 degrees in a frame; engines that test the
// end of the step or a few samples let it pass a post 5 cm wide.
TEST(sweep_traps, a_rod_at_40_radians_a_second_does_not_jump_over_a_post_at_30_frames) {
    const Polyhedron rod = box(2, 0.04, 0.04), post = box(0.05, 0.05, 1);
    Pose pose;
    bool stopped = false;
    double angle = 0;
    const Pose post_pose = at(-0.9 * std::cos(2.0), -0.9 * std::sin(2.0), 0);
    for (int frame = 0; frame < 6 && !stopped; ++frame) {
        const double turn = 40.0 / 30;
        const SweepResult r =
            sweep({rod, pose}, about({0, 0, 0}, {0, 0, 1}, turn), {post, post_pose});
        pose = r.end;
        angle += r.free_fraction * turn;
        stopped = r.state == State::hit;
    }
    EXPECT_TRUE(stopped);
    EXPECT_LT(angle, 2.0);
    EXPECT_GT(angle, 1.9);
}

// Trap: the common normal of two edges has no sign of its own.
TEST(sweep_traps, normals_of_edges_oppose_the_motion) {
    Random random(3);
    int edges = 0;
    const Polyhedron a = built(make_prism(3, 1, 0.5)), b = built(make_prism(4, 0.7, 1));
    for (int i = 0; i < 400; ++i) {
        const Pose start = turned(random.direction() * 3, random.direction(), random.uniform(0, 6));
        const Motion motion = past_the_origin(random, start.translation(), 0.5, i % 2 == 1);
        const SweepResult r = sweep({a, start}, motion, {b});
        if (r.state != State::hit) continue;
        edges += r.contact.kind == ContactKind::edge_edge;
        const Pose little = pose_at(motion, start, std::min(1.0, r.free_fraction + 1e-7));
        const Vector3d local = r.end.inverse() * r.contact.point;
        const Vector3d step = little * local - r.end * local;
        EXPECT_LT(r.contact.normal.dot(step), 1e-12);
        EXPECT_NEAR(r.contact.normal.norm(), 1, 1e-14);
        expect_outside(a, r, b, Pose());
    }
    EXPECT_GT(edges, 50);
}

// ---- how DOOM III let things in ----

// Trap: an edge was marked as done although some of its pairs had been skipped. Here a fan of edges
// meets one vertex; whichever the mover's edge meets first stops it.
TEST(sweep_traps, every_edge_of_a_fan_stops) {
    const Polyhedron cone = built(make_prism(24, 1, 1));
    const Polyhedron rod = box(0.02, 4, 0.02);
    for (int i = 0; i < 48; ++i) {
        const double a = pi * i / 24;
        const Pose start = turned({3 * std::cos(a), 3 * std::sin(a), 0}, {1, 1, 0.3}, 0.1 * i);
        const SweepResult r =
            sweep({rod, start}, along(-6 * std::cos(a), -6 * std::sin(a), 0), {cone});
        EXPECT_EQ(r.state, State::hit);
        expect_outside(rod, r, cone, Pose());
    }
}

// Trap: the bounds of edges were tested with the motion of an end point instead of that of the
// place where they meet: wrong for long edges that turn.
TEST(sweep_traps, long_edges_that_turn_meet_far_from_their_ends) {
    const Polyhedron beam = box(40, 0.1, 0.1), ridge = built(make_prism(3, 0.5, 60));
    Random random(4);
    int hits = 0;
    for (int i = 0; i < 60; ++i) {
        const Pose start = turned({random.uniform(-15, 15), 3, random.uniform(-2, 2)},
                                  {0.3, 0.1, 1}, random.uniform(-0.05, 0.05));
        const Motion turn = about(random.point(20), random.direction(), random.uniform(-1, 1));
        const SweepResult r = sweep({beam, start}, turn, {ridge});
        if (r.state == State::overlapping) continue;
        hits += r.state == State::hit;
        expect_outside(beam, r, ridge, Pose());
    }
    EXPECT_GT(hits, 10);
}

// Trap: "in the margin" was decided on the infinite plane, so that a vertex beside a polygon, level
// with it, was taken to rest on it; and a first root that is rejected dropped the pair although a
// later root is the hit.
TEST(sweep_traps, a_vertex_level_with_a_polygon_but_beside_it_meets_it_later) {
    const Polyhedron square = from_faces({{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}});
    // Starts in the plane, 3 to the side, goes up and comes down on the polygon: the first crossing
    // of the plane is at the start, outside.
    const Polyhedron point = points({{0, 0, 0}});
    const SweepResult r =
        sweep({point, at(-3, 0, 0)}, about({-1.5, 0, 0}, {0, 1, 0}, 2 * pi), {square});
    ASSERT_EQ(r.state, State::hit);
    EXPECT_EQ(r.contact.kind, ContactKind::vertex_face);
    EXPECT_NEAR(r.free_fraction, 0.5, 1e-8);
    // A turn that first crosses the plane beside the polygon, from above, and later through it.
    const SweepResult later =
        sweep({point, at(0.5, 0, 2)}, about({2.5, 0, 0.1}, {0, 1, 0}, 2 * pi), {square});
    ASSERT_EQ(later.state, State::hit);
    EXPECT_GT(later.free_fraction, 0.5);
    expect_outside(point, later, square, Pose());
}

// Trap: long arcs were bounded with a margin meant for short ones.
TEST(sweep_traps, long_arcs_meet_what_bulges_into_their_way) {
    const Polyhedron brick = box(0.2, 0.2, 0.2), pin = box(0.01, 0.01, 0.5);
    for (const double place : {0.01, 0.7, 1.5, 3.0, 4.5, 6.0}) {
        const Pose pose = at(5 * std::cos(place + 0.1), 5 * std::sin(place + 0.1), 0);
        const SweepResult r =
            sweep({brick, at(5, 0, 0)}, about({0, 0, 0}, {0, 0, 1}, 2 * pi), {pin, pose});
        ASSERT_EQ(r.state, State::hit) << place;
        EXPECT_NEAR(r.free_fraction * 2 * pi, place + 0.1 - 0.105 / 5, 2e-3);
        expect_outside(brick, r, pin, pose);
    }
}

// Trap: edges were flagged internal at T-junctions, where a face's edge runs along several shorter
// ones; a vertex could then fall through the corner.
TEST(sweep_traps, t_junctions_hold) {
    // A convex roof ridge whose left side is one face and whose right side is two, without a vertex
    // in common at the ridge's middle.
    const Polyhedron roof = from_faces({{{-1, -1, 0}, {0, -1, 1}, {0, 1, 1}, {-1, 1, 0}},
                                        {{0, -1, 1}, {1, -1, 0}, {1, 0, 0}, {0, 0, 1}},
                                        {{0, 0, 1}, {1, 0, 0}, {1, 1, 0}, {0, 1, 1}}});
    const Polyhedron blade = built(make_prism(3, 0.3, 3));
    Random random(5);
    for (int i = 0; i < 100; ++i) {
        const Pose start = turned({random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), 3},
                                  random.direction(), random.uniform(0, 6));
        const SweepResult r = sweep({blade, start}, along(0, 0, -4), {roof});
        ASSERT_EQ(r.state, State::hit);
        expect_outside(blade, r, roof, Pose());
    }
}

// Trap: the back sides of one-sided polygons. An open polygon stops from both sides.
TEST(sweep_traps, an_open_polygon_stops_from_behind_too) {
    const Polyhedron square = from_faces({{{-9, -9, 0}, {9, -9, 0}, {9, 9, 0}, {-9, 9, 0}}});
    const Polyhedron crate = box(1, 1, 1);
    for (const double side : {1.0, -1.0}) {
        const SweepResult r = sweep({crate, at(0, 0, 2 * side)}, along(0, 0, -4 * side), {square});
        ASSERT_EQ(r.state, State::hit);
        EXPECT_EQ(r.contact.normal[2], side);
        expect_outside(crate, r, square, Pose());
    }
}

// ---- what only exactness gets right ----

TEST(sweep_traps, almost_parallel_ridges_do_not_pass_through_each_other) {
    for (double tilt = 1e-3; tilt > 1e-13; tilt /= 7) {
        // Two ridges, one upside down, dropped on each other, their edges crossing at `tilt`.
        const Polyhedron ridge = from_faces({{{-1, -5, 0}, {0, -5, 1}, {0, 5, 1}, {-1, 5, 0}},
                                             {{0, -5, 1}, {1, -5, 0}, {1, 5, 0}, {0, 5, 1}}});
        const Pose above = turned({0, 0, 4}, {1, 0, 0}, pi);
        const Pose crossed = turned({0, 0, 0}, {0, 0, 1}, tilt) * Pose();
        const Pose start = Pose::make({0.3 * tilt, 0, 4}, above.rotation()).value();
        const SweepResult r = sweep({ridge, start}, along(0, 0, -3), {ridge, crossed});
        ASSERT_EQ(r.state, State::hit) << tilt;
        EXPECT_NEAR(r.free_fraction, 2.0 / 3, 1e-6);
        EXPECT_EQ(overlap({ridge, r.end}, {ridge, crossed}).relation, Relation::separate) << tilt;
    }
}

/// A roof whose ridge, from y = -5 to 5 at height 1, is cut into short edges: no vertex of it but
/// its ends can be the first to touch, and none but these is tested.
Polyhedron cut_ridge(std::uint32_t pieces) {
    Mesh mesh;
    for (std::uint32_t k = 0; k <= pieces; ++k) {
        const double y = -5 + 10.0 * k / pieces;
        for (const Vector3d& v : {Vector3d(-1, y, 0), Vector3d(1, y, 0), Vector3d(0, y, 1)}) {
            mesh.add_vertex(v);
        }
    }
    for (std::uint32_t k = 0; k < 3 * pieces; k += 3) {
        mesh.add_polygon({k + 1, k + 4, k + 5, k + 2});
        mesh.add_polygon({k + 2, k + 5, k + 3, k});
        mesh.add_polygon({k, k + 3, k + 4, k + 1});
    }
    const std::uint32_t last = 3 * pieces;
    mesh.add_polygon({0, 1, 2});
    mesh.add_polygon({last + 2, last + 1, last});
    return built(mesh);
}

// Trap: edges that are almost parallel were left to the tests of their ends, but vertices on a
// straight ridge are not tested. Pieces that part by less than the width each let the whole
// through, which parts by more than the margin.
TEST(sweep_traps, almost_parallel_ridges_cut_into_short_edges_do_not_either) {
    constexpr int segments = test::repeats(3000);
    const Polyhedron ridge = cut_ridge(segments);
    ASSERT_TRUE(ridge.is_closed() && ridge.is_oriented());
    ASSERT_TRUE(ridge.is_internal(VertexIndex(3 * segments / 2 + 2)));
    const Pose start = turned({0, 0, 4}, {1, 0, 0}, pi);
    for (double tilt = 1e-9; tilt < 1e-8; tilt *= 1.1) {
        const Pose crossed = turned({0, 0, 0}, {0, 0, 1}, tilt) * Pose();
        const SweepResult r = sweep({ridge, start}, along(0, 0, -3), {ridge, crossed});
        ASSERT_EQ(r.state, State::hit) << tilt;
        EXPECT_LT(r.free_fraction, 2.0 / 3) << tilt;
        EXPECT_EQ(overlap({ridge, r.end}, {ridge, crossed}).relation, Relation::separate) << tilt;
    }
}

/// A knife of 2.3 degrees that points down, its edge along y.
Polyhedron sharp_knife(double length) {
    const double a = -length, b = length, h = 0.02;
    return from_faces({{{-h, a, 1}, {-h, b, 1}, {0, b, 0}, {0, a, 0}},
                       {{h, b, 1}, {h, a, 1}, {0, a, 0}, {0, b, 0}},
                       {{h, a, 1}, {h, b, 1}, {-h, b, 1}, {-h, a, 1}},
                       {{h, a, 1}, {-h, a, 1}, {0, a, 0}},
                       {{-h, b, 1}, {h, b, 1}, {0, b, 0}}});
}

/// How far edge a b, moved, is above edge c d, in 100 digits; 1 where neither is over the other.
double height_above(const Vector3d& a, const Vector3d& b, const ::oracle::Rigid& moved,
                    const Vector3d& c, const Vector3d& d) {
    using namespace ::oracle;
    const Vec p = moved * Vec(a), dp = moved * Vec(b) - p, dq = Vec(d) - Vec(c);
    const Vec between = p - Vec(c), n = cross(dp, dq);
    const Real n_sq = dot(n, n);
    const Real lambda = -dot(cross(between, dq), n) / n_sq;
    const Real mu = -dot(cross(between, dp), n) / n_sq;
    if (lambda < 0 || lambda > 1 || mu < 0 || mu > 1) return 1;
    return static_cast<double>(dot(between, n) / length(n)) * (n.z < 0 ? -1 : 1);
}

// Trap: the width within which ends stand for edges was made for levels above half the margin. From
// below, an edge could swing down through another and up again while no end came near.
TEST(sweep_traps, edges_almost_parallel_do_not_dip_into_each_other_from_deep_in_the_zone) {
    const double length = 1, other = 1.2;
    const Polyhedron knife = sharp_knife(length), below = sharp_knife(other);
    Random random(5);
    int asked = 0, stopped_late = 0;
    for (int i = 0; i < test::repeats(2000); ++i) {
        // It swings about an axis just above its edge, whose lowest place is inside the other's.
        const double radius = random.uniform(0.5e-12, 2e-12), angle = random.uniform(0.3, 1.4);
        const double dip = radius * (1 - std::cos(angle)), low = -dip * random.uniform(0.1, 0.5);
        const Pose crossed = turned({0, 0, 0}, {0, 0, 1}, random.uniform(0.8e-12, 1.55e-12)) *
                             turned({0, 0, 0}, {1, 0, 0}, pi);
        const Vector3d origin(0, 0, low + radius), y(0, 1, 0);
        const Pose start = pose_at(about(origin, y, -angle), Pose::make({0, 0, low}).value(), 1);
        const Motion swing =
            i % 2 == 0
                ? about(origin, y, 2 * angle)
                : Motion(Screw::make(origin, y, 2 * angle, random.uniform(-5e-14, 5e-14)).value());
        // Nearer than 16 roundings it would be in touch.
        if (low + dip < 4e-13) continue;
        ASSERT_EQ(overlap({knife, start}, {below, crossed}).relation, Relation::separate);
        const SweepResult r = sweep({knife, start}, swing, {below, crossed});
        ++asked;
        stopped_late += r.free_fraction > 0.01;
        for (int k = 0; k <= 32; ++k) {
            const double fraction = r.free_fraction * k / 32;
            const double height =
                height_above(start * Vector3d(0, -length, 0), start * Vector3d(0, length, 0),
                             ::oracle::displacement(swing, fraction),
                             crossed * Vector3d(0, -other, 0), crossed * Vector3d(0, other, 0));
            ASSERT_GT(height, 0) << i << ": at " << fraction << " of " << r.free_fraction;
        }
    }
    EXPECT_GT(asked, test::repeats(300));
    EXPECT_GT(stopped_late, test::repeats(100));
}

TEST(sweep_traps, a_knife_edge_of_one_degree_stops_at_the_zone) {
    const double h = std::tan(0.5 * pi / 180);
    const Polyhedron knife = from_faces({{{0, -1, 0}, {1, -1, h}, {1, 1, h}, {0, 1, 0}},
                                         {{0, 1, 0}, {1, 1, -h}, {1, -1, -h}, {0, -1, 0}},
                                         {{1, -1, h}, {1, -1, -h}, {1, 1, -h}, {1, 1, h}},
                                         {{0, -1, 0}, {1, -1, -h}, {1, -1, h}},
                                         {{0, 1, 0}, {1, 1, h}, {1, 1, -h}}});
    ASSERT_TRUE(knife.is_closed());
    const SweepResult edge_on = sweep({knife, turned({2, 0, 0}, {1, 0, 0}, 0.7)}, along(-3, 0, 0),
                                      {knife, turned({0, 0, 0}, {0, 0, 1}, pi)});
    ASSERT_EQ(edge_on.state, State::hit);
    EXPECT_EQ(edge_on.contact.kind, ContactKind::edge_edge);
    EXPECT_NEAR(edge_on.contact.separation, edge_on.margin, 1e-3 * edge_on.margin);
}

TEST(sweep_traps, an_axis_a_million_away_and_coordinates_of_a_million_keep_the_promise) {
    const Polyhedron a = built(make_prism(5, 1, 0.5));
    Random random(6);
    int hits = 0;
    for (int i = 0; i < 100; ++i) {
        const Vector3d centre = i % 2 == 0 ? Vector3d(1e6, -1e6, 1e6) : Vector3d(0, 0, 0);
        const Pose obstacle = Pose::make(centre).value();
        const Pose start = Pose::make(centre + random.direction() * 3).value();
        const Vector3d way = centre - start.translation();
        const Vector3d axis = way.cross(random.direction()).normalized();
        const Vector3d origin = start.translation() + axis.cross(way).normalized() * 1e6;
        const SweepResult r = sweep({a, start}, about(origin, axis, 6e-6), {a, obstacle});
        hits += r.state == State::hit;
        EXPECT_LE(r.margin, 4e-6);  // 64 steps of 256 u times coordinates of 1.7 million
        EXPECT_EQ(overlap({a, r.end}, {a, obstacle}).relation, Relation::separate);
    }
    EXPECT_GT(hits, 30);
}

// Trap: a point of the axis that is named far along it. Nothing is far from the axis and nothing
// goes far, but every difference from that point is rounded by as much as it is away: with an
// origin at 1e9 and zones of 1e-9, half of the sweeps ended inside. The margin counts it.
TEST(sweep_traps, an_origin_far_along_the_axis_keeps_the_promise) {
    const Polyhedron a = built(make_prism(5, 1, 0.5));
    Random random(7);
    int hits = 0;
    for (int i = 0; i < 900; ++i) {
        const double far = std::array<double, 3>{1e3, 1e6, 1e9}[static_cast<std::size_t>(i % 3)];
        const Pose obstacle = turned({0, 0, 0}, random.direction(), 1);
        const Pose start = turned(random.direction() * 2.2, random.direction(), 1);
        const Vector3d axis = random.direction();
        const Vector3d origin = random.direction() + far * axis;
        const double angle = random.uniform(0.5, 6), advance = random.uniform(-1, 1);
        const Motion motion = i % 2 == 0
                                  ? about(origin, axis, angle)
                                  : Motion(Screw::make(origin, axis, angle, advance).value());
        const SweepResult r = sweep({a, start}, motion, {a, obstacle});
        hits += r.state == State::hit;
        EXPECT_LE(r.margin, 1e-8 + 4e-12 * far);  // as at coordinates of this size
        EXPECT_EQ(overlap({a, r.end}, {a, obstacle}).relation, Relation::separate) << far;
    }
    EXPECT_GT(hits, 100);
}

}  // namespace
}  // namespace swept
