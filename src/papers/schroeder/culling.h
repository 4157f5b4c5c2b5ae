#pragma once

// May a path come to a box? Schroeder 2001, "Putting Polygons into Boxes". In the coordinates of a
// shape's tree.

#include <Eigen/Core>
#include <algorithm>

#include "cast/walk.h"
#include "core/namespaces.h"
#include "swept/geometry.h"

namespace swept::papers::schroeder {

/// A way in tree coordinates with both its ends.
struct CulledSegment {
    Eigen::Vector3d from;
    Eigen::Vector3d to;

    explicit CulledSegment(const SegmentInTree& way) {
        for (int axis = 0; axis < 3; ++axis) {
            from[axis] = static_cast<double>(way.from[axis]);
            to[axis] = from[axis] + static_cast<double>(way.vector[axis]);
        }
    }
};

/// The paper's first test: the box around the path against another.
struct PathBoxTest {
    Eigen::Vector3d lower, upper;

    PathBoxTest(const CulledSegment& path, double grown)
        : lower(path.from.cwiseMin(path.to).array() - grown),
          upper(path.from.cwiseMax(path.to).array() + grown) {}

    [[nodiscard]] bool operator()(const Box& box) const {
        for (int axis = 0; axis < 3; ++axis) {
            if (box.lower[axis] > upper[axis] || box.upper[axis] < lower[axis]) return false;
        }
        return true;
    }
};

/// The paper's second: the path itself against a box grown by the radius, after Cohen and
/// Sutherland. Each end has an outcode, a bit for every plane that it is beyond; planes that clip
/// the path are tried until it is found to cross the box (the quotient is that of
/// docs/derivations/spheres.md, "Segment and box").
class OutcodeTest {
   public:
    OutcodeTest(const CulledSegment& path, double grown) : path_(path), grown_(grown) {}

    [[nodiscard]] bool operator()(const Box& box) const {
        const Eigen::Vector3d lower = box.lower.array() - grown_,
                              upper = box.upper.array() + grown_;
        const unsigned from = outcode(path_.from, lower, upper);
        const unsigned to = outcode(path_.to, lower, upper);
        if (from == 0 || to == 0) return true;
        if ((from & to) != 0) return false;
        const unsigned clipping = from | to;
        for (int axis = 0; axis < 3; ++axis) {
            if ((clipping >> axis & 1U) != 0 && crosses(axis, lower[axis], lower, upper)) {
                return true;
            }
            if ((clipping >> (axis + 3) & 1U) != 0 && crosses(axis, upper[axis], lower, upper)) {
                return true;
            }
        }
        return false;
    }

   private:
    CulledSegment path_;
    double grown_;

    [[nodiscard]] static unsigned outcode(const Eigen::Vector3d& p, const Eigen::Vector3d& lower,
                                          const Eigen::Vector3d& upper) {
        unsigned code = 0;
        for (int axis = 0; axis < 3; ++axis) {
            if (p[axis] < lower[axis]) code |= 1U << axis;
            if (p[axis] > upper[axis]) code |= 8U << axis;
        }
        return code;
    }
    /// Whether the path crosses a plane within the box. What is rounded here is far below what
    /// boxes are grown by.
    [[nodiscard]] bool crosses(int axis, double plane, const Eigen::Vector3d& lower,
                               const Eigen::Vector3d& upper) const {
        const Eigen::Vector3d way = path_.to - path_.from;
        const double share = (plane - path_.from[axis]) / way[axis];
        for (const int other : {(axis + 1) % 3, (axis + 2) % 3}) {
            const double at = path_.from[other] + share * way[other];
            const double room = 0x1p-40 * (1 + grown_);
            if (at < lower[other] - room || at > upper[other] + room) return false;
        }
        return true;
    }
};

}  // namespace swept::papers::schroeder
