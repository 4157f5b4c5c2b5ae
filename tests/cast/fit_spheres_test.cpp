// Spheres fitted to shapes: nothing of a face is left out, judged in rational arithmetic; more
// spheres keep closer.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "cast/small_ball.h"
#include "core/inside.h"
#include "swept/cast.h"
#include "swept/distance.h"
#include "swept/solids.h"
#include "swept/sweep.h"
#include "tests/oracle/rational.h"
#include "tests/overlap/samples.h"
#include "tests/repeats.h"

namespace swept {
namespace {

using Eigen::Vector3d;
using oracle::Rational;
using oracle::RationalVector;
using test::built;

Polyhedron solid(const char* description) {
    return built(make_solid(description).value());
}

std::vector<Sphere> fitted(const Polyhedron& shape, unsigned count) {
    const Result<SphereSet> set = fit_spheres(shape, count);
    EXPECT_TRUE(set.has_value()) << (set ? "" : set.error().message());
    if (!set) return {};
    return {set->spheres().begin(), set->spheres().end()};
}

double largest_radius(const std::vector<Sphere>& balls) {
    double largest = 0;
    for (const Sphere& ball : balls) largest = std::max(largest, ball.radius);
    return largest;
}

// ---- the judge ----

bool holds(const Sphere& ball, const RationalVector& point) {
    const RationalVector way = point - oracle::rational(ball.centre);
    return dot(way, way) <= Rational(ball.radius) * Rational(ball.radius);
}

/// A point of a face, exactly: (i a + j b + k c) / (i + j + k).
RationalVector between(const std::array<Vector3d, 3>& corners, const std::array<int, 3>& weights) {
    const int sum = weights[0] + weights[1] + weights[2];
    RationalVector point;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Rational value = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            value += Rational(corners[i][static_cast<int>(axis)]) * weights[i];
        }
        point.coordinates[axis] = value / sum;
    }
    return point;
}

/// Well inside a ball in doubles, or inside one exactly.
bool is_held(const std::vector<Sphere>& balls, const std::array<Vector3d, 3>& corners,
             const std::array<int, 3>& weights) {
    const double sum = weights[0] + weights[1] + weights[2];
    const Vector3d nearly = corners[0] * (weights[0] / sum) + corners[1] * (weights[1] / sum) +
                            corners[2] * (weights[2] / sum);
    const double margin = 1e-14 * nearly.cwiseAbs().maxCoeff();
    std::vector<const Sphere*> close;
    for (const Sphere& ball : balls) {
        const double distance = (nearly - ball.centre).stableNorm();
        if (distance < ball.radius * (1 - 1e-9) - margin) return true;
        if (distance <= ball.radius * (1 + 1e-9) + margin) close.push_back(&ball);
    }
    const RationalVector exact = between(corners, weights);
    return std::ranges::any_of(close, [&](const Sphere* ball) { return holds(*ball, exact); });
}

/// Looks at corners, edges and the inside of every face.
void expect_held(const Polyhedron& shape, const std::vector<Sphere>& balls) {
    constexpr int steps = 8;  // among them the places of cuts
    int outside = 0;
    const auto look = [&](const std::array<Vector3d, 3>& corners) {
        for (int i = 0; i <= steps; ++i) {
            for (int j = 0; j <= steps - i; ++j) {
                outside += is_held(balls, corners, {i, j, steps - i - j}) ? 0 : 1;
            }
        }
    };
    for (std::uint32_t face = 0; face < shape.face_count(); ++face) {
        const auto corners = shape.corners(FaceIndex(face));
        for (std::size_t i = 2; i < corners.size(); ++i) {
            look({shape.position(corners[0]), shape.position(corners[i - 1]),
                  shape.position(corners[i])});
        }
    }
    for (const Vector3d& point : shape.vertices()) {
        outside += is_held(balls, {point, point, point}, {1, 0, 0}) ? 0 : 1;
    }
    EXPECT_EQ(outside, 0) << balls.size() << " balls";
}

void expect_held(const Polyhedron& shape) {
    for (const unsigned count : {1U, 2U, 3U, 7U, 64U, 300U}) {
        const std::vector<Sphere> balls = fitted(shape, count);
        EXPECT_LE(balls.size(), count);
        EXPECT_GE(balls.size(), 1U);
        expect_held(shape, balls);
    }
}

// ---- all of the surface ----

TEST(fit_spheres, every_point_of_every_face_is_in_a_ball) {
    for (const char* description : {"box", "torus,rings=12,sides=8", "gear,teeth=8", "brick",
                                    "stairs", "room", "car", "sphere,rings=6,segments=12"}) {
        SCOPED_TRACE(description);
        expect_held(solid(description));
    }
}

TEST(fit_spheres, of_faces_on_their_own_too) {
    expect_held(built(test::soup_of({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}})));
    // A needle, and one that is all but a line.
    expect_held(built(test::soup_of({{{0, 0, 0}, {100, 0.1, 0.3}, {99, 1e-3, 0.2}}})));
    expect_held(built(test::soup_of({{{0, 0, 0}, {1, 1, 1}, {3, 3, 3 + 1e-12}}})));
    // Faces of very different size.
    expect_held(built(test::soup_of({{{0, 0, 0}, {1e6, 0, 0}, {0, 1e6, 0}},
                                     {{0, 0, 1}, {1e-6, 0, 1}, {0, 1e-6, 1}},
                                     {{5, 0, 1e-200}, {5, 1e-200, 0}, {5, 0, 0}}})));
}

TEST(fit_spheres, wherever_it_is_and_whatever_the_unit) {
    const Mesh car = make_car(4.2, 1.8, 1.4).value();
    // Far from the origin what cuts round away is felt most.
    expect_held(built(test::moved(car, {1e6, -3e6, 1.7e5})));
    expect_held(built(test::moved(car, {1e13, -3e12, 1.7e13})));
    const Mesh sheet = test::soup_of({{{0, 0, 0}, {1, 0.3, 0.1}, {0.2, 1, -0.4}}});
    expect_held(built(test::moved(sheet, {1e13, -3e12, 1.7e13})));
    expect_held(built(test::moved(sheet, {1e14, -3e14, 1.7e14})));
    for (const int exponent : {-1060, -1000, -600, 250, 298}) {
        SCOPED_TRACE(exponent);
        const Mesh scaled = test::mapped(
            car, [&](const Vector3d& p) -> Vector3d { return p * std::ldexp(1.0, exponent); });
        const Result<Polyhedron> shape = Polyhedron::build(scaled);
        if (!shape) continue;  // the builder may refuse what has no area in doubles
        expect_held(*shape);
    }
}

TEST(fit_spheres, are_the_same_bits_in_every_unit) {
    const Mesh gear = make_solid("gear,teeth=8").value();
    const std::vector<Sphere> expected = fitted(built(gear), 100);
    for (const int exponent : {-300, -20, 7, 200}) {
        const double factor = std::ldexp(1.0, exponent);
        const std::vector<Sphere> balls = fitted(built(test::scaled(gear, factor)), 100);
        ASSERT_EQ(balls.size(), expected.size());
        for (std::size_t i = 0; i < balls.size(); ++i) {
            EXPECT_EQ(balls[i].centre, expected[i].centre * factor);
            EXPECT_EQ(balls[i].radius, expected[i].radius * factor);
        }
    }
}

TEST(fit_spheres, are_the_same_every_time) {
    const Polyhedron torus = solid("torus");
    const std::vector<Sphere> balls = fitted(torus, 200);
    for (const Polyhedron& again : {torus, solid("torus")}) {
        const std::vector<Sphere> repeated = fitted(again, 200);
        ASSERT_EQ(repeated.size(), balls.size());
        for (std::size_t i = 0; i < balls.size(); ++i) {
            EXPECT_EQ(repeated[i].centre, balls[i].centre);
            EXPECT_EQ(repeated[i].radius, balls[i].radius);
        }
    }
}

// ---- how many, how close ----

TEST(fit_spheres, large_faces_are_shared_by_many) {
    for (const unsigned count : {1U, 2U, 5U, 256U, 1000U, test::sanitized ? 1001U : 4096U}) {
        EXPECT_EQ(fitted(solid("box"), count).size(), count);
    }
    // Six squares of side 1, as a surface: 256 discs cover them if their radius is 0.095 or more.
    const Mesh turned = test::reversed(make_box({1, 1, 1}).value());
    EXPECT_LT(largest_radius(fitted(built(turned), 256)), 0.15);
}

TEST(fit_spheres, a_single_one_is_the_smallest) {
    constexpr double nearly = 1 + 1e-8;
    const auto radius_of = [](const char* description) {
        return fitted(solid(description), 1).at(0).radius;
    };
    EXPECT_LT(radius_of("box,size=2x4x4"), 3 * nearly);
    EXPECT_LT(radius_of("sphere,rings=8,segments=16"), nearly);
    EXPECT_LT(radius_of("torus,rings=32,sides=16"), nearly);
    // An equilateral triangle in space: the ball through its corners.
    const auto triangle = built(test::soup_of({{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}));
    EXPECT_LT(fitted(triangle, 1).at(0).radius, std::sqrt(2.0 / 3) * nearly);
    // An obtuse one: the ball over its longest side.
    const auto obtuse = built(test::soup_of({{{-1, 0, 0}, {1, 0, 0}, {0.2, 0.5, 0}}}));
    EXPECT_LT(fitted(obtuse, 1).at(0).radius, nearly);
}

/// How far the surface of the balls is from the shape, where it is outside both the shape and the
/// other balls.
double sticks_out(const Polyhedron& shape, const std::vector<Sphere>& balls) {
    const Polyhedron dot = built(test::points_of({Vector3d::Zero()}));
    test::Random random(3);
    const int samples = std::max(2, 2000 / static_cast<int>(balls.size()));
    double furthest = 0;
    for (const Sphere& ball : balls) {
        for (int i = 0; i < samples; ++i) {
            const Vector3d place = ball.centre + ball.radius * random.point(1).normalized();
            const auto covers = [&](const Sphere& other) {
                return &other != &ball && (place - other.centre).norm() < other.radius;
            };
            if (std::ranges::any_of(balls, covers)) continue;
            const auto gap = distance({dot, Pose::make(place).value()}, {shape});
            furthest = std::max(furthest, gap.distance);
        }
    }
    return furthest;
}

TEST(fit_spheres, of_a_solid_lie_mostly_within_it) {
    const Polyhedron box = solid("box");
    const Polyhedron hollow = built(test::reversed(make_box({1, 1, 1}).value()));
    const double out = sticks_out(box, fitted(box, 512));
    EXPECT_LT(out, 0.05);
    // Of a hollow the inside is no place to be.
    EXPECT_LT(out, 0.7 * sticks_out(box, fitted(hollow, 512)));
}

TEST(fit_spheres, more_of_them_keep_closer) {
    for (const char* description :
         {"box", "torus,rings=32,sides=16", "gear", "car", "bolt,segments=16"}) {
        SCOPED_TRACE(description);
        const Polyhedron shape = solid(description);
        double radius = 2 * shape.extent();
        double beyond = 2 * shape.extent();
        for (const unsigned count : {1U, 8U, 64U, 512U}) {
            if (test::sanitized && count > 64) continue;
            const std::vector<Sphere> balls = fitted(shape, count);
            EXPECT_LT(largest_radius(balls), radius) << count;
            radius = largest_radius(balls);
            const double out = sticks_out(shape, balls);
            EXPECT_LT(out, 0.75 * beyond) << count;
            beyond = out;
        }
    }
}

/// The table of docs/guarantees.md.
TEST(fit_spheres, keep_as_close_as_the_guarantees_say) {
    struct Row {
        const char* description;
        std::array<double, 4> shares;
    };
    for (const auto& [description, shares] :
         {Row{"box", {0.22, 0.11, 0.08, 0.03}}, Row{"torus", {0.32, 0.15, 0.07, 0.01}},
          Row{"gear", {0.30, 0.17, 0.08, 0.04}}, Row{"brick", {0.37, 0.11, 0.06, 0.03}}}) {
        const Polyhedron shape = solid(description);
        unsigned count = 1;
        for (const double share : shares) {
            const double out = sticks_out(shape, fitted(shape, count));
            EXPECT_LE(out, share * shape.extent()) << description << ' ' << count;
            EXPECT_GE(out, 0.5 * share * shape.extent()) << description << ' ' << count;
            count *= 8;
        }
    }
}

// ---- in place of the shape ----

/// Straight ones lead past the origin.
Motion random_motion(test::Random& random, const Vector3d& from) {
    const double angle = random.uniform(-3, 3);
    const Vector3d axis = random.point(1);
    switch (random.integer(0, 2)) {
        case 0:
            return Translation::make(random.point(0.5) - 2 * from).value();
        case 1:
            return Rotation::make(random.point(2), axis, angle).value();
        default:
            return Screw::make(random.point(2), axis, angle, random.uniform(-3, 3)).value();
    }
}

/// Whatever stops the shape stops its spheres, and no later.
TEST(fit_spheres, never_get_further_than_the_shape) {
    test::Random random(11);
    const std::vector<Polyhedron> movers{solid("car,length=1.2,width=0.5,height=0.4"),
                                         solid("torus,rings=10,sides=6,major=0.5,minor=0.2")};
    const std::vector<Polyhedron> obstacles{solid("stairs"), solid("box"),
                                            solid("prism,sides=5,radius=0.3,height=3")};
    int apart = 0, hits = 0;
    for (int i = 0; i < test::repeats(600); ++i) {
        const Polyhedron& mover = movers[random.below(movers.size())];
        const Polyhedron& obstacle = obstacles[random.below(obstacles.size())];
        const SphereSet spheres =
            fit_spheres(mover, static_cast<unsigned>(random.integer(1, 80))).value();
        const Pose start = random.pose(2), at = random.pose(0.3);
        const Motion motion = random_motion(random, start.translation());
        const CastResult cast_result = cast(SphereSetCast{spheres, start, motion}, {obstacle, at},
                                            {.initial_overlap = InitialOverlap::solids});
        if (cast_result.start != Relation::separate) continue;
        ++apart;
        const SweepResult exact = sweep({mover, start}, motion, {obstacle, at});
        EXPECT_EQ(exact.start, Relation::separate) << i;
        if (exact.start != Relation::separate) continue;
        if (exact.state == State::free) continue;
        ++hits;
        ASSERT_EQ(cast_result.state, State::hit);
        // A sweep stops a little early.
        EXPECT_LE(cast_result.hit.fraction, exact.free_fraction + 1e-6);
    }
    EXPECT_GT(hits, apart * 3 / 10);
    EXPECT_LT(hits, apart * 7 / 10);
    EXPECT_GT(apart, test::repeats(200));
}

// ---- points ----

TEST(fit_spheres, of_points_are_balls_of_groups) {
    const std::vector<Vector3d> points{
        {0, 0, 0}, {0, 0, 2}, {7, 0, 0}, {7, 0, 0.5}, {0, 1e-300, 0}};
    const Polyhedron shape = built(test::points_of(points));
    expect_held(shape);
    const std::vector<Sphere> two = fitted(shape, 2);
    ASSERT_EQ(two.size(), 2U);
    EXPECT_NEAR(two[0].radius, 1, 1e-8);
    EXPECT_NEAR(two[1].radius, 0.25, 1e-8);
    const std::vector<Sphere> each = fitted(shape, 100);
    ASSERT_EQ(each.size(), points.size());
    for (const Sphere& ball : each) {
        EXPECT_EQ(ball.radius, 0);
        EXPECT_EQ(std::ranges::count(points, ball.centre), 1);
    }
}

// ---- errors ----

TEST(fit_spheres, of_a_number_that_cannot_be_is_an_error) {
    const Polyhedron box = solid("box");
    for (const unsigned count : {0U, 4097U, std::numeric_limits<unsigned>::max()}) {
        const Result<SphereSet> set = fit_spheres(box, count);
        ASSERT_FALSE(set.has_value()) << count;
        EXPECT_EQ(set.error().code, ErrorCode::bad_argument);
        EXPECT_EQ(set.error().where, "count");
    }
}

TEST(fit_spheres, larger_than_any_coordinate_may_be_is_an_error) {
    const Polyhedron vast =
        built(test::box_between(Vector3d::Constant(-0x1p299), Vector3d::Constant(0x1p299)));
    EXPECT_TRUE(fit_spheres(vast, 1).has_value());
    const Polyhedron largest =
        built(test::box_between(Vector3d::Constant(-0x1p300), Vector3d::Constant(0x1p300)));
    EXPECT_FALSE(fit_spheres(largest, 1).has_value());
    EXPECT_TRUE(fit_spheres(largest, 64).has_value());
}

// ---- the ball itself ----

TEST(small_ball, of_random_points_is_held_by_points_all_round) {
    test::Random random(5);
    for (int round = 0; round < 300; ++round) {
        std::vector<Vector3d> points;
        const bool flat = random.chance(0.3);
        const bool coarse = random.chance(0.3);  // many points level
        const int count = random.integer(1, 40);
        for (int i = 0; i < count; ++i) {
            Vector3d p = coarse ? random.grid_point(2) : random.point(3);
            if (flat) p.z() = p.x() - 2 * p.y();
            points.push_back(p);
        }
        const Sphere ball = small_ball(points);
        std::vector<Vector3d> level;
        for (const Vector3d& p : points) {
            EXPECT_TRUE(holds(ball, oracle::rational(p)));
            const double distance = (p - ball.centre).norm();
            if (distance > ball.radius * (1 - 1e-7)) level.push_back(p - ball.centre);
        }
        // The smallest ball cannot be moved: no direction leads away from all that hold it.
        for (int i = 0; i < 200 && ball.radius > 0; ++i) {
            const Vector3d direction = random.point(1).normalized();
            EXPECT_TRUE(std::ranges::any_of(level, [&](const Vector3d& way) {
                return way.dot(direction) < 1e-3 * ball.radius;
            }));
        }
    }
}

}  // namespace
}  // namespace swept
