#include "collisions/chart.h"

#include <limits>

#include "math/elementary.h"
#include "swept/tolerance.h"

namespace swept::collisions_detail {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

using std::numbers::pi;

/// What does not run must meet: multiplied by this, any gap is beyond all moments.
constexpr double at_once = 1e300;

double inverse(double speed) {
    return speed > 1 / at_once ? 1 / speed : at_once;
}

/// No less than the angle whose tangent this is.
double angle_of_slope(double slope) {
    return slope < 0.25 ? slope : math::atan(slope) * (1 + 0x1p-50);
}

Vector3d any_across(const Vector3d& direction) {
    int least = 0;
    direction.cwiseAbs().minCoeff(&least);
    return direction.cross(Vector3d::Unit(least)).normalized();
}

Sphere ball_of(const PlacedShape& placed, double scale) {
    const Box& box = placed.shape.box;
    return {(placed.rotation * box.centre() + placed.translation) * scale,
            box.size().norm() / 2 * scale};
}

/// The angle from one point to the next, the short way round: that which a segment between them
/// goes.
double turn_between(const ChartPoint& from, const ChartPoint& to) {
    return math::atan2(from[0] * to[1] - from[1] * to[0], from[0] * to[0] + from[1] * to[1]);
}

/// The least distance from the axis on a segment.
double least_across(const ChartPoint& from, const ChartPoint& to) {
    const Eigen::Vector2d a = from.head<2>(), d = to.head<2>() - a;
    const double square = d.squaredNorm();
    const double foot = square > 0 ? std::clamp(-a.dot(d) / square, 0.0, 1.0) : 0;
    return (a + foot * d).norm();
}

}  // namespace

Chart::Chart(const GlideStep& step, double slight, double reach, double time_slack)
    : time_slack_(time_slack), scale_(step.scale) {
    const ScrewTrajectory& path = step.path;
    const Sphere a = ball_of(step.placed_a, step.scale), b = ball_of(step.placed_b, step.scale);
    const Vector3d middle = (a.centre + b.centre) / 2;
    const double radius = (a.centre - b.centre).norm() / 2 + std::max(a.radius, b.radius);
    const double coordinates = middle.lpNorm<1>() + radius + path.origin.lpNorm<1>();
    double rounding = 0;
    if (path.turning) {
        const PointTrajectory track = path.track(middle);
        // The middle goes along an arc of this bend; everything else turns about it.
        const double off = path.end * (path.end * track.turn_speed / 8 + radius);
        rounding = 32 * tolerance::unit_roundoff * (track.turn_speed + coordinates);
        if (off <= std::max(slight, rounding)) {
            go_straight(track.at(path.moment(path.end)) - middle);
            deviation_ = off;
        } else {
            turn_about(step, a.centre, b.centre);
        }
    } else {
        go_straight(path.advance * path.end);
        rounding = 32 * tolerance::unit_roundoff * coordinates;
    }
    if (!turning_) origin_ = middle;
    reach_ = reach + rounding + deviation_;
    find_boxes(step);
}

// The origin lies beside the middle of the two bodies, and the angle 0 towards them: so the cut at
// half a turn runs through neither, unless one goes round the axis (Buss 9).
void Chart::turn_about(const GlideStep& step, const Vector3d& middle_a, const Vector3d& middle_b) {
    const ScrewTrajectory& path = step.path;
    turning_ = true;
    way_ = path.end;
    const double glide = path.advance.dot(path.axis);
    pitch_ = std::abs(glide);
    per_way_ = inverse(way_);
    per_rise_ = inverse(pitch_ * way_);
    const auto across = [&](const Vector3d& x) {
        const Vector3d arm = x - path.origin;
        return Vector3d(arm - arm.dot(path.axis) * path.axis);
    };
    const Vector3d a = across(middle_a), b = across(middle_b);
    const Vector3d ahead = a.stableNormalized() + b.stableNormalized();
    Vector3d first = ahead.norm() > 0.01 ? ahead : any_across(path.axis);
    first = (first - first.dot(path.axis) * path.axis).normalized();
    frame_.row(0) = first;
    frame_.row(1) = path.axis.cross(first);
    frame_.row(2) = glide < 0 ? Vector3d(-path.axis) : path.axis;
    handedness_ = glide < 0 ? -1 : 1;
    origin_ = path.origin + ((middle_a + middle_b) / 2 - path.origin).dot(path.axis) * path.axis;
}

void Chart::go_straight(const Vector3d& way) {
    turning_ = false;
    way_ = way.norm();
    per_way_ = inverse(way_);
    per_rise_ = at_once;
    const Vector3d ahead = way_ > 0 ? Vector3d(way / way_) : Vector3d::UnitZ();
    frame_.row(0) = any_across(ahead);
    frame_.row(1) = ahead.cross(frame_.row(0));
    frame_.row(2) = ahead;
}

void Chart::find_boxes(const GlideStep& step) {
    const auto whole = [&](const PlacedShape& placed) {
        const Box& box = placed.shape.box;
        return bounds(frame_of(placed, Vector3d::Zero(), 1), box.centre(), box.size() / 2);
    };
    box_a_ = whole(step.placed_a);
    box_b_ = whole(step.placed_b);
    if (!turning_) return;
    // Nothing of a body that lies between the cuts has other angles than those of its box.
    const auto uncut = [](const Interval& run) { return run.lo > -pi && run.hi < pi; };
    const Interval needed = turns(box_a_.run, box_b_.run);
    single_ = uncut(box_a_.run) && uncut(box_b_.run) && needed.lo >= 0 && needed.hi <= 0;
}

ChartFrame Chart::frame_of(const PlacedShape& placed, const Vector3d& shift, double factor) const {
    // Scales are powers of two: nothing is rounded by them.
    return {frame_ * placed.rotation * (scale_ / factor),
            frame_ * ((placed.rotation * shift + placed.translation) * scale_ - origin_)};
}

ScreenBox Chart::bounds(const ChartPoint& point) const {
    if (!turning_) return grown({point[0], point[0]}, {point[1], point[1]}, {point[2], point[2]});
    const double r = std::sqrt(point[0] * point[0] + point[1] * point[1]);
    const double angle = math::atan2(point[1], point[0]);
    return grown({r, r}, {point[2], point[2]}, {angle, angle});
}

ScreenBox Chart::bounds(const ChartPoint& from, const ChartPoint& to) const {
    const std::array<ChartPoint, 2> ends{from, to};
    return bounds(std::span<const ChartPoint>(ends));
}

ScreenBox Chart::bounds(std::span<const ChartPoint> corners) const {
    const ChartPoint& first = corners.front();
    if (!turning_) {
        ScreenBox box{{first[0], first[0]}, {first[1], first[1]}, {first[2], first[2]}};
        for (const ChartPoint& x : corners) {
            box.across.include(x[0]);
            box.height.include(x[1]);
            box.run.include(x[2]);
        }
        return grown(box.across, box.height, box.run);
    }
    const std::size_t n = corners.size();
    double angle = math::atan2(first[1], first[0]), square = 0;
    double least = std::numeric_limits<double>::infinity();
    Interval height{first[2], first[2]}, run{angle, angle};
    for (std::size_t i = 0; i < n; ++i) {
        const ChartPoint& from = corners[i];
        const ChartPoint& to = corners[i + 1 == n ? 0 : i + 1];
        square = std::max(square, from.head<2>().squaredNorm());
        height.include(from[2]);
        if (n == 2 && i == 1) break;
        least = std::min(least, least_across(from, to));
        angle += turn_between(from, to);
        run.include(angle);
    }
    // Round the axis: back at the first corner a full turn later.
    if (n > 2 && std::abs(angle - math::atan2(first[1], first[0])) > pi) least = 0;
    return grown({least, std::sqrt(square)}, height, run);
}

// Seen along the axis, the box lies within a rectangle that looks towards the axis.
ScreenBox Chart::bounds(const ChartFrame& frame, const Vector3d& middle,
                        const Vector3d& half) const {
    const ChartPoint x = frame * middle;
    const Matrix3d sides = frame.axes * half.asDiagonal();
    if (!turning_) {
        const Vector3d size = sides.cwiseAbs().rowwise().sum();
        return grown({x[0] - size[0], x[0] + size[0]}, {x[1] - size[1], x[1] + size[1]},
                     {x[2] - size[2], x[2] + size[2]});
    }
    const double r = std::sqrt(x[0] * x[0] + x[1] * x[1]);
    const double cosine = r > 0 ? x[0] / r : 1, sine = r > 0 ? x[1] / r : 0;
    const double deep = (cosine * sides.row(0) + sine * sides.row(1)).cwiseAbs().sum();
    const double wide = (cosine * sides.row(1) - sine * sides.row(0)).cwiseAbs().sum();
    const double high = sides.row(2).cwiseAbs().sum();
    const double near = r - deep, far = r + deep;
    const Interval across{std::max(near, 0.0), std::sqrt(far * far + wide * wide)};
    const Interval height{x[2] - high, x[2] + high};
    if (near <= 2 * reach_) return grown(across, height, all_round);
    const double angle = math::atan2(x[1], x[0]), spread = angle_of_slope(wide / near);
    return grown(across, height, {angle - spread, angle + spread});
}

}  // namespace swept::collisions_detail
