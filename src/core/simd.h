// No include guard: Highway compiles a kernel's file, and this header, once per instruction set.
//
// The one way to vector instructions (Highway), chosen at run time. A kernel's file begins with
//
//     #undef HWY_TARGET_INCLUDE
//     #define HWY_TARGET_INCLUDE "math/this_file.cpp"
//     #include "core/simd.h"
//
// then holds the kernel between `#if SWEPT_SIMD`, HWY_BEFORE_NAMESPACE and HWY_AFTER_NAMESPACE, and
// everything else, the scalar twin and the call through HWY_DYNAMIC_DISPATCH, inside `#if
// SWEPT_ONCE`. Model: place.cpp. Rules, so that every machine and SWEPT_SIMD=0 give the same bits:
//
// * A lane does what the scalar twin does, in its order. Mul and Add, never MulAdd: it is fused on
//   AVX2 and not on SSE4. No sums across lanes of doubles.
// * ScalableTag only, any number of lanes: the lowest target has one. The rest that does not fill a
//   vector is left to the scalar twin, outside the kernel.
// * No function of another header inside the kernel: an inline function compiled for AVX2 could be
//   the copy that the linker keeps for all. Pass plain pointers and numbers.
// * Each kernel has a test that runs it on every target: simd_targets.h.

#if SWEPT_SIMD
// AVX-512 is left out: our kernels wait for memory, and each target costs a compilation. So is
// SSSE3: machines that have it and not SSE4 are gone. On x86 this leaves AVX2, SSE4 and one lane.
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_AVX3 | HWY_AVX3_DL | HWY_SSSE3)
#endif
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#define SWEPT_ONCE HWY_ONCE
#else
// One lane, compiled once: what is written against row8-inl.h needs no other twin.
#define SWEPT_ONCE 1
#ifndef HWY_NAMESPACE
#define HWY_NAMESPACE one_lane
#define HWY_INLINE inline
#define HWY_NOINLINE inline
#define HWY_BEFORE_NAMESPACE() static_assert(true)
#define HWY_AFTER_NAMESPACE() static_assert(true)
#define HWY_EXPORT(function) static_assert(true)
#define HWY_DYNAMIC_DISPATCH(function) HWY_NAMESPACE::function
#endif
#endif

#ifndef SWEPT_UNROLL
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)  // would compile for minutes
#define SWEPT_UNROLL
#elif defined(__clang__)
#define SWEPT_UNROLL _Pragma("unroll 9")
#elif defined(__GNUC__)
#define SWEPT_UNROLL _Pragma("GCC unroll 9")
#else
#define SWEPT_UNROLL
#endif
#endif
