#pragma once

// Basic geometry: points, axis-aligned boxes, spheres and rigid poses. Lengths are in the caller's
// unit, angles in radians, frames right-handed. No aligned Eigen type is used here, so that
// programs compiled with any vector flags can share these types with the library.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <limits>
#include <span>

#include "swept/export.h"
#include "swept/result.h"

namespace swept {

/// A quaternion without alignment requirements. Eigen::Quaterniond converts to it.
using Quaternion = Eigen::Quaternion<double, Eigen::DontAlign>;

/// Three rows of four: rotation and translation, without the last row (0 0 0 1).
using Matrix34 = Eigen::Matrix<double, 3, 4, Eigen::DontAlign>;

/// An axis-aligned bounding box. Empty if lower exceeds upper on any axis.
struct Box {
    /// The least coordinates.
    Eigen::Vector3d lower = Eigen::Vector3d::Constant(std::numeric_limits<double>::infinity());
    /// The largest coordinates.
    Eigen::Vector3d upper = Eigen::Vector3d::Constant(-std::numeric_limits<double>::infinity());

    /// Extends the box to contain a point.
    void add(const Eigen::Vector3d& point) {
        lower = lower.cwiseMin(point);
        upper = upper.cwiseMax(point);
    }
    /// True if the box contains no point.
    [[nodiscard]] bool empty() const { return (lower.array() > upper.array()).any(); }
    /// The centre; meaningless for an empty box.
    [[nodiscard]] Eigen::Vector3d centre() const { return lower + (upper - lower) / 2; }
    /// The lengths along the axes; negative on an axis that makes the box empty.
    [[nodiscard]] Eigen::Vector3d size() const { return upper - lower; }
};

/// All points within `radius` of `centre`.
struct Sphere {
    /// In the frame of its context.
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    double radius = 0;  ///< a length, >= 0
};

/// A rigid pose (transform), named target_from_source: `world_from_body * point_in_body` is the
/// point in the world. Always valid: the rotation is a unit quaternion to rounding, normalised
/// again at every composition.
class SWEPT_API Pose {
   public:
    /// The identity.
    Pose() = default;

    /// Rotation, then translation. A quaternion (w, x, y, z) within 1e-6 of unit length is
    /// normalised. Errors: any other length; a number not finite or beyond largest_coordinate.
    [[nodiscard]] static Result<Pose> make(const Eigen::Vector3d& translation,
                                           const Quaternion& rotation = Quaternion::Identity());

    /// From a rotation matrix with the translation as the last column. A matrix within 1e-6 of
    /// rigid is normalised. Errors: a scale, shear or mirror image; numbers as for `make`.
    [[nodiscard]] static Result<Pose> from_matrix(const Matrix34& matrix);

    /// The source's origin in the target frame.
    [[nodiscard]] const Eigen::Vector3d& translation() const { return translation_; }
    /// The rotation, of unit length; (w, x, y, z) in its constructor.
    [[nodiscard]] const Quaternion& rotation() const { return rotation_; }

    /// The rotation as a matrix: the same doubles that place points.
    [[nodiscard]] Eigen::Matrix3d rotation_matrix() const;

    /// The inverse pose, source_from_target.
    [[nodiscard]] Pose inverse() const;

    /// Composition: a_from_b * b_from_c = a_from_c.
    [[nodiscard]] Pose operator*(const Pose& right) const;

    /// The placed point: ((r0 x + r1 y) + r2 z) + t for each row, in this order and without fused
    /// operations. All exact decisions of the library are about these doubles.
    [[nodiscard]] Eigen::Vector3d operator*(const Eigen::Vector3d& point) const;

   private:
    friend struct PoseAccess;
    Pose(const Eigen::Vector3d& translation, const Quaternion& rotation)
        : translation_(translation), rotation_(rotation) {}

    Eigen::Vector3d translation_ = Eigen::Vector3d::Zero();
    Quaternion rotation_ = Quaternion::Identity();
};

/// Places many points: bit for bit `pose * point` for each, on every machine. Precondition:
/// `placed` is as long as `points`; it may be the same memory.
SWEPT_API void place(const Pose& pose, std::span<const Eigen::Vector3d> points,
                     std::span<Eigen::Vector3d> placed);

}  // namespace swept
