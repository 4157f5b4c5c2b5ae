#include "bvh/realign.h"

#include <algorithm>
#include <cmath>

#include "core/assert.h"
#include "swept/tolerance.h"

namespace swept::bvh_detail {

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

/// What is not a number counts as far on the safe side.
float held(double value) {
    return static_cast<float>(value < -farthest ? -farthest : value < farthest ? value : farthest);
}

/// Holds everything.
Realignment unbounded() {
    Realignment made{};
    std::ranges::fill(made.shift, static_cast<float>(farthest));
    return made;
}

}  // namespace

// The second half of the directions is the first reversed, and so are the combinations.
Realignment make_realignment(int k, const Matrix3d& m, const Vector3d& o, double slack) {
    Realignment made;  // entries beyond k are never read
    SWEPT_ASSERT(dop::is_k(k), "one of the five DOPs");
    const auto& normals = dop::normals(k);
    const double scale = m.cwiseAbs().maxCoeff() * 2;  // no less than the scale in m
    if (!(scale <= largest_scale)) return unbounded();
    // n.o is rounded in double precision, and little of it may be left.
    const double shift_error = 4 * tolerance::unit_roundoff * o.lpNorm<1>();
    const double always = shift_error + smallest + slack;
    const int half = k / 2;
    for (int i = 0; i < half; ++i) {
        const Vector3d& n = normals[static_cast<std::size_t>(i)];
        const Vector3d y = m.transpose() * n;
        const dop::Combination c = dop::combination(k, y);
        SWEPT_ASSERT(c.index[0] < k && c.index[1] < k && c.index[2] < k, "directions of this DOP");
        double sum = 0;
        for (std::size_t l = 0; l < 3; ++l) {
            const std::size_t at = 3 * static_cast<std::size_t>(i) + l;
            const std::size_t reversed = at + 3 * static_cast<std::size_t>(half);
            made.weight[at] = made.weight[reversed] = held(c.weight[l]);
            made.index[at] = c.index[l];
            made.index[reversed] = static_cast<std::uint8_t>(dop::opposite(k, c.index[l]));
            sum += c.weight[l] * largest_offset;
        }
        const double shift = n.dot(o);
        // docs/derivations/boxes.md, "Realigned DOPs": 32 u (sum |c d| + |n.o| + rho), u of single
        // precision. It covers the rounding of weights and shift to single precision too.
        const double widened =
            32 * float_roundoff * (sum + std::abs(shift) + largest_offset * scale) + always;
        made.shift[i] = held(shift + widened);
        made.shift[i + half] = held(widened - shift);
    }
    return made;
}

void realign(int k, const Realignment& r, const float* offsets, float* realigned) {
    for (int i = 0; i < k; ++i) {
        const float* w = r.weight + static_cast<std::ptrdiff_t>(3) * i;
        const std::uint8_t* j = r.index + static_cast<std::ptrdiff_t>(3) * i;
        SWEPT_ASSERT(j[0] < k && j[1] < k && j[2] < k, "directions of this DOP");
        realigned[i] =
            ((w[0] * offsets[j[0]] + w[1] * offsets[j[1]]) + w[2] * offsets[j[2]]) + r.shift[i];
    }
}

}  // namespace swept::bvh_detail
