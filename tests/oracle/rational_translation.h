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
std::vector<Vector> bounding_directions(const Triangle& a, const Triangle& b);

}  // namespace translation

/// All moments of one translation at which pairs of placed triangles meet.
class RationalTranslation {
   public:
    using Triangles = std::vector<std::array<Eigen::Vector3d, 3>>;

    RationalTranslation(const Triangles& mover, const Triangles& obstacle,
                        const Eigen::Vector3d& vector);

    struct Contact {
        translation::Rational from, until;  ///< of the pair that meets first; until at most 1
        std::size_t mover = 0, obstacle = 0;
    };

    /// The first moment in [0, 1] at which any two triangles meet.
    [[nodiscard]] std::optional<Contact> first() const;

    /// How deep two triangles are in each other at a moment: the shortest way that parts them.
    [[nodiscard]] double depth(std::size_t mover, std::size_t obstacle,
                               const translation::Rational& at) const;

   private:
    int lowest_ = 0;  ///< the exponent of the power of two
    translation::Vector vector_;
    std::vector<translation::Triangle> mover_, obstacle_;

    void note(const Eigen::Vector3d& p) {
        for (const double x : p) {
            if (x != 0) lowest_ = std::min(lowest_, std::ilogb(x) - 52);
        }
    }
    [[nodiscard]] translation::Vector whole(const Eigen::Vector3d& p) const;

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
                              const translation::Vector& n, translation::Moments& left) const;

    [[nodiscard]] std::optional<translation::Moments> meet(const translation::Triangle& a,
                                                           const translation::Triangle& b,
                                                           translation::Moments left) const;
};

}  // namespace swept::oracle
