#include "papers/buss/tiles.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace swept::papers::buss {

namespace {

/// So few are looked at one by one.
constexpr std::size_t few = 32;
/// A step is cut from the next one by no more tiles.
constexpr double most_times = 64;

}  // namespace

void Tiles::build(std::span<const ScreenArea> items, const ScreenArea& region, double least,
                  PixelStore store) {
    items_ = items;
    region_ = region;
    store_ = store;
    choose_sizes(least);
    ranges_.resize(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) ranges_[i] = range_of(items[i]);
    if (store == PixelStore::sorted) {
        fill_sorted();
    } else {
        fill_hashed();
    }
}

// About as many tiles as items, each about as large as an item: so that an item is in a few tiles
// and a tile holds a few items.
void Tiles::choose_sizes(double least) {
    counts_ = {1, 1, 1};
    per_unit_ = {0, 0, 0};
    std::size_t count = 0;
    std::array<double, 3> mean{};
    for (const ScreenArea& item : items_) {
        if (!item.meets(region_)) continue;
        ++count;
        mean[0] += item.u.hi - item.u.lo;
        mean[1] += item.v.hi - item.v.lo;
        mean[2] += item.t.hi - item.t.lo;
    }
    if (count <= few) return;
    const double n = static_cast<double>(count), root = std::sqrt(n);
    const std::array<double, 3> widths{region_.u.hi - region_.u.lo, region_.v.hi - region_.v.lo,
                                       region_.t.hi - region_.t.lo};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double size =
            axis < 2 ? std::max(least, mean[axis] / n) : std::max(1.0, 2 * mean[axis] / n);
        const double most = axis < 2 ? 2 * root : most_times;
        double tiles = std::floor(std::min(widths[axis] / size, most));
        if (!(tiles >= 1)) tiles = 1;
        counts_[axis] = static_cast<std::uint32_t>(std::min(tiles, 60000.0));
        if (widths[axis] > 0) per_unit_[axis] = tiles / widths[axis];
    }
    // What is cut in time needs no fine cut in space.
    const double excess = static_cast<double>(counts_[0]) * counts_[1] * counts_[2] / (4 * n + few);
    if (excess <= 1) return;
    const double share = 1 / std::sqrt(excess);
    for (const std::size_t axis : {0U, 1U}) {
        const double tiles = std::max(1.0, std::floor(counts_[axis] * share));
        counts_[axis] = static_cast<std::uint32_t>(tiles);
        if (widths[axis] > 0) per_unit_[axis] = tiles / widths[axis];
    }
}

void Tiles::fill_sorted() {
    const std::size_t tiles = std::size_t{counts_[0]} * counts_[1] * counts_[2];
    begins_.assign(tiles + 1, 0);
    const auto each = [&](const auto& use) {
        for (std::uint32_t i = 0; i < items_.size(); ++i) {
            if (!items_[i].meets(region_)) continue;
            each_tile(ranges_[i], [&](std::uint32_t t) { use(t, i); });
        }
    };
    each([&](std::uint32_t t, std::uint32_t) { ++begins_[t]; });
    std::uint32_t sum = 0;
    for (std::uint32_t& begin : begins_) sum += begin, begin = sum;  // ends, so far
    sorted_.resize(sum);
    each([&](std::uint32_t t, std::uint32_t item) { sorted_[--begins_[t]] = item; });
}

void Tiles::fill_hashed() {
    entries_.clear();
    for (std::uint32_t i = 0; i < items_.size(); ++i) {
        if (!items_[i].meets(region_)) continue;
        each_tile(ranges_[i], [&](std::uint32_t t) { entries_.push_back({t, i, none}); });
    }
    heads_.assign(std::bit_ceil(2 * entries_.size() + 1), none);
    for (std::uint32_t i = 0; i < entries_.size(); ++i) {
        std::uint32_t& head = heads_[slot_of(entries_[i].tile)];
        entries_[i].next = head;
        head = i;
    }
}

}  // namespace swept::papers::buss
