#pragma once

// SWEPT_ASSERT(condition, "what the code relies on"): a precondition of an inner function, stated
// where it is used. On where NDEBUG is not defined, or as SWEPT_ASSERTS says: 0 none, 1 the cheap
// ones, 2 SWEPT_ASSERT_SLOW, too, which may cost more than the function itself. Where it is off the
// condition is compiled but never evaluated: no cost, no side effects, no unused variables.
//
// It is for mistakes of ours. What callers, files and meshes may get wrong is an Error
// (swept/result.h); what a query may find is a state of its answer.
//
// A condition with a comma outside parentheses needs parentheses of its own.

#include <Eigen/Core>
#include <cmath>

#include "swept/assert.h"

#ifndef SWEPT_ASSERTS
#ifdef NDEBUG
#define SWEPT_ASSERTS 0
#else
#define SWEPT_ASSERTS 1
#endif
#endif

#define SWEPT_ASSERT_CHECKED(condition, message) \
    ((condition) ? static_cast<void>(0)          \
                 : ::swept::detail::assert_failed({#condition, __FILE__, __LINE__, message}))
#define SWEPT_ASSERT_IGNORED(condition, message) static_cast<void>(sizeof((condition) ? 1 : 0))

#if SWEPT_ASSERTS >= 1
#define SWEPT_ASSERT(condition, message) SWEPT_ASSERT_CHECKED(condition, message)
#else
#define SWEPT_ASSERT(condition, message) SWEPT_ASSERT_IGNORED(condition, message)
#endif

#if SWEPT_ASSERTS >= 2
#define SWEPT_ASSERT_SLOW(condition, message) SWEPT_ASSERT_CHECKED(condition, message)
#else
#define SWEPT_ASSERT_SLOW(condition, message) SWEPT_ASSERT_IGNORED(condition, message)
#endif

namespace swept::detail {

/// Calls the handler.
SWEPT_API void assert_failed(const AssertFailure& failure);

// What many conditions ask. Vectors are of unit length to 1e-9: far above rounding, far below what
// a forgotten normalisation leaves.

template <class Vector>
[[nodiscard]] bool is_unit(const Eigen::MatrixBase<Vector>& v) {
    return std::abs(v.squaredNorm() - 1) <= 1e-9;
}

/// Of unit length, or 0 where there is no direction: of a triangle that is a line.
template <class Vector>
[[nodiscard]] bool is_unit_or_zero(const Eigen::MatrixBase<Vector>& v) {
    return is_unit(v) || v.isZero(0);
}

/// Within [0, 1].
[[nodiscard]] inline bool is_fraction(double f) {
    return f >= 0 && f <= 1;
}

}  // namespace swept::detail
