#include "bvh/split.h"

#include <algorithm>
#include <cmath>

#include "core/assert.h"

namespace swept::bvh_detail {

ItemBox centres_of(std::span<const TreeItem> items) {
    ItemBox box;
    for (const TreeItem& item : items) {
        const std::array<float, 3> c{item.centre2(0), item.centre2(1), item.centre2(2)};
        box.add(ItemBox{c, c});
    }
    return box;
}

namespace {

constexpr unsigned bin_count = 16;

struct Bin {
    ItemBox box;
    std::uint32_t count = 0;
};

/// Which bin a centre falls into: monotone in the centre, whatever the rounding.
struct Binning {
    float begin;
    float per_length;
    [[nodiscard]] unsigned of(float centre2) const {
        const auto bin = static_cast<int>((centre2 - begin) * per_length);
        return static_cast<unsigned>(std::clamp(bin, 0, static_cast<int>(bin_count) - 1));
    }
};

struct Split {
    float cost = std::numeric_limits<float>::infinity();
    unsigned axis = 0;
    unsigned bin = 0;  ///< the first of the second child
};

/// The best border between bins: least sum of area times count.
void search(const std::array<Bin, bin_count>& bins, unsigned axis, Split& best) {
    std::array<float, bin_count> first_cost{};
    ItemBox box;
    std::uint32_t count = 0;
    for (unsigned i = 0; i + 1 < bin_count; ++i) {
        box.add(bins[i].box);
        count += bins[i].count;
        first_cost[i + 1] = count == 0 ? -1 : box.half_area() * static_cast<float>(count);
    }
    box = ItemBox{};
    count = 0;
    for (unsigned i = bin_count - 1; i > 0; --i) {
        box.add(bins[i].box);
        count += bins[i].count;
        if (count == 0 || first_cost[i] < 0) continue;
        const float cost = first_cost[i] + box.half_area() * static_cast<float>(count);
        if (cost < best.cost) best = {cost, axis, i};
    }
}

}  // namespace

std::size_t split_by_surface_area(std::span<TreeItem> items) {
    SWEPT_ASSERT(items.size() >= 2, "a single thing is not split");
    const ItemBox centres = centres_of(items);
    std::array<Binning, 3> binning;
    for (unsigned axis = 0; axis < 3; ++axis) {
        const float length = centres.size(axis);
        binning[axis] = {centres.lower[axis],
                         length > 0 ? static_cast<float>(bin_count) / length : 0};
        if (!std::isfinite(binning[axis].per_length)) binning[axis].per_length = 0;
    }
    std::array<std::array<Bin, bin_count>, 3> bins;
    for (const TreeItem& item : items) {
        for (unsigned axis = 0; axis < 3; ++axis) {
            Bin& bin = bins[axis][binning[axis].of(item.centre2(axis))];
            bin.box.add(item);
            ++bin.count;
        }
    }
    Split best;
    for (unsigned axis = 0; axis < 3; ++axis) search(bins[axis], axis, best);
    if (best.bin == 0) return split_evenly(items);  // all centres in one bin
    return partitioned(items, [&](const TreeItem& item) {
        return binning[best.axis].of(item.centre2(best.axis)) < best.bin;
    });
}

std::size_t split_evenly(std::span<TreeItem> items) {
    SWEPT_ASSERT(items.size() >= 2, "a single thing is not split");
    const unsigned axis = centres_of(items).longest_axis();
    const std::size_t half = items.size() / 2;
    std::nth_element(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(half), items.end(),
                     [&](const TreeItem& p, const TreeItem& q) {
                         const float cp = p.centre2(axis), cq = q.centre2(axis);
                         return cp != cq ? cp < cq : p.index < q.index;
                     });
    return half;
}

}  // namespace swept::bvh_detail
