#pragma once

// How far do two bodies get, both in motion, for which it is proven that they stay apart?
//
// The proof is a direction n along which every corner of the one is beyond every corner of the
// other. A corner c + s w + R(s) q goes along n in a straight line but for the bow of its arc, at
// most angle^2 |q| / 8 over the whole piece: so what is further apart along n than the bows at the
// start and at the end of a piece is apart all along it, by a plane that goes evenly from one place
// to the other. Where one of them turns, the plane may turn with it: as it sees them, the corners
// of the other bow by at most an eighth of their acceleration (Coriolis and centrifugal included).
// And where edges cross it turns with neither: n0 at the start goes evenly to n1 at the end, not
// normalised, and what moves by d meanwhile sags by |n1 - n0| d / 4 more. The derivations are in
// docs/derivations/planes.md. Pieces are halved until it can be shown or they are down to nothing.
// What is apart at any fraction of a piece is so in exact arithmetic: roundings are allowed for.

#include <Eigen/Core>
#include <cstdint>
#include <unordered_map>

#include "dynamics/plan.h"

namespace swept {

/// A body on its way; one that was stopped, or does not go, stands.
struct Traveller {
    const BodyRecord* body = nullptr;
    const Plan* plan = nullptr;
    bool stands = false;
    double at = 0;  ///< the fraction at which it stands

    [[nodiscard]] Pose pose(double fraction) const { return plan->at(stands ? at : fraction); }
};

/// Directions that served before, by pair. Only time depends on them, and which of several
/// fractions that are proven is found.
using Directions = std::unordered_map<std::uint64_t, Eigen::Vector3d>;

class ApartProver {
   public:
    /// How small pieces may become.
    enum class Detail : std::uint8_t {
        coarse,  ///< an eighth of the way: to see whether it can be gone, quickly
        fine,    ///< down to where they touch
    };
    /// Bodies stop between `least` and `usual` from each other.
    ApartProver(double least, double usual) : least_(least), usual_(usual) {}

    /// The largest fraction up to which the two are proven to be apart, from `from` on; they are
    /// at `from`. `to` when they are all along.
    [[nodiscard]] double free_until(const Traveller& a, const Traveller& b, double from, double to,
                                    Eigen::Vector3d& direction, Detail detail = Detail::fine);

    std::uint64_t tests = 0;  ///< pieces of ways that were looked at
    /// The pieces that came near each other first, in the last answer below `to`.
    std::uint32_t first_a = 0, first_b = 0;

   private:
    double least_, usual_;

    double pieces_free_until(const Traveller& a, std::uint32_t piece_a, const Traveller& b,
                             std::uint32_t piece_b, double from, double to,
                             Eigen::Vector3d& direction, Detail detail);
};

}  // namespace swept
