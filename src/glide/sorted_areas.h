#pragma once

// Parts of the screen in the order of their radii: which of them does another part meet? The way to
// ask while there are few; for many there are tiles and rows of pixels.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "glide/draw.h"

namespace swept {

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
        for (auto at = std::ranges::lower_bound(order_, query.u.lo - widest_, {}, &Place::u);
             at != order_.end() && at->u <= query.u.hi; ++at) {
            if (query.meets(areas_[at->number])) visit(at->number);
        }
    }

   private:
    struct Place {
        double u = 0;
        std::uint32_t number = 0;
    };

    std::vector<ScreenArea> areas_;
    std::vector<Place> order_;
    double widest_ = 0;
};

}  // namespace swept
