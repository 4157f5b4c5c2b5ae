#pragma once

// The coordinates in which the motion of a step is straight: two stand still, one runs. Of a turn
// these are the distance from the axis, the angle about it and the height along it
// (docs/derivations/glide.md, "Coordinates of a motion"); of a translation two lengths across it
// and one along it. In them two volumes meet during the step when intervals meet.
//
// Heights are measured so that the glide is never negative. Angles are known up to full turns:
// volumes that meet a turn later are its doppelgangers (Buss 8).

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

#include "collisions/step.h"
#include "core/assert.h"
#include "core/namespaces.h"

namespace swept::collisions_detail {

struct Interval {
    double lo = 0;
    double hi = 0;

    [[nodiscard]] bool meets(const Interval& other) const {
        return lo <= other.hi && other.lo <= hi;
    }
    void include(double value) {
        lo = std::min(lo, value);
        hi = std::max(hi, value);
    }
};

/// Where a volume is: all its points, grown by the chart's reach.
struct ScreenBox {
    Interval across;  ///< distance from the axis; the first length across a translation
    Interval height;  ///< along the axis; the second one across
    Interval run;     ///< the angle, with one of its values between -pi and pi; the length along
};

/// A point in the chart's frame: two coordinates across the motion and the one along the axis or
/// the translation.
using ChartPoint = Eigen::Vector3d;

/// How a chart takes coordinates from those of a shape or its tree.
struct ChartFrame {
    Eigen::Matrix3d axes;
    Eigen::Vector3d origin;

    [[nodiscard]] ChartPoint operator*(const Eigen::Vector3d& x) const { return axes * x + origin; }
};

class SWEPT_API Chart {
   public:
    /// A turn so slight that it moves nothing of the two bodies by more than `slight` off a
    /// straight way is taken as that way. Volumes are grown by `reach` (and by what the chart
    /// itself is off), and meet during the step or by `time_slack` of it before or after.
    Chart(const GlideStep& step, double slight, double reach, double time_slack);

    [[nodiscard]] bool turning() const { return turning_; }
    /// The angle of the step, or the length of its way.
    [[nodiscard]] double way() const { return way_; }
    /// Shares of the step per unit of it.
    [[nodiscard]] double per_way() const { return per_way_; }
    /// The glide along the axis per radian, >= 0.
    [[nodiscard]] double pitch() const { return pitch_; }
    /// By how much boxes are grown; and how far a straight chart is off the true way at most.
    [[nodiscard]] double reach() const { return reach_; }
    [[nodiscard]] double deviation() const { return deviation_; }
    /// The boxes of the bodies, and whether they show that no doppelganger of a can meet b.
    [[nodiscard]] const ScreenBox& box_a() const { return box_a_; }
    [[nodiscard]] const ScreenBox& box_b() const { return box_b_; }
    [[nodiscard]] bool single() const { return single_; }

    [[nodiscard]] ChartPoint local(const Eigen::Vector3d& place) const {
        return frame_ * (place - origin_);
    }
    [[nodiscard]] Eigen::Vector3d world(const ChartPoint& point) const {
        return frame_.transpose() * point + origin_;
    }
    [[nodiscard]] const Eigen::Matrix3d& frame() const { return frame_; }
    /// -1 where the frame is a mirror image.
    [[nodiscard]] double handedness() const { return handedness_; }
    /// From the coordinates of a placed shape, (x - shift) * factor of them, as trees have theirs.
    [[nodiscard]] ChartFrame frame_of(const PlacedShape& placed, const Eigen::Vector3d& shift,
                                      double factor) const;

    // Bounds. What comes within the reach of the axis may have any angle.
    /// From the intervals of a volume.
    [[nodiscard]] ScreenBox grown(Interval across, Interval height, Interval run) const {
        ScreenBox box{{across.lo - reach_, across.hi + reach_},
                      {height.lo - reach_, height.hi + reach_},
                      {run.lo - reach_, run.hi + reach_}};
        if (!turning_) return box;
        if (across.lo <= 2 * reach_ || run.hi - run.lo >= full_turn) {
            box.across.lo = -reach_;
            box.run = all_round;
            return box;
        }
        // Within the reach of a point at a distance of two reaches or more, angles differ by no
        // more.
        const double slack = reach_ / (across.lo - reach_);
        box.run = {run.lo - slack, run.hi + slack};
        return box;
    }
    [[nodiscard]] ScreenBox bounds(const ChartPoint& point) const;
    [[nodiscard]] ScreenBox bounds(const ChartPoint& from, const ChartPoint& to) const;
    /// Of a convex face, its corners in order.
    [[nodiscard]] ScreenBox bounds(std::span<const ChartPoint> corners) const;
    /// Of a box: its middle, and half its sides along the axes of a frame.
    [[nodiscard]] ScreenBox bounds(const ChartFrame& frame, const Eigen::Vector3d& middle,
                                   const Eigen::Vector3d& half) const;

    /// Whether a volume of a may meet one of b during the step.
    [[nodiscard]] bool may_meet(const ScreenBox& a, const ScreenBox& b) const {
        if (!a.across.meets(b.across)) return false;
        if (single_) return runs_into(a, b, 0);
        const auto [first, last] = turns(a.run, b.run);
        for (double turn = first; turn <= last; ++turn) {
            if (runs_into(a, b, turn * full_turn)) return true;
        }
        return false;
    }

    /// Calls visit with every share of the step, from lo to hi, in which they may.
    template <class Visit>
    void each_time(const ScreenBox& a, const ScreenBox& b, const Visit& visit) const {
        if (!a.across.meets(b.across)) return;
        const Interval needed = single_ ? Interval{0, 0} : turns(a.run, b.run);
        for (double turn = needed.lo; turn <= needed.hi; ++turn) {
            const Interval during = times(a, b, turn * full_turn);
            if (during.lo <= during.hi) visit(during);
        }
    }

    /// The full turns, from lo to hi, by which a's angles may have to be raised to reach b's during
    /// the step; none if lo > hi. Straight: 0 alone.
    [[nodiscard]] Interval turns(const Interval& a, const Interval& b) const {
        if (!turning_) return {0, 0};
        const double early = time_slack_ * way_;
        return {std::ceil((b.lo - a.hi - way_ - early) / full_turn),
                std::floor((b.hi - a.lo + early) / full_turn)};
    }

    static constexpr double full_turn = 2 * std::numbers::pi;
    static constexpr Interval all_round{-std::numbers::pi, std::numbers::pi};

   private:
    Eigen::Matrix3d frame_;
    Eigen::Vector3d origin_;
    bool turning_ = false;
    bool single_ = true;
    double way_ = 1;
    double pitch_ = 0;
    double per_way_ = 1;   // fractions per unit of the running coordinate
    double per_rise_ = 1;  // fractions per unit of height
    double reach_ = 0;
    double time_slack_ = 0;
    double deviation_ = 0;
    double scale_ = 1;
    double handedness_ = 1;
    ScreenBox box_a_, box_b_;

    void turn_about(const GlideStep& step, const Eigen::Vector3d& middle_a,
                    const Eigen::Vector3d& middle_b);
    void go_straight(const Eigen::Vector3d& way);
    void find_boxes(const GlideStep& step);

    [[nodiscard]] Interval times(const ScreenBox& a, const ScreenBox& b, double turned) const {
        return {std::max({-time_slack_, (b.run.lo - a.run.hi - turned) * per_way_,
                          (b.height.lo - a.height.hi) * per_rise_}),
                std::min({1 + time_slack_, (b.run.hi - a.run.lo - turned) * per_way_,
                          (b.height.hi - a.height.lo) * per_rise_})};
    }
    [[nodiscard]] bool runs_into(const ScreenBox& a, const ScreenBox& b, double turned) const {
        const Interval during = times(a, b, turned);
        return during.lo <= during.hi;
    }
};

}  // namespace swept::collisions_detail
