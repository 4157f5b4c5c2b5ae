// The bounds of bend.h against the curves themselves, in long double.

#include "papers/buss/bend.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace swept {
namespace {

using papers::buss::ChordStray;
using papers::buss::EdgeBend;
using papers::buss::stray_of;

using Number = long double;

/// An edge x0 + s D seen along the axis, which is the third coordinate.
struct Edge {
    Number x, y, z, dx, dy, dz;

    [[nodiscard]] Number across_at(Number s) const { return std::hypot(x + s * dx, y + s * dy); }
};

/// A place on the screen and its time (docs/derivations/glide.md, "Places on the screen", in
/// radians).
struct Screen {
    Number u, v, t;
};

/// The angle is counted from where the edge starts: the short way, which is the way of a segment.
Number angle_at(const Edge& e, Number s) {
    const Number px = e.x + s * e.dx, py = e.y + s * e.dy;
    return std::atan2(e.x * py - e.y * px, e.x * px + e.y * py);
}

Number climb_at(const Edge& e, Number s, Number pitch) {
    return e.z + s * e.dz - pitch * angle_at(e, s);
}

Screen screen_at(const Edge& e, Number s, Number pitch) {
    const Number r = e.across_at(s), q2 = pitch * pitch + r * r, f = climb_at(e, s, pitch);
    return {r, r / std::sqrt(q2) * f, angle_at(e, s) + pitch * f / q2};
}

TEST(glide_bend, chords_stray_no_further_than_their_bound) {
    std::mt19937_64 engine(5);
    const auto uniform = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(engine);
    };
    const auto magnitude = [&](double low, double high) {
        return std::exp(uniform(std::log(low), std::log(high)));
    };
    double nearest_place = 0, nearest_time = 0;
    for (int i = 0; i < 4000; ++i) {
        const double size = magnitude(1e-3, 1e2);
        const Edge e{uniform(-1, 1),        uniform(-1, 1),        uniform(-2, 2),
                     size * uniform(-1, 1), size * uniform(-1, 1), size * uniform(-1, 1)};
        const double pitch = i % 4 == 0 ? 0 : magnitude(1e-3, 1e2);
        const double width = magnitude(1e-4, 1), from = uniform(0, 1 - width);
        constexpr int samples = 64;
        Number least = 1e300L, reach = 0;
        for (int k = 0; k <= samples; ++k) {
            const Number s = from + width * static_cast<Number>(k) / samples;
            least = std::min(least, e.across_at(s));
            reach = std::max(reach, std::abs(climb_at(e, s, pitch)));
        }
        // Between samples both may be a little beyond.
        const Number step = width / samples;
        least -= step * std::hypot(e.dx, e.dy);
        if (!(least > 0)) continue;
        reach += step * (std::abs(e.dz) + pitch * std::hypot(e.dx, e.dy) / least);
        const Number length = std::hypot(e.dx, e.dy);
        const EdgeBend bend{.across = static_cast<double>(length),
                            .rise = static_cast<double>(std::abs(e.dz)),
                            .distance = static_cast<double>(
                                length > 0 ? std::abs(e.x * e.dy - e.y * e.dx) / length : 0),
                            .reach = static_cast<double>(reach),
                            .pitch = pitch};
        const ChordStray stray = stray_of(bend, static_cast<double>(least));
        const Screen begin = screen_at(e, from, pitch), end = screen_at(e, from + width, pitch);
        const double allowed = std::min(stray.second * width * width, stray.first * width);
        const double late = stray.time * width * width;
        for (int k = 1; k < samples; ++k) {
            const Number share = static_cast<Number>(k) / samples;
            const Screen at = screen_at(e, from + share * width, pitch);
            const auto off = [&](Number of_curve, Number first, Number last) {
                return of_curve - (first + share * (last - first));
            };
            const auto place = static_cast<double>(
                std::hypot(off(at.u, begin.u, end.u), off(at.v, begin.v, end.v)));
            const auto time = static_cast<double>(std::abs(off(at.t, begin.t, end.t)));
            constexpr double rounding = 1e-15;  // of long doubles up to some hundreds
            EXPECT_LE(place, allowed + rounding) << i;
            EXPECT_LE(time, late + rounding) << i;
            if (allowed > 1e-9) nearest_place = std::max(nearest_place, place / allowed);
            if (late > 1e-9) nearest_time = std::max(nearest_time, time / late);
        }
    }
    // Bounds that are never come near to would show nothing.
    EXPECT_GT(nearest_place, 0.5);
    EXPECT_GT(nearest_time, 0.3);
    std::printf("[ measured ] chords stray by up to %.2f of the bound, times by %.2f\n",
                nearest_place, nearest_time);
}

}  // namespace
}  // namespace swept
