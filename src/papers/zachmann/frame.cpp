#include <algorithm>
#include <numbers>

#include "core/assert.h"
#include "papers/zachmann/dops.h"
#include "swept/tolerance.h"

namespace swept::papers::zachmann {

OutwardDops::OutwardDops(int k, const TreeFrame& frame, const Bounds& bounds)
    : k_(k), frame_(frame), bounds_(bounds), boxes_(frame, bounds.boxes) {
    SWEPT_ASSERT(dop::is_k(k) && frame.scale > 0, "one of the five DOPs, in a frame");
    dop::offsets_of(k, frame.origin, of_origin_.data());
    // n.p and n.origin are off by 3 sqrt(3) u reach each, their difference and the sum below by 2 u
    // reach more. The margin hides that from shapes near the origin of their coordinates; one of
    // size 1 at 1e9 would lose corners without it.
    error_ = 16 * tolerance::unit_roundoff * frame.reach;
}

void OutwardDops::of(std::size_t thing, float* offsets) const {
    if (k_ == 6) {
        boxes_.of(thing, offsets);
        return;
    }
    constexpr double largest = std::numbers::sqrt3 + 0x1p-40;  // n.x, x within (-1, 1)
    const auto k = static_cast<std::size_t>(k_);
    SWEPT_ASSERT((thing + 1) * k <= bounds_.offsets.size(), "k offsets of each thing");
    for (std::size_t i = 0; i < k; ++i) {
        const double offset = (bounds_.offsets[thing * k + i] - of_origin_[i]) + error_;
        offsets[i] = rounded_up(std::min(offset * frame_.scale, largest));
    }
}

}  // namespace swept::papers::zachmann
