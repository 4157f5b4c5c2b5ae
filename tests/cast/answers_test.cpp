// Casts that can be checked on paper.

#include "tests/cast/samples.h"

namespace swept {
namespace {

using namespace test;

// A cube from -1 to 1 in every coordinate, and ways from 5 to -5 above it: fraction (5 - z) / 10.
const Polyhedron& cube() {
    static const Polyhedron made = box(2, 2, 2);
    return made;
}
Ray down(double x, double y) {
    return segment({x, y, 5}, {x, y, -5});
}

TEST(cast_ray, stops_at_the_top_of_a_cube) {
    const CastResult r = cast(down(0.25, -0.5), {cube()});
    expect_hit(r, 0.4, {0.25, -0.5, 1}, {0, 0, 1}, CastFeature::face);
    EXPECT_EQ(r.start, Relation::separate);
    EXPECT_EQ(r.hit.side, FaceSide::front);
    EXPECT_EQ(cube().plane(r.hit.face_index).normal, Vector3d::UnitZ());
    EXPECT_EQ(r.hit.face, cube().source_face(r.hit.face_index));
    EXPECT_EQ(r.hit.sphere, 0U);
    EXPECT_GT(r.error_bound, 0);
    EXPECT_LT(r.error_bound, 1e-12);
}

TEST(cast_ray, beside_the_cube_is_free) {
    const CastResult r = cast(down(1.25, 0), {cube()});
    EXPECT_EQ(r.state, State::free);
    EXPECT_EQ(r.start, Relation::separate);
}

TEST(cast_ray, ending_before_the_cube_is_free_and_ending_on_it_is_a_hit) {
    EXPECT_EQ(cast(segment({0, 0, 5}, {0, 0, std::nextafter(1.0, 2)}), {cube()}).state,
              State::free);
    expect_hit(cast(segment({0, 0, 5}, {0, 0, 1}), {cube()}), 1, {0, 0, 1}, {0, 0, 1},
               CastFeature::face);
}

TEST(cast_ray, without_end_counts_in_lengths_of_its_direction) {
    expect_hit(cast(endless({0, 0, 5}, {0, 0, -0.5}), {cube()}), 8, {0, 0, 1}, {0, 0, 1},
               CastFeature::face);
    EXPECT_EQ(cast(endless({0, 0, 5}, {0, 0, 0.5}), {cube()}).state, State::free);
}

TEST(cast_ray, from_inside_a_solid_is_free_unless_both_sides_count) {
    const Ray out = segment({0, 0, 0}, {0, 0, 4});
    EXPECT_EQ(cast(out, {cube()}).state, State::free);
    const CastResult r = cast(out, {cube()}, only(Sides::both));
    expect_hit(r, 0.25, {0, 0, 1}, {0, 0, -1}, CastFeature::face);
    EXPECT_EQ(r.hit.side, FaceSide::back);
}

TEST(cast_ray, inside_a_solid_starts_overlapping_only_where_solids_are_asked_for) {
    const Ray out = segment({0, 0, 0}, {0, 0, 4});
    CastOptions options;
    EXPECT_EQ(cast(out, {cube()}, options).start, Relation::separate);
    options.initial_overlap = InitialOverlap::solids;
    EXPECT_EQ(cast(out, {cube()}, options).start, Relation::overlapping);
    EXPECT_EQ(cast(down(0, 0), {cube()}, options).start, Relation::separate);
}

TEST(cast_ray, sees_the_shape_where_it_is_placed) {
    const Pose pose = turned({10, 0, 0}, {0, 0, 1}, pi / 4);  // a corner towards -x
    const CastResult r = cast(segment({0, 0.5, 0}, {10, 0.5, 0}), {cube(), pose});
    const double x = 10 - (std::sqrt(2.0) - 0.5);
    expect_hit(r, x / 10, {x, 0.5, 0}, {-std::sqrt(0.5), std::sqrt(0.5), 0}, CastFeature::face);
}

TEST(cast_ray, does_not_hit_points) {
    const CastResult r = cast(segment({-1, 0, 0}, {1, 0, 0}), {points({{0, 0, 0}, {0.5, 0, 0}})});
    EXPECT_EQ(r.state, State::free);
    EXPECT_EQ(r.start, Relation::separate);
}

TEST(cast_ray, of_no_length_only_looks_at_the_start) {
    const CastResult on = cast(segment({0.5, 0.5, 1}, {0.5, 0.5, 1}), {cube()});
    EXPECT_EQ(on.start, Relation::touching);
    EXPECT_EQ(on.state, State::free);
    const CastResult off = cast(segment({0.5, 0.5, 1.5}, {0.5, 0.5, 1.5}), {cube()});
    EXPECT_EQ(off.start, Relation::separate);
    EXPECT_EQ(off.state, State::free);
}

TEST(cast_ray, names_the_callers_polygon_however_it_was_cut) {
    // A square and an L that is not convex, beside it.
    const Polyhedron shape =
        from_faces({{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}},
                    {{2, 0, 0}, {5, 0, 0}, {5, 1, 0}, {3, 1, 0}, {3, 3, 0}, {2, 3, 0}}});
    ASSERT_GT(shape.face_count(), 2U);
    for (const auto& [x, y, face] : {std::tuple(0.5, 0.5, 0U), {4.5, 0.5, 1U}, {2.5, 2.5, 1U}}) {
        const CastResult r = cast(segment({x, y, 1}, {x, y, -1}), {shape});
        ASSERT_EQ(r.state, State::hit);
        EXPECT_EQ(r.hit.face, face);
    }
    EXPECT_EQ(cast(segment({4, 2, 1}, {4, 2, -1}), {shape}).state, State::free);
}

TEST(cast_sphere, stops_its_radius_above_the_top) {
    const CastResult r = cast(SphereCast{down(0, 0), radius(1)}, {cube()});
    expect_hit(r, 0.3, {0, 0, 1}, {0, 0, 1}, CastFeature::face);
    EXPECT_EQ(r.hit.side, FaceSide::front);
}

TEST(cast_sphere, hits_an_edge_with_its_side) {
    // 0.6 beside the edge, so 0.8 above it.
    const CastResult r = cast(SphereCast{down(1.6, 0.25), radius(1)}, {cube()});
    expect_hit(r, 0.32, {1, 0.25, 1}, {0.6, 0, 0.8}, CastFeature::edge);
    EXPECT_EQ(cast(SphereCast{down(1.6, 0.25), radius(0.59)}, {cube()}).state, State::free);
}

TEST(cast_sphere, hits_a_vertex_with_its_side) {
    // 1 and 2 beside the corner, so 2 above it: 1 + 4 + 4 = 9.
    const CastResult r = cast(SphereCast{down(2, 3), radius(3)}, {cube()});
    expect_hit(r, 0.2, {1, 1, 1}, {1.0 / 3, 2.0 / 3, 2.0 / 3}, CastFeature::vertex);
    EXPECT_EQ(cast(SphereCast{down(2, 3), radius(2.2)}, {cube()}).state, State::free);
}

TEST(cast_sphere, of_radius_0_is_a_particle) {
    for (const Ray& ray : {down(0.25, -0.5), down(1.25, 0), down(1, 1)}) {
        EXPECT_TRUE(same_bits(cast(SphereCast{ray, Radius()}, {cube()}), cast(ray, {cube()})));
    }
}

TEST(cast_sphere, keeps_the_buffer_as_if_it_were_larger) {
    const CastResult r = cast(SphereCast{down(0, 0), radius(0.75)}, {cube()}, with_buffer(0.25));
    expect_hit(r, 0.3, {0, 0, 1}, {0, 0, 1}, CastFeature::face);
    expect_hit(cast(down(0, 0), {cube()}, with_buffer(1)), 0.3, {0, 0, 1}, {0, 0, 1},
               CastFeature::face);
}

TEST(cast_sphere, from_behind_a_wall_of_one_side_goes_through) {
    BuildOptions one_sided;
    one_sided.sides = Sides::front;
    const Polyhedron wall = from_faces({{{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}}}, one_sided);
    EXPECT_EQ(cast(SphereCast{segment({2, 2, -3}, {2, 2, 3}), radius(1)}, {wall}).state,
              State::free);
    const CastResult r = cast(SphereCast{segment({2, 2, 3}, {2, 2, -3}), radius(1)}, {wall});
    expect_hit(r, 2.0 / 6, {2, 2, 0}, {0, 0, 1}, CastFeature::face);
    const CastResult back =
        cast(SphereCast{segment({2, 2, -3}, {2, 2, 3}), radius(1)}, {wall}, only(Sides::both));
    expect_hit(back, 2.0 / 6, {2, 2, 0}, {0, 0, -1}, CastFeature::face);
    EXPECT_EQ(back.hit.side, FaceSide::back);
}

TEST(cast_sphere, hits_a_point) {
    const CastResult r = cast(SphereCast{segment({-5, 0.6, 0}, {5, 0.6, 0}), radius(1)},
                              {points({{9, 9, 9}, {0, 0, 0}})});
    expect_hit(r, 0.42, {0, 0, 0}, {-0.8, 0.6, 0}, CastFeature::vertex);
    EXPECT_EQ(r.hit.face, 1U);
    EXPECT_TRUE(r.hit.face_index.is_none());
}

TEST(cast_sphere, says_how_it_starts) {
    const auto start = [](double z) {
        return cast(SphereCast{segment({0, 0, z}, {0, 0, 9}), radius(1)}, {cube()},
                    only(Sides::both))
            .start;
    };
    EXPECT_EQ(start(2.5), Relation::separate);
    EXPECT_EQ(start(2), Relation::touching);
    EXPECT_EQ(start(1.5), Relation::overlapping);
}

TEST(cast_all, names_every_face_in_order_each_once) {
    std::vector<CastHit> hits(7);
    const CastResult first = cast_all(down(0.25, -0.5), {cube()}, only(Sides::both), hits);
    EXPECT_EQ(first.start, Relation::separate);
    ASSERT_EQ(hits.size(), 2U);
    EXPECT_EQ(first.state, State::hit);
    EXPECT_EQ(first.hit.fraction, hits[0].fraction);
    EXPECT_NEAR(hits[0].fraction, 0.4, 1e-15);
    EXPECT_EQ(hits[0].side, FaceSide::front);
    EXPECT_NEAR(hits[1].fraction, 0.6, 1e-15);
    EXPECT_EQ(hits[1].side, FaceSide::back);
    cast_all(down(0.25, -0.5), {cube()}, only(Sides::front), hits);
    ASSERT_EQ(hits.size(), 1U);
    EXPECT_EQ(hits[0].side, FaceSide::front);
    EXPECT_EQ(cast_all(down(1.25, 0), {cube()}, {}, hits).state, State::free);
    EXPECT_TRUE(hits.empty());
}

TEST(cast_all, of_a_sphere_names_the_faces_around_what_it_hits) {
    std::vector<CastHit> hits;
    cast_all(SphereCast{segment({5, 5, 5}, {0.5, 0.5, 0.5}), radius(0.5)}, {cube()}, {}, hits);
    ASSERT_EQ(hits.size(), 3U);  // the three faces at the corner, hit in their common vertex
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(hits[i].fraction, hits[0].fraction);
        EXPECT_EQ(hits[i].feature, CastFeature::vertex);
        EXPECT_EQ(hits[i].point, Vector3d(1, 1, 1));
        if (i > 0) {
            EXPECT_LT(hits[i - 1].face_index, hits[i].face_index);
        }
    }
}

TEST(cast_all, of_a_sphere_that_starts_at_an_edge_names_the_edge) {
    // The screw goes on into the edge, and comes down on the face beside it a turn later.
    const Motion screw =
        Screw::make({-0.1744, -0.6573, 0.5750}, {-0.3411, 0.2581, 0.9039}, 20, -0.698).value();
    const Polyhedron unit = box(1, 1, 1);
    const SphereSet one = spheres({{{0, 0, 0}, 0.1485}});
    const Vector3d centre(-0.5254, 0.6452, 0.0707);
    std::vector<CastHit> hits;
    const CastResult first =
        cast_all(SphereSetCast{one, at(centre.x(), centre.y(), centre.z()), screw},
                 {unit, at(0, 0, -0.25)}, {}, hits);
    ASSERT_EQ(first.state, State::hit);
    EXPECT_EQ(first.start, Relation::overlapping);
    const Vector3d edge(-0.5, 0.5, centre.z());
    const Vector3d away = (centre - edge).normalized();
    ASSERT_FALSE(hits.empty());
    EXPECT_EQ(hits[0].fraction, 0);
    EXPECT_EQ(hits[0].feature, CastFeature::edge);
    EXPECT_NEAR((hits[0].point - edge).norm(), 0, 1e-12);
    EXPECT_NEAR((hits[0].normal - away).norm(), 0, 1e-12);
}

TEST(cast_set, answers_for_the_sphere_that_hits_first) {
    // The second hangs lower; the third as low, but it comes later in the set.
    const SphereSet set = spheres({{{0, 0, 0}, 0.5}, {{0.5, 0, -1}, 0.5}, {{-0.5, 0, -1}, 0.5}});
    const CastResult r = cast(SphereSetCast{set, at(0, 0, 5), along(0, 0, -10)}, {cube()});
    expect_hit(r, 0.25, {0.5, 0, 1}, {0, 0, 1}, CastFeature::face);
    EXPECT_EQ(r.hit.sphere, 1U);
    std::vector<CastHit> hits;
    cast_all(SphereSetCast{set, at(0, 0, 5), along(0, 0, -10)}, {cube()}, {}, hits);
    ASSERT_GE(hits.size(), 3U);
    EXPECT_EQ(hits[0].sphere, 1U);
    EXPECT_EQ(hits[1].sphere, 2U);
    EXPECT_EQ(hits[2].sphere, 0U);
    EXPECT_NEAR(hits[2].fraction, 0.35, 1e-14);
}

TEST(cast_set, straight_is_the_cast_of_its_spheres) {
    const SphereSet set = spheres({{{0.25, 0, 0}, 0.5}});
    const CastResult of_set =
        cast(SphereSetCast{set, at(0, 0.5, 4), along(0.5, 0.25, -6)}, {cube()});
    const CastResult alone =
        cast(SphereCast{segment({0.25, 0.5, 4}, {0.75, 0.75, -2}), radius(0.5)}, {cube()});
    ASSERT_EQ(of_set.state, State::hit);
    EXPECT_EQ(of_set.hit.fraction, alone.hit.fraction);
    EXPECT_EQ(of_set.hit.point, alone.hit.point);
}

TEST(cast_set, turning_stops_where_its_circle_reaches_the_wall) {
    // On a circle of radius 2 about z, from (2, 0, 0) towards the wall y = 2: at y = 1.5.
    const Polyhedron wall = box(12, 2, 4);
    const CastResult r =
        cast(SphereSetCast{spheres({{{2, 0, 0}, 0.5}}), {}, about({0, 0, 0}, {0, 0, 1}, pi / 2)},
             {wall, at(0, 3, 0)});
    ASSERT_EQ(r.state, State::hit);
    EXPECT_NEAR(r.hit.fraction, std::asin(0.75) / (pi / 2), 1e-12);
    EXPECT_LE((r.hit.normal - Vector3d(0, -1, 0)).norm(), 1e-12);
    EXPECT_NEAR(r.hit.point[0], 2 * std::sqrt(1 - 0.75 * 0.75), 1e-12);
    EXPECT_EQ(r.hit.feature, CastFeature::face);
    // A smaller circle passes below.
    EXPECT_EQ(
        cast(SphereSetCast{spheres({{{1.4, 0, 0}, 0.5}}), {}, about({0, 0, 0}, {0, 0, 1}, pi)},
             {wall, at(0, 3, 0)})
            .state,
        State::free);
}

TEST(cast_set, beyond_a_full_turn_is_one_turn_with_its_fractions_scaled) {
    const Polyhedron wall = box(12, 2, 4);
    const SphereSet one = spheres({{{2, 0, 0}, 0.5}});
    for (const double turns : {1.0, 2.0, 10.5}) {
        const CastResult r =
            cast(SphereSetCast{one, {}, about({0, 0, 0}, {0, 0, 1}, turns * 2 * pi)},
                 {wall, at(0, 3, 0)});
        ASSERT_EQ(r.state, State::hit) << turns;
        EXPECT_NEAR(r.hit.fraction, std::asin(0.75) / (turns * 2 * pi), 1e-12) << turns;
    }
}

TEST(cast_set, screwed_down_onto_a_floor_stops_at_its_height) {
    // Four turns and 2 down, from z = 2 with radius 0.5.
    const Motion drill = Screw::make({0, 0, 0}, {0, 0, 1}, 8 * pi, -2).value();
    const CastResult r = cast(SphereSetCast{spheres({{{1, 0, 0}, 0.5}}), at(0, 0, 2), drill},
                              {square(8), at(-4, -4, 0)});
    ASSERT_EQ(r.state, State::hit);
    EXPECT_NEAR(r.hit.fraction, 0.75, 1e-12);
    EXPECT_LE((r.hit.normal - Vector3d(0, 0, 1)).norm(), 1e-12);
    EXPECT_NEAR(r.hit.point[2], 0, 1e-12);
}

TEST(cast_names, are_those_of_the_header) {
    EXPECT_EQ(name_of(CastFeature::vertex), "vertex");
    EXPECT_EQ(name_of(FaceSide::back), "back");
    EXPECT_EQ(name_of(State::undecided), "undecided");
}

}  // namespace
}  // namespace swept
