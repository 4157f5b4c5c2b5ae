#pragma once

// A segment of a path, taken apart into what sweeps can do: one screw, a translation and a
// rotation, or as many screws as a straight way with a turn needs.

#include <vector>

#include "core/namespaces.h"
#include "math/relative_motion.h"
#include "swept/path.h"

namespace swept::path_detail {

/// A motion that covers a share of a segment. `start` is the mover's pose there; `deviation` how
/// far the motion may stray from the true path, on which it begins and ends.
using SegmentPiece = RelativeMotion;

/// `ball` holds the mover, in its own frame. Straight ways are covered for a share of the segment,
/// others for all of it; so are straight ways that are one motion. `pieces` is overwritten. The
/// error is that of relative_motion, for ways that would take too many pieces.
[[nodiscard]] Result<void> split_segment(const Pose& from, const Pose& to,
                                         const PathOptions& options, const Sphere& ball,
                                         double deviation, const ShareOfStep& share,
                                         std::vector<SegmentPiece>& pieces);

}  // namespace swept::path_detail
