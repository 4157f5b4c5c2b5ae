#pragma once

// What queries of collisions share: the memory they keep, bodies placed, options checked.

#include <optional>

#include "collisions/exact.h"
#include "collisions/resolve.h"
#include "core/namespaces.h"
#include "core/scratch.h"
#include "sweep/sweep_setup.h"

namespace swept::collisions_detail {

/// The placed vertices of both bodies of a step, scaled.
struct StepPositions {
    std::vector<Eigen::Vector3d> a, b;
};

/// Working memory of collisions.
struct CollisionMemory : Scratch::Memory::Piece {
    static constexpr auto owner = Scratch::Memory::Owner::collisions;

    StepPositions positions;
    std::vector<Meeting> meetings;
    std::vector<Resolved> resolved;
    ExactMemory exact;
};

/// Two bodies placed for a step of a past b at rest.
class SWEPT_API PlacedStep {
   public:
    PlacedStep(const Placed& a, const Motion& motion, const Placed& b);

    [[nodiscard]] const SweepSetup& setup() const { return setup_; }
    /// Why nothing can be said of it, or nothing.
    [[nodiscard]] std::optional<Error> check() const;
    /// As the methods see it. It refers to this and to the positions.
    [[nodiscard]] GlideStep in(StepPositions& positions) const;

   private:
    MovingShape mover_;
    PlacedShape resting_;
    SweepSetup setup_;
};

/// The placed vertices of a shape, times a scale.
void place_scaled(const PlacedShape& placed, double scale, std::vector<Eigen::Vector3d>& positions);

/// Why this least properness cannot be asked for, or nothing.
[[nodiscard]] SWEPT_API std::optional<Error> check_properness(double least);

/// What the meetings that were searched for come to.
SWEPT_API void resolve_exactly(const GlideStep& step, double min_properness,
                               CollisionMemory& memory, CollisionResult& result);

}  // namespace swept::collisions_detail
