#pragma once

// The closest features of two shapes that do not meet: two trees, nearest volumes first, pruned by
// the closest pair so far.

#include "core/namespaces.h"
#include "distance/collect.h"

namespace swept::distance_detail {

/// The closest pair; lengths are scaled.
struct NearestPair {
    double distance = std::numeric_limits<double>::infinity();
    FeaturePair pair;
    Eigen::Vector3d vector = Eigen::Vector3d::Zero();  ///< from b to a

    [[nodiscard]] bool pair_found() const {
        return distance < std::numeric_limits<double>::infinity();
    }
    /// Ties go to the lower pair, so that the order of looking does not matter.
    void offer(const FeaturePair& candidate, const Closest& closest) {
        if (closest.distance > distance || (closest.distance == distance && !(candidate < pair))) {
            return;
        }
        distance = closest.distance;
        pair = candidate;
        vector = closest.vector;
    }
};

struct NearestQuery {
    const PlacedShape& a;
    const PlacedShape& b;
    const NumericScale& measures;
    double limit;  ///< scaled; what is further apart is of no interest
    std::optional<std::array<FaceIndex, 2>> warm_start;
};

/// Infinitely far when nothing is within the limit.
[[nodiscard]] NearestPair nearest_pair(const NearestQuery& query, ContactMemory& memory,
                                       DistanceStats& stats);

}  // namespace swept::distance_detail
