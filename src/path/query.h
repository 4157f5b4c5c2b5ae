#pragma once

// Paths past obstacles that are placed already, for the library's own queries (swept/path.h).

#include <span>

#include "sweep/query.h"
#include "swept/path.h"

namespace swept {

/// `resting`: the sizes of all obstacles there are; null: of those given, which are all.
[[nodiscard]] Result<PathResult> check_placed(std::span<const Part> parts,
                                              std::span<const Pose> poses,
                                              std::span<const PlacedShape> obstacles,
                                              const Sizes* resting, const PathOptions& options,
                                              SweepScratch& scratch);

}  // namespace swept
