#pragma once

// What compilers name differently: bits of masks, and hints to the cache. Plain functions, compiled
// for the plain machine, so that code that is compiled once per instruction set may call them.

#include <bit>
#include <cstdint>

#include "core/namespaces.h"

#if defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
#include <xmmintrin.h>
#endif

namespace swept::core_detail {

/// Number of the lowest bit that is set. Precondition: one is.
inline unsigned lowest_bit(std::uint32_t bits) {
#if defined(__GNUC__) || defined(__clang__)
    if (bits == 0) __builtin_unreachable();  // else every call tests for it
#elif defined(_MSC_VER)
    __assume(bits != 0);
#endif
    return static_cast<unsigned>(std::countr_zero(bits));
}

/// Asks for the cache line of an address that is read soon. Only a hint; any address will do.
inline void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(address);
#elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
    _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T0);
#endif
}

/// The same for an address that is written soon.
inline void prefetch_to_write([[maybe_unused]] void* address) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(address, 1);
#elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
    _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T0);
#endif
}

}  // namespace swept::core_detail
