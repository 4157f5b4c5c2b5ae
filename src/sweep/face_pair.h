#pragma once

// What a pair of faces contributes to a sweep: the earliest stop among the pairs of features that
// the two own.

#include <cstdint>
#include <limits>

#include "core/assert.h"
#include "core/namespaces.h"
#include "features/feature_pair.h"
#include "features/search.h"
#include "swept/sweep.h"

namespace swept::sweep_detail {

/// The earliest stop so far. Ties go to the lower pair, so that the order of looking does not
/// matter.
struct BestStop {
    double t = std::numeric_limits<double>::infinity();
    FeaturePair pair;

    void offer(double moment, const FeaturePair& candidate) {
        SWEPT_ASSERT(moment >= 0, "a moment of the motion");
        if (moment > t || (moment == t && !(candidate < pair))) return;
        t = moment;
        pair = candidate;
    }
    [[nodiscard]] bool found() const { return t < std::numeric_limits<double>::infinity(); }
};

/// What does not change during a query and one obstacle.
struct FacePairContext {
    ScrewTrajectory path;     ///< of the mover's points, staged
    ScrewTrajectory inverse;  ///< of the obstacle's points, seen from the mover
    StopDistance stop;
    double parallel_width = 0;  ///< EdgePastEdge
    bool mover_front = false;   ///< only front sides of the mover's faces stop
    bool obstacle_front = false;
    std::uint32_t mover_number = 0;
    std::uint32_t obstacle_number = 0;
};

/// Searches all owned pairs in [from, min(to, best)] and offers what it finds.
void search_face_pair(const FacePairContext& setting, const PlacedFeatures& mover,
                      const PlacedFeatures& obstacle, double from, double to, BestStop& best,
                      SweepStats& stats);

}  // namespace swept::sweep_detail
