#pragma once

// Which faces have to be looked at: Schroeder's culling by the box of the way and by outcodes, with
// and without his tree of bins, beside ours.

#include <optional>

#include "../cast/scenes.h"
#include "swept/papers/schroeder.h"

namespace swept::bench {

/// How much is asked: the numbers of a full run.
struct CullingEffort {
    std::size_t casts = 20'000;  ///< of each kind, length and method
    std::size_t flat = 50;       ///< the same, without a tree
};

/// A way to find triangles.
struct CullingMethod {
    std::string name;
    bool by_paper = false;  ///< else by swept::cast
    papers::schroeder::Culling culling = papers::schroeder::Culling::outcodes;
    papers::schroeder::Partition partition = papers::schroeder::Partition::bins;

    [[nodiscard]] bool is_flat() const {
        return by_paper && partition == papers::schroeder::Partition::none;
    }
};

struct CullingRow {
    CullingMethod method;
    std::string bins;   ///< in words; empty: the default limits
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
    std::vector<CullingRow> cullings;  ///< all methods
    std::vector<CullingRow> limits;    ///< outcodes in bins of several limits
    bool same = true;                  ///< all answer alike
};

[[nodiscard]] CullingResults measure_culling(const Scene& scene, const CullingEffort& effort);

}  // namespace swept::bench
