#pragma once

// How a range of things is shared out between two children: one function per builder. Each
// rearranges the range and returns how many go to the first child, at least one and not all; the
// same for the same range, so that the tree does not depend on who builds it when.

#include <cstdint>
#include <span>

#include "bvh/tree.h"
#include "core/assert.h"
#include "core/namespaces.h"

namespace swept::bvh_detail {

/// One thing while a tree is built: its box in tree coordinates, rounded outward. 32 bytes, moved
/// as a whole, so that each level of the tree reads memory in order.
struct TreeItem {
    std::array<float, 3> lower;
    std::uint32_t index;  ///< which of the caller's things
    std::array<float, 3> upper;
    std::uint32_t unused;

    /// Twice the centre, along an axis.
    [[nodiscard]] float centre2(unsigned axis) const { return lower[axis] + upper[axis]; }
};
static_assert(sizeof(TreeItem) == 32);

/// A box of several things.
struct ItemBox {
    std::array<float, 3> lower{infinity, infinity, infinity};
    std::array<float, 3> upper{-infinity, -infinity, -infinity};
    static constexpr float infinity = std::numeric_limits<float>::infinity();

    void add(const ItemBox& box) {
        for (std::size_t i = 0; i < 3; ++i) {
            lower[i] = box.lower[i] < lower[i] ? box.lower[i] : lower[i];
            upper[i] = box.upper[i] > upper[i] ? box.upper[i] : upper[i];
        }
    }
    void add(const TreeItem& item) { add(ItemBox{item.lower, item.upper}); }
    [[nodiscard]] float size(std::size_t axis) const { return upper[axis] - lower[axis]; }
    [[nodiscard]] unsigned longest_axis() const {
        const unsigned axis = size(1) > size(0) ? 1 : 0;
        return size(2) > size(axis) ? 2 : axis;
    }
    [[nodiscard]] float half_area() const {
        const float x = size(0), y = size(1), z = size(2);
        return x * y + y * z + z * x;
    }
};

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

[[nodiscard]] std::size_t split_by_surface_area(std::span<TreeItem> items);
[[nodiscard]] std::size_t split_longest_axis(std::span<TreeItem> items, const ItemBox& box);
[[nodiscard]] std::size_t split_furthest_pair(std::span<TreeItem> items,
                                              const ItemOffsets& offsets);
/// Half and half along the longest axis of the centres: always ends in logarithmic depth.
[[nodiscard]] std::size_t split_evenly(std::span<TreeItem> items);

}  // namespace swept::bvh_detail
