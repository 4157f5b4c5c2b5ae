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
// NOLINTEND
