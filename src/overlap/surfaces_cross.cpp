// Why lines are enough. Let part of the surface of A lie in the open inside of a solid B, but not
// all of the connected surface that it belongs to. The part ends on the surface of B, and not only
// in points, for points do not cut a surface in two; so it ends along a line of positive length,
// made of pieces of lines in which triangles of A and of B meet. Near an inner point of such a
// piece either both surfaces are planes, which then differ, and two triangles cross
// (Meeting::crossing); or the piece lies along an edge of A or B. Round that edge both surfaces are
// half planes, and one of A's lies strictly in an angle of the inside of B, which is what we look
// for. If no surface reaches into the inside of the other, but the insides overlap, they share a
// part whose whole boundary is common, and there triangles look the same way: crossing again. What
// is left are surfaces that lie inside as a whole: a question about one point.
//
// Where neither is a solid, sheets that cross along a line are found the same way. Sheets that come
// together over an area and part to the other sides are not, unless they look the same way there.

#include "overlap/surfaces_cross.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <utility>

#include "core/assert.h"
#include "math/predicates.h"
#include "shape/faces_meet.h"

namespace swept::overlap_detail {

namespace {

using Eigen::Vector3d;
using exact::axis_to_see;
using exact::orient2d;
using exact::orient3d;
using exact::precedes;

// Shapes that touch along a line often share their vertices there; the same point twice needs no
// arithmetic, where exact zeros cost most.

int side_of(const Vector3d& p, const Vector3d& q, const Vector3d& r, const Vector3d& x) {
    return x == p || x == q || x == r ? 0 : orient3d(p, q, r, x);
}

bool in_line(const Vector3d& p, const Vector3d& q, const Vector3d& x) {
    return x == p || x == q || exact::collinear(p, q, x);
}

// ---- Half planes round a line ----

/// The part of a surface beside a line, which begins at the line and holds the apex.
struct HalfPlane {
    Vector3d apex;
    bool forward = false;  ///< its front is where a right-handed turn about the line goes
};

/// All that one surface has along a line. Allocates only for tangled edges of many faces.
class HalfPlanes {
   public:
    void add(const HalfPlane& half_plane) {
        if (size_ < few_.size()) {
            few_[size_++] = half_plane;
            return;
        }
        if (many_.empty()) many_.assign(few_.begin(), few_.end());
        many_.push_back(half_plane);
    }
    [[nodiscard]] const HalfPlane* begin() const {
        return many_.empty() ? few_.data() : many_.data();
    }
    [[nodiscard]] const HalfPlane* end() const {
        return many_.empty() ? few_.data() + size_ : many_.data() + many_.size();
    }

   private:
    std::array<HalfPlane, 4> few_;
    std::size_t size_ = 0;
    std::vector<HalfPlane> many_;
};

/// A directed line, and the order of half planes round it. Apices are not on the line.
struct Line {
    Vector3d p;
    Vector3d q;

    /// How far it is from the half plane of x to that of y, turning about the direction.
    enum class Turn : std::uint8_t { none, less_than_half, half, more_than_half };
    [[nodiscard]] Turn turn(const Vector3d& x, const Vector3d& y) const {
        const int side = side_of(p, q, x, y);
        if (side != 0) return side > 0 ? Turn::less_than_half : Turn::more_than_half;
        const int axis = axis_to_see(p, q, x);
        return orient2d(axis, p, q, x) == orient2d(axis, p, q, y) ? Turn::none : Turn::half;
    }

    [[nodiscard]] bool same(const Vector3d& x, const Vector3d& y) const {
        return turn(x, y) == Turn::none;
    }

    /// Whether a turn that begins at `from` comes to x strictly before y.
    [[nodiscard]] bool before(const Vector3d& from, const Vector3d& x, const Vector3d& y) const {
        const Turn to_x = turn(from, x), to_y = turn(from, y);
        if (to_x != to_y) return to_x < to_y;
        const bool within_a_half = to_x == Turn::less_than_half || to_x == Turn::more_than_half;
        return within_a_half && orient3d(p, q, x, y) > 0;
    }

    [[nodiscard]] bool along(const HalfPlanes& surface, const Vector3d& apex) const {
        return std::ranges::any_of(surface, [&](const HalfPlane& h) { return same(h.apex, apex); });
    }
};

/// How many times a turn enters a solid where it passes the half plane of `apex`, less how many
/// times it leaves it.
int entries_at(const Line& line, const HalfPlanes& solid, const Vector3d& apex) {
    int entries = 0;
    for (const HalfPlane& h : solid) {
        if (line.same(h.apex, apex)) entries += h.forward ? -1 : 1;
    }
    return entries;
}

/// Whether each turn enters as often as it leaves. Not so at the cracks that polygons without area
/// leave behind: there the inside cannot be told.
bool is_balanced(const HalfPlanes& solid) {
    const auto forward = std::ranges::count_if(solid, [](const HalfPlane& h) { return h.forward; });
    return 2 * forward == solid.end() - solid.begin();
}

/// Whether a half plane lies strictly in an angle of the inside: behind the next face or behind the
/// one before. Faces back to back with others bound no angle.
bool runs_inside(const Line& line, const Vector3d& apex, const HalfPlanes& solid) {
    if (line.along(solid, apex)) return false;
    const HalfPlane *next = nullptr, *last = nullptr;
    for (const HalfPlane& h : solid) {
        if (entries_at(line, solid, h.apex) == 0) continue;
        if (next == nullptr || line.before(apex, h.apex, next->apex)) next = &h;
        if (last == nullptr || line.before(apex, last->apex, h.apex)) last = &h;
    }
    if (next == nullptr) return false;
    return entries_at(line, solid, next->apex) < 0 || entries_at(line, solid, last->apex) > 0;
}

bool runs_inside(const Line& line, const HalfPlanes& surface, const HalfPlanes& solid) {
    return is_balanced(solid) && std::ranges::any_of(surface, [&](const HalfPlane& h) {
               return runs_inside(line, h.apex, solid);
           });
}

/// Whether half planes of one sheet lie strictly in two different angles of the other.
bool parts(const Line& line, const HalfPlanes& sheet, const HalfPlanes& other) {
    const auto between = [&](const HalfPlane& x, const HalfPlane& y) {
        return std::ranges::any_of(
            other, [&](const HalfPlane& h) { return line.before(x.apex, h.apex, y.apex); });
    };
    for (const HalfPlane& x : sheet) {
        if (line.along(other, x.apex)) continue;
        for (const HalfPlane& y : sheet) {
            if (line.same(x.apex, y.apex) || line.along(other, y.apex)) continue;
            if (between(x, y) && between(y, x)) return true;
        }
    }
    return false;
}

bool coincide_alike(const Line& line, const HalfPlanes& a, const HalfPlanes& b) {
    for (const HalfPlane& x : a) {
        for (const HalfPlane& y : b) {
            if (x.forward == y.forward && line.same(x.apex, y.apex)) return true;
        }
    }
    return false;
}

bool cross_along(const Line& line, const HalfPlanes& a, bool a_is_solid, const HalfPlanes& b,
                 bool b_is_solid) {
    if (coincide_alike(line, a, b)) return true;
    if (b_is_solid && runs_inside(line, a, b)) return true;
    if (a_is_solid && runs_inside(line, b, a)) return true;
    return !a_is_solid && !b_is_solid && (parts(line, a, b) || parts(line, b, a));
}

// ---- Edges and triangles of a face ----

/// A placed face of a surface.
struct Face {
    Face(const PlacedShape& placed_shape, FaceIndex face_index)
        : placed(placed_shape), index(face_index), face(placed_shape, face_index.value) {}

    const PlacedShape& placed;
    FaceIndex index;
    PlacedFace face;

    [[nodiscard]] Corners corners() const { return face.corners(); }
};

/// From one corner of a face to another: to the next, or along a diagonal of the fan.
struct FaceEdge {
    std::size_t from;
    std::size_t to;
    bool is_diagonal;
};

/// Calls visit(FaceEdge) until it returns true; whether it did.
template <class Visit>
bool any_edge(std::size_t corner_count, const Visit& visit) {
    for (std::size_t i = 0; i < corner_count; ++i) {
        if (visit(FaceEdge{i, (i + 1) % corner_count, false})) return true;
    }
    for (std::size_t i = 2; i + 1 < corner_count; ++i) {
        if (visit(FaceEdge{0, i, true})) return true;
    }
    return false;
}

Line line_of(Corners corners, const FaceEdge& edge) {
    SWEPT_ASSERT(corners.size() >= 2, "an edge has two ends");
    return {corners[edge.from], corners[edge.to]};
}

/// The corner of a face that spans, with its edge from corner i, the triangle of the fan there. A
/// triangle without area is passed over for the next one of the fan. Returns whether there is one.
bool find_apex(Corners corners, std::size_t i, Vector3d& apex) {
    SWEPT_ASSERT(i < corners.size(), "a corner of the face");
    const std::size_t count = corners.size();
    const Vector3d &p = corners[i], &q = corners[(i + 1) % count];
    const auto is_apex = [&](std::size_t k) {
        apex = corners[k];
        return !exact::collinear(p, q, apex);
    };
    const bool first = i == 0, last = i + 1 == count;
    if (!first && !last && is_apex(0)) return true;
    // The first corner, if not of this edge, is in line with it: before it or after it.
    const bool upward = first || (!last && precedes(corners[0], p) == precedes(p, q));
    if (upward) {
        for (std::size_t k = i + 2; k < count; ++k) {
            if (is_apex(k)) return true;
        }
        return false;
    }
    for (std::size_t k = i; k-- > 1;) {
        if (is_apex(k)) return true;
    }
    return false;
}

/// The half planes at an edge of the mesh: one of each of its faces.
HalfPlanes half_planes_at_edge(const Face& face, std::size_t corner) {
    const Polyhedron::Data& shape = face.placed.shape;
    const std::size_t begin = shape.face_begins[face.index.value];
    const EdgeIndex edge = shape.corner_edges[begin + corner];
    const VertexIndex from = shape.corners[begin + corner];
    HalfPlanes found;
    for (const FaceIndex neighbour : shape.faces_of(edge)) {
        const std::size_t first = shape.face_begins[neighbour.value];
        const std::size_t end = shape.face_begins[neighbour.value + 1];
        const PlacedFace placed(face.placed, neighbour.value);
        for (std::size_t i = first; i < end; ++i) {
            HalfPlane half_plane{{}, shape.corners[i] == from};
            if (shape.corner_edges[i] != edge) continue;
            if (find_apex(placed.corners(), i - first, half_plane.apex)) found.add(half_plane);
        }
    }
    return found;
}

/// The half planes on both sides of a diagonal of the fan. None where a triangle beside it has no
/// area: then edges of the face lie along it and stand for it.
HalfPlanes half_planes_at_diagonal(Corners corners, std::size_t to) {
    SWEPT_ASSERT(to > 0 && to + 1 < corners.size(), "a diagonal of the fan");
    HalfPlanes found;
    const Vector3d &before = corners[to - 1], &after = corners[to + 1];
    if (exact::collinear(corners[0], corners[to], before)) return found;
    if (exact::collinear(corners[0], corners[to], after)) return found;
    found.add({before, false});
    found.add({after, true});
    return found;
}

HalfPlanes half_planes_at(const Face& face, const FaceEdge& edge) {
    return edge.is_diagonal ? half_planes_at_diagonal(face.corners(), edge.to)
                            : half_planes_at_edge(face, edge.from);
}

// ---- Contact along a line ----

/// Whether an edge passes through the inner part of a triangle of a face, in its plane; and if so,
/// the half planes of that plane. In one plane, an edge avoids the inner part of a triangle just
/// when a line along one of its sides or along the edge keeps them apart.
bool runs_through(const Line& edge, const Vector3d (&t)[3], HalfPlanes& sides) {
    if (side_of(t[0], t[1], t[2], edge.p) != 0 || side_of(t[0], t[1], t[2], edge.q) != 0) {
        return false;
    }
    if (exact::collinear(t[0], t[1], t[2])) return false;
    const int axis = axis_to_see(t[0], t[1], t[2]);
    const int facing = orient2d(axis, t[0], t[1], t[2]);
    for (int i = 0; i < 3; ++i) {
        const Vector3d &from = t[i], &to = t[(i + 1) % 3];
        if (orient2d(axis, from, to, edge.p) != facing &&
            orient2d(axis, from, to, edge.q) != facing) {
            return false;
        }
    }
    const HalfPlane *left = nullptr, *right = nullptr;
    HalfPlane found[3];
    for (int i = 0; i < 3; ++i) {
        const int side = orient2d(axis, edge.p, edge.q, t[i]);
        found[i] = {t[i], side == facing};
        if (side > 0) left = &found[i];
        if (side < 0) right = &found[i];
    }
    if (left == nullptr || right == nullptr) return false;
    sides.add(*left);
    sides.add(*right);
    return true;
}

/// Whether an edge of one face lies in a triangle of the other and the surfaces cross there.
bool cross_in_triangle(const Face& a, const Face& b) {
    const Corners corners = b.corners();
    const bool a_is_solid = a.placed.shape.is_sealed(), b_is_solid = b.placed.shape.is_sealed();
    return any_edge(a.corners().size(), [&](const FaceEdge& edge) {
        const Line line = line_of(a.corners(), edge);
        for (std::size_t i = 2; i < corners.size(); ++i) {
            HalfPlanes sides;
            const Vector3d triangle[] = {corners[0], corners[i - 1], corners[i]};
            if (!runs_through(line, triangle, sides)) continue;
            if (cross_along(line, half_planes_at(a, edge), a_is_solid, sides, b_is_solid)) {
                return true;
            }
        }
        return false;
    });
}

/// Whether two segments lie on one line and share a length. Placing may have made a point of one.
bool overlap_in_line(const Line& a, const Line& b) {
    if (a.p == a.q || b.p == b.q) return false;
    if (!in_line(a.p, a.q, b.p) || !in_line(a.p, a.q, b.q)) return false;
    const auto [lower_a, upper_a] =
        precedes(a.p, a.q) ? std::pair(&a.p, &a.q) : std::pair(&a.q, &a.p);
    const auto [lower_b, upper_b] =
        precedes(b.p, b.q) ? std::pair(&b.p, &b.q) : std::pair(&b.q, &b.p);
    return precedes(*lower_a, *upper_b) && precedes(*lower_b, *upper_a);
}

/// The same half planes, seen along a line of the other direction.
HalfPlanes reversed(const HalfPlanes& half_planes) {
    HalfPlanes turned;
    for (const HalfPlane& h : half_planes) turned.add({h.apex, !h.forward});
    return turned;
}

/// Whether edges of both faces lie along each other and the surfaces cross there.
bool cross_at_edges(const Face& a, const Face& b) {
    const bool a_is_solid = a.placed.shape.is_sealed(), b_is_solid = b.placed.shape.is_sealed();
    return any_edge(a.corners().size(), [&](const FaceEdge& edge_a) {
        const Line line = line_of(a.corners(), edge_a);
        return any_edge(b.corners().size(), [&](const FaceEdge& edge_b) {
            const Line line_b = line_of(b.corners(), edge_b);
            if (!overlap_in_line(line, line_b)) return false;
            const bool one_way = precedes(line.p, line.q) == precedes(line_b.p, line_b.q);
            const HalfPlanes at_b = half_planes_at(b, edge_b);
            return cross_along(line, half_planes_at(a, edge_a), a_is_solid,
                               one_way ? at_b : reversed(at_b), b_is_solid);
        });
    });
}

}  // namespace

bool surfaces_cross(const PlacedShape& a, FaceIndex face_a, const PlacedShape& b,
                    FaceIndex face_b) {
    const Face in_a(a, face_a), in_b(b, face_b);
    return cross_at_edges(in_a, in_b) || cross_in_triangle(in_a, in_b) ||
           cross_in_triangle(in_b, in_a);
}

}  // namespace swept::overlap_detail
