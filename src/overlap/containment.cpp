#include "overlap/containment.h"

#include <algorithm>
#include <unordered_set>

#include "math/predicates.h"
#include "overlap/volume_query.h"

namespace swept {

using Eigen::Vector3d;

namespace {

/// On which side of the line from a to b a point lies, seen along z, after a shift by (e, e^2) with
/// an e that is positive and smaller than anything: so that a ray never runs through a vertex or an
/// edge, and two triangles that share an edge agree who of them is hit. 0 only when a and b are one
/// point, seen so.
int side_after_shift(const Vector3d& a, const Vector3d& b, const Vector3d& p) {
    const int side = exact::orient2d(2, a, b, p);
    if (side != 0) return side;
    if (a[1] != b[1]) return a[1] > b[1] ? 1 : -1;
    if (a[0] != b[0]) return b[0] > a[0] ? 1 : -1;
    return 0;
}

/// +1 when the ray from p along z leaves through the front of a triangle, -1 when it comes in, 0
/// when it misses. p does not lie on the triangle.
int crossing(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& p) {
    if (std::max({a[2], b[2], c[2]}) < p[2]) return 0;
    const int side = side_after_shift(a, b, p);
    if (side == 0 || side != side_after_shift(b, c, p) || side != side_after_shift(c, a, p)) {
        return 0;
    }
    // Seen counter-clockwise, the triangle looks up; then p is below it when it is behind it.
    return exact::orient3d(a, b, c, p) == -side ? side : 0;
}

bool on_face(Corners corners, const Vector3d& point) {
    Vector3d lower = corners[0], upper = corners[0];
    for (const Vector3d& corner : corners) {
        lower = lower.cwiseMin(corner);
        upper = upper.cwiseMax(corner);
    }
    if ((point.array() < lower.array()).any() || (point.array() > upper.array()).any()) return false;
    return faces_meet({&point, 1}, corners);
}

PointPlace place_on_surface(const PlacedShape& placed, const Vector3d& point) {
    const FaceTree& tree = placed.polyhedron.face_tree();
    const bool on = visit_faces(tree, DopQuery(placed, tree, point, point), [&](std::uint32_t face) {
        return on_face(PlacedFace(placed, face).corners(), point);
    });
    return on ? PointPlace::surface : PointPlace::outside;
}

}  // namespace

PointPlace place_of(const PlacedShape& placed, const Vector3d& point) {
    if (!point.allFinite()) return PointPlace::outside;
    if (!placed.shape.is_solid()) return place_on_surface(placed, point);
    const FaceTree& tree = placed.polyhedron.face_tree();
    int winding = 0;
    const bool on = visit_faces(tree, RayQuery(placed, tree, point), [&](std::uint32_t face) {
        const PlacedFace placed_face(placed, face);
        const Corners corners = placed_face.corners();
        if (on_face(corners, point)) return true;
        for (std::size_t i = 2; i < corners.size(); ++i) {
            winding += crossing(corners[0], corners[i - 1], corners[i], point);
        }
        return false;
    });
    if (on) return PointPlace::surface;
    return winding > 0 ? PointPlace::inside : PointPlace::outside;
}

// ---- parts ----------------------------------------------------------------------------------------

namespace {

/// Whether a point can be inside at all: it lies in the box of everything, to rounding.
class QuickLook {
   public:
    explicit QuickLook(const PlacedShape& outer) : outer_(outer) {}

    [[nodiscard]] bool outside(const Vector3d& point) const {
        const Vector3d local = outer_.rotation.transpose() * (point - outer_.translation);
        const double slack = 64 * tolerance::unit_roundoff *
                             (outer_.polyhedron.extent() + outer_.shape.box.lower.lpNorm<1>() +
                              outer_.translation.lpNorm<1>() + point.lpNorm<1>());
        return (local.array() < outer_.shape.box.lower.array() - slack).any() ||
               (local.array() > outer_.shape.box.upper.array() + slack).any();
    }

   private:
    const PlacedShape& outer_;
};

PointPlace place_near(const PlacedShape& outer, const QuickLook& look, const Vector3d& point) {
    return look.outside(point) ? PointPlace::outside : place_of(outer, point);
}

/// Looks for a point of a part that is not on the other surface: its vertices, then the middles of
/// its edges and faces (rounded), when every vertex is on the surface. All are, for parts that lie
/// in the surface: they are not inside.
class PartSearch {
   public:
    PartSearch(const PlacedShape& inner, const PlacedShape& outer, const QuickLook& look)
        : inner_(inner), outer_(outer), look_(look) {}

    PointPlace run(std::uint32_t first_face) {
        collect(first_face);
        for (const std::uint32_t face : faces_) {
            const PlacedFace placed(inner_, face);
            for (const Vector3d& corner : placed.corners()) {
                if (tells(corner)) return place_;
            }
        }
        for (const std::uint32_t face : faces_) {
            const PlacedFace placed(inner_, face);
            const Corners corners = placed.corners();
            for (std::size_t i = 0; i < corners.size(); ++i) {
                if (tells((corners[i] + corners[(i + 1) % corners.size()]) / 2)) return place_;
            }
            if (tells((corners[0] + corners[1] + corners[2]) / 3)) return place_;
        }
        return PointPlace::surface;
    }

   private:
    const PlacedShape& inner_;
    const PlacedShape& outer_;
    const QuickLook& look_;
    std::vector<std::uint32_t> faces_;
    PointPlace place_ = PointPlace::surface;

    bool tells(const Vector3d& point) {
        place_ = place_near(outer_, look_, point);
        return place_ != PointPlace::surface;
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

PointPlace place_of_part(const PlacedShape& inner, const PlacedShape& outer, const QuickLook& look,
                         std::uint32_t part) {
    const bool points = inner.shape.planes.empty();
    const VertexIndex vertex =
        points ? VertexIndex(part) : inner.shape.corners_of(FaceIndex(part))[0];
    const PointPlace place = place_near(outer, look, inner.position(vertex));
    if (place != PointPlace::surface || points) return place;
    return PartSearch(inner, outer, look).run(part);
}

}  // namespace

Inside parts_inside(const PlacedShape& inner, const PlacedShape& outer, bool apart) {
    if (!outer.shape.is_solid()) return Inside::none;
    const QuickLook look(outer);
    bool some = false, others = false;
    for (const std::uint32_t part : inner.polyhedron.face_tree().parts) {
        const bool inside = place_of_part(inner, outer, look, part) == PointPlace::inside;
        (inside ? some : others) = true;
        if (some && (others || !apart)) return Inside::some;
    }
    return some ? Inside::all : Inside::none;
}

// ---- the public questions -------------------------------------------------------------------------

PointPlace locate(const Polyhedron& shape, const Pose& world_from_shape, const Vector3d& point) {
    return place_of(PlacedShape(shape, world_from_shape), point);
}

bool contains(const Polyhedron& shape, const Pose& world_from_shape, const Vector3d& point) {
    return locate(shape, world_from_shape, point) != PointPlace::outside;
}

}  // namespace swept
