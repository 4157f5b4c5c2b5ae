#pragma once

// Where the two copies stand (Zachmann 1998, section 5): one at the origin, the other at a distance
// along x, turned about z in many steps; and, apart from the paper, poses that leave a small gap.

#include <vector>

#include "swept/geometry.h"
#include "swept/polyhedron.h"

namespace swept::bench {

/// Distances between the centres of the boxes, and a full turn at each of them.
struct Course {
    std::vector<double> distances;  ///< the first is 0; at the last the two are always apart
    std::size_t turns = 0;
    double first_turn = 0;    ///< as a share of one turn's step
    std::vector<Pose> poses;  ///< of the second copy; all turns at the first distance, then the
                              ///< next
    [[nodiscard]] double angle(std::size_t turn) const;
};

[[nodiscard]] Course make_course(const Polyhedron& shape, std::size_t turns);

/// The same with few turns, which begin off angle 0: the one pose at which the copies coincide
/// would weigh too much among them.
[[nodiscard]] Course make_coarse_course(const Polyhedron& shape, std::size_t turns);

/// The gap of near_poses as a length: 0.001 of the size, which is 2.
inline constexpr double near_gap = 0.002;

/// Second copies that come along -x, turned by one of `angles` angles, and stop near_gap before
/// they touch. The gap is measured along x: the nearest points may be nearer.
[[nodiscard]] std::vector<Pose> near_poses(const Polyhedron& shape, std::size_t angles);

}  // namespace swept::bench
