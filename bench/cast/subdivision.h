#pragma once

// The paper's baseline: the object is put where it wants to go, and where it intersects something
// there, its way is halved again and again. Beside the exact cast.

#include "effort.h"
#include "scenes.h"

namespace swept::bench {

struct Subdivided {
    bool hit = false;     ///< the desired end intersects something
    double fraction = 1;  ///< the last place that was found free
    unsigned tests = 0;   ///< places looked at
};

/// A sphere that starts clear. A place counts as intersecting where the sphere cuts a surface, or
/// is wholly inside a solid.
[[nodiscard]] Subdivided subdivide(const Ray& way, const Radius& radius, const Polyhedron& shape,
                                   int halvings);

struct SubdivisionRow {
    double radius = 0;  ///< metres
    double speed = 0;   ///< metres of each way
    int halvings = 0;
    std::size_t ways = 0;
    std::size_t hits = 0;     ///< of the exact cast
    std::size_t tunnels = 0;  ///< of those, where the end of subdivision lies beyond the hit
    double short_by_mm = 0;   ///< of the others, how far before the hit it ends: the mean
    double short_by_most_mm = 0;
    double us = 0;       ///< of a way
    double cast_us = 0;  ///< the same of the exact cast
};

[[nodiscard]] std::vector<SubdivisionRow> measure_subdivision(const Scene& scene,
                                                              const Effort& effort);

}  // namespace swept::bench
