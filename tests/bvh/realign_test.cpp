// No point is cut off when a box is realigned: random and special rotations of points, needles,
// slabs, triangles and clouds, judged in extended precision without any tolerance. The slack that
// the realignment adds for its own rounding is 2^-19 of what it handles, so a judge with 64 bits
// has nothing to decide at its own limit.

#include "bvh/realign.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "core/inside.h"
#include "tests/bvh/samples.h"

namespace swept::test {
namespace {

using Eigen::AngleAxisd;
using Eigen::Matrix3d;
using FloatOffsets = std::array<float, Tree::sides>;
using LongVector = Eigen::Matrix<long double, 3, 1>;

/// The least single-precision numbers that are not below the offsets of the points.
FloatOffsets tight(const Corners& points) {
    FloatOffsets offsets;
    offsets.fill(Tree::absent);
    for (std::size_t i = 0; i < Tree::sides; ++i) {
        const LongVector n = side_normal(i).cast<long double>();
        for (const Vector3d& p : points) {
            const long double along = n.dot(p.cast<long double>());
            auto offset = static_cast<float>(along);
            if (static_cast<long double>(offset) < along) {
                offset = std::nextafter(offset, std::numeric_limits<float>::infinity());
            }
            offsets[i] = std::max(offsets[i], offset);
        }
    }
    return offsets;
}

/// Points of [-1, 1]^3 as the faces of a tree may have them.
std::vector<Corners> shapes(Random& random) {
    std::vector<Corners> made;
    made.push_back({Vector3d::Zero()});
    made.push_back({random.point()});
    made.push_back({{1, 1, 1}, {-1, -1, -1}});                           // a needle
    made.push_back({random.point(), random.point()});                    // another
    made.push_back({{1, 0, 0}, {-1, 1e-9, 0}});                          // along an axis
    made.push_back({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}});    // a slab
    made.push_back({{1, 1, -1}, {-1, 1, 1}, {1, -1, 1}, {-1, -1, -1}});  // half a cube
    made.push_back({random.point(), random.point(), random.point()});    // a triangle
    const Vector3d corner = random.point(0.9);
    made.push_back({corner, corner + random.point(1e-3), corner + random.point(1e-6)});  // a sliver
    const Vector3d u = random.direction(), v = random.direction();
    made.push_back({u / 2, v / 2, (u + v) / 2, (u - v) / 2});  // a slanted slab
    made.emplace_back();
    for (int i = 0; i < 12; ++i) made.back().push_back(random.point());  // a cloud
    return made;
}

std::vector<Matrix3d> rotations(Random& random) {
    constexpr double pi = std::numbers::pi;
    std::vector<Matrix3d> made{Matrix3d::Identity()};
    for (const double angle : {pi / 2, pi, pi / 4, 1e-3, 1e-8, 1e-16, -1e-300}) {
        for (int axis = 0; axis < 3; ++axis) {
            made.emplace_back(AngleAxisd(angle, Vector3d::Unit(axis)));
        }
        made.emplace_back(AngleAxisd(angle, Vector3d(1, 1, 1).normalized()));
        made.emplace_back(AngleAxisd(angle, Vector3d(1, 1, 0).normalized()));
    }
    // Turns that exchange axes, exactly.
    made.emplace_back(Matrix3d{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}});
    made.emplace_back(Matrix3d{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}});
    for (int i = 0; i < 40; ++i) {
        made.emplace_back(AngleAxisd(random.uniform(-pi, pi), random.direction()));
    }
    return made;
}

/// How far the realigned box reaches beyond the moved points, at the least; negative: it cuts.
long double least_excess(const FloatOffsets& realigned, const Matrix3d& m, const Vector3d& o,
                         const Corners& points) {
    long double least = std::numeric_limits<long double>::infinity();
    for (const Vector3d& p : points) {
        const LongVector moved =
            m.cast<long double>() * p.cast<long double>() + o.cast<long double>();
        for (std::size_t i = 0; i < Tree::sides; ++i) {
            const LongVector n = side_normal(i).cast<long double>();
            least = std::min(least, static_cast<long double>(realigned[i]) - n.dot(moved));
        }
    }
    return least;
}

FloatOffsets realigned(const Matrix3d& m, const Vector3d& o, double slack,
                       const FloatOffsets& offsets) {
    FloatOffsets moved{};
    realign(make_realignment(m, o, slack), offsets.data(), moved.data());
    return moved;
}

TEST(realign, cuts_off_no_point_of_any_shape_in_any_rotation) {
    Random random(1);
    int cases = 0;
    for (const Matrix3d& rotation : rotations(random)) {
        for (const double ratio : {1.0, 0.3, 1e-6, 1e-3, 7.0, 1e3, 1e6}) {
            const Matrix3d m = rotation * ratio;
            const Vector3d o = random.point(random.uniform(0, 3) * (1 + ratio));
            for (const Corners& shape : shapes(random)) {
                FloatOffsets offsets = tight(shape);
                ASSERT_GE(least_excess(realigned(m, o, 0, offsets), m, o, shape), 0)
                    << "ratio " << ratio << "\n"
                    << rotation;
                for (float& offset : offsets) {  // a loose one, within what nodes can hold
                    offset = std::min(offset + static_cast<float>(random.uniform(0, 0.3)), 1.75F);
                }
                ASSERT_GE(least_excess(realigned(m, o, 0, offsets), m, o, shape), 0)
                    << "loose, ratio " << ratio << "\n"
                    << rotation;
                cases += 2;
            }
        }
    }
    EXPECT_GT(cases, 10000);
}

TEST(realign, an_unturned_box_stays_as_it_is_but_for_the_slack) {
    Random random(5);
    for (const Corners& shape : shapes(random)) {
        const FloatOffsets offsets = tight(shape);
        const FloatOffsets moved = realigned(Matrix3d::Identity(), Vector3d::Zero(), 0, offsets);
        for (std::size_t i = 0; i < Tree::sides; ++i) {
            EXPECT_GT(moved[i], offsets[i]);
            EXPECT_LT(moved[i], offsets[i] + 2e-5F);
        }
    }
}

TEST(realign, slack_widens_every_direction) {
    Random random(6);
    const Corners shape{random.point(), random.point()};
    const Matrix3d m = AngleAxisd(1, random.direction()).toRotationMatrix();
    const FloatOffsets narrow = realigned(m, {0.5, 0, 0}, 0, tight(shape));
    const FloatOffsets wide = realigned(m, {0.5, 0, 0}, 0.25, tight(shape));
    for (std::size_t i = 0; i < Tree::sides; ++i) {
        EXPECT_NEAR(wide[i] - narrow[i], 0.25, 1e-6);
    }
}

TEST(realign, a_shift_that_nearly_cancels_along_a_direction_cuts_nothing_off) {
    // n.o of (1e12, -1e12, 0) is small, its rounding is not. Only rationals can judge here.
    Random random(7);
    for (int repeat = 0; repeat < 30; ++repeat) {
        const double far = std::exp(random.uniform(10, 35));
        Vector3d o = random.point(2);
        o[repeat % 3] += far;
        o[(repeat + 1) % 3] -= far;
        const Vector3d p = random.point();
        const FloatOffsets moved = realigned(Matrix3d::Identity(), o, 0, tight({p}));
        for (std::size_t i = 0; i < Tree::sides; ++i) {
            const oracle::RationalVector n = oracle::rational(side_normal(i));
            const oracle::Rational along =
                oracle::dot(n, oracle::rational(p)) + oracle::dot(n, oracle::rational(o));
            ASSERT_GE(oracle::Rational(static_cast<double>(moved[i])), along) << far;
        }
    }
}

// ---- far beyond what single precision holds
// --------------------------------------------------------

/// What comparing DOPs needs: a bound, or one so far out that nothing is apart because of it. And
/// no child that is not there can look present beside it.
void expect_usable(const FloatOffsets& moved, const Matrix3d& m, const Vector3d& o,
                   const Vector3d& p, bool apart_when_far) {
    const Vector3d at = m * p + o;
    for (std::size_t i = 0; i < Tree::sides; ++i) {
        ASSERT_TRUE(std::isfinite(moved[i]));
        ASSERT_LT(moved[i] + Tree::absent, 0);
        const double along = side_normal(i).dot(at);
        if (moved[i] < 1e17F && along > -1e17) {
            ASSERT_GE(static_cast<double>(moved[i]), along) << m << "\n" << o;
        }
        if (apart_when_far && along <= -1e18 - 1e-6 * o.norm()) {
            ASSERT_LT(moved[i], -1e17F);
        }
    }
}

TEST(realign, sizes_and_places_of_any_magnitude_stay_finite_and_safe) {
    Random random(8);
    for (const double ratio : {1e-300, 1e-60, 1e-39, 1e-20, 1.0, 1e10, 1e20, 1e39, 1e300}) {
        for (const double far : {0.0, 1e-300, 1.0, 1e10, 1e20, 1e30, 1e40, 1e300}) {
            for (int repeat = 0; repeat < 10; ++repeat) {
                const Matrix3d m =
                    ratio * AngleAxisd(random.uniform(0, 3), random.direction()).toRotationMatrix();
                const Vector3d o = random.point() * far;
                const Vector3d p = random.point();
                expect_usable(realigned(m, o, 0, tight({p})), m, o, p, ratio < 1e11);
                expect_usable(realigned(m, o, 1e300, tight({p})), m, o, p, false);
            }
        }
    }
}

TEST(realign, numbers_beyond_doubles_bound_nothing) {
    const double infinity = std::numeric_limits<double>::infinity();
    const FloatOffsets offsets = tight({{0.5, 0.5, 0.5}});
    const FloatOffsets moved =
        realigned(Matrix3d::Identity(), {infinity, -infinity, 0}, infinity, offsets);
    for (std::size_t i = 0; i < Tree::sides; ++i) {
        EXPECT_GE(moved[i], 1e17F);
        EXPECT_LT(moved[i] + Tree::absent, 0);
    }
}

}  // namespace
}  // namespace swept::test
