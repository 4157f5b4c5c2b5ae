#pragma once

// Rays beside Embree, Bullet and ODE: time, and what is wrong.

#include <map>
#include <optional>

#include "effort.h"
#include "exact.h"

namespace swept::bench {

struct RayRow {
    std::string scene;
    std::size_t triangles = 0;
    double length = 0;  ///< metres; 0: without end
    std::size_t rays = 0;
    std::size_t slow_rays = 0;
    std::map<std::string, double> ns;  ///< of a ray, by who answers
    double hits = 0;                   ///< share
    double box_tests = 0;              ///< mean of a ray
    double face_tests = 0;
    std::uint64_t hash = 0;   ///< of our answers
    bool batch_same = false;  ///< the batch's answers are those of single casts

    /// Nanoseconds; none where a peer is missing.
    [[nodiscard]] std::optional<double> time(const std::string& who) const;
    /// Their time divided by ours.
    [[nodiscard]] std::optional<double> ratio(const std::string& peer, const char* ours) const;
    /// The faster of its two ways to ask.
    [[nodiscard]] std::optional<double> bullet_ratio() const;
};

// Who answers.
inline constexpr const char* swept_single = "swept";
inline constexpr const char* swept_batch = "swept, batch";
inline constexpr const char* embree_medium = "Embree";
inline constexpr const char* embree_high = "Embree, high quality";
inline constexpr const char* embree_eight = "Embree, 8 at once";
inline constexpr const char* bullet_world = "Bullet, world";
inline constexpr const char* bullet_mesh = "Bullet, mesh";
inline constexpr const char* ode = "ODE";

struct Verdicts {
    std::vector<std::pair<std::string, Verdict>> of;
    void add(const std::string& who, const Verdict& verdict);
};

/// A peer's answers to all rays that it was asked, beside ours.
struct Tally {
    std::size_t asked = 0;
    std::size_t hits = 0;
    std::size_t our_hits = 0;
    std::size_t differ = 0;  ///< hit by one alone, or fractions 1e-4 apart (of ours, beyond 1)
    std::size_t right = 0;   ///< of those, where the judge finds the peer right
    std::size_t ours_right = 0;
};

struct RayResults {
    std::vector<RayRow> rows;
    std::vector<std::pair<std::string, Tally>> tallies;
    Verdicts random;    ///< a sample of the rays of all rows
    Verdicts vertices;  ///< rays through vertices
};

/// The other libraries' copies of a scene.
struct PeerScenes {
    explicit PeerScenes(const Scene& scene);

    std::shared_ptr<EmbreeScene> medium;
    std::shared_ptr<EmbreeScene> high;
    std::shared_ptr<BulletMesh> bullet;
    /// Those that cast rays, by name; the slow ones last.
    std::vector<std::pair<std::string, std::unique_ptr<CastPeer>>> rays;
};

void measure_rays(const Scene& scene, PeerScenes& peers, const Effort& effort, RayResults& results);

}  // namespace swept::bench
