#pragma once

// What follows from the sizes of the shapes in a query: the scale in which everything is computed,
// the rounding of distances and the thickness of the expel zone (docs/derivations/distances.md and
// docs/derivations/zone.md).

#include <limits>

#include "core/namespaces.h"
#include "shape/placed_shape.h"

namespace swept::features_detail {

/// The sizes of all shapes that take part.
struct SceneExtent {
    double coordinates = 0;  ///< bounds those of placed shapes and what they are computed from
    double planes = 0;       ///< the largest deviation of corners from their planes
    double least_extent = std::numeric_limits<double>::infinity();  ///< of shapes that have one
    double most_extent = 0;

    SceneExtent() = default;
    explicit SceneExtent(std::span<const PlacedShape> shapes) {
        for (const PlacedShape& shape : shapes) add(shape);
    }
    void add(const PlacedShape& placed);
    void add(const SceneExtent& other);
};

/// Lengths times `scale` are what the kernels see, and what stands here.
struct NumericScale {
    bool measurable = true;  ///< false: all shapes are smaller than what rounding costs here
    double scale = 1;        ///< a power of two
    double rounding = 0;     ///< dl: no computed distance is further off
    double step = 0;         ///< tau: what a slide may lose
    double margin = 0;       ///< e
};

/// `reach`: no coordinate on the way is larger; `blur`: plane deviations and what else distances
/// are off by; `least_zone`: how thick the margin is at least. All lengths, not scaled. The scale
/// is 1 where sizes are beyond measure.
[[nodiscard]] NumericScale measures_of(const SceneExtent& sizes, double reach, double blur,
                                       double least_zone);

/// Of shapes that stand still: one, and others of these sizes.
[[nodiscard]] NumericScale standing_measures(const PlacedShape& a, const SceneExtent& others);
[[nodiscard]] SWEPT_API NumericScale standing_measures(const PlacedShape& a, const PlacedShape& b);

}  // namespace swept::features_detail
