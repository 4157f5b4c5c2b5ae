#pragma once

#include <cstddef>

namespace swept::bench {

/// How much is asked: the numbers of a full run.
struct Effort {
    int rounds = 10;
    std::size_t rays = 1'000'000;     ///< of each scene and length
    std::size_t slow_rays = 10'000;   ///< of them, to Bullet and ODE
    std::size_t judged_rays = 1'000;  ///< of them, to the judge
    std::size_t vertex_rays = 1'000;  ///< through vertices, of each scene
    std::size_t spheres = 200'000;    ///< of each scene and length
    std::size_t slow_spheres = 2'000;
    std::size_t judged_spheres = 300;
    int builds = 5;
    std::size_t subdivided = 4'000;  ///< of each radius and speed
    std::size_t set_sweeps = 200;    ///< of each object and motion
};

}  // namespace swept::bench
