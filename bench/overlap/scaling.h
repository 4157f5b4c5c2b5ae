#pragma once

// How the mean query time grows with the number of polygons (the paper's Figure 6): tori from a
// thousand to two hundred thousand triangles.

#include "measure.h"

namespace swept::bench {

/// One torus.
struct ScalingRow {
    std::size_t triangles = 0;
    Curve swept;                    ///< its own tree
    std::optional<Curve> fcl = {};  ///< OBB, where FCL is
};

[[nodiscard]] std::vector<ScalingRow> measure_scaling(const Effort& effort);

/// How much longer a query takes when the polygons double. From 12,544 to about 100,000 polygons:
/// the least-squares slope of log time over log polygons, so that a lucky pose at either end does
/// not decide. The worse of the means with and without distance 0.
[[nodiscard]] double growth_per_doubling(const std::vector<ScalingRow>& rows);

}  // namespace swept::bench
