// Rays, radii and sets that are none; shapes and numbers at the ends of what is allowed.

#include "swept/solids.h"
#include "tests/cast/samples.h"

namespace swept {
namespace {

using namespace test;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double largest = tolerance::largest_coordinate;
constexpr double tiny = std::numeric_limits<double>::denorm_min();

template <class Made>
void expect_refused(const Result<Made>& made, const std::string& where) {
    ASSERT_FALSE(made.has_value());
    EXPECT_EQ(made.error().code, ErrorCode::bad_argument);
    EXPECT_EQ(made.error().where.substr(0, where.size()), where) << made.error().message();
    EXPECT_FALSE(made.error().what.empty());
}

TEST(cast_input, ray_with_a_coordinate_that_is_none_is_an_error) {
    for (const double bad : {nan, infinity, -infinity, std::nextafter(largest, infinity)}) {
        for (int axis = 0; axis < 3; ++axis) {
            Vector3d v(1, 2, 3);
            v[axis] = bad;
            expect_refused(Ray::between(v, {0, 0, 0}), "from");
            expect_refused(Ray::between({0, 0, 0}, v), "to");
            expect_refused(Ray::towards(v, {0, 0, 1}), "from");
            expect_refused(Ray::towards({0, 0, 0}, v), "direction");
        }
    }
    EXPECT_TRUE(Ray::between({largest, -largest, 0}, {-largest, 0, 0}).has_value());
}

// Found by fuzzing: the plane of a face is met beyond what doubles can count, and the place there
// was beside no edge, as a number that is none.
TEST(cast_input, direction_almost_along_a_face_does_not_meet_it_at_infinity) {
    const Polyhedron cube = box(1, 1, 1);
    std::vector<CastHit> hits;
    const CastOptions both = only(Sides::both);
    for (const Vector3d& direction : {Vector3d(tiny, 0, 4.3125), Vector3d(-3, tiny, 0)}) {
        for (const double thick : {0.0, 0.125, 1e-9}) {
            const CastResult r = cast_all(SphereCast{endless({0, 0, 0}, direction), radius(thick)},
                                          {cube}, both, hits);
            EXPECT_EQ(r.state, State::hit);
            for (const CastHit& hit : hits) {
                EXPECT_LE(hit.fraction, 0.5);
                EXPECT_TRUE(hit.point.allFinite());
            }
        }
    }
}

// Found by fuzzing: where it stands, rounding makes a tiny shape a point. Its faces, whose planes
// are still known, were met and touched anywhere in these.
TEST(cast_input, shape_that_rounding_makes_a_point_is_met_there_alone) {
    const Polyhedron speck = box(1e-19, 2e-19, 1e-19);
    const Pose pose = at(-8, 7.5, 4.75);
    std::vector<CastHit> hits;
    for (const Vector3d& direction : {Vector3d(0, 0x1p-1022, -2.125), Vector3d(0, 1, -2.125)}) {
        for (const double thick : {6.0, 8.0, 10.0}) {
            EXPECT_EQ(cast_all(SphereCast{endless({0, 0, 0}, direction), radius(thick)},
                               {speck, pose}, only(Sides::both), hits)
                          .state,
                      State::free);
            const CastResult r = cast(SphereCast{endless({0, 0, 0}, direction), radius(thick)},
                                      {speck, pose}, only(Sides::both));
            EXPECT_EQ(r.state, State::free);
            EXPECT_EQ(r.start, Relation::separate);
        }
    }
    const CastResult towards =
        cast(SphereCast{endless({0, 0, 0}, pose.translation()), radius(2)}, {speck, pose});
    ASSERT_EQ(towards.state, State::hit);
    EXPECT_NEAR(towards.hit.fraction, 1 - 2 / pose.translation().norm(), 1e-14);
    EXPECT_EQ(towards.hit.point, pose.translation());
}

// Found by fuzzing: the square of the normal's length vanished.
TEST(cast_input, triangle_of_the_least_width_has_a_normal) {
    const double least = std::numeric_limits<double>::denorm_min();
    const Vector3d tip(0, 0.55, 0.26), edge(least, least, least);
    for (const auto& corners :
         {std::array{tip, edge, Vector3d(0, 0, 0)}, std::array{edge, Vector3d(0, 0, 0), tip},
          std::array{Vector3d(0, 0, 0), tip, edge}}) {
        const Polyhedron sliver = from_faces({{corners.begin(), corners.end()}});
        for (const Vector3d& way : {Vector3d(0, 0, -5), Vector3d(1, 0, 0), Vector3d(-1, 2, 3)}) {
            std::vector<CastHit> hits;
            cast_all(endless(edge, way), {sliver}, only(Sides::both), hits);
            for (const CastHit& hit : hits) {
                EXPECT_NEAR(hit.normal.norm(), 1, 1e-12);
                EXPECT_LE(hit.normal.dot(way), 0);
            }
        }
    }
}

// Found by a campaign: a polygon with corners in a line has triangles without width but for the
// rounding of their places, and a ray along their plane met one; its normal was none.
TEST(cast_input, ray_past_corners_in_a_line_has_a_normal) {
    const double d = 0x1.5e9bf9ba51701p+4, h = 0x1.242ca5709932cp+4, y = 0x1.242ca5709932cp+5;
    const Polyhedron stairs = from_faces({{{0, y, 0},
                                           {d, y, h},
                                           {2 * d, y, 2 * h},
                                           {0x1.06f4fb4bbd141p+6, y, 0x1.b642f828e5cc2p+5},
                                           {0x1.b642f828e5cc2p+6, y, 0x1.6d37ceccbf7f7p+6},
                                           {0x1.b642f828e5cc2p+6, y, 0}}});
    const Pose pose = at(-0x1.a45e918c4e406p+10, -0x1.d4883871a376bp-29, -0x1.4deb5aa3bf85bp+3);
    const Ray ray = segment({-0x1.88fa6209bfe3ap+10, 0x1.242ca5702410bp+5, 0x1.437a6378478ecp+6},
                            {-0x1.92d1c954ef689p+10, 0x1.242ca57024111p+5, 0x1.8084af1b9beebp+5});
    std::vector<CastHit> hits;
    EXPECT_EQ(cast_all(ray, {stairs, pose}, only(Sides::both), hits).state, State::hit);
    ASSERT_EQ(hits.size(), 1U);
    EXPECT_NEAR(std::abs(hits[0].normal[1]), 1, 1e-9);
    EXPECT_LE(hits[0].normal.dot(ray.vector()), 0);
}

// Found by a campaign: past the rim of a sheet, all hits had one with a seam that ends there.
TEST(cast_sphere, however_thin_passes_a_rim_where_a_seam_ends) {
    const double d = 0.0013526960473844644, h = 0.0011823836722434787;
    const Polyhedron sheet =
        from_faces({{{-d, -d, 0}, {0, -d, -h}, {0, 0, 0}}, {{-d, -d, 0}, {0, 0, 0}, {-d, 0, h}}});
    const Pose pose =
        Pose::make({149065.57597975794, -1.3968061099580592e-06, -1.3767050871880155e-06},
                   Quaternion(0.43546025125531151, -0.14783294843608064, 0.13021270522804224,
                              0.87838740902323464))
            .value();
    const Ray ray = segment({0x1.2324c9b9b467cp+17, -0x1.76f3c8f451p-20, 0x1.1ad564c403dd1p-7},
                            {0x1.2324ca1f16946p+17, -0x1.49af327285b0bp-12, -0x1.4b8f006024666p-8});
    for (const double thin : {1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8}) {
        std::vector<CastHit> hits;
        cast_all(SphereCast{ray, radius(thin)}, {sheet, pose}, {}, hits);
        EXPECT_EQ(cast(SphereCast{ray, radius(thin)}, {sheet, pose}).state == State::hit,
                  !hits.empty())
            << thin;
    }
}

// Found by a campaign: the rounding of its sides turned the normal of such a triangle, and that of
// the hit was along the ray.
TEST(cast_input, ray_past_corners_in_a_line_has_a_normal_against_it) {
    const double y = 0x1.8611b26712268p-10;
    const Polyhedron stairs = from_faces({{{0, y, 0},
                                           {0x1.d4153c7baf616p-11, y, 0x1.8611b26712268p-11},
                                           {0x1.d4153c7baf616p-10, y, 0x1.8611b26712268p-10},
                                           {0x1.248d45cd4d9cep-8, y, 0x1.e7961f00d6b02p-9},
                                           {0x1.248d45cd4d9cep-8, y, 0}}});
    const Pose pose = at(-0.0012167060108577751, -0.01896009464303141, -0.0010139216757148125);
    const Ray ray =
        Ray::towards({-0x1.3ef3c21a17a13p-10, -0x1.a1ea212981a5p-6, -0x1.09cb21c069065p-10},
                     {0, 0x1.4b927da082f1p-8, 0})
            .value();
    std::vector<CastHit> hits;
    cast_all(ray, {stairs, pose}, only(Sides::both), hits);
    ASSERT_FALSE(hits.empty());
    for (const CastHit& hit : hits) EXPECT_NEAR(hit.normal[1], -1, 1e-9);
}

// The same of a sphere: without a normal, everything was at distance 0 from such a triangle.
TEST(cast_input, sphere_far_from_a_triangle_without_width_is_separate) {
    const Polyhedron sliver =
        from_faces({{{5.1398535150878262, 2.8554741750487924, 4.2832112625731886},
                     {6.8531380201171013, 2.8554741750487924, 5.7109483500975848},
                     {8.5664225251463773, 2.8554741750487924, 7.138685437621981}}});
    const Pose pose = Pose::make({15.449351200131622, 52.322485309828906, -7.6451187752350407},
                                 Quaternion(-0.87704244293334876, -0.023792406783300076,
                                            -0.44793004395747665, 0.1720149714217187))
                          .value();
    const Ray way = endless({29.424016977586064, 57.254175073806564, 2.6918064309889651},
                            {-12.332539394306277, -7.9486145582941603, -10.313376254400183});
    const double distance =
        (pose * Vector3d(6.8531380201171013, 2.8554741750487924, 5.7109483500975848) - way.from())
            .norm();
    const double thick = 12;
    ASSERT_GT(distance, thick + 1);
    const CastResult r = cast(SphereCast{way, radius(thick)}, {sliver, pose}, only(Sides::both));
    EXPECT_EQ(r.start, Relation::separate);
}

// Found by a campaign: a triangle without width among others of its plane, turned over by the
// rounding of its place, counted alone.
TEST(cast_input, triangle_without_width_counts_as_its_plane_does) {
    const double y = 1.0729212411641174;
    const std::array<Vector3d, 8> x{{{1.2875054893969409, y, 1.0729212411641174},
                                     {1.2875054893969409, y, 1.6093818617461761},
                                     {1.931258234095411, y, 1.6093818617461761},
                                     {0.64375274469847044, y, 0.53646062058205868},
                                     {2.5750109787938817, y, 2.1458424823282347},
                                     {3.2187637234923523, y, 2.6823031029102933},
                                     {3.2187637234923523, y, 0},
                                     {0, y, 0}}};
    const Polyhedron wall =
        from_faces({{x[0], x[1], x[2]}, {x[3], x[0], x[4], x[5], x[6], x[7]}, {x[0], x[2], x[4]}});
    const Pose pose =
        Pose::make({-1.5715787152142673, -0.00013811072309929663, -16.977764666317288},
                   Quaternion(-0.84319642725278865, 0.012421850399428854, -0.52378214911597187,
                              -0.12048959692953047))
            .value();
    // It leaves them behind.
    const Ray way = segment({-0.059951576573774923, 0.5033098629446271, -18.283182407036314},
                            {0.27135789729239868, 0.95843454974886266, -18.194876014462587});
    std::vector<CastHit> hits;
    for (const double thick : {1.2751532025813936, 1.21, 1.1}) {
        EXPECT_EQ(cast(SphereCast{way, radius(thick)}, {wall, pose}, only(Sides::front)).state,
                  State::free);
        EXPECT_EQ(
            cast_all(SphereCast{way, radius(thick)}, {wall, pose}, only(Sides::front), hits).state,
            State::free);
    }
}

TEST(cast_input, direction_too_short_to_count_in_is_an_error_and_a_segment_is_never_too_short) {
    expect_refused(Ray::towards({1, 1, 1}, {0, 0, 0}), "direction");
    expect_refused(Ray::towards({1, 1, 1}, {0, -0.0, 0}), "direction");
    expect_refused(Ray::towards({1, 1, 1}, {0, tiny, 0}), "direction");
    expect_refused(Ray::towards({1, 1, 1}, {0, std::nextafter(1 / largest, 0), 0}), "direction");
    EXPECT_TRUE(Ray::towards({1, 1, 1}, {0, 1 / largest, 0}).has_value());
    EXPECT_TRUE(Ray::between({1, 1, 1}, {1, 1, 1}).has_value());
}

TEST(cast_input, radius_that_is_none_is_an_error) {
    for (const double bad : {-1.0, -tiny, nan, infinity, std::nextafter(largest, infinity)}) {
        expect_refused(Radius::of(bad), "radius");
    }
    for (const double good : {0.0, -0.0, tiny, 1.0, largest}) {
        EXPECT_EQ(Radius::of(good).value().length(), good);
    }
}

TEST(cast_input, set_that_is_none_is_an_error_that_names_the_sphere) {
    expect_refused(SphereSet::make({}), "spheres");
    expect_refused(SphereSet::make(std::vector<Sphere>((1U << 20) + 1)), "spheres");
    EXPECT_TRUE(SphereSet::make(std::vector<Sphere>(1U << 20)).has_value());
    for (const Sphere& bad :
         {Sphere{{nan, 0, 0}, 1}, Sphere{{0, 0, 2 * largest}, 1}, Sphere{{0, 0, 0}, -1},
          Sphere{{0, 0, 0}, nan}, Sphere{{0, 0, 0}, infinity}}) {
        expect_refused(SphereSet::make({{{0, 0, 0}, 1}, bad}), "sphere 1");
    }
}

TEST(cast_input, place_of_a_ray_is_its_end_at_1) {
    const Ray ray = segment({0.1, 0.2, 0.3}, {0.7, -1.1, 1e-3});
    EXPECT_EQ(ray.at(0), ray.from());
    EXPECT_EQ(ray.at(1), ray.to());
    EXPECT_EQ(endless({1, 0, 0}, {0, 2, 0}).at(3), Vector3d(1, 6, 0));
}

// ---- The ends of the range ----

/// A cube of this half size and ways past it, through it and within it: every answer must be one.
void expect_answers(double size, double reach) {
    Mesh mesh = make_box({2, 2, 2}).value();
    for (Vector3d& v : mesh.vertices) v *= size;
    const auto built_box = Polyhedron::build(mesh);
    ASSERT_TRUE(built_box.has_value()) << size;
    const Vector3d starts[] = {{reach, 0, 0},          {reach, reach, reach}, {0, 0, 0},
                               {size, size / 2, 0},    {-reach, 0, size},     {size, size, size},
                               {reach, size / 2, tiny}};
    const Vector3d ends[] = {{-reach, 0, 0}, {0, 0, 0}, {-reach, -reach, -reach}, {size, 0, size}};
    for (const Vector3d& from : starts) {
        for (const Vector3d& to : ends) {
            for (const double thick : {0.0, size / 4, reach / 2, tiny}) {
                for (const Sides sides : {Sides::front, Sides::both}) {
                    const CastResult r = cast(SphereCast{segment(from, to), radius(thick)},
                                              {*built_box}, only(sides));
                    EXPECT_TRUE(std::isfinite(r.error_bound) && r.error_bound >= 0);
                    if (r.state != State::hit) continue;
                    EXPECT_GE(r.hit.fraction, 0);
                    EXPECT_LE(r.hit.fraction, 1);
                    EXPECT_TRUE(r.hit.point.allFinite()) << r.hit.point.transpose();
                    EXPECT_NEAR(r.hit.normal.norm(), 1, 1e-12) << size << ' ' << reach;
                }
            }
        }
    }
}

TEST(cast_range, answers_are_answers_at_every_size) {
    for (const double size : {0x1p-340, 0x1p-300, 0x1p-100, 1.0, 0x1p100, 0x1p299}) {
        for (const double reach : {size * 4, 0x1p300, size * 0x1p60}) {
            expect_answers(size, std::min(reach, 0x1p300));
        }
    }
}

TEST(cast_range, ray_from_the_end_of_the_range_meets_a_cube_of_1) {
    const CastResult r = cast(segment({0x1p300, 0, 0}, {-0x1p300, 0, 0}), {box(2, 2, 2)});
    ASSERT_EQ(r.state, State::hit);
    EXPECT_EQ(r.hit.fraction, 0.5);
    EXPECT_EQ(cast(endless({-0x1p300, 0, 0}, {0x1p-300, 0, 0}), {box(2, 2, 2)}).state, State::hit);
    EXPECT_EQ(cast(endless({-5, 0, 0}, {0x1p300, 0, 0}), {box(2, 2, 2)}).state, State::hit);
    EXPECT_EQ(cast(endless({-5, 1.5, 0}, {0x1p300, 0, 0}), {box(2, 2, 2)}).state, State::free);
}

/// Lengths are counted in the direction, however short or long it is: times a power of two, the
/// same bits.
TEST(cast_range, directions_of_every_length_hit_at_the_same_place) {
    const Vector3d towards(1, 0.01, 0.02);
    for (const double size : {0x1p-290, 1.0, 0x1p290}) {
        Mesh mesh = make_box({2, 2, 2}).value();
        for (Vector3d& v : mesh.vertices) v *= size;
        const Polyhedron cube = built(mesh);
        for (const double thick : {0.0, 0.25 * size}) {
            const Vector3d from = size * Vector3d(-5, 0.1, 0.2);
            const CastResult one = cast(SphereCast{endless(from, towards), radius(thick)}, {cube});
            ASSERT_EQ(one.state, State::hit);
            for (int k = -300; k < 300; k += 7) {
                const double unit = std::ldexp(1.0, k);
                const Ray ray = endless(from, towards * unit);
                const CastResult r = cast(SphereCast{ray, radius(thick)}, {cube});
                ASSERT_EQ(r.state, State::hit) << k << ' ' << size << ' ' << thick;
                EXPECT_EQ(r.hit.fraction * unit, one.hit.fraction) << k << ' ' << size;
                EXPECT_EQ(r.hit.point, one.hit.point);
                EXPECT_EQ(r.hit.face, one.hit.face);
                std::vector<CastHit> hits;
                (void)cast_all(SphereCast{ray, radius(thick)}, {cube}, {}, hits);
                ASSERT_FALSE(hits.empty());
                EXPECT_EQ(hits[0].fraction, r.hit.fraction);
            }
        }
    }
}

// ---- Shapes that are hardly one ----

TEST(cast_shape, slivers_and_needles_are_hit_where_they_are) {
    const Polyhedron sliver = from_faces({{{0, 0, 0}, {1, 0, 0}, {0.5, 1e-14, 0}}});
    EXPECT_EQ(cast(segment({0.5, 5e-15, 1}, {0.5, 5e-15, -1}), {sliver}).state, State::hit);
    EXPECT_EQ(cast(segment({0.5, 2e-14, 1}, {0.5, 2e-14, -1}), {sliver}).state, State::free);
    const CastResult r =
        cast(SphereCast{segment({0.5, 0, 1}, {0.5, 0, -1}), radius(0.25)}, {sliver});
    ASSERT_EQ(r.state, State::hit);
    EXPECT_NEAR(r.hit.fraction, 0.375, 1e-13);
}

TEST(cast_shape, single_triangle_is_hit_from_both_sides) {
    const Polyhedron one = from_faces({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}});
    for (const double z : {1.0, -1.0}) {
        const CastResult r = cast(segment({0.25, 0.25, z}, {0.25, 0.25, -z}), {one});
        ASSERT_EQ(r.state, State::hit);
        EXPECT_EQ(r.hit.side, z > 0 ? FaceSide::front : FaceSide::back);
        EXPECT_EQ(r.hit.normal, Vector3d(0, 0, z));
    }
}

TEST(cast_shape, polygon_of_many_corners_is_hit_as_one_polygon) {
    std::vector<Vector3d> circle;
    for (int i = 0; i < 100; ++i) {
        circle.emplace_back(std::cos(2 * pi * i / 100), std::sin(2 * pi * i / 100), 0);
    }
    const Polyhedron disc = from_faces({circle});
    ASSERT_EQ(disc.report().split_large, 1U);
    const CastResult ray = cast(segment({0.5, -0.25, 1}, {0.5, -0.25, -1}), {disc});
    ASSERT_EQ(ray.state, State::hit);
    EXPECT_EQ(ray.hit.face, 0U);
    const CastResult sphere =
        cast(SphereCast{segment({0, 0.5, 2}, {0, 0.5, -2}), radius(1)}, {disc});
    ASSERT_EQ(sphere.state, State::hit);
    EXPECT_NEAR(sphere.hit.fraction, 0.25, 1e-14);
    EXPECT_EQ(sphere.hit.feature, CastFeature::face);
}

TEST(cast_shape, points_at_one_place_or_many_are_hit_by_spheres_alone) {
    const Polyhedron cloud = points({{0, 0, 0}, {3, 0, 0}, {3, 1e-300, 0}});
    const CastResult r = cast(SphereCast{segment({-5, 0, 0}, {5, 0, 0}), radius(1)}, {cloud});
    ASSERT_EQ(r.state, State::hit);
    EXPECT_NEAR(r.hit.fraction, 0.4, 1e-14);
    EXPECT_EQ(r.hit.feature, CastFeature::vertex);
    std::vector<CastHit> hits;
    cast_all(SphereCast{segment({-5, 0, 0}, {5, 0, 0}), radius(1)}, {cloud}, {}, hits);
    EXPECT_EQ(hits.size(), 3U);
    // On a turn, too, whichever sides faces would count by.
    for (const Sides sides : {Sides::both, Sides::front}) {
        const CastResult turned =
            cast(SphereSetCast{spheres({{{-3, 0, 0}, 0.5}}), {}, about({0, 0, 0}, {0, 0, 1}, 4)},
                 {points({{3, 0, 0}})}, only(sides));
        ASSERT_EQ(turned.state, State::hit);
        EXPECT_NEAR(turned.hit.fraction * 4, pi - 2 * std::asin(0.5 / 6), 1e-9);
    }
}

// ---- Turns without end ----

TEST(cast_turn, of_many_turns_ends_when_its_budget_is_spent) {
    // A helix of a million turns inside a tube that it never meets.
    const Polyhedron torus = built(make_torus(60, 30, 3, 1));
    const Motion drill = Screw::make({0, 0, -50}, {0, 0, 1}, 2e6 * pi, 100).value();
    CastOptions options;
    options.budget = 20'000;
    const CastResult r =
        cast(SphereSetCast{spheres({{{1.5, 0, 0}, 0.25}}), at(0, 0, -50), drill}, {torus}, options);
    EXPECT_NE(r.state, State::hit);
    EXPECT_LE(r.box_tests + std::uint64_t{r.face_tests}, 40'000U);
    options.budget = 0;
    EXPECT_EQ(
        cast(SphereSetCast{spheres({{{1.5, 0, 0}, 0.25}}), at(0, 0, -1), drill}, {torus}, options)
            .state,
        State::undecided);
}

// Found by fuzzing: where the centre goes round what it keeps away from, its distance hardly
// changes, and is level all the way. By how fast the centre is that takes millions of moments to
// prove; at twenty thousand, the search gave up with a hit.
TEST(cast_turn, about_what_it_just_clears_is_free) {
    const Motion round = about({0, 0, 0}, {0, 0, 1}, 2 * pi);
    for (const double gap : {1e-11, 1e-9, 1e-6}) {
        const SphereSet one = spheres({{{1 + gap, 0, 0}, 1}});
        const CastResult r = cast(SphereSetCast{one, {}, round}, {points({{0, 0, 0}})});
        EXPECT_EQ(r.state, State::free) << gap;
        EXPECT_EQ(r.start, Relation::separate) << gap;
        EXPECT_LT(r.error_bound, gap / 8);
    }
}

TEST(cast_turn, whose_searches_are_long_spends_its_budget_on_them) {
    // The centre comes within 1e-11 of the radius, slowly.
    const Motion round = about({0, 0, 0}, {0, 0, 1}, 2 * pi);
    const SphereSet one = spheres({{{-1 - 1e-5 - 1e-11, 0, 0}, 1}});
    const Polyhedron point = points({{1e-5, 0, 0}});
    CastOptions options;
    EXPECT_EQ(cast(SphereSetCast{one, {}, round}, {point}, options).state, State::free);
    options.budget = 12;  // of boxes and faces it takes fewer
    const CastResult r = cast(SphereSetCast{one, {}, round}, {point}, options);
    EXPECT_LT(r.box_tests + r.face_tests, options.budget);
    EXPECT_EQ(r.state, State::undecided);
}

// The circle's top is just before the edge of a floor: the sphere is as close to the edge as it may
// be while it still rises, for ten thousand roundings of its way, and then sinks.
TEST(cast_turn, that_rises_past_an_edge_is_stopped_when_it_sinks) {
    const Polyhedron sheet = from_faces({{{0, -5, 0}, {50, -5, 0}, {50, 5, 0}, {0, 5, 0}}});
    const Motion over = about({-1e-8, 0, -100}, {0, 1, 0}, 0.3);
    const Pose tilted = pose_at(about({-1e-8, 0, -100}, {0, -1, 0}, 0.01), Pose(), 1);
    for (int closer = -4; closer <= 2; ++closer) {
        const double step = 1e-13;  // below an eighth of the rounding
        const SphereSet one = spheres({{{-1e-8, 0, 1 - closer * step}, 1}});
        const CastResult r = cast(SphereSetCast{one, tilted, over}, {sheet}, only(Sides::front));
        ASSERT_LT(step, r.error_bound / 8);
        EXPECT_EQ(r.state, State::hit) << closer;
        EXPECT_NEAR(r.hit.fraction * 0.3, 0.01, 1e-6) << closer;
    }
}

// Found by a campaign: from one face of a floor to the next, all hits had one that a first had not.
TEST(cast_turn, of_a_particle_in_the_plane_of_a_floor_meets_no_seam_of_it) {
    const Polyhedron floor = from_faces({{{-5, -5, 0}, {0, -5, 0}, {0, 5, 0}, {-5, 5, 0}},
                                         {{0, -5, 0}, {5, -5, 0}, {5, 5, 0}, {0, 5, 0}}});
    const SphereSet particle = spheres({{{-1, 0.3, 0}, 0}});
    const Motion slide = about({0, 3000, 0}, {0, 0, 1}, 0.001);  // 3 units along x
    std::vector<CastHit> hits;
    const CastResult first = cast(SphereSetCast{particle, {}, slide}, {floor});
    EXPECT_EQ(first.state, State::free);
    EXPECT_EQ(cast_all(SphereSetCast{particle, {}, slide}, {floor}, {}, hits).state, first.state);
    EXPECT_TRUE(hits.empty());
}

// Found by a campaign: the sphere leans out through one face from behind, where that does not
// count, and on its way back it enters the next, in the same plane, over the seam.
TEST(cast_turn, that_leans_out_and_back_is_stopped_by_the_next_face_of_the_floor) {
    const Polyhedron floor = from_faces({{{-5, -5, 0}, {0, -5, 0}, {0, 5, 0}, {-5, 5, 0}},
                                         {{0, -5, 0}, {5, -5, 0}, {5, 5, 0}, {0, 5, 0}}});
    const double arm = 0.5, start = -0.9;
    const Vector3d origin(-0.2, 0, -0.52);  // the way rises to 0.02 below the floor
    const SphereSet one =
        spheres({{origin + arm * Vector3d(std::sin(start), 0, std::cos(start)), 0.1}});
    const Motion over = about(origin, {0, 1, 0}, 1.8);
    std::vector<CastHit> hits;
    const CastResult first = cast(SphereSetCast{one, {}, over}, {floor}, only(Sides::front));
    ASSERT_EQ(first.state, State::hit);
    EXPECT_EQ(first.hit.face_index, FaceIndex(1));
    EXPECT_EQ(first.hit.feature, CastFeature::edge);
    const double turned = start + 1.8 * first.hit.fraction;
    const Vector3d centre = origin + arm * Vector3d(std::sin(turned), 0, std::cos(turned));
    EXPECT_NEAR(centre.norm(), 0.1, 1e-12);
    EXPECT_GT(turned, 0);
    EXPECT_EQ(cast_all(SphereSetCast{one, {}, over}, {floor}, only(Sides::front), hits).state,
              first.state);
    ASSERT_EQ(hits.size(), 1U);
    EXPECT_EQ(hits[0].fraction, first.hit.fraction);
}

// Found by fuzzing: the scale that made the longer side of a triangle handy left the shorter one as
// it was, and the normal was none.
TEST(cast_input, triangle_with_one_side_of_the_least_length_has_a_normal) {
    const double least = 0x1p-1074;
    const Polyhedron triangle = from_faces({{{least, least, least}, {0, 0, 0}, {0.55, 0, -0.26}}});
    const CastResult r = cast(segment({least, least, least}, {least, least, -5}), {triangle});
    ASSERT_EQ(r.state, State::hit);
    EXPECT_NEAR(r.hit.normal.norm(), 1, 1e-12);
}

// Found by a campaign: after a hit that was certain, an edge within the distance kept was passed
// too often, and the whole was called undecided.
TEST(cast_turn, almost_along_an_edge_is_decided_where_it_hits) {
    const Polyhedron box = built(make_box({1, 2.25, 0.5}));
    const SphereSet speck = spheres({{{0, 0, 0}, 0x1.931af7413143bp-13}});
    const Pose start = at(0x1.2000000009988p+0, -0x1.efffffffe3ecep+1, 0x1.6000000029d6ep+0);
    const Motion along =
        Screw::make({0x1.395f43b158a2dp+0, -0x1.0906a013a1a37p+26, -0x1.6eca296291b52p+25},
                    {-0x1.1c6a0f1ada505p-2, 0x1.17e1a1af1b606p-1, -0x1.9475a66d09155p-1},
                    0x1.007be5836f0adp-28, -0x1.756f50ff232b4p-4)
            .value();
    CastOptions options;
    options.sides = Sides::front;
    const CastResult r =
        cast(SphereSetCast{speck, start, along}, {box, at(1.125, -2.75, 1.125)}, options);
    ASSERT_EQ(r.state, State::hit);
    EXPECT_NEAR(r.hit.fraction, 0.515, 0.001);
    EXPECT_EQ(r.hit.normal, Vector3d::UnitZ());
}

TEST(cast_turn, whose_hits_are_not_all_found_says_so) {
    const Polyhedron torus = built(make_torus(60, 30, 3, 1));
    const SphereSet one = spheres({{{1.5, 0, 0}, 0.25}});
    std::vector<CastHit> hits;
    // The budget is spent on the way through the tube.
    const Motion drill = Screw::make({0, 0, -50}, {0, 0, 1}, 2e6 * pi, 100).value();
    CastOptions options;
    options.budget = 20'000;
    EXPECT_EQ(cast_all(SphereSetCast{one, at(0, 0, -50), drill}, {torus}, options, hits).state,
              State::undecided);
    // So many turns that no place is known: at once, and without a budget.
    const Motion endless = Screw::make({0, 0, -50}, {0, 0, 1}, 1e20, 100).value();
    EXPECT_EQ(cast(SphereSetCast{one, at(0, 0, -50), endless}, {torus}).state, State::undecided);
}

TEST(cast_turn, of_many_turns_finds_what_it_meets) {
    // A thousand turns down 10 units onto a floor 7 below: the pitch is far below the radius.
    const Motion drill = Screw::make({0, 0, 0}, {0, 0, 1}, 2000 * pi, -10).value();
    const CastResult r = cast(SphereSetCast{spheres({{{1, 0, 0}, 0.5}}), at(0, 0, 7), drill},
                              {square(8), at(-4, -4, 0)});
    ASSERT_EQ(r.state, State::hit);
    EXPECT_NEAR(r.hit.fraction, 0.65, 1e-9);
}

TEST(cast_turn, about_an_axis_through_the_centre_moves_nothing) {
    const CastResult r = cast(
        SphereSetCast{spheres({{{0, 0, 0}, 0.5}}), at(0, 0, 1), about({0, 0, 1}, {1, 2, 3}, 5)},
        {square(4), at(-2, -2, 0)});
    EXPECT_EQ(r.state, State::free);
    EXPECT_EQ(r.start, Relation::separate);
}

TEST(cast_turn, of_no_angle_is_free) {
    const SphereSet one = spheres({{{1, 0, 0}, 0.5}});
    EXPECT_EQ(
        cast(SphereSetCast{one, at(0, 0, 1), about({0, 0, 0}, {0, 0, 1}, 0)}, {square(4)}).state,
        State::free);
    EXPECT_EQ(cast(SphereSetCast{one, at(0, 0, 1), Screw::make({0, 0, 0}, {0, 0, 1}, 0, 0).value()},
                   {square(4)})
                  .state,
              State::free);
    EXPECT_EQ(cast(SphereSetCast{one, at(0, 0, 1), Translation()}, {square(4)}).state, State::free);
}

// Trap: a particle and a point at the origin have no size that rounding could be small against.
TEST(cast_turn, of_a_particle_about_an_axis_beside_a_point_is_decided) {
    const Polyhedron point = points({{0, 0, 0}});
    for (const double radius : {0.0, 4e-21}) {
        const SphereSet particle = spheres({{{0, 0, 0}, radius}});
        for (const double far : {1e-16, 3e-7, 1.0}) {
            const CastResult r =
                cast(SphereSetCast{particle, at(far, far, 0), about({0, far, 0}, {0, 0, 1}, -3.8)},
                     {point});
            EXPECT_EQ(r.state, State::hit) << radius << ' ' << far;
        }
    }
}

// Trap: the advance per radian of such a turn overflows.
TEST(cast_turn, that_is_next_to_none_is_a_glide) {
    const SphereSet one = spheres({{{1, 0, 0}, 0.5}});
    const Translation down = Translation::make({0, 0, -3}).value();
    const CastResult wanted =
        cast(SphereSetCast{one, at(0, 0, 2), down}, {square(4), at(-2, -2, 0)});
    ASSERT_EQ(wanted.state, State::hit);
    for (const double angle : {tiny, 1e-200, -1e-31, 1e-29}) {
        const Motion screw = Screw::make({5, 0, 0}, {0, 0, 1}, angle, -3).value();
        const CastResult r =
            cast(SphereSetCast{one, at(0, 0, 2), screw}, {square(4), at(-2, -2, 0)});
        EXPECT_EQ(r.state, State::hit) << angle;
        EXPECT_NEAR(r.hit.fraction, wanted.hit.fraction, 1e-14) << angle;
    }
    // About an axis that is far enough it goes as far: 3 down.
    const Motion swing = Rotation::make({3e31, 0, 0}, {0, 1, 0}, -1e-31).value();
    const CastResult r = cast(SphereSetCast{one, at(0, 0, 2), swing}, {square(4), at(-2, -2, 0)});
    EXPECT_EQ(r.state, State::hit);
    EXPECT_NEAR(r.hit.fraction, wanted.hit.fraction, 1e-13);
}

TEST(cast_batch, of_nothing_is_nothing) {
    EXPECT_TRUE(cast_batch(std::span<const Ray>(), {box(1, 1, 1)}).empty());
    EXPECT_TRUE(cast_batch(std::span<const SphereCast>(), {box(1, 1, 1)}).empty());
    EXPECT_TRUE(cast_batch(std::span<const CastQuery>(), {box(1, 1, 1)}).empty());
}

}  // namespace
}  // namespace swept
