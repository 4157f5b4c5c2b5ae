#pragma once

// The builders that share out a range of things between two children, beside the library's own.
// Each rearranges the range and returns how many go to the first child, at least one and not all.

#include <cstdint>
#include <span>

#include "bvh/split.h"
#include "core/assert.h"

namespace swept::papers::zachmann {

/// The k offsets of every thing, in tree coordinates; for the paper's builder.
struct ItemOffsets {
    int k = 6;
    std::span<const float> offsets;
    [[nodiscard]] const float* of(std::uint32_t index) const {
        SWEPT_ASSERT((std::size_t{index} + 1) * static_cast<unsigned>(k) <= offsets.size(),
                     "k offsets of each thing");
        return offsets.data() + std::size_t{index} * static_cast<unsigned>(k);
    }
};

[[nodiscard]] std::size_t split_longest_axis(std::span<TreeItem> items, const ItemBox& box);
[[nodiscard]] std::size_t split_furthest_pair(std::span<TreeItem> items,
                                              const ItemOffsets& offsets);

}  // namespace swept::papers::zachmann
