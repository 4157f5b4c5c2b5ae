// Relative motions against 100 digits: points of the ball are followed along the true path and
// along the motion that stands for it.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <vector>

#include "swept/motion.h"
#include "tests/math/random_motion.h"
#include "tests/oracle/high_precision.h"
#include "tests/repeats.h"

namespace swept {
namespace {

using std::numbers::pi;
using testing::expect_error;
using testing::Random;
using testing::same_bits;
using testing::u;
using testing::Worst;

/// The six tips and eight corner directions of a ball, and its centre.
std::vector<Eigen::Vector3d> points_of(const Sphere& ball) {
    std::vector<Eigen::Vector3d> points = {ball.centre};
    for (const double x : {-1, 0, 1}) {
        for (const double y : {-1, 0, 1}) {
            for (const double z : {-1, 0, 1}) {
                const Eigen::Vector3d d(x, y, z);
                if (d.squaredNorm() != 1 && d.squaredNorm() != 3) continue;
                // A little inside, so that rounding does not push them out of the ball.
                points.emplace_back(ball.centre + (1 - 1e-12) * ball.radius * d.normalized());
            }
        }
    }
    return points;
}

/// The farthest that a point of the ball is found from its true place, at `samples` + 1 fractions
/// of the piece; as the motion says in exact arithmetic, and as the library's poses place it.
double gap(const Motion& a, const Motion& b, const Sphere& ball, const RelativeMotion& piece,
           int samples) {
    double farthest = 0;
    const std::vector<Eigen::Vector3d> points = points_of(ball);
    for (int i = 0; i <= samples; ++i) {
        const double local = static_cast<double>(i) / samples;
        const oracle::Real begin = piece.begin;
        const oracle::Real fraction = begin + (oracle::Real(piece.end) - begin) * local;
        const oracle::Rigid truth = oracle::relative(a, b, fraction);
        const oracle::Rigid exact =
            oracle::displacement(piece.motion, local) * oracle::rigid(piece.start);
        const Pose computed = pose_at(piece.motion, piece.start, local);
        for (const Eigen::Vector3d& point : points) {
            const oracle::Vec goal = truth * oracle::Vec(point);
            farthest = std::max(farthest, oracle::distance(exact * oracle::Vec(point), goal));
            farthest = std::max(farthest, oracle::distance(computed * point, goal));
        }
    }
    return farthest;
}

/// What rounding may add to a motion called exact: as the bound in relative_motion.cpp, 128u for
/// coordinates and travels below `size`, with angles below 3.
double rounding(double size) {
    return 128 * u * 16 * size;
}

void expect_exact(const Motion& a, const Motion& b, const Sphere& ball, double size) {
    const RelativeMotion relative = relative_motion(a, b, ball);
    EXPECT_EQ(relative.deviation, 0);
    EXPECT_EQ(relative.begin, 0);
    EXPECT_EQ(relative.end, 1);
    EXPECT_TRUE(same_bits(relative.start, Pose()));
    EXPECT_LE(gap(a, b, ball, relative, 8), rounding(size));
    const auto pieces = relative_motion(a, b, ball, 1e-12);
    ASSERT_TRUE(pieces);
    EXPECT_EQ(pieces->size(), 1);
}

// ------------------------------------------------------------------------------ exact cases

TEST(relative_motion, of_two_translations_is_their_difference) {
    const Motion a = *Translation::make({1, 2, 3});
    const Motion b = *Translation::make({3, 2, -1});
    const RelativeMotion relative = relative_motion(a, b, {});
    EXPECT_EQ(std::get<Translation>(relative.motion).vector(), Eigen::Vector3d(-2, 0, 4));
    expect_exact(a, b, {{1, 1, 1}, 2}, 10);
}

TEST(relative_motion, past_a_body_at_rest_is_the_motion_itself) {
    Random random(61);
    const std::vector<Motion> rest = {Translation(), *Rotation::make({1, 2, 3}, {1, 1, 1}, 0),
                                      *Screw::make({1, 2, 3}, {1, 1, 1}, 0, 0)};
    for (int i = 0; i < 30; ++i) {
        const Motion motion = random.motion(5, 3);
        for (const Motion& none : rest) {
            const RelativeMotion relative = relative_motion(motion, none, {});
            EXPECT_EQ(relative.motion.index(), motion.index());
            EXPECT_TRUE(same_bits(displacement(relative.motion, 0.7), displacement(motion, 0.7)));
            expect_exact(motion, none, {{1, 2, 3}, 1}, 40);
        }
    }
}

TEST(relative_motion, of_a_body_at_rest_is_the_other_s_motion_undone) {
    Random random(62);
    for (int i = 0; i < 30; ++i) {
        const Motion motion = random.motion(5, 3);
        const RelativeMotion relative = relative_motion(Translation(), motion, {});
        EXPECT_TRUE(
            same_bits(displacement(relative.motion, 0.3), displacement(inverse(motion), 0.3)));
        expect_exact(Translation(), motion, {{1, 2, 3}, 1}, 40);
    }
}

TEST(relative_motion, about_a_common_axis_subtracts_turns_and_glides) {
    const Motion a = *Screw::make({1, 2, 3}, {0, 0, 1}, 2, 5);
    const Motion b = *Rotation::make({1, 2, -7}, {0, 0, -1}, 0.5);
    const RelativeMotion relative = relative_motion(a, b, {});
    EXPECT_EQ(std::get<Screw>(relative.motion).angle(), 2.5);
    EXPECT_EQ(std::get<Screw>(relative.motion).advance(), 5);
    const Motion c = *Rotation::make({1, 2, 3}, {0, 0, 1}, 0.25);
    EXPECT_EQ(std::get<Rotation>(relative_motion(c, b, {}).motion).angle(), 0.75);
    EXPECT_EQ(std::get<Rotation>(relative_motion(c, c, {}).motion).angle(), 0);
    expect_exact(a, b, {{3, 1, 1}, 2}, 20);
    expect_exact(c, b, {{3, 1, 1}, 2}, 20);
}

TEST(relative_motion, about_any_common_axis_is_exact) {
    Random random(63);
    for (int i = 0; i < 30; ++i) {
        const Eigen::Vector3d origin = random.point(4);
        const Eigen::Vector3d axis = Rotation::make(origin, random.direction(), 1)->axis();
        const Motion a = *Screw::make(origin, axis, random.uniform(-3, 3), random.uniform(-2, 2));
        const Motion b = *Screw::make(origin, -axis, random.uniform(-3, 3), random.uniform(-2, 2));
        const Motion c = *Screw::make(random.point(4), -axis, 0, random.uniform(-2, 2));
        expect_exact(a, b, {random.point(4), 1}, 40);
        expect_exact(a, c, {random.point(4), 1}, 40);
        expect_exact(c, a, {random.point(4), 1}, 40);
    }
}

TEST(relative_motion, of_a_turn_and_a_translation_along_its_axis_is_a_screw) {
    const Motion turn = *Rotation::make({1, 2, 3}, {0, 3, 0}, 2);
    const Motion lift = *Translation::make({0, 7, 0});
    EXPECT_EQ(std::get<Screw>(relative_motion(turn, lift, {}).motion).advance(), -7);
    EXPECT_EQ(std::get<Screw>(relative_motion(lift, turn, {}).motion).advance(), 7);
    EXPECT_EQ(std::get<Screw>(relative_motion(lift, turn, {}).motion).angle(), -2);
    expect_exact(turn, lift, {{3, 1, 1}, 2}, 20);
    expect_exact(lift, turn, {{3, 1, 1}, 2}, 20);
}

// A slanted axis and an offset that is a multiple of it without rounding; one unit in the last
// place to the side is another axis.
TEST(relative_motion, common_axis_is_decided_exactly) {
    const Eigen::Vector3d axis = Rotation::make({0, 0, 0}, {1, 2, 3}, 1)->axis();
    const Eigen::Vector3d offset = 8 * axis;
    const Motion a = *Rotation::make({0, 0, 0}, axis, 1);
    const Motion b = *Rotation::make(offset, axis, 2);
    const Sphere ball{{1, 1, 1}, 1};
    EXPECT_EQ(relative_motion(a, b, ball).deviation, 0);
    Eigen::Vector3d beside = offset;
    beside[0] = std::nextafter(beside[0], 100);
    const Motion c = *Rotation::make(beside, axis, 2);
    const double deviation = relative_motion(a, c, ball).deviation;
    EXPECT_GT(deviation, 0);
    EXPECT_LT(deviation, 1e-11);  // the bound knows that the axes all but coincide
    // An origin so far off that the difference rounds away is not on the axis.
    const Motion d = *Rotation::make({1e-20, 0, 0}, axis, 2);
    EXPECT_GT(relative_motion(b, d, ball).deviation, 0);
}

// ------------------------------------------------------------------------------ the bound

/// Follows random pairs; reports how much of the allowed deviation is used at most and how loose
/// the bound is.
void expect_bounded(unsigned seed, int cases, double size, double angle, double loosest,
                    const std::string& name) {
    Random random(seed);
    Worst worst(name);
    std::vector<double> ratios;
    for (int i = 0; i < cases; ++i) {
        const Motion a = random.motion(size, angle);
        const Motion b = random.motion(size, angle);
        const Sphere ball{random.point(5), random.uniform(0, 2)};
        const RelativeMotion relative = relative_motion(a, b, ball);
        if (relative.deviation == 0) continue;
        const double found = gap(a, b, ball, relative, 16);
        worst.note(found, relative.deviation);
        ratios.push_back(relative.deviation / found);
    }
    std::sort(ratios.begin(), ratios.end());
    std::printf("[ measured ] %-44s median %.2f, largest %.2f times the gap\n", name.c_str(),
                ratios[ratios.size() / 2], ratios.back());
    EXPECT_LT(ratios.back(), loosest);
    EXPECT_GT(static_cast<double>(ratios.size()), 0.8 * cases);
}

TEST(relative_motion, strays_by_less_than_its_deviation_for_small_steps) {
    expect_bounded(71, test::repeats(200), 0.5, 0.1, 20, "deviation, angles to 0.1");
}

TEST(relative_motion, strays_by_less_than_its_deviation_for_large_steps) {
    expect_bounded(72, test::repeats(200), 5, 1, 20, "deviation, angles to 1");
}

TEST(relative_motion, strays_by_less_than_its_deviation_for_turns_beyond_the_half) {
    expect_bounded(73, test::repeats(200), 5, 6, 100, "deviation, angles to 6");
}

// Two wheels at the same speed: the rotation between them vanishes and the true path is a circle.
TEST(relative_motion, of_two_wheels_at_one_speed_is_a_straight_line_beside_the_arc) {
    const Motion a = *Rotation::make({0, 0, 0}, {0, 0, 1}, 1);
    const Motion b = *Rotation::make({4, 0, 0}, {0, 0, 1}, 1);
    const Sphere ball{{1, 0, 0}, 1};
    const RelativeMotion relative = relative_motion(a, b, ball);
    const double found = gap(a, b, ball, relative, 16);
    EXPECT_NEAR(found, arc_sagitta(1, 4), 1e-9);
    EXPECT_LE(found, relative.deviation);
    // A circle of radius 4 passed at speed 4, its chord 8 sin(1/2): the head of
    // relative_motion.cpp.
    EXPECT_NEAR(relative.deviation, (4 - 8 * std::sin(0.5)) / 2 + 4.0 / 8, 1e-9);
}

// Axes that coincide but for the rounding of their origins: next to nothing is left of the bound
// but its share for rounding, which must hold alone.
TEST(relative_motion, allows_for_the_rounding_of_poses) {
    Random random(75);
    Worst worst("deviation, rounding alone");
    for (int i = 0; i < 200; ++i) {
        const double size = random.magnitude(1e-3, 1e6);
        const Eigen::Vector3d origin = random.point(size);
        const Eigen::Vector3d axis = random.direction();
        const double angle = i % 2 == 0 ? 3 : random.magnitude(1e-12, 30);
        const Motion a = *Screw::make(origin, axis, random.uniform(-angle, angle), 1);
        const Motion b = *Screw::make(origin + random.uniform(-size, size) * axis, axis,
                                      random.uniform(-angle, angle), random.uniform(-1, 1));
        const Sphere ball{random.point(random.magnitude(1e-3, 1e6)), random.uniform(0, 2)};
        const RelativeMotion relative = relative_motion(a, b, ball);
        // Turns beyond the half are taken the other way, which is no matter of rounding.
        const double turn = std::get<Screw>(a).angle() - std::get<Screw>(b).angle();
        if (std::abs(turn) > pi || relative.deviation == 0) continue;
        worst.note(gap(a, b, ball, relative, 4), relative.deviation);
        EXPECT_LT(relative.deviation,
                  1e-10 * (1 + angle * angle) * (size + ball.centre.norm() + 3));
    }
}

// Nearly equal motions about axes 100 away: what is left of both is measured, not their sizes.
TEST(relative_motion, of_nearly_equal_motions_has_a_small_deviation) {
    Random random(74);
    Worst worst("deviation, nearly equal motions");
    for (int i = 0; i < 50; ++i) {
        const Eigen::Vector3d origin = 100 * random.direction();
        const Eigen::Vector3d axis = random.direction();
        const double e = random.magnitude(1e-9, 1e-3);
        const Motion a = *Screw::make(origin, axis, 0.3, 1);
        const Motion b = *Screw::make(origin + random.point(e), axis + random.point(e), 0.3 + e, 1);
        const Sphere ball{random.point(1), 1};
        const RelativeMotion relative = relative_motion(a, b, ball);
        worst.note(gap(a, b, ball, relative, 8), relative.deviation);
        EXPECT_LT(relative.deviation, 100 * e + 1e-10);
    }
}

// ------------------------------------------------------------------------------ pieces

TEST(relative_motion, in_pieces_keeps_the_deviation_and_the_pieces_join) {
    Random random(81);
    Worst allowed("pieces: deviation against the limit"),
        found("pieces: gap against the deviation");
    Worst joint("pieces: joints, rounding");
    double pieces_in_all = 0, needed = 0;
    for (int i = 0; i < 40; ++i) {
        const Motion a = random.motion(3, 3);
        const Motion b = random.motion(3, 3);
        const Sphere ball{random.point(3), random.uniform(0, 2)};
        const double limit = random.magnitude(1e-4, 1e-1);
        const auto pieces = relative_motion(a, b, ball, limit);
        ASSERT_TRUE(pieces) << pieces.error().message();
        EXPECT_EQ(pieces->front().begin, 0);
        EXPECT_EQ(pieces->back().end, 1);
        EXPECT_TRUE(same_bits(pieces->front().start, Pose()));
        double farthest = 0;
        for (std::size_t k = 0; k < pieces->size(); ++k) {
            const RelativeMotion& piece = (*pieces)[k];
            allowed.note(piece.deviation, limit);
            if (k % (1 + pieces->size() / 8) == 0 && piece.deviation > 0) {
                const double g = gap(a, b, ball, piece, 4);
                found.note(g, piece.deviation);
                farthest = std::max(farthest, g);
            }
            if (k + 1 == pieces->size()) continue;
            const RelativeMotion& next = (*pieces)[k + 1];
            EXPECT_EQ(piece.end, next.begin);
            const Pose end = pose_at(piece.motion, piece.start, 1);
            joint.note((end * ball.centre - next.start * ball.centre).norm(), rounding(20));
            joint.note((end.rotation_matrix() - next.start.rotation_matrix()).norm(), 128 * u);
        }
        if (pieces->size() > 1) {
            pieces_in_all += static_cast<double>(pieces->size());
            needed += static_cast<double>(pieces->size()) * std::sqrt(farthest / limit);
        }
    }
    std::printf("[ measured ] %-44s %.0f pieces, %.2f times what the gaps need\n", "pieces",
                pieces_in_all, pieces_in_all / needed);
    EXPECT_LT(pieces_in_all, 2.5 * needed);
}

TEST(relative_motion, in_pieces_refuses_what_is_no_length) {
    const Motion a = *Rotation::make({0, 0, 0}, {0, 0, 1}, 1);
    const Motion b = *Translation::make({1, 0, 0});
    const Sphere ball{{1, 0, 0}, 1};
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double bad : {0.0, -1.0, nan, std::numeric_limits<double>::infinity()}) {
        expect_error(relative_motion(a, b, ball, bad), "largest_deviation", "positive length");
    }
    expect_error(relative_motion(a, b, {{nan, 0, 0}, 1}, 1), "ball", "finite");
    expect_error(relative_motion(a, b, {{0, 0, 0}, -1}, 1), "ball", "negative");
    expect_error(relative_motion(a, b, {{0, 0, 0}, nan}, 1), "ball", "finite");
}

TEST(relative_motion, in_more_than_a_million_pieces_is_refused) {
    const Motion a = *Rotation::make({0, 0, 0}, {0, 0, 1}, 1);
    const Motion b = *Translation::make({1, 0, 0});
    const Sphere ball{{1, 0, 0}, 1};
    for (const double tiny : {1e-300, 1e-17, 1e-13}) {
        expect_error(relative_motion(a, b, ball, tiny), "largest_deviation", "million");
    }
    EXPECT_TRUE(relative_motion(a, b, ball, 1e-8));
}

}  // namespace
}  // namespace swept
