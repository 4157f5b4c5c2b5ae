#include "carve/weld.h"

#include <algorithm>
#include <numeric>

#include "core/assert.h"
#include "swept/tolerance.h"

namespace swept::carve_detail {

using Eigen::Vector3d;

void Welder::add(std::uint32_t index, const Vector3d& place, bool fixed) {
    items_.push_back({index, fixed, place, place.dot(Vector3d(0.5377, 0.6180, 0.5734))});
}

void Welder::run(std::vector<std::uint32_t>& stands_for) {
    std::vector<std::uint32_t> order(items_.size()), rank(items_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return std::pair(items_[i].along, i); });
    for (std::uint32_t r = 0; r < order.size(); ++r) rank[order[r]] = r;
    std::vector<std::uint8_t> taken(items_.size(), 0);
    for (std::uint32_t i = 0; i < items_.size(); ++i) {
        if (taken[i] != 0) continue;
        const Item& item = items_[i];
        SWEPT_ASSERT(item.index < stands_for.size(), "there is room for all that were added");
        stands_for[item.index] = item.index;
        // Twice the distance along the direction, and the rounding of the products.
        const double reach =
            2 * distance_ + 8 * tolerance::unit_roundoff * item.place.cwiseAbs().maxCoeff();
        const auto take = [&](std::uint32_t r) {
            const Item& other = items_[order[r]];
            if (std::abs(other.along - item.along) > reach) return false;
            if (order[r] > i && taken[order[r]] == 0 && !other.fixed &&
                (other.place - item.place).cwiseAbs().maxCoeff() <= distance_) {
                taken[order[r]] = 1;
                stands_for[other.index] = item.index;
            }
            return true;
        };
        for (std::uint32_t r = rank[i] + 1; r < order.size() && take(r); ++r) {
        }
        for (std::uint32_t r = rank[i]; r > 0 && take(r - 1); --r) {
        }
    }
}

void tidy(std::vector<std::uint32_t>& loop) {
    // Till a whole round finds nothing: what is taken out at the end may concern the beginning.
    for (std::size_t good = 0, i = 0; loop.size() > 2 && good < loop.size();) {
        const std::size_t n = loop.size();
        i %= n;
        const std::uint32_t before = loop[(i + n - 1) % n], after = loop[(i + 1) % n];
        if (loop[i] != after && before != after) {
            ++i;
            ++good;
            continue;
        }
        loop.erase(loop.begin() + static_cast<std::ptrdiff_t>(i));
        i += n - 3;  // two corners back
        good = 0;
    }
    if (loop.size() < 3) loop.clear();
}

}  // namespace swept::carve_detail
