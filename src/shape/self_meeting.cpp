#include "shape/self_meeting.h"

#include <algorithm>
#include <array>
#include <vector>

#include "math/predicates.h"
#include "shape/faces_meet.h"

namespace swept::shape_detail {

namespace {

using Eigen::Vector3d;
using Corners3 = std::array<Vector3d, 3>;

/// Turned so that the corner (or edge) which two triangles share comes first.
Corners3 turned(const Corners3& t, std::size_t first) {
    return {t[first], t[(first + 1) % 3], t[(first + 2) % 3]};
}

/// Whether two points lie on the same side of the line from a to b, all four in one plane.
bool same_side_in_plane(const Vector3d& a, const Vector3d& b, const Vector3d& p,
                        const Vector3d& q) {
    for (int axis = 0; axis < 3; ++axis) {
        const int side = exact::orient2d(axis, a, b, p);
        if (side != 0) return side == exact::orient2d(axis, a, b, q);
    }
    return false;
}

/// Whether two triangles meet elsewhere than in the corners and edges at one place that they share.
/// Intersections are convex: with a point beyond a shared corner they hold the segment to it, and
/// that leaves one of the triangles through the side opposite the corner.
bool triangles_meet_beyond_shared(const Corners3& s, const Corners3& t) {
    std::array<std::array<std::size_t, 2>, 3> shared{};
    std::size_t count = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            if (s[i] == t[j] && count < 3) shared[count++] = {i, j};
        }
    }
    if (count == 0) return faces_meet(s, t);
    if (count >= 3) return true;
    if (count == 2) {
        const Vector3d& p = s[3 - shared[0][0] - shared[1][0]];
        const Vector3d& q = t[3 - shared[0][1] - shared[1][1]];
        const Vector3d &a = s[shared[0][0]], &b = s[shared[1][0]];
        return exact::orient3d(a, b, p, q) == 0 && same_side_in_plane(a, b, p, q);
    }
    const Corners3 u = turned(s, shared[0][0]), v = turned(t, shared[0][1]);
    return faces_meet(Corners(u).subspan(1), v) || faces_meet(u, Corners(v).subspan(1));
}

bool is_one_of(Corners corners, const Vector3d& point) {
    return std::ranges::find(corners, point) != corners.end();
}

bool is_edge_of(Corners face, const Vector3d& p, const Vector3d& q) {
    for (std::size_t i = 0; i < face.size(); ++i) {
        const Vector3d &from = face[i], &to = face[(i + 1) % face.size()];
        if ((from == p && to == q) || (from == q && to == p)) return true;
    }
    return false;
}

/// Whether what two faces share by their corners is a point, or edges of both in a row on one line.
/// If not, they share the segment between two of these corners, or more, for they are convex.
bool share_one_line(Corners a, Corners b, Corners shared) {
    std::size_t edges = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (is_edge_of(b, a[i], a[(i + 1) % a.size()])) ++edges;
    }
    for (std::size_t i = 2; i < shared.size(); ++i) {
        if (!exact::collinear(shared[0], shared[1], shared[i])) return false;
    }
    return edges + 1 == shared.size();
}

/// Calls see(p, q) for the edges of a face and the diagonals of its fan, until it returns true. No
/// diagonals along triangles without area: edges lie along them.
template <class See>
bool any_segment(Corners face, const See& see) {
    for (std::size_t i = 0; i < face.size(); ++i) {
        if (see(face[i], face[(i + 1) % face.size()])) return true;
    }
    for (std::size_t i = 2; i + 1 < face.size(); ++i) {
        if (exact::collinear(face[0], face[i - 1], face[i])) continue;
        if (exact::collinear(face[0], face[i], face[i + 1])) continue;
        if (see(face[0], face[i])) return true;
    }
    return false;
}

/// Whether the segment from a corner of a face to a point that is not on the face meets it
/// elsewhere: from a triangle that holds the corner it leaves through a side that does not.
bool leaves_through(const Vector3d& corner, const Vector3d& point, Corners face) {
    const std::array<Vector3d, 2> segment{corner, point};
    for (std::size_t i = 2; i < face.size(); ++i) {
        const Corners3 t{face[0], face[i - 1], face[i]};
        if (!faces_meet({&corner, 1}, t)) {
            if (faces_meet(segment, t)) return true;
            continue;
        }
        for (std::size_t k = 0; k < 3; ++k) {
            const std::array<Vector3d, 2> side{t[k], t[(k + 1) % 3]};
            if (!faces_meet({&corner, 1}, side) && faces_meet(segment, side)) return true;
        }
    }
    return false;
}

/// Whether a corner, an edge or a diagonal of one face meets the other face elsewhere than where
/// they share corners (share_one_line).
bool reaches_beyond(Corners face, Corners other, Corners shared) {
    for (const Vector3d& corner : face) {
        if (!is_one_of(shared, corner) && faces_meet({&corner, 1}, other)) return true;
    }
    return any_segment(face, [&](const Vector3d& p, const Vector3d& q) {
        const bool p_is_shared = is_one_of(shared, p), q_is_shared = is_one_of(shared, q);
        if (p_is_shared && q_is_shared) return false;
        if (p_is_shared) return leaves_through(p, q, other);
        if (q_is_shared) return leaves_through(q, p, other);
        const std::array<Vector3d, 2> segment{p, q};
        return faces_meet(segment, other);
    });
}

/// What two of their triangles have in common is convex and has its own corners at corners of one
/// in the other, or where an edge or diagonal of one meets the other.
bool polygons_meet_beyond_shared(Corners a, Corners b) {
    std::vector<Vector3d> shared;
    for (const Vector3d& corner : a) {
        if (is_one_of(b, corner)) shared.push_back(corner);
    }
    if (shared.empty()) return faces_meet(a, b);
    return !share_one_line(a, b, shared) || reaches_beyond(a, b, shared) ||
           reaches_beyond(b, a, shared);
}

}  // namespace

bool meet_beyond_shared(Corners a, Corners b) {
    if (a.size() > 3 || b.size() > 3) return polygons_meet_beyond_shared(a, b);
    return triangles_meet_beyond_shared({a[0], a[1], a[2]}, {b[0], b[1], b[2]});
}

}  // namespace swept::shape_detail
