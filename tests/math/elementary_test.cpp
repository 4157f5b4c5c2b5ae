// Sine, cosine, arc tangent and hypotenuse against MPFR: the errors are within the bounds that
// docs/derivations/elementary.md proves.

#include "math/elementary.h"
#include "core/inside.h"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

namespace swept {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// A number of MPFR with digits for any double's sine.
class Precise {
   public:
    Precise() { mpfr_init2(value_, 200); }
    explicit Precise(double x) : Precise() { mpfr_set_d(value_, x, MPFR_RNDN); }
    Precise(const Precise&) = delete;
    Precise& operator=(const Precise&) = delete;
    ~Precise() { mpfr_clear(value_); }
    [[nodiscard]] mpfr_ptr get() { return value_; }

    /// By how many units in its last place a double differs from this.
    [[nodiscard]] double ulps_to(double computed) {
        const double nearest = mpfr_get_d(value_, MPFR_RNDN);
        if (!std::isfinite(nearest)) return computed == nearest ? 0 : infinity;
        const int exponent =
            nearest == 0 ? -1022 : std::max(static_cast<int>(mpfr_get_exp(value_)) - 1, -1022);
        mpfr_sub_d(value_, value_, computed, MPFR_RNDN);
        mpfr_mul_2si(value_, value_, 52 - exponent, MPFR_RNDN);
        return std::abs(mpfr_get_d(value_, MPFR_RNDN));
    }

   private:
    mpfr_t value_;
};

double error_of_sin(double x) {
    Precise exact, argument(x);
    mpfr_sin(exact.get(), argument.get(), MPFR_RNDN);
    return exact.ulps_to(math::sin(x));
}
double error_of_cos(double x) {
    Precise exact, argument(x);
    mpfr_cos(exact.get(), argument.get(), MPFR_RNDN);
    return exact.ulps_to(math::cos(x));
}
double error_of_atan2(double y, double x) {
    Precise exact, a(y), b(x);
    mpfr_atan2(exact.get(), a.get(), b.get(), MPFR_RNDN);
    return exact.ulps_to(math::atan2(y, x));
}
double error_of_hypot(double x, double y) {
    Precise exact, a(x), b(y);
    mpfr_hypot(exact.get(), a.get(), b.get(), MPFR_RNDN);
    return exact.ulps_to(math::hypot(x, y));
}

class Random {
   public:
    double uniform(double low, double high) {
        return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
    }
    /// Any finite double, its exponent drawn.
    double any(int least = -1074, int most = 1023) {
        const int exponent = least + static_cast<int>(engine_() % unsigned(most - least + 1));
        const double size = std::ldexp(uniform(1, 2), exponent);
        return (engine_() & 1U) != 0 ? -size : size;
    }
    std::uint64_t integer(std::uint64_t below) { return engine_() % below; }

   private:
    std::mt19937_64 engine_{5};
};

/// A few doubles on each side of a multiple of pi/4, the hard cases of a reduction.
double near_multiple(Random& random, double most) {
    const double k = std::floor(std::exp2(random.uniform(0, std::log2(most))));
    Precise pi;
    mpfr_const_pi(pi.get(), MPFR_RNDN);
    mpfr_mul_d(pi.get(), pi.get(), k / 4, MPFR_RNDN);
    double x = mpfr_get_d(pi.get(), MPFR_RNDN);
    for (std::uint64_t i = random.integer(4); i > 0; --i) x = std::nextafter(x, infinity);
    return random.integer(2) == 0 ? x : -x;
}

TEST(elementary, sine_and_cosine_are_within_their_bounds) {
    Random random;
    double worst_sin = 0, worst_cos = 0;
    for (int i = 0; i < 400000; ++i) {
        const double x = i % 5 == 0   ? random.any()
                         : i % 5 == 1 ? near_multiple(random, i % 2 == 0 ? 0x1p21 : 0x1p53)
                         : i % 5 == 2 ? random.uniform(-1, 1)
                         : i % 5 == 3 ? random.uniform(-10, 10)
                                      : random.any(-30, 40);
        worst_sin = std::max(worst_sin, error_of_sin(x));
        worst_cos = std::max(worst_cos, error_of_cos(x));
        const auto [sine, cosine] = math::sin_cos(x);
        ASSERT_EQ(sine, math::sin(x)) << x;
        ASSERT_EQ(cosine, math::cos(x)) << x;
        ASSERT_EQ(math::sin(-x), -sine) << x;
        ASSERT_EQ(math::cos(-x), cosine) << x;
    }
    EXPECT_LT(worst_sin, math::elementary_ulps.sin);
    EXPECT_LT(worst_cos, math::elementary_ulps.cos);
    EXPECT_GT(worst_sin, 0.6);  // hard cases were among them
    EXPECT_GT(worst_cos, 0.6);
    RecordProperty("worst_sin", std::to_string(worst_sin));
    RecordProperty("worst_cos", std::to_string(worst_cos));
}

// The double that comes closest to a multiple of pi/2, by 2^-60.9, and the closest for the sizes
// about which the reduction changes.
TEST(elementary, arguments_next_to_multiples_of_a_quarter_turn_keep_all_their_digits) {
    for (const double x :
         {0x1.6ac5b262ca1ffp+849, 0x1.6c6cbc45dc8dep+5, 0x1.921fb54442d18p+0, 0x1.921fb54442d18p+1,
          0x1.2d97c7f3321d2p+2, 0x1.921fb54442d18p+20, 0x1.921fb54442d19p+20, 0x1p20,
          std::nextafter(0x1p20, 0), 0x1.fffffffffffffp1023}) {
        EXPECT_LT(error_of_sin(x), math::elementary_ulps.sin) << x;
        EXPECT_LT(error_of_cos(x), math::elementary_ulps.cos) << x;
    }
}

TEST(elementary, sine_and_cosine_are_right_on_both_sides_of_where_the_reduction_changes) {
    Random random;
    for (const double at : {0x1.921fb54442d18p-1, 0x1p-28, 0x1p20, 3 * 0x1.921fb54442d18p-1}) {
        double x = at;
        for (int i = 0; i < 50; ++i) x = std::nextafter(x, 0);
        for (int i = 0; i < 100; ++i, x = std::nextafter(x, infinity)) {
            EXPECT_LT(error_of_sin(x), math::elementary_ulps.sin) << x;
            EXPECT_LT(error_of_cos(x), math::elementary_ulps.cos) << x;
        }
    }
}

TEST(elementary, arc_tangent_is_within_its_bound) {
    Random random;
    double worst = 0;
    for (int i = 0; i < 400000; ++i) {
        double y = random.uniform(-1, 1), x = random.uniform(-1, 1);
        if (i % 4 == 0) y = random.any(), x = random.any();
        if (i % 4 == 1) x = random.any(-60, 60), y = x * random.any(-62, 4);
        if (i % 4 == 2) {  // next to where the table changes its line
            const double slope = (static_cast<double>(random.integer(40)) + 0.5) / 32;
            y = x * slope;
            for (std::uint64_t n = random.integer(4); n > 0; --n) y = std::nextafter(y, infinity);
        }
        const double error = error_of_atan2(y, x);
        worst = std::max(worst, error);
        ASSERT_LT(error, math::elementary_ulps.atan2) << y << ' ' << x;
        ASSERT_EQ(math::atan2(-y, x), -math::atan2(y, x)) << y << ' ' << x;
    }
    EXPECT_GT(worst, 0.49);
    RecordProperty("worst", std::to_string(worst));
}

TEST(elementary, hypotenuse_is_within_its_bound) {
    Random random;
    for (int i = 0; i < 400000; ++i) {
        double x = random.uniform(-1, 1), y = random.uniform(-1, 1);
        if (i % 4 == 0) x = random.any(), y = random.any();
        if (i % 4 == 1) x = random.any(), y = x * random.any(-56, 1);
        if (i % 4 == 2) x = random.any(-1074, -1000), y = random.any(-1074, -1000);
        const double got = math::hypot(x, y);
        ASSERT_LT(error_of_hypot(x, y), got < 0x1p-1022 ? math::elementary_ulps.hypot_below_normal
                                                        : math::elementary_ulps.hypot)
            << x << ' ' << y;
        ASSERT_EQ(math::hypot(y, -x), got) << x << ' ' << y;
    }
    EXPECT_EQ(math::hypot(3, 4), 5);
}

/// The same bits, or both NaN.
void expect_same(double a, double b) {
    EXPECT_TRUE(std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
                (std::isnan(a) && std::isnan(b)))
        << a << ' ' << b;
}

TEST(elementary, zeros_and_infinities_are_as_c_has_them) {
    for (const double x : {0.0, -0.0, infinity, -infinity, nan}) {
        expect_same(math::sin(x), std::sin(x));
        expect_same(math::cos(x), std::cos(x));
        for (const double y : {0.0, -0.0, 1.0, -1.0, infinity, -infinity, nan, 5e-324}) {
            expect_same(math::atan2(y, x), std::atan2(y, x));
            expect_same(math::atan2(x, y), std::atan2(x, y));
            expect_same(math::hypot(y, x), std::hypot(y, x));
        }
    }
    expect_same(math::sin(5e-324), 5e-324);
    expect_same(math::atan2(1, 1), std::numbers::pi / 4);
}

TEST(elementary, rotations_and_their_vectors_belong_together) {
    Random random;
    for (int i = 0; i < 1000; ++i) {
        const Eigen::Vector3d axis =
            Eigen::Vector3d(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0.1, 1))
                .normalized();
        const double angle = random.uniform(0, 3.14);
        const Quaternion made = math::rotation_about(axis, angle);
        EXPECT_LT((math::rotation_vector(made) - angle * axis).norm(), 1e-14);
        const Quaternion negative(-made.w(), -made.x(), -made.y(), -made.z());
        EXPECT_LT((math::rotation_vector(negative) - angle * axis).norm(), 1e-14);
    }
    EXPECT_EQ(math::rotation_vector(Quaternion::Identity()), Eigen::Vector3d::Zero());
}

}  // namespace
}  // namespace swept
