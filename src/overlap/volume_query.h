#pragma once

// The leaves of one tree that a thing of the world may reach: points, boxes and rays against a
// tree.

#include <array>

#include "core/assert.h"
#include "core/namespaces.h"
#include "shape/face_tree.h"
#include "shape/placed_shape.h"

namespace swept::overlap_detail {

/// A box in a tree's coordinates: its offsets, as those of Tree.
struct BoxQuery {
    std::array<double, Tree::sides> offsets{};

    /// A box of the world (lower = upper: a point), with all rounding on the safe side.
    BoxQuery(const PlacedShape& placed, const FaceTree& tree, const Eigen::Vector3d& lower,
             const Eigen::Vector3d& upper);

    [[nodiscard]] bool may_meet(const TreeRow* rows, std::uint32_t lane) const {
        for (std::size_t i = 0; i < Tree::sides; ++i) {
            const double across = offsets[i < 3 ? i + 3 : i - 3];
            if (static_cast<double>(rows[i].lane[lane]) + across < 0) return false;
        }
        return true;
    }
};

/// A ray from a point of the world along one of its axes, there or back.
struct RayQuery {
    // In the tree's coordinates, the ray runs from `from` by `along` per unit of length; both known
    // to within `slack` over its whole way through the tree.
    Eigen::Vector3d from;
    Eigen::Vector3d along;
    double slack = 0;
    double length = 0;  ///< beyond it lies nothing

    RayQuery(const PlacedShape& placed, const FaceTree& tree, const Eigen::Vector3d& point,
             int axis, double sign);

    [[nodiscard]] bool may_meet(const TreeRow* rows, std::uint32_t lane) const {
        return length_in(rows->lane.data() + lane, tree_width) >= 0;
    }
    /// How far along the ray a box ends at the latest, or -1 when the ray misses it. Its offsets
    /// stand `stride` apart.
    [[nodiscard]] double length_in(const float* offsets, std::size_t stride) const;
};

/// Calls see(face) for every face in leaves that the query may meet; until it returns true.
template <class VolumeQuery, class See>
bool visit_faces(const FaceTree& face_tree, const VolumeQuery& query, const See& see) {
    const Tree& tree = face_tree.tree;
    std::array<std::uint32_t, Tree::depth_limit*(tree_width - 1) + tree_width> stack;
    std::size_t waiting = 0;
    stack[waiting++] = 0;
    while (waiting > 0) {
        const std::uint32_t node = stack[--waiting];
        for (std::uint32_t lane = 0; lane < tree_width; ++lane) {
            const std::uint32_t child = tree.children_of(node)[lane];
            if (child == Tree::no_child) break;
            if (!query.may_meet(tree.rows_of(node), lane)) continue;
            if ((child & Tree::leaf_bit) == 0) {
                SWEPT_ASSERT(waiting < stack.size(), "a path is no longer than the limit");
                stack[waiting++] = child;
                continue;
            }
            const std::uint32_t leaf = child & ~Tree::leaf_bit;
            for (std::uint32_t p = tree.leaf_begins[leaf]; p < tree.leaf_begins[leaf + 1]; ++p) {
                if (see(tree.order[p])) return true;
            }
        }
    }
    return false;
}

}  // namespace swept::overlap_detail
