#pragma once

// A slice of a motion's time, in which every point of the mover is taken to go straight, in the
// obstacle's tree coordinates times a factor (docs/derivations/boxes.md, "Slices of motions"):
//
//   x(tau) = (A y + a) + tau (B y + b) +- pad,   0 <= tau <= duration,   y in the mover's tree
//
// The straight line is the tangent at the middle of the slice; a point at distance rho from the
// axis strays from it by at most rho (duration / 2)^2 / 2. For a translation nothing strays and one
// slice is all of it. Single precision; what its rounding costs is in the pad.

#include <Eigen/Core>
#include <algorithm>

#include "core/namespaces.h"
#include "features/lanes.h"
#include "features/trajectory.h"
#include "shape/face_tree.h"
#include "shape/placed_shape.h"

namespace swept::features_detail {

/// Makes slices of one motion past one obstacle.
class Slicer {
   public:
    /// `path` in world coordinates times `scale`; `margin` likewise a scaled length: the distance
    /// at which things stop.
    SWEPT_API Slicer(const PlacedShape& mover, const FaceTree& mover_tree,
                     const PlacedShape& obstacle, const FaceTree& obstacle_tree,
                     const ScrewTrajectory& path, double scale, double margin);

    [[nodiscard]] SWEPT_API Slice slice(double begin, double end) const;
    /// Lengths of the mover's tree times this are lengths of the obstacle's.
    [[nodiscard]] float ratio() const { return static_cast<float>(ratio_); }
    /// Lengths of the scaled world times this are lengths of a slice.
    [[nodiscard]] double unit() const { return unit_; }
    /// The factor of the obstacle's tree coordinates: 1 unless its tree is tiny.
    [[nodiscard]] float obstacle_factor() const { return obstacle_factor_; }

   private:
    Eigen::Matrix3d world_from_tree_;  // the mover's at the start
    Eigen::Vector3d world_shift_;
    Eigen::Matrix3d tree_from_world_;  // the obstacle's
    Eigen::Vector3d tree_shift_;
    ScrewTrajectory path_;
    double ratio_;
    double unit_;
    float obstacle_factor_;
    double reach_from_axis_;  // of the mover's points, in the obstacle's tree coordinates
    double pad_;              // margin and rounding of doubles, in the same
};

}  // namespace swept::features_detail
