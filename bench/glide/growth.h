#pragma once

// How the time grows with the faces: the same steps of the same bodies, cut into more and more of
// them, at a resolution that follows the edges: a short one is 6 pixels long.

#include "measure.h"

namespace swept::bench {

struct GrowthPoint {
    std::size_t faces = 0;       ///< of each body
    double pixel = 0;            ///< the side of a pixel
    std::optional<double> mean;  ///< microseconds of a step
    CollisionStats stats;        ///< means
    double collisions = 0;
};

struct GrowthSeries {
    std::string name;
    bool is_bar = false;  ///< the pixel method as it comes
    std::vector<GrowthPoint> points;

    /// The exponent p of the least-squares fit of time = c faces^p; none where a point is missing.
    [[nodiscard]] std::optional<double> exponent() const;
};

/// Tori and balls; by pixels with trees, by pixels without culling, and exactly.
[[nodiscard]] std::vector<GrowthSeries> measure_growth(std::span<const std::size_t> faces,
                                                       std::size_t steps, double seconds);

}  // namespace swept::bench
