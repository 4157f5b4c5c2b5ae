#pragma once

// Sine, cosine, arc tangent and hypotenuse from + - * / and the square root alone, so that they are
// the same bits on every machine: those of the platform's libm differ in the last one, between
// versions and between processors. Nothing else in the library calls such a function of libm.
//
// Arguments are all doubles. Errors, in units in the last place of the result, proven in
// docs/derivations/elementary.md and judged by MPFR in tests/math/elementary_test.cpp:
// elementary_ulps. Signs of zeros, infinities and NaN are as in C (Annex F). sin and atan2 are odd
// in x and y, cos is even, hypot symmetric, to the last bit.

#include "swept/export.h"
#include "swept/geometry.h"

namespace swept::math {

/// Proven bounds of the errors, in units in the last place: below 1, what error bounds of the
/// library count on.
struct ElementaryUlps {
    double sin = 0.94, cos = 0.94, atan2 = 0.51, hypot = 0.51;
    double hypot_below_normal = 1.01;  ///< where the result is below 2^-1022
};
inline constexpr ElementaryUlps elementary_ulps;

struct SineCosine {
    double sine, cosine;
};

[[nodiscard]] SWEPT_API double sin(double angle);
[[nodiscard]] SWEPT_API double cos(double angle);
/// Both, for little more than one: the same bits as sin and cos.
[[nodiscard]] SWEPT_API SineCosine sin_cos(double angle);
/// The angle of (x, y), from -pi to pi.
[[nodiscard]] SWEPT_API double atan2(double y, double x);
[[nodiscard]] inline double atan(double slope) {
    return atan2(slope, 1);
}
[[nodiscard]] SWEPT_API double hypot(double x, double y);

/// The rotation by an angle about a unit axis. Eigen's AngleAxis would call libm, here and below.
[[nodiscard]] SWEPT_API Quaternion rotation_about(const Eigen::Vector3d& unit_axis, double angle);
/// Axis times angle, 0 to pi, of a unit quaternion.
[[nodiscard]] SWEPT_API Eigen::Vector3d rotation_vector(const Quaternion& rotation);

}  // namespace swept::math
