#pragma once

// Things to build trees over, given by their corners, and the judge of what holds what: rational
// arithmetic on the stored numbers, no tolerance.

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "bvh/tree.h"
#include "core/inside.h"
#include "tests/oracle/rational.h"

namespace swept::test {

using Eigen::Vector3d;
using Corners = std::vector<Vector3d>;

inline constexpr std::array<TreeBuilder, 3> all_builders{
    TreeBuilder::surface_area, TreeBuilder::furthest_pair, TreeBuilder::longest_axis};

class Random {
   public:
    explicit Random(unsigned seed) : engine_(seed) {}
    double uniform(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(engine_);
    }
    std::uint32_t below(std::uint32_t count) {
        return std::uniform_int_distribution<std::uint32_t>(0, count - 1)(engine_);
    }
    Vector3d point(double size = 1) {
        return {uniform(-size, size), uniform(-size, size), uniform(-size, size)};
    }
    Vector3d direction() {
        Vector3d v;
        do {
            v = point();
        } while (v.norm() > 1 || v.norm() < 0.1);
        return v.normalized();
    }

   private:
    std::mt19937_64 engine_;
};

/// Things by their corners, and the bounds that a tree is built over.
struct Things {
    std::vector<Corners> corners;
    int k = 6;
    std::vector<Box> boxes;
    std::vector<double> offsets;

    Things(std::vector<Corners> corners_of_all, int orientations)
        : corners(std::move(corners_of_all)), k(orientations), boxes(corners.size()) {
        const auto each = static_cast<std::size_t>(k);
        if (k != 6) offsets.assign(each * corners.size(), -1e308);
        for (std::size_t i = 0; i < corners.size(); ++i) {
            for (const Vector3d& p : corners[i]) {
                boxes[i].add(p);
                if (k != 6) dop::widen(k, p, offsets.data() + i * each);
            }
        }
    }
    [[nodiscard]] Bounds bounds() const { return {boxes, offsets}; }
};

/// Triangles of some size, strewn over a cube.
inline std::vector<Corners> strewn_triangles(std::size_t count, double size, unsigned seed) {
    Random random(seed);
    std::vector<Corners> made(count);
    for (Corners& corners : made) {
        const Vector3d centre = random.point();
        for (int v = 0; v < 3; ++v) corners.push_back(centre + random.point(size));
    }
    return made;
}

/// n.((p - origin) scale) <= offset, decided exactly: in rationals where extended precision, off by
/// less than 2^-58 of the largest coordinate, cannot tell.
inline bool holds(float offset, const Vector3d& normal, const Vector3d& p, const Tree& tree) {
    using LongVector = Eigen::Matrix<long double, 3, 1>;
    const LongVector moved = p.cast<long double>() - tree.origin.cast<long double>();
    const long double room =
        static_cast<long double>(offset) -
        normal.cast<long double>().dot(moved) * static_cast<long double>(tree.scale);
    const double reach = std::max(p.cwiseAbs().maxCoeff(), tree.origin.cwiseAbs().maxCoeff());
    const long double error =
        0x1p-58L * (1 + static_cast<long double>(reach) * static_cast<long double>(tree.scale));
    if (room > error) return true;
    const oracle::Rational along =
        oracle::dot(oracle::rational(normal), oracle::rational(p) - oracle::rational(tree.origin));
    return along * oracle::Rational(tree.scale) <= oracle::Rational(static_cast<double>(offset));
}

inline std::vector<float> offsets_of_child(const Tree& tree, std::uint32_t node,
                                           std::uint32_t lane) {
    std::vector<float> offsets;
    for (int i = 0; i < tree.k; ++i) offsets.push_back(tree.rows_of(node)[i].lane[lane]);
    return offsets;
}

/// Calls see(node, lane, child, depth) for every child, parents first; the depth of what hangs from
/// the root is 1.
template <class See>
void for_each_child(const Tree& tree, const See& see) {
    std::vector<unsigned> depths(tree.node_count(), 1);
    for (std::uint32_t node = 0; node < tree.node_count(); ++node) {
        for (std::uint32_t lane = 0; lane < tree_width; ++lane) {
            const std::uint32_t child = tree.children_of(node)[lane];
            if (child == Tree::no_child) continue;
            see(node, lane, child, depths[node]);
            if ((child & Tree::leaf_bit) == 0) depths[child] = depths[node] + 1;
        }
    }
}

inline std::span<const std::uint32_t> things_of(const Tree& tree, std::uint32_t leaf_child) {
    const std::uint32_t leaf = leaf_child & ~Tree::leaf_bit;
    return std::span(tree.order)
        .subspan(tree.leaf_begins[leaf], tree.leaf_begins[leaf + 1] - tree.leaf_begins[leaf]);
}

}  // namespace swept::test
