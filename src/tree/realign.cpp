#include "tree/realign.h"

#include <algorithm>
#include <cmath>

#include "swept/tolerance.h"

namespace swept {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

constexpr double float_roundoff = 0x1p-24;
// Offsets of points with coordinates of at most 1, and what the nodes add (tree.h): sqrt(3) and a
// little.
constexpr double largest_offset = 1.75;
// Whatever is shifted that far is apart, or the slack is as large. Far below -Tree::absent, so that
// a child that is not there is apart even from that.
constexpr double farthest = 1e18;
// Weights stay so small that they cannot change the sign of what was shifted to `farthest`. A
// source that is even larger seen from the target is not bounded at all: seen from the source, the
// target is next to a point, and the other realignment tells them apart.
constexpr double largest_scale = 1e12;
// Covers what is lost below the smallest numbers of single precision.
constexpr double smallest = 0x1p-120;

float held(double value) {
    return static_cast<float>(std::isnan(value) ? farthest
                                                : std::clamp(value, -farthest, farthest));
}

}  // namespace

Realignment make_realignment(int k, const Matrix3d& m, const Vector3d& o, double slack) {
    Realignment made{};
    const auto& normals = dop::normals(k);
    const double scale = m.cwiseAbs().maxCoeff() * 2;  // no less than the scale in m
    if (!(scale <= largest_scale)) {
        std::fill_n(made.shift, k, held(farthest));
        return made;
    }
    // n.o is rounded in double precision, and little of it may be left.
    const double shift_error = 4 * tolerance::unit_roundoff * o.cwiseAbs().sum();
    for (int i = 0; i < k; ++i) {
        const Vector3d& n = normals[static_cast<std::size_t>(i)];
        const Vector3d y = m.transpose() * n;
        const dop::Combination c = dop::combination(k, y);
        double sum = 0;
        for (int l = 0; l < 3; ++l) {
            const double weight = c.weight[static_cast<std::size_t>(l)];
            made.weight[3 * i + l] = held(weight);
            made.index[3 * i + l] = c.index[static_cast<std::size_t>(l)];
            sum += weight * largest_offset;
        }
        const double shift = n.dot(o);
        // maths 10: 32 u (sum |c d| + |n.o| + rho), u of single precision. It covers the rounding
        // of weights and shift to single precision too.
        const double rounding =
            32 * float_roundoff * (sum + std::abs(shift) + largest_offset * scale) + smallest;
        made.shift[i] = held(shift + rounding + shift_error + slack);
    }
    return made;
}

void realign(int k, const Realignment& r, const float* offsets, float* realigned) {
    for (int i = 0; i < k; ++i) {
        const float* w = r.weight + static_cast<std::ptrdiff_t>(3) * i;
        const std::uint8_t* j = r.index + static_cast<std::ptrdiff_t>(3) * i;
        realigned[i] =
            ((w[0] * offsets[j[0]] + w[1] * offsets[j[1]]) + w[2] * offsets[j[2]]) + r.shift[i];
    }
}

}  // namespace swept
