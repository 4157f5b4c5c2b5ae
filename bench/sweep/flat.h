#pragma once

// The same answers from a flat list: every face of the mover against every face of the obstacle,
// by the library's own kernels. Trees and slices of time must pay on every single query.

#include "measure.h"

namespace swept::bench {

/// One mover past one obstacle, both ways. A query's time is the least of three runs, and so is
/// the list's.
struct FlatRow {
    std::string mover;
    std::string obstacle;
    std::size_t pairs = 0;  ///< of faces
    MotionKind motion = MotionKind::step;
    std::size_t questions = 0;
    Times sweep = {};         ///< the whole query, start check and contact included
    Times flat = {};          ///< the same, with the list in place of the traversal
    double worst = 0;         ///< the largest ratio of a query's time to the list's
    double worst_time = 0;    ///< microseconds of that query
    double worst_search = 0;  ///< the same without what both share before the search
    std::size_t differ = 0;   ///< fractions that differ by more than rounding
};

/// Only products of face counts up to this are listed.
constexpr double most_listed_pairs = 2e6;

[[nodiscard]] FlatRow measure_flat(const Subject& mover, const Subject& obstacle, MotionKind kind,
                                   std::span<const Question> questions);

}  // namespace swept::bench
