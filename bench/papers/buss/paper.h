#pragma once

// The paper's table of run times: cubes, cars and tori at three resolutions (its section 9.1).

#include <array>

#include "ways.h"

namespace swept::bench {

/// One of its rows, all ways in turns.
struct PaperRow {
    std::string scene;
    std::size_t faces = 0;  ///< of each body
    std::size_t steps = 0;  ///< that were answered; fewer were timed
    std::size_t timed = 0;
    double short_edge = 0;              ///< a length; the bodies are 1 large
    std::array<double, 3> paper{};      ///< microseconds of 2004 at the three resolutions
    std::array<WayRow, 3> pixels = {};  ///< plain, as the paper's are
    std::array<WayRow, 3> robust = {};
    WayRow exact = {};
    std::array<FirstContacts, 3> pixels_first = {};
    std::array<FirstContacts, 3> robust_first = {};
    FirstContacts exact_first = {};

    /// The exact method's time over that of the pixel method at low resolution.
    [[nodiscard]] std::optional<double> exact_ratio() const {
        return ratio_of(exact.microseconds(), pixels[0].microseconds());
    }
};

/// So many steps are answered, of which the first few are timed.
[[nodiscard]] std::vector<PaperRow> measure_paper(std::size_t steps, std::size_t timed,
                                                  double seconds);

}  // namespace swept::bench
