#pragma once

// The judge: every triangle of a scene is looked at, without a tree. Rays are decided in whole
// numbers (scenes.h), so that its word is true; spheres in long double. It shares no code with the
// library.

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "peer.h"

namespace swept::bench {

class Judge {
   public:
    explicit Judge(const Scene& scene);

    /// The fraction at which a ray meets a triangle; none where it does not, or runs in its plane.
    [[nodiscard]] std::optional<double> meets(const Way& way, Reach reach,
                                              std::uint32_t triangle) const;
    /// The first hit of a ray; of several at one place, the lowest triangle.
    [[nodiscard]] PeerHit first(const Way& way, Reach reach) const;
    /// The first fraction at which a sphere that starts clear comes within its radius of a
    /// triangle.
    [[nodiscard]] std::optional<double> first(const Way& way, double radius) const;

   private:
    using Whole = std::array<std::int32_t, 3>;  ///< in steps of the grid
    struct Triangle {
        std::array<Whole, 3> corners;
        Whole lower, upper;
    };
    [[nodiscard]] Whole whole(const std::array<float, 3>& p) const;
    [[nodiscard]] std::optional<double> meets(const Whole& from, const Whole& vector, Reach reach,
                                              const Triangle& triangle) const;

    double grid_;
    std::vector<Triangle> triangles_;
};

/// How many answers are wrong, of those that were judged.
struct Verdict {
    std::size_t asked = 0;
    std::size_t missed = 0;      ///< there is a hit
    std::size_t false_hits = 0;  ///< there is none
    std::size_t other_face = 0;  ///< one that is not hit, or later
    std::size_t off = 0;         ///< the fraction, by more than 1e-4 (of itself, beyond 1)

    Verdict& operator+=(const Verdict& other);
};

/// Whether an answer is a hit where the other is, to within 1e-4 of the way (of the fraction
/// itself, beyond 1).
[[nodiscard]] bool is_close(const PeerHit& answer, const PeerHit& truth);

/// Judges the answers to some rays; `truths` are the judge's own.
[[nodiscard]] Verdict judged(const Judge& judge, std::span<const Way> ways, Reach reach,
                             std::span<const PeerHit> truths, std::span<const PeerHit> answers);

}  // namespace swept::bench
