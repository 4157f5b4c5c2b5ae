// Directions, combinations of them, and volumes of DOPs against bodies known from the textbook.

#include "papers/zachmann/orientations.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "core/inside.h"
#include "tests/papers/zachmann/samples.h"

namespace swept::papers::zachmann::test {
namespace {

using dop::all_k;
using dop::Combination;
using dop::largest_k;

/// Random directions, axes, diagonals, ties between coordinates, and both sides of every tie.
std::vector<Vector3d> directions_to_try() {
    std::vector<Vector3d> tried;
    for (int x = -3; x <= 3; ++x) {
        for (int y = -3; y <= 3; ++y) {
            for (int z = -3; z <= 3; ++z) {
                if (x != 0 || y != 0 || z != 0) tried.emplace_back(x, y, z);
            }
        }
    }
    const std::size_t ties = tried.size();
    for (std::size_t i = 0; i < ties; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            for (const double nudge : {1e-16, -1e-16, 1e-12, -1e-12, 1e-300, -1e-300}) {
                tried.push_back(tried[i].normalized());
                tried.back()[axis] += nudge;
            }
        }
    }
    Random random(1);
    for (int i = 0; i < 2000; ++i) tried.push_back(random.direction());
    return tried;
}

double bound(const Combination& c, const double* offsets) {
    double sum = 0;
    for (std::size_t l = 0; l < 3; ++l) sum += c.weight[l] * offsets[c.index[l]];
    return sum;
}

TEST(orientations, normals_are_unit_vectors_and_come_in_opposite_pairs) {
    for (const int k : all_k) {
        EXPECT_TRUE(dop::is_k(k));
        const auto& normals = dop::normals(k);
        for (int i = 0; i < k; ++i) {
            const Vector3d& n = normals[static_cast<std::size_t>(i)];
            EXPECT_NEAR(n.norm(), 1, 2e-16);
            EXPECT_EQ(n, -normals[static_cast<std::size_t>(dop::opposite(k, i))]);
            EXPECT_EQ(dop::opposite(k, dop::opposite(k, i)), i);
            for (int j = 0; j < i; ++j) EXPECT_NE(n, normals[static_cast<std::size_t>(j)]);
        }
    }
    for (const int k : {-6, 0, 1, 7, 10, 12, 20, 28}) EXPECT_FALSE(dop::is_k(k));
}

TEST(orientations, all_but_eight_begin_with_the_axes) {
    // The traversal takes rows 0 to 2 and k/2 to k/2 + 2 for the sides of a box.
    for (const int k : {6, 14, 18, 26}) {
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_EQ(dop::normals(k)[static_cast<std::size_t>(axis)], Vector3d::Unit(axis));
        }
    }
}

TEST(orientations, every_direction_is_a_combination_without_negative_weights) {
    const std::vector<Vector3d> tried = directions_to_try();
    for (const int k : all_k) {
        for (const Vector3d& y : tried) {
            const Combination c = dop::combination(k, y);
            Vector3d sum = Vector3d::Zero();
            for (std::size_t l = 0; l < 3; ++l) {
                ASSERT_GE(c.weight[l], 0) << k << ": " << y.transpose();
                ASSERT_LT(c.index[l], k);
                sum += c.weight[l] * dop::normals(k)[c.index[l]];
            }
            ASSERT_LE((sum - y).cwiseAbs().maxCoeff(), 1e-15 * y.norm())
                << k << ": " << y.transpose();
        }
    }
}

/// The least sum of weights over all triples of normals that hold y between them: the support of
/// the DOP whose offsets are all 1, by duality.
double least_weight(int k, const Vector3d& y) {
    const auto& n = dop::normals(k);
    const auto count = static_cast<std::size_t>(k);
    double least = 1e300;
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            for (std::size_t l = 0; l < j; ++l) {
                Eigen::Matrix3d columns;
                columns << n[i], n[j], n[l];
                if (std::abs(columns.determinant()) < 1e-6) continue;
                const Vector3d c = columns.inverse() * y;
                if (c.minCoeff() >= -1e-12) least = std::min(least, c.sum());
            }
        }
    }
    return least;
}

TEST(orientations, the_combination_is_a_triangle_of_the_hull_of_the_normals) {
    std::vector<Vector3d> tried{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}, {2, 1, 1}, {2, 1, 0}, {-3, 2, 1}};
    Random random(2);
    for (int i = 0; i < 60; ++i) tried.push_back(random.direction());
    for (const int k : all_k) {
        for (const Vector3d& y : tried) {
            const Combination c = dop::combination(k, y);
            EXPECT_NEAR(c.weight[0] + c.weight[1] + c.weight[2], least_weight(k, y), 1e-12)
                << k << ": " << y.transpose();
        }
    }
}

TEST(orientations, combined_offsets_bound_every_point_whether_the_dop_is_tight_or_loose) {
    Random random(3);
    for (const int k : all_k) {
        for (int repeat = 0; repeat < 300; ++repeat) {
            std::vector<double> offsets(largest_k, -1e308);
            std::vector<Vector3d> points;
            for (int i = 0; i < 1 + repeat % 7; ++i) {
                points.push_back(random.point());
                dop::widen(k, points.back(), offsets.data());
            }
            if (repeat % 3 == 0) {
                for (double& offset : offsets) offset += random.uniform(0, 1);
            }
            const Vector3d y = random.direction();
            const double limit = bound(dop::combination(k, y), offsets.data());
            for (const Vector3d& p : points) ASSERT_LE(y.dot(p), limit + 1e-15) << k;
        }
    }
}

TEST(orientations, six_give_the_exact_support_of_every_box) {
    Random random(4);
    for (int repeat = 0; repeat < 1000; ++repeat) {
        const Vector3d lower = random.point(), upper = lower + random.point().cwiseAbs();
        std::vector<double> offsets(largest_k, -1e308);
        dop::widen(6, lower, offsets.data());
        dop::widen(6, upper, offsets.data());
        const Vector3d y = random.direction();
        double support = 0;
        for (int axis = 0; axis < 3; ++axis) {
            support += y[axis] * (y[axis] < 0 ? lower : upper)[axis];
        }
        EXPECT_NEAR(bound(dop::combination(6, y), offsets.data()), support, 1e-15);
    }
}

// ---- volumes
// -------------------------------------------------------------------------------------

using FloatOffsets = std::array<float, largest_k>;

FloatOffsets tight(int k, const std::vector<Vector3d>& points) {
    std::vector<double> offsets(largest_k, -1e308);
    for (const Vector3d& p : points) dop::widen(k, p, offsets.data());
    FloatOffsets made{};
    for (std::size_t i = 0; i < static_cast<std::size_t>(k); ++i) {
        made[i] = static_cast<float>(offsets[i]);
    }
    return made;
}

std::vector<Vector3d> corners_of_box(const Vector3d& lower, const Vector3d& upper) {
    std::vector<Vector3d> corners;
    for (int bits = 0; bits < 8; ++bits) {
        corners.emplace_back((bits & 1) != 0 ? upper[0] : lower[0],
                             (bits & 2) != 0 ? upper[1] : lower[1],
                             (bits & 4) != 0 ? upper[2] : lower[2]);
    }
    return corners;
}

/// The offset along all normals with so many coordinates that are not zero.
void set(int k, int nonzero, double offset, FloatOffsets& offsets) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(k); ++i) {
        const Vector3d& n = dop::normals(k)[i];
        if ((n.array() != 0).count() == nonzero) offsets[i] = static_cast<float>(offset);
    }
}

/// How many of 400,000 points strewn over [-2, 2]^3 lie inside: good to 0.015, one deviation.
double volume_by_counting(int k, const FloatOffsets& offsets) {
    constexpr int count = 400000;
    Random random(7);
    int inside = 0;
    for (int i = 0; i < count; ++i) {
        const Vector3d p = random.point(2);
        bool in = true;
        for (std::size_t j = 0; in && j < static_cast<std::size_t>(k); ++j) {
            in = dop::normals(k)[j].dot(p) <= static_cast<double>(offsets[j]);
        }
        inside += in ? 1 : 0;
    }
    return 64.0 * inside / count;
}

TEST(dop_volume, of_a_box_is_that_of_the_box) {
    // Every other direction touches it in an edge or a corner. Its own planes coincide with the box
    // that the computation starts from: they once counted twice.
    for (const int k : {6, 14, 18, 26}) {
        EXPECT_NEAR(dop::volume(k, tight(k, corners_of_box({-1, -1, -1}, {1, 1, 1})).data()), 8,
                    1e-5)
            << k;
        EXPECT_NEAR(dop::volume(k, tight(k, corners_of_box({-1, 0, 0.5}, {1, 0.25, 0.75})).data()),
                    0.125, 1e-6)
            << k;
    }
}

TEST(dop_volume, of_the_octahedron) {
    FloatOffsets offsets{};
    set(8, 3, 1, offsets);  // |x| + |y| + |z| <= sqrt(3)
    EXPECT_NEAR(dop::volume(8, offsets.data()), 4 * std::numbers::sqrt3, 1e-6);
}

TEST(dop_volume, of_a_cube_with_corners_cut_off) {
    for (const double cut : {0.0, 0.25, 1.0}) {  // the legs of the corners; at 1, a cuboctahedron
        FloatOffsets offsets{};
        set(14, 1, 1, offsets);
        set(14, 3, (3 - cut) / std::numbers::sqrt3, offsets);
        EXPECT_NEAR(dop::volume(14, offsets.data()), 8 - 8 * cut * cut * cut / 6, 1e-5) << cut;
    }
}

TEST(dop_volume, of_the_rhombic_dodecahedron) {
    for (const double axes : {1.0, 1.5}) {  // planes that touch it in its corners, or not at all
        FloatOffsets offsets{};
        set(18, 1, axes, offsets);
        set(18, 2, 1 / std::numbers::sqrt2, offsets);
        EXPECT_NEAR(dop::volume(18, offsets.data()), 2, 1e-6) << axes;
    }
}

TEST(dop_volume, of_random_dops_agrees_with_counting) {
    Random random(5);
    for (const int k : all_k) {
        for (int repeat = 0; repeat < 4; ++repeat) {
            FloatOffsets offsets{};
            for (float& offset : offsets) offset = static_cast<float>(random.uniform(0.3, 1.1));
            EXPECT_NEAR(dop::volume(k, offsets.data()), volume_by_counting(k, offsets), 0.06) << k;
        }
    }
}

TEST(dop_volume, of_what_is_flat_or_empty_is_zero) {
    for (const int k : all_k) {
        EXPECT_EQ(dop::volume(k, tight(k, {{0.5, 0.25, -0.5}}).data()), 0) << k;
        const FloatOffsets square = tight(k, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}});
        if (k != 8) {
            EXPECT_EQ(dop::volume(k, square.data()), 0) << k;
        }
        FloatOffsets nothing{};
        nothing.fill(-1);
        EXPECT_EQ(dop::volume(k, nothing.data()), 0) << k;
        nothing.fill(1);
        nothing[0] = -0.75F;  // crosses the half spaces to its sides, beyond the one behind
        nothing[static_cast<std::size_t>(k) / 2] = 0.5F;
        EXPECT_EQ(dop::volume(k, nothing.data()), 0) << k;
    }
}

TEST(dop_volume, scales_with_the_cube_of_the_length) {
    Random random(6);
    for (const int k : all_k) {
        FloatOffsets offsets{}, small{};
        for (std::size_t i = 0; i < offsets.size(); ++i) {
            offsets[i] = static_cast<float>(random.uniform(0.3, 1.1));
            small[i] = offsets[i] * 0x1p-20F;
        }
        EXPECT_NEAR(dop::volume(k, small.data()) * 0x1p60, dop::volume(k, offsets.data()), 1e-12);
    }
}

}  // namespace
}  // namespace swept::papers::zachmann::test
