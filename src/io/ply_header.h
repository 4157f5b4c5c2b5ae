#pragma once

// The header of a PLY file: which elements there are, and of which properties each one consists.

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/read_context.h"

namespace swept::io_detail {

enum class PlyType : std::uint8_t {
    int8,
    uint8,
    int16,
    uint16,
    int32,
    uint32,
    float32,
    float64,
};

/// Bytes of one number in a binary file.
[[nodiscard]] inline std::uint64_t size_of(PlyType type) {
    constexpr std::array<std::uint8_t, 8> sizes = {1, 1, 2, 2, 4, 4, 4, 8};
    return sizes[static_cast<std::size_t>(type)];
}

[[nodiscard]] inline bool is_integer(PlyType type) {
    return type != PlyType::float32 && type != PlyType::float64;
}

struct PlyProperty {
    std::string name;
    PlyType type = PlyType::float32;
    std::optional<PlyType> count_type;  ///< of a list; empty for a single number
    const char* line = nullptr;

    [[nodiscard]] bool is_list() const { return count_type.has_value(); }
};

struct PlyElement {
    std::string name;
    std::uint64_t count = 0;
    std::vector<PlyProperty> properties;
    const char* line = nullptr;
};

struct PlyHeader {
    std::optional<std::endian> byte_order;  ///< empty for text
    std::vector<PlyElement> elements;
    const char* body = nullptr;  ///< the first byte after the header

    [[nodiscard]] bool is_text() const { return !byte_order.has_value(); }
    [[nodiscard]] const PlyElement* find(std::string_view name) const;
};

/// Reads the header, and checks that the elements can be in the bytes that follow.
[[nodiscard]] bool read_ply_header(ReadContext& context, PlyHeader& header);

}  // namespace swept::io_detail
