#include "features/slice.h"

#include <cmath>

#include "core/assert.h"
#include "swept/tolerance.h"

namespace swept::features_detail {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

Matrix3d cross_matrix(const Vector3d& k) {
    Matrix3d m;
    m << 0, -k[2], k[1], k[2], 0, -k[0], -k[1], k[0], 0;
    return m;
}

/// Bounds of single precision: beyond them nothing is excluded.
float held(double value) {
    constexpr double limit = 1e30;
    return static_cast<float>(std::isnan(value) ? limit : std::clamp(value, -limit, limit));
}

void store(const Matrix3d& m, float (&values)[3][3], float (&sizes)[3][3]) {
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            values[row][column] = held(m(row, column));
            sizes[row][column] = std::abs(values[row][column]);
        }
    }
}

void fill(SliceFrame& frame, const Matrix3d& place, const Matrix3d& rate, const Vector3d& shift,
          const Vector3d& drift, double pad) {
    store(place, frame.place, frame.place_size);
    store(rate, frame.rate, frame.rate_size);
    for (int i = 0; i < 3; ++i) {
        frame.shift[i] = held(shift[i]);
        frame.drift[i] = held(drift[i]);
    }
    frame.pad = held(pad * (1 + 0x1p-20));
}

}  // namespace

Slicer::Slicer(const PlacedShape& mover, const FaceTree& mover_tree, const PlacedShape& obstacle,
               const FaceTree& obstacle_tree, const ScrewTrajectory& path, double scale,
               double margin)
    : path_(path) {
    SWEPT_ASSERT(scale > 0 && margin >= 0, "a scale and a length");
    // All in scaled world coordinates, where lengths are at most about 1.
    const Tree& m = mover_tree.tree;
    const Tree& o = obstacle_tree.tree;
    // Trees of points and of tiny shapes have enormous scales; ours stays within single precision.
    constexpr double largest_scale = 0x1p60;
    const double to_world = scale / m.scale;
    const double from_world = std::min(o.scale / scale, largest_scale);
    const double tree_scale = from_world * scale;
    obstacle_factor_ = static_cast<float>(tree_scale / o.scale);
    world_from_tree_ = mover.rotation * to_world;
    world_shift_ = (mover.rotation * m.origin + mover.translation) * scale;
    tree_from_world_ = obstacle.rotation.transpose() * from_world;
    tree_shift_ = -(obstacle.rotation.transpose() * obstacle.translation + o.origin) * tree_scale;
    ratio_ = tree_scale / m.scale;
    unit_ = from_world;
    const double sizes = mover_tree.reach + mover.translation.lpNorm<1>() + obstacle_tree.reach +
                         obstacle.translation.lpNorm<1>();
    double reach_sq = 0, along = 0;
    if (path.turning) {
        for (unsigned corner = 0; corner < 8; ++corner) {
            Vector3d y;
            for (unsigned i = 0; i < 3; ++i) {
                y[i] = static_cast<double>((corner >> i & 1U) != 0 ? m.root[i] : -m.root[i + 3]);
            }
            const Vector3d x = world_from_tree_ * y + world_shift_;
            reach_sq = std::max(reach_sq, path.axis.cross(x - path.origin).squaredNorm());
            along = std::max(along, path.rounded_along(x, sizes * scale));
        }
    }
    reach_from_axis_ = std::sqrt(reach_sq) * from_world * (1 + 0x1p-40);
    // Placed vertices, trees and the maps above: as for overlaps (traverse.cpp), and the kernels'
    // own tracks. An origin far along the axis costs digits of the slices' maps.
    pad_ = margin * from_world + 64 * tolerance::unit_roundoff * sizes * tree_scale +
           64 * tolerance::unit_roundoff * path.end * reach_from_axis_ +
           512 * tolerance::unit_roundoff * along * from_world;
}

Slice Slicer::slice(double begin, double end) const {
    Slice made{};
    SWEPT_ASSERT(begin <= end, "an interval of time");
    made.begin = begin;
    made.end = end;
    const double middle = begin + (end - begin) / 2, half = (end - begin) / 2;
    Matrix3d turn = Matrix3d::Identity(), spin = Matrix3d::Zero();  // of scaled world coordinates
    Vector3d turn_shift = path_.advance * middle, spin_shift = path_.advance;
    if (path_.turning) {
        const TrajectoryTime m = path_.moment(middle);
        const Matrix3d k = cross_matrix(path_.axis), kk = k * k;
        const Matrix3d change = m.sine * k + m.versine * kk;
        turn += change;
        turn_shift -= change * path_.origin;
        spin = (1 - m.versine) * k + m.sine * kk;
        spin_shift -= spin * path_.origin;
    }
    // x = turn X + turn_shift at the middle, its velocity spin X + spin_shift; X = W y + s.
    const Matrix3d rate = tree_from_world_ * spin * world_from_tree_;
    const Vector3d drift = tree_from_world_ * (spin * world_shift_ + spin_shift);
    const Matrix3d place = tree_from_world_ * turn * world_from_tree_ - half * rate;
    const Vector3d shift =
        (tree_from_world_ * (turn * world_shift_ + turn_shift) + tree_shift_) - half * drift;
    const double duration = end - begin;
    const double sagitta = reach_from_axis_ * half * half / 2;
    // Single precision, u = 2^-24: about ten roundings of sums of these sizes, twice.
    const double travel =
        duration * (drift.lpNorm<Eigen::Infinity>() + rate.cwiseAbs().rowwise().sum().maxCoeff());
    const double sizes =
        shift.lpNorm<Eigen::Infinity>() + place.cwiseAbs().rowwise().sum().maxCoeff() + travel + 2;
    constexpr double rounding = 24 * 0x1p-24;
    const double pad = sagitta + rounding * sizes + pad_;
    fill(made.frames[0], place, rate, shift, drift, pad);
    // The mover's axes where it is in the middle; rows of unit length. Coordinates along them are
    // sums of three, of boxes of both shapes.
    const Matrix3d axes = (tree_from_world_ * turn * world_from_tree_).transpose() / ratio_;
    store(axes, made.axes, made.axes_size);
    const double own_pad = sagitta + 4 * rounding * sizes + pad_;
    fill(made.frames[1], axes * place, axes * rate, axes * shift, axes * drift, own_pad);
    // Corners and products with a normal are rounded as often again.
    made.margin = held((pad + rounding * sizes) * (1 + 0x1p-20));
    made.blur = held(sagitta + rounding * travel);
    made.firm = held(pad - (sagitta + rounding * travel));
    made.spread = held(path_.turning ? duration : 0);
    made.duration = held(duration * (1 + 0x1p-20));
    return made;
}

}  // namespace swept::features_detail
