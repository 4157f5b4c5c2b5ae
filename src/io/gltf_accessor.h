#pragma once

// Access to the numbers of a glTF accessor, with every range checked first: tinygltf checks none.

#include <cstddef>
#include <cstdint>
#include <string>

#include "io/read_context.h"

namespace tinygltf {
class Model;
}

namespace swept::io_detail {

/// Numbers in rows, one row per vertex or index.
struct GltfRows {
    const char* data = nullptr;
    std::uint64_t count = 0;
    std::size_t stride = 0;
    int component_type = 0;
    bool normalized = false;

    [[nodiscard]] double number(std::uint64_t row, std::size_t column) const;
    [[nodiscard]] std::uint32_t index(std::uint64_t row) const;
};

enum class GltfRowKind : std::uint8_t { position, index };

/// Fails if the accessor is not of that kind or reaches past its buffer.
[[nodiscard]] bool find_rows(const tinygltf::Model& model, int accessor, GltfRowKind kind,
                             ReadContext& context, GltfRows& rows);

}  // namespace swept::io_detail
