#pragma once

// The motion of a query as the kernels see it, and what follows from the sizes of all that takes
// part.

#include <span>

#include "core/namespaces.h"
#include "features/numeric_scale.h"
#include "features/trajectory.h"
#include "shape/placed_shape.h"
#include "swept/sweep.h"

namespace swept::sweep_detail {

/// A shape that moves, where it starts. Several of them are rigidly joined.
struct MovingShape {
    MovingShape(const Polyhedron& shape, const Pose& world_from_shape)
        : placed(shape, world_from_shape), start(world_from_shape) {}

    PlacedShape placed;
    Pose start;
};

/// Lengths times `scale` are what the kernels see, and what stands here.
struct SweepSetup : NumericScale {
    ScrewTrajectory path;
    double angle = 1;      ///< what a fraction is a share of: a moment t is the fraction t / angle
    bool repeats = false;  ///< a full turn: what is free until the end is free for ever
    bool still = false;    ///< nothing moves
    double speed = 0;      ///< no point of the mover is faster
    double further = 0;    ///< how much further than usual the start is looked at

    /// The share of the motion done at a moment, never more.
    [[nodiscard]] double fraction(double t) const;
};

/// `resting`: the sizes of the obstacles. `deviation`: how far the mover's points may stray from
/// the motion, a length.
[[nodiscard]] SweepSetup make_course(std::span<const MovingShape> movers, const Motion& motion,
                                     const SceneExtent& resting, const SweepOptions& options,
                                     double deviation);

}  // namespace swept::sweep_detail
