#pragma once

// The screen cut into tiles of pixels and of time, and what lies in each: so that vertices in faces
// are found without looking at everything. Tiles are as large as what they hold, a pixel at least,
// and a step long at least in time: so that layers of bodies far from convex, a bolt in its nut,
// stay apart (Buss 9.1, 10). Kept in order (Buss 9: sorted by radius, height and time) or in a hash
// table (Buss 10); what is found is the same.

#include <bit>
#include <span>
#include <vector>

#include "core/assert.h"
#include "core/namespaces.h"
#include "papers/buss/draw.h"
#include "swept/papers/buss.h"

namespace swept::papers::buss {

class Tiles {
   public:
    /// Holds the items that meet `region`. No tile is narrower than `least`.
    void build(std::span<const ScreenArea> items, const ScreenArea& region, double least,
               PixelStore store);

    /// Calls visit(item) once for each item that meets an area.
    template <class Visit>
    void visit(const ScreenArea& area, Visit&& visit) const {
        if (!area.meets(region_)) return;
        const Range range = range_of(area);
        for (std::uint32_t u = range.u[0]; u <= range.u[1]; ++u) {
            for (std::uint32_t v = range.v[0]; v <= range.v[1]; ++v) {
                for (std::uint32_t t = range.t[0]; t <= range.t[1]; ++t) {
                    each_in(tile(u, v, t), [&](std::uint32_t item) {
                        // Only in the first of the tiles that both are in.
                        const Range& own = ranges_[item];
                        if (std::max(own.u[0], range.u[0]) != u ||
                            std::max(own.v[0], range.v[0]) != v ||
                            std::max(own.t[0], range.t[0]) != t) {
                            return;
                        }
                        if (area.meets(items_[item])) visit(item);
                    });
                }
            }
        }
    }

   private:
    struct Range {
        std::array<std::uint16_t, 2> u, v, t;
    };
    struct Entry {
        std::uint32_t tile = 0;
        std::uint32_t item = 0;
        std::uint32_t next = 0;
    };
    static constexpr std::uint32_t none = 0xffffffff;

    std::span<const ScreenArea> items_;
    ScreenArea region_;
    PixelStore store_ = PixelStore::sorted;
    std::array<std::uint32_t, 3> counts_{1, 1, 1};
    std::array<double, 3> per_unit_{};
    std::vector<Range> ranges_;
    std::vector<std::uint32_t> begins_;  // sorted: of tiles, one more than there are
    std::vector<std::uint32_t> sorted_;
    std::vector<std::uint32_t> heads_;  // hashed: into entries_
    std::vector<Entry> entries_;

    [[nodiscard]] std::uint32_t tile(std::uint32_t u, std::uint32_t v, std::uint32_t t) const {
        SWEPT_ASSERT(u < counts_[0] && v < counts_[1] && t < counts_[2], "a tile of the screen");
        return (u * counts_[1] + v) * counts_[2] + t;
    }
    [[nodiscard]] std::uint16_t place(double value, double lo, std::size_t axis) const {
        const double last = static_cast<double>(counts_[axis] - 1);
        SWEPT_ASSERT(counts_[axis] > 0 && counts_[axis] <= 0x10000,
                     "numbers of tiles fit into 16 bits");
        return static_cast<std::uint16_t>(std::clamp((value - lo) * per_unit_[axis], 0.0, last));
    }
    [[nodiscard]] Range range_of(const ScreenArea& area) const {
        const auto both = [&](const Interval& x, double lo, std::size_t axis) {
            return std::array<std::uint16_t, 2>{place(x.lo, lo, axis), place(x.hi, lo, axis)};
        };
        return {both(area.u, region_.u.lo, 0), both(area.v, region_.v.lo, 1),
                both(area.t, region_.t.lo, 2)};
    }
    [[nodiscard]] std::size_t slot_of(std::uint32_t tile_number) const {
        SWEPT_ASSERT(std::has_single_bit(heads_.size()), "slots are chosen by the lowest bits");
        return (tile_number * 2654435769U >> 7U) & (heads_.size() - 1);
    }
    template <class Use>
    void each_in(std::uint32_t tile_number, const Use& use) const {
        if (store_ == PixelStore::sorted) {
            for (std::uint32_t i = begins_[tile_number]; i < begins_[tile_number + 1]; ++i) {
                use(sorted_[i]);
            }
            return;
        }
        for (std::uint32_t i = heads_[slot_of(tile_number)]; i != none; i = entries_[i].next) {
            if (entries_[i].tile == tile_number) use(entries_[i].item);
        }
    }
    template <class Use>
    void each_tile(const Range& range, const Use& use) const {
        for (std::uint32_t u = range.u[0]; u <= range.u[1]; ++u) {
            for (std::uint32_t v = range.v[0]; v <= range.v[1]; ++v) {
                for (std::uint32_t t = range.t[0]; t <= range.t[1]; ++t) use(tile(u, v, t));
            }
        }
    }

    void choose_sizes(double least);
    void fill_sorted();
    void fill_hashed();
};

}  // namespace swept::papers::buss
