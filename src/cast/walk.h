#pragma once

// The way of a ray or sphere through a tree of boxes, nearest first, in single precision and in the
// tree's own coordinates. What may be met is handed on to be looked at in doubles; nothing that is
// met is left out. Kernels compiled for several instruction sets.

#include <cstdint>

#include "core/namespaces.h"
#include "shape/face_tree.h"

namespace swept::cast_detail {

/// A straight way in tree coordinates. What is rounded in it is made up for by `grown` and `error`.
struct SegmentInTree {
    float from[3];       ///< within [-1, 1], but for what boxes are grown by
    float vector[3];     ///< what tau = 1 stands for; no component is below SegmentInTree::least
    float grown;         ///< by how much boxes are grown: radius and rounding
    float error;         ///< how far coordinates may be off, of the way and of corners
    float latest = 1;    ///< nothing that is met later, in tau, is of interest
    bool front = false;  ///< of rays: only what is met from its front
    bool first = false;  ///< of rays: only the first is of interest

    /// A component of 0 would make quotients that are not numbers; one this small moves nothing by
    /// a rounding.
    static constexpr float least = 0x1p-40F;
};

/// What a walk sees of a FaceTree of boxes: plain pointers, for kernels are compiled once per
/// instruction set.
struct WalkTree {
    const float* rows;                     ///< six of eight per node
    const std::uint32_t* children;         ///< eight per node, leaves packed
    const std::uint32_t* triangle_begins;  ///< of leaves
    const float* corners;                  ///< nine rows a leaf
    const std::uint32_t* vertices;         ///< three per triangle
    const std::uint32_t* faces;            ///< of triangles
    const double* positions;               ///< three per vertex: only to be fetched early

    WalkTree(const FaceTree& tree, const Polyhedron::Data& shape)
        : rows(tree.tree.rows.data()->lane.data()),
          children(tree.packed_children.data()),
          triangle_begins(tree.triangle_begins()),
          corners(tree.corners.data()),
          vertices(tree.triangle_vertices.data()->data()),
          faces(tree.faces()),
          positions(shape.positions.data()->data()) {}
};

/// Looks at what a walk, or whatever else culls, cannot exclude.
class LeafVisitor {
   public:
    virtual ~LeafVisitor() = default;
    /// A triangle, as FaceTree numbers them, that may be met. Returns the latest tau that is of
    /// interest from now on, rounded up; negative to end the walk.
    virtual float look(std::uint32_t triangle) = 0;
    /// The same of one that is surely crossed by the ray, between its ends and from a side that
    /// counts.
    virtual float visit_crossed(std::uint32_t triangle) { return look(triangle); }
};

struct WalkCount {
    std::uint32_t boxes = 0;
};

/// Hands on the triangles that the line of the way may cross, between its ends.
void walk_ray(const WalkTree& tree, const SegmentInTree& way, LeafVisitor& visitor,
              WalkCount& count);
/// Hands on the triangles that may come within `grown` of the way.
void walk_sphere(const WalkTree& tree, const SegmentInTree& way, LeafVisitor& visitor,
                 WalkCount& count);

}  // namespace swept::cast_detail
