#pragma once

// How the shapes stand before the motion: whether they overlap, how far apart they are if that is
// no more than the margin, and from there the one level at which everything stops
// (docs/derivations/zone.md, "The level").

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/assert.h"
#include "core/namespaces.h"
#include "sweep/face_pair.h"
#include "sweep/sweep_setup.h"

namespace swept::sweep_detail {

/// Memory for looking at the start.
struct StartMemory {
    LoadedPair faces;
    std::vector<Eigen::Vector3d> normals;  ///< of contacts inside both features
    std::vector<Eigen::Vector3d> beside;   ///< of those at the rim of a face
};

/// The closest pair at the start, if it is within reach of the margin. Distances are scaled.
struct StartDistance {
    double distance = std::numeric_limits<double>::infinity();
    FeaturePair pair;
};

/// What the search is made with.
struct StartState {
    StopDistance stop;
    Eigen::Vector3d lift = Eigen::Vector3d::Zero();  ///< scaled
    bool in_zone = false;                            ///< at the margin's outer side or within it
    bool stuck = false;     ///< in touch on all sides: no motion can be proven free
    bool unproven = false;  ///< started in the lower half of the margin: the end must be checked
    StartDistance closest;
};

/// How far from the start things matter; scaled.
[[nodiscard]] inline double start_reach(const SweepSetup& setup) {
    return setup.margin + 2 * setup.step + setup.further;
}

/// Edges that part by less than this over the longer of them may be carried by their ends: the two
/// lose width^2 / (2 l) by that, half a rounding at most (docs/derivations/zone.md). From starts
/// below half the margin the level is thinner, and so is this; scaled.
[[nodiscard]] inline double parallel_width(const SweepSetup& setup, const StopDistance& stop) {
    SWEPT_ASSERT(stop.distance >= 0 && setup.rounding >= 0, "lengths");
    return std::sqrt(std::min(setup.margin, 2 * stop.distance) * setup.rounding / 2);
}

/// The level for a start at distance d0 from everything, with a margin this thick; all scaled.
[[nodiscard]] double stop_distance_for(double d0, double margin, double step);

/// The level of a start with nothing within that reach.
[[nodiscard]] StartState far_level(const SweepSetup& setup);

/// Finds d0 over all movers and obstacles and the level that follows. A start in touch (d0 within
/// rounding) is lifted off by a few roundings, along a direction that leads away from everything it
/// touches, so that slides have room; what that costs is checked exactly at the end.
[[nodiscard]] StartState find_level(std::span<const MovingShape> movers,
                                    std::span<const PlacedShape> obstacles, const SweepSetup& setup,
                                    StartMemory& memory);

}  // namespace swept::sweep_detail
