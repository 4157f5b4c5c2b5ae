#pragma once

// Places in space: points, boxes, balls and rigid poses. Lengths are in the caller's unit, angles
// in radians, frames right-handed. No aligned Eigen type appears here, so programs compiled with
// any vector flags can share these types with the library.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <limits>
#include <span>

#include "swept/export.h"
#include "swept/result.h"

namespace swept {

/// A quaternion that may lie at any address. Eigen::Quaterniond converts to it.
using Quaternion = Eigen::Quaternion<double, Eigen::DontAlign>;

/// Three rows of four: rotation and translation, the last row (0 0 0 1) left out.
using Matrix34 = Eigen::Matrix<double, 3, 4, Eigen::DontAlign>;

/// An axis-aligned box. Empty when lower exceeds upper.
struct Box {
    /// The least coordinates.
    Eigen::Vector3d lower = Eigen::Vector3d::Constant(std::numeric_limits<double>::infinity());
    /// The largest coordinates.
    Eigen::Vector3d upper = Eigen::Vector3d::Constant(-std::numeric_limits<double>::infinity());

    /// Makes it hold this point, too.
    void add(const Eigen::Vector3d& point) {
        lower = lower.cwiseMin(point);
        upper = upper.cwiseMax(point);
    }
    /// Whether it holds no point.
    [[nodiscard]] bool empty() const { return (lower.array() > upper.array()).any(); }
    /// Its middle; of an empty box no number.
    [[nodiscard]] Eigen::Vector3d centre() const { return lower + (upper - lower) / 2; }
    /// Its lengths along the axes; negative where it is empty.
    [[nodiscard]] Eigen::Vector3d size() const { return upper - lower; }
};

/// All points within `radius` of `centre`.
struct Ball {
    /// In the frame of whoever uses it.
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    double radius = 0;  ///< a length, >= 0
};

/// A rigid placement, target_from_source: `world_from_body * point_in_body` is the point in the
/// world. Always valid: the rotation is a unit quaternion to rounding, renormalised at every
/// composition.
class SWEPT_API Pose {
   public:
    /// The identity.
    Pose() = default;

    /// Rotation, then translation. The quaternion (w, x, y, z) may be off unit length by 1e-6 and
    /// is normalised; anything else, and anything not finite, is an Error.
    [[nodiscard]] static Result<Pose> make(const Eigen::Vector3d& translation,
                                           const Quaternion& rotation = Quaternion::Identity());

    /// From a rotation matrix with a translation as last column. Within 1e-6 of rigid it is
    /// normalised; a scale, shear or mirror image is an Error.
    [[nodiscard]] static Result<Pose> from_matrix(const Matrix34& matrix);

    /// Where the source's origin is in the target.
    [[nodiscard]] const Eigen::Vector3d& translation() const { return translation_; }
    /// Unit length, (w, x, y, z) in its constructor.
    [[nodiscard]] const Quaternion& rotation() const { return rotation_; }

    /// The rotation as a matrix: the very numbers by which points are placed.
    [[nodiscard]] Eigen::Matrix3d rotation_matrix() const;

    /// Source_from_target.
    [[nodiscard]] Pose inverse() const;

    /// a_from_b * b_from_c = a_from_c.
    [[nodiscard]] Pose operator*(const Pose& right) const;

    /// The placed point ((r0 x + r1 y) + r2 z) + t of each row, in that order and without fused
    /// operations: all exact decisions of the library are about these doubles.
    [[nodiscard]] Eigen::Vector3d operator*(const Eigen::Vector3d& point) const;

   private:
    friend struct PoseAccess;
    Pose(const Eigen::Vector3d& translation, const Quaternion& rotation)
        : translation_(translation), rotation_(rotation) {}

    Eigen::Vector3d translation_ = Eigen::Vector3d::Zero();
    Quaternion rotation_ = Quaternion::Identity();
};

/// Places many points at once; `placed` is as long as `points` and may be the same memory.
/// Bit for bit the same as `pose * point` for each, whatever the machine.
SWEPT_API void place(const Pose& pose, std::span<const Eigen::Vector3d> points,
                     std::span<Eigen::Vector3d> placed);

}  // namespace swept
