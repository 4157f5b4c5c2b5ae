#pragma once

// Rigid motions: translation, rotation and screw (helical motion). A motion runs from fraction 0 to
// 1 at constant speed, in world coordinates. It displaces a body from its start pose: a body that
// starts at `world_from_body` is at `motion.displacement(f) * world_from_body` at fraction f.
// `pose_at` returns the same pose, more accurately, also if the axis is far away (anchored at the
// body: docs/derivations/motions.md, "Anchored at the start").

#include <variant>
#include <vector>

#include "swept/geometry.h"

namespace swept {

/// A translation along a straight line.
class SWEPT_API Translation {
   public:
    /// No motion.
    Translation() = default;
    /// Error: a component that is not finite or beyond tolerance::largest_coordinate.
    [[nodiscard]] static Result<Translation> make(const Eigen::Vector3d& vector);

    /// The translation at fraction 1, in world.
    [[nodiscard]] const Eigen::Vector3d& vector() const { return vector_; }
    /// The displacement at a fraction in [0, 1], world from world.
    [[nodiscard]] Pose displacement(double fraction) const;
    /// The pose at a fraction in [0, 1] of a body that starts at `start`.
    [[nodiscard]] Pose pose_at(const Pose& start, double fraction) const;
    /// The inverse motion: inverse().displacement(f) is displacement(f).inverse().
    [[nodiscard]] Translation inverse() const;

   private:
    friend struct MotionAccess;
    Eigen::Vector3d vector_ = Eigen::Vector3d::Zero();
};

/// A rotation about a fixed axis, right-handed.
class SWEPT_API Rotation {
   public:
    /// `origin` is any point of the axis, in world; `axis` is its direction (any length but zero);
    /// `angle` is in radians, of either sign and any number of turns. Error: a number that is not
    /// finite, an origin or angle beyond tolerance::largest_coordinate, an axis of zero length.
    [[nodiscard]] static Result<Rotation> make(const Eigen::Vector3d& origin,
                                               const Eigen::Vector3d& axis, double angle);

    /// A point of the axis.
    [[nodiscard]] const Eigen::Vector3d& origin() const { return origin_; }
    [[nodiscard]] const Eigen::Vector3d& axis() const { return axis_; }  ///< unit length
    /// Radians, right-handed.
    [[nodiscard]] double angle() const { return angle_; }
    /// As Translation::displacement.
    [[nodiscard]] Pose displacement(double fraction) const;
    /// As Translation::pose_at.
    [[nodiscard]] Pose pose_at(const Pose& start, double fraction) const;
    /// The inverse rotation.
    [[nodiscard]] Rotation inverse() const;

   private:
    friend struct MotionAccess;
    Rotation() = default;
    Eigen::Vector3d origin_ = Eigen::Vector3d::Zero();
    Eigen::Vector3d axis_ = Eigen::Vector3d::UnitZ();
    double angle_ = 0;
};

/// A screw motion: a rotation about a fixed axis with an advance along it. It joins any two poses.
class SWEPT_API Screw {
   public:
    /// As Rotation::make. `advance` is the travel along the axis over the whole motion, a length.
    /// Error also: an advance that is not finite or beyond tolerance::largest_coordinate.
    [[nodiscard]] static Result<Screw> make(const Eigen::Vector3d& origin,
                                            const Eigen::Vector3d& axis, double angle,
                                            double advance);

    /// A point of the axis.
    [[nodiscard]] const Eigen::Vector3d& origin() const { return origin_; }
    [[nodiscard]] const Eigen::Vector3d& axis() const { return axis_; }  ///< unit length
    /// Radians, right-handed.
    [[nodiscard]] double angle() const { return angle_; }
    /// The travel along the axis, a length.
    [[nodiscard]] double advance() const { return advance_; }
    /// As Translation::displacement.
    [[nodiscard]] Pose displacement(double fraction) const;
    /// As Translation::pose_at.
    [[nodiscard]] Pose pose_at(const Pose& start, double fraction) const;
    /// The inverse screw.
    [[nodiscard]] Screw inverse() const;

   private:
    friend struct MotionAccess;
    Screw() = default;
    Eigen::Vector3d origin_ = Eigen::Vector3d::Zero();
    Eigen::Vector3d axis_ = Eigen::Vector3d::UnitZ();
    double angle_ = 0;
    double advance_ = 0;
};

/// Any motion.
using Motion = std::variant<Translation, Rotation, Screw>;

/// The displacement of a motion at a fraction in [0, 1].
[[nodiscard]] SWEPT_API Pose displacement(const Motion& motion, double fraction);
/// The pose at a fraction in [0, 1] of a body that starts at `start`.
[[nodiscard]] SWEPT_API Pose pose_at(const Motion& motion, const Pose& start, double fraction);
/// The inverse motion.
[[nodiscard]] SWEPT_API Motion inverse(const Motion& motion);

/// The screw that moves a body from one pose to another by the shorter rotation, with an angle in
/// [0, pi]. At exactly half a turn both directions are equally short; the axis is then the one
/// whose first non-zero component is positive. Without a rotation (below tolerance::smallest_turn,
/// or about an axis beyond tolerance::largest_coordinate) it is a pure advance along the straight
/// line. Accurate for tiny rotations, whose axis is far away, and for half turns
/// (docs/derivations/motions.md, "The screw between two poses", anchored at the body's origin).
[[nodiscard]] SWEPT_API Screw screw_between(const Pose& from, const Pose& to);

/// A motion as a translation followed by a rotation, as in van Waveren's paper.
struct TranslateThenRotate {
    Translation translation;  ///< the first part
    Rotation rotation;        ///< the second part, about an axis through the translated pivot
};

/// The translation and the rotation that move a body from one pose to another. `pivot_in_body` is
/// the centre of rotation, such as the centre of mass. Precondition: it is finite. The rotation is
/// the shorter one, as in screw_between; if there is none, its axis is z.
[[nodiscard]] SWEPT_API TranslateThenRotate
decompose(const Pose& from, const Pose& to,
          const Eigen::Vector3d& pivot_in_body = Eigen::Vector3d::Zero());

/// The motion of body a relative to body b, which also moves, as a motion past a body at rest.
struct RelativeMotion {
    double begin = 0;  ///< fraction of the step at which this piece begins
    double end = 1;    ///< fraction at which it ends
    Motion motion;     ///< displaces body a within this piece, with b at its start pose
    Pose start;        ///< displacement of a at `begin`, relative to b: apply it to a's pose first
    double deviation = 0;  ///< upper bound of the distance of any point of the ball from its true
                           ///< position, a length, rounding included. 0: exact to rounding
};

/// The motion of body a relative to body b, both moving from their start poses through one step. It
/// is exact for two translations, one body at rest or a common axis. Otherwise it is the screw that
/// joins the relative end poses, which deviates from the true path by at most `deviation`.
/// Precondition: `ball` is finite and contains body a at the start, in world coordinates.
[[nodiscard]] SWEPT_API RelativeMotion relative_motion(const Motion& motion_a,
                                                       const Motion& motion_b, const Sphere& ball);

/// The same in pieces, so many that every deviation is at most `largest_deviation` (a length, > 0).
/// Errors: a deviation that is not positive and finite; an invalid ball (not finite, beyond
/// tolerance::largest_coordinate, or a negative radius); more than a million pieces needed.
[[nodiscard]] SWEPT_API Result<std::vector<RelativeMotion>> relative_motion(
    const Motion& motion_a, const Motion& motion_b, const Sphere& ball, double largest_deviation);

/// The sagitta of an arc of this angle (radians) and radius, (1 - cos(angle/2)) radius: the
/// deviation of a screw (glide rotation) from a straight path of the centre (Buss 4.3, corrected in
/// docs/papers.md).
[[nodiscard]] SWEPT_API double arc_sagitta(double angle, double radius);

/// The same relative to the length of the arc, (1 - cos(angle/2)) / angle: 0.097 at 45 degrees
/// (Buss (5); its table has one misprint).
[[nodiscard]] SWEPT_API double glide_error(double angle);

}  // namespace swept
