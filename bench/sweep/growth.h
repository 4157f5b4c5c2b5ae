#pragma once

// How the time of a query grows with the faces: the same motions past the same shapes, cut into
// more and more of them.

#include "measure.h"

namespace swept::bench {

struct GrowthPoint {
    std::size_t faces = 0;  ///< of the obstacle
    double mean = 0;        ///< microseconds a query
    double most = 0;
    double hits = 0;
    double feature_pairs = 0;
};

struct GrowthSeries {
    std::string name;
    std::vector<GrowthPoint> points;

    /// The exponent p of the least-squares fit of time = c faces^p.
    [[nodiscard]] double exponent() const;
};

/// A torus past its copy ("tori"), and a box past a sphere ("box"); ways and turns.
[[nodiscard]] std::vector<GrowthSeries> measure_growth(const Effort& effort);

}  // namespace swept::bench
