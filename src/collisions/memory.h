#pragma once

// What queries of collisions share: the memory they keep, bodies placed, options checked.

#include <optional>

#include "collisions/exact.h"
#include "collisions/pixels.h"
#include "core/namespaces.h"
#include "core/scratch.h"
#include "sweep/sweep_setup.h"

namespace swept::collisions_detail {

/// Working memory of collisions.
struct CollisionMemory : Scratch::Memory::Piece {
    static constexpr auto owner = Scratch::Memory::Owner::collisions;

    std::vector<Eigen::Vector3d> positions_a, positions_b;
    std::vector<Meeting> meetings;
    std::vector<Resolved> resolved;
    ExactMemory exact;
    PixelMemory pixels;
};

/// Two bodies placed for a step of a past b at rest.
class PlacedStep {
   public:
    PlacedStep(const Polyhedron& a, const Pose& world_from_a, const Motion& motion,
               const Polyhedron& b, const Pose& world_from_b);

    [[nodiscard]] const SweepSetup& setup() const { return setup_; }
    /// Why nothing can be said of it, or nothing.
    [[nodiscard]] std::optional<Error> check() const;
    /// As the methods see it. It refers to this and to the memory.
    [[nodiscard]] GlideStep in(CollisionMemory& memory) const;

   private:
    MovingShape mover_;
    PlacedShape resting_;
    SweepSetup setup_;
};

/// The placed vertices of a shape, times a scale.
void place_scaled(const PlacedShape& placed, double scale, std::vector<Eigen::Vector3d>& positions);

/// Why these options cannot be used, or nothing.
[[nodiscard]] std::optional<Error> check(const CollisionOptions& options);

}  // namespace swept::collisions_detail
