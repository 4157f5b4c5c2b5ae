#pragma once

// A judge of first contacts under any motion that certifies what it says: every number is a range
// that holds the true one, rounded outward after each operation. In long double, or in as many
// digits as one likes.
//
// Up to `low` no two triangles have a point in common: the time was cut into pieces, and for each
// piece and each pair there is a direction n along which all corners of the one stay above all
// corners of the other: n.x at the middle, its slope there and a bound of its second derivative say
// so for the whole piece. At `high` two of them certainly meet: an edge runs through the inside of
// the other. In between it is too close to call, also for as many digits as there are.
//
// Shares with the library the plain data of its types, and nothing else; nor has it anything in
// common with the flat list of features (sweep_twin.h) but the placed triangles.

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <variant>
#include <vector>

#include "swept/motion.h"

namespace swept::oracle {

// ---- Ranges ----

template <class Real>
struct Range {
    Real low = 0, high = 0;

    Range() = default;
    Range(const Real& exact) : low(exact), high(exact) {}  // NOLINT: a number is a range
    Range(const Real& l, const Real& h) : low(l), high(h) {}

    /// From rounded results: each is off by half an epsilon of itself at most.
    static Range outward(const Real& l, const Real& h) {
        using std::abs;
        constexpr auto limits = std::numeric_limits<Real>();
        return {l - abs(l) * limits.epsilon() - (limits.min)(),
                h + abs(h) * limits.epsilon() + (limits.min)()};
    }
    friend Range operator+(const Range& a, const Range& b) {
        return outward(a.low + b.low, a.high + b.high);
    }
    friend Range operator-(const Range& a, const Range& b) {
        return outward(a.low - b.high, a.high - b.low);
    }
    friend Range operator*(const Range& a, const Range& b) {
        const Real p = a.low * b.low, q = a.low * b.high, r = a.high * b.low, s = a.high * b.high;
        using std::max;
        using std::min;
        return outward(min(min(p, q), min(r, s)), max(max(p, q), max(r, s)));
    }
    /// The largest absolute value.
    [[nodiscard]] Real most() const {
        using std::abs;
        using std::max;
        return max(abs(low), abs(high));
    }
    /// 1, -1, or 0 when it is not certain.
    [[nodiscard]] int sign() const { return low > 0 ? 1 : high < 0 ? -1 : 0; }
};

template <class Value>
using Triple = std::array<Value, 3>;

template <class A, class B>
auto dot_of(const Triple<A>& a, const Triple<B>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <class Value>
Triple<Value> cross_of(const Triple<Value>& a, const Triple<Value>& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
template <class Value>
Triple<Value> minus(const Triple<Value>& a, const Triple<Value>& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

// ---- Certain signs ----

/// The side of the plane through a, b and c on which d is.
template <class Real>
int side_of(const Triple<Range<Real>>& a, const Triple<Range<Real>>& b,
            const Triple<Range<Real>>& c, const Triple<Range<Real>>& d) {
    return dot_of(cross_of(minus(b, a), minus(c, a)), minus(d, a)).sign();
}
/// Whether the inside of a segment certainly runs through the inside of a triangle.
template <class Real>
bool pierces(const Triple<Range<Real>>& p, const Triple<Range<Real>>& q,
             const std::array<Triple<Range<Real>>, 3>& t) {
    if (side_of(t[0], t[1], t[2], p) * side_of(t[0], t[1], t[2], q) != -1) return false;
    const int first = side_of(p, q, t[0], t[1]);
    return first != 0 && side_of(p, q, t[1], t[2]) == first && side_of(p, q, t[2], t[0]) == first;
}
/// Whether an edge of one triangle certainly runs through the other.
template <class Real>
bool pierce_each_other(const std::array<Triple<Range<Real>>, 3>& a,
                       const std::array<Triple<Range<Real>>, 3>& b) {
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t k = (i + 1) % 3;
        if (pierces(a[i], a[k], b) || pierces(b[i], b[k], a)) return true;
    }
    return false;
}

// ---- The judge ----

template <class Real>
class CertifiedSweep {
   public:
    using Triangles = std::vector<std::array<Eigen::Vector3d, 3>>;

    struct Bracket {
        Real low = 1;              ///< no contact before
        std::optional<Real> high;  ///< contact for certain, here or before
        bool free = true;          ///< no contact at all
        bool gave_up = false;      ///< `low` is lower than it need be
    };

    CertifiedSweep(const Triangles& mover, const Motion& motion, const Triangles& obstacle) {
        if (const auto* t = std::get_if<Translation>(&motion)) {
            advance_ = ranges(t->vector());
        } else if (const auto* r = std::get_if<Rotation>(&motion)) {
            turn(r->origin(), r->axis(), r->angle(), 0);
        } else {
            const Screw& s = std::get<Screw>(motion);
            turn(s.origin(), s.axis(), s.angle(), s.advance());
        }
        for (const auto& t : mover) {
            mover_.push_back({track(t[0]), track(t[1]), track(t[2])});
        }
        for (const auto& t : obstacle) {
            obstacle_.push_back({reals(t[0]), reals(t[1]), reals(t[2])});
        }
        for (const auto* shape : {&mover, &obstacle}) {
            for (const auto& t : *shape) {
                for (const Eigen::Vector3d& p : t) size_ = std::max(size_, p.cwiseAbs().maxCoeff());
            }
        }
    }

    /// The first contact in [0, until].
    [[nodiscard]] Bracket search(const Real& until = 1) const {
        Search s;
        s.bracket.low = until;
        s.until = until;
        for (const Moving& a : mover_) {
            for (const Fixed& b : obstacle_) search_pair(a, b, s);
        }
        return s.bracket;
    }

    /// How deep the deepest pair of triangles is in each other at a moment: the shortest way along
    /// any direction across two edges that parts them. Not certified, but right to some roundings.
    [[nodiscard]] Real depth(const Real& at) const {
        Real deepest = 0;
        for (const Moving& a : mover_) {
            for (const Fixed& b : obstacle_) {
                const Real gap = best_direction(corners_at(a, at), b).gap;
                if (-gap > deepest) deepest = -gap;
            }
        }
        return deepest;
    }

   private:
    using Vector = Triple<Real>;
    using Ranges = Triple<Range<Real>>;
    using Fixed = Triple<Vector>;

    /// x0 + sin (k x q) - (1 - cos) q + fraction * advance, q from the axis to the point.
    struct Track {
        Vector start;
        Ranges across, arm;
    };
    using Moving = Triple<Track>;

    struct Search {
        Bracket bracket;
        Real until = 1;
        int pieces = 0;
        Real stuck = 0, width = 0;  ///< where this pair was too close to call, and how long it was
    };
    struct Moment {
        Range<Real> fraction, sine, versine;
    };
    struct Direction {
        Vector n{};
        Real gap = 0;  ///< rounded, of unit length; below 0 as deep as they are
    };

    Ranges origin_, axis_, advance_;
    Real angle_ = 0;
    double size_ = 0;
    std::vector<Moving> mover_;
    std::vector<Fixed> obstacle_;

    static Vector reals(const Eigen::Vector3d& p) { return {Real(p[0]), Real(p[1]), Real(p[2])}; }
    static Ranges ranges(const Eigen::Vector3d& p) { return ranges(reals(p)); }
    static Ranges ranges(const Vector& p) { return {p[0], p[1], p[2]}; }

    void turn(const Eigen::Vector3d& origin, const Eigen::Vector3d& axis, double angle,
              double advance) {
        using std::sqrt;
        origin_ = ranges(origin);
        angle_ = angle;
        const Range<Real> sum = dot_of(ranges(axis), ranges(axis));
        const auto norm = Range<Real>::outward(sqrt(sum.low), sqrt(sum.high));
        const auto inverse = Range<Real>::outward(1 / norm.high, 1 / norm.low);
        for (std::size_t i = 0; i < 3; ++i) {
            axis_[i] = Range<Real>(reals(axis)[i]) * inverse;
            advance_[i] = Range<Real>(Real(advance)) * axis_[i];
        }
    }

    [[nodiscard]] Track track(const Eigen::Vector3d& p) const {
        Track made{reals(p), {}, {}};
        if (angle_ == 0) return made;
        const Ranges q = minus(ranges(p), origin_);
        const Range<Real> along = dot_of(q, axis_);
        made.across = cross_of(axis_, q);
        for (std::size_t i = 0; i < 3; ++i) made.arm[i] = q[i] - along * axis_[i];
        return made;
    }

    /// Sines are off by some epsilons, and by what the angle is.
    [[nodiscard]] Moment moment(const Real& fraction) const {
        if (angle_ == 0) return {fraction, Range<Real>(), Range<Real>()};
        using std::abs;
        using std::sin;
        const Real angle = fraction * angle_;
        const Real off = (16 + 2 * abs(angle)) * std::numeric_limits<Real>::epsilon();
        const Real sine = sin(angle), half = sin(angle / 2);
        const Range<Real> half_sine(half - off, half + off);
        return {fraction, {sine - off, sine + off}, Range<Real>(Real(2)) * half_sine * half_sine};
    }

    [[nodiscard]] Ranges place(const Track& t, const Moment& m) const {
        Ranges x;
        for (std::size_t i = 0; i < 3; ++i) {
            x[i] = Range<Real>(t.start[i]) + m.fraction * advance_[i];
            if (angle_ != 0) x[i] = x[i] + (m.sine * t.across[i] - m.versine * t.arm[i]);
        }
        return x;
    }
    [[nodiscard]] Fixed corners_at(const Moving& a, const Real& fraction) const {
        const Moment m = moment(fraction);
        Fixed corners;
        for (std::size_t i = 0; i < 3; ++i) {
            const Ranges x = place(a[i], m);
            for (std::size_t k = 0; k < 3; ++k) corners[i][k] = (x[k].low + x[k].high) / 2;
        }
        return corners;
    }

    /// n.x for all fractions within `radius` of the moment.
    [[nodiscard]] Range<Real> height(const Track& t, const Ranges& n, const Moment& m,
                                     const Real& radius) const {
        Range<Real> value = dot_of(n, ranges(t.start));
        Range<Real> slope = dot_of(n, advance_);
        value = value + m.fraction * slope;
        Real bend = 0;
        if (angle_ != 0) {
            const Range<Real> s = dot_of(n, t.across), c = dot_of(n, t.arm), angle(angle_);
            value = value + (m.sine * s - m.versine * c);
            slope = slope + angle * (s - m.versine * s - m.sine * c);
            bend = (angle * angle).high * (s.most() + c.most());  // more than its root
        }
        const Range<Real> rest = Range<Real>(Real(-radius), radius) * slope +
                                 Range<Real>(Real(-bend), bend) * Range<Real>(radius) *
                                     Range<Real>(radius);  // twice what it need be
        return value + rest;
    }

    // ---- Directions ----

    /// The gap of two triangles along a direction of any length, of either sign.
    static void look_along(const Fixed& a, const Fixed& b, const Vector& n, Direction& best) {
        using std::max;
        using std::min;
        using std::sqrt;
        const Real length = sqrt(dot_of(n, n));
        if (!(length > 0)) return;
        const Real a0 = dot_of(n, a[0]), a1 = dot_of(n, a[1]), a2 = dot_of(n, a[2]);
        const Real b0 = dot_of(n, b[0]), b1 = dot_of(n, b[1]), b2 = dot_of(n, b[2]);
        const Real above = min(a0, min(a1, a2)) - max(b0, max(b1, b2));
        const Real below = min(b0, min(b1, b2)) - max(a0, max(a1, a2));
        const Real gap = max(above, below) / length;
        if (gap > best.gap) {
            best.gap = gap;
            best.n = above >= below ? n : Vector{-n[0], -n[1], -n[2]};
        }
    }
    /// Of the directions across two edges, and within the planes across one.
    static Direction best_direction(const Fixed& a, const Fixed& b) {
        Direction best{{}, -std::numeric_limits<Real>::max()};
        const Triple<Vector> ea{minus(a[1], a[0]), minus(a[2], a[1]), minus(a[0], a[2])};
        const Triple<Vector> eb{minus(b[1], b[0]), minus(b[2], b[1]), minus(b[0], b[2])};
        const Vector na = cross_of(ea[0], ea[1]), nb = cross_of(eb[0], eb[1]);
        look_along(a, b, na, best);
        look_along(a, b, nb, best);
        for (std::size_t i = 0; i < 3; ++i) {
            look_along(a, b, cross_of(na, ea[i]), best);
            look_along(a, b, cross_of(nb, eb[i]), best);
            for (std::size_t k = 0; k < 3; ++k) look_along(a, b, cross_of(ea[i], eb[k]), best);
        }
        return best;
    }
    static Vector between_middles(const Fixed& a, const Fixed& b) {
        Vector n{};
        for (std::size_t k = 0; k < 3; ++k) {
            n[k] = (a[0][k] + a[1][k] + a[2][k]) - (b[0][k] + b[1][k] + b[2][k]);
        }
        return n;
    }

    /// Whether the direction keeps them apart for all fractions within the radius.
    [[nodiscard]] bool keeps_apart(const Moving& a, const Fixed& b, const Vector& direction,
                                   const Moment& m, const Real& radius) const {
        const Ranges n = ranges(direction);
        std::optional<Real> above;
        for (const Vector& c : b) {
            const Real height = dot_of(n, ranges(c)).high;
            if (!above || height > *above) above = height;
        }
        return std::ranges::all_of(
            a, [&](const Track& t) { return height(t, n, m, radius).low > *above; });
    }

    // ---- Certain contacts ----

    [[nodiscard]] bool surely_meet(const Moving& a, const Fixed& b, const Moment& m) const {
        const Triple<Ranges> x{place(a[0], m), place(a[1], m), place(a[2], m)};
        return pierce_each_other<Real>(x, {ranges(b[0]), ranges(b[1]), ranges(b[2])});
    }
    /// A point that goes straight through a triangle, or meets it the other way round.
    [[nodiscard]] bool surely_passes(const Moving& a, const Fixed& b, const Real& from,
                                     const Real& until) const {
        const bool a_is_point = a[0].start == a[1].start && a[0].start == a[2].start;
        const bool b_is_point = b[0] == b[1] && b[0] == b[2];
        if (angle_ != 0 || a_is_point == b_is_point) return false;
        const Moment m = moment(from), then = moment(until);
        if (a_is_point) {
            return pierces<Real>(place(a[0], m), place(a[0], then),
                                 {ranges(b[0]), ranges(b[1]), ranges(b[2])});
        }
        Ranges back = ranges(b[0]);
        for (std::size_t k = 0; k < 3; ++k) {
            back[k] = back[k] - (then.fraction - m.fraction) * advance_[k];
        }
        return pierces<Real>(ranges(b[0]), back, {place(a[0], m), place(a[1], m), place(a[2], m)});
    }

    // ---- The search ----

    [[nodiscard]] Real end(const Search& s) const {
        return s.bracket.high ? *s.bracket.high : s.until;
    }

    void search_pair(const Moving& a, const Fixed& b, Search& s) const {
        s.pieces = 0;
        if (clear(a, b, Real(0), end(s), s)) return;
        s.bracket.free = false;
        if (s.stuck < s.bracket.low) s.bracket.low = s.stuck;
        // Does it go in? Looked for at greater and greater steps.
        for (Real step = s.width; s.stuck + step < end(s) || step == s.width; step *= 2) {
            const Real at = s.stuck + step;
            if (at > end(s)) return;
            if (surely_meet(a, b, moment(at)) || surely_passes(a, b, s.stuck, at)) {
                s.bracket.high = at;
                return;
            }
        }
    }

    /// Whether the two stay apart from one fraction to another. If not, sets where that ends.
    [[nodiscard]] bool clear(const Moving& a, const Fixed& b, const Real& from, const Real& until,
                             Search& s) const {
        if (from > end(s)) return true;
        constexpr int most_pieces = 4000;
        const Real middle = (from + until) / 2;
        const Real radius =
            Range<Real>::outward(0, std::max(Real(middle - from), Real(until - middle))).high;
        const Moment m = moment(middle);
        const Fixed there = corners_at(a, middle);
        if (keeps_apart(a, b, between_middles(there, b), m, radius)) return true;
        const Direction best = best_direction(there, b);
        if (best.gap > 0 && keeps_apart(a, b, best.n, m, radius)) return true;
        if (best.gap < 0 && middle < end(s) && surely_meet(a, b, m)) s.bracket.high = middle;
        ++s.pieces;
        if (radius < std::numeric_limits<Real>::epsilon() || !(middle > from && middle < until) ||
            s.pieces > most_pieces) {
            if (s.pieces > most_pieces) s.bracket.gave_up = true;
            s.stuck = from;
            s.width = until - from;
            return false;
        }
        return clear(a, b, from, middle, s) && clear(a, b, middle, until, s);
    }
};

}  // namespace swept::oracle
