#pragma once

// A motion as the pair kernels see it: every point has a track x(t), anchored at where it starts
// (docs/derivations/motions.md, "Anchored at the start"), so that rounding is measured by the
// distance travelled and not by that of the axis. One form for all three motions:
//
//   x(t) = x0 + sin t (k x q) - (1 - cos t) q + t w,   0 <= t <= end
//
// Turning (rotation, screw): t is the angle, >= 0 (the axis is flipped for negative ones), q the
// part of x0 - u across the axis, w = h k the advance per radian. Translation: q = 0, w the whole
// vector, end = 1.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/assert.h"
#include "core/namespaces.h"
#include "math/elementary.h"

namespace swept::features_detail {

/// A moment of a motion, with what all tracks need of it.
struct TrajectoryTime {
    double t = 0;
    double sine = 0;
    double versine = 0;  ///< 1 - cos t, without cancellation
};

/// The way of one point.
struct PointTrajectory {
    Eigen::Vector3d start;    ///< x0
    Eigen::Vector3d across;   ///< k x q: the velocity at the start but for the advance
    Eigen::Vector3d arm;      ///< q
    Eigen::Vector3d advance;  ///< w
    double turn_speed = 0;    ///< |q|; bounds |x''|
    double speed = 0;         ///< bounds |x'|

    [[nodiscard]] Eigen::Vector3d at(const TrajectoryTime& m) const {
        return start + (m.sine * across - m.versine * arm + m.t * advance);
    }
    [[nodiscard]] Eigen::Vector3d velocity(const TrajectoryTime& m) const {
        return (1 - m.versine) * across - m.sine * arm + advance;
    }
    /// Bounds |(n.x)''| for a unit n.
    [[nodiscard]] double bend(const Eigen::Vector3d& n) const {
        SWEPT_ASSERT(detail::is_unit_or_zero(n), "bounds hold along unit directions");
        const double b = n.dot(across), v = n.dot(arm);
        return std::sqrt(b * b + v * v);
    }
    [[nodiscard]] bool turning() const { return turn_speed > 0; }
};

struct ScrewTrajectory {
    bool turning = false;
    Eigen::Vector3d origin = Eigen::Vector3d::Zero();   ///< u
    Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();    ///< k, unit
    Eigen::Vector3d advance = Eigen::Vector3d::Zero();  ///< w
    double end = 1;

    [[nodiscard]] TrajectoryTime moment(double t) const {
        if (!turning) return {t, 0, 0};
        const auto [sine, cosine] = math::sin_cos(t / 2);
        return {t, 2 * sine * cosine, 2 * sine * sine};
    }
    [[nodiscard]] PointTrajectory track(const Eigen::Vector3d& x0) const {
        PointTrajectory track{x0, Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero(), advance,
                              0,  advance.norm()};
        if (!turning) return track;
        const Eigen::Vector3d arm = x0 - origin;
        SWEPT_ASSERT(detail::is_unit(axis), "an axis is of unit length");
        track.across = axis.cross(arm);
        track.arm = arm - arm.dot(axis) * axis;
        track.turn_speed = track.arm.norm();
        track.speed = std::sqrt(track.turn_speed * track.turn_speed + track.speed * track.speed);
        return track;
    }
    /// How far along the axis a place lies from the point that was named on it, beyond a length
    /// that counts anyway. Differences from that point are rounded by as much, and what a turn
    /// makes of them too: this, times the turn, counts as travel (docs/derivations/tracks.md).
    [[nodiscard]] double rounded_along(const Eigen::Vector3d& place, double counted) const {
        if (!turning) return 0;
        const double beyond = std::abs(axis.dot(place - origin)) - counted;
        return beyond > 0 ? beyond * std::min(end, 1.0) : 0;
    }
    /// The velocity of whatever moves along and is at this place: the same at all moments.
    [[nodiscard]] Eigen::Vector3d velocity_at(const Eigen::Vector3d& place) const {
        return turning ? Eigen::Vector3d(axis.cross(place - origin) + advance) : advance;
    }
    /// The same motion seen from the mover: how the obstacle's points go past it.
    [[nodiscard]] ScrewTrajectory inverse() const {
        ScrewTrajectory path = *this;
        path.axis = -axis;
        path.advance = -advance;
        return path;
    }
};

}  // namespace swept::features_detail
