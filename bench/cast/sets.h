#pragma once

// Objects made of spheres, on ways, turns and screws, beside the sweep of the mesh itself.

#include "effort.h"
#include "scenes.h"

namespace swept::bench {

struct SetRow {
    std::string object;
    std::size_t faces = 0;    ///< of the object
    std::size_t spheres = 0;  ///< that hold it
    std::string motion;
    std::size_t sweeps = 0;
    double us = 0;       ///< of a cast of the set
    double mesh_us = 0;  ///< of a sweep of the mesh
    double hits = 0;     ///< share
    double mesh_hits = 0;
    std::size_t undecided = 0;
    double earlier_mm = 0;  ///< how far before the mesh the set stops, both having hit: the median
    std::size_t later = 0;  ///< casts that stop later than the mesh: none is expected
};

[[nodiscard]] std::vector<SetRow> measure_sets(const Scene& scene, const Effort& effort);

}  // namespace swept::bench
