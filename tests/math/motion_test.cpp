// Motions against 100 digits. First-order bounds, with t the angle, x the place, d = start -
// origin:
//   position  u (|x| + |t||d| + 64 |sin(t/2)||d| + 8 |advance|)   the rounded angle; 12u and 16u
//   for the
//             two turning terms, each at most 2 |sin(t/2)||d|, and their sum; advance, sum, axis
//   rotation  u (26 + |t|) as a chord: sine, cosine and axis 4u, product 8u, normalisation u, twice

#include "swept/motion.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <limits>
#include <numbers>

#include "tests/math/random_motion.h"
#include "tests/oracle/high_precision.h"

namespace swept {
namespace {

using std::numbers::pi;
using testing::expect_error;
using testing::Random;
using testing::same_bits;
using testing::u;
using testing::Worst;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double degrees(double angle) {
    return angle * pi / 180;
}

// ------------------------------------------------------------------------------ making motions

TEST(motion, bad_numbers_are_refused_with_the_argument_named) {
    const Eigen::Vector3d o(0, 0, 0), z(0, 0, 1);
    expect_error(Translation::make({0, nan, 0}), "vector", "finite");
    expect_error(Translation::make({0, 0x1p301, 0}), "vector", "larger unit");
    expect_error(Rotation::make({infinity, 0, 0}, z, 1), "origin", "finite");
    expect_error(Rotation::make({0x1p301, 0, 0}, z, 1), "origin", "larger unit");
    expect_error(Rotation::make(o, {0, 0, 0}, 1), "axis", "no length");
    expect_error(Rotation::make(o, {0, -0.0, 0}, 1), "axis", "no length");
    expect_error(Rotation::make(o, {0, nan, 1}, 1), "axis", "finite");
    expect_error(Rotation::make(o, z, nan), "angle", "finite");
    expect_error(Rotation::make(o, z, -infinity), "angle", "finite");
    expect_error(Screw::make({0, 0, nan}, z, 1, 1), "origin", "finite");
    expect_error(Screw::make(o, {0, 0, 0}, 1, 1), "axis", "no length");
    expect_error(Screw::make(o, z, infinity, 1), "angle", "finite");
    expect_error(Screw::make(o, z, 1, nan), "advance", "finite");
    expect_error(Screw::make(o, z, 1, -0x1p301), "advance", "larger unit");
}

TEST(motion, axis_of_any_length_becomes_a_unit_axis_and_stays_one) {
    Random random(21);
    Worst length("|axis|^2 - 1 against 3u");
    for (int i = 0; i < 5000; ++i) {
        const Eigen::Vector3d given = random.direction() * random.magnitude(1e-300, 1e300);
        const Rotation rotation = *Rotation::make({0, 0, 0}, given, 1);
        const oracle::Vec k(rotation.axis());
        length.note(std::abs(static_cast<double>(oracle::dot(k, k) - 1)), 3 * u);
        const oracle::Vec g(given);
        EXPECT_LE(oracle::distance(k, (1 / oracle::length(g)) * g), 8 * u);
        EXPECT_EQ(Rotation::make({0, 0, 0}, rotation.axis(), 1)->axis(), rotation.axis());
        EXPECT_EQ(Rotation::make({0, 0, 0}, -given, 1)->axis(), -rotation.axis());
        EXPECT_EQ(Rotation::make({0, 0, 0}, given / 4, 1)->axis(), rotation.axis());
    }
    EXPECT_EQ(Rotation::make({0, 0, 0}, {0, 0, -5e-324}, 1)->axis(), Eigen::Vector3d(0, 0, -1));
    EXPECT_EQ(Screw::make({0, 0, 0}, {1e308, 0, 0}, 1, 1)->axis(), Eigen::Vector3d(1, 0, 0));
}

// RapidCheck reads its seed from the environment; ours is fixed unless the caller chose one.
[[maybe_unused]] const int fixed_seed = setenv("RC_PARAMS", "seed=20240601", 0);

RC_GTEST_PROP(motion, made_of_any_numbers_is_valid_or_an_error, ()) {
    const auto number = [] { return *rc::gen::arbitrary<double>(); };
    const Eigen::Vector3d origin(number(), number(), number());
    const Eigen::Vector3d axis(number(), number(), number());
    const auto screw = Screw::make(origin, axis, number(), number());
    if (!screw) {
        RC_ASSERT(!screw.error().where.empty());
        return;
    }
    const Pose end = screw->displacement(1);
    RC_ASSERT(std::abs(screw->axis().norm() - 1) <= 4 * u);
    RC_ASSERT(end.translation().allFinite());
    RC_ASSERT(std::abs(end.rotation().norm() - 1) <= 4 * u);
}

// ------------------------------------------------------------------------------ following motions

TEST(motion, quarter_turn_with_advance_is_as_on_paper) {
    const Screw screw = *Screw::make({1, 0, 0}, {0, 0, 5}, pi / 2, 4);
    EXPECT_NEAR(
        (screw.displacement(1) * Eigen::Vector3d(2, 0, 0) - Eigen::Vector3d(1, 1, 4)).norm(), 0,
        16 * u);
    const Translation shift = *Translation::make({2, 4, 6});
    EXPECT_EQ(shift.displacement(0.5).translation(), Eigen::Vector3d(1, 2, 3));
}

TEST(motion, starts_at_the_start_to_the_bit) {
    Random random(22);
    for (int i = 0; i < 2000; ++i) {
        const Pose start = random.pose(10);
        const Motion motion = random.motion(1e3, 10);
        EXPECT_TRUE(same_bits(pose_at(motion, start, 0), start));
        EXPECT_TRUE(same_bits(displacement(motion, 0), Pose()));
    }
    const Pose negative_zeros = *Pose::make({-0.0, -0.0, -0.0}, Quaternion(1, -0.0, -0.0, -0.0));
    EXPECT_TRUE(
        same_bits(pose_at(*Translation::make({1, 1, 1}), negative_zeros, 0), negative_zeros));
    EXPECT_TRUE(same_bits(pose_at(random.screw(1, 1), negative_zeros, 0), negative_zeros));
}

struct Turning {
    Eigen::Vector3d origin, axis;
    double angle, advance;
};

void compare_moved(const Turning& m, const Pose& start, double fraction, Worst& position,
                   Worst& rotation) {
    const Screw screw = *Screw::make(m.origin, m.axis, m.angle, m.advance);
    const oracle::Rigid exact =
        oracle::displacement(screw, oracle::Real(fraction)) * oracle::rigid(start);
    const Pose computed = screw.pose_at(start, fraction);
    const double t = fraction * m.angle;
    const double arm = (start.translation() - m.origin).norm();
    const double bound =
        u * (computed.translation().norm() + std::abs(t) * arm +
             64 * std::abs(std::sin(t / 2)) * arm + 8 * std::abs(fraction * m.advance));
    position.note(oracle::distance(computed.translation(), exact.t), bound);
    rotation.note(oracle::rotation_distance(oracle::rigid(computed), exact),
                  u * (26 + std::abs(t)));
}

TEST(motion, moved_and_at_are_within_their_bounds) {
    Random random(23);
    Worst position("moved: position"), rotation("moved: rotation");
    for (int i = 0; i < 3000; ++i) {
        const Turning m{random.point(random.magnitude(1e-3, 1e8)), random.direction(),
                        random.magnitude(1e-15, 20) * (i % 2 ? 1 : -1), random.uniform(-10, 10)};
        const Pose start = i % 3 == 0 ? Pose() : random.pose(random.magnitude(1e-3, 1e6));
        compare_moved(m, start, i % 5 == 0 ? 1 : random.uniform(0, 1), position, rotation);
    }
}

// The axis is 1e8 away and the turn so small that the body moves by 1: an error of u 1e8 would
// show.
TEST(motion, far_axis_costs_no_digits) {
    Random random(24);
    Worst position("far axis: position, 70u(|x| + 1)");
    for (int i = 0; i < 1000; ++i) {
        const Rotation rotation =
            *Rotation::make(1e8 * random.direction(), random.direction(), 1e-8);
        const Pose start = random.pose(1);
        const oracle::Rigid exact = oracle::displacement(rotation, 1) * oracle::rigid(start);
        const Pose computed = rotation.pose_at(start, 1);
        position.note(oracle::distance(computed.translation(), exact.t),
                      70 * u * (computed.translation().norm() + 1));
    }
}

TEST(motion, inverse_undoes_the_motion_at_every_fraction) {
    Random random(25);
    Worst position("inverse: position"), rotation("inverse: rotation, 29u");
    for (int i = 0; i < 1000; ++i) {
        const Motion motion = random.motion(10, 3);
        const double fraction = random.uniform(0, 1);
        const oracle::Rigid exact = oracle::displacement(motion, oracle::Real(fraction)).inverse();
        const Pose computed = displacement(inverse(motion), fraction);
        // |origin| < 18, |advance| < 18, |t| < 3: the position bound above.
        position.note(oracle::distance(computed.translation(), exact.t),
                      u * (computed.translation().norm() + (3 + 64) * 18 + 8 * 18));
        rotation.note(oracle::rotation_distance(oracle::rigid(computed), exact), 29 * u);
        EXPECT_TRUE(same_bits(displacement(inverse(inverse(motion)), fraction),
                              displacement(motion, fraction)));
    }
}

// ------------------------------------------------------------------------------ screw_between

/// A pose turned by a given angle about a random axis and shifted.
Pose turned_by(Random& random, const Pose& from, double angle, double shift) {
    const Rotation turn = *Rotation::make(from.translation(), random.direction(), angle);
    const Pose pose = turn.pose_at(from, 1);
    return *Pose::make(pose.translation() + random.point(shift), pose.rotation());
}

/// The end is met: position within 16u (|from| + |to| + |d|): the rounded axis point moves the end
/// by 2 sin(t/2) times its error, the arm is |d| / (2 sin(t/2)). Rotation: 20u for the quaternion
/// between the poses, 28u for the turn.
class Ends {
   public:
    explicit Ends(const std::string& regime)
        : position_(regime + ": position"), rotation_(regime + ": rotation") {}
    Screw compare(const Pose& from, const Pose& to) {
        const Screw screw = screw_between(from, to);
        EXPECT_GE(screw.angle(), 0);
        EXPECT_LE(screw.angle(), pi);
        EXPECT_TRUE(Screw::make(screw.origin(), screw.axis(), screw.angle(), screw.advance()));
        const Pose end = screw.pose_at(from, 1);
        const double size = from.translation().norm() + to.translation().norm() +
                            (to.translation() - from.translation()).norm();
        position_.note((end.translation() - to.translation()).norm(), 16 * u * size);
        rotation_.note(oracle::rotation_distance(oracle::rigid(end), oracle::rigid(to)), 48 * u);
        return screw;
    }

   private:
    Worst position_, rotation_;
};

TEST(screw_between, meets_both_poses) {
    Random random(31);
    Ends ends("screw_between, any turn");
    for (int i = 0; i < 3000; ++i) {
        ends.compare(random.pose(random.magnitude(1e-3, 1e3)),
                     random.pose(random.magnitude(1e-3, 1e3)));
    }
}

TEST(screw_between, meets_both_poses_after_tiny_turns) {
    Random random(32);
    Ends ends("screw_between, 1e-18 to 1e-3");
    for (int i = 0; i < 3000; ++i) {
        const Pose from = i % 2 ? Pose() : random.pose(10);
        ends.compare(from, turned_by(random, from, random.magnitude(1e-18, 1e-3),
                                     random.magnitude(1e-6, 10)));
    }
}

TEST(screw_between, meets_both_poses_near_half_a_turn) {
    Random random(33);
    Ends ends("screw_between, near half a turn");
    for (int i = 0; i < 3000; ++i) {
        const Pose from = i % 3 ? random.pose(10) : Pose();
        const double off = random.magnitude(1e-18, 1e-2) * (i % 2 ? 1 : -1);
        ends.compare(from, turned_by(random, from, pi + off, 10));
    }
}

TEST(screw_between, meets_both_poses_far_from_the_origin) {
    Random random(34);
    Ends ends("screw_between, 1e6 away");
    for (int i = 0; i < 3000; ++i) {
        const Pose from = *Pose::make(1e6 * random.direction(), random.quaternion());
        ends.compare(from, turned_by(random, from, random.magnitude(1e-18, pi),
                                     random.magnitude(1e-6, 1e6)));
    }
}

TEST(screw_between, exact_half_turn_has_an_axis_with_a_positive_first_component) {
    Random random(35);
    Ends ends("screw_between, exact half turns");
    for (int i = 0; i < 500; ++i) {
        Eigen::Vector3d k = random.direction();
        if (i % 3 == 1) k = Eigen::Vector3d(0, k[1], k[2]).normalized();
        if (i % 3 == 2) k = {0, 0, k[2] > 0 ? 1.0 : -1.0};
        const Pose from = *Pose::make(random.point(10));
        const Pose to = *Pose::make(random.point(10), Quaternion(0, k[0], k[1], k[2]));
        const Screw screw = ends.compare(from, to);
        EXPECT_EQ(screw.angle(), pi);
        const Eigen::Vector3d& axis = screw.axis();
        EXPECT_GT(axis[0] != 0 ? axis[0] : axis[1] != 0 ? axis[1] : axis[2], 0);
    }
    // Between two turned poses: (1 1 1 1)/2 and (1 -1 1 -1)/2 have the product zero.
    const Pose from = *Pose::make({1, 2, 3}, Quaternion(0.5, 0.5, 0.5, 0.5));
    const Pose to = *Pose::make({4, 5, 6}, Quaternion(0.5, -0.5, 0.5, -0.5));
    EXPECT_EQ(ends.compare(from, to).angle(), pi);
    EXPECT_EQ(screw_between(to, from).axis(), screw_between(from, to).axis());
}

// One side of the half turn and the other: the axis flips, the end stays.
TEST(screw_between, is_stable_on_both_sides_of_half_a_turn) {
    Ends ends("screw_between, w around zero");
    const Eigen::Vector3d k = Eigen::Vector3d(1, -2, 0.5).normalized();
    for (const double w : {1e-300, 1e-30, 1e-17, u, 1e-12, 1e-8}) {
        for (const double sign : {-1.0, 1.0}) {
            const Pose to = *Pose::make({3, 4, 5}, Quaternion(sign * w, k[0], k[1], k[2]));
            const Screw screw = ends.compare(Pose(), to);
            EXPECT_GT(sign * screw.axis().dot(k), 0);
            EXPECT_NEAR(screw.angle(), pi - 2 * w, 4 * u);
        }
    }
}

// The quaternions' difference is exact, so the turn between them keeps a relative error of some u;
// the lengths of the two may differ by 3u, which the u^2 term covers.
TEST(screw_between, tiny_turn_keeps_its_digits) {
    Random random(36);
    Worst angle("tiny turn: angle, 16u angle + 64u^2");
    for (int i = 0; i < 2000; ++i) {
        const Pose from = random.pose(1);
        const Pose to = turned_by(random, from, random.magnitude(1e-15, 1e-2), 1);
        const oracle::Rigid turn = oracle::rigid(to) * oracle::rigid(from).inverse();
        const double chord = oracle::rotation_distance(turn, oracle::Rigid());
        const double exact = 2 * std::asin(chord / 2);
        angle.note(std::abs(screw_between(from, to).angle() - exact), 16 * u * exact + 64 * u * u);
    }
}

TEST(screw_between, follows_the_screw_it_was_made_from) {
    Random random(37);
    Worst path("recovered screw: path, 500u");
    for (int i = 0; i < 300; ++i) {
        const Screw screw = *Screw::make(random.point(1), random.direction(),
                                         random.uniform(0.01, 3.1), random.uniform(-1, 1));
        const Pose start = random.pose(1);
        const Screw found = screw_between(start, screw.pose_at(start, 1));
        for (const double f : {0.25, 0.5, 0.75}) {
            // Errors of 48u in the turn and 16u (|x| + ...) in the place, sizes below 8.
            path.note(
                (found.pose_at(start, f).translation() - screw.pose_at(start, f).translation())
                    .norm(),
                500 * u);
        }
    }
}

TEST(screw_between, without_a_turn_is_a_glide_along_the_line) {
    const Pose from = *Pose::make({1, 1, 1}, Quaternion(0.5, 0.5, -0.5, 0.5));
    const Screw advance = screw_between(from, *Pose::make({4, 1, 5}, from.rotation()));
    EXPECT_EQ(advance.angle(), 0);
    EXPECT_EQ(advance.advance(), 5);
    EXPECT_NEAR((advance.axis() - Eigen::Vector3d(0.6, 0, 0.8)).norm(), 0, 2 * u);
    const Screw rest = screw_between(from, from);
    EXPECT_EQ(rest.angle(), 0);
    EXPECT_EQ(rest.advance(), 0);
    EXPECT_EQ(rest.axis(), Eigen::Vector3d(0, 0, 1));
    EXPECT_TRUE(same_bits(rest.pose_at(from, 1), from));
}

TEST(screw_between, turns_above_the_smallest_turn_and_glides_below) {
    const Pose below = *Pose::make({1, 0, 0}, Quaternion(1, 0, 0, 0x1p-102));
    const Pose above = *Pose::make({1, 0, 0}, Quaternion(1, 0, 0, 0x1p-100));
    EXPECT_EQ(screw_between(Pose(), below).angle(), 0);
    EXPECT_EQ(screw_between(Pose(), above).angle(), 0x1p-99);
    EXPECT_EQ(screw_between(Pose(), above).pose_at(Pose(), 1).rotation().z(), 0x1p-100);
}

TEST(screw_between, glides_when_the_axis_would_leave_the_coordinates) {
    const Pose far = *Pose::make({1e85, 0, 0}, Quaternion(1, 0, 0, 1e-20));
    const Screw screw = screw_between(Pose(), far);
    EXPECT_EQ(screw.angle(), 0);
    EXPECT_EQ(screw.advance(), 1e85);
    EXPECT_EQ(screw.pose_at(Pose(), 1).translation(), far.translation());
}

// ------------------------------------------------------------------------------ decompose

// The pivot is placed twice, (21 + 4)u |p| + u |P| each, then turned about: 64u |p| and sums.
TEST(decompose, translation_then_rotation_meets_the_end_pose) {
    Random random(41);
    Worst position("split_step: position"), rotation("split_step: rotation, 48u");
    for (int i = 0; i < 2000; ++i) {
        const Pose from = random.pose(10);
        const Pose to =
            i % 2 ? random.pose(10) : turned_by(random, from, random.magnitude(1e-16, 1e-2), 1);
        const Eigen::Vector3d pivot = random.point(random.magnitude(1e-3, 1e2));
        const TranslateThenRotate step = decompose(from, to, pivot);
        const Pose end = step.rotation.pose_at(step.translation.pose_at(from, 1), 1);
        position.note(
            (end.translation() - to.translation()).norm(),
            u * (128 * pivot.norm() + 8 * (from.translation().norm() + to.translation().norm())));
        rotation.note(oracle::rotation_distance(oracle::rigid(end), oracle::rigid(to)), 48 * u);
        EXPECT_EQ(step.rotation.origin(), to * pivot);
    }
}

TEST(decompose, without_a_turn_has_axis_z_and_angle_zero) {
    const Pose from = *Pose::make({1, 2, 3}, Quaternion(0.5, 0.5, 0.5, 0.5));
    const TranslateThenRotate step = decompose(from, *Pose::make({2, 4, 6}, from.rotation()));
    EXPECT_EQ(step.rotation.angle(), 0);
    EXPECT_EQ(step.rotation.axis(), Eigen::Vector3d(0, 0, 1));
    EXPECT_EQ(step.translation.vector(), Eigen::Vector3d(1, 2, 3));
}

// ------------------------------------------------------------------------------ error estimates

TEST(glide_error, has_the_values_of_the_paper_s_table_without_its_misprint) {
    EXPECT_NEAR(glide_error(degrees(60)), 0.128, 0.0005);
    EXPECT_NEAR(glide_error(degrees(45)), 0.097, 0.0005);
    EXPECT_NEAR(glide_error(degrees(30)), 0.065, 0.0005);
    EXPECT_NEAR(glide_error(degrees(20)), 0.044, 0.0005);
    EXPECT_NEAR(glide_error(degrees(10)), 0.022, 0.0005);
    EXPECT_NEAR(glide_error(degrees(5)), 0.011, 0.0005);
}

TEST(glide_error, keeps_its_digits_for_tiny_angles) {
    EXPECT_EQ(glide_error(0), 0);
    for (const double angle : {1e-300, 1e-200, 1e-20, 1e-9}) {
        EXPECT_NEAR(glide_error(angle) / (angle / 8), 1, 8 * u);
        EXPECT_EQ(glide_error(-angle), glide_error(angle));
    }
    Random random(51);
    Worst relative("glide_error, arc_sagitta: 8u");
    for (int i = 0; i < 500; ++i) {
        const double angle = random.magnitude(1e-100, 6);
        const oracle::Real exact = 1 - cos(oracle::Real(angle) / 2);
        const auto error = [&](double computed, const oracle::Real& truth) {
            return std::abs(static_cast<double>(computed / truth - 1));
        };
        if (angle < 1e-30) continue;  // 1 - cos needs the 100 digits
        relative.note(error(glide_error(angle), exact / angle), 8 * u);
        relative.note(error(arc_sagitta(angle, 3), exact * 3), 8 * u);
    }
}

TEST(arc_sagitta, of_a_half_circle_is_its_radius) {
    EXPECT_NEAR(arc_sagitta(pi, 2), 2, 4 * u);
    EXPECT_EQ(arc_sagitta(0, 2), 0);
    EXPECT_EQ(arc_sagitta(-1, 2), arc_sagitta(1, 2));
}

}  // namespace
}  // namespace swept
