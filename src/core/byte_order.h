#pragma once

// Numbers from and to the bytes of binary formats.

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace swept::core_detail {

/// The number whose bytes are at `at`, in the order that the format has.
template <class T>
[[nodiscard]] T load(const char* at, std::endian order = std::endian::little) {
    T value;
    std::memcpy(&value, at, sizeof(T));
    if (order == std::endian::native) return value;
    auto bytes = std::bit_cast<std::array<unsigned char, sizeof(T)>>(value);
    std::ranges::reverse(bytes);
    return std::bit_cast<T>(bytes);
}

/// The bytes of a number in little-endian order.
template <class T>
[[nodiscard]] std::array<char, sizeof(T)> little_endian_bytes(T value) {
    auto bytes = std::bit_cast<std::array<char, sizeof(T)>>(value);
    if constexpr (std::endian::native != std::endian::little) {
        std::ranges::reverse(bytes);
    }
    return bytes;
}

}  // namespace swept::core_detail
