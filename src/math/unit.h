#pragma once

// Vectors and quaternions of unit length, as close to it as doubles allow. The excess over length 1
// is computed without rounding, so that what is already of unit length stays as it is, bit for bit:
// normalising twice is normalising once.

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "core/assert.h"
#include "core/namespaces.h"
#include "math/expansion.h"
#include "swept/geometry.h"
#include "swept/tolerance.h"

namespace swept::math_detail {

/// |v|^2 - 1 for a v near unit length, with an error of order u^2.
template <class Derived>
[[nodiscard]] double excess_length_sq(const Eigen::DenseBase<Derived>& v) {
    double sum = -1;
    double error = 0;
    for (Eigen::Index i = 0; i < v.size(); ++i) {
        const exact::TwoTerms square = exact::two_product(v[i], v[i]);
        const exact::TwoTerms next = exact::two_sum(sum, square.sum);
        sum = next.sum;
        error += next.error + square.error;
    }
    return sum + error;
}

/// Round-off bound. What `scaled_to_unit` returns has |v|^2 - 1 within 2u (each component rounded
/// once), and what is within 3u is left alone.
inline constexpr double unit_slack = 3 * tolerance::unit_roundoff;

/// v scaled to unit length, for |v| within 1e-6 of it: 1/sqrt(1 + e) = 1 - e/2 + 3/8 e^2, the next
/// term being below u/10. The correction is added, not multiplied, for one rounding per component.
template <class Vector>
[[nodiscard]] Vector scaled_to_unit(const Vector& v) {
    const double excess = excess_length_sq(v);
    if (std::abs(excess) <= unit_slack) return v;
    SWEPT_ASSERT(std::abs(excess) <= 4 * tolerance::rigid, "so close to unit that a series does");
    return v + v * (excess * (0.375 * excess - 0.5));
}

[[nodiscard]] inline Quaternion normalised(const Quaternion& q) {
    const Eigen::Vector4d coefficients = q.coeffs();
    return Quaternion(scaled_to_unit(coefficients));
}

/// The length, without over- or underflow on the way.
[[nodiscard]] inline double safe_length(const Eigen::Vector3d& v) {
    const double largest = v.cwiseAbs().maxCoeff();
    if (!(largest > 0) || !std::isfinite(largest)) return largest;
    const int exponent = std::ilogb(largest);
    const Eigen::Vector3d scaled = v.unaryExpr([=](double x) { return std::scalbn(x, -exponent); });
    return std::scalbn(scaled.norm(), exponent);
}

/// The length without over- or underflow, in few operations. In place of Eigen's stableNorm, which
/// sums up apart what comes before an aligned address: there the last bit depends on where the
/// vector happens to stand in memory.
[[nodiscard]] inline double stable_length(const Eigen::Vector3d& v) {
    const double largest = v.cwiseAbs().maxCoeff();
    if (!(largest > 0)) return v.cwiseAbs().sum();  // zero, or not a number
    if (largest <= 0x1p-1000 || largest >= 0x1p1000) return safe_length(v);
    const Eigen::Vector3d scaled = v * (1 / largest);
    return largest *
           std::sqrt((scaled[0] * scaled[0] + scaled[1] * scaled[1]) + scaled[2] * scaled[2]);
}

/// The direction of a finite vector of any length but zero.
[[nodiscard]] inline Eigen::Vector3d unit_direction(const Eigen::Vector3d& v) {
    SWEPT_ASSERT(v.allFinite() && !v.isZero(0), "a direction");
    if (std::abs(excess_length_sq(v)) <= unit_slack) return v;
    // A power of two changes no digit, so that directions that differ by one come out the same.
    const int exponent = std::ilogb(v.cwiseAbs().maxCoeff());
    const Eigen::Vector3d scaled = v.unaryExpr([=](double x) { return std::scalbn(x, -exponent); });
    const Eigen::Vector3d nearly_unit = scaled / scaled.norm();
    return scaled_to_unit(nearly_unit);
}

}  // namespace swept::math_detail
