// The exact predicates against rational arithmetic, where it is hard: points that are coplanar but
// for their rounding, exactly coplanar ones, and coordinates whose products leave the range of
// double.

#include "math/predicates.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "core/inside.h"
#include "math/pluecker.h"
#include "tests/oracle/rational.h"

namespace swept {
namespace {

using Eigen::Vector3d;

struct Quad {
    Vector3d a, b, c, d;
};

/// Counts how the cases fell, so that a test that never meets the hard ones fails.
struct Tally {
    int positive = 0, negative = 0, zero = 0;
    void add(int sign) { ++(sign > 0 ? positive : sign < 0 ? negative : zero); }
};

template <class Make>
Tally compare_orient3d(int cases, const Make& make) {
    Tally tally;
    for (int i = 0; i < cases; ++i) {
        const Quad q = make();
        const int expected = oracle::orient3d(q.a, q.b, q.c, q.d);
        EXPECT_EQ(exact::orient3d(q.a, q.b, q.c, q.d), expected);
        EXPECT_EQ(exact::orient3d(q.b, q.a, q.c, q.d), -expected);
        EXPECT_EQ(exact::orient3d(q.d, q.c, q.b, q.a), expected);
        EXPECT_EQ(exact::orient3d_exact(q.a, q.b, q.c, q.d), expected);
        tally.add(expected);
    }
    return tally;
}

TEST(orient3d, front_is_where_the_corners_run_counter_clockwise) {
    const Vector3d a(0, 0, 0), b(1, 0, 0), c(0, 1, 0);
    EXPECT_EQ(exact::orient3d(a, b, c, Vector3d(0.2, 0.2, 1e-300)), 1);
    EXPECT_EQ(exact::orient3d(a, b, c, Vector3d(0.2, 0.2, -1e-300)), -1);
    EXPECT_EQ(exact::orient3d(a, b, c, Vector3d(7, -3, 0)), 0);
}

TEST(orient3d, agrees_with_rationals_on_a_coarse_grid_where_many_are_coplanar) {
    std::mt19937 random(1);
    std::uniform_int_distribution<int> grid(-2, 2);
    const auto point = [&]() -> Vector3d {
        return Vector3d(grid(random), grid(random), grid(random)) * 0.1;
    };
    const Tally tally =
        compare_orient3d(5000, [&] { return Quad{point(), point(), point(), point()}; });
    EXPECT_GT(tally.zero, 500);
    EXPECT_GT(tally.positive, 1000);
    EXPECT_GT(tally.negative, 1000);
}

TEST(orient3d, agrees_with_rationals_on_points_coplanar_but_for_their_rounding) {
    std::mt19937 random(2);
    std::uniform_real_distribution<double> real(-1, 1);
    const auto point = [&]() -> Vector3d {
        return Vector3d(real(random), real(random), real(random));
    };
    for (const double offset : {0.0, 1.0, 1e6}) {
        const Tally tally = compare_orient3d(2000, [&] {
            const Vector3d shift = Vector3d::Constant(offset);
            const Vector3d a = point() + shift, b = point() + shift, c = point() + shift;
            const double s = real(random), t = real(random);
            return Quad{a, b, c, Vector3d(a + s * (b - a) + t * (c - a))};
        });
        EXPECT_GT(tally.positive, 500) << offset;
        EXPECT_GT(tally.negative, 500) << offset;
    }
}

TEST(orient3d, agrees_with_rationals_one_step_away_from_coplanar) {
    std::mt19937 random(3);
    std::uniform_int_distribution<int> grid(-1000, 1000);
    std::uniform_int_distribution<int> which(0, 2);
    const auto point = [&]() -> Vector3d {
        return Vector3d(grid(random), grid(random), grid(random)) / 64;
    };
    const Tally tally = compare_orient3d(3000, [&] {
        const Vector3d a = point(), b = point(), c = point();
        Vector3d d = a + (b - a) * 0.5 + (c - a) * 0.25;  // exact on this grid
        const int axis = which(random);
        const double infinity = std::numeric_limits<double>::infinity();
        if (which(random) != 0)
            d[axis] = std::nextafter(d[axis], which(random) == 0 ? -infinity : infinity);
        return Quad{a, b, c, d};
    });
    EXPECT_GT(tally.zero, 500);
    EXPECT_GT(tally.positive, 500);
    EXPECT_GT(tally.negative, 500);
}

TEST(orient3d, agrees_with_rationals_over_the_whole_range_of_double) {
    std::mt19937 random(4);
    std::uniform_real_distribution<double> mantissa(-1, 1);
    std::uniform_int_distribution<int> exponent(-1074, 1023);
    std::uniform_int_distribution<int> choice(0, 3);
    const auto number = [&] { return std::ldexp(mantissa(random), exponent(random)); };
    const auto point = [&]() -> Vector3d { return Vector3d(number(), number(), number()); };
    const Tally tally = compare_orient3d(2000, [&] {
        const Vector3d a = point(), b = point(), c = point();
        if (choice(random) != 0) return Quad{a, b, c, point()};
        return Quad{a, b, c, Vector3d(b[0], b[1], b[2])};
    });
    EXPECT_GT(tally.zero, 200);
    EXPECT_GT(tally.positive, 300);
    EXPECT_GT(tally.negative, 300);
}

TEST(orient3d, agrees_with_rationals_where_only_some_differences_are_tiny) {
    // One far point beside three close ones: the largest differences look harmless, their products
    // with the small ones underflow.
    std::mt19937 random(7);
    std::uniform_real_distribution<double> real(-1, 1);
    std::uniform_int_distribution<int> scale(0, 3);
    const double scales[] = {1, 0x1p-290, 0x1p-360, 0x1p-540};
    const auto point = [&]() -> Vector3d {
        return Vector3d(real(random), real(random), real(random)) * scales[scale(random)];
    };
    const Tally tally = compare_orient3d(3000, [&] {
        const Vector3d b = point(), c = point();
        const double s = real(random), t = real(random);
        return Quad{Vector3d::Zero(), b, c, Vector3d(s * b + t * c)};
    });
    EXPECT_GT(tally.positive, 500);
    EXPECT_GT(tally.negative, 500);
}

TEST(orient3d, is_not_fooled_by_products_that_underflow_to_nothing) {
    const double tiny = 1e-200;  // tiny^3 is no double
    EXPECT_EQ(exact::orient3d(Vector3d(0, 0, 0), Vector3d(tiny, 0, 0), Vector3d(0, tiny, 0),
                              Vector3d(0, 0, tiny)),
              1);
    const double least = std::numeric_limits<double>::denorm_min();
    EXPECT_EQ(exact::orient3d(Vector3d(0, 0, 0), Vector3d(least, 0, 0), Vector3d(0, least, 0),
                              Vector3d(0, 0, -least)),
              -1);
    const double most = std::numeric_limits<double>::max();
    EXPECT_EQ(exact::orient3d(Vector3d(-most, -most, -most), Vector3d(most, -most, -most),
                              Vector3d(-most, most, -most), Vector3d(0, 0, most)),
              1);
}

TEST(orient2d, agrees_with_rationals) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> real(-1, 1);
    std::uniform_int_distribution<int> exponent(-1074, 1023);
    std::uniform_int_distribution<int> kind(0, 2);
    Tally tally;
    for (int i = 0; i < 20000; ++i) {
        const auto number = [&] {
            return kind(random) == 0 ? std::ldexp(real(random), exponent(random)) : real(random);
        };
        const double ax = number(), ay = number(), bx = number(), by = number();
        const double t = real(random);
        double cx = ax + t * (bx - ax), cy = ay + t * (by - ay);
        if (kind(random) == 0 || !std::isfinite(cx) || !std::isfinite(cy)) cx = bx, cy = by;
        const int expected = oracle::orient2d(ax, ay, bx, by, cx, cy);
        EXPECT_EQ(exact::orient2d({ax, ay}, {bx, by}, {cx, cy}), expected);
        EXPECT_EQ(exact::orient2d_exact({ax, ay}, {bx, by}, {cx, cy}), expected);
        tally.add(expected);
    }
    EXPECT_GT(tally.zero, 2000);
    EXPECT_GT(tally.positive, 2000);
    EXPECT_GT(tally.negative, 2000);
}

TEST(orient2d, counter_clockwise_seen_from_each_axis_tip) {
    const Vector3d o(0, 0, 0);
    EXPECT_EQ(exact::orient2d(0, o, Vector3d::UnitY(), Vector3d::UnitZ()), 1);
    EXPECT_EQ(exact::orient2d(1, o, Vector3d::UnitZ(), Vector3d::UnitX()), 1);
    EXPECT_EQ(exact::orient2d(2, o, Vector3d::UnitX(), Vector3d::UnitY()), 1);
}

TEST(collinear, only_exactly_on_one_line) {
    const Vector3d a(0.1, 0.2, 0.3), b(0.7, 0.9, 1.1);
    EXPECT_TRUE(exact::collinear(a, b, a));
    EXPECT_TRUE(exact::collinear(Vector3d(0, 0, 0), Vector3d(1, 2, 3), Vector3d(-2, -4, -6)));
    Vector3d off(-2, -4, -6);
    off[1] = std::nextafter(off[1], 0);
    EXPECT_FALSE(exact::collinear(Vector3d(0, 0, 0), Vector3d(1, 2, 3), off));
}

// ---- lines -------------------------------------------------------------------------------------

oracle::Rational exact_sidedness(const Vector3d& a, const Vector3d& b, const Vector3d& c,
                                 const Vector3d& d) {
    using namespace oracle;
    const RationalVector dp = rational(b) - rational(a), dq = rational(d) - rational(c);
    return dot(rational(c) - rational(a), cross(dp, dq));
}

TEST(sidedness, every_form_agrees_with_the_determinant) {
    std::mt19937 random(6);
    std::uniform_real_distribution<double> real(-1, 1);
    constexpr double u = tolerance::unit_roundoff;
    for (int i = 0; i < 2000; ++i) {
        const auto point = [&]() -> Vector3d {
            return Vector3d(real(random), real(random), real(random));
        };
        const Vector3d a = point(), b = point(), c = point(), d = point();
        const double expected = exact_sidedness(a, b, c, d).convert_to<double>();
        // Coordinates below 1: differences below 2, at most 6 products of three, some ten
        // roundings.
        const double bound = 16 * u * 6 * 8;
        EXPECT_NEAR(sidedness(a, b - a, c, d - c), expected, bound);
        const PlueckerLine p = PlueckerLine::through(a, b, Vector3d::Zero());
        const PlueckerLine q = PlueckerLine::through(c, d, Vector3d::Zero());
        EXPECT_NEAR(sidedness(p, q), expected, bound);
        // The paper's own form (docs/derivations/lines.md, "Sidedness").
        const auto x = p.coordinates(), y = q.coordinates();
        const double six =
            x[0] * y[4] + x[1] * y[5] + x[2] * y[3] + x[4] * y[0] + x[5] * y[1] + x[3] * y[2];
        EXPECT_NEAR(six, expected, bound);
        EXPECT_NEAR(x[0] * x[4] + x[1] * x[5] + x[2] * x[3], 0, bound);
        EXPECT_EQ(sidedness_sign(a, b, c, d), exact_sidedness(a, b, c, d).sign());
    }
}

TEST(sidedness, a_path_through_a_polygon_has_all_its_edges_on_one_side) {
    const Vector3d square[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    const auto signs = [&](const Vector3d& from, const Vector3d& to) {
        int least = 1, most = -1;
        for (int i = 0; i < 4; ++i) {
            const int s = sidedness_sign(from, to, square[i], square[(i + 1) % 4]);
            least = std::min(least, s);
            most = std::max(most, s);
        }
        return std::pair(least, most);
    };
    // Front to back, through the inside: all positive (docs/derivations/lines.md, "Through a
    // polygon"); through an edge: one is 0.
    EXPECT_EQ(signs({0.5, 0.5, 1}, {0.4, 0.5, -1}), std::pair(1, 1));
    EXPECT_EQ(signs({0.5, 0.5, -1}, {0.4, 0.5, 1}), std::pair(-1, -1));
    EXPECT_EQ(signs({1, 0.5, 1}, {1, 0.5, -1}), std::pair(0, 1));
    EXPECT_EQ(signs({1.5, 0.5, 1}, {1.5, 0.5, -1}), std::pair(-1, 1));
}

TEST(sidedness, keeps_its_precision_far_from_the_origin) {
    // 0.1 m edges at 1 km: products of world coordinates would lose a factor of thousands
    // (docs/derivations/lines.md, "Sidedness").
    const Vector3d far(1000, -1000, 1000);
    const Vector3d a = far, b = far + Vector3d(0.1, 0, 0), c = far + Vector3d(0.05, -0.05, 0.01),
                   d = far + Vector3d(0.05, 0.05, 0.01);
    const double expected = exact_sidedness(a, b, c, d).convert_to<double>();
    EXPECT_NEAR(sidedness(a, b - a, c, d - c), expected, 1e-15 * 0.1 * 0.1 * 0.1);
}

}  // namespace
}  // namespace swept
