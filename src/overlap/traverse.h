#pragma once

// Two trees, one placed relative to the other: which pairs of faces may meet? Simultaneous
// traversal (Zachmann 1998, section 3) of nodes of eight children; each step opens one node and
// compares its children with one volume of the other tree, all eight at once, along the directions
// of both frames (section 4.1). Pairs of leaves are thinned out by the planes of their triangles.
//
// Never misses a pair that meets; what it lets through is for the exact tests. The same pairs, in
// the same order, on every machine.

#include <cstdint>

#include "core/namespaces.h"
#include "overlap/traverse_query.h"
#include "shape/face_tree.h"
#include "shape/placed_shape.h"
#include "swept/overlap.h"

namespace swept::overlap_detail {

/// Called with the faces of a pair that may meet (as the polyhedra number them); returns whether to
/// stop.
using CandidateTest = bool (*)(void* context, std::uint32_t face_a, std::uint32_t face_b);

/// What a query may still spend. Each volume and each face compared costs one, volumes eight at a
/// time.
struct TestBudget {
    std::uint64_t left;
    bool spent = false;  ///< something was not done for want of budget
    OverlapStats stats = {};

    /// Whether a face test can be paid.
    [[nodiscard]] bool pay_face_test() {
        spent = spent || left == 0;
        if (spent) return false;
        --left;
        ++stats.face_tests;
        return true;
    }
};

/// Visits candidates until one stops it, all are seen or the budget cannot pay the next volume
/// tests. False when the volumes of the two wholes are apart already. `within`, a length: pairs
/// that are no further apart than this are candidates too.
SWEPT_API bool traverse(const PlacedShape& a, const PlacedShape& b, TestBudget& budget,
                        CandidateTest test, void* context, double within = 0);

/// What relation and pair queries take for the traversal.
struct BoxTraversal {
    bool operator()(const PlacedShape& a, const PlacedShape& b, TestBudget& budget,
                    CandidateTest test, void* context) const {
        return traverse(a, b, budget, test, context);
    }
};

/// How a point of tree b's coordinates is seen in tree a's, and how far that may be off for placed
/// vertices: a length in tree a's coordinates.
struct TreeTransform {
    Eigen::Matrix3d rotation;  ///< times the ratio of the scales
    Eigen::Vector3d shift;
    double error;
};
[[nodiscard]] TreeTransform tree_from_tree(const FaceTree& a, const PlacedShape& placed_a,
                                           const FaceTree& b, const PlacedShape& placed_b);

/// What the kernels need to know of two trees, but for their volumes: rows, root and realignments,
/// which are made of the two transforms.
struct TraverseSetup {
    TraverseQuery query;
    TreeTransform b_in_a;
    TreeTransform a_in_b;
};
[[nodiscard]] SWEPT_API TraverseSetup setup_of(const FaceTree& a, const PlacedShape& placed_a,
                                               const FaceTree& b, const PlacedShape& placed_b,
                                               double within);

}  // namespace swept::overlap_detail
