#pragma once

// A judge of translations: when do two triangles, one of them moving along a vector, have a point
// in common? Exactly, as a rational number.
//
// They meet at the moment t when t v lies in the set of all differences y - x, x of the mover and y
// of the obstacle: a convex polytope that is bounded by the directions across two of the six edges;
// when it is flat, by its plane and the directions across one edge in it; when it is a line, by
// what is across it. Each direction n leaves an interval of t, lowest <= t n.v <= highest. No
// feature of the triangles and no case of contact is told apart, and triangles may be lines or
// points.
//
// The doubles are taken as whole multiples of one power of two, so that all numbers are whole but
// the moment. Shares with the library the plain data of its types, and nothing else.

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <boost/multiprecision/gmp.hpp>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace swept::oracle {

namespace translation {

using Integer =
    boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;
using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational,
                                               boost::multiprecision::et_off>;
using Vector = std::array<Integer, 3>;
using Triangle = std::array<Vector, 3>;

inline Vector operator-(const Vector& a, const Vector& b) {
    return {Integer(a[0] - b[0]), Integer(a[1] - b[1]), Integer(a[2] - b[2])};
}
inline Integer dot(const Vector& a, const Vector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Vector cross(const Vector& a, const Vector& b) {
    return {Integer(a[1] * b[2] - a[2] * b[1]), Integer(a[2] * b[0] - a[0] * b[2]),
            Integer(a[0] * b[1] - a[1] * b[0])};
}
inline bool is_zero(const Vector& a) {
    return a[0] == 0 && a[1] == 0 && a[2] == 0;
}

/// num / den, den > 0, not reduced.
struct Moment {
    Integer num = 0, den = 1;

    friend bool operator<(const Moment& a, const Moment& b) {
        return a.num * b.den < b.num * a.den;
    }
    [[nodiscard]] Rational value() const { return Rational(num, den); }
};

/// The moments that are left, both ends included.
struct Moments {
    Moment from, until;
    [[nodiscard]] bool none() const { return until < from; }
};

/// The directions that bound all differences of two triangles.
inline std::vector<Vector> bounding_directions(const Triangle& a, const Triangle& b) {
    const std::array<Vector, 6> edges{a[1] - a[0], a[2] - a[1], a[0] - a[2],
                                      b[1] - b[0], b[2] - b[1], b[0] - b[2]};
    std::vector<Vector> directions;
    for (std::size_t i = 0; i < 6; ++i) {
        for (std::size_t k = i + 1; k < 6; ++k) {
            const Vector across = cross(edges[i], edges[k]);
            if (!is_zero(across)) directions.push_back(across);
        }
    }
    const bool flat = std::ranges::all_of(
        directions, [&](const Vector& d) { return is_zero(cross(d, directions[0])); });
    if (!flat) return directions;
    if (!directions.empty()) {  // in one plane
        const Vector normal = directions[0];
        for (const Vector& e : edges) directions.push_back(cross(normal, e));
        return directions;
    }
    // On a line, or a point: the three axes bound the latter, and the edge with what is across it
    // the former.
    const Vector x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
    directions = {x, y, z};
    for (const Vector& e : edges) {
        for (const Vector& axis : {x, y, z}) directions.push_back(cross(e, axis));
        directions.push_back(e);
    }
    return directions;
}

}  // namespace translation

/// All moments of one translation at which pairs of placed triangles meet.
class RationalTranslation {
   public:
    using Triangles = std::vector<std::array<Eigen::Vector3d, 3>>;

    RationalTranslation(const Triangles& mover, const Triangles& obstacle,
                        const Eigen::Vector3d& vector) {
        note(vector);
        for (const auto* shape : {&mover, &obstacle}) {
            for (const auto& t : *shape) {
                for (const Eigen::Vector3d& p : t) note(p);
            }
        }
        vector_ = whole(vector);
        for (const auto& t : mover) mover_.push_back({whole(t[0]), whole(t[1]), whole(t[2])});
        for (const auto& t : obstacle) {
            obstacle_.push_back({whole(t[0]), whole(t[1]), whole(t[2])});
        }
    }

    struct Contact {
        translation::Rational from, until;  ///< of the pair that meets first; until at most 1
        std::size_t mover = 0, obstacle = 0;
    };

    /// The first moment in [0, 1] at which any two triangles meet.
    [[nodiscard]] std::optional<Contact> first() const {
        std::optional<Contact> found;
        translation::Moment best{1, 1};
        for (std::size_t i = 0; i < mover_.size(); ++i) {
            for (std::size_t k = 0; k < obstacle_.size(); ++k) {
                const auto moments = meet(mover_[i], obstacle_[k], {{0, 1}, best});
                if (!moments || (found && !(moments->from < best))) continue;
                best = moments->from;
                const auto whole_stay = meet(mover_[i], obstacle_[k], {{0, 1}, {1, 1}});
                found = Contact{whole_stay->from.value(), whole_stay->until.value(), i, k};
            }
        }
        return found;
    }

    /// How deep two triangles are in each other at a moment: the shortest way that parts them.
    [[nodiscard]] double depth(std::size_t mover, std::size_t obstacle,
                               const translation::Rational& at) const {
        using translation::Rational;
        const auto &a = mover_[mover], &b = obstacle_[obstacle];
        double least = std::numeric_limits<double>::infinity();
        for (const translation::Vector& n : translation::bounding_directions(a, b)) {
            if (translation::is_zero(n)) continue;
            const auto [low, high] = span(a, b, n);
            const Rational along = at * Rational(translation::dot(n, vector_));
            const Rational room = std::min(Rational(along - low), Rational(high - along));
            // Its square, so that numbers beyond the reach of doubles cancel out.
            const Rational share = room * room / Rational(translation::dot(n, n));
            const double depth = std::sqrt(share.convert_to<double>());
            least = std::min(least, room < 0 ? 0 : depth);
        }
        return std::ldexp(least, lowest_);
    }

   private:
    int lowest_ = 0;  ///< the exponent of the power of two
    translation::Vector vector_;
    std::vector<translation::Triangle> mover_, obstacle_;

    void note(const Eigen::Vector3d& p) {
        for (const double x : p) {
            if (x != 0) lowest_ = std::min(lowest_, std::ilogb(x) - 52);
        }
    }
    [[nodiscard]] translation::Vector whole(const Eigen::Vector3d& p) const {
        translation::Vector made;
        for (std::size_t i = 0; i < 3; ++i) {
            int exponent = 0;
            const double share = std::frexp(p[static_cast<Eigen::Index>(i)], &exponent);
            translation::Integer w = static_cast<long long>(std::ldexp(share, 53));
            const int shift = exponent - 53 - lowest_;
            if (shift > 0) w <<= static_cast<unsigned>(shift);
            if (shift < 0) w >>= static_cast<unsigned>(-shift);  // zeros only
            made[i] = w;
        }
        return made;
    }

    /// The least and the greatest n.(y - x), x of a and y of b.
    [[nodiscard]] static std::pair<translation::Integer, translation::Integer> span(
        const translation::Triangle& a, const translation::Triangle& b,
        const translation::Vector& n) {
        const auto [low_a, high_a] = std::minmax(
            {translation::dot(n, a[0]), translation::dot(n, a[1]), translation::dot(n, a[2])});
        const auto [low_b, high_b] = std::minmax(
            {translation::dot(n, b[0]), translation::dot(n, b[1]), translation::dot(n, b[2])});
        return {low_b - high_a, high_b - low_a};
    }

    /// What a direction leaves of the moments. False: nothing.
    [[nodiscard]] bool narrow(const translation::Triangle& a, const translation::Triangle& b,
                              const translation::Vector& n, translation::Moments& left) const {
        auto [low, high] = span(a, b, n);
        translation::Integer rate = translation::dot(n, vector_);
        if (rate == 0) return low <= 0 && high >= 0;
        if (rate < 0) {
            std::swap(low, high);
            low = -low, high = -high, rate = -rate;
        }
        const translation::Moment from{low, rate}, until{high, rate};
        if (left.from < from) left.from = from;
        if (until < left.until) left.until = until;
        return !left.none();
    }

    [[nodiscard]] std::optional<translation::Moments> meet(const translation::Triangle& a,
                                                           const translation::Triangle& b,
                                                           translation::Moments left) const {
        // Their boxes first: most pairs need no more.
        for (std::size_t i = 0; i < 3; ++i) {
            translation::Vector axis{0, 0, 0};
            axis[i] = 1;
            if (!narrow(a, b, axis, left)) return std::nullopt;
        }
        for (const translation::Vector& n : translation::bounding_directions(a, b)) {
            if (!narrow(a, b, n, left)) return std::nullopt;
        }
        return left;
    }
};

}  // namespace swept::oracle
