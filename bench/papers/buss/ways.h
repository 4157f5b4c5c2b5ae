#pragma once

// The ways to ask that are compared: by pixels, and exactly with the culling of one's choice.

#include "../../common/steps/measure.h"
#include "swept/papers/buss.h"

namespace swept::bench {

using papers::buss::PixelMode;
using papers::buss::Pixels;
using papers::buss::PixelStore;
using papers::buss::ScreenCulling;
using papers::buss::ScreenOptions;

// The resolutions of the paper: so many pixels along a short edge.
inline constexpr double low_pixels = 6, medium_pixels = 12, high_pixels = 24;

[[nodiscard]] ScreenOptions pixel_options(const Scene& scene, double pixels_of_an_edge);

/// Without its own scratch.
[[nodiscard]] Way screen_way(std::string name, const ScreenOptions& options);
[[nodiscard]] Way culled_way(std::string name, ScreenCulling culling);

}  // namespace swept::bench
