#include "shape/classify.h"

#include <algorithm>
#include <cmath>

#include "math/predicates.h"
#include "shape/polygon.h"

namespace swept::shape_detail {

namespace {

using Eigen::Vector3d;

/// For each face of more than three corners, three that span it well.
std::vector<std::array<std::uint32_t, 3>> spans_of(const Polyhedron::Data& data) {
    std::vector<std::array<std::uint32_t, 3>> spans;
    const std::size_t faces = data.face_begins.size() - 1;
    if (data.corners.size() == 3 * faces) return spans;
    std::vector<std::uint32_t> loop;
    for (std::size_t f = 0; f < faces; ++f) {
        loop.clear();
        for (std::uint32_t c = data.face_begins[f]; c < data.face_begins[f + 1]; ++c) {
            loop.push_back(data.corners[c].value);
        }
        spans.push_back(spanning_corners(data.positions, loop));
    }
    return spans;
}

class EdgeClassifier {
   public:
    explicit EdgeClassifier(const Polyhedron::Data& data) : data_(data), spans_(spans_of(data)) {}

    [[nodiscard]] EdgeKind kind(EdgeIndex edge) const {
        const auto [first, second] = data_.edge_faces[edge.value];
        const auto [from, to] = data_.edge_ends[edge.value];  // as the first face runs
        const Vector3d& p = data_.positions[from.value];
        const Vector3d& q = data_.positions[to.value];
        const Vector3d& front = apex(first, from.value, to.value);
        const Vector3d& back = apex(second, from.value, to.value);
        const int side = exact::orient3d(p, q, front, back);
        if (side != 0) return side > 0 ? EdgeKind::concave : EdgeKind::convex;
        return folded(p, q, front, back) ? EdgeKind::convex : EdgeKind::flat;
    }

   private:
    const Polyhedron::Data& data_;
    std::vector<std::array<std::uint32_t, 3>> spans_;  // empty when all faces are triangles

    /// A corner of the face well off the edge, so that it and the edge span the face's plane.
    [[nodiscard]] const Vector3d& apex(FaceIndex face, std::uint32_t p, std::uint32_t q) const {
        const std::uint32_t begin = data_.face_begins[face.value];
        if (data_.face_begins[face.value + 1] - begin == 3) {
            for (std::uint32_t c = begin; c < begin + 3; ++c) {
                const std::uint32_t v = data_.corners[c].value;
                if (v != p && v != q) return data_.positions[v];
            }
        }
        const auto& span = spans_[face.value];
        const double factor = factor_of(data_.positions, span);
        const auto area_sq = [&](std::uint32_t v) {
            return twice_area_sq(data_.positions[p], data_.positions[q], data_.positions[v],
                                 factor);
        };
        return data_.positions[std::ranges::max(span, {}, area_sq)];
    }

    /// Of two faces in one plane: whether they lie on one side of their edge, back to back, instead
    /// of on both. Such an edge is as sharp as can be.
    static bool folded(const Vector3d& p, const Vector3d& q, const Vector3d& front,
                       const Vector3d& back) {
        for (int axis = 0; axis < 3; ++axis) {
            const int side = exact::orient2d(axis, p, q, front);
            if (side != 0) return side * exact::orient2d(axis, p, q, back) >= 0;
        }
        return true;  // not reached: a face spans a plane. Convex edges are tested, which is safe
    }
};

}  // namespace

void classify_edges(Polyhedron::Data& data, std::span<const std::uint32_t> wholes) {
    const EdgeClassifier classifier(data);
    const auto in_one_face = [&](const std::array<FaceIndex, 2>& faces) {
        return !wholes.empty() && faces[0] != faces[1] &&
               wholes[faces[0].value] == wholes[faces[1].value];
    };
    data.edge_counts = {};
    for (std::uint32_t e = 0; e < data.edge_kinds.size(); ++e) {
        EdgeKind& kind = data.edge_kinds[e];
        if (kind == EdgeKind::convex) {
            kind = in_one_face(data.edge_faces[e]) ? EdgeKind::flat : classifier.kind(EdgeIndex(e));
        }
        ++data.edge_counts[static_cast<std::size_t>(kind)];
    }
}

namespace {

/// Whether a convex face is no wider than this, across its largest extent: its area is at least
/// half of the product of the two.
/// Lengths are multiplied by `factor`, so that products do not underflow.
bool is_narrow(const Polyhedron::Data& data, FaceIndex face, double width, double factor) {
    const std::span<const VertexIndex> corners = data.corners_of(face);
    const Vector3d& first = data.positions[corners[0].value];
    Vector3d area = Vector3d::Zero();
    Vector3d previous = (data.positions[corners[1].value] - first) * factor;
    double reach_sq = previous.squaredNorm();
    for (std::size_t i = 2; i < corners.size(); ++i) {
        const Vector3d next = (data.positions[corners[i].value] - first) * factor;
        area += previous.cross(next);
        reach_sq = std::max(reach_sq, next.squaredNorm());
        previous = next;
    }
    // No corner is further from another than twice as far as from the first.
    return !(area.lpNorm<Eigen::Infinity>() > 2 * width * factor * std::sqrt(reach_sq));
}

}  // namespace

void list_thin_edges(Polyhedron::Data& data, double width) {
    std::vector<EdgeIndex>& thin = data.thin_edges;
    data.thin_width = width;
    for (std::uint32_t e = 0; e < data.edge_kinds.size(); ++e) {
        const auto [p, q] = data.edge_ends[e];
        const Vector3d way = data.positions[q.value] - data.positions[p.value];
        if (!(way.lpNorm<Eigen::Infinity>() > width)) thin.emplace_back(e);
    }
    // A width of some 2^-46 of the largest coordinate, or less: products of it stay in range.
    const double factor =
        width > 0 ? std::ldexp(1.0, std::clamp(-std::ilogb(width), -900, 900)) : 1;
    for (std::uint32_t f = 0; f + 1 < data.face_begins.size(); ++f) {
        if (!is_narrow(data, FaceIndex(f), width, factor)) continue;
        data.thin_faces.emplace_back(f);
        for (std::uint32_t c = data.face_begins[f]; c < data.face_begins[f + 1]; ++c) {
            thin.push_back(data.corner_edges[c]);
        }
    }
    std::ranges::sort(thin);
    thin.erase(std::ranges::unique(thin).begin(), thin.end());
}

namespace {

constexpr std::size_t most_directions = 14;

/// Of many directions, those that reach furthest along 14 ways: whatever surrounds a point shows
/// there.
std::vector<Vector3d> extremes(const Vector3d& centre, const std::vector<Vector3d>& others) {
    static constexpr std::array<std::array<int, 3>, 7> ways{
        {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {-1, 1, 1}}};
    std::vector<Vector3d> chosen;
    for (const auto& way : ways) {
        const Vector3d along(way[0], way[1], way[2]);
        const auto reach = [&](const Vector3d& p) {
            return along.dot(p - centre) / (p - centre).norm();
        };
        const auto [least, most] = std::ranges::minmax_element(others, {}, reach);
        chosen.push_back(*least);
        chosen.push_back(*most);
    }
    return chosen;
}

/// Whether all directions are on the side of the guess for certain. The threshold is far above the
/// rounding of the products, a few u.
bool clearly_on_one_side(const Vector3d& centre, const std::vector<Vector3d>& others,
                         const Vector3d& guess) {
    const double least_sq = 1e-28 * guess.squaredNorm();
    return std::ranges::all_of(others, [&](const Vector3d& p) {
        const Vector3d direction = p - centre;
        const double along = guess.dot(direction);
        return along > 0 && along * along > least_sq * direction.squaredNorm();
    });
}

/// Whether 0 = a + beta b + gamma c + delta d with weights >= 0, for some a and some b, c, d that
/// span space: Cramer's rule, by signs alone. Where 0 is inside the hull, any a will do, and the
/// first finds it.
class SurroundedInSpace {
   public:
    SurroundedInSpace(const Vector3d& centre, const std::vector<Vector3d>& others)
        : centre_(centre), others_(others) {
        for (std::size_t a = 0; a < others.size() && !found_; ++a) found_ = balances(a);
    }
    [[nodiscard]] bool found() const { return found_; }
    /// Whether all directions were seen to lie in one plane.
    [[nodiscard]] bool flat() const { return flat_; }

   private:
    const Vector3d& centre_;
    const std::vector<Vector3d>& others_;
    bool found_ = false;
    bool flat_ = true;

    int sign(std::size_t i, std::size_t j, std::size_t k) {
        const int s = exact::orient3d(centre_, others_[i], others_[j], others_[k]);
        flat_ = flat_ && s == 0;
        return s;
    }

    bool balances(std::size_t a) {
        const std::size_t n = others_.size();
        std::array<std::array<int, most_directions>, most_directions> with_a{};
        for (std::size_t c = 0; c < n; ++c) {
            for (std::size_t d = c + 1; d < n; ++d) {
                with_a[c][d] = c == a || d == a ? 0 : sign(a, c, d);
            }
        }
        for (std::size_t b = 0; b < n; ++b) {
            for (std::size_t c = b + 1; c < n; ++c) {
                for (std::size_t d = c + 1; d < n; ++d) {
                    if (a == b || a == c || a == d) continue;
                    // The weights are these over the determinant of b, c, d: all of its sign, or 0.
                    const int beta = -with_a[c][d], gamma = with_a[b][d], delta = -with_a[b][c];
                    const int least = std::min({beta, gamma, delta});
                    const int most = std::max({beta, gamma, delta});
                    if (least < 0 && most > 0) continue;
                    const int s = sign(b, c, d);
                    if (s != 0 && s * least >= 0 && s * most >= 0) return true;
                }
            }
        }
        return false;
    }
};

/// The same for directions on one line: whether some lie on either side.
bool surrounded_on_line(const Vector3d& centre, const std::vector<Vector3d>& others) {
    for (int axis = 0; axis < 3; ++axis) {
        const auto [least, most] =
            std::ranges::minmax(others, {}, [&](const Vector3d& p) { return p[axis]; });
        if (least[axis] < centre[axis] && most[axis] > centre[axis]) return true;
    }
    return false;
}

/// The same for directions in one plane, seen along an axis that shows it.
bool surrounded_in_plane(const Vector3d& centre, const std::vector<Vector3d>& others) {
    const std::size_t n = others.size();
    for (int axis = 0; axis < 3; ++axis) {
        const auto sign = [&](std::size_t i, std::size_t j) {
            return exact::orient2d(axis, centre, others[i], others[j]);
        };
        bool shows_plane = false;
        for (std::size_t a = 0; a < n; ++a) {
            for (std::size_t b = 0; b < n; ++b) {
                for (std::size_t c = b + 1; c < n; ++c) {
                    const int s = sign(b, c);
                    shows_plane = shows_plane || s != 0;
                    if (a == b || a == c || s == 0) continue;
                    if (s * sign(a, c) <= 0 && s * sign(b, a) <= 0) return true;
                }
            }
        }
        if (shows_plane) return false;
    }
    return surrounded_on_line(centre, others);
}

}  // namespace

bool surrounded(const Vector3d& centre, const std::vector<Vector3d>& others,
                const Vector3d& guess) {
    if (others.size() < 2 || clearly_on_one_side(centre, others, guess)) return false;
    if (others.size() > most_directions) return surrounded(centre, extremes(centre, others), guess);
    const SurroundedInSpace in_space(centre, others);
    return in_space.found() || (in_space.flat() && surrounded_in_plane(centre, others));
}

void classify_vertices(Polyhedron::Data& data) {
    data.vertex_internal.assign(data.positions.size(), 0);
    data.internal_vertices = 0;
    if (!data.is_sealed()) return;
    std::vector<Vector3d> others;
    for (std::uint32_t v = 0; v < data.positions.size(); ++v) {
        others.clear();
        Vector3d inward = Vector3d::Zero();  // the way in is where the edges of most corners go
        bool all_convex = true;
        bool has_thin = false;
        for (std::uint32_t i = data.vertex_edge_begins[v]; i < data.vertex_edge_begins[v + 1];
             ++i) {
            const EdgeIndex edge = data.vertex_edges[i];
            const EdgeKind kind = data.edge_kinds[edge.value];
            const auto [p, q] = data.edge_ends[edge.value];
            others.push_back(data.positions[p.value == v ? q.value : p.value]);
            all_convex = all_convex && kind == EdgeKind::convex;
            has_thin = has_thin || data.is_thin(edge);
            if (kind == EdgeKind::border || kind == EdgeKind::tangled) continue;
            for (const FaceIndex f : data.edge_faces[edge.value])
                inward -= data.planes[f.value].normal;
        }
        // Convex edges alone make a convex corner; it is kept, which is always safe. So is a vertex
        // of an edge that has no direction: its own edges do not show its whole surroundings.
        if (all_convex || has_thin || !surrounded(data.positions[v], others, inward)) continue;
        data.vertex_internal[v] = 1;
        ++data.internal_vertices;
    }
}

}  // namespace swept::shape_detail
