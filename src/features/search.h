#pragma once

// When does a pair of features first come down to the stop level? The certified search
// (docs/derivations/search.md, "Halving with proofs" and "Exclusion tests"): intervals are excluded
// by proofs, never by sampling, so that an entering crossing is not missed; what is found is the
// left end of its bracket, where the pair is still above the level.
//
// The whole path is halved again and again; moments that are known to be clear only tell which
// intervals need not be looked at. So the answer is the same bits whatever is known, and does not
// depend on trees, their order or their bounds.

#include <array>
#include <cstdint>
#include <optional>

#include "core/assert.h"
#include "core/namespaces.h"
#include "features/pair_motion.h"

namespace swept::features_detail {

namespace search_detail {

/// Choice. A search that takes more steps stops where it has got to, which is early, never late.
inline constexpr std::uint32_t most_steps = 20000;

template <class Pair>
struct Search {
    const Pair& pair;
    const ScrewTrajectory& path;
    StopDistance stop;
    std::uint64_t& steps;

    [[nodiscard]] PairSample sample(double t, double side) {
        ++steps;
        return pair.at(path.moment(t), 0, side);
    }

    /// Whether the pair stays above the level (E1, E2, E3) or below it (E4) all the time.
    [[nodiscard]] bool excluded(const PairSample& at, const TrajectoryTime& m, double r) const {
        const double dl = stop.rounding;
        return at.carried || parted(at, m, r, Pair::must_be_conservative ? dl : -dl / 2, dl);
    }

    /// Whether it does so by more than any stop that is ever found: at one, the features are at
    /// most 4 dl above the level, and their plane or lines at most 2 dl off it.
    [[nodiscard]] bool well_excluded(const PairSample& at, const TrajectoryTime& m,
                                     double r) const {
        return parted(at, m, r, 8 * stop.rounding, 8 * stop.rounding);
    }

    [[nodiscard]] bool parted(const PairSample& at, const TrajectoryTime& m, double r, double slack,
                              double below) const {
        const double distance = at.closest.distance;
        if (distance - pair.closing_speed() * r > stop.distance + slack) return true;
        if (at.smooth) {
            const double linear = (std::abs(at.slope) + at.slope_error) * r, square = r * r / 2;
            const double low = at.height - at.height_error, high = at.height + at.height_error;
            if (low - linear - at.bend_below * square > slack * at.scale) return true;
            if (high + linear + at.bend_above * square < -below * at.scale) return true;
            if (Pair::is_distance && at.height + at.speed * r < -below) return true;
        }
        if (distance <= stop.distance) return false;
        const auto parted_along = [&](const Eigen::Vector3d& nh) {
            return pair.moving(nh, m, r) - pair.resting(nh) > stop.distance + slack;
        };
        const Eigen::Vector3d nh = at.closest.vector / distance;
        if (parted_along(nh)) return true;
        // So short a vector is off by its rounding, and over the length of an edge that counts.
        for (int i = 0; i < Pair::edge_count; ++i) {
            const Eigen::Vector3d across = pair.across(i, nh, m);
            const double length = across.norm();
            if (length > 0.5 && parted_along(across / length)) return true;
        }
        return false;
    }

    /// The crossing of an interval in which F falls all the time, from its left.
    [[nodiscard]] std::optional<double> entering_root(double low, double high) {
        SWEPT_ASSERT(low <= high, "an interval");
        const double dl = stop.rounding;
        const double side = pair.side_at(path.moment(low));
        PairSample at_low = sample(low, side), at_high = sample(high, side);
        const double slack = (Pair::must_be_conservative ? dl : -dl / 2) * at_high.scale;
        if (at_low.height < -2 * dl * at_low.scale || at_high.height > slack) return std::nullopt;
        // False position after Illinois, aimed a little left of the root, so that it is soon boxed
        // in.
        const double aim = dl / 8 * at_low.scale, width = dl / pair.speed();
        double left = at_low.height - aim, right = at_high.height - aim;
        int side_kept = 0;  // which end the last step left where it was
        for (int i = 0; at_low.height > 2 * aim && high - low > width; ++i) {
            double t = low + (high - low) * (left / (left - right));
            const bool inside = t > low && t < high;  // false if it is no number
            if (i % 16 == 15 || !inside) t = low + (high - low) / 2;
            const PairSample at = sample(t, side);
            if (at.height > 0) {
                low = t;
                at_low = at;
                left = at.height - aim;
                if (side_kept == 1) right /= 2;
                side_kept = 1;
            } else {
                high = t;
                right = at.height - aim;
                if (side_kept == -1) left /= 2;
                side_kept = -1;
            }
        }
        // Only where the features themselves are as close as their plane or lines: this replaces
        // all tests of feet and parameters.
        if (at_low.closest.distance > stop.distance + 4 * dl) return std::nullopt;
        return low;
    }
};

}  // namespace search_detail

/// Calls found(t) with the moments at which the pair enters the level, if it does so between `from`
/// and `to`, in ascending order, until it returns false; none where it is proven not to. Moments
/// later than `to` may come, or not.
template <class Pair, class Found>
void each_stop(const Pair& pair, const ScrewTrajectory& path, const StopDistance& stop, double from,
               double to, std::uint64_t& steps, Found&& found) {
    if (pair.speed() == 0) return;
    SWEPT_ASSERT(stop.rounding >= 0, "how far distances may be off");
    SWEPT_ASSERT(path.end >= 0, "moments run from 0 to the end");
    search_detail::Search<Pair> search{pair, path, stop, steps};
    if (from > 0 || to < path.end) {  // most pairs end here
        const double middle = from + (to - from) / 2;
        const double r = std::max(middle - from, to - middle);
        const TrajectoryTime m = path.moment(middle);
        ++steps;
        if (search.well_excluded(pair.at(m, r), m, r)) return;
    }
    const double narrow = stop.rounding / pair.speed();
    // Intervals still to be looked at lie side by side: their right ends, the next one on top.
    std::array<double, 72> ends;
    std::size_t count = 0;
    ends[count++] = path.end;
    double low = 0;
    std::uint32_t taken = 0;
    while (count > 0 && low <= to) {
        const double high = ends[count - 1];
        SWEPT_ASSERT(count <= ends.size() && low <= high, "intervals lie side by side");
        if (high < from) {
            low = high;
            --count;
            continue;
        }
        const double middle = low + (high - low) / 2;
        const double r = std::max(middle - low, high - middle);
        const TrajectoryTime m = path.moment(middle);
        ++steps;
        const PairSample at = pair.at(m, r);
        if (search.excluded(at, m, r)) {
            low = high;
            --count;
            continue;
        }
        const double bend = std::max(at.bend_below, at.bend_above);
        if (at.smooth && std::abs(at.slope) > at.slope_error + bend * r) {  // F is monotone
            if (pair.side_at(path.moment(low)) * at.side * at.slope < 0) {
                const auto root = search.entering_root(low, high);
                if (root && !found(*root)) return;
            }
            low = high;
            --count;
            continue;
        }
        if (high - low < narrow || ++taken > search_detail::most_steps || count == ends.size()) {
            if (at.closest.distance - pair.speed() * r <= stop.distance + stop.rounding &&
                !found(low)) {
                return;
            }
            low = high;
            --count;
            continue;
        }
        ends[count++] = middle;
    }
}

/// The first of them.
template <class Pair>
[[nodiscard]] std::optional<double> first_stop(const Pair& pair, const ScrewTrajectory& path,
                                               const StopDistance& stop, double from, double to,
                                               std::uint64_t& steps) {
    std::optional<double> first;
    each_stop(pair, path, stop, from, to, steps, [&](double t) {
        first = t;
        return false;
    });
    return first;
}

}  // namespace swept::features_detail
