#include "sweep/sweep_setup.h"

#include <cmath>

#include "core/assert.h"
#include "features/motion_trajectory.h"
#include "math/elementary.h"
#include "math/unit.h"

namespace swept::sweep_detail {

using Eigen::Vector3d;

namespace {

/// Calls use(x) with the corners of the mover's box, placed.
template <class Use>
void each_corner(const PlacedShape& mover, const Use& use) {
    const Box& box = mover.shape.box;
    for (unsigned corner = 0; corner < 8; ++corner) {
        Vector3d x;
        for (unsigned i = 0; i < 3; ++i) {
            x[i] = (corner >> i & 1U) != 0 ? box.upper[i] : box.lower[i];
        }
        use(Vector3d(mover.rotation * x + mover.translation));
    }
}

}  // namespace

double SweepSetup::fraction(double t) const {
    SWEPT_ASSERT(t >= 0, "a moment of the motion");
    return fraction_at({path, angle, repeats}, t);
}

SweepSetup make_course(std::span<const MovingShape> movers, const Motion& motion,
                       const SceneExtent& resting, const SweepOptions& options, double deviation) {
    const MotionTrajectory in_world = path_of(motion);
    SweepSetup setup;
    setup.path = in_world.path;
    setup.angle = in_world.angle;
    setup.repeats = in_world.repeats;
    const ScrewTrajectory& path = setup.path;
    double reach = 0;  // from the axis
    SceneExtent moving, all = resting;
    for (const MovingShape& mover : movers) {
        moving.add(mover.placed);
        all.add(mover.placed);
        if (!path.turning) continue;
        each_corner(mover.placed, [&](const Vector3d& x) {
            reach = std::max(reach, stable_length(path.axis.cross(x - path.origin)));
        });
    }
    setup.speed = math::hypot(reach, stable_length(setup.path.advance)) * (1 + 0x1p-40);
    setup.still = setup.speed == 0;
    // An origin far along the axis costs digits as if the mover went that far.
    double along = 0;
    for (const MovingShape& mover : movers) {
        if (!path.turning) break;
        each_corner(mover.placed, [&](const Vector3d& x) {
            along = std::max(along, path.rounded_along(x, all.coordinates));
        });
    }
    const double furthest = all.coordinates + setup.speed * path.end + along;
    static_cast<NumericScale&>(setup) = measures_of(
        all, furthest, moving.planes + resting.planes + deviation, options.margin.least());
    setup.path.origin *= setup.scale;
    setup.path.advance *= setup.scale;
    setup.speed *= setup.scale;
    return setup;
}

}  // namespace swept::sweep_detail
