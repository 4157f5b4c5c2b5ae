#pragma once

// How a range of things is shared out between two children. Each function rearranges the range and
// returns how many go to the first child, at least one and not all; the same for the same range, so
// that the tree does not depend on who builds it when.

#include <algorithm>
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

/// At least expected cost: surface area heuristic.
[[nodiscard]] SWEPT_API std::size_t split_by_surface_area(std::span<TreeItem> items);
/// Half and half along the longest axis of the centres: always ends in logarithmic depth.
[[nodiscard]] SWEPT_API std::size_t split_evenly(std::span<TreeItem> items);

/// The box of the centres, at twice their size.
[[nodiscard]] SWEPT_API ItemBox centres_of(std::span<const TreeItem> items);

/// Moves the items that belong to the first child to the front; how many they are.
template <class Belongs>
std::size_t partitioned(std::span<TreeItem> items, const Belongs& first) {
    const auto rest = std::partition(items.begin(), items.end(), first);
    return static_cast<std::size_t>(rest - items.begin());
}

}  // namespace swept::bvh_detail
