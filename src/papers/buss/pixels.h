#pragma once

// The pixel method (Buss 6 to 9): what faces the other body is drawn on the collision screen, edge
// by edge, and what meets in a pixel is looked at.
//
// Pixels are not kept one by one. An edge is drawn in straight pieces that are within half a pixel
// of its curve, and pieces that share a pixel are compared as lines. They are found in rows of
// pixels, or, where that is quicker, in the order of their radii. Vertices are followed into faces
// exactly.

#include "collisions/resolve.h"
#include "core/namespaces.h"
#include "papers/buss/cull.h"
#include "papers/buss/scan.h"

namespace swept::papers::buss {

/// Kept from query to query.
struct PixelMemory {
    ScreenCullMemory cull;
    DrawnBody a, b;
    ScanMemory scan;
};

/// Draws both bodies, after culling. Error: too many pixels. False: they cannot meet.
[[nodiscard]] Result<bool> draw_screen(const GlideStep& step, const Chart& chart,
                                       const ScreenOptions& options, bool everything,
                                       PixelMemory& memory, CollisionStats& stats);

/// The chart that a screen of these pixels is drawn in.
[[nodiscard]] Chart chart_of(const GlideStep& step, const Pixels& pixels);

/// Fills `meetings` with what meets on the screen. Error: too many pixels.
[[nodiscard]] Result<void> meet_on_screen(const GlideStep& step, const ScreenOptions& options,
                                          PixelMemory& memory, std::vector<Meeting>& meetings,
                                          ScreenStats& stats);

}  // namespace swept::papers::buss
