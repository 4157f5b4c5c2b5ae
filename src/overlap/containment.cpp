#include "overlap/containment.h"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_set>

#include "core/assert.h"
#include "math/predicates.h"
#include "overlap/traverse.h"
#include "overlap/volume_query.h"
#include "shape/axis_ray.h"
#include "shape/faces_meet.h"

namespace swept::overlap_detail {

using Eigen::Vector3d;

namespace {

/// Of a triangle that placing has robbed of its area, nothing is near a point that moves.
bool on_triangle(const Vector3d& a, const Vector3d& b, const Vector3d& c, const NearPoint& near) {
    if (near.side_of_plane(a, b, c) != 0) return false;
    for (int axis = 0; axis < 3; ++axis) {
        const int turn = exact::orient2d(axis, a, b, c);
        if (turn == 0) continue;
        return turn * near.side_of_line(axis, a, b) >= 0 &&
               turn * near.side_of_line(axis, b, c) >= 0 &&
               turn * near.side_of_line(axis, c, a) >= 0;
    }
    return false;
}

bool on_face(Corners corners, const NearPoint& near) {
    SWEPT_ASSERT(!corners.empty(), "a face has corners");
    const Vector3d& point = near.point;
    Vector3d lower = corners[0], upper = corners[0];
    for (const Vector3d& corner : corners) {
        lower = lower.cwiseMin(corner);
        upper = upper.cwiseMax(corner);
    }
    if ((point.array() < lower.array()).any() || (point.array() > upper.array()).any())
        return false;
    if (near.moves == 0) return faces_meet({&point, 1}, corners);
    for (std::size_t i = 2; i < corners.size(); ++i) {
        if (on_triangle(corners[0], corners[i - 1], corners[i], near)) return true;
    }
    return false;
}

PointLocation place_on_surface(const PlacedShape& placed, const NearPoint& near) {
    const FaceTree& tree = placed.polyhedron.box_tree();
    const bool on = visit_faces(
        tree, BoxQuery(placed, tree, near.point, near.point),
        [&](std::uint32_t face) { return on_face(PlacedFace(placed, face).corners(), near); });
    return on ? PointLocation::surface : PointLocation::outside;
}

PointLocation place_of(const PlacedShape& placed, const NearPoint& near) {
    const Vector3d& point = near.point;
    if (!point.allFinite()) return PointLocation::outside;
    if (!placed.shape.is_solid()) return place_on_surface(placed, near);
    // Of the six ways out, the shortest.
    const FaceTree& tree = placed.polyhedron.box_tree();
    double shortest = std::numeric_limits<double>::infinity();
    AxisRay ray{near, 0, 1};
    RayQuery way(placed, tree, point, 0, 1);
    for (int axis = 0; axis < 3; ++axis) {
        for (const int sign : {1, -1}) {
            const RayQuery tried(placed, tree, point, axis, sign);
            const double length = tried.length_in(tree.tree.root.data(), 1);
            if (length < 0) return PointLocation::outside;  // it misses everything
            // Seen from a tiny shape, all six may be endless.
            if (!(length < shortest)) continue;
            shortest = length;
            ray.axis = axis;
            ray.sign = sign;
            way = tried;
        }
    }
    int winding = 0;
    const bool on = visit_faces(tree, way, [&](std::uint32_t face) {
        const PlacedFace placed_face(placed, face);
        const Corners corners = placed_face.corners();
        if (on_face(corners, near)) return true;
        for (std::size_t i = 2; i < corners.size(); ++i) {
            winding += ray.crossing(corners[0], corners[i - 1], corners[i]);
        }
        return false;
    });
    if (on) return PointLocation::surface;
    return winding > 0 ? PointLocation::inside : PointLocation::outside;
}

}  // namespace

PointLocation place_of(const PlacedShape& placed, const Vector3d& point) {
    return place_of(placed, NearPoint(point));
}

// ---- parts
// ----------------------------------------------------------------------------------------

namespace {

/// Looks for a point of a part that is not on the other surface: its vertices; then, when every
/// vertex is on the surface, the points next to them along its edges and into its faces, so that
/// nothing is rounded. All are, for parts that lie in the surface: they are not inside.
class PartSearch {
   public:
    PartSearch(const PlacedShape& inner, const PlacedShape& outer) : inner_(inner), outer_(outer) {}

    PointLocation run(std::uint32_t first_face) {
        collect(first_face);
        for (const std::uint32_t face : faces_) {
            const PlacedFace placed(inner_, face);
            for (const Vector3d& corner : placed.corners()) {
                if (tells(NearPoint(corner))) return place_;
            }
        }
        for (const std::uint32_t face : faces_) {
            const PlacedFace placed(inner_, face);
            const Corners corners = placed.corners();
            for (std::size_t i = 0; i < corners.size(); ++i) {
                const Vector3d& next = corners[(i + 1) % corners.size()];
                const Vector3d& last = corners[(i + corners.size() - 1) % corners.size()];
                if (tells({corners[i], next}) || tells({corners[i], next, last})) return place_;
            }
        }
        return PointLocation::surface;
    }

   private:
    const PlacedShape& inner_;
    const PlacedShape& outer_;
    std::vector<std::uint32_t> faces_;
    PointLocation place_ = PointLocation::surface;

    bool tells(const NearPoint& point) {
        place_ = place_of(outer_, point);
        return place_ != PointLocation::surface;
    }

    void collect(std::uint32_t first_face) {
        const Polyhedron::Data& shape = inner_.shape;
        std::unordered_set<std::uint32_t> seen{first_face};
        faces_.assign(1, first_face);
        for (std::size_t next = 0; next < faces_.size(); ++next) {
            const std::uint32_t face = faces_[next];
            for (std::uint32_t c = shape.face_begins[face]; c < shape.face_begins[face + 1]; ++c) {
                for (const FaceIndex other : shape.faces_of(shape.corner_edges[c])) {
                    if (seen.insert(other.value).second) faces_.push_back(other.value);
                }
            }
        }
    }
};

PointLocation place_of_part(const PlacedShape& inner, const PlacedShape& outer,
                            std::uint32_t part) {
    const bool points = inner.shape.planes.empty();
    const VertexIndex vertex =
        points ? VertexIndex(part) : inner.shape.corners_of(FaceIndex(part))[0];
    const PointLocation place = overlap_detail::place_of(outer, inner.position(vertex));
    if (place != PointLocation::surface || points) return place;
    return PartSearch(inner, outer).run(part);
}

/// Tells quickly of most parts that they are not inside: their first point is not even in the box
/// of the other shape.
class QuickLook {
   public:
    QuickLook(const PlacedShape& inner, const PlacedShape& outer)
        : points_(inner.polyhedron.box_tree().part_points) {
        const FaceTree& tree = outer.polyhedron.box_tree();
        const TreeTransform there = tree_from_tree(tree, outer, inner.polyhedron.box_tree(), inner);
        rotation_ = there.rotation;
        shift_ = there.shift;
        // The points are rounded to single precision.
        const double error = there.error + 0x1p-22 * rotation_.cwiseAbs().maxCoeff();
        lower_ = tree.tree.to_tree(outer.shape.box.lower).array() - error;
        upper_ = tree.tree.to_tree(outer.shape.box.upper).array() + error;
    }

    [[nodiscard]] bool outside(std::size_t part) const {
        const Vector3d p = rotation_ * points_[part].cast<double>() + shift_;
        return p[0] < lower_[0] || p[0] > upper_[0] || p[1] < lower_[1] || p[1] > upper_[1] ||
               p[2] < lower_[2] || p[2] > upper_[2];
    }

   private:
    std::span<const Eigen::Vector3f> points_;
    Eigen::Matrix3d rotation_;
    Vector3d shift_;
    Vector3d lower_;
    Vector3d upper_;
};

}  // namespace

namespace {

/// The parts inside, of a shape of many: those that have their first face near the box of the other
/// shape are found by the tree. A level has thousands of parts, and few are near a thing in it.
Inside many_parts_inside(const PlacedShape& inner, const PlacedShape& outer, bool apart) {
    const FaceTree& tree = inner.polyhedron.box_tree();
    const Box& box = outer.shape.box;
    const Vector3d half = outer.rotation.cwiseAbs() * (box.size() / 2);
    const Vector3d centre = outer.rotation * box.centre() + outer.translation;
    // What is rounded above counts little beside what the query allows for.
    const Vector3d lower = centre - (1 + 0x1p-40) * half, upper = centre + (1 + 0x1p-40) * half;
    std::size_t count = 0;
    const bool enough = visit_faces(tree, BoxQuery(inner, tree, lower, upper), [&](auto face) {
        if (!std::ranges::binary_search(tree.parts, face)) return false;
        if (place_of_part(inner, outer, face) != PointLocation::inside) return false;
        ++count;
        return !apart;
    });
    if (count == 0) return Inside::none;
    return !enough && count == tree.parts.size() ? Inside::all : Inside::some;
}

}  // namespace

Inside parts_inside(const PlacedShape& inner, const PlacedShape& outer, bool apart) {
    if (!outer.shape.is_solid()) return Inside::none;
    constexpr std::size_t few = 8;
    const std::span<const std::uint32_t> parts = inner.polyhedron.box_tree().parts;
    if (parts.size() > few) return many_parts_inside(inner, outer, apart);
    const QuickLook look(inner, outer);
    bool some = false, others = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const bool inside =
            !look.outside(i) && place_of_part(inner, outer, parts[i]) == PointLocation::inside;
        (inside ? some : others) = true;
        if (some && (others || !apart)) return Inside::some;
    }
    return some ? Inside::all : Inside::none;
}

}  // namespace swept::overlap_detail

namespace swept {

using namespace overlap_detail;

// ---- the public questions
// -------------------------------------------------------------------------

PointLocation classify_point(const Placed& shape, const Vector3d& point) {
    return place_of(PlacedShape(shape.shape, shape.world_from_shape), point);
}

bool contains(const Placed& shape, const Vector3d& point) {
    return classify_point(shape, point) != PointLocation::outside;
}

}  // namespace swept
