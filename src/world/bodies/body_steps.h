#pragma once

// The first contact among bodies that move at once, without rooms.

#include <optional>

#include "core/namespaces.h"
#include "swept/world.h"
#include "world/bodies/body_motions.h"

namespace swept::world_detail {

/// What happens first in a step. Which of two comes before does not depend on the order in which
/// they are found: those that overlap at the start come first, then by fraction, then by the lower
/// body, rooms before bodies, and by the other body.
struct FirstContact {
    StepContact contact;
    BodyId lower;   ///< of two bodies the lower; else the body
    BodyId higher;  ///< of two bodies the higher; else of no meaning

    [[nodiscard]] bool found() const { return contact.state != State::free; }
    void take(const FirstContact& other);
};

/// The lowest fraction at which a pair can meet: below, its boxes and balls are apart.
/// Infinite: it cannot. Rounded down.
[[nodiscard]] double lower_fraction(const BodyTable& table, const BodyMotions& motions,
                                    BoxPair pair);

/// Bodies against bodies. Pairs that cannot be first are left out.
[[nodiscard]] FirstContact first_among_bodies(const BodyTable& table, const BodyMotions& motions,
                                              const SweepOptions& options);

}  // namespace swept::world_detail
