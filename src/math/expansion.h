#pragma once

// Sums of doubles held exactly (Shewchuk 1997, "Adaptive Precision Floating-Point Arithmetic and
// Fast Robust Geometric Predicates"): an expansion is an unevaluated sum of terms that do not
// overlap, the smallest first, without zeros. All of it rests on round-to-nearest without fused
// operations, and on no product over- or underflowing: the callers see to that.

#include <array>
#include <cmath>
#include <cstddef>

#include "core/assert.h"

namespace swept::exact {

/// x + y = sum + error, exactly.
struct TwoTerms {
    double sum;
    double error;
};

[[nodiscard]] inline TwoTerms two_sum(double x, double y) {
    const double sum = x + y;
    const double y_part = sum - x;
    const double x_part = sum - y_part;
    return {sum, (x - x_part) + (y - y_part)};
}

[[nodiscard]] inline TwoTerms two_difference(double x, double y) {
    return two_sum(x, -y);
}

/// The same for |x| >= |y|, or x = 0.
[[nodiscard]] inline TwoTerms fast_two_sum(double x, double y) {
    SWEPT_ASSERT(x == 0 || !(std::abs(x) < std::abs(y)), "the larger comes first");
    const double sum = x + y;
    return {sum, y - (sum - x)};
}

/// Dekker's split into two halves of 26 bits, whose products are exact.
[[nodiscard]] inline TwoTerms split(double x) {
    const double c = 0x1.0000002p27 * x;
    const double high = c - (c - x);
    return {high, x - high};
}

/// x y = sum + error, exactly. Without fma, so that every machine takes the same way.
[[nodiscard]] inline TwoTerms two_product(double x, double y) {
    const double product = x * y;
    const auto [x_high, x_low] = split(x);
    const auto [y_high, y_low] = split(y);
    const double error =
        x_low * y_low - (((product - x_high * y_high) - x_low * y_high) - x_high * y_low);
    return {product, error};
}

/// An exact sum of at most Capacity terms.
template <std::size_t Capacity>
struct Expansion {
    std::array<double, Capacity> term;
    std::size_t size = 0;

    Expansion() = default;
    explicit Expansion(TwoTerms t)
        requires(Capacity >= 2)
    {
        append(t.error);
        append(t.sum);
    }

    void append(double x) {
        if (x == 0) return;
        SWEPT_ASSERT(size < Capacity, "no more terms than there is room for");
        term[size++] = x;
    }
    /// The largest term decides: the others together are smaller.
    [[nodiscard]] int sign() const {
        if (size == 0) return 0;
        return term[size - 1] > 0 ? 1 : -1;
        SWEPT_ASSERT(size <= Capacity, "no more terms than there is room for");
    }
    /// The sum rounded to double, with a relative error of a few u.
    [[nodiscard]] double estimate() const {
        double sum = 0;
        for (std::size_t i = 0; i < size; ++i) sum += term[i];
        return sum;
    }
    [[nodiscard]] Expansion operator-() const {
        Expansion negated = *this;
        for (std::size_t i = 0; i < size; ++i) negated.term[i] = -term[i];
        return negated;
    }
};

/// a + b: the terms of both merged by magnitude, then summed up from the smallest.
template <std::size_t A, std::size_t B>
[[nodiscard]] Expansion<A + B> operator+(const Expansion<A>& a, const Expansion<B>& b) {
    Expansion<A + B> result;
    std::size_t i = 0;
    std::size_t j = 0;
    const auto next = [&] {
        const bool from_a =
            j == b.size || (i < a.size && std::abs(a.term[i]) < std::abs(b.term[j]));
        return from_a ? a.term[i++] : b.term[j++];
    };
    const std::size_t count = a.size + b.size;
    if (count == 0) return result;
    double running = next();
    for (std::size_t k = 1; k < count; ++k) {
        const auto [sum, error] = two_sum(running, next());
        result.append(error);
        running = sum;
    }
    result.append(running);
    return result;
}

template <std::size_t A, std::size_t B>
[[nodiscard]] Expansion<A + B> operator-(const Expansion<A>& a, const Expansion<B>& b) {
    return a + -b;
}

/// factor * a.
template <std::size_t A>
[[nodiscard]] Expansion<2 * A> scaled(const Expansion<A>& a, double factor) {
    Expansion<2 * A> result;
    if (a.size == 0 || factor == 0) return result;
    auto [running, first_error] = two_product(a.term[0], factor);
    result.append(first_error);
    for (std::size_t i = 1; i < a.size; ++i) {
        const auto [product, product_error] = two_product(a.term[i], factor);
        const auto [middle, middle_error] = two_sum(running, product_error);
        result.append(middle_error);
        const auto [sum, sum_error] = fast_two_sum(product, middle);
        result.append(sum_error);
        running = sum;
    }
    result.append(running);
    return result;
}

/// a * b for a difference of two doubles b.
template <std::size_t A>
[[nodiscard]] Expansion<4 * A> operator*(const Expansion<A>& a, const Expansion<2>& b) {
    Expansion<4 * A> result;
    if (b.size == 0) return result;
    if (b.size == 1) {
        const Expansion<2 * A> one = scaled(a, b.term[0]);
        result.size = one.size;
        for (std::size_t i = 0; i < one.size; ++i) result.term[i] = one.term[i];
        return result;
    }
    return scaled(a, b.term[0]) + scaled(a, b.term[1]);
}

}  // namespace swept::exact
