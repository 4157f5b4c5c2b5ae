#pragma once

// Motions: how a body gets from one pose to another. A motion runs from fraction 0 to 1 at constant
// speed, in world coordinates. It displaces the body from where it starts: at fraction f a body
// that starts at `world_from_body` stands at `motion.at(f) * world_from_body`; `moved` gives the
// same pose, more accurately (anchored at the body: docs/derivations/motions.md, "Anchored at the
// start"), also when the axis is far away.

#include <variant>
#include <vector>

#include "swept/geometry.h"

namespace swept {

/// A straight motion.
class SWEPT_API Translation {
   public:
    /// No motion at all.
    Translation() = default;
    /// Error when a component is not finite or beyond tolerance::largest_coordinate.
    [[nodiscard]] static Result<Translation> make(const Eigen::Vector3d& vector);

    /// How far the whole motion goes, in world.
    [[nodiscard]] const Eigen::Vector3d& vector() const { return vector_; }
    /// The displacement at a fraction in [0, 1], world from world.
    [[nodiscard]] Pose at(double fraction) const;
    /// Where a body that starts at `start` stands at a fraction in [0, 1].
    [[nodiscard]] Pose moved(const Pose& start, double fraction) const;
    /// The motion that undoes this one: inverse().at(f) is at(f).inverse().
    [[nodiscard]] Translation inverse() const;

   private:
    friend struct MotionAccess;
    Eigen::Vector3d vector_ = Eigen::Vector3d::Zero();
};

/// A turn about a fixed axis, right-handed.
class SWEPT_API Rotation {
   public:
    /// `origin` is any point of the axis, `axis` its direction (any length but zero), `angle` in
    /// radians, either sign, any number of turns. Error when one of them is not finite, origin or
    /// angle is beyond tolerance::largest_coordinate, or the axis has no length.
    [[nodiscard]] static Result<Rotation> make(const Eigen::Vector3d& origin,
                                               const Eigen::Vector3d& axis, double angle);

    /// A point of the axis.
    [[nodiscard]] const Eigen::Vector3d& origin() const { return origin_; }
    [[nodiscard]] const Eigen::Vector3d& axis() const { return axis_; }  ///< unit length
    /// Radians, right-handed.
    [[nodiscard]] double angle() const { return angle_; }
    /// As Translation::at.
    [[nodiscard]] Pose at(double fraction) const;
    /// As Translation::moved.
    [[nodiscard]] Pose moved(const Pose& start, double fraction) const;
    /// The turn back.
    [[nodiscard]] Rotation inverse() const;

   private:
    friend struct MotionAccess;
    Rotation() = default;
    Eigen::Vector3d origin_ = Eigen::Vector3d::Zero();
    Eigen::Vector3d axis_ = Eigen::Vector3d::UnitZ();
    double angle_ = 0;
};

/// A turn about a fixed axis with a glide along it: what lies between any two poses.
class SWEPT_API Screw {
   public:
    /// As Rotation, and `glide`: the distance travelled along the axis over the whole motion.
    [[nodiscard]] static Result<Screw> make(const Eigen::Vector3d& origin,
                                            const Eigen::Vector3d& axis, double angle,
                                            double glide);

    /// A point of the axis.
    [[nodiscard]] const Eigen::Vector3d& origin() const { return origin_; }
    [[nodiscard]] const Eigen::Vector3d& axis() const { return axis_; }  ///< unit length
    /// Radians, right-handed.
    [[nodiscard]] double angle() const { return angle_; }
    /// The length travelled along the axis.
    [[nodiscard]] double glide() const { return glide_; }
    /// As Translation::at.
    [[nodiscard]] Pose at(double fraction) const;
    /// As Translation::moved.
    [[nodiscard]] Pose moved(const Pose& start, double fraction) const;
    /// The screw back.
    [[nodiscard]] Screw inverse() const;

   private:
    friend struct MotionAccess;
    Screw() = default;
    Eigen::Vector3d origin_ = Eigen::Vector3d::Zero();
    Eigen::Vector3d axis_ = Eigen::Vector3d::UnitZ();
    double angle_ = 0;
    double glide_ = 0;
};

/// Any of the three.
using Motion = std::variant<Translation, Rotation, Screw>;

/// The displacement of a motion at a fraction in [0, 1].
[[nodiscard]] SWEPT_API Pose at(const Motion& motion, double fraction);
/// Where a body that starts at `start` stands at a fraction in [0, 1].
[[nodiscard]] SWEPT_API Pose moved(const Motion& motion, const Pose& start, double fraction);
/// The motion that undoes this one.
[[nodiscard]] SWEPT_API Motion inverse(const Motion& motion);

/// The screw that takes a body from one pose to another, the short way round: its angle is in [0,
/// pi]. At exactly half a turn both ways are as short; the axis is then the one whose first
/// component that is not zero is positive. Without a turn (below tolerance::smallest_turn, or about
/// an axis beyond tolerance::largest_coordinate) it is a pure glide along the straight line.
/// Accurate for tiny turns, whose axis is far away, and for half turns
/// (docs/derivations/motions.md, "The screw between two poses", anchored at the body's origin).
[[nodiscard]] SWEPT_API Screw screw_between(const Pose& from, const Pose& to);

/// A step taken apart as the trajectory paper does: first the translation, then the rotation.
struct TranslateThenRotate {
    Translation translation;  ///< comes first
    Rotation rotation;  ///< about an axis through the pivot where the translation has brought it
};

/// The translation and the rotation that take a body from one pose to another. `pivot_in_body` is
/// the point about which the body turns (its centre of mass, say), finite. The rotation goes the
/// short way round, as in screw_between; without a turn its axis is z.
[[nodiscard]] SWEPT_API TranslateThenRotate
decompose(const Pose& from, const Pose& to,
          const Eigen::Vector3d& pivot_in_body = Eigen::Vector3d::Zero());

/// One body's motion as seen from another that moves too, as a single motion past a body at rest.
struct RelativeMotion {
    double begin = 0;  ///< the share of the step that this piece stands for: from here
    double end = 1;    ///< to here
    Motion motion;  ///< displaces body a within this piece, b standing where it was at the step's
                    ///< start
    Pose start;     ///< displacement of body a at `begin`, seen from b: apply it to a's pose first
    double deviation = 0;  ///< no point of the ball is ever further than this from its true place;
                           ///< a length, rounding included. 0: the motion is exact to rounding
};

/// The motion of body a seen from body b, both in motion from their start poses through one step.
/// It is exact for two translations, for one body at rest and for a common axis; otherwise it is
/// the screw joining the relative end poses, which strays from the true path by at most
/// `deviation`. `ball` holds body a at the start, in world coordinates; its numbers are finite.
[[nodiscard]] SWEPT_API RelativeMotion relative_motion(const Motion& motion_a,
                                                       const Motion& motion_b, const Ball& ball);

/// The same in as many pieces as keep every deviation below `largest_deviation` (a length, > 0).
/// Error when that is not positive and finite, when the ball is not one, or when more than a
/// million pieces would be needed.
[[nodiscard]] SWEPT_API Result<std::vector<RelativeMotion>> relative_motion(
    const Motion& motion_a, const Motion& motion_b, const Ball& ball, double largest_deviation);

/// How far an arc of this angle and radius bulges over its chord, (1 - cos(angle/2)) radius: what a
/// glide rotation strays from a straight path of the centre (glide paper 4.3, corrected in
/// docs/papers.md).
[[nodiscard]] SWEPT_API double arc_sagitta(double angle, double radius);

/// The same relative to the length of the arc, (1 - cos(angle/2)) / angle: a fraction, 0.097 at 45
/// degrees (glide paper (5); its table has one misprint).
[[nodiscard]] SWEPT_API double glide_error(double angle);

}  // namespace swept
