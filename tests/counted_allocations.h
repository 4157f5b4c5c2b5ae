#pragma once

// Counts every operator new of the program that includes it, once. Not for sanitizers, which bring
// operators of their own.

#include <atomic>
#include <cstdlib>
#include <new>

inline std::atomic<std::size_t> allocations{0};

// NOLINTBEGIN: replacing the global operators takes what they are made of
void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    ++allocations;
    const auto to = static_cast<std::size_t>(alignment);
    if (void* memory = std::aligned_alloc(to, (size + to - 1) / to * to)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
// NOLINTEND

/// How often a query allocates.
template <class Ask>
std::size_t allocations_of(const Ask& ask) {
    const std::size_t before = allocations;
    ask();
    return allocations - before;
}

/// Asks all questions twice; the second time none of them may allocate more often than this.
/// Returns by how many of the questions more was allocated than allowed.
template <class Ask>
int allocating_once_warm(int questions, std::size_t allowed, const Ask& ask) {
    int found = 0;
    for (int i = 0; i < questions; ++i) (void)allocations_of([&] { ask(i); });
    for (int i = 0; i < questions; ++i) {
        if (allocations_of([&] { ask(i); }) > allowed) ++found;
    }
    return found;
}
