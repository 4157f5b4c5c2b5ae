#pragma once

// Large arrays that are written once from front to back spend half of the time in page faults, and
// those that are read here and there wait for the addresses of pages. Pages of 2 MB make both rare.
// Only a hint: nothing depends on it.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#include "core/namespaces.h"
#endif

namespace swept::core_detail {

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

/// Puts arrays of 2 MB and more onto pages of that size from their first byte on.
template <class T>
struct HugeAllocator {
    using value_type = T;
    static constexpr std::size_t page = std::size_t{2} << 20;

    HugeAllocator() = default;
    template <class U>
    HugeAllocator(const HugeAllocator<U>& /*other*/) {}  // NOLINT: containers convert it

    [[nodiscard]] T* allocate(std::size_t count) {
        const std::size_t size = count * sizeof(T);
        if (size < page) return std::allocator<T>().allocate(count);
        const std::size_t whole = (size + page - 1) / page * page;
        void* block = ::operator new(whole, std::align_val_t(page));
#ifdef __linux__
        madvise(block, whole, MADV_HUGEPAGE);
#endif
        return static_cast<T*>(block);
    }
    void deallocate(T* block, std::size_t count) {
        if (count * sizeof(T) < page) return std::allocator<T>().deallocate(block, count);
        ::operator delete(block, std::align_val_t(page));
    }
    friend bool operator==(const HugeAllocator& /*a*/, const HugeAllocator& /*b*/) { return true; }
};

template <class T>
using HugeVector = std::vector<T, HugeAllocator<T>>;

}  // namespace swept::core_detail
