#pragma once

// What it takes to get ready for casts: time and memory, beside Embree's.

#include "rays.h"

namespace swept::bench {

struct BuildRow {
    std::string scene;
    std::size_t triangles = 0;
    double shape_ms = 0;              ///< Polyhedron::build: welded, edges and vertices classified
    double tree_ms = 0;               ///< of building the tree, one thread
    double bytes = 0;                 ///< of the tree, for each triangle
    double shape_bytes = 0;           ///< of the polyhedron itself
    std::optional<double> embree_ms;  ///< rtcCommitScene, one thread
    std::optional<double> embree_bytes;
    std::optional<double> embree_high_ms;
    std::optional<double> embree_high_bytes;

    /// Embree's time divided by ours.
    [[nodiscard]] std::optional<double> ratio() const;
};

[[nodiscard]] BuildRow measure_builds(const Scene& scene, int rounds);

}  // namespace swept::bench
