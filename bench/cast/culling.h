#pragma once

// Which faces have to be looked at: the paper's culling by the box of the way and by outcodes, with
// and without its tree of bins, beside ours.

#include "effort.h"
#include "scenes.h"

namespace swept::bench {

struct CullingRow {
    std::string tree;  ///< in words; empty: none
    CastCulling culling = CastCulling::slabs;
    double radius = 0;  ///< metres; 0: rays
    double length = 0;
    std::size_t questions = 0;
    double us = 0;         ///< of a cast
    double box_tests = 0;  ///< mean of a cast
    double face_tests = 0;
    std::uint64_t hash = 0;
};

struct CullingResults {
    std::size_t faces = 0;             ///< of the scene
    std::vector<CullingRow> cullings;  ///< all of them, on the default tree
    std::vector<CullingRow> trees;     ///< outcodes and slabs on several trees
    bool same = true;                  ///< all answer alike
};

[[nodiscard]] CullingResults measure_culling(const Scene& scene, const Effort& effort);

}  // namespace swept::bench
