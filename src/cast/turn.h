#pragma once

// A sphere whose centre goes round a circle or along a helix (docs/derivations/spheres.md, "Circles
// and helices"). The way is cut into arcs that are nearly straight; what may come within the radius
// of an arc's chord, grown by how far the arc bulges, is searched feature by feature for the first
// moment at which it comes down to the radius: the certified search that sweeps use, with the
// radius for the level.

#include "cast/sphere_face.h"
#include "core/namespaces.h"
#include "features/motion_trajectory.h"
#include "features/pair_motion.h"

namespace swept::cast_detail {

/// What is left to spend, and what was spent.
struct CastBudget {
    std::uint64_t left = 0;
    std::uint32_t boxes = 0;
    std::uint32_t faces = 0;
};

/// One sphere on a turn, and how it stops.
class TurningSphere {
   public:
    /// `rounding`: how well distances are known, a length.
    TurningSphere(const CastTarget& target, const MotionTrajectory& motion,
                  const Eigen::Vector3d& centre, double radius, double rounding);

    /// Looks for its first stop up to a fraction; with `all`, for the first of each face. False
    /// when the budget was spent before.
    bool run(double latest, std::vector<CastHit>* all, CastBudget& budget);

    [[nodiscard]] Relation start() const { return start_; }
    [[nodiscard]] bool has_hit() const { return has_hit_; }
    [[nodiscard]] const CastHit& hit() const { return hit_; }

   private:
    class Look;
    struct Range {
        double from, to;
    };

    const CastTarget& target_;
    const MotionTrajectory& motion_;
    double scale_;  // of all lengths below
    ScrewTrajectory path_;
    PointTrajectory track_;
    double radius_;
    double rounding_;
    Relation start_ = Relation::separate;
    bool keeps_distance_ = false;  // it starts in contact with faces that count
    bool on_face_ = false;         // it starts as a particle on one
    bool has_hit_ = false;
    CastHit hit_;

    [[nodiscard]] double level_from_start(CastBudget& budget);
    [[nodiscard]] bool walk(double level, Look& look, CastBudget& budget) const;
    [[nodiscard]] CastHit described(SphereStop stop, double moment, double level) const;
    [[nodiscard]] Range moments_beside() const;
    [[nodiscard]] double arc_for(double level) const;
    [[nodiscard]] static bool pay(CastBudget& budget, std::uint32_t boxes, std::uint32_t faces,
                                  std::uint64_t long_searches);
};

}  // namespace swept::cast_detail
