#pragma once

// Zachmann's re-alignment (section 4.1): the DOPs of one tree enclosed by DOPs along the directions
// of another tree's frame, by non-negative combinations of their offsets
// (docs/derivations/boxes.md, "Non-negative combinations"). Set up once per query and pair of
// frames; then 3k multiplications per DOP.

#include <Eigen/Core>
#include <cstdint>

#include "papers/zachmann/orientations.h"

namespace swept::papers::zachmann {

/// d'[i] = weight[3i] d[index[3i]] + weight[3i + 1] d[...] + weight[3i + 2] d[...] + shift[i], in
/// single precision and in this order. All finite; weights >= 0.
struct Realignment {
    alignas(32) float weight[3 * dop::largest_k];
    alignas(32) float shift[dop::largest_k];
    std::uint8_t index[3 * dop::largest_k];
};

/// For x' = m x + o, m a rotation times a positive scale, in the coordinates of two trees: points
/// of the source have coordinates of at most 1. `slack` is a length of the target, added to every
/// offset on top of the rounding of the realignment itself.
[[nodiscard]] Realignment make_realignment(int k, const Eigen::Matrix3d& m,
                                           const Eigen::Vector3d& o, double slack);

/// One DOP realigned: the scalar twin of what traversals do with eight at once.
void realign(int k, const Realignment& realignment, const float* offsets, float* realigned);

}  // namespace swept::papers::zachmann
