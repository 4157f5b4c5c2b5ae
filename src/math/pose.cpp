// Rigid placements. The rotation is a quaternion, because a quaternion is brought back to unit
// length by one scaling; points are placed by the matrix made from it. Everything here is compiled
// with the library's flags: the same expressions inlined into a caller built with -march=native
// would be fused into other bits.

#include <array>
#include <cmath>

#include "math/checks.h"
#include "math/pose_access.h"
#include "math/unit.h"
#include "swept/geometry.h"
#include "swept/tolerance.h"

namespace swept::math_detail {

namespace {

/// The quaternion of a rotation matrix (Shepperd 1978). The largest of the four components is
/// computed first, from a sum without cancellation; the others are divided by it.
Quaternion quaternion_from(const Eigen::Matrix3d& r) {
    const double trace = r(0, 0) + r(1, 1) + r(2, 2);
    Eigen::Index i = 0;
    const double largest = r.diagonal().maxCoeff(&i);
    if (trace >= largest) {
        return {1 + trace, r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1)};
    }
    const Eigen::Index j = (i + 1) % 3;
    const Eigen::Index k = (i + 2) % 3;
    Quaternion q;
    q.w() = r(k, j) - r(j, k);
    q.vec()[i] = 1 + ((r(i, i) - r(j, j)) - r(k, k));
    q.vec()[j] = r(j, i) + r(i, j);
    q.vec()[k] = r(k, i) + r(i, k);
    return q;
}

/// Are the columns of unit length and at right angles?
bool is_orthonormal(const Eigen::Matrix3d& r) {
    for (int i = 0; i < 3; ++i) {
        if (!(std::abs(r.col(i).norm() - 1) <= tolerance::rigid)) return false;
        if (!(std::abs(r.col(i).dot(r.col((i + 1) % 3))) <= tolerance::rigid)) return false;
    }
    return true;
}

}  // namespace

}  // namespace swept::math_detail

namespace swept {

using namespace math_detail;

Result<Pose> Pose::make(const Eigen::Vector3d& translation, const Quaternion& rotation) {
    if (auto error = check_lengths(translation, "translation")) return tl::unexpected(*error);
    if (!rotation.coeffs().allFinite()) {
        return fail(ErrorCode::bad_argument, "not a finite number; every number must be finite",
                    "rotation");
    }
    if (!(std::abs(rotation.norm() - 1) <= tolerance::rigid)) {
        return fail(ErrorCode::bad_argument,
                    "the quaternion is not of unit length; divide it by its length", "rotation");
    }
    return Pose(translation, normalised(rotation));
}

Result<Pose> Pose::from_matrix(const Matrix34& matrix) {
    const Eigen::Vector3d translation = matrix.col(3);
    const Eigen::Matrix3d r = matrix.leftCols<3>();
    if (auto error = check_lengths(translation, "translation")) return tl::unexpected(*error);
    if (!r.allFinite()) {
        return fail(ErrorCode::bad_argument, "not a finite number; every number must be finite",
                    "rotation");
    }
    if (!is_orthonormal(r)) {
        return fail(ErrorCode::bad_argument,
                    "the matrix is not a rotation: it scales or shears; apply scale and shear to "
                    "the vertices instead",
                    "rotation");
    }
    if (r.determinant() < 0) {
        return fail(ErrorCode::bad_argument,
                    "the matrix is a mirror image, not a rotation; mirror the vertices instead and "
                    "reverse the order of the corners of each face",
                    "rotation");
    }
    const Quaternion q = quaternion_from(r);
    return Pose(translation, normalised(Quaternion(q.coeffs() / q.norm())));
}

// With |q|^2 within 3u of 1 each entry is within 11u of that of the exact rotation: 6u from the
// length, 5u from the operations on the diagonal.
Eigen::Matrix3d Pose::rotation_matrix() const {
    const double w = rotation_.w();
    const double x = rotation_.x();
    const double y = rotation_.y();
    const double z = rotation_.z();
    Eigen::Matrix3d r;
    r(0, 0) = 1 - 2 * (y * y + z * z);
    r(0, 1) = 2 * (x * y - w * z);
    r(0, 2) = 2 * (x * z + w * y);
    r(1, 0) = 2 * (x * y + w * z);
    r(1, 1) = 1 - 2 * (x * x + z * z);
    r(1, 2) = 2 * (y * z - w * x);
    r(2, 0) = 2 * (x * z - w * y);
    r(2, 1) = 2 * (y * z + w * x);
    r(2, 2) = 1 - 2 * (x * x + y * y);
    return r;
}

Pose Pose::inverse() const {
    const Pose turn_back({0, 0, 0}, rotation_.conjugate());
    return {turn_back * Eigen::Vector3d(-translation_), turn_back.rotation_};
}

Pose Pose::operator*(const Pose& right) const {
    return {*this * right.translation_, normalised(multiplied(rotation_, right.rotation_))};
}

Eigen::Vector3d Pose::operator*(const Eigen::Vector3d& point) const {
    return placed_point(rotation_matrix(), translation_, point);
}

}  // namespace swept
