#pragma once

// A judge in rational arithmetic. It shares no code with the library: determinants are expanded as
// in a textbook, half spaces are found by Fourier-Motzkin elimination.

#include <Eigen/Core>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <vector>

namespace swept::oracle {

using Rational = boost::multiprecision::cpp_rational;

struct RationalVector {
    std::array<Rational, 3> coordinates;
    const Rational& operator[](std::size_t i) const { return coordinates[i]; }
};

inline RationalVector rational(const Eigen::Vector3d& p) {
    return {{Rational(p[0]), Rational(p[1]), Rational(p[2])}};
}

inline RationalVector operator-(const RationalVector& a, const RationalVector& b) {
    return {{Rational(a[0] - b[0]), Rational(a[1] - b[1]), Rational(a[2] - b[2])}};
}

inline Rational dot(const RationalVector& a, const RationalVector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline RationalVector cross(const RationalVector& a, const RationalVector& b) {
    return {{Rational(a[1] * b[2] - a[2] * b[1]), Rational(a[2] * b[0] - a[0] * b[2]),
             Rational(a[0] * b[1] - a[1] * b[0])}};
}

/// The sign of ((b - a) x (c - a)) . (d - a).
inline int orient3d(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c,
                    const Eigen::Vector3d& d) {
    const RationalVector o = rational(a);
    const Rational value = dot(cross(rational(b) - o, rational(c) - o), rational(d) - o);
    return value.sign();
}

/// The sign of the turn from a over b to c in the plane.
inline int orient2d(double ax, double ay, double bx, double by, double cx, double cy) {
    const Rational value =
        (Rational(bx) - ax) * (Rational(cy) - ay) - (Rational(by) - ay) * (Rational(cx) - ax);
    return value.sign();
}

/// Whether some n has n.d > 0 for all directions d, by eliminating one coordinate of n after the
/// other from the system n.d >= 1 (which has a solution just when n.d > 0 has one).
inline bool open_half_space_exists(const std::vector<RationalVector>& directions) {
    // Rows a0 x + a1 y + a2 z >= a3.
    using Row = std::array<Rational, 4>;
    std::vector<Row> rows;
    for (const RationalVector& d : directions) rows.push_back({d[0], d[1], d[2], Rational(1)});
    for (std::size_t variable = 0; variable < 3; ++variable) {
        std::vector<Row> positive, negative, next;
        for (const Row& row : rows) {
            if (row[variable] > 0) {
                positive.push_back(row);
            } else if (row[variable] < 0) {
                negative.push_back(row);
            } else {
                next.push_back(row);
            }
        }
        for (const Row& p : positive) {
            for (const Row& n : negative) {
                Row sum;
                for (std::size_t i = 0; i < 4; ++i) {
                    sum[i] = p[i] * -n[variable] + n[i] * p[variable];
                }
                next.push_back(sum);
            }
        }
        rows = std::move(next);
    }
    for (const Row& row : rows) {  // what is left says 0 >= a3
        if (row[3] > 0) return false;
    }
    return true;
}

}  // namespace swept::oracle
