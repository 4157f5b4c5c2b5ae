#pragma once

// Many bodies in motion at once: how each moves, which pairs may meet.

#include <span>
#include <vector>

#include "core/namespaces.h"
#include "world/bodies/bodies.h"

namespace swept::world_detail {

/// The motions of a step, body by body.
struct BodyMotions {
    std::vector<const Motion*> motions;  ///< of each body of the table; null: it stands still
    std::vector<Box> boxes;              ///< around its whole way
    std::vector<double> speeds;          ///< MotionBounds::speed
    double margin = 0;                   ///< how much wider the boxes are, all together (`grow`)

    /// How a body moves that may stand still.
    [[nodiscard]] const Motion& of(std::uint32_t i) const {
        return motions[i] != nullptr ? *motions[i] : rest_;
    }
    [[nodiscard]] bool moves(std::uint32_t i) const { return motions[i] != nullptr; }

    /// Makes the boxes larger: by a share of each body's extent, a length and a share of its
    /// coordinates and travel.
    void grow(const BodyTable& table, double share, double length, double rounding);

   private:
    Motion rest_ = Translation();
};

/// Error: a body that is not known, or is named twice.
[[nodiscard]] Result<BodyMotions> motions_of(const BodyTable& table,
                                             std::span<const BodyMotion> motions);

/// All pairs with a bit in common in their masks whose boxes meet, ascending; of two that stand
/// still only if none moves.
[[nodiscard]] std::vector<BoxPair> pairs_of(const BodyTable& table, const BodyMotions& motions);

}  // namespace swept::world_detail
