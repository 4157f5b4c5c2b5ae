#pragma once

// Spheres on straight ways beside Bullet's: time, and how far off the true first touch.

#include "rays.h"

namespace swept::bench {

/// Metres.
inline constexpr double sphere_radius = 0.3;

/// How far stops are from the judge's, along the way.
struct StopErrors {
    std::size_t asked = 0;
    std::size_t missed = 0;
    std::size_t false_hits = 0;
    double median_mm = 0;
    double largest_mm = 0;
};

struct SphereRow {
    std::string scene;
    std::size_t triangles = 0;
    double length = 0;  ///< metres
    std::size_t spheres = 0;
    std::size_t slow_spheres = 0;
    double ns = 0;  ///< of a sphere
    double batch_ns = 0;
    std::optional<double> bullet_ns;
    double hits = 0;  ///< share
    double box_tests = 0;
    double face_tests = 0;
    std::uint64_t hash = 0;
    StopErrors errors = {};
    std::optional<StopErrors> bullet_errors = {};

    [[nodiscard]] std::optional<double> bullet_ratio() const;
};

void measure_spheres(const Scene& scene, PeerScenes& peers, const Effort& effort,
                     std::vector<SphereRow>& rows);

}  // namespace swept::bench
