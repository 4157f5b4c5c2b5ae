#pragma once

// How far the curve of an edge on the collision screen strays from its chord.
//
// An edge is x(s) = x0 + s D, 0 <= s <= 1, with A the length of D across the axis, H its rise along
// it and d the distance of its line from the axis. Then r^2 = d^2 + A^2 (s - foot)^2, so that
//
//   |r'| <= A,  r'' = A^2 d^2 / r^3,  |phi'| = A d / r^2,  |phi''| = 2 A d |r'| / r^3 <= 2 A^2 d /
//   r^3
//
// With p the pitch, Q^2 = p^2 + r^2, c = r / Q and f = y - p phi the screen is u = r, v = c f and
// the time t = phi + p f / Q^2 (docs/derivations/glide.md, "Places on the screen", in radians).
// From c' = p^2 / Q^3 and |c''| <= 3 p^2 / Q^4, from (r^2)'' = 2 A^2, and with |f| <= F and |f'| <=
// H + p A d / r^2:
//
//   |v''| <= (3 p^2 A^2 / Q^4 + p^2 r'' / Q^3) F + 2 p^2 A |f'| / Q^3 + 2 p A^2 d / (r^2 Q)
//   |t''| <= 2 A^2 d / (r Q^2) + p (4 A |f'| / Q^3 + 6 A^2 F / Q^4)
//
// all of which fall with r: they hold from the least r of a piece on. A piece of width w strays by
// w^2 / 8 of them at most. Close to the axis, where they are large, the first derivatives say more:
// |u'| <= A and |v'| <= p^2 A F / Q^3 + H + p A / Q, and a piece strays by w / 2 of them.
//
// Twin: chords_stray_no_further_than_their_bound.

#include <cmath>
#include "core/namespaces.h"

namespace swept::papers::buss {

/// What bends an edge.
struct EdgeBend {
    double across = 0;    ///< A
    double rise = 0;      ///< H
    double distance = 0;  ///< d
    double reach = 0;     ///< F
    double pitch = 0;     ///< p
};

/// Bounds for a piece of an edge of unit width; `second` and `time` go with the square of the
/// width.
struct ChordStray {
    double second = 0;  ///< |(u, v)''| / 8
    double first = 0;   ///< |(u, v)'| / 2
    double time = 0;    ///< |t''| / 8, in radians
};

/// From a distance `r` > 0 from the axis on.
[[nodiscard]] inline ChordStray stray_of(const EdgeBend& e, double r) {
    const double a2 = e.across * e.across, inverse = 1 / r, bent = e.distance * (inverse * inverse);
    const double u2 = a2 * e.distance * bent * inverse;
    if (e.pitch == 0) {
        return {u2 / 8, std::sqrt(a2 + e.rise * e.rise) / 2, a2 * bent * inverse / 4};
    }
    const double p = e.pitch, q = 1 / std::sqrt(p * p + r * r), q2 = q * q;
    const double slope = e.rise + p * e.across * bent, pq = p * p * q2 * q;
    const double v2 = (3 * p * p * q2 * q2 * a2 + pq * u2) * e.reach + 2 * pq * e.across * slope +
                      2 * p * a2 * bent * q;
    const double v1 = pq * e.across * e.reach + e.rise + p * q * e.across;
    const double t2 = 2 * a2 * (e.distance * inverse) * q2 +
                      p * (4 * e.across * slope * q2 * q + 6 * a2 * e.reach * q2 * q2);
    return {std::sqrt(u2 * u2 + v2 * v2) / 8, std::sqrt(a2 + v1 * v1) / 2, t2 / 8};
}

}  // namespace swept::papers::buss
