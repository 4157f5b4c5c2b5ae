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
// Offsets of points with coordinates of at most 1, and what the nodes add (tree.h): sqrt(3) for
// directions that are no axes, and a little.
constexpr double largest_offset = 1.75;
// Weights stay so small that they cannot change the sign of what was shifted to `farthest`. A
// source that is even larger seen from the target is not bounded at all: seen from the source, the
// target is next to a point, and the other realignment tells them apart.
constexpr double largest_scale = 1e12;
// Covers what is lost below the smallest numbers of single precision.
constexpr double smallest = 0x1p-120;

/// What is not a number counts as far on the safe side.
float held(double value) {
    constexpr double farthest = RealignmentRounding::farthest;
    return static_cast<float>(value < -farthest ? -farthest : value < farthest ? value : farthest);
}

}  // namespace

RealignmentRounding::RealignmentRounding(const Matrix3d& m, const Vector3d& o, double slack)
    : scale_(m.cwiseAbs().maxCoeff() *
             2),  // no less than the scale in m
                  // n.o is rounded in double precision, and little of it may be left.
      always_(4 * tolerance::unit_roundoff * o.lpNorm<1>() + smallest + slack),
      bounded_(scale_ <= largest_scale) {}

RealignmentRounding::Direction RealignmentRounding::of(const std::array<double, 3>& weights,
                                                       double shift) const {
    SWEPT_ASSERT(bounded_, "a source of a size that can be bounded");
    Direction made;
    double sum = 0;
    for (std::size_t l = 0; l < 3; ++l) {
        made.weight[l] = held(weights[l]);
        sum += weights[l] * largest_offset;
    }
    // docs/derivations/boxes.md, "Realigned DOPs": 32 u (sum |c d| + |n.o| + rho), u of single
    // precision. It covers the rounding of weights and shift to single precision too.
    const double widened =
        32 * float_roundoff * (sum + std::abs(shift) + largest_offset * scale_) + always_;
    made.shift = held(shift + widened);
    made.reversed_shift = held(widened - shift);
    return made;
}

// Each coordinate of an axis of the target, seen from the source, goes to the source's own axis;
// the lower sides are the upper ones reversed, and so are their combinations.
Realignment make_realignment(const Matrix3d& m, const Vector3d& o, double slack) {
    Realignment made{};
    const RealignmentRounding rounding(m, o, slack);
    if (!rounding.is_bounded()) {
        std::ranges::fill(made.shift, static_cast<float>(RealignmentRounding::farthest));
        return made;
    }
    for (std::uint32_t i = 0; i < 3; ++i) {
        const Vector3d y = m.row(i).transpose();
        const RealignmentRounding::Direction along =
            rounding.of({std::abs(y[0]), std::abs(y[1]), std::abs(y[2])}, o[i]);
        for (std::uint32_t l = 0; l < 3; ++l) {
            const std::uint32_t at = 3 * i + l, reversed = at + 9;
            made.weight[at] = made.weight[reversed] = along.weight[l];
            made.index[at] = static_cast<std::uint8_t>(y[l] < 0 ? l + 3 : l);
            made.index[reversed] = static_cast<std::uint8_t>(y[l] < 0 ? l : l + 3);
        }
        made.shift[i] = along.shift;
        made.shift[i + 3] = along.reversed_shift;
    }
    return made;
}

void realign(const Realignment& r, const float* offsets, float* realigned) {
    for (std::size_t i = 0; i < Tree::sides; ++i) {
        const float* w = r.weight + 3 * i;
        const std::uint8_t* j = r.index + 3 * i;
        SWEPT_ASSERT(j[0] < Tree::sides && j[1] < Tree::sides && j[2] < Tree::sides,
                     "sides of a box");
        realigned[i] =
            ((w[0] * offsets[j[0]] + w[1] * offsets[j[1]]) + w[2] * offsets[j[2]]) + r.shift[i];
    }
}

}  // namespace swept::bvh_detail
