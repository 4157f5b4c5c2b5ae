#pragma once

// The shape that a cast is sent against, where it stands; and the way there in the coordinates of
// its tree.

#include <array>
#include <cstdint>
#include <limits>

#include "cast/walk.h"
#include "core/assert.h"
#include "core/namespaces.h"
#include "shape/face_tree.h"
#include "shape/placed_shape.h"
#include "swept/cast.h"

namespace swept::cast_detail {

class TriangleSearch;

struct CastTarget {
    SWEPT_API CastTarget(const Polyhedron& shape, const Pose& world_from_shape, Sides wanted);

    PlacedShape placed;
    const FaceTree& tree;
    bool at_home;                  ///< placed vertices are the stored ones
    bool points;                   ///< a set of points: its triangles are single points
    bool front;                    ///< only front sides count
    double reach;                  ///< no placed vertex has a larger coordinate
    double deviation;              ///< how far corners may be from their face's plane
    Eigen::Vector3d lower, upper;  ///< the root's box, in tree coordinates
    WalkTree walk;
    const TriangleSearch* search = nullptr;  ///< in place of a walk through the tree

    [[nodiscard]] const Polyhedron::Data& shape() const { return placed.shape; }
    [[nodiscard]] std::uint32_t face_of(std::uint32_t triangle) const {
        SWEPT_ASSERT(triangle < tree.triangle_vertices.size(), "a triangle of the tree");
        return tree.faces()[triangle];
    }
    [[nodiscard]] Eigen::Vector3d position(VertexIndex vertex) const {
        return at_home ? shape().positions[vertex.value] : placed.position(vertex);
    }
    /// The placed corners of a triangle of the tree.
    [[nodiscard]] std::array<Eigen::Vector3d, 3> triangle(std::uint32_t number) const;
    [[nodiscard]] Eigen::Vector3d to_tree(const Eigen::Vector3d& point) const {
        if (at_home) return tree.tree.to_tree(point);
        return tree.tree.to_tree(placed.rotation.transpose() * (point - placed.translation));
    }
    [[nodiscard]] Eigen::Vector3d turned_to_tree(const Eigen::Vector3d& vector) const {
        if (at_home) return vector * tree.tree.scale;
        return (placed.rotation.transpose() * vector) * tree.tree.scale;
    }
    /// The unit normal of a face's plane.
    [[nodiscard]] Eigen::Vector3d normal_of(std::uint32_t face) const {
        SWEPT_ASSERT(face < shape().planes.size(),
                     "a face of the shape, which is no set of points");
        const Eigen::Vector3d& normal = shape().planes[face].normal;
        return at_home ? normal : Eigen::Vector3d(placed.rotation * normal);
    }
    /// The caller's polygon of a face, under a point of it.
    [[nodiscard]] std::uint32_t source_of(std::uint32_t face, const Eigen::Vector3d& point) const;
    /// Whether a vector, head - base, goes against the front of a face: of a triangle exactly.
    [[nodiscard]] bool faces(std::uint32_t face, const Eigen::Vector3d& head,
                             const Eigen::Vector3d& base) const;
};

/// A straight way as a cast takes it: from + f vector, f from 0 to `end` (or without end). `vector`
/// is head - base, exactly or rounded.
struct Segment {
    Eigen::Vector3d from;
    Eigen::Vector3d vector;
    Eigen::Vector3d head;
    Eigen::Vector3d base;
    double end;

    explicit Segment(const Ray& ray)
        : from(ray.from()),
          vector(ray.vector()),
          head(ray.to()),
          base(ray.is_bounded() ? ray.from() : Eigen::Vector3d(Eigen::Vector3d::Zero())),
          end(ray.is_bounded() ? 1 : std::numeric_limits<double>::infinity()) {}
    Segment(const Eigen::Vector3d& from_point, const Eigen::Vector3d& to_point)
        : from(from_point),
          vector(to_point - from_point),
          head(to_point),
          base(from_point),
          end(1) {}
};

/// The part of a way that may be within a radius of the target, for a walk: fraction = begin + tau
/// span.
struct TimedSegmentInTree {
    SegmentInTree way;
    double begin = 0;
    double span = 1;
    bool everything = false;  ///< the numbers are too large for a walk: all triangles may be met

    /// For LeafVisitor: rounded up, by more than a walk's own rounding.
    [[nodiscard]] float tau(double fraction) const {
        SWEPT_ASSERT(span >= 0, "the part of the way that is looked at");
        const double tau = (fraction - begin) / span;
        return tau < 2 ? static_cast<float>(tau * (1 + 0x1p-20) + 0x1p-30) : 2.0F;
    }
};

/// Looks at triangles on a way whose moments it is told how to read.
class CastVisitor : public LeafVisitor {
   public:
    virtual void set_clock(const TimedSegmentInTree& clock) = 0;
    std::uint32_t looks = 0;  ///< faces that were looked at
};

/// Finds the triangles of a target that a way may meet.
class TriangleSearch {
   public:
    virtual ~TriangleSearch() = default;
    /// Hands all that come within way.grown of the way to the visitor, until it ends the search;
    /// those of one face one after the other. Returns how many boxes were tested.
    virtual std::uint32_t find(const SegmentInTree& way, CastVisitor& visitor) const = 0;
};

/// False when it stays clear of the target's box. `rounding`: how far places may be off, a length.
[[nodiscard]] bool find_segment_in_tree(const CastTarget& target, const Eigen::Vector3d& from,
                                        const Eigen::Vector3d& vector, double end, double radius,
                                        double rounding, TimedSegmentInTree& made);

}  // namespace swept::cast_detail

namespace swept {

struct PreparedTarget::Data {
    Data(const Placed& shape, Sides sides)
        : placed(shape), target(placed.shape, placed.world_from_shape, sides) {}

    Placed placed;
    cast_detail::CastTarget target;  ///< refers to `placed`
};

}  // namespace swept
