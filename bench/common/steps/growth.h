#pragma once

// How the time grows with the faces: the same steps of the same bodies, cut into more and more of
// them.

#include "measure.h"

namespace swept::bench {

struct GrowthPoint {
    std::size_t faces = 0;       ///< of each body
    double short_edge = 0;       ///< a length
    std::optional<double> mean;  ///< microseconds of a step
    CollisionStats stats;        ///< means
    std::uint64_t pixel_records = 0;
    double collisions = 0;
};

struct GrowthSeries {
    std::string name;
    bool is_bar = false;  ///< one of the ways that count
    std::vector<GrowthPoint> points;

    /// The exponent p of the least-squares fit of time = c faces^p; none where a point is missing.
    [[nodiscard]] std::optional<double> exponent() const;
};

/// A way, which may depend on the scene.
struct GrowthWay {
    std::string name;
    bool is_bar = false;
    std::function<Way(const Scene&)> way;
};

struct GrowthEffort {
    std::vector<std::size_t> faces;
    std::size_t steps = 5;
    double seconds = 1;
};

/// Tori and balls, in all of the ways.
[[nodiscard]] std::vector<GrowthSeries> measure_growth(const GrowthEffort& effort,
                                                       std::span<const GrowthWay> ways);

}  // namespace swept::bench
