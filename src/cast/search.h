#pragma once

// How the triangles that a cast may meet are found.

#include "cast/target.h"
#include "core/namespaces.h"

namespace swept::cast_detail {

/// One straight piece of way and how thick it is.
struct ThickSegment {
    Eigen::Vector3d from;
    Eigen::Vector3d vector;
    double end = 1;       ///< fractions from 0 to this; infinite without end
    double latest = 1;    ///< nothing later is of interest
    double radius = 0;    ///< grown by the rounding
    double rounding = 0;  ///< how far places may be off, a length
    bool particle = false;
    bool first = false;  ///< only the first hit is of interest
};

/// Hands every triangle that may be met to the visitor, until it ends the search: by the target's
/// own search, or by a walk through its tree. Returns how many boxes were tested.
std::uint32_t search_triangles(const CastTarget& target, const ThickSegment& piece,
                               CastVisitor& visitor);

}  // namespace swept::cast_detail
