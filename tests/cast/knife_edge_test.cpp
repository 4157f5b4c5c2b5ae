// Both sides of each border: touching, along, grazing, in contact; and the places where the paper
// has a misprint or a gap (docs/derivations/spheres.md).

#include "swept/solids.h"
#include "tests/cast/samples.h"

namespace swept {
namespace {

using namespace test;

constexpr double infinity = std::numeric_limits<double>::infinity();

double up(double x) {
    return std::nextafter(x, infinity);
}
double below(double x) {
    return std::nextafter(x, -infinity);
}

// ---- Particles on faces ----

TEST(cast_contact, point_on_a_face_is_stopped_on_its_way_through_and_leaves_to_the_front) {
    for (const Sides sides : {Sides::front, Sides::both}) {
        const CastResult through = cast(segment({1, 1, 0}, {1.5, 1, -1}), {square(4)}, only(sides));
        EXPECT_EQ(through.start, Relation::touching);
        ASSERT_EQ(through.state, State::hit);
        EXPECT_EQ(through.hit.fraction, 0);
        EXPECT_EQ(through.hit.normal, Vector3d::UnitZ());
        const CastResult away = cast(segment({1, 1, 0}, {1.5, 1, 1}), {square(4)}, only(sides));
        EXPECT_EQ(away.start, Relation::touching);
        EXPECT_EQ(away.state, State::free);
    }
}

TEST(cast_contact, point_a_hair_in_front_is_stopped_there_and_a_hair_behind_goes_on) {
    const double hair = 0x1p-1000;
    const CastResult front =
        cast(segment({1, 1, hair}, {1, 1, -1}), {square(4)}, only(Sides::front));
    EXPECT_EQ(front.start, Relation::separate);
    ASSERT_EQ(front.state, State::hit);
    EXPECT_LT(front.hit.fraction, 1e-15);
    const CastResult behind =
        cast(segment({1, 1, -hair}, {1, 1, -1}), {square(4)}, only(Sides::front));
    EXPECT_EQ(behind.start, Relation::separate);
    EXPECT_EQ(behind.state, State::free);
}

TEST(cast_contact, point_that_moves_within_a_plane_is_not_stopped_by_it) {
    // Distance and length along the normal are both 0.
    const CastResult along = cast(segment({1, 1, 0}, {3, 2, 0}), {square(4)});
    EXPECT_EQ(along.start, Relation::touching);
    EXPECT_EQ(along.state, State::free);
    const CastResult from_beside = cast(segment({-1, 1, 0}, {3, 1, 0}), {square(4)});
    EXPECT_EQ(from_beside.start, Relation::separate);
    EXPECT_EQ(from_beside.state, State::free);
}

TEST(cast_contact, point_at_the_foot_of_a_wall_is_stopped_by_the_wall) {
    // A floor and a wall that stands on it at x = 2, looking at -x.
    const Polyhedron corner = from_faces({{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}},
                                          {{2, 0, 0}, {2, 0, 2}, {2, 2, 2}, {2, 2, 0}}});
    const CastResult r = cast(segment({0, 1, 0}, {4, 1, 0}), {corner});
    EXPECT_EQ(r.start, Relation::touching);
    ASSERT_EQ(r.state, State::hit);
    EXPECT_EQ(r.hit.fraction, 0.5);
    EXPECT_EQ(r.hit.face, 1U);
}

TEST(cast_ray, through_the_edge_of_a_face_hits_it_and_a_hair_beside_does_not) {
    const auto state = [](double x, double y) {
        return cast(segment({x, y, 1}, {x, y, -1}), {square(4)}).state;
    };
    EXPECT_EQ(state(0, 1), State::hit);
    EXPECT_EQ(state(4, 4), State::hit);
    EXPECT_EQ(state(2, 2), State::hit);  // on the diagonal of the fan
    EXPECT_EQ(state(-0x1p-1000, 1), State::free);
    EXPECT_EQ(state(up(4), 1), State::free);
    EXPECT_EQ(state(below(4), below(4)), State::hit);
}

TEST(cast_ray, that_ends_on_the_face_hits_it_and_one_that_ends_a_hair_before_does_not) {
    EXPECT_EQ(cast(segment({1, 1, 1}, {1, 1, 0}), {square(4)}).hit.fraction, 1);
    EXPECT_EQ(cast(segment({1, 1, 1}, {1, 1, 0}), {square(4)}).state, State::hit);
    EXPECT_EQ(cast(segment({1, 1, 1}, {1, 1, 0x1p-1070}), {square(4)}).state, State::free);
}

TEST(cast_ray, that_all_but_runs_in_a_plane_hits_the_face_where_it_crosses_it) {
    // From z = -e to z = e over a width of 3, crossing z = 0 in the middle of the square.
    for (const double e : {1e-9, 1e-15, 0x1p-52, 0x1p-60, 1e-100, 1e-300}) {
        const Ray ray = segment({-1, 0.5, e}, {2, 0.75, -e});
        const CastResult r = cast(ray, {square(1)});
        ASSERT_EQ(r.state, State::hit) << e;
        EXPECT_NEAR(r.hit.fraction, 0.5, 1e-12) << e;
        EXPECT_LE((r.hit.point - Vector3d(0.5, 0.625, 0)).norm(), 1e-12) << e;
        const CastResult tilted = cast(ray, {square(1), turned({0, 0, 0}, {1, 2, 3}, 1)});
        if (tilted.state == State::hit) {
            EXPECT_TRUE(tilted.hit.point.allFinite());
            EXPECT_LE(tilted.hit.fraction, 1);
        }
    }
}

TEST(cast_ray, that_all_but_runs_in_the_plane_of_a_slanting_triangle_hits_it_on_the_triangle) {
    Random random(12);
    int hits = 0;
    for (int i = 0; i < 2000; ++i) {
        const Vector3d a = random.point(1), b = random.point(1), c = random.point(1);
        const Polyhedron one = from_faces({{a, b, c}});
        const auto in_plane = [&] {
            return Vector3d(a + random.uniform(-2, 3) * (b - a) + random.uniform(-2, 3) * (c - a));
        };
        const Vector3d from = in_plane(), to = in_plane();
        for (const Ray& ray : {segment(from, to), endless(from, to - from)}) {
            const CastResult r = cast(ray, {one});
            if (r.state != State::hit) continue;
            ++hits;
            ASSERT_TRUE(std::isfinite(r.hit.fraction)) << i;
            // The triangle lies in the box of its corners.
            Box box;
            for (const Vector3d& corner : {a, b, c}) box.add(corner);
            for (int axis = 0; axis < 3; ++axis) {
                EXPECT_GE(r.hit.point[axis], box.lower[axis] - 2 * r.error_bound) << i;
                EXPECT_LE(r.hit.point[axis], box.upper[axis] + 2 * r.error_bound) << i;
            }
        }
    }
    EXPECT_GT(hits, 100);
}

TEST(cast_ray, through_a_corner_of_a_polygon_has_one_normal) {
    // All triangles of a fan meet in its first corner; turned, they are not quite in one plane.
    std::vector<Vector3d> circle;
    for (int i = 0; i < 12; ++i) {
        circle.emplace_back(std::cos(pi * i / 6), std::sin(pi * i / 6), 0);
    }
    const Polyhedron disc = from_faces({circle});
    Random random(13);
    for (int i = 0; i < 200; ++i) {
        const Pose pose = random.pose(1);
        const Vector3d goal = pose * disc.vertices()[0];
        const Ray ray = segment(goal + direction(random), goal);
        const CastResult first = cast(ray, {disc, pose});
        ASSERT_EQ(first.state, State::hit);
        std::vector<CastHit> all;
        cast_all(ray, {disc, pose}, {}, all);
        ASSERT_EQ(all.size(), 1U);
        EXPECT_TRUE(same_hit_bits(all[0], first.hit)) << i;
    }
}

TEST(cast_ray, through_a_shared_edge_names_the_lowest_face) {
    std::vector<Face> faces;  // four squares of two triangles each
    for (const double x : {-2.0, 0.0}) {
        for (const double y : {-2.0, 0.0}) {
            const Vector3d a(x, y, 0), b(x + 2, y, 0), c(x + 2, y + 2, 0), d(x, y + 2, 0);
            faces.push_back({a, b, c});
            faces.push_back({a, c, d});
        }
    }
    const Polyhedron floor = from_faces(faces);
    const CastResult r = cast(segment({0, 0, 1}, {0, 0, -1}), {floor});  // six faces meet there
    ASSERT_EQ(r.state, State::hit);
    std::vector<CastHit> hits;
    cast_all(segment({0, 0, 1}, {0, 0, -1}), {floor}, {}, hits);
    ASSERT_EQ(hits.size(), 6U);
    for (std::size_t i = 0; i < hits.size(); ++i) {
        EXPECT_EQ(hits[i].fraction, 0.5);
        EXPECT_GE(hits[i].face_index, r.hit.face_index);
        if (i > 0) {
            EXPECT_LT(hits[i - 1].face_index, hits[i].face_index);
        }
    }
}

TEST(cast_ask, any_says_as_first_does_how_it_starts) {
    // A point on the floor that goes through a wall: the wall may be found before the floor.
    const Polyhedron level = built(make_level({.rooms = 1, .clutter = 2}));
    Random random(14);
    for (int i = 0; i < 500; ++i) {
        const VertexIndex v(static_cast<std::uint32_t>(
            random.integer(0, static_cast<int>(level.vertex_count()) - 1)));
        const Vector3d from = level.position(v);
        const Ray ray = segment(from, from + 8 * direction(random));
        CastOptions any;
        any.mode = CastMode::any;
        EXPECT_EQ(cast(ray, {level}).start, Relation::touching);
        EXPECT_EQ(cast(ray, {level}, any).start, Relation::touching) << i;
        EXPECT_EQ(cast(ray, {level}).state, cast(ray, {level}, any).state) << i;
    }
}

// ---- Where the paper misprints ----

TEST(cast_sphere, that_straddles_a_plane_beside_the_polygon_hits_its_edge) {
    // The foot on the plane is behind it all the way.
    for (const double height : {0.5, 0.0, -0.5}) {
        const CastResult r =
            cast(SphereCast{segment({-3, 2, height}, {3, 2, height}), radius(1)}, {square(4)});
        EXPECT_EQ(r.start, Relation::separate);
        const double x = -std::sqrt(1 - height * height);
        expect_hit(r, (x + 3) / 6, {0, 2, 0}, {x, 0, height}, CastFeature::edge);
    }
}

TEST(cast_sphere, that_comes_along_an_edge_hits_its_end) {
    // A way parallel to the edge: a = 0, only the vertex is left. 0.8 beside the edge, so
    // 0.6 before its end.
    const CastResult r =
        cast(SphereCast{segment({-3, -0.48, 0.64}, {3, -0.48, 0.64}), radius(1)}, {square(4)});
    expect_hit(r, 0.4, {0, 0, 0}, {-0.6, -0.48, 0.64}, CastFeature::vertex);
}

TEST(cast_sphere, meets_an_edge_obliquely_where_the_quadratic_says) {
    // The edge x = 0 (along y), a way that is neither along nor across it. By hand: the
    // distance from the edge's line is that of (x, z); x(t) = -4 + 8 t, z = 0.6: x = -0.8 at 0.4.
    const CastResult r =
        cast(SphereCast{segment({-4, 0.5, 0.6}, {4, 3, 0.6}), radius(1)}, {square(4)});
    expect_hit(r, 0.4, {0, 1.5, 0}, {-0.8, 0, 0.6}, CastFeature::edge);
}

TEST(cast_sphere, with_a_buffer_keeps_it_however_slanting_the_way) {
    // The paper steps back by clearance |path| / length, a hundred units here.
    const CastResult r = cast(segment({0, 1, 0.15}, {4, 1, 0.05}), {square(4)}, with_buffer(0.1));
    ASSERT_EQ(r.state, State::hit);
    EXPECT_NEAR(r.hit.fraction, 0.5, 1e-13);
    // An edge that is met while the way leads up: more clearance is an earlier hit, not a later
    // one.
    const Ray upward = segment({-3, 2, -0.5}, {3, 2, 0.5});
    const CastResult plain = cast(SphereCast{upward, radius(0.5)}, {square(4)});
    const CastResult kept = cast(SphereCast{upward, radius(0.5)}, {square(4)}, with_buffer(0.25));
    ASSERT_EQ(plain.state, State::hit);
    ASSERT_EQ(kept.state, State::hit);
    EXPECT_LT(kept.hit.fraction, plain.hit.fraction);
    const Vector3d centre = upward.at(kept.hit.fraction);
    EXPECT_NEAR((centre - kept.hit.point).norm(), 0.75, 4 * kept.error_bound);
}

// ---- Spheres in contact ----

struct Move {
    Vector3d by;
    bool stopped;
};

TEST(cast_contact, sphere_that_starts_in_contact_leaves_and_slides_but_comes_no_closer) {
    // Over a face, an edge and a vertex; touching and overlapping.
    const Vector3d places[] = {{2, 2, 1}, {0, 2, 1}, {0, 0, 1}};
    for (const Vector3d& place : places) {
        for (const double height : {1.0, 0.5, 0.01}) {
            const Vector3d from(place[0], place[1], height);
            for (const Move& move :
                 {Move{{0, 0, -1}, true}, {{0, 0, 1}, false}, {{0.5, 0, -0.5}, true}}) {
                const CastResult r =
                    cast(SphereCast{segment(from, from + move.by), radius(1)}, {square(4)});
                EXPECT_EQ(r.start, height == 1 ? Relation::touching : Relation::overlapping);
                EXPECT_EQ(r.state, move.stopped ? State::hit : State::free)
                    << from.transpose() << " by " << move.by.transpose();
                if (move.stopped) {
                    EXPECT_EQ(r.hit.fraction, 0);
                }
            }
        }
    }
    for (const double height : {1.0, 0.5}) {  // a slide over the whole face
        const CastResult r =
            cast(SphereCast{segment({1, 1, height}, {3, 2, height}), radius(1)}, {square(4)});
        EXPECT_EQ(r.state, State::free) << height;
    }
}

TEST(cast_contact, sphere_that_slides_on_a_floor_is_stopped_by_a_wall) {
    // The wall stands at x = 4.
    const Polyhedron corner = from_faces({{{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}},
                                          {{4, 0, 0}, {4, 0, 4}, {4, 4, 4}, {4, 4, 0}}});
    const CastResult r = cast(SphereCast{segment({1, 2, 1}, {5, 2, 1}), radius(1)}, {corner});
    EXPECT_EQ(r.start, Relation::touching);
    ASSERT_EQ(r.state, State::hit);
    // It keeps the distance that it had, to within the slack.
    EXPECT_NEAR(4 - (1 + 4 * r.hit.fraction), 1, 9 * r.error_bound);
    EXPECT_LE((r.hit.normal - Vector3d(-1, 0, 0)).norm(), 1e-13);
    EXPECT_EQ(r.hit.face, 1U);
}

TEST(cast_contact, sphere_that_slides_past_a_far_vertex_is_not_stopped_at_the_start) {
    // It touches the floor all the way and just touches the tip of a triangle halfway, whose
    // distance does not change there: no reason to think that it was in contact with it before.
    const double rounding =
        cast(SphereCast{segment({1, 2, 1}, {7, 2, 1}), radius(1)}, {square(8)}).error_bound;
    int hits = 0;
    for (int off = -64; off <= 64; ++off) {
        const double tip = 3 - 8 * rounding + off * rounding / 16;
        const Polyhedron shape = from_faces(
            {{{0, 0, 0}, {8, 0, 0}, {8, 8, 0}, {0, 8, 0}}, {{4, tip, 1}, {5, 8, 1}, {3, 8, 1}}});
        const CastResult r = cast(SphereCast{segment({1, 2, 1}, {7, 2, 1}), radius(1)}, {shape});
        if (r.state != State::hit) continue;
        ++hits;
        EXPECT_NEAR(r.hit.fraction, 0.5, 1e-4) << off;
    }
    EXPECT_GT(hits, 10);
    EXPECT_LT(hits, 120);
}

TEST(cast_contact, what_stops_it_at_the_start_is_below_it_there) {
    // Coming down ever so slightly: the slack is used up far from where it began.
    for (const double slope : {1e-1, 1e-6, 1e-10, 1e-12}) {
        const CastResult r =
            cast(SphereCast{segment({1, 1, 1}, {3, 1, 1 - 2 * slope}), radius(1)}, {square(4)});
        ASSERT_EQ(r.start, Relation::touching);
        if (r.state != State::hit) continue;
        const Vector3d centre(1 + 2 * r.hit.fraction, 1, 1 - 2 * slope * r.hit.fraction);
        EXPECT_NEAR((centre - r.hit.point).norm(), 1, 18 * r.error_bound) << slope;
        EXPECT_LE((r.hit.point - Vector3d(centre[0], 1, 0)).norm(), 18 * r.error_bound) << slope;
    }
}

TEST(cast_contact, of_a_small_distance_does_not_make_far_faces_stop_it_at_the_start) {
    // The centre is a hair above a floor, within its radius, and goes to a wall far away.
    const Polyhedron corner = from_faces({{{0, 0, 0}, {9, 0, 0}, {9, 9, 0}, {0, 9, 0}},
                                          {{9, 0, 0}, {9, 0, 9}, {9, 9, 9}, {9, 9, 0}}});
    for (const double hair : {1e-6, 1e-9, 1e-11, 1e-12}) {
        for (const double rise : {0.0, 1e-3, 1.0}) {
            const CastResult r = cast(
                SphereCast{segment({1, 3, hair}, {17, 4, hair + rise}), radius(0.2)}, {corner});
            EXPECT_EQ(r.start, Relation::overlapping);
            ASSERT_EQ(r.state, State::hit) << hair;
            EXPECT_NEAR(r.hit.fraction, 0.5, 1e-3) << hair << ' ' << rise;
            EXPECT_EQ(r.hit.face, 1U);
        }
    }
}

TEST(cast_contact, is_within_eight_roundings_of_the_radius) {
    const auto start = [](double height) {
        return cast(SphereCast{segment({2, 2, height}, {2, 2, 5}), radius(1)}, {square(4)});
    };
    const double rounding = start(1).error_bound;
    EXPECT_EQ(start(1 + 7 * rounding).start, Relation::touching);
    EXPECT_EQ(start(1 + 9 * rounding).start, Relation::separate);
    EXPECT_EQ(start(1 - 7 * rounding).start, Relation::touching);
    EXPECT_EQ(start(1 - 9 * rounding).start, Relation::overlapping);
}

TEST(cast_contact, sphere_about_a_point_of_a_face_is_stopped_as_that_point_is) {
    // The centre is on the face: what counts is on which side it leaves.
    const CastResult through =
        cast(SphereCast{segment({1, 1, 0}, {1, 1, -1}), radius(0.5)}, {square(4)});
    EXPECT_EQ(through.start, Relation::overlapping);
    ASSERT_EQ(through.state, State::hit);
    EXPECT_EQ(through.hit.fraction, 0);
    EXPECT_EQ(cast(SphereCast{segment({1, 1, 0}, {1, 1, 1}), radius(0.5)}, {square(4)}).state,
              State::free);
    EXPECT_EQ(cast(SphereCast{segment({1, 1, 0}, {2, 1, 0}), radius(0.5)}, {square(4)}).state,
              State::free);
}

// ---- Turns ----

TEST(cast_turn, that_starts_with_its_centre_on_a_face_leaves_to_the_front_alone) {
    // About an axis along x, three behind: at first straight up, or straight down.
    for (const Sides sides : {Sides::front, Sides::both}) {
        for (const double angle : {-0.5, 0.5}) {
            const CastResult r = cast(
                SphereSetCast{spheres({{{2, 2, 0}, 0.5}}), {}, about({2, 5, 0}, {1, 0, 0}, angle)},
                {square(4)}, only(sides));
            EXPECT_EQ(r.start, Relation::overlapping);
            EXPECT_EQ(r.state, angle > 0 ? State::hit : State::free) << angle;
            if (angle > 0) {
                EXPECT_EQ(r.hit.fraction, 0);
            }
        }
    }
}

TEST(cast_turn, that_starts_on_a_point_goes_on_as_straight_ways_do) {
    // A particle does not hit points.
    const Polyhedron point = points({{1, 0, 0}});
    const CastResult straight =
        cast(SphereCast{segment({1, 0, 0}, {2, 0, 0}), radius(0.1)}, {point});
    EXPECT_EQ(straight.start, Relation::overlapping);
    EXPECT_EQ(straight.state, State::free);
    const CastResult turned = cast(
        SphereSetCast{spheres({{{1, 0, 0}, 0.1}}), {}, about({0, 0, 0}, {0, 0, 1}, 1)}, {point});
    EXPECT_EQ(turned.start, Relation::overlapping);
    EXPECT_EQ(turned.state, State::free);
}

TEST(cast_turn, that_leaves_a_face_and_comes_back_to_it_is_stopped_there) {
    // Touching the floor, up and over an axis two ahead, and down again: half of the turn is free.
    for (const Sides sides : {Sides::front, Sides::both}) {
        for (const double height : {1.0, 0.5, 0.0}) {
            const CastResult r = cast(SphereSetCast{spheres({{{2, 2, height}, 1}}),
                                                    {},
                                                    about({4, 2, height}, {0, 1, 0}, 1.25 * pi)},
                                      {square(9)}, only(sides));
            EXPECT_EQ(r.start, height == 1 ? Relation::touching : Relation::overlapping);
            ASSERT_EQ(r.state, State::hit) << height;
            // A face that does not count at the start, as it is left, stops it at its radius.
            const double over = sides == Sides::front ? std::asin((1 - height) / 2) : 0;
            EXPECT_NEAR(r.hit.fraction, 0.8 * (1 - over / pi), 1e-6) << height;
        }
    }
}

// ---- Grazing ----

TEST(cast_sphere, that_passes_at_exactly_its_radius_hits) {
    // Over the tip of a triangle, beside an edge, over a face.
    const Polyhedron tip = from_faces({{{0, 0, 0}, {-1, -1, -2}, {1, -1, -2}}});
    EXPECT_EQ(cast(SphereCast{segment({-3, 0, 1}, {3, 0, 1}), radius(1)}, {tip}).state, State::hit);
    EXPECT_EQ(
        cast(SphereCast{segment({-3, 0, 1}, {3, 0, 1}), radius(1)}, {points({{0, 0, 0}})}).state,
        State::hit);
    EXPECT_EQ(cast(SphereCast{segment({-1, 2, -3}, {-1, 2, 3}), radius(1)}, {square(4)}).state,
              State::hit);
    EXPECT_EQ(cast(SphereCast{segment({-3, 2, 1}, {3, 2, 1}), radius(1)}, {square(4)}).state,
              State::hit);
}

TEST(cast_sphere, that_passes_two_roundings_away_is_free) {
    const auto passes = [](const Vector3d& from, const Vector3d& to, const Vector3d& aside,
                           const Polyhedron& shape) {
        const double two = 2 * cast(SphereCast{segment(from, to), radius(1)}, {shape}).error_bound;
        const Vector3d off = two * aside;
        return cast(SphereCast{segment(from + off, to + off), radius(1)}, {shape}).state;
    };
    const Vector3d x = Vector3d::UnitX(), z = Vector3d::UnitZ();
    const Polyhedron point = points({{0, 0, 0}});
    EXPECT_EQ(passes({-3, 0, 1}, {3, 0, 1}, z, point), State::free);
    EXPECT_EQ(passes({-3, 0, 1}, {3, 0, 1}, -z, point), State::hit);
    EXPECT_EQ(passes({-1, 2, -3}, {-1, 2, 3}, -x, square(4)), State::free);
    EXPECT_EQ(passes({-1, 2, -3}, {-1, 2, 3}, x, square(4)), State::hit);
    EXPECT_EQ(passes({-3, 2, 1}, {3, 2, 1}, z, square(4)), State::free);
    EXPECT_EQ(passes({-3, 2, 1}, {3, 2, 1}, -z, square(4)), State::hit);
}

TEST(cast_sphere, along_an_edge_is_decided_by_its_distance_however_nearly_parallel) {
    for (const double slope : {0.0, 1e-17, 1e-15, 1e-12, 1e-8}) {
        const Vector3d to(9, -0.5 + 10 * slope, 0);
        EXPECT_EQ(cast(SphereCast{segment({-1, -0.5, 0}, to), radius(0.51)}, {square(4)}).state,
                  State::hit);
        EXPECT_EQ(cast(SphereCast{segment({-1, -0.5, 0}, to), radius(0.49)}, {square(4)}).state,
                  State::free);
    }
}

// A sphere thinner than a rounding has nothing to hide an error in. What was left of the start
// along the edge, by the rounding of the edge's length, counted as distance: 5 u of the sizes, of
// 16 that decide between a hit and a miss (docs/derivations/casts.md).
TEST(cast_sphere, however_thin_meets_edges_in_its_plane_to_a_few_roundings) {
    using Wide = Eigen::Matrix<long double, 3, 1>;
    Random random(31);
    int edges = 0;
    double worst = 0;
    for (int i = 0; i < 20000; ++i) {
        // Begin and end of an edge on either side of the origin, near which it starts.
        const Vector3d begin = random.point(1), end = -begin * random.uniform(0.4, 1);
        const Vector3d from = random.point(0.02);
        const Vector3d aim = begin + random.uniform(0.3, 1) * (end - begin);
        const double level = tolerance::unit_roundoff * random.uniform(1, 8);
        const Polyhedron shape = from_faces({{begin, end, 2 * aim - from}});
        const CastResult r = cast(SphereCast{endless(from, aim - from), radius(level)}, {shape});
        ASSERT_EQ(r.state, State::hit) << i;
        if (r.hit.feature != CastFeature::edge || r.hit.fraction > 2) continue;
        ++edges;
        const Wide edge = (end.cast<long double>() - begin.cast<long double>()).normalized();
        const Wide place =
            from.cast<long double>() - begin.cast<long double>() +
            static_cast<long double>(r.hit.fraction) * Vector3d(aim - from).cast<long double>();
        const auto distance = static_cast<double>(place.cross(edge).norm());
        // The rounding has the third corner in it, which has no part in this.
        const double sizes = std::max(begin.norm(), end.norm()) + from.lpNorm<Eigen::Infinity>();
        worst = std::max(worst, std::abs(distance - level) / sizes);
    }
    EXPECT_GT(edges, 5000);
    EXPECT_LT(worst, 4 * tolerance::unit_roundoff);
}

/// A block whose top is the saddle z = x^2 - y^2 in eight triangles, with a tip below.
Polyhedron saddle_block() {
    Mesh mesh;
    for (const double x : {-1.0, 0.0, 1.0}) {
        for (const double y : {-1.0, 0.0, 1.0}) mesh.add_vertex({x, y, x * x - y * y});
    }
    const std::uint32_t tip = mesh.add_vertex({0, 0, -2});
    const auto at = [](std::uint32_t i, std::uint32_t k) { return 3 * i + k; };
    for (std::uint32_t i = 0; i < 2; ++i) {
        for (std::uint32_t k = 0; k < 2; ++k) {
            mesh.add_polygon({at(i, k), at(i + 1, k), at(i + 1, k + 1)});
            mesh.add_polygon({at(i, k), at(i + 1, k + 1), at(i, k + 1)});
        }
        mesh.add_polygon({tip, at(i + 1, 0), at(i, 0)});
        mesh.add_polygon({tip, at(i, 2), at(i + 1, 2)});
        mesh.add_polygon({tip, at(0, i), at(0, i + 1)});
        mesh.add_polygon({tip, at(2, i + 1), at(2, i)});
    }
    return built(mesh);
}

TEST(cast_sphere, from_behind_one_hump_of_a_saddle_hits_the_vertex_before_the_other) {
    // The way comes out through the slope behind, which does not count, and meets the slope ahead
    // in the middle of the saddle. From outside no sphere touches that vertex first: its edges
    // leave in directions that no open half space holds.
    const Polyhedron block = saddle_block();
    ASSERT_TRUE(block.is_closed() && block.is_oriented());
    ASSERT_TRUE(block.is_internal(VertexIndex(4)));
    const CastResult r =
        cast(SphereCast{segment({-0.4, 0, 0.1}, {0.5, 0, 0.1}), radius(0.2)}, {block});
    const double x = -std::sqrt(0.03);
    expect_hit(r, (x + 0.4) / 0.9, {0, 0, 0}, {5 * x, 0, 0.5}, CastFeature::vertex);
}

}  // namespace
}  // namespace swept
