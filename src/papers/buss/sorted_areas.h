#pragma once

// Parts of the screen in the order of their radii: which of them does another part meet? The way to
// ask while there are few; for many there are tiles and rows of pixels.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/namespaces.h"
#include "papers/buss/draw.h"

namespace swept::papers::buss {

class SortedAreas {
   public:
    /// So many, each as area_of(number) says.
    template <class AreaOf>
    void build(std::size_t count, const AreaOf& area_of) {
        areas_.clear();
        order_.clear();
        widest_ = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
            const ScreenArea& area = areas_.emplace_back(area_of(i));
            order_.push_back({area.u.lo, i});
            widest_ = std::max(widest_, area.u.hi - area.u.lo);
        }
        std::ranges::sort(order_, {}, &Place::u);
    }

    /// Calls visit(number) for all that meet the query.
    template <class Visit>
    void visit(const ScreenArea& query, const Visit& visit) const {
        for (auto at = first_of(query); at != order_.end() && at->u <= query.u.hi; ++at) {
            if (query.meets(areas_[at->number])) visit(at->number);
        }
    }
    /// How many are looked at for that.
    [[nodiscard]] std::size_t cost(const ScreenArea& query) const {
        const auto last = std::ranges::upper_bound(order_, query.u.hi, {}, &Place::u);
        return static_cast<std::size_t>(std::max<std::ptrdiff_t>(last - first_of(query), 0));
    }

   private:
    struct Place {
        double u = 0;
        std::uint32_t number = 0;
    };

    std::vector<ScreenArea> areas_;
    std::vector<Place> order_;

    [[nodiscard]] std::vector<Place>::const_iterator first_of(const ScreenArea& query) const {
        return std::ranges::lower_bound(order_, query.u.lo - widest_, {}, &Place::u);
    }
    double widest_ = 0;
};

}  // namespace swept::papers::buss
