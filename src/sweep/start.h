#pragma once

// How the shapes stand before the motion: whether they overlap, how far apart they are if that is
// no more than the zone, and from there the one level at which everything stops
// (docs/derivations/zone.md, "The level").

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "math/assert.h"
#include "math/namespaces.h"
#include "sweep/course.h"
#include "sweep/face_pair.h"

namespace swept::sweep_detail {

/// Memory for looking at the start.
struct StartMemory {
    LoadedPair faces;
    std::vector<Eigen::Vector3d> normals;  ///< of contacts inside both features
    std::vector<Eigen::Vector3d> beside;   ///< of those at the rim of a face
};

/// The closest pair at the start, if it is within reach of the zone. Distances are scaled.
struct StartDistance {
    double distance = std::numeric_limits<double>::infinity();
    FeaturePair pair;
};

/// What the search is made with.
struct StartLevel {
    StopLevel stop;
    Eigen::Vector3d lift = Eigen::Vector3d::Zero();  ///< scaled
    bool in_zone = false;                            ///< at the zone's outer side or within it
    bool stuck = false;     ///< in touch on all sides: no motion can be proven free
    bool unproven = false;  ///< started in the lower half of the zone: the end must be checked
    StartDistance closest;
};

/// How far from the start things matter; scaled.
[[nodiscard]] inline double start_reach(const Course& course) {
    return course.zone + 2 * course.step + course.further;
}

/// Edges that part by less than this over the longer of them may be carried by their ends: the two
/// lose width^2 / (2 l) by that, half a rounding at most (docs/derivations/zone.md). From starts
/// below half the zone the level is thinner, and so is this; scaled.
[[nodiscard]] inline double parallel_width(const Course& course, const StopLevel& stop) {
    SWEPT_ASSERT(stop.level >= 0 && course.rounding >= 0, "lengths");
    return std::sqrt(std::min(course.zone, 2 * stop.level) * course.rounding / 2);
}

/// The level for a start at distance d0 from everything, with a zone this thick; all scaled.
[[nodiscard]] double level_for(double d0, double zone, double step);

/// The level of a start with nothing within that reach.
[[nodiscard]] StartLevel far_level(const Course& course);

/// Finds d0 over all movers and obstacles and the level that follows. A start in touch (d0 within
/// rounding) is lifted off by a few roundings, along a direction that leads away from everything it
/// touches, so that slides have room; what that costs is checked exactly at the end.
[[nodiscard]] StartLevel find_level(std::span<const MovingShape> movers,
                                    std::span<const PlacedShape> obstacles, const Course& course,
                                    StartMemory& memory);

}  // namespace swept::sweep_detail
