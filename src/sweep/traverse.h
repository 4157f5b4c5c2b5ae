#pragma once

// Two trees, one of them moving: which pairs of faces may come within the margin, and when at the
// earliest? Nearest first, pruned by the best stop so far (docs/derivations/boxes.md, "Slices of
// motions"). A pair of volumes is looked at in a slice of time; where the slice blurs more than the
// volumes are large, it is halved, else the larger volume is opened and its eight children are
// compared at once.

#include "core/namespaces.h"
#include "features/slice.h"
#include "sweep/face_pair.h"

namespace swept::sweep_detail {

/// Two faces of the leaves at hand, and when they may meet.
struct FaceCandidate {
    double from;
    double to;
    std::uint32_t face_a;
    std::uint32_t face_b;

    friend auto operator<=>(const FaceCandidate&, const FaceCandidate&) = default;
};

struct SweepTraversal {
    const PlacedShape& mover;
    const PlacedShape& obstacle;
    const FacePairContext& setting;
    double scale;          ///< a power of two
    Eigen::Vector3d lift;  ///< scaled, as are these:
    double margin;
    FeatureCache& mover_faces;
    FeatureCache& obstacle_faces;
    std::vector<FaceCandidate>& candidates;
    std::optional<std::array<FaceIndex, 2>> warm_start = std::nullopt;  ///< two faces to begin with
    BestStop& best;
    SweepStats& stats;
    std::uint64_t& budget;
    /// The earliest moment that was not looked at for want of budget; infinite if none.
    double unproven = std::numeric_limits<double>::infinity();

    void run();
};

}  // namespace swept::sweep_detail
