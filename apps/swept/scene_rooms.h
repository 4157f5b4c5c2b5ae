#pragma once

// The built-in scenes that play in worlds of rooms.

#include "simulate_scene.h"

namespace swept::tool {

struct WalkScene {
    int rooms = 4;
    int seed = 1;
    double speed = 2;
    int crates = 6;
};
/// A character goes through all rooms of a level, from door to door, and pushes crates out of its
/// way.
[[nodiscard]] Scene walk_scene(const WalkScene& options);

struct CraterScene {
    int chunks = 16;
    double radius = 1.6;
    unsigned seed = 1;
};
/// A hole in the ceiling of a room; what was in it is cut to pieces, which fall.
[[nodiscard]] Scene crater_scene(const CraterScene& options);

}  // namespace swept::tool
