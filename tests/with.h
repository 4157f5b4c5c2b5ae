#pragma once

// Options with another filter or working memory, for calls in one line; pairs of poses.

#include <span>
#include <vector>

#include "swept/query.h"

namespace swept {

template <class Options>
Options with(Options options, Scratch* scratch) {
    options.scratch = scratch;
    return options;
}

template <class Options>
Options with(Options options, const WorldFilter& filter) {
    options.filter = filter;
    return options;
}

template <class Options>
Options with(Options options, const WorldFilter& filter, Scratch* scratch) {
    return with(with(options, filter), scratch);
}

inline Clearance clearance_of(double length) {
    return Clearance::of(length).value();
}

/// Where two shapes are, for queries about the same two shapes.
struct PosePair {
    Pose world_from_a;
    Pose world_from_b;
};

inline std::vector<PlacedPair> placed_pairs(const Polyhedron& a, const Polyhedron& b,
                                            std::span<const PosePair> poses) {
    std::vector<PlacedPair> made;
    made.reserve(poses.size());
    for (const PosePair& p : poses) made.push_back({{a, p.world_from_a}, {b, p.world_from_b}});
    return made;
}

}  // namespace swept
