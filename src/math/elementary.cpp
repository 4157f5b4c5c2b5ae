#include "math/elementary.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "math/expansion.h"

// Proofs of the bounds: docs/derivations/elementary.md.

namespace swept::math {
namespace {

using exact::two_product;
using exact::two_sum;

/// A number as the sum of two, the second at most half a unit of the first.
struct Double2 {
    double high, low;
};

constexpr Double2 half_pi{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
constexpr double pi_high = 0x1.921fb54442d18p+1, pi_low = 0x1.1a62633145c07p-53;

// ---- sine and cosine

/// An angle less a multiple of pi/2: at most pi/4, but for a rounding.
struct Reduced {
    Double2 rest;
    unsigned quarters;  ///< the multiple, modulo 4
};

/// Up to here the multiple has 20 bits, and its products with parts of pi/2 of 33 bits are exact.
constexpr double largest_direct = 0x1p20;

/// pi/2 in four parts (Cody and Waite): what is left is below 2^-159.
Reduced reduced_direct(double x) {
    constexpr double first = 0x1.921fb544p+0, second = 0x1.0b4611a6p-34;
    constexpr double third = 0x1.3198a2ep-69, fourth = 0x1.b839a252049c1p-104;
    constexpr double per_quarter = 0x1.45f306dc9c883p-1, integers = 0x1.8p52;
    const double k = (x * per_quarter + integers) - integers;  // to the nearest
    const double a = x - k * first;                            // exact: they are close
    const auto [b, error_b] = two_sum(a, -k * second);
    const auto [c, error_c] = two_sum(b, -k * third);
    const auto [high, low] = two_sum(c, (error_b + error_c) - k * fourth);
    return {{high, low}, static_cast<unsigned>(static_cast<int>(k)) & 3U};
}

/// The digits of 2/pi after the point, after two words of zeros before it.
constexpr std::uint32_t two_over_pi[] = {
    0,          0,          0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041,
    0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e,
    0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b,
    0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,
    0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab};

/// A number below 4 in units of 2^-190; the first word has the highest digits.
struct Digits {
    std::uint32_t word[6];

    /// 32 of them from a place on, as an integer.
    [[nodiscard]] std::uint32_t from(unsigned place) const {
        const unsigned i = place / 32, shift = place % 32;
        const std::uint64_t low = i + 1 < 6 ? word[i + 1] : 0;
        return static_cast<std::uint32_t>(((std::uint64_t{word[i]} << 32 | low) << shift) >> 32);
    }
    void negate() {
        std::uint64_t carry = 1;
        for (int i = 5; i >= 0; --i) {
            carry += std::uint64_t{static_cast<std::uint32_t>(~word[i])};
            word[i] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
    }
};

/// m 2^e times 2/pi, modulo 4, for m below 2^53 and e from -64 to 971 (Payne and Hanek): only 192
/// digits of 2/pi matter, for those before them make multiples of 4.
Digits quarters_of(std::uint64_t m, int e) {
    Digits window;
    const unsigned first = static_cast<unsigned>(e - 2 + 64);  // of the digits, in the table
    for (unsigned i = 0; i < 6; ++i) {
        const unsigned place = first + 32 * i, shift = place % 32;
        const std::uint32_t* at = two_over_pi + place / 32;
        const std::uint64_t pair = std::uint64_t{at[0]} << 32 | at[1];
        window.word[i] = static_cast<std::uint32_t>((pair << shift) >> 32);
    }
    const std::uint64_t low = m & 0xffffffffU, high = m >> 32;
    Digits made;
    std::uint64_t carry = 0;  // of all that is below, at most 2^33
    for (int i = 5; i >= 0; --i) {
        const std::uint64_t of_low = low * window.word[i];
        const std::uint64_t of_high = i < 5 ? high * window.word[i + 1] : 0;
        const std::uint64_t sum = (of_low & 0xffffffffU) + (of_high & 0xffffffffU) + carry;
        made.word[i] = static_cast<std::uint32_t>(sum);
        carry = (sum >> 32) + (of_low >> 32) + (of_high >> 32);
    }
    return made;
}

/// Of any finite number from largest_direct on.
Reduced reduced_huge(double x) {
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(std::abs(x));
    const std::uint64_t m = (bits & 0xfffffffffffffU) | 0x10000000000000U;
    Digits digits = quarters_of(m, static_cast<int>(bits >> 52) - 1075);
    unsigned quarters = digits.word[0] >> 30;
    digits.word[0] &= 0x3fffffffU;
    const bool up = (digits.word[0] >> 29) != 0;  // a half or more: the next quarter is nearer
    if (up) {
        ++quarters;
        digits.negate();
        digits.word[0] &= 0x3fffffffU;
    }
    unsigned place = 0;  // of the first digit that is not zero; there is one among the first 64
    while (place < 96 && (digits.word[place / 32] >> (31 - place % 32) & 1U) == 0) ++place;
    // 96 digits from there on, 32 by 32, each exact as a double.
    const double unit = std::bit_cast<double>(std::uint64_t{1023 + 2 - 32 - place} << 52);
    const double a = digits.from(place) * unit, b = digits.from(place + 32) * (unit * 0x1p-32);
    const double c = digits.from(place + 64) * (unit * 0x1p-64);
    const auto [f, f_low] = two_sum(a, b);
    const auto [high, error] = two_product(f, half_pi.high);
    const auto [sum, rest] = two_sum(high, error + (f * half_pi.low + (f_low + c) * half_pi.high));
    const double sign = (x < 0) != up ? -1 : 1;
    return {{sign * sum, sign * rest}, (x < 0 ? 0U - quarters : quarters) & 3U};
}

/// Of finite numbers beyond pi/4.
Reduced reduced(double x) {
    return std::abs(x) < largest_direct ? reduced_direct(x) : reduced_huge(x);
}

/// Taylor's series of sin(r) for |r| up to pi/4, up to r^17.
double sine_of(const Double2& r) {
    const double z = r.high * r.high;
    const double tail =
        -0x1.5555555555555p-3 +
        z * (0x1.1111111111111p-7 +
             z * (-0x1.a01a01a01a01ap-13 +
                  z * (0x1.71de3a556c734p-19 +
                       z * (-0x1.ae64567f544e4p-26 +
                            z * (0x1.6124613a86d09p-33 +
                                 z * (-0x1.ae7f3e733b81fp-41 + z * 0x1.952c77030ad4ap-49))))));
    return r.high + (r.low * (1 - 0.5 * z) + r.high * (z * tail));
}

/// The same of cos(r), up to r^16.
double cosine_of(const Double2& r) {
    const double z = r.high * r.high;
    const double tail =
        0x1.5555555555555p-5 +
        z * (-0x1.6c16c16c16c17p-10 +
             z * (0x1.a01a01a01a01ap-16 +
                  z * (-0x1.27e4fb7789f5cp-22 +
                       z * (0x1.1eed8eff8d898p-29 +
                            z * (-0x1.93974a8c07c9dp-37 + z * 0x1.ae7f3e733b81fp-45)))));
    const double half = 0.5 * z, most = 1 - half;
    return most + (((1 - most) - half) + ((z * z) * tail - r.high * r.low));
}

constexpr double eighth_turn = 0x1.921fb54442d18p-1;  // pi/4
constexpr double tiny_angle = 0x1p-28;                // its sine is itself

double sine_of(const Reduced& r) {
    const double size = (r.quarters & 1U) != 0 ? cosine_of(r.rest) : sine_of(r.rest);
    return (r.quarters & 2U) != 0 ? -size : size;
}
double cosine_of(const Reduced& r) {
    const double size = (r.quarters & 1U) != 0 ? sine_of(r.rest) : cosine_of(r.rest);
    return r.quarters == 1 || r.quarters == 2 ? -size : size;
}

// ---- arc tangent

/// atan(k / 16).
constexpr Double2 atan_of_sixteenths[] = {{0, 0},
                                          {0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60},
                                          {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
                                          {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58},
                                          {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                                          {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57},
                                          {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
                                          {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56},
                                          {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                          {0x1.0657e94db30d0p-1, -0x1.d5b495f6349e6p-56},
                                          {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
                                          {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55},
                                          {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
                                          {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57},
                                          {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
                                          {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56},
                                          {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};

/// The angle of a slope a / b, for 1 <= b < 2 and 2^-61 <= a <= b: that of the nearest sixteenth,
/// c, and of z = (a - c b) / (b + c a), which is at most 1/32.
Double2 angle_of(double a, double b) {
    const int k = static_cast<int>(16 * (a / b) + 0.5);
    const double c = k * 0x1p-4;
    const auto [cb, cb_error] = two_product(c, b);
    const auto [ca, ca_error] = two_product(c, a);
    const auto [over, over_error] = two_sum(a, -cb);
    const auto [under, under_error] = two_sum(b, ca);
    const double z = over / under;
    const auto [zu, zu_error] = two_product(z, under);
    const double rest =
        (((over - zu) - zu_error) + (over_error - cb_error)) - z * (under_error + ca_error);
    const double s = z * z;
    const double tail = -1.0 / 3 + s * (1.0 / 5 + s * (-1.0 / 7 + s * (1.0 / 9 + s * (-1.0 / 11))));
    const auto [high, error] = two_sum(atan_of_sixteenths[k].high, z);
    const double low = error + (atan_of_sixteenths[k].low + (rest / under + z * (s * tail)));
    return {high, low};
}

/// The exponent of a number that is not zero; below normal ones that of the least normal.
int exponent_of(double x) {
    return static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 52 & 0x7ffU) - 1023;
}
/// 2^n, for n from -1022 to 1023.
double power_of_two(int n) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(n + 1023) << 52);
}

/// Of finite numbers, y not negative and not zero.
double angle_up(double y, double x) {
    double a = y, b = std::abs(x);
    const bool steep = a > b;
    if (steep) std::swap(a, b);
    if (b < 0x1p-900) {  // so that neither is below normal numbers by much
        a *= 0x1p120;
        b *= 0x1p120;
    }
    const int exponent = exponent_of(b);
    if (a < b * 0x1p-60) {
        if (steep) return half_pi.high;
        return x < 0 ? pi_high : y / x;
    }
    const double scale = power_of_two(-std::max(std::min(exponent, 1022), -1022));
    const Double2 angle = angle_of(a * scale, b * scale);
    if (!steep && x > 0) return angle.high + angle.low;
    // pi/2 - angle, pi/2 + angle, or pi - angle
    const Double2 from = steep ? half_pi : Double2{pi_high, pi_low};
    const double sign = steep && x < 0 ? 1 : -1;
    const auto [high, error] = two_sum(from.high, sign * angle.high);
    return high + (error + (from.low + sign * angle.low));
}

}  // namespace

double sin(double angle) {
    const double size = std::abs(angle);
    if (size <= eighth_turn) return size < tiny_angle ? angle : sine_of(Double2{angle, 0});
    if (!(size <= std::numeric_limits<double>::max())) return angle - angle;
    return sine_of(reduced(angle));
}

double cos(double angle) {
    const double size = std::abs(angle);
    if (size <= eighth_turn) return cosine_of(Double2{angle, 0});
    if (!(size <= std::numeric_limits<double>::max())) return angle - angle;
    return cosine_of(reduced(angle));
}

SineCosine sin_cos(double angle) {
    const double size = std::abs(angle);
    if (size <= eighth_turn || !(size <= std::numeric_limits<double>::max())) {
        return {sin(angle), cos(angle)};
    }
    const Reduced r = reduced(angle);
    return {sine_of(r), cosine_of(r)};
}

double atan2(double y, double x) {
    const double up = std::abs(y);
    if (std::isnan(x) || std::isnan(y)) return x + y;
    if (up == 0) return std::signbit(x) ? std::copysign(pi_high, y) : y;
    if (std::isinf(x) || std::isinf(y)) {  // as if infinite ones were equal
        const double a = std::isinf(y) ? 1 : 0, b = std::isinf(x) ? std::copysign(1.0, x) : 0;
        if (a == 0) return b < 0 ? std::copysign(pi_high, y) : std::copysign(0.0, y);
        return std::copysign(b == 0 ? half_pi.high : angle_up(a, b), y);
    }
    return std::copysign(angle_up(up, x), y);
}

double hypot(double x, double y) {
    double a = std::max(std::abs(x), std::abs(y)), b = std::min(std::abs(x), std::abs(y));
    if (std::isinf(x) || std::isinf(y)) return std::numeric_limits<double>::infinity();
    if (std::isnan(x) || std::isnan(y)) return x + y;
    if (!(b > a * 0x1p-54)) return a;
    double unit = 1;
    if (a > 0x1p500) {
        unit = 0x1p600;
        a *= 0x1p-600;
        b *= 0x1p-600;
    } else if (b < 0x1p-400) {
        unit = 0x1p-600;
        a *= 0x1p600;
        b *= 0x1p600;
    }
    const auto [aa, aa_error] = two_product(a, a);
    const auto [bb, bb_error] = two_product(b, b);
    const auto [sum, error] = two_sum(aa, bb);
    const double root = std::sqrt(sum);
    const auto [square, square_error] = two_product(root, root);
    const double rest = ((sum - square) - square_error) + (error + (aa_error + bb_error));
    return (root + rest / (2 * root)) * unit;
}

Quaternion rotation_about(const Eigen::Vector3d& unit_axis, double angle) {
    const auto [sine, cosine] = sin_cos(angle / 2);
    return {cosine, sine * unit_axis[0], sine * unit_axis[1], sine * unit_axis[2]};
}

Eigen::Vector3d rotation_vector(const Quaternion& rotation) {
    const Eigen::Vector3d part = rotation.vec();
    const double length = part.norm();
    if (!(length > 0)) return Eigen::Vector3d::Zero();
    const double angle = 2 * atan2(length, std::abs(rotation.w()));
    return part * (rotation.w() < 0 ? -angle / length : angle / length);
}

}  // namespace swept::math
