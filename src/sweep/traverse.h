#pragma once

// Two trees, one of them moving: which pairs of faces may come within the zone, and when at the
// earliest? Nearest first, pruned by the best stop so far (design 7). A pair of volumes is looked
// at in a slice of time; where the slice blurs more than the volumes are large, it is halved, else
// the larger volume is opened and its eight children are compared at once.

#include "sweep/face_pair.h"
#include "sweep/slice.h"

namespace swept {

/// Memory of one traversal: the faces of the two leaves at hand.
struct LoadedLeaf {
    std::uint32_t leaf = Tree::no_child;
    std::vector<LoadedFace> faces;
    std::vector<std::uint8_t> loaded;
};

struct SweepTraversal {
    const PlacedShape& mover;
    const PlacedShape& obstacle;
    const PairSetting& setting;
    const Staging& mover_staging;  ///< the obstacle's has no lift
    double zone;                   ///< scaled
    LoadedLeaf& mover_leaf;
    LoadedLeaf& obstacle_leaf;
    BestStop& best;
    SweepStats& stats;
    std::uint64_t& budget;
    /// The earliest moment that was not looked at for want of budget; infinite if none.
    double unproven = std::numeric_limits<double>::infinity();

    void run();
};

}  // namespace swept
