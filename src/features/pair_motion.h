#pragma once

// The four pairs of features of which one moves (docs/derivations/search.md, "Pairs of features"):
// a point past a face, an edge or a point, and an edge past an edge. Face-vertex and edge-vertex
// are the first two with the motion inverted. Each says, at a moment m and for a half width r
// around it:
//   closest      the vector between the closest points of the two features, and its length Dc
//   height, slope, scale   F, F' and n: F / n is the distance of the supporting plane or lines less
//                the stop level, which enters where F falls through 0
// and bounds on F'' that hold for |t - m| <= r.

#include <cmath>

#include "core/assert.h"
#include "core/namespaces.h"
#include "features/distance.h"
#include "features/trajectory.h"
#include "math/elementary.h"

namespace swept::features_detail {

/// The distance at which everything stops, and how well distances are known
/// (docs/derivations/zone.md, "One level for all").
struct StopDistance {
    double distance = 0;  ///< l
    double rounding = 0;  ///< dl: no computed distance is further off than this
};

/// What a pair looks like at a moment.
struct PairSample {
    Closest closest;
    double height = 0;      ///< F
    double slope = 0;       ///< F'
    double scale = 1;       ///< n
    double speed = 0;       ///< F changes no faster, where F is a distance
    double side = 1;        ///< the side of the face or lines for which F is meant: 1 or -1
    double bend_below = 0;  ///< F'' >= -bend_below within the half width
    double bend_above = 0;  ///< F'' <= bend_above; infinite where nothing is known
    // How far F and F' may be off. Directions come from differences of coordinates that may be off
    // by rounding: of a vector as short as the margin is thick they are known to a few digits only,
    // and a long way taken along a direction that is off counts.
    double height_error = 0;
    double slope_error = 0;
    bool smooth = true;    ///< the bounds hold; else only the distance says anything
    bool carried = false;  ///< other pairs carry this one throughout: nothing to look for
};

// Each pair has: speed, a bound on how fast the moving feature goes; closing_speed, one on how fast
// Dc changes; moving(nh, m, r), a lower bound of nh.x over the moving feature and the interval;
// resting(nh), the upper bound of nh.c over the other; edge_count and across(i, nh, m), directions
// across its edges that are near nh.

/// How fast at most the distance changes between a point that goes along and one that rests. The
/// velocities that a motion has at the two places differ by a turn of what joins them, at right
/// angles to it: so it counts how fast the motion is at either, and the slower will do. Of a sphere
/// on a large circle about a small thing it is the small thing. The rounding is that of its place
/// beside the axis.
[[nodiscard]] inline double closing_speed_of(const ScrewTrajectory& path,
                                             const PointTrajectory& point,
                                             const Eigen::Vector3d& resting,
                                             const StopDistance& stop) {
    if (!path.turning) return point.speed;
    const Eigen::Vector3d arm = resting - path.origin;
    const double turn_speed = (arm - arm.dot(path.axis) * path.axis).norm() + stop.rounding;
    const double speed = std::sqrt(turn_speed * turn_speed + path.advance.squaredNorm());
    return std::min(point.speed, speed * (1 + 0x1p-40));
}

/// How far at least the point is along nh, around a moment.
[[nodiscard]] inline double least_along(const PointTrajectory& track, const Eigen::Vector3d& nh,
                                        const TrajectoryTime& m, double r) {
    SWEPT_ASSERT(r >= 0, "a half width");
    return nh.dot(track.at(m)) - std::abs(nh.dot(track.velocity(m))) * r -
           track.bend(nh) * (r * r / 2);
}

class PointPastFace {
   public:
    /// Negative heights are behind the face. `front`: only its front side stops.
    PointPastFace(const PointTrajectory& point, const FaceGeometry& face, bool front,
                  const StopDistance& stop)
        : PointPastFace(point, face, front, stop, point.speed) {}
    /// `closing_speed`: that of the fastest corner of the face.
    PointPastFace(const PointTrajectory& point, const FaceGeometry& face, bool front,
                  const StopDistance& stop, double closing_speed)
        : point_(point),
          face_(face),
          front_(front),
          level_(stop.distance),
          bend_(point.bend(face.normal)),
          closing_speed_(closing_speed) {}

    static constexpr bool must_be_conservative = false;  // entering a band is caught by edges
    static constexpr bool is_distance = true;            // F is one, so it changes with the speed
    [[nodiscard]] double speed() const { return point_.speed; }
    [[nodiscard]] double closing_speed() const { return closing_speed_; }

    /// `side` 1 or -1 fixes the side of a face that stops on both; 0: that of the moment.
    [[nodiscard]] PairSample at(const TrajectoryTime& m, double r, double side = 0) const {
        const Eigen::Vector3d x = point_.at(m);
        const ClosestOnFace on_face = point_to_face(x, face_);
        const double sign = front_ ? 1 : side != 0 ? side : on_face.height < 0 ? -1 : 1;
        const double slope = face_.normal.dot(point_.velocity(m));
        return {.closest = on_face,
                .height = sign * on_face.height - level_,
                .slope = sign * slope,
                .speed = std::abs(slope) + bend_ * r,
                .side = sign,
                .bend_below = bend_,
                .bend_above = bend_};
    }
    [[nodiscard]] double side_at(const TrajectoryTime& m) const {
        return !front_ && face_.normal.dot(point_.at(m) - face_.corners[0]) < 0 ? -1 : 1;
    }
    [[nodiscard]] double moving(const Eigen::Vector3d& nh, const TrajectoryTime& m,
                                double r) const {
        return least_along(point_, nh, m, r);
    }
    [[nodiscard]] double resting(const Eigen::Vector3d& nh) const {
        double most = nh.dot(face_.corners[0]);
        for (const Eigen::Vector3d& c : face_.corners) most = std::max(most, nh.dot(c));
        return most;
    }
    static constexpr int edge_count = 0;
    [[nodiscard]] static Eigen::Vector3d across(int /*edge*/, const Eigen::Vector3d& nh,
                                                const TrajectoryTime& /*m*/) {
        return nh;
    }

   private:
    const PointTrajectory& point_;
    const FaceGeometry& face_;
    bool front_;
    double level_;
    double bend_;
    double closing_speed_;
};

/// What a capsule about an edge and a sphere about a point have in common: F = |X| - l, with X the
/// vector from the line or point and X' its velocity. How fast X itself moves counts, not the
/// point: along an edge it may go as fast as it likes.
[[nodiscard]] inline PairSample sample_of_vector(const Closest& closest, const Eigen::Vector3d& x,
                                                 const Eigen::Vector3d& velocity,
                                                 const PointTrajectory& track,
                                                 const StopDistance& stop, double r) {
    const double length = x.norm();
    SWEPT_ASSERT(r >= 0 && stop.rounding >= 0, "a half width, and how well distances are known");
    PairSample sample{.closest = closest,
                      .height = length - stop.distance,
                      .slope = length > 0 ? x.dot(velocity) / length : 0,
                      .bend_below = track.turn_speed};
    sample.speed = velocity.norm() + track.turn_speed * r;
    sample.slope_error = length > 0 ? sample.speed * (stop.rounding / length) : sample.speed;
    const double room = length - sample.speed * r;
    sample.bend_above = room > 0 ? sample.speed * sample.speed / room + track.turn_speed
                                 : std::numeric_limits<double>::infinity();
    return sample;
}

class PointPastEdge {
   public:
    PointPastEdge(const PointTrajectory& point, const Eigen::Vector3d& c, const Eigen::Vector3d& dq,
                  const StopDistance& stop)
        : PointPastEdge(point, c, dq, stop, point.speed) {}
    /// `closing_speed`: that of the faster end of the edge.
    PointPastEdge(const PointTrajectory& point, const Eigen::Vector3d& c, const Eigen::Vector3d& dq,
                  const StopDistance& stop, double closing_speed)
        : point_(point), c_(c), dq_(dq), stop_(stop), closing_speed_(closing_speed) {
        const double length = dq.norm();
        unit_ = length > 0 ? Eigen::Vector3d(dq / length) : Eigen::Vector3d::Zero();
    }

    static constexpr bool must_be_conservative = true;
    static constexpr bool is_distance = true;
    [[nodiscard]] double speed() const { return point_.speed; }
    [[nodiscard]] double closing_speed() const { return closing_speed_; }
    [[nodiscard]] double side_at(const TrajectoryTime& /*m*/) const { return 1; }

    [[nodiscard]] PairSample at(const TrajectoryTime& m, double r, double /*side*/ = 0) const {
        const Eigen::Vector3d x = point_.at(m), from_end = x - c_;
        const auto across = [&](const Eigen::Vector3d& v) {
            return Eigen::Vector3d(v - v.dot(unit_) * unit_);
        };
        return sample_of_vector(point_to_edge(x, c_, dq_), across(from_end),
                                across(point_.velocity(m)), point_, stop_, r);
    }
    [[nodiscard]] double moving(const Eigen::Vector3d& nh, const TrajectoryTime& m,
                                double r) const {
        return least_along(point_, nh, m, r);
    }
    [[nodiscard]] double resting(const Eigen::Vector3d& nh) const {
        return std::max(nh.dot(c_), nh.dot(c_ + dq_));
    }
    /// Across the edge, if the foot is inside it.
    static constexpr int edge_count = 1;
    [[nodiscard]] Eigen::Vector3d across(int /*edge*/, const Eigen::Vector3d& nh,
                                         const TrajectoryTime& /*m*/) const {
        return nh - nh.dot(unit_) * unit_;
    }

   private:
    const PointTrajectory& point_;
    Eigen::Vector3d c_, dq_, unit_;
    StopDistance stop_;
    double closing_speed_;
};

class PointPastPoint {
   public:
    PointPastPoint(const PointTrajectory& point, const Eigen::Vector3d& p, const StopDistance& stop)
        : PointPastPoint(point, p, stop, point.speed) {}
    PointPastPoint(const PointTrajectory& point, const Eigen::Vector3d& p, const StopDistance& stop,
                   double closing_speed)
        : point_(point), p_(p), stop_(stop), closing_speed_(closing_speed) {}

    static constexpr bool must_be_conservative = true;
    static constexpr bool is_distance = true;
    [[nodiscard]] double speed() const { return point_.speed; }
    [[nodiscard]] double closing_speed() const { return closing_speed_; }
    [[nodiscard]] double side_at(const TrajectoryTime& /*m*/) const { return 1; }

    [[nodiscard]] PairSample at(const TrajectoryTime& m, double r, double /*side*/ = 0) const {
        const Closest closest = point_to_point(point_.at(m), p_);
        return sample_of_vector(closest, closest.vector, point_.velocity(m), point_, stop_, r);
    }
    [[nodiscard]] double moving(const Eigen::Vector3d& nh, const TrajectoryTime& m,
                                double r) const {
        return least_along(point_, nh, m, r);
    }
    [[nodiscard]] double resting(const Eigen::Vector3d& nh) const { return nh.dot(p_); }
    static constexpr int edge_count = 0;
    [[nodiscard]] static Eigen::Vector3d across(int /*edge*/, const Eigen::Vector3d& nh,
                                                const TrajectoryTime& /*m*/) {
        return nh;
    }

   private:
    const PointTrajectory& point_;
    Eigen::Vector3d p_;
    StopDistance stop_;
    double closing_speed_;
};

class EdgePastEdge {
   public:
    /// Edges whose directions part by less than `parallel_width` over the longer of them are
    /// carried by their end points (docs/derivations/zone.md, "Edges carried by their ends").
    EdgePastEdge(const ScrewTrajectory& path, const PointTrajectory& a, const PointTrajectory& b,
                 const Eigen::Vector3d& c, const Eigen::Vector3d& dq, const StopDistance& stop,
                 double parallel_width)
        : a_(a), b_(b), c_(c), dq_(dq), level_(stop.distance), rounding_(stop.rounding) {
        const Eigen::Vector3d dp = b.start - a.start;
        const double length = dp.norm(), other = dq.norm();
        SWEPT_ASSERT(parallel_width >= 0 && stop.distance >= 0, "lengths");
        speed_ = std::max(a.speed, b.speed);
        normal_error_ = stop.rounding * (length + other);
        parallel_ = parallel_width * std::min(length, other);  // least_sine |dp| |dq|
        if (!path.turning) return;
        const Eigen::Vector3d dp_across = dp - dp.dot(path.axis) * path.axis;
        normal_speed_ = dp_across.norm() * other;
        find_amplitudes(path, dp, dp_across);
    }

    static constexpr bool must_be_conservative = false;
    static constexpr bool is_distance = false;
    [[nodiscard]] double speed() const { return speed_; }
    [[nodiscard]] double closing_speed() const { return speed_; }

    [[nodiscard]] PairSample at(const TrajectoryTime& m, double r, double side = 0) const {
        const Eigen::Vector3d a = a_.at(m), b = b_.at(m), dp = b - a;
        const Eigen::Vector3d velocity_a = a_.velocity(m), dv = b_.velocity(m) - velocity_a;
        const Eigen::Vector3d normal = accurate_cross(dp, dq_);
        const ClosestOnEdges on_edges = edge_to_edge(a, dp, c_, dq_, normal);
        PairSample sample{.closest = on_edges};
        const double length = normal.norm();
        const double swing = normal_speed_ * r;
        const double bend = turn_bend_ + (2 + m.t + r) * glide_bend_;  // S2: bounds |s''|
        sample.scale = length;
        sample.carried = length + swing < parallel_;
        if (length == 0) {
            sample.smooth = false;
            return sample;
        }
        // s = w.N with w from the mover's closest point to the obstacle's: re-anchored at this
        // moment, |w| is the distance and nothing cancels.
        const Eigen::Vector3d w = -on_edges.vector;
        const Eigen::Vector3d normal_rate = dv.cross(dq_);
        const double s = w.dot(normal);
        const double s_rate = w.dot(normal_rate) - (velocity_a + on_edges.lambda * dv).dot(normal);
        const double sign = side != 0 ? side : s < 0 ? -1 : 1;
        sample.side = sign;
        sample.height = sign * s - level_ * length;
        sample.slope = sign * s_rate - level_ * (normal.dot(normal_rate) / length);
        sample.height_error = on_edges.distance * normal_error_;
        sample.slope_error = speed_ * normal_error_;
        const bool certain = std::abs(s) - sample.height_error >
                             (std::abs(s_rate) + sample.slope_error) * r + bend * (r * r / 2);
        // Edges so close to parallel that their common normal is not known well enough have only
        // their distance, which always is.
        const bool known =
            sample.height_error <= rounding_ / 4 * length + std::abs(sample.height) / 4;
        sample.smooth = certain && known && length - swing > length / 2;
        if (sample.smooth) {
            sample.bend_below =
                bend + level_ * (normal_speed_ * normal_speed_ / (length - swing) + normal_speed_);
            sample.bend_above = sample.bend_below;
        }
        return sample;
    }
    [[nodiscard]] double side_at(const TrajectoryTime& m) const {
        const Eigen::Vector3d a = a_.at(m), dp = b_.at(m) - a;
        const Eigen::Vector3d normal = accurate_cross(dp, dq_);
        return edge_to_edge(a, dp, c_, dq_, normal).vector.dot(normal) > 0 ? -1 : 1;
    }
    [[nodiscard]] double moving(const Eigen::Vector3d& nh, const TrajectoryTime& m,
                                double r) const {
        return std::min(least_along(a_, nh, m, r), least_along(b_, nh, m, r));
    }
    /// Across the moving edge and across the resting one: else a slide along it would count as
    /// coming closer.
    static constexpr int edge_count = 2;
    [[nodiscard]] Eigen::Vector3d across(int edge, const Eigen::Vector3d& nh,
                                         const TrajectoryTime& m) const {
        const Eigen::Vector3d along = edge == 0 ? Eigen::Vector3d(b_.at(m) - a_.at(m)) : dq_;
        return nh - (nh.dot(along) / along.squaredNorm()) * along;
    }
    [[nodiscard]] double resting(const Eigen::Vector3d& nh) const {
        return std::max(nh.dot(c_), nh.dot(c_ + dq_));
    }

   private:
    const PointTrajectory& a_;
    const PointTrajectory& b_;
    Eigen::Vector3d c_, dq_;
    double level_;
    double rounding_;
    double normal_error_ = 0;  ///< how far dp x dq may be off
    double speed_ = 0;
    double parallel_ = 0;
    double normal_speed_ = 0;  ///< N1: bounds |N'| and |N''|
    double turn_bend_ = 0;     ///< the parts of S2
    double glide_bend_ = 0;

    /// S2 = hypot(b, v2) + (2 + t) hypot(w1, w2) up to a moment t (docs/derivations/motions.md,
    /// "Bounds on the second derivative"). The terms of b and v2 are of the size of arm times
    /// edges; 64 u of them covers the rounding.
    void find_amplitudes(const ScrewTrajectory& path, const Eigen::Vector3d& dp,
                         const Eigen::Vector3d& dp_across) {
        const Eigen::Vector3d& k = path.axis;
        const auto across = [&](const Eigen::Vector3d& x) {
            return Eigen::Vector3d(x - x.dot(k) * k);
        };
        const Eigen::Vector3d between = c_ - a_.start;
        const Eigen::Vector3d dq_across = across(dq_);
        const Eigen::Vector3d arm_a = a_.start - path.origin, arm_c = c_ - path.origin;
        const double b = between.dot(k.cross(dp).cross(dq_)) - a_.across.dot(dp.cross(dq_));
        const double v2 =
            -(dp_across.dot(across(arm_c.cross(dq_))) + across(arm_a.cross(dp)).dot(dq_across));
        const double h = path.advance.dot(k);
        const double w1 = h * dp_across.dot(dq_across), w2 = -h * k.dot(dp.cross(dq_));
        const double sizes = (arm_a.norm() + arm_c.norm() + std::abs(h)) * dp.norm() * dq_.norm();
        turn_bend_ = math::hypot(b, v2) * (1 + 0x1p-40) + 0x1p-47 * sizes;
        glide_bend_ = math::hypot(w1, w2) * (1 + 0x1p-40);
    }
};

}  // namespace swept::features_detail
