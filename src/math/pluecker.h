#pragma once

// Directed lines and how they pass each other (docs/derivations/lines.md, "Sidedness"). The
// sidedness of two lines is six times the signed volume of the tetrahedron spanned by a point pair
// on each; its sign says on which side one passes the other.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>

#include "core/namespaces.h"
#include "math/predicates.h"

namespace swept::math_detail {

/// (c - a) . (dp x dq) of the lines a -> a + dp and c -> c + dq. Formed from differences: its error
/// is u |c - a| |dp| |dq| times a small constant wherever in space the lines are
/// (docs/derivations/lines.md, "Sidedness").
[[nodiscard]] inline double sidedness(const Eigen::Vector3d& a, const Eigen::Vector3d& dp,
                                      const Eigen::Vector3d& c, const Eigen::Vector3d& dq) {
    return (c - a).dot(dp.cross(dq));
}

/// The exact sign of the sidedness of the lines a -> b and c -> d.
[[nodiscard]] inline int sidedness_sign(const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                                        const Eigen::Vector3d& c, const Eigen::Vector3d& d) {
    return -exact::orient3d(a, b, c, d);
}

/// A directed line by its direction and its moment about an origin, for tests of one line against
/// many. Choose the origin close to where the lines meet: the moment's error grows with the
/// distance to it.
struct PlueckerLine {
    Eigen::Vector3d direction;
    Eigen::Vector3d moment;  ///< (a - origin) x direction, for any point a of the line

    [[nodiscard]] static PlueckerLine through(const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                                              const Eigen::Vector3d& origin) {
        const Eigen::Vector3d direction = b - a;
        return {direction, (a - origin).cross(direction)};
    }

    /// The six numbers p0 ... p5 as the trajectory paper stores them.
    [[nodiscard]] std::array<double, 6> coordinates() const {
        return {moment[2], -moment[1], -direction[0], moment[0], -direction[2], direction[1]};
    }
};

/// The sidedness of two lines with moments about one origin: -(dp . mq + dq . mp).
[[nodiscard]] inline double sidedness(const PlueckerLine& p, const PlueckerLine& q) {
    return -(p.direction.dot(q.moment) + q.direction.dot(p.moment));
}

}  // namespace swept::math_detail
