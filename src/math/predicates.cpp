#include "math/predicates.h"

#include <algorithm>
#include <initializer_list>
#include <span>

#include "math/expansion.h"
#include "math/wide_integer.h"

namespace swept::exact {
namespace {

// Every input is a multiple of g, its last bit, and every partial product of three differences one
// of g^3. With |x| >= 2^-300 or x = 0, g >= 2^-352 and g^3 >= 2^-1056 is a double: nothing
// underflows. With |x| <= 2^300 nothing overflows, also not in Dekker's split.
bool in_expansion_range(std::span<const double> values) {
    return std::ranges::all_of(values, [](double x) {
        const double size = std::abs(x);
        return size <= 0x1p300 && (size >= 0x1p-300 || size == 0);
    });
}

/// The exponent of the last bit of the smallest value.
int last_bit(std::span<const double> values) {
    int exponent = 1100;
    for (const double x : values) {
        if (x == 0) continue;
        int e = 0;
        std::frexp(x, &e);
        exponent = std::min(exponent, std::max(e - 53, -1074));
    }
    return exponent;
}

/// Differences of doubles as expansions, or as integers over a common power of two.
struct AsExpansions {
    explicit AsExpansions(std::span<const double> /*values*/) {}
    [[nodiscard]] Expansion<2> difference(double x, double y) const {
        return Expansion<2>(two_difference(x, y));
    }
};

struct AsIntegers {
    int exponent;
    explicit AsIntegers(std::span<const double> values) : exponent(last_bit(values)) {}
    [[nodiscard]] WideInteger difference(double x, double y) const {
        return WideInteger::from_double(x, exponent) - WideInteger::from_double(y, exponent);
    }
};

/// The points a, b, c, head and base: the last three coordinates are what the fourth point is a
/// difference from; those of the second and third are from the first.
double base_of(std::span<const double> v, std::size_t point, std::size_t axis) {
    return v[point == 3 ? 12 + axis : axis];
}

template <class Arithmetic>
int turn_in(std::span<const double> v) {
    const Arithmetic with(v);
    const auto difference = [&](std::size_t point, std::size_t axis) {
        return with.difference(v[3 * point + axis], base_of(v, point, axis));
    };
    const auto bx = difference(1, 0), by = difference(1, 1), bz = difference(1, 2);
    const auto cx = difference(2, 0), cy = difference(2, 1), cz = difference(2, 2);
    const auto dx = difference(3, 0), dy = difference(3, 1), dz = difference(3, 2);
    const auto x_part = (cx * dy - cy * dx) * bz;
    const auto y_part = (dx * by - dy * bx) * cz;
    const auto z_part = (bx * cy - by * cx) * dz;
    return (x_part + y_part + z_part).sign();
}

template <class Arithmetic>
int orient2d_in(std::span<const double> v) {
    const Arithmetic with(v);
    const auto left = with.difference(v[2], v[0]) * with.difference(v[5], v[1]);
    const auto right = with.difference(v[3], v[1]) * with.difference(v[4], v[0]);
    return (left - right).sign();
}

/// A double with its two halves, so that its products need no further splits.
struct Factor {
    double value;
    double tail;  // what rounding took from the difference that value is
    double high;
    double low;

    Factor(double x, double y) {
        const auto [difference, error] = two_difference(x, y);
        const auto [upper, lower] = split(difference);
        value = difference;
        tail = error;
        high = upper;
        low = lower;
    }
};

TwoTerms product(const Factor& x, const Factor& y) {
    const double p = x.value * y.value;
    return {p, x.low * y.low - (((p - x.high * y.high) - x.low * y.high) - x.high * y.low)};
}

/// x y - z w to about twice the precision of double.
TwoTerms minor(const Factor& x, const Factor& y, const Factor& z, const Factor& w) {
    const TwoTerms left = product(x, y), right = product(z, w);
    const TwoTerms difference = two_difference(left.sum, right.sum);
    return {difference.sum, difference.error + (left.error - right.error)};
}

/// What the tails add to a minor, to first order.
double minor_of_tails(const Factor& x, const Factor& y, const Factor& z, const Factor& w) {
    return (x.value * y.tail + x.tail * y.value) - (z.value * w.tail + z.tail * w.value);
}

/// m f, and to first order what the tails of both add.
TwoTerms term(TwoTerms m, double m_tail, const Factor& f) {
    const TwoTerms p = two_product(m.sum, f.value);
    return {p.sum, p.error + (m.error * f.value + (m_tail * f.value + m.sum * f.tail))};
}

/// The sign in about twice the precision of double, for points that are coplanar but for their
/// rounding: faces of nearly every smooth mesh. 0 when it is not certain. The error is below 64 u^2
/// times the permanent: tails of second order 3 u^2, rounding of those of first order 8 u times 3
/// u, the minors 4 u^2 each, the sums as much. The bound takes twice that; the guards keep what
/// underflows, at most 2^-767, far below it.
int turn_doubled(std::span<const double> v) {
    const auto factor = [&](std::size_t point, std::size_t axis) {
        return Factor(v[3 * point + axis], base_of(v, point, axis));
    };
    const Factor bx = factor(1, 0), by = factor(1, 1), bz = factor(1, 2);
    const Factor cx = factor(2, 0), cy = factor(2, 1), cz = factor(2, 2);
    const Factor dx = factor(3, 0), dy = factor(3, 1), dz = factor(3, 2);
    const TwoTerms t = term(minor(cx, dy, cy, dx), minor_of_tails(cx, dy, cy, dx), bz);
    const TwoTerms r = term(minor(dx, by, dy, bx), minor_of_tails(dx, by, dy, bx), cz);
    const TwoTerms q = term(minor(bx, cy, by, cx), minor_of_tails(bx, cy, by, cx), dz);
    const TwoTerms tr = two_sum(t.sum, r.sum);
    const TwoTerms trq = two_sum(tr.sum, q.sum);
    const double determinant = trq.sum + (trq.error + (tr.error + (t.error + (r.error + q.error))));
    const auto size = [](const Factor& x, const Factor& y) { return std::abs(x.value * y.value); };
    const double permanent = (size(cx, dy) + size(cy, dx)) * std::abs(bz.value) +
                             (size(dx, by) + size(dy, bx)) * std::abs(cz.value) +
                             (size(bx, cy) + size(by, cx)) * std::abs(dz.value);
    constexpr double u = tolerance::unit_roundoff;
    if (!(permanent > 0x1p-590)) return 0;
    if (!(std::abs(determinant) > 128 * u * u * permanent)) return 0;
    return determinant > 0 ? 1 : -1;
}

}  // namespace

int turn_exact(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c,
               const Eigen::Vector3d& head, const Eigen::Vector3d& base) {
    // The common way to be coplanar, and free: one coordinate shared by all.
    for (int axis = 0; axis < 3; ++axis) {
        if (a[axis] == b[axis] && a[axis] == c[axis] && head[axis] == base[axis]) return 0;
    }
    const double v[] = {a[0], a[1],    a[2],    b[0],    b[1],    b[2],    c[0],   c[1],
                        c[2], head[0], head[1], head[2], base[0], base[1], base[2]};
    const bool moderate = std::ranges::all_of(v, [](double x) { return std::abs(x) <= 0x1p300; });
    if (moderate) {
        if (const int sign = turn_doubled(v); sign != 0) return sign;
    }
    return in_expansion_range(v) ? turn_in<AsExpansions>(v) : turn_in<AsIntegers>(v);
}

int orient3d_exact(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c,
                   const Eigen::Vector3d& d) {
    return turn_exact(a, b, c, d, a);
}

int orient2d_exact(Point2 a, Point2 b, Point2 c) {
    if ((a.x == b.x && a.x == c.x) || (a.y == b.y && a.y == c.y)) return 0;
    const double v[] = {a.x, a.y, b.x, b.y, c.x, c.y};
    return in_expansion_range(v) ? orient2d_in<AsExpansions>(v) : orient2d_in<AsIntegers>(v);
}

}  // namespace swept::exact
