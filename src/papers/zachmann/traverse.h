#pragma once

// Two DOP-trees, one placed relative to the other: which pairs of faces may meet? Simultaneous
// traversal (section 3) of nodes of eight children; each step opens one node and compares its
// children with one volume of the other tree, all eight at once, along the directions of both
// frames (section 4.1). Pairs of leaves are thinned out by the library's own tests of triangles.
//
// Never misses a pair that meets; what it lets through is for the exact tests. The same pairs, in
// the same order, on every machine.

#include "overlap/traverse.h"
#include "papers/zachmann/dops.h"

namespace swept::papers::zachmann {

/// What relation and pair queries take for the traversal. Trees of different k are replaced by the
/// shapes' trees of boxes.
struct DopTraversal {
    const DopTree::Data& tree_a;
    const DopTree::Data& tree_b;

    bool operator()(const PlacedShape& a, const PlacedShape& b, TestBudget& budget,
                    CandidateTest test, void* context) const;
};

}  // namespace swept::papers::zachmann
