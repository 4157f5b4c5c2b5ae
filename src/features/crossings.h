#pragma once

// All moments at which a point of a moving body goes through a plane, or an edge passes the line of
// another: the zeros of
//
//   F(t) = c + b sin t - v (1 - cos t) + t (w + p sin t + q cos t)
//
// (docs/derivations/motions.md, "Point and plane" and "Two edges"), found by the certified search
// (docs/derivations/search.md, "Halving with proofs"): intervals are excluded by proofs, never by
// sampling, so that no zero is missed that is further than rounding from being none. For a straight
// path sin t and 1 - cos t are 0.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "core/assert.h"
#include "core/namespaces.h"
#include "features/trajectory.h"

namespace swept::features_detail {

/// F and how well it is known.
struct PassingFunction {
    double c = 0, b = 0, v = 0, w = 0, p = 0, q = 0;
    double slack = 0;  ///< no computed F is further off

    struct Value {
        double height;
        double slope;
    };
    [[nodiscard]] Value at(const TrajectoryTime& m) const {
        const double cosine = 1 - m.versine, turned = p * m.sine + q * cosine;
        return {c + b * m.sine - v * m.versine + m.t * (w + turned),
                b * cosine - v * m.sine + w + turned + m.t * (p * cosine - q * m.sine)};
    }
    /// Bounds |F''| up to a moment.
    [[nodiscard]] double bend(double until) const {
        const double advance = std::sqrt(p * p + q * q);
        return (std::sqrt(b * b + v * v) + (2 + until) * advance) * (1 + 0x1p-40);
    }
};

/// The height of a point on its track over the plane through `corner`.
[[nodiscard]] inline PassingFunction height_over_plane(const PointTrajectory& point,
                                                       const Eigen::Vector3d& normal,
                                                       const Eigen::Vector3d& corner,
                                                       double rounding) {
    return {.c = normal.dot(point.start - corner),
            .b = normal.dot(point.across),
            .v = normal.dot(point.arm),
            .w = normal.dot(point.advance),
            .slack = rounding};
}

/// The volume (c - a) . (dp x dq) between a moving edge from a and a resting one from c.
[[nodiscard]] inline PassingFunction volume_between(const ScrewTrajectory& path,
                                                    const PointTrajectory& a,
                                                    const Eigen::Vector3d& dp,
                                                    const Eigen::Vector3d& c,
                                                    const Eigen::Vector3d& dq, double rounding) {
    const Eigen::Vector3d between = c - a.start, normal = dp.cross(dq);
    PassingFunction made{.c = between.dot(normal),
                         .q = -path.advance.dot(normal),
                         .slack = rounding * std::sqrt(dp.squaredNorm() * dq.squaredNorm())};
    if (!path.turning) return made;
    // docs/derivations/motions.md, "Two edges", with P for the part across the axis k.
    const Eigen::Vector3d& k = path.axis;
    const Eigen::Vector3d turned = k.cross(dp), across = dp - dp.dot(k) * k;
    made.b = between.dot(turned.cross(dq)) - a.across.dot(normal);
    const Eigen::Vector3d dq_across = dq - dq.dot(k) * k;
    const auto part_across = [&](const Eigen::Vector3d& x) {
        return Eigen::Vector3d(x - x.dot(k) * k);
    };
    // -(dpP . mqP + mpP . dqP), moments about a's own foot on the axis, so that nothing cancels.
    const Eigen::Vector3d foot = a.start - a.arm;
    made.v = -(across.dot(part_across((c - foot).cross(dq))) +
               part_across(a.arm.cross(dp)).dot(dq_across));
    made.p = path.advance.dot(k) * across.dot(dq_across);
    return made;
}

/// A zero, or where F stays within its rounding of 0.
struct Crossing {
    double t;
    double until;  ///< the end of such a stay; else t
    int way;       ///< -1: F falls, 1: it rises, 0: it stays
};

/// Calls found(Crossing) for every zero between two moments, in ascending order. One close to where
/// two intervals meet may come twice, stays in pieces.
template <class Found>
void each_crossing(const PassingFunction& f, const ScrewTrajectory& path, double from, double to,
                   std::uint64_t& steps, Found&& found) {
    if (!(from <= to)) return;
    const double bend = f.bend(to), slack = f.slack;
    SWEPT_ASSERT(slack >= 0, "how far F may be off");
    const auto value = [&](double t) {
        ++steps;
        return f.at(path.moment(t));
    };
    // The zero of an interval in which F is monotone: false position after Illinois.
    const auto zero = [&](double low, double high) {
        double left = f.at(path.moment(low)).height, right = f.at(path.moment(high)).height;
        if (std::min(left, right) > slack || std::max(left, right) < -slack) return;
        const int way = left < right ? 1 : -1;
        if ((left > 0) == (right > 0)) {  // the zero is beyond an end, within rounding
            const double t = std::abs(left) < std::abs(right) ? low : high;
            found(Crossing{t, t, way});
            return;
        }
        double t = low;
        for (int i = 0, kept = 0; i < 100; ++i) {
            t = low + (high - low) * (left / (left - right));
            if (i % 8 == 7 || !(t >= low && t <= high)) t = low + (high - low) / 2;
            if (!(t > low && t < high)) break;
            const double height = value(t).height;
            if (std::abs(height) <= slack / 64) break;
            if ((height > 0) == (left > 0)) {
                low = t, left = height;
                if (kept == 1) right /= 2;
                kept = 1;
            } else {
                high = t, right = height;
                if (kept == -1) left /= 2;
                kept = -1;
            }
        }
        found(Crossing{t, t, way});
    };
    std::array<double, 72> ends;  // right ends of intervals still to be looked at, the next on top
    std::size_t count = 0;
    ends[count++] = to;
    double low = from;
    while (count > 0) {
        const double high = ends[count - 1];
        SWEPT_ASSERT(count <= ends.size() && low <= high, "intervals lie side by side");
        const double middle = low + (high - low) / 2, r = std::max(middle - low, high - middle);
        const auto [height, slope] = value(middle);
        const double rest = std::abs(slope) * r + bend * (r * r / 2);
        if (std::abs(height) - rest > slack) {
            // no zero
        } else if (std::abs(slope) > bend * r) {
            zero(low, high);
        } else if (std::abs(height) + rest <= 2 * slack || count == ends.size() || r == 0) {
            found(Crossing{low, high, 0});
        } else {
            ends[count++] = middle;
            continue;
        }
        low = high;
        --count;
    }
}

}  // namespace swept::features_detail
