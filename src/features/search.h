#pragma once

// When does a pair of features first come down to the stop level? The certified search of maths 4.5
// with the tests of 6.0.1: intervals are excluded by proofs, never by sampling, so that an entering
// crossing is not missed; what is found is the left end of its bracket, where the pair is still
// above the level.

#include <array>
#include <cstdint>
#include <optional>

#include "features/pair_motion.h"

namespace swept {

namespace search_detail {

/// Choice. A search that takes more steps stops where it has got to, which is early, never late.
inline constexpr std::uint32_t most_steps = 20000;

template <class Pair>
struct Search {
    const Pair& pair;
    const Path& path;
    StopLevel stop;
    std::uint64_t& steps;

    [[nodiscard]] PairSample sample(double t, double side) {
        ++steps;
        return pair.at(path.moment(t), 0, side);
    }

    /// Whether the pair stays above the level (E1, E2, E3) or below it (E4) all the time.
    [[nodiscard]] bool excluded(const PairSample& at, const Moment& m, double r) const {
        const double dl = stop.rounding;
        const double slack = Pair::must_be_conservative ? dl : -dl / 2;
        const double distance = at.closest.distance;
        if (at.carried) return true;
        if (distance - pair.speed() * r > stop.level + slack) return true;
        if (at.smooth) {
            const double linear = (std::abs(at.slope) + at.slope_error) * r, square = r * r / 2;
            const double low = at.height - at.height_error, high = at.height + at.height_error;
            if (low - linear - at.bend_below * square > slack * at.scale) return true;
            if (high + linear + at.bend_above * square < -dl * at.scale) return true;
            if (Pair::is_distance && at.height + at.speed * r < -dl) return true;
        }
        if (distance <= stop.level) return false;
        const auto parted = [&](const Eigen::Vector3d& nh) {
            return pair.moving(nh, m, r) - pair.resting(nh) > stop.level + slack;
        };
        const Eigen::Vector3d nh = at.closest.vector / distance;
        if (parted(nh)) return true;
        const Eigen::Vector3d across = pair.across(nh, m);
        const double length = across.norm();
        return length > 0.5 && parted(across / length);
    }

    /// The crossing of an interval in which F falls all the time, from its left.
    [[nodiscard]] std::optional<double> entering_root(double low, double high) {
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
            if (i % 16 == 15 || !(t > low && t < high)) t = low + (high - low) / 2;
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
        if (at_low.closest.distance > stop.level + 4 * dl) return std::nullopt;
        return low;
    }
};

}  // namespace search_detail

/// The first moment in [from, to] at which the pair enters the level; none when it is proven not
/// to.
template <class Pair>
[[nodiscard]] std::optional<double> first_stop(const Pair& pair, const Path& path,
                                               const StopLevel& stop, double from, double to,
                                               std::uint64_t& steps) {
    if (pair.speed() == 0) return std::nullopt;
    search_detail::Search<Pair> search{pair, path, stop, steps};
    const double narrow = stop.rounding / pair.speed();
    // Intervals still to be looked at lie side by side: their right ends, the next one on top.
    std::array<double, 72> ends;
    std::size_t count = 0;
    ends[count++] = to;
    double low = from;
    std::uint32_t taken = 0;
    while (count > 0) {
        const double high = ends[count - 1];
        const double middle = low + (high - low) / 2;
        const double r = std::max(middle - low, high - middle);
        const Moment m = path.moment(middle);
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
                if (const auto root = search.entering_root(low, high)) return root;
            }
            low = high;
            --count;
            continue;
        }
        if (high - low < narrow || ++taken > search_detail::most_steps || count == ends.size()) {
            if (at.closest.distance - pair.speed() * r <= stop.level + stop.rounding) return low;
            low = high;
            --count;
            continue;
        }
        ends[count++] = middle;
    }
    return std::nullopt;
}

}  // namespace swept
