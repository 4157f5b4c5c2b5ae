#pragma once

// Which way lead two convex pieces apart? The direction of their shortest distance, by the
// algorithm of Gilbert, Johnson and Keerthi. Nothing is proven here: whoever uses the direction
// measures along it.

#include <Eigen/Core>
#include <cstdint>
#include <limits>
#include <span>

#include "swept/geometry.h"

namespace swept {

/// A rotation and a translation, as numbers.
struct Frame {
    Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
    Eigen::Vector3d place = Eigen::Vector3d::Zero();

    Frame() = default;
    explicit Frame(const Pose& pose) : turn(pose.rotation_matrix()), place(pose.translation()) {}
    [[nodiscard]] Eigen::Vector3d operator*(const Eigen::Vector3d& p) const {
        return turn * p + place;
    }
};

/// Corners that lie close together, so that those of many that cannot be furthest are passed over.
struct Cluster {
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    double radius = 0;
    std::uint32_t begin = 0, end = 0;  ///< in the list of clustered corners
};

/// A convex piece that is placed.
struct PlacedPiece {
    std::span<const Eigen::Vector3d> points;
    const Frame* frame = nullptr;
    std::span<const Cluster> clusters = {};         ///< none: few corners
    std::span<const std::uint32_t> clustered = {};  ///< corners, cluster by cluster

    /// The corner that is furthest along a direction of the world.
    [[nodiscard]] std::uint32_t furthest(const Eigen::Vector3d& along, double& value) const {
        const Eigen::Vector3d own = frame->turn.transpose() * along;
        const double x = own[0], y = own[1], z = own[2];
        std::uint32_t best = 0;
        double most = -std::numeric_limits<double>::infinity();
        const auto offer = [&](std::uint32_t i) {
            const Eigen::Vector3d& p = points[i];
            const double here = x * p[0] + y * p[1] + z * p[2];
            if (here > most || (here == most && i < best)) {
                most = here;
                best = i;
            }
        };
        if (clusters.empty()) {
            for (std::uint32_t i = 0; i < points.size(); ++i) offer(i);
        } else {
            best = 0xffffffff;
            // From the cluster that looks best: then few others can have a corner beyond.
            std::size_t first = 0;
            double high = -std::numeric_limits<double>::infinity();
            const double length = own.norm() * (1 + 1e-9);
            const auto top = [&](const Cluster& c) {
                return own.dot(c.centre) + length * c.radius;
            };
            for (std::size_t k = 0; k < clusters.size(); ++k) {
                const double here = top(clusters[k]);
                if (here > high) {
                    high = here;
                    first = k;
                }
            }
            const auto all = [&](const Cluster& c) {
                for (std::uint32_t i = c.begin; i < c.end; ++i) offer(clustered[i]);
            };
            all(clusters[first]);
            for (std::size_t k = 0; k < clusters.size(); ++k) {
                if (k != first && top(clusters[k]) >= most) all(clusters[k]);
            }
        }
        value = most + along.dot(frame->place);
        return best;
    }
};

/// How far apart the two are along a unit direction from b to a; negative when they are not.
[[nodiscard]] inline double gap_along(const PlacedPiece& a, const PlacedPiece& b,
                                      const Eigen::Vector3d& n) {
    double low = 0, high = 0;
    (void)a.furthest(-n, low);
    (void)b.furthest(n, high);
    return -low - high;
}

}  // namespace swept

namespace swept::dynamics_detail {

struct Closest {
    bool apart = false;
    double distance = 0;
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< unit, from b to a
    Eigen::Vector3d on_a = Eigen::Vector3d::Zero(), on_b = Eigen::Vector3d::Zero();
};

}  // namespace swept::dynamics_detail

namespace swept {

using dynamics_detail::Closest;  // src/features has another

/// To about 1e-9 of the distance. `guess`: a direction from b to a to begin with. Stops early when
/// they are known to be further apart than `enough`.
[[nodiscard]] Closest closest(const PlacedPiece& a, const PlacedPiece& b,
                              const Eigen::Vector3d& guess,
                              double enough = std::numeric_limits<double>::infinity());

}  // namespace swept
