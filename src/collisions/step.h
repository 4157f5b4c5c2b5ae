#pragma once

// A step as the search sees it: the path of body a past body b at rest, both placed where they
// start and scaled by a power of two, and what of them faces the other.

#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "core/assert.h"
#include "core/namespaces.h"
#include "features/trajectory.h"
#include "math/elementary.h"
#include "shape/placed_shape.h"
#include "swept/collisions.h"

namespace swept::collisions_detail {

/// Choice. A velocity that comes out of a face by no less than minus this, times the largest speed,
/// counts as facing: of faces along the motion both sides do. What is left out beforehand is left
/// out by twice as much.
inline constexpr double along_motion = 0x1p-36;

/// One body, where it stands at the start of the step.
struct GlideBody {
    const Polyhedron::Data& shape;
    Eigen::Matrix3d rotation;                    ///< world from the shape's coordinates
    std::span<const Eigen::Vector3d> positions;  ///< the placed vertices, scaled
    double sign;     ///< 1 for a, -1 for b: the velocity times it comes out of what faces the other
    bool one_sided;  ///< only what faces the other counts (Sides::front)
    double rounding = 0;  ///< scaled: placed vertices that are no further apart have no direction

    /// Whether an edge has no direction, of itself or as it is placed.
    [[nodiscard]] bool is_short(EdgeIndex edge) const {
        const auto [p, q] = shape.edge_ends[edge.value];
        return (position(q) - position(p)).squaredNorm() <= rounding * rounding ||
               shape.is_short(edge);
    }

    [[nodiscard]] std::uint32_t face_count() const {
        return static_cast<std::uint32_t>(shape.planes.size());
    }
    [[nodiscard]] Eigen::Vector3d normal(std::uint32_t face) const {
        SWEPT_ASSERT(face < shape.planes.size(), "a face of the body");
        return rotation * shape.planes[face].normal;
    }
    [[nodiscard]] const Eigen::Vector3d& position(VertexIndex vertex) const {
        SWEPT_ASSERT(vertex.value < positions.size(), "a vertex of the body");
        return positions[vertex.value];
    }
};

/// Body a's directions at a moment of its path, from those at the start.
class Turn {
   public:
    Turn() = default;
    Turn(const ScrewTrajectory& path, double t)
        : axis_(path.axis),
          sine_(path.turning ? math::sin(t) : 0),
          cosine_(path.turning ? math::cos(t) : 1) {}

    [[nodiscard]] Eigen::Vector3d forth(const Eigen::Vector3d& v) const { return by(v, sine_); }
    [[nodiscard]] Eigen::Vector3d back(const Eigen::Vector3d& v) const { return by(v, -sine_); }

   private:
    Eigen::Vector3d axis_ = Eigen::Vector3d::UnitZ();
    double sine_ = 0, cosine_ = 1;

    [[nodiscard]] Eigen::Vector3d by(const Eigen::Vector3d& v, double sine) const {
        return cosine_ * v + sine * axis_.cross(v) + (1 - cosine_) * axis_.dot(v) * axis_;
    }
};

/// Lengths are scaled. The moment t of the path is the fraction t / angle of the step.
struct GlideStep {
    const PlacedShape& placed_a;
    const PlacedShape& placed_b;
    GlideBody a;
    GlideBody b;
    ScrewTrajectory path;  ///< of a, seen from b; moments from 0 to path.end
    double angle = 1;      ///< what a fraction is a share of
    bool repeats = false;  ///< a full turn
    double scale = 1;      ///< lengths of the world times this are what stands here
    double rounding = 0;   ///< no computed distance is further off
    double speed = 0;      ///< no point of a is faster, per unit of t

    [[nodiscard]] double fraction(double t) const;

    /// How much a face with this normal looks towards the other body at a place where its body
    /// stands: > 0 towards it, < 0 away. The same all along the motion (docs/derivations/glide.md,
    /// "Facing").
    [[nodiscard]] double facing(const GlideBody& body, const Eigen::Vector3d& normal,
                                const Eigen::Vector3d& place) const {
        return body.sign * normal.dot(path.velocity_at(place));
    }
};

}  // namespace swept::collisions_detail
