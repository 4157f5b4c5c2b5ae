#pragma once

// A segment of a path, taken apart into what sweeps can do: one screw, a translation and a
// rotation, or as many screws as a straight way with a turn needs.

#include <vector>

#include "swept/path.h"

namespace swept {

/// A motion that covers a share of a segment.
struct SegmentPiece {
    double begin = 0;  ///< from this fraction of the segment
    double end = 1;    ///< to this one
    Pose start;        ///< of the mover
    Motion motion;
    double deviation = 0;  ///< how far it may stray from the true path, a length
};

/// `ball` holds the mover, in its own frame. `pieces` is overwritten. The error is that of
/// relative_motion, for ways that would take too many pieces.
[[nodiscard]] Result<void> split_segment(const Pose& from, const Pose& to,
                                         const PathOptions& options, const Ball& ball,
                                         double deviation, std::vector<SegmentPiece>& pieces);

}  // namespace swept
