#pragma once

// What questions are about: small shapes of all kinds within a cube of 2, and a world. Made of
// integers, roots and divisions alone, so that they are the same bits with every libm.

#include <vector>

#include "tests/determinism/random.h"

namespace swept::determinism {

struct Scenes {
    std::vector<Mesh> meshes;  ///< of the solids first
    std::vector<Polyhedron> solids;
    std::vector<Polyhedron> all;  ///< solids, then sheets, soups, points, what crosses itself
    std::vector<SphereSet> sphere_sets;
    WorldContents level;  ///< rooms and portals
    World world;          ///< the level with bodies
    std::vector<BodyId> bodies;

    /// Everything is built anew: with the instruction set in use, and without trees.
    static Scenes make();
};

}  // namespace swept::determinism
