#pragma once

// The collision screen as a picture (Buss's figure 14): the pixels of A and of B on one grid, the
// thin lines of the edges that they come from, and marks where the two collide.

#include <cstdint>
#include <string>

#include "swept/papers/buss.h"

namespace swept::tool {

/// The part of a screen that something is drawn on; at least one pixel.
struct ScreenExtent {
    std::int32_t first_row = 0;
    std::int32_t last_row = 0;
    std::int32_t first_column = 0;
    std::int32_t last_column = 0;

    [[nodiscard]] std::int64_t rows() const { return std::int64_t(last_row) - first_row + 1; }
    [[nodiscard]] std::int64_t columns() const {
        return std::int64_t(last_column) - first_column + 1;
    }
};
[[nodiscard]] ScreenExtent extent_of(const papers::buss::CollisionScreen& screen);

/// As SVG, with the bodies' names; the same text on every machine. Each run of pixels is one
/// <rect> of the class run, each collision one <circle> of the class mark, with its number,
/// fraction and properness in the <title>.
[[nodiscard]] std::string svg_of(const papers::buss::CollisionScreen& screen, const std::string& a,
                                 const std::string& b);

}  // namespace swept::tool
