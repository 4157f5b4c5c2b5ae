#pragma once

// The directions that bound a k-DOP, and how any direction is a non-negative combination of three
// of them (docs/derivations/boxes.md, "Non-negative combinations"). A DOP is its k offsets: d[i] >=
// n(i).x for all its points. The second half of the directions are the first half reversed, so that
// two DOPs are apart exactly along direction i when d_a[i] + d_b[opposite(i)] < 0.

#include <Eigen/Core>
#include <array>
#include <cstdint>

#include "core/assert.h"

namespace swept::papers::zachmann::dop {

inline constexpr int largest_k = 26;
inline constexpr std::array<int, 5> all_k{6, 8, 14, 18, 26};

[[nodiscard]] bool is_k(int k);

[[nodiscard]] constexpr int opposite(int k, int i) {
    SWEPT_ASSERT(i >= 0 && i < k, "one of the k directions");
    return i < k / 2 ? i + k / 2 : i - k / 2;
}

/// The unit normals, k of them.
[[nodiscard]] const std::array<Eigen::Vector3d, largest_k>& normals(int k);

/// y = sum of weight[l] * normal(index[l]), all weights >= 0. So for every point x of a DOP with
/// offsets d, y.x <= sum of weight[l] * d[index[l]], whatever the offsets
/// (docs/derivations/boxes.md, "Non-negative combinations").
struct Combination {
    std::array<std::uint8_t, 3> index{};
    std::array<double, 3> weight{};
};

/// The combination for the triangle of the normals' hull that y points into.
[[nodiscard]] Combination combination(int k, const Eigen::Vector3d& y);

/// The offsets of a point, k of them; and the widening of offsets so that they hold a point too.
void offsets_of(int k, const Eigen::Vector3d& point, double* offsets);
void widen(int k, const Eigen::Vector3d& point, double* offsets);

/// The volume of { x : n(i).x <= d[i] }; 0 when it is flat or empty.
[[nodiscard]] double volume(int k, const float* offsets);

}  // namespace swept::papers::zachmann::dop
