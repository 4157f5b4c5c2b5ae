#include "cast/target.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/assert.h"
#include "math/predicates.h"
#include "math/unit.h"
#include "swept/tolerance.h"

namespace swept::cast_detail {

using Eigen::Vector3d;

namespace {

bool is_identity(const Pose& pose) {
    const Quaternion& q = pose.rotation();
    const Vector3d& t = pose.translation();
    return q.w() == 1 && q.x() == 0 && q.y() == 0 && q.z() == 0 && t[0] == 0 && t[1] == 0 &&
           t[2] == 0;
}

}  // namespace

CastTarget::CastTarget(const Polyhedron& polyhedron, const Pose& world_from_shape, Sides wanted)
    : placed(polyhedron, world_from_shape),
      tree(polyhedron.box_tree()),
      at_home(is_identity(world_from_shape)),
      points(placed.shape.planes.empty()),
      front((wanted == Sides::automatic ? placed.shape.sides : wanted) == Sides::front),
      reach(tree.reach + (at_home ? 0 : stable_length(placed.translation))),
      deviation(placed.shape.plane_deviation),
      walk(tree, placed.shape) {
    for (int axis = 0; axis < 3; ++axis) {
        upper[axis] = static_cast<double>(tree.tree.root[static_cast<std::size_t>(axis)]);
        lower[axis] = -static_cast<double>(tree.tree.root[static_cast<std::size_t>(axis) + 3]);
    }
}

std::array<Vector3d, 3> CastTarget::triangle(std::uint32_t number) const {
    SWEPT_ASSERT(number < tree.triangle_vertices.size(), "a triangle of the tree");
    const std::array<std::uint32_t, 3>& vertices = tree.triangle_vertices[number];
    return {position(VertexIndex(vertices[0])), position(VertexIndex(vertices[1])),
            position(VertexIndex(vertices[2]))};
}

std::uint32_t CastTarget::source_of(std::uint32_t face, const Vector3d& point) const {
    if (points) return shape().vertex_sources[face];
    if (shape().face_piece_begins.empty()) return shape().face_sources[face];
    const Vector3d stored = placed.rotation.transpose() * (point - placed.translation);
    return placed.polyhedron.source_face(FaceIndex(face), stored);
}

bool CastTarget::faces(std::uint32_t face, const Vector3d& head, const Vector3d& base) const {
    const std::span<const VertexIndex> corners = shape().corners_of(FaceIndex(face));
    // By its plane where that is clear: of a triangle without width the placed corners may turn the
    // other way than those of its neighbours. A polygon's may be on a line but for rounding.
    const Vector3d way = head - base;
    const double along = normal_of(face).dot(way);
    if (corners.size() > 3 || std::abs(along) > 0x1p-20 * way.norm()) return along < 0;
    return exact::turn_exact(position(corners[0]), position(corners[1]), position(corners[2]), head,
                             base) < 0;
}

namespace {

/// Shortens [begin, end] to where the way is between two planes; false when it never is.
bool clip(double lower, double upper, double from, double vector, double& begin, double& end) {
    SWEPT_ASSERT(!(lower > upper), "the sides of a box");
    if (vector == 0) return from >= lower && from <= upper;
    const double rate = 1 / vector;
    const double to_lower = (lower - from) * rate, to_upper = (upper - from) * rate;
    begin = std::max(begin, std::min(to_lower, to_upper));
    end = std::min(end, std::max(to_lower, to_upper));
    return true;
}

}  // namespace

bool find_segment_in_tree(const CastTarget& target, const Vector3d& from, const Vector3d& vector,
                          double end, double radius, double rounding, TimedSegmentInTree& made) {
    const double scale = target.tree.tree.scale;
    // Single precision: places are off by some 2^-21 (walk-inl.h), and those of a sphere by as much
    // of its own size.
    const double size = (radius + rounding) * scale;
    const double grown = size + 0x1p-18 * (1 + size);
    made.begin = 0;
    made.span = 1;
    made.everything = !(grown < 1e6);
    if (made.everything) return true;
    const Vector3d start = target.to_tree(from), way = target.turned_to_tree(vector);
    const Vector3d last = start + way;
    const Vector3d least = start.cwiseMin(last), most = start.cwiseMax(last);
    const bool inside = least[0] >= target.lower[0] && most[0] <= target.upper[0] &&
                        least[1] >= target.lower[1] && most[1] <= target.upper[1] &&
                        least[2] >= target.lower[2] && most[2] <= target.upper[2];
    if (!inside || end != 1) {
        double begin = 0, until = end;
        const double room = 2 * grown;
        for (int axis = 0; axis < 3; ++axis) {
            if (!clip(target.lower[axis] - room, target.upper[axis] + room, start[axis], way[axis],
                      begin, until)) {
                return false;
            }
        }
        if (!(begin <= until)) return false;
        // A direction that is nothing beside the target has no end there.
        made.everything = std::isinf(until);
        if (made.everything) return true;
        made.begin = begin;
        made.span = until > begin ? until - begin : 1;
    }
    for (int axis = 0; axis < 3; ++axis) {
        made.way.from[axis] = static_cast<float>(start[axis] + made.begin * way[axis]);
        const auto component = static_cast<float>(made.span * way[axis]);
        made.way.vector[axis] = std::abs(component) < SegmentInTree::least
                                    ? std::copysign(SegmentInTree::least, component)
                                    : component;
    }
    made.way.grown = static_cast<float>(grown);
    made.way.error = static_cast<float>(rounding * scale + 0x1p-20);
    return true;
}

}  // namespace swept::cast_detail
