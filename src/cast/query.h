#pragma once

// Casts at targets that are made already, for the library's own queries (swept/cast.h).

#include "cast/target.h"
#include "core/namespaces.h"
#include "features/motion_trajectory.h"

namespace swept::cast_detail {

/// How far places may be off, a length: of a straight way, and of the centre of a sphere that
/// turns. `reach`: no coordinate of the targets is larger.
[[nodiscard]] double cast_rounding(double reach, const Segment& way, double radius);
[[nodiscard]] double cast_rounding(double reach, const MotionTrajectory& motion,
                                   const Eigen::Vector3d& centre, double radius);

/// `radius` is without the clearance of the options. Nothing later than `latest` is of interest.
/// `result` is new.
SWEPT_API void cast_onto(const CastTarget& target, const Pose& world_from_shape, const Segment& way,
                         double radius, double latest, const CastOptions& options,
                         CastResult& result);
[[nodiscard]] SWEPT_API CastResult cast_onto(const CastTarget& target, const Pose& world_from_shape,
                                             const SphereSet& spheres,
                                             const Pose& world_from_spheres,
                                             const MotionTrajectory& path, double latest,
                                             const CastOptions& options);

/// Every face that is hit (swept/cast.h, cast_all).
[[nodiscard]] SWEPT_API CastResult cast_all_onto(const CastTarget& target,
                                                 const Pose& world_from_shape, const Segment& way,
                                                 double radius, const CastOptions& options,
                                                 std::vector<CastHit>& hits);
[[nodiscard]] SWEPT_API CastResult
cast_all_onto(const CastTarget& target, const Pose& world_from_shape, const SphereSet& spheres,
              const Pose& world_from_spheres, const MotionTrajectory& path,
              const CastOptions& options, std::vector<CastHit>& hits);

}  // namespace swept::cast_detail
