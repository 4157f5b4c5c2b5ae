#pragma once

// In which order the casts of a batch are done: those that start near each other, one after the
// other, find what they need of the tree still in the cache. On a mesh that does not fit there that
// halves the time. The answers do not depend on it.

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "cast/target.h"
#include "core/namespaces.h"

namespace swept::cast_detail {

/// A cell of a curve through the tree's cube that keeps neighbours together (Morton's): seven bits
/// an axis.
[[nodiscard]] inline std::uint32_t cell_of(const Eigen::Vector3d& in_tree) {
    std::uint32_t cell = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const double place = std::clamp((in_tree[axis] + 1) * 64, 0.0, 127.0);  // NaN stays out
        auto bits = static_cast<std::uint32_t>(place);
        bits = (bits | bits << 8) & 0x0000f00fU;
        bits = (bits | bits << 4) & 0x000c30c3U;
        bits = (bits | bits << 2) & 0x00249249U;
        cell |= bits << axis;
    }
    return cell;
}

/// The numbers 0 to count - 1, by the cells of their starts; sorted in two passes of counting.
template <class From>
[[nodiscard]] std::vector<std::uint32_t> order_by_start(const CastTarget& target, std::size_t count,
                                                        const From& from) {
    constexpr std::uint32_t digit_bits = 11, digits = 1U << digit_bits;
    struct Entry {
        std::uint32_t cell, number;
    };
    std::vector<Entry> entries(count), moved(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        entries[i] = {cell_of(target.to_tree(from(i))), i};
    }
    for (const std::uint32_t shift : {0U, digit_bits}) {
        std::array<std::uint32_t, digits + 1> begins{};
        for (const Entry& entry : entries) ++begins[(entry.cell >> shift) % digits + 1];
        for (std::uint32_t i = 0; i < digits; ++i) begins[i + 1] += begins[i];
        for (const Entry& entry : entries) {
            moved[begins[(entry.cell >> shift) % digits]++] = entry;
        }
        entries.swap(moved);
    }
    std::vector<std::uint32_t> order(count);
    for (std::size_t i = 0; i < count; ++i) order[i] = entries[i].number;
    return order;
}

}  // namespace swept::cast_detail
