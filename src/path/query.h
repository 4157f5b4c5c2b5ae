#pragma once

// Paths past obstacles that are placed already, for the library's own queries (swept/path.h).

#include <span>

#include "core/namespaces.h"
#include "sweep/query.h"
#include "swept/path.h"

namespace swept::path_detail {

/// A ball around all parts, in the mover's frame.
[[nodiscard]] Sphere ball_around(std::span<const Part> parts);

/// How far straight ways may stray, a length: what the options say or, without, what goes with the
/// size of the mover and how far away it is.
[[nodiscard]] double deviation_of(std::span<const Pose> poses, const Sphere& ball,
                                  const PathOptions& options);

/// The largest deviation that is worth trying on a straight way.
[[nodiscard]] double coarsest_deviation(const Pose& from, const Pose& to, const Sphere& ball);

/// The error of a segment that cannot be split.
[[nodiscard]] Error error_of_segment(Error error, std::size_t segment);

/// `resting`: the sizes of all obstacles there are; null: of those given, which are all.
[[nodiscard]] Result<PathResult> check_placed(std::span<const Part> parts,
                                              std::span<const Pose> poses,
                                              std::span<const PlacedShape> obstacles,
                                              const SceneExtent* resting,
                                              const PathOptions& options,
                                              sweep_detail::SweepMemory& memory);

}  // namespace swept::path_detail
