// All pairs of faces that meet: of two shapes, of one with itself, of one with a box.

#include <algorithm>
#include <set>

#include "math/assert.h"
#include "math/predicates.h"
#include "math/unit.h"
#include "overlap/faces_meet.h"
#include "overlap/traverse.h"
#include "overlap/volume_query.h"
#include "swept/overlap.h"

namespace swept {

using Eigen::Vector3d;

namespace {

/// Hands on the pairs that meet, each once.
class PairSearch {
   public:
    PairSearch(const PlacedShape& a, const PlacedShape& b, const PairVisitor& visit,
               const OverlapOptions& options)
        : a_(a), b_(b), visit_(visit), budget_{options.budget, options.budget == 0} {}
    virtual ~PairSearch() = default;
    PairSearch(const PairSearch&) = delete;
    PairSearch& operator=(const PairSearch&) = delete;

    /// False when the budget was spent.
    bool run() {
        (void)traverse(
            a_, b_, budget_,
            [](void* search, std::uint32_t face_a, std::uint32_t face_b) {
                return static_cast<PairSearch*>(search)->look(face_a, face_b);
            },
            this);
        return !budget_.spent;
    }

   protected:
    const PlacedShape& a_;
    const PlacedShape& b_;

    [[nodiscard]] virtual bool wanted(std::uint32_t /*face_a*/, std::uint32_t /*face_b*/) const {
        return true;
    }
    [[nodiscard]] virtual bool meet(std::uint32_t face_a, std::uint32_t face_b) const {
        const PlacedFace placed_a(a_, face_a), placed_b(b_, face_b);
        return faces_meet(placed_a.corners(), placed_b.corners());
    }

   private:
    const PairVisitor& visit_;
    Budget budget_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen_;  // pairs with a face of many triangles

    bool look(std::uint32_t face_a, std::uint32_t face_b) {
        if (!wanted(face_a, face_b)) return false;
        if (!budget_.pay_face_test()) return true;
        if (!meet(face_a, face_b)) return false;
        if ((is_polygon(a_, face_a) || is_polygon(b_, face_b)) &&
            !seen_.emplace(face_a, face_b).second) {
            return false;
        }
        return !visit_(FaceIndex(face_a), FaceIndex(face_b));
    }

    static bool is_polygon(const PlacedShape& placed, std::uint32_t face) {
        return !placed.shape.planes.empty() && placed.shape.corners_of(FaceIndex(face)).size() > 3;
    }
};

std::vector<FacePair> sorted_once(std::vector<FacePair> pairs) {
    std::ranges::sort(pairs);
    pairs.erase(std::ranges::unique(pairs).begin(), pairs.end());
    return pairs;
}

}  // namespace

bool visit_meeting_pairs(const Polyhedron& a, const Pose& world_from_a, const Polyhedron& b,
                         const Pose& world_from_b, const PairVisitor& visit,
                         const OverlapOptions& options) {
    const PlacedShape placed_a(a, world_from_a), placed_b(b, world_from_b);
    return PairSearch(placed_a, placed_b, visit, options).run();
}

std::vector<FacePair> meeting_pairs(const Polyhedron& a, const Pose& world_from_a,
                                    const Polyhedron& b, const Pose& world_from_b) {
    const PlacedShape placed_a(a, world_from_a), placed_b(b, world_from_b);
    std::vector<FacePair> pairs;
    const PairVisitor add = [&](FaceIndex face_a, FaceIndex face_b) {
        pairs.push_back({placed_a.source_face(face_a.value), placed_b.source_face(face_b.value)});
        return true;
    };
    (void)PairSearch(placed_a, placed_b, add, {}).run();
    return sorted_once(std::move(pairs));
}

// ---- one shape with itself
// ------------------------------------------------------------------------

namespace {

using Corners3 = std::array<Vector3d, 3>;

/// Turned so that the corner (or edge) which two triangles share comes first.
Corners3 turned(const Corners3& t, std::size_t first) {
    SWEPT_ASSERT(first < 3, "a corner of the triangle");
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
bool meet_beyond_shared(const Corners3& s, const Corners3& t) {
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

/// Whether two faces meet elsewhere than in the corners and edges that they share. What two of
/// their triangles have in common is convex and has its own corners at corners of one in the other,
/// or where an edge or diagonal of one meets the other.
bool meet_beyond_shared(Corners a, Corners b) {
    std::vector<Vector3d> shared;
    for (const Vector3d& corner : a) {
        if (is_one_of(b, corner)) shared.push_back(corner);
    }
    if (shared.empty()) return faces_meet(a, b);
    return !share_one_line(a, b, shared) || reaches_beyond(a, b, shared) ||
           reaches_beyond(b, a, shared);
}

class SelfSearch : public PairSearch {
   public:
    using PairSearch::PairSearch;

   protected:
    [[nodiscard]] bool wanted(std::uint32_t face_a, std::uint32_t face_b) const override {
        return face_a < face_b;
    }
    [[nodiscard]] bool meet(std::uint32_t face_a, std::uint32_t face_b) const override {
        const PlacedFace placed_a(a_, face_a), placed_b(b_, face_b);
        const Corners a = placed_a.corners(), b = placed_b.corners();
        if (a.size() < 3) return a[0] == b[0];  // points
        if (a.size() > 3 || b.size() > 3) return meet_beyond_shared(a, b);
        return meet_beyond_shared(Corners3{a[0], a[1], a[2]}, Corners3{b[0], b[1], b[2]});
    }
};

}  // namespace

bool visit_self_meetings(const Polyhedron& shape, const PairVisitor& visit,
                         const OverlapOptions& options) {
    const PlacedShape placed(shape, Pose());
    return SelfSearch(placed, placed, visit, options).run();
}

std::vector<FacePair> self_meetings(const Polyhedron& shape) {
    const PlacedShape placed(shape, Pose());
    std::vector<FacePair> pairs;
    const PairVisitor add = [&](FaceIndex face_a, FaceIndex face_b) {
        const std::uint32_t one = placed.source_face(face_a.value);
        const std::uint32_t other = placed.source_face(face_b.value);
        pairs.push_back({std::min(one, other), std::max(one, other)});
        return true;
    };
    (void)SelfSearch(placed, placed, add, {}).run();
    return sorted_once(std::move(pairs));
}

// ---- faces in a box
// -------------------------------------------------------------------------------

namespace {

bool holds(const Box& box, const Vector3d& point) {
    return (point.array() >= box.lower.array()).all() && (point.array() <= box.upper.array()).all();
}

/// A face has a point in a box when a corner is in it or it meets one of its sides.
bool meets_box(Corners corners, const Box& box) {
    for (const Vector3d& corner : corners) {
        if (holds(box, corner)) return true;
    }
    for (int axis = 0; axis < 3; ++axis) {
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        for (const Vector3d* side : {&box.lower, &box.upper}) {
            std::array<Vector3d, 4> quad;
            for (std::size_t i = 0; i < 4; ++i) {
                quad[i][axis] = (*side)[axis];
                quad[i][u] = i == 1 || i == 2 ? box.upper[u] : box.lower[u];
                quad[i][v] = i >= 2 ? box.upper[v] : box.lower[v];
            }
            if (faces_meet(corners, quad)) return true;
        }
    }
    return false;
}

}  // namespace

std::vector<std::uint32_t> faces_in(const Polyhedron& shape, const Pose& world_from_shape,
                                    const Box& box) {
    if (!(box.lower.array() <= box.upper.array()).all()) return {};
    const PlacedShape placed(shape, world_from_shape);
    const FaceTree& tree = shape.face_tree();
    // Beyond everything that is placed, so that an endless box is one that holds it all.
    const double beyond = 2 * (tree.reach + stable_length(placed.translation)) + 1;
    const Box finite{box.lower.cwiseMax(-beyond).cwiseMin(beyond),
                     box.upper.cwiseMax(-beyond).cwiseMin(beyond)};
    if ((finite.lower.array() != box.lower.array() && box.lower.array() > 0).any() ||
        (finite.upper.array() != box.upper.array() && box.upper.array() < 0).any()) {
        return {};  // the whole box lies beyond
    }
    std::vector<std::uint32_t> faces;
    (void)visit_faces(tree, DopQuery(placed, tree, finite.lower, finite.upper),
                      [&](std::uint32_t face) {
                          if (meets_box(PlacedFace(placed, face).corners(), finite)) {
                              faces.push_back(placed.source_face(face));
                          }
                          return false;
                      });
    std::ranges::sort(faces);
    faces.erase(std::ranges::unique(faces).begin(), faces.end());
    return faces;
}

}  // namespace swept
