#pragma once

// Trees of bounding boxes in flat arrays, over any things that have bounds. A node holds the boxes
// of up to eight children side by side, in single precision and in the tree's own
// coordinates, where everything fits into [-1, 1]: so that meshes of any size, anywhere, lose
// nothing but a share of their own size. All offsets are rounded outward.

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/assert.h"
#include "core/huge_pages.h"
#include "core/namespaces.h"
#include "swept/export.h"
#include "swept/geometry.h"
#include "swept/result.h"
#include "swept/tree.h"

namespace swept::bvh_detail {

/// Children of a node; the lanes of a row.
inline constexpr std::uint32_t tree_width = 8;

/// One side of the box of each child of a node.
struct alignas(32) TreeRow {
    std::array<float, tree_width> lane;
};

struct Tree {
    // Children are referred to by node number, or by leaf number with the highest bit set.
    static constexpr std::uint32_t leaf_bit = 0x80000000;
    static constexpr std::uint32_t no_child = 0xffffffff;
    /// The offsets of a child that is not there: its sum with any other is negative.
    static constexpr float absent = -1e30F;
    /// No path from the root is longer, in nodes.
    static constexpr unsigned depth_limit = 48;
    /// How much offsets are widened, in tree coordinates, before they are rounded to single
    /// precision: four times the rounding of an offset below 2, more than it and that of computing
    /// it in doubles.
    /// Larger is safe.
    static constexpr double margin = 0x1p-22;
    /// Offsets of a box: its upper sides along x, y and z, then its lower ones with the sign
    /// reversed. So of any two boxes that meet, no offset and the other's of the opposite side have
    /// a negative sum.
    static constexpr std::uint32_t sides = 6;

    double build_seconds = 0;

    /// tree coordinates = (coordinates - origin) * scale; scale is a power of two.
    Eigen::Vector3d origin = Eigen::Vector3d::Zero();
    double scale = 1;

    std::array<float, sides> root{};         ///< the box of everything
    HugeVector<TreeRow> rows;                ///< `sides` per node; node 0 is the root
    HugeVector<std::uint32_t> children;      ///< tree_width per node
    std::vector<std::uint32_t> leaf_begins;  ///< into order; one more than leaves
    std::vector<std::uint32_t> order;        ///< the things, leaf after leaf

    [[nodiscard]] std::uint32_t node_count() const {
        return static_cast<std::uint32_t>(children.size() / tree_width);
    }
    [[nodiscard]] std::uint32_t leaf_count() const {
        SWEPT_ASSERT(!leaf_begins.empty(), "begins are one more than leaves");
        return static_cast<std::uint32_t>(leaf_begins.size() - 1);
    }
    [[nodiscard]] const TreeRow* rows_of(std::uint32_t node) const {
        SWEPT_ASSERT(node < node_count(), "a node of this tree, no leaf");
        return rows.data() + std::size_t{node} * sides;
    }
    [[nodiscard]] const std::uint32_t* children_of(std::uint32_t node) const {
        SWEPT_ASSERT(node < node_count(), "a node of this tree, no leaf");
        return children.data() + std::size_t{node} * tree_width;
    }
    [[nodiscard]] Eigen::Vector3d to_tree(const Eigen::Vector3d& point) const {
        return (point - origin) * scale;
    }
    [[nodiscard]] SWEPT_API std::size_t bytes() const;
};

/// Over the boxes of things, one or more, all finite; by the surface area heuristic. The same tree
/// for any number of threads (0: all).
[[nodiscard]] Tree build_tree(std::span<const Box> boxes, unsigned threads = 0);

/// How good it is. `bytes` is that of the tree alone.
[[nodiscard]] TreeStatistics statistics_of(const Tree& tree);

/// The tree as bytes, with a version and a checksum; the same bytes for the same tree on every
/// machine.
[[nodiscard]] std::vector<std::byte> saved(const Tree& tree);

/// A saved tree. It is not believed: what is not exactly a tree over `boxes`, every thing in one
/// leaf and no box that cuts off what it should hold, is an Error.
[[nodiscard]] Result<Tree> load_tree(std::span<const std::byte> bytes, std::span<const Box> boxes);

}  // namespace swept::bvh_detail
