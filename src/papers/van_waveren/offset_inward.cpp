// The intersection of half spaces, found by cutting: the shape itself is cut by each shifted plane
// in turn. Which corners a plane cuts off is decided once per corner, with a tolerance; all else
// follows from how the faces hang together, so that faces never come apart. Should the decisions
// contradict each other, other orders and wider tolerances are tried.

#include "swept/papers/van_waveren.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/assert.h"
#include "shape/polyhedron_access.h"
#include "swept/tolerance.h"

namespace swept::papers::van_waveren {

namespace {

using Eigen::Vector3d;

// ---- what can be offset
// ------------------------------------------------------------------------

Result<void> check_distance(double distance) {
    if (!std::isfinite(distance)) {
        return fail(ErrorCode::bad_argument, "not a finite number; give a length", "distance");
    }
    if (distance < 0) {
        return fail(ErrorCode::bad_argument, "is negative; give a length of at least 0",
                    "distance");
    }
    return {};
}

bool hangs_together(const Polyhedron& shape) {
    std::vector<std::uint8_t> seen(shape.face_count(), 0);
    std::vector<FaceIndex> open{FaceIndex(0)};
    seen[0] = 1;
    std::size_t count = 0;
    while (!open.empty()) {
        const FaceIndex face = open.back();
        open.pop_back();
        ++count;
        for (const EdgeIndex edge : shape.edges_of(face)) {
            for (const FaceIndex next : shape.faces_of(edge)) {
                if (std::exchange(seen[next.value], std::uint8_t{1}) == 0) open.push_back(next);
            }
        }
    }
    return count == shape.face_count();
}

/// No vertex lies in front of any face. Edges that are all convex leave only surfaces that go round
/// a vertex twice, as a star does; they miss this by far.
bool lies_behind_its_faces(const Polyhedron& shape) {
    const double tolerance = 1e-9 * shape.extent();
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        const Vector3d& normal = shape.plane(FaceIndex(f)).normal;
        const Vector3d& on_plane = shape.position(shape.corners(FaceIndex(f))[0]);
        for (const Vector3d& p : shape.vertices()) {
            if (normal.dot(p - on_plane) > tolerance) return false;
        }
    }
    return true;
}

/// How far the faces of an edge rise in front of each other: 0 unless it is concave.
double rise_at(const Polyhedron& shape, EdgeIndex edge) {
    if (shape.kind(edge) != EdgeKind::concave) return 0;
    const Vector3d& on_edge = shape.position(shape.ends(edge)[0]);
    const auto rise = [&](FaceIndex over, FaceIndex of) {
        double highest = 0;
        for (const VertexIndex v : shape.corners(of)) {
            const Vector3d to = shape.position(v) - on_edge;
            highest = std::max(highest, shape.plane(over).normal.dot(to));
        }
        return highest;
    };
    const std::span<const FaceIndex> faces = shape.faces_of(edge);
    return std::min(rise(faces[0], faces[1]), rise(faces[1], faces[0]));
}

/// Whether edges are concave by no more than the rounding of the corners: in a plane that is cut
/// into many faces, every second edge is.
bool is_locally_convex(const Polyhedron& shape) {
    const Vector3d farthest = shape.box().lower.cwiseAbs().cwiseMax(shape.box().upper.cwiseAbs());
    const double rounding = tolerance::planarity * farthest.maxCoeff() + shape.plane_deviation();
    for (std::uint32_t e = 0; e < shape.edge_count(); ++e) {
        if (rise_at(shape, EdgeIndex(e)) > 2 * rounding) return false;
    }
    return true;
}

Result<void> check_shape(const Polyhedron& merged) {
    const auto refuse = [](const char* what) {
        return fail(ErrorCode::bad_argument, what, "shape");
    };
    const auto count = [&](EdgeKind kind) {
        return merged.edge_counts()[static_cast<std::size_t>(kind)];
    };
    if (!merged.is_closed() || merged.face_count() == 0) {
        return refuse("is not closed; only solids can be shrunk");
    }
    if (!merged.is_oriented() || count(EdgeKind::tangled) > 0 || count(EdgeKind::border) > 0) {
        return refuse("has faces that do not agree about the outside; orient it first");
    }
    if (!hangs_together(merged)) return refuse("has several parts; shrink each by itself");
    if (!(merged.volume().value_or(0) > 0)) return refuse("is inside out; turn its faces round");
    if (!is_locally_convex(merged) || !lies_behind_its_faces(merged)) {
        return refuse("is not convex; cut it into convex parts and shrink each");
    }
    return {};
}

// ---- cutting -----------------------------------------------------------------------------------

/// A half space n.x <= reach, about the middle of the shape.
struct HalfSpace {
    Vector3d normal;
    double reach;
};

enum class Outcome : std::uint8_t { done, nothing_left, contradiction };

double height_over_all(const std::vector<HalfSpace>& half_spaces, const Vector3d& p) {
    SWEPT_ASSERT(!half_spaces.empty(), "a solid has faces");
    double highest = -std::numeric_limits<double>::infinity();
    for (const HalfSpace& h : half_spaces) highest = std::max(highest, h.normal.dot(p) - h.reach);
    return highest;
}

/// The shortest x with matrix x = side, in the directions that the matrix decides well.
Vector3d solved(const Eigen::Matrix3d& matrix, const Vector3d& side) {
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(matrix);
    Vector3d x = Vector3d::Zero();
    for (int i = 0; i < 3; ++i) {
        const double weight = solver.eigenvalues()[i];
        if (weight < 1e-6) continue;  // below, a rounding error would carry it far
        const Vector3d direction = solver.eigenvectors().col(i);
        x += direction.dot(side) / weight * direction;
    }
    return x;
}

/// A convex solid being cut. Its points are relative to the middle of the shape.
class Solid {
   public:
    struct Face {
        std::uint32_t origin;  ///< the face of the original in whose plane, or parallel to it
        std::vector<std::uint32_t> loop;
    };

    Solid(const Polyhedron& shape, const Vector3d& middle, double tolerance)
        : tolerance_(tolerance) {
        for (const Vector3d& p : shape.vertices()) points_.emplace_back(p - middle);
        for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
            Face& face = faces_.emplace_back(Face{f, {}});
            for (const VertexIndex v : shape.corners(FaceIndex(f))) face.loop.push_back(v.value);
        }
    }

    Outcome cut(std::uint32_t origin, const HalfSpace& half_space) {
        judge(half_space);
        if (outside_ == 0) return Outcome::done;  // the others have cut this face off
        if (inside_ == 0) return Outcome::nothing_left;
        std::vector<Face> kept;
        for (Face& face : faces_) {
            if (clip(face)) kept.push_back(std::move(face));
        }
        faces_ = std::move(kept);
        new_points_.clear();
        return close(origin) ? Outcome::done : Outcome::contradiction;
    }

    /// Makes one corner of those that rounding has split: neighbours of which each lies on all
    /// planes of the other. What should meet in one point, as on a sphere or at an apex, hardly
    /// ever does.
    void join_corners(const std::vector<HalfSpace>& half_spaces, double longest) {
        std::vector<std::vector<std::uint32_t>> planes_at(points_.size());
        for (const Face& face : faces_) {
            for (const std::uint32_t v : face.loop) planes_at[v].push_back(face.origin);
        }
        const auto lies_on_planes_of = [&](std::uint32_t a, std::uint32_t b) {
            return std::ranges::all_of(planes_at[b], [&](std::uint32_t f) {
                const HalfSpace& h = half_spaces[f];
                return std::abs(h.normal.dot(points_[a]) - h.reach) <= 2 * tolerance_;
            });
        };
        std::vector<std::uint32_t> stands_for(points_.size());
        std::iota(stands_for.begin(), stands_for.end(), 0U);
        const auto first_of = [&](std::uint32_t v) {
            while (stands_for[v] != v) v = stands_for[v];
            return v;
        };
        for (const Face& face : faces_) {
            for (std::size_t i = 0; i < face.loop.size(); ++i) {
                const std::uint32_t a = face.loop[i];
                const std::uint32_t b = face.loop[(i + 1) % face.loop.size()];
                if ((points_[a] - points_[b]).norm() > longest) continue;
                if (!lies_on_planes_of(a, b) || !lies_on_planes_of(b, a)) continue;
                const auto [low, high] = std::minmax({first_of(a), first_of(b)});
                stands_for[high] = low;
            }
        }
        for (Face& face : faces_) {
            for (std::uint32_t& v : face.loop) v = first_of(v);
            const auto [tail, end] = std::ranges::unique(face.loop);
            face.loop.erase(tail, end);
            while (face.loop.size() > 1 && face.loop.front() == face.loop.back()) {
                face.loop.pop_back();
            }
        }
        std::erase_if(faces_, [](const Face& face) { return face.loop.size() < 3; });
    }

    /// Moves every corner to where the planes of its faces meet, unless that leaves another plane:
    /// a corner that was taken for one on a plane lies off it by the tolerance.
    void settle(const std::vector<HalfSpace>& half_spaces) {
        std::vector<Eigen::Matrix3d> matrices(points_.size(), Eigen::Matrix3d::Zero());
        std::vector<Vector3d> sides(points_.size(), Vector3d::Zero());
        for (const Face& face : faces_) {
            const auto& [normal, reach] = half_spaces[face.origin];
            for (const std::uint32_t v : face.loop) {
                matrices[v] += normal * normal.transpose();
                sides[v] += (reach - normal.dot(points_[v])) * normal;
            }
        }
        for (std::size_t v = 0; v < points_.size(); ++v) {
            if (matrices[v].isZero(0)) continue;
            const Vector3d settled = points_[v] + solved(matrices[v], sides[v]);
            if (height_over_all(half_spaces, settled) <= tolerance_) points_[v] = settled;
        }
    }

    /// Whether no corner is further out of any half space than `bound`.
    [[nodiscard]] bool lies_within(const std::vector<HalfSpace>& half_spaces, double bound) const {
        std::vector<std::uint8_t> used(points_.size(), 0);
        for (const Face& face : faces_) {
            for (const std::uint32_t v : face.loop) used[v] = 1;
        }
        for (std::size_t v = 0; v < points_.size(); ++v) {
            if (used[v] != 0 && !(height_over_all(half_spaces, points_[v]) <= bound)) return false;
        }
        return true;
    }

    [[nodiscard]] const std::vector<Vector3d>& points() const { return points_; }
    [[nodiscard]] std::vector<Face>& faces() { return faces_; }

   private:
    double tolerance_;
    std::vector<Vector3d> points_;
    std::vector<Face> faces_;

    // Of the current cut.
    std::vector<double> heights_;     // over the plane
    std::vector<std::int8_t> sides_;  // per point: 1 cut off, 0 on the plane, -1 stays
    std::size_t outside_ = 0;
    std::size_t inside_ = 0;
    std::unordered_map<std::uint64_t, std::uint32_t> new_points_;  // by edge; only looked up

    void judge(const HalfSpace& half_space) {
        heights_.assign(points_.size(), 0);
        sides_.assign(points_.size(), 0);
        outside_ = inside_ = 0;
        for (const Face& face : faces_) {
            for (const std::uint32_t v : face.loop) {
                if (sides_[v] != 0) continue;
                heights_[v] = half_space.normal.dot(points_[v]) - half_space.reach;
                if (heights_[v] > tolerance_) sides_[v] = 1;
                if (heights_[v] < -tolerance_) sides_[v] = -1;
                outside_ += sides_[v] > 0 ? 1U : 0U;
                inside_ += sides_[v] < 0 ? 1U : 0U;
            }
        }
    }

    /// Takes away what is outside; false when that is all of the face.
    bool clip(Face& face) {
        const auto any = [&](int side) {
            return std::ranges::any_of(face.loop, [&](auto v) { return sides_[v] == side; });
        };
        if (!any(1)) return any(-1);
        if (!any(-1)) return false;
        std::vector<std::uint32_t> loop;
        for (std::size_t i = 0; i < face.loop.size(); ++i) {
            const std::uint32_t v = face.loop[i];
            const std::uint32_t next = face.loop[(i + 1) % face.loop.size()];
            if (sides_[v] <= 0) loop.push_back(v);
            if (sides_[v] * sides_[next] < 0) loop.push_back(point_between(v, next));
        }
        face.loop = std::move(loop);
        return true;
    }

    /// Where an edge crosses the plane: one point for both faces, whichever comes first.
    std::uint32_t point_between(std::uint32_t a, std::uint32_t b) {
        if (a > b) std::swap(a, b);
        const auto [place, is_new] = new_points_.try_emplace(
            std::uint64_t{a} << 32 | b, static_cast<std::uint32_t>(points_.size()));
        if (is_new) {
            const double share = heights_[a] / (heights_[a] - heights_[b]);
            points_.emplace_back(points_[a] + share * (points_[b] - points_[a]));
            sides_.push_back(0);
            heights_.push_back(0);
        }
        return place->second;
    }

    /// Closes the hole with a face in the plane: it runs along every edge that has lost its other
    /// face, the other way. False when that is not one loop.
    bool close(std::uint32_t origin) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
        for (const Face& face : faces_) {
            for (std::size_t i = 0; i < face.loop.size(); ++i) {
                const std::uint32_t a = face.loop[i];
                const std::uint32_t b = face.loop[(i + 1) % face.loop.size()];
                if (sides_[a] == 0 && sides_[b] == 0) edges.emplace_back(b, a);
            }
        }
        std::ranges::sort(edges);
        std::vector<std::pair<std::uint32_t, std::uint32_t>> open;
        for (const auto& [a, b] : edges) {
            if (!std::ranges::binary_search(edges, std::pair(b, a))) open.emplace_back(a, b);
        }
        if (open.size() < 3) return false;
        Face cap{origin, {}};
        std::uint32_t at = open.front().first;
        do {
            const auto next = std::ranges::lower_bound(open, std::pair(at, std::uint32_t{0}));
            if (next == open.end() || next->first != at) return false;
            cap.loop.push_back(at);
            at = next->second;
        } while (at != open.front().first && cap.loop.size() < open.size());
        if (cap.loop.size() != open.size() || at != open.front().first) return false;
        faces_.push_back(std::move(cap));
        return true;
    }
};

// ---- the whole ---------------------------------------------------------------------------------

std::vector<HalfSpace> shifted_half_spaces(const Polyhedron& shape, const Vector3d& middle,
                                           double distance) {
    std::vector<HalfSpace> half_spaces;
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        const Vector3d& normal = shape.plane(FaceIndex(f)).normal;
        // About the middle, not from the stored offset: that one knows about the origin, which may
        // be far away.
        double least = std::numeric_limits<double>::infinity(), most = -least;
        for (const VertexIndex v : shape.corners(FaceIndex(f))) {
            const double reach = normal.dot(shape.position(v) - middle);
            least = std::min(least, reach);
            most = std::max(most, reach);
        }
        half_spaces.push_back({normal, least + (most - least) / 2 - distance});
    }
    return half_spaces;
}

/// The builder numbers the polygons of the mesh it is given; here the caller's ids take their
/// place.
Polyhedron with_sources(const Polyhedron& fresh, const std::vector<std::uint32_t>& sources) {
    Polyhedron::Data data = fresh.data();
    for (std::uint32_t& source : data.face_sources) source = sources[source];
    return PolyhedronAccess::make(std::move(data));
}

Result<Polyhedron> built(Solid& solid, const Vector3d& middle, const Polyhedron& merged,
                         const Polyhedron& shape) {
    std::ranges::sort(solid.faces(), {}, &Solid::Face::origin);
    Mesh mesh;
    std::vector<std::uint32_t> numbers(solid.points().size(), VertexIndex::none_value);
    std::vector<std::uint32_t> sources, loop;
    for (const Solid::Face& face : solid.faces()) {
        loop.clear();
        for (const std::uint32_t v : face.loop) {
            if (numbers[v] == VertexIndex::none_value) {
                numbers[v] = mesh.add_vertex(middle + solid.points()[v]);
            }
            loop.push_back(numbers[v]);
        }
        mesh.add_polygon(loop);
        sources.push_back(shape.source_face(FaceIndex(merged.source_face(FaceIndex(face.origin)))));
    }
    return Polyhedron::build(mesh).map(
        [&](const Polyhedron& fresh) { return with_sources(fresh, sources); });
}

bool is_good(const Result<Polyhedron>& result) {
    return result && result->is_closed() && result->is_oriented() &&
           result->volume().value_or(0) > 0;
}

Outcome cut_all(Solid& solid, const std::vector<HalfSpace>& half_spaces, bool backward) {
    const auto count = static_cast<std::uint32_t>(half_spaces.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t f = backward ? count - 1 - i : i;
        const Outcome outcome = solid.cut(f, half_spaces[f]);
        if (outcome != Outcome::done) return outcome;
    }
    return Outcome::done;
}

}  // namespace

Result<Polyhedron> offset_inward(const Polyhedron& shape, double distance) {
    if (const Result<void> fine = check_distance(distance); !fine) {
        return tl::unexpected(fine.error());
    }
    BuildOptions merging;
    merging.merge_coplanar = 0;  // what is in one plane but for rounding
    const Result<Polyhedron> merged = Polyhedron::build(shape.mesh(), merging);
    if (!merged) return merged;
    if (const Result<void> fine = check_shape(*merged); !fine) return tl::unexpected(fine.error());
    if (distance == 0) return shape;

    const Vector3d middle = merged->box().centre();
    const auto half_spaces = shifted_half_spaces(*merged, middle, distance);
    // Heights are off by some 8 u of the extent, and by what the corners stray from their planes.
    const double rounding = 8 * tolerance::unit_roundoff * merged->extent();
    for (const int attempt : {0, 1, 2, 3, 4, 5, 6, 7}) {
        const double tolerance = std::ldexp(rounding, attempt / 2 * 2) + merged->plane_deviation();
        Solid solid(*merged, middle, tolerance);
        const Outcome outcome = cut_all(solid, half_spaces, attempt % 2 != 0);
        if (outcome == Outcome::nothing_left) {
            return fail(ErrorCode::bad_argument,
                        "leaves nothing of the shape; choose less than half its thickness",
                        "distance");
        }
        if (outcome == Outcome::contradiction) continue;
        for (int pass = 0; pass < 2; ++pass) {  // corners that have settled may turn out to be one
            solid.join_corners(half_spaces, 1e-6 * merged->extent());
            solid.settle(half_spaces);
        }
        if (!solid.lies_within(half_spaces, 1.5 * tolerance + rounding)) continue;
        if (Result<Polyhedron> result = built(solid, middle, *merged, shape); is_good(result)) {
            return result;
        }
    }
    return fail(ErrorCode::bad_argument,
                "is so close to the rounding of the coordinates that the faces' order cannot be "
                "told; choose a larger one, or 0",
                "distance");
}

}  // namespace swept::papers::van_waveren
