#include "papers/zachmann/split.h"

#include <algorithm>
#include <vector>

#include "core/assert.h"
#include "papers/zachmann/orientations.h"

namespace swept::papers::zachmann {

// ---- longest axis
// --------------------------------------------------------------------------------

std::size_t split_longest_axis(std::span<TreeItem> items, const ItemBox& box) {
    SWEPT_ASSERT(items.size() >= 2, "a single thing is not split");
    const auto halves = [&](unsigned axis, float middle2) {
        return partitioned(items,
                           [&](const TreeItem& item) { return item.centre2(axis) < middle2; });
    };
    const unsigned axis = box.longest_axis();
    std::size_t first = halves(axis, box.lower[axis] + box.upper[axis]);
    if (first > 0 && first < items.size()) return first;
    // All centres lie in one half: halve what they span.
    const ItemBox centres = centres_of(items);
    const unsigned spread = centres.longest_axis();
    first = halves(spread, centres.lower[spread] + centres.size(spread) / 2);
    return first > 0 && first < items.size() ? first : split_evenly(items);
}

// ---- the paper's
// ---------------------------------------------------------------------------------

namespace {

float distance_sq(const TreeItem& p, const TreeItem& q) {
    float sum = 0;
    for (unsigned axis = 0; axis < 3; ++axis) {
        const float d = p.centre2(axis) - q.centre2(axis);
        sum += d * d;
    }
    return sum;
}

std::size_t furthest_from(std::span<const TreeItem> items, const TreeItem& from) {
    std::size_t best = 0;
    float best_distance = -1;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (const float d = distance_sq(items[i], from); d > best_distance) {
            best = i;
            best_distance = d;
        }
    }
    return best;
}

/// The k-DOP of a child while it grows. The paper says "whichever BV increases less" and not by
/// what measure: we take the sum of the widths along all directions, which also sees flat volumes
/// grow, where the volume itself stays 0.
struct Growing {
    const ItemOffsets& all;
    std::array<float, dop::largest_k> offsets{};
    std::uint32_t count = 1;

    Growing(const ItemOffsets& offsets_of_all, std::uint32_t seed) : all(offsets_of_all) {
        std::copy_n(all.of(seed), all.k, offsets.begin());
    }
    [[nodiscard]] float growth(std::uint32_t index) const {
        const float* other = all.of(index);
        float sum = 0;
        for (int i = 0; i < all.k; ++i) {
            sum += std::max(other[i] - offsets[static_cast<std::size_t>(i)], 0.0F);
        }
        return sum;
    }
    void add(std::uint32_t index) {
        const float* other = all.of(index);
        for (int i = 0; i < all.k; ++i) {
            float& offset = offsets[static_cast<std::size_t>(i)];
            offset = std::max(offset, other[i]);
        }
        ++count;
    }
};

/// The direction most parallel to the line between two centres.
Eigen::Vector3d most_parallel(int k, const TreeItem& p, const TreeItem& q) {
    const Eigen::Vector3d line(static_cast<double>(q.centre2(0) - p.centre2(0)),
                               static_cast<double>(q.centre2(1) - p.centre2(1)),
                               static_cast<double>(q.centre2(2) - p.centre2(2)));
    const auto& normals = dop::normals(k);
    return *std::max_element(
        normals.begin(), normals.begin() + k,
        [&](const auto& m, const auto& n) { return m.dot(line) < n.dot(line); });
}

}  // namespace

// Section 4.2. Two far centres (the furthest from any, then the furthest from that) seed the
// children; the others are sorted along the most parallel direction and go to the child that grows
// less, at a tie to the smaller. The paper says "in turn" and not from where: we take them from
// both ends by turns. From one end on, the first child would swallow nearly all: the next in the
// row is always a small step for it, while the second child is still a seed far away.
std::size_t split_furthest_pair(std::span<TreeItem> items, const ItemOffsets& offsets) {
    SWEPT_ASSERT(items.size() >= 2, "a single thing is not split");
    const TreeItem p = items[furthest_from(items, items.front())];
    const TreeItem q = items[furthest_from(items, p)];
    if (p.index == q.index) return split_evenly(items);  // all centres in one place
    const Eigen::Vector3d along = most_parallel(offsets.k, p, q);
    const auto position = [&](const TreeItem& item) {
        return along[0] * static_cast<double>(item.centre2(0)) +
               along[1] * static_cast<double>(item.centre2(1)) +
               along[2] * static_cast<double>(item.centre2(2));
    };
    std::vector<std::pair<double, std::uint32_t>> sequence(items.size());
    for (std::uint32_t i = 0; i < items.size(); ++i) sequence[i] = {position(items[i]), i};
    std::ranges::sort(sequence, [&](const auto& s, const auto& t) {
        return s.first != t.first ? s.first < t.first
                                  : items[s.second].index < items[t.second].index;
    });
    Growing first(offsets, p.index), second(offsets, q.index);
    std::vector<TreeItem> to_first{p}, to_second{q};
    for (std::size_t i = 0; i < items.size(); ++i) {
        const std::size_t place = i % 2 == 0 ? i / 2 : items.size() - 1 - i / 2;
        const TreeItem& item = items[sequence[place].second];
        if (item.index == p.index || item.index == q.index) continue;
        const float first_growth = first.growth(item.index);
        const float second_growth = second.growth(item.index);
        const bool goes_first = first_growth != second_growth ? first_growth < second_growth
                                                              : first.count <= second.count;
        (goes_first ? first : second).add(item.index);
        (goes_first ? to_first : to_second).push_back(item);
    }
    std::ranges::copy(to_second, std::ranges::copy(to_first, items.begin()).out);
    SWEPT_ASSERT(to_first.size() + to_second.size() == items.size(),
                 "each thing went to one child");
    return to_first.size();
}

}  // namespace swept::papers::zachmann
