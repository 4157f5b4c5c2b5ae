#include "features/numeric_scale.h"

#include <algorithm>
#include <cmath>

#include "core/assert.h"
#include "math/unit.h"
#include "shape/face_tree.h"
#include "swept/tolerance.h"

namespace swept::features_detail {

namespace {

/// A power of two that brings `size` to between 1/2 and 1.
double scale_for(double size) {
    if (!(size > 0)) return 1;
    int exponent = 0;
    (void)std::frexp(size, &exponent);
    return std::ldexp(1.0, -std::clamp(exponent, -1000, 1000));
}

}  // namespace

void SceneExtent::add(const PlacedShape& placed) {
    coordinates = std::max(coordinates,
                           placed.polyhedron.box_tree().reach + stable_length(placed.translation));
    planes = std::max(planes, placed.shape.plane_deviation);
    const double extent = placed.shape.extent;
    if (extent > 0) least_extent = std::min(least_extent, extent);
    most_extent = std::max(most_extent, extent);
}

void SceneExtent::add(const SceneExtent& other) {
    coordinates = std::max(coordinates, other.coordinates);
    planes = std::max(planes, other.planes);
    least_extent = std::min(least_extent, other.least_extent);
    most_extent = std::max(most_extent, other.most_extent);
}

NumericScale measures_of(const SceneExtent& sizes, double reach, double blur, double least_zone) {
    SWEPT_ASSERT(blur >= 0 && least_zone >= 0, "lengths");
    NumericScale made;
    // Beyond these sizes a rounding is no share of them any more.
    constexpr double smallest = 0x1p-960;
    if (!std::isfinite(reach) || (reach < smallest && reach > 0)) {
        made.measurable = false;
        return made;
    }
    made.scale = scale_for(reach);
    made.rounding = tolerance::sweep_rounding * (reach * made.scale) + blur * made.scale;
    made.step = tolerance::sweep_step * made.rounding;
    const double needed = tolerance::zone_steps * made.step;
    // Without an extent there are points alone, and rounding sets the margin.
    const bool sized = sizes.most_extent > 0;
    made.margin =
        std::max(sized ? tolerance::margin * sizes.least_extent : 0, least_zone) * made.scale;
    if (made.margin == 0) made.margin = std::numeric_limits<double>::min();
    // Powers of two apart, so that half of one query's margin is a floor of every other's
    // (sweep/start.cpp).
    if (made.margin < needed) {
        made.margin = std::ldexp(made.margin, std::ilogb(needed) - std::ilogb(made.margin));
        if (made.margin < needed) made.margin *= 2;
    }
    made.measurable = !sized || needed <= sizes.most_extent * made.scale;
    SWEPT_ASSERT(!(made.margin < needed) && !(made.rounding < 0),
                 "the margin has room for its steps");
    return made;
}

NumericScale standing_measures(const PlacedShape& a, const SceneExtent& others) {
    SceneExtent sizes = others;
    sizes.add(a);
    return measures_of(sizes, sizes.coordinates, a.shape.plane_deviation + others.planes, 0);
}

NumericScale standing_measures(const PlacedShape& a, const PlacedShape& b) {
    return standing_measures(a, SceneExtent({&b, 1}));
}

}  // namespace swept::features_detail
