#pragma once

// Is a polygon's short way near the walls of rooms plainly free? A cheap proof that spares most
// sweeps of what hovers over a floor or slides along it. For swept::dynamics.

#include "core/namespaces.h"
#include "swept/polyhedron.h"
#include "swept/world.h"

namespace swept::world_detail {

/// A polygon and where it stands before and after.
struct ShortWay {
    const Polyhedron& polygon;
    const Pose& start;
    const Pose& end;
    double angle;   ///< of the screw that leads from one to the other, at most 1
    double margin;  ///< how far it must keep away at least, a length; more than any rounding
};

/// True: from start to end no point of the polygon comes within the margin of a room, nor near a
/// body. False: not known.
[[nodiscard]] SWEPT_API bool plainly_free(const ShortWay& way, const WorldSnapshot& world,
                                          const WorldFilter& filter);

}  // namespace swept::world_detail
