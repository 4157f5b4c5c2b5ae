#pragma once

// Large arrays that are written once from front to back spend half of the time in page faults.
// Pages of 2 MB make them rare. Only a hint: nothing depends on it.

#include <cstddef>
#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace swept::io {

inline void prefer_huge_pages([[maybe_unused]] void* block, [[maybe_unused]] std::size_t size) {
#ifdef __linux__
    constexpr std::size_t page = 4096;
    constexpr std::size_t worth_it = std::size_t{4} << 20;
    if (size < worth_it) return;
    // The hint takes whole pages; those at the ends belong to others as well.
    const std::size_t skipped = (page - reinterpret_cast<std::uintptr_t>(block) % page) % page;
    const std::size_t length = (size - skipped) / page * page;
    madvise(static_cast<char*>(block) + skipped, length, MADV_HUGEPAGE);
#endif
}

}  // namespace swept::io
