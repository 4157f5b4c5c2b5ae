#pragma once

// What a pair of faces contributes to a sweep: the earliest stop among the pairs of features that
// the two own, and at the start their distance.

#include <cstdint>
#include <limits>

#include "features/search.h"
#include "sweep/features_of.h"
#include "swept/sweep.h"

namespace swept {

/// A pair of features as the polyhedra number them: vertices, edges or faces as the kind says.
struct FeaturePair {
    ContactKind kind = ContactKind::vertex_face;
    std::uint32_t mover_number = 0;     ///< which of several movers
    std::uint32_t obstacle_number = 0;  ///< which obstacle
    std::uint32_t mover_face = 0;       ///< a face that has the feature
    std::uint32_t obstacle_face = 0;
    std::uint32_t mover_corner = 0;  ///< of an edge, where it starts; unused for a face
    std::uint32_t obstacle_corner = 0;

    friend auto operator<=>(const FeaturePair&, const FeaturePair&) = default;
};

/// The earliest stop so far. Ties go to the lower pair, so that the order of looking does not
/// matter.
struct BestStop {
    double t = std::numeric_limits<double>::infinity();
    FeaturePair pair;

    void offer(double moment, const FeaturePair& candidate) {
        if (moment > t || (moment == t && !(candidate < pair))) return;
        t = moment;
        pair = candidate;
    }
    [[nodiscard]] bool found() const { return t < std::numeric_limits<double>::infinity(); }
};

/// What does not change during a query and one obstacle.
struct PairSetting {
    Path path;     ///< of the mover's points, staged
    Path inverse;  ///< of the obstacle's points, seen from the mover
    StopLevel stop;
    double parallel_width = 0;  ///< EdgePastEdge
    bool mover_front = false;   ///< only front sides of the mover's faces stop
    bool obstacle_front = false;
    std::uint32_t mover_number = 0;
    std::uint32_t obstacle_number = 0;
};

/// Searches all owned pairs in [from, min(to, best)] and offers what it finds.
void search_face_pair(const PairSetting& setting, const LoadedFace& mover,
                      const LoadedFace& obstacle, double from, double to, BestStop& best,
                      SweepStats& stats);

/// Called with each owned pair, its closest vector (obstacle to mover) at the start and whether the
/// two are closest inside both (foot in the face, common normal on both edges).
using StartVisit = void (*)(void* context, const FeaturePair& pair, const Closest& closest,
                            bool inside);
void visit_start_pairs(const PairSetting& setting, const LoadedFace& mover,
                       const LoadedFace& obstacle, StartVisit visit, void* context);

}  // namespace swept
