// Poses against 100 digits. The bounds are first-order sums of rounding errors, u = 2^-53 each:
//   matrix entry   11 u   |q|^2 off by 3u gives 3u |R - I| <= 6u, the operations of an entry 5u
//   matrix         21 u   in norm: 6u, and nine entries of 5u
//   placed point   u (4 |x| + |y|) for the given matrix (docs/derivations/placing.md)
//   product        9 u    in the quaternion: 4 u per component before, u for the normalisation

#include "swept/geometry.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/math/random_motion.h"
#include "tests/oracle/high_precision.h"

namespace swept {
namespace {

using testing::expect_error;
using testing::Random;
using testing::same_bits;
using testing::u;
using testing::Worst;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Matrix34 matrix_of(const Pose& pose) {
    Matrix34 m;
    m << pose.rotation_matrix(), pose.translation();
    return m;
}

oracle::Rigid exact_matrix_of(const Pose& pose) {
    const Eigen::Matrix3d r = pose.rotation_matrix();
    oracle::Rigid rigid;
    for (int i = 0; i < 3; ++i)
        rigid.row[static_cast<std::size_t>(i)] = oracle::Vec(r.row(i).transpose());
    rigid.t = oracle::Vec(pose.translation());
    return rigid;
}

TEST(pose, default_is_the_identity) {
    const Pose pose;
    EXPECT_EQ(pose * Eigen::Vector3d(1, -2, 3), Eigen::Vector3d(1, -2, 3));
    EXPECT_TRUE(same_bits(pose, *Pose::make({0, 0, 0})));
}

TEST(pose, quarter_turn_about_z_takes_x_to_y) {
    const Pose pose = *Pose::make({10, 20, 30}, Quaternion(std::sqrt(0.5), 0, 0, std::sqrt(0.5)));
    const Eigen::Vector3d placed = pose * Eigen::Vector3d(1, 0, 0);
    EXPECT_NEAR((placed - Eigen::Vector3d(10, 21, 30)).norm(), 0, 64 * u);
}

TEST(pose, bad_numbers_are_refused_with_the_argument_named) {
    expect_error(Pose::make({nan, 0, 0}), "translation", "finite");
    expect_error(Pose::make({0, -infinity, 0}), "translation", "finite");
    expect_error(Pose::make({0, 0, 0x1.1p300}), "translation", "larger unit");
    expect_error(Pose::make({0, 0, 0}, Quaternion(1, nan, 0, 0)), "rotation", "finite");
    expect_error(Pose::make({0, 0, 0}, Quaternion(0, 0, 0, 0)), "rotation", "unit length");
    expect_error(Pose::make({0, 0, 0}, Quaternion(1e200, 0, 0, 0)), "rotation", "unit length");
    EXPECT_TRUE(Pose::make({0, 0, -0x1p300}));
}

TEST(pose, quaternion_is_normalised_on_one_side_of_the_tolerance_and_refused_on_the_other) {
    for (const double sign : {-1.0, 1.0}) {
        const Quaternion inside(0, 0.6 * (1 + sign * 0.99e-6), 0, 0.8 * (1 + sign * 0.99e-6));
        const Quaternion outside(0, 0.6 * (1 + sign * 1.01e-6), 0, 0.8 * (1 + sign * 1.01e-6));
        ASSERT_TRUE(Pose::make({0, 0, 0}, inside));
        EXPECT_NEAR(Pose::make({0, 0, 0}, inside)->rotation().x(), 0.6, 2 * u);
        expect_error(Pose::make({0, 0, 0}, outside), "rotation", "unit length");
    }
}

TEST(pose, quaternion_is_of_unit_length_to_rounding_and_stays_as_it_is) {
    Random random(1);
    Worst length("|q|^2 - 1 against 3u");
    for (int i = 0; i < 20000; ++i) {
        Quaternion given = random.quaternion();
        given.coeffs() *= 1 + random.uniform(-1e-6, 1e-6);
        const auto made = Pose::make({0, 0, 0}, given);
        if (!made) continue;
        const Pose& pose = *made;
        EXPECT_TRUE(same_bits(pose, *Pose::make({0, 0, 0}, pose.rotation())));
        EXPECT_TRUE(same_bits(pose, Pose() * pose));
        oracle::Real sum = -1;
        for (int k = 0; k < 4; ++k) {
            const oracle::Real c = pose.rotation().coeffs()[k];
            sum += c * c;
        }
        length.note(std::abs(static_cast<double>(sum)), 3 * u);
    }
}

TEST(pose, rotation_matrix_is_the_quaternion_s) {
    Random random(2);
    Worst entry("matrix entry against 11u");
    for (int i = 0; i < 3000; ++i) {
        const Pose pose = random.pose(1);
        const oracle::Rigid exact = oracle::rigid(pose);
        const Eigen::Matrix3d r = pose.rotation_matrix();
        for (int k = 0; k < 3; ++k) {
            const oracle::Vec difference =
                oracle::Vec(r.row(k).transpose()) - exact.row[static_cast<std::size_t>(k)];
            for (const oracle::Real& d : {difference.x, difference.y, difference.z}) {
                entry.note(std::abs(static_cast<double>(d)), 11 * u);
            }
        }
    }
}

TEST(pose, placed_point_is_within_its_bound) {
    Random random(3);
    Worst placed("placed point, u(4|x| + |y|)");
    for (int i = 0; i < 10000; ++i) {
        const Pose pose = random.pose(random.magnitude(1e-6, 1e6));
        const Eigen::Vector3d point = random.point(random.magnitude(1e-6, 1e6));
        const oracle::Vec exact = exact_matrix_of(pose) * oracle::Vec(point);
        const double y = static_cast<double>(oracle::length(exact));
        placed.note(oracle::distance(pose * point, exact),
                    tolerance::placing * point.norm() + u * y);
    }
}

// The exact decisions of the library are about these doubles: a changed order would change them.
TEST(pose, point_is_placed_in_the_promised_order) {
    Random random(4);
    for (int i = 0; i < 10000; ++i) {
        const Pose pose = random.pose(10);
        const Eigen::Vector3d p = random.point(10);
        const Eigen::Matrix3d r = pose.rotation_matrix();
        const Eigen::Vector3d placed = pose * p;
        for (int k = 0; k < 3; ++k) {
            volatile double a = r(k, 0) * p[0];
            volatile double b = r(k, 1) * p[1];
            volatile double c = r(k, 2) * p[2];
            volatile double sum = a + b;
            sum = sum + c;
            sum = sum + pose.translation()[k];
            EXPECT_EQ(placed[k], sum);
        }
    }
}

TEST(pose, inverse_undoes_the_pose) {
    Random random(5);
    Worst inverse("inverse translation, 25u|t|");
    for (int i = 0; i < 3000; ++i) {
        const Pose pose = random.pose(random.magnitude(1e-3, 1e6));
        const oracle::Rigid exact = oracle::rigid(pose).inverse();
        inverse.note(oracle::distance(pose.inverse().translation(), exact.t),
                     25 * u * pose.translation().norm());
        EXPECT_EQ(pose.inverse().rotation_matrix(), pose.rotation_matrix().transpose());
        EXPECT_EQ(pose.inverse().inverse().rotation().coeffs(), pose.rotation().coeffs());
    }
}

TEST(pose, product_is_the_composed_map) {
    Random random(6);
    Worst turn("product: rotation, 18u");
    Worst shift("product: translation, 25u|t_b| + u|t_ab|");
    for (int i = 0; i < 3000; ++i) {
        const Pose a = random.pose(random.magnitude(1e-3, 1e3));
        const Pose b = random.pose(random.magnitude(1e-3, 1e3));
        const Pose product = a * b;
        const oracle::Rigid exact = oracle::rigid(a) * oracle::rigid(b);
        turn.note(oracle::rotation_distance(oracle::rigid(product), exact), 18 * u);
        shift.note(oracle::distance(product.translation(), exact.t),
                   u * (25 * b.translation().norm() + product.translation().norm()));
    }
}

// Each grouping has two products of 18u and 25u|t| + u|t|, with coordinates up to |a| + |b| + |c|.
TEST(pose, product_is_associative_to_rounding) {
    Random random(7);
    Worst turn("associativity: rotation, 72u");
    Worst shift("associativity: translation");
    for (int i = 0; i < 2000; ++i) {
        const Pose a = random.pose(10), b = random.pose(10), c = random.pose(10);
        const Pose left = (a * b) * c;
        const Pose right = a * (b * c);
        const double size =
            a.translation().norm() + b.translation().norm() + c.translation().norm();
        turn.note(oracle::rotation_distance(oracle::rigid(left), oracle::rigid(right)), 72 * u);
        shift.note((left.translation() - right.translation()).norm(), 4 * (18 + 26) * u * size);
    }
}

TEST(pose, product_of_many_stays_a_rotation) {
    Random random(8);
    const Pose step = random.pose(1);
    Pose pose;
    for (int i = 0; i < 100000; ++i) pose = step * pose;
    EXPECT_NEAR(pose.rotation().norm(), 1, 4 * u);
    EXPECT_NEAR(pose.rotation_matrix().determinant(), 1, 64 * u);
}

// The matrix is off by 11u per entry, Shepperd's four sums by 36u and 23u; they are four times a
// quaternion whose largest component is at least 1/2, so divided by at least 2: 27u, twice in
// angle.
TEST(pose, matrix_and_back_is_the_same_pose) {
    Random random(9);
    Worst turn("from_matrix, 54u");
    for (int i = 0; i < 5000; ++i) {
        Quaternion q = random.quaternion();
        if (i % 2 == 0) q.w() = random.magnitude(1e-20, 1e-3);  // near half a turn
        if (i % 3 == 0) q.x() = 0;
        const Pose pose = *Pose::make(random.point(10), Quaternion(q.normalized()));
        const auto back = Pose::from_matrix(matrix_of(pose));
        ASSERT_TRUE(back) << back.error().message();
        turn.note(oracle::rotation_distance(oracle::rigid(*back), oracle::rigid(pose)), 54 * u);
        EXPECT_EQ(back->translation(), pose.translation());
    }
}

TEST(pose, half_turns_come_back_from_their_matrices) {
    for (int k = 0; k < 3; ++k) {
        Quaternion q(0, 0, 0, 0);
        q.vec()[k] = 1;
        EXPECT_EQ(Pose::from_matrix(matrix_of(*Pose::make({0, 0, 0}, q)))->rotation().coeffs(),
                  q.coeffs());
    }
}

TEST(pose, matrix_that_is_not_rigid_is_refused_with_a_reason) {
    Matrix34 m = matrix_of(*Pose::make({1, 2, 3}, Quaternion(0.5, 0.5, 0.5, 0.5)));
    Matrix34 scaled = m;
    scaled.leftCols<3>() *= 1.001;
    expect_error(Pose::from_matrix(scaled), "rotation", "scales or shears");
    Matrix34 sheared = m;
    sheared.col(0) += 0.01 * m.col(1);
    expect_error(Pose::from_matrix(sheared), "rotation", "scales or shears");
    Matrix34 mirrored = m;
    mirrored.col(0) *= -1;
    expect_error(Pose::from_matrix(mirrored), "rotation", "mirror");
    Matrix34 zero = Matrix34::Zero();
    expect_error(Pose::from_matrix(zero), "rotation", "scales or shears");
    Matrix34 not_finite = m;
    not_finite(1, 1) = nan;
    expect_error(Pose::from_matrix(not_finite), "rotation", "finite");
    not_finite = m;
    not_finite(2, 3) = infinity;
    expect_error(Pose::from_matrix(not_finite), "translation", "finite");
    not_finite(2, 3) = 0x1p301;
    expect_error(Pose::from_matrix(not_finite), "translation", "larger unit");
}

TEST(pose, matrix_is_normalised_on_one_side_of_the_tolerance_and_refused_on_the_other) {
    const Matrix34 m = matrix_of(*Pose::make({1, 2, 3}, Quaternion(0.1, 0.7, 0.1, 0.7)));
    for (const double sign : {-1.0, 1.0}) {
        Matrix34 inside = m;
        inside.leftCols<3>() *= 1 + sign * 0.99e-6;
        ASSERT_TRUE(Pose::from_matrix(inside));
        EXPECT_NEAR(Pose::from_matrix(inside)->rotation().norm(), 1, 2 * u);
        Matrix34 outside = m;
        outside.leftCols<3>() *= 1 + sign * 1.01e-6;
        expect_error(Pose::from_matrix(outside), "rotation", "scales or shears");
    }
}

}  // namespace
}  // namespace swept
