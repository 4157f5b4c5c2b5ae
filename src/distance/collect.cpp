#include "distance/collect.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "overlap/traverse.h"
#include "swept/tolerance.h"

namespace swept::distance_detail {

using Eigen::Vector3d;

namespace {

class Collector {
   public:
    Collector(const PlacedShape& a, const PlacedShape& b, const NumericScale& measures,
              double tolerance, ContactMemory& memory, DistanceStats& stats)
        : a_(a),
          b_(b),
          measures_(measures),
          tolerance_(tolerance),
          certain_(4 * measures.rounding),
          memory_(memory),
          stats_(stats),
          front_a_(a.shape.sides == Sides::front),
          front_b_(b.shape.sides == Sides::front) {
        memory_.faces_a.begin();
        memory_.faces_b.begin();
        memory_.found.clear();
    }

    void faces(std::uint32_t face_a, std::uint32_t face_b) {
        const ScrewTrajectory rest;
        const ScaledPlacement staging{.scale = measures_.scale};
        loaded_a_ = &memory_.faces_a.get(a_, face_a, rest, staging, nullptr);
        loaded_b_ = &memory_.faces_b.get(b_, face_b, rest, staging, nullptr);
        ++stats_.face_pairs;
        visit_standing_pairs(*loaded_a_, front_a_, *loaded_b_, front_b_, certain_,
                             measures_.rounding, [&](const StandingPair& pair) {
                                 ++stats_.feature_pairs;
                                 if (pair.closest.distance > tolerance_) return;
                                 if (pair.inside || is_over_seam(pair)) look_at(pair);
                             });
    }

   private:
    const PlacedShape& a_;
    const PlacedShape& b_;
    const NumericScale& measures_;
    double tolerance_;
    double certain_;  // what is shorter shows no direction
    ContactMemory& memory_;
    DistanceStats& stats_;
    bool front_a_;
    bool front_b_;
    const PlacedFeatures* loaded_a_ = nullptr;
    const PlacedFeatures* loaded_b_ = nullptr;

    /// A vertex over the edge between two faces of one plane may be, for rounding, over neither.
    [[nodiscard]] bool is_over_seam(const StandingPair& pair) const {
        const auto [part_a, part_b] = parts_of(pair.kind);
        if (part_b == FeaturePart::face) {
            return is_over_seam(b_, *loaded_b_, loaded_a_->corners[pair.mover_corner],
                                pair.closest.vector);
        }
        return part_a == FeaturePart::face &&
               is_over_seam(a_, *loaded_a_, loaded_b_->corners[pair.obstacle_corner],
                            pair.closest.vector);
    }
    [[nodiscard]] bool is_over_seam(const PlacedShape& placed, const PlacedFeatures& loaded,
                                    const Vector3d& x, const Vector3d& way) const {
        const FaceGeometry face = loaded.geometry();
        // Beside it, not by how much longer the way is: that shows only what is 1e-8 of the height.
        const Vector3d beside = way - face.normal.dot(way) * face.normal;
        if (beside.norm() > measures_.rounding) return false;
        const std::size_t n = face.corners.size();
        const std::uint32_t begin = placed.shape.face_begins[loaded.face];
        for (std::size_t i = 0; i < n; ++i) {
            if (SideOfEdge(face, i, x).side >= 0) continue;
            // The line of a far edge may pass here for the rounding of its direction.
            if (point_to_edge(x - way, face.corners[i], face.edge(i)).distance >
                measures_.rounding) {
                continue;
            }
            const EdgeIndex edge = placed.shape.corner_edges[begin + i];
            if (placed.shape.edge_kinds[edge.value] != EdgeKind::flat) return false;
        }
        return true;
    }

    void look_at(const StandingPair& pair) {
        const auto [part_a, part_b] = parts_of(pair.kind);
        Star& star_a = memory_.star_a;
        Star& star_b = memory_.star_b;
        const Vector3d& way = pair.closest.vector;
        StarPlace place_a{*loaded_a_, part_a, pair.mover_corner};
        StarPlace place_b{*loaded_b_, part_b, pair.obstacle_corner};
        if (!a_.shape.thin_edges.empty() || !b_.shape.thin_edges.empty()) {
            const Vector3d point = point_of(pair);
            place_a.share = share_of(place_a, point + way);
            place_b.share = share_of(place_b, point);
        }
        find_star(a_, place_a, star_a);
        find_star(b_, place_b, star_b);
        // A vertex that is over a face or edge next to the feature is a contact of those.
        if (part_a == FeaturePart::vertex && part_b != FeaturePart::face &&
            star_b.overhang(way) > certain_) {
            return;
        }
        if (part_b == FeaturePart::vertex && part_a != FeaturePart::face &&
            star_a.overhang(-way) > certain_) {
            return;
        }
        const std::optional<Vector3d> normal = normal_of(pair);
        if (!normal) return;
        const FeaturePair features{
            pair.kind,           0, 0, loaded_a_->face, loaded_b_->face, pair.mover_corner,
            pair.obstacle_corner};
        memory_.found.push_back({features, point_of(pair), way, *normal, pair.closest.distance});
    }

    /// Whether the distance is lowest here, but for gentle slopes, for things that are apart along
    /// n; and n leads out of b and into the open before a.
    [[nodiscard]] bool admits(const Vector3d& n) const {
        const Star& star_a = memory_.star_a;
        const Star& star_b = memory_.star_b;
        constexpr double rounding = 1e-9;  // of directions
        if (star_b.solid && n.dot(star_b.outward) < -rounding) return false;
        if (star_a.solid && n.dot(star_a.outward) > rounding) return false;
        return star_b.steepest_climb(n) <= contact_slope &&
               star_a.steepest_climb(-n) <= contact_slope;
    }

    [[nodiscard]] std::optional<Vector3d> normal_of(const StandingPair& pair) const {
        const auto admitted = [&](const Vector3d& n) {
            return admits(n) ? std::optional<Vector3d>(n) : std::nullopt;
        };
        switch (pair.kind) {
            case ContactKind::vertex_face:
                return admitted(normal_at_face(loaded_b_->normal, pair, front_b_));
            case ContactKind::face_vertex:
                return admitted(normal_at_face(-loaded_a_->normal, pair, front_a_));
            case ContactKind::edge_edge: {
                const Vector3d n = accurate_cross(loaded_a_->edge(pair.mover_corner),
                                                  loaded_b_->edge(pair.obstacle_corner))
                                       .stableNormalized();
                const double open = n.dot(memory_.star_b.outside() - memory_.star_a.outside());
                return admitted(turned(open < 0 ? Vector3d(-n) : n, pair, false, open != 0));
            }
            default:
                return normal_at_points(pair);
        }
    }

    /// The normal of the face that a vertex is over. The way to the vertex leads along it, unless
    /// the face is so thin that placing its corners turned it: then the way is what is certain.
    [[nodiscard]] Vector3d normal_at_face(const Vector3d& normal, const StandingPair& pair,
                                          bool front) const {
        const Vector3d& way = pair.closest.vector;
        const double along = normal.dot(way);
        const Vector3d beside = way - along * normal;
        if (beside.norm() <= certain_ || (front && along <= 0)) return turned(normal, pair, front);
        return way.normalized();
    }

    /// The direction or its opposite: that of the way from b to a, where it is certain.
    [[nodiscard]] Vector3d turned(const Vector3d& n, const StandingPair& pair, bool fixed,
                                  bool else_as_it_is = false) const {
        if (fixed) return n;
        double along = n.dot(pair.closest.vector);
        if (std::abs(along) <= measures_.rounding) {
            if (else_as_it_is) return n;
            along = n.dot(middle(a_) - middle(b_));
        }
        return along < 0 ? Vector3d(-n) : n;
    }
    [[nodiscard]] static Vector3d middle(const PlacedShape& placed) {
        return placed.rotation * placed.shape.box.centre() + placed.translation;
    }

    /// At edges and vertices: the way between the points; where it is as short as the margin, which
    /// lies there at random, the normal of a face next to it along which the two are furthest
    /// apart.
    [[nodiscard]] std::optional<Vector3d> normal_at_points(const StandingPair& pair) const {
        const Vector3d& way = pair.closest.vector;
        const double distance = pair.closest.distance;
        if (distance > 2 * measures_.margin) {
            const Vector3d n = way / distance;
            return admits(n) ? std::optional<Vector3d>(n) : std::nullopt;
        }
        std::optional<Vector3d> best;
        double furthest = 0;
        const auto offer = [&](const Vector3d& n, bool fixed) {
            const Vector3d candidate = turned(n, pair, fixed);
            const double apart = candidate.dot(way);
            if (apart < -certain_) return;  // it would lead from a to b
            if (best && apart < furthest - certain_) return;
            if (best && apart <= furthest + certain_ && !upright_before(candidate, *best)) return;
            if (!admits(candidate)) return;
            best = candidate;
            furthest = apart;
        };
        for (const StarFace& face : memory_.star_b.faces) offer(face.normal, front_b_);
        for (const StarFace& face : memory_.star_a.faces) offer(-face.normal, front_a_);
        if (best) return best;
        // On the pass of a saddle no face will do, but their mean.
        if (distance == 0) {
            Vector3d sum = Vector3d::Zero();
            for (const StarFace& face : memory_.star_b.faces) sum += face.normal;
            for (const StarFace& face : memory_.star_a.faces) sum -= face.normal;
            if (sum.norm() > 0.5) offer(sum.normalized(), front_a_ || front_b_);
            const bool faces = !memory_.star_a.faces.empty() || !memory_.star_b.faces.empty();
            if (best || faces) return best;
        }
        // Without faces there, rounding or not, the way is all there is; of one point, any.
        const Vector3d n = distance > 0 ? Vector3d(way / distance) : Vector3d::UnitZ();
        return admits(n) ? std::optional<Vector3d>(n) : std::nullopt;
    }

    /// An order of directions that does not depend on which shape is called a.
    [[nodiscard]] static bool upright_before(const Vector3d& n, const Vector3d& other) {
        constexpr double same = 1e-9;
        for (const int axis : {2, 1, 0}) {
            const double more = std::abs(n[axis]) - std::abs(other[axis]);
            if (std::abs(more) > same) return more > 0;
        }
        return false;
    }

    /// Where on an edge a point is, 0 to 1.
    [[nodiscard]] static double share_of(const StarPlace& place, const Vector3d& point) {
        if (place.part != FeaturePart::edge) return 0;
        return foot_on_edge(point, place.loaded.corners[place.corner],
                            place.loaded.edge(place.corner));
    }

    /// On b's feature.
    [[nodiscard]] Vector3d point_of(const StandingPair& pair) const {
        const auto [part_a, part_b] = parts_of(pair.kind);
        if (part_b == FeaturePart::vertex) return loaded_b_->corners[pair.obstacle_corner];
        if (part_a == FeaturePart::vertex) {
            return loaded_a_->corners[pair.mover_corner] - pair.closest.vector;
        }
        const Vector3d dp = loaded_a_->edge(pair.mover_corner);
        const Vector3d c = loaded_b_->corners[pair.obstacle_corner];
        const Vector3d dq = loaded_b_->edge(pair.obstacle_corner);
        const auto closest =
            edge_to_edge(loaded_a_->corners[pair.mover_corner], dp, c, dq, accurate_cross(dp, dq));
        return c + closest.mu * dq;
    }
};

/// A vertex over the edge between two faces of one plane is over both, and one before the joint of
/// two edges in a line before both: one of the two is enough.
///
/// Of features that are one but for rounding, corners joined by short edges and the sides of
/// needles, each is a contact where one is; the closest of these is enough.
class Repeats {
   public:
    Repeats(const PlacedShape& a, const PlacedShape& b, const NumericScale& measures,
            ContactMemory& memory)
        : a_(a), b_(b), measures_(measures), memory_(memory) {}

    void remove() {
        std::vector<FoundContact>& found = memory_.found;
        memory_.order.resize(found.size());
        for (std::uint32_t i = 0; i < found.size(); ++i) memory_.order[i] = i;
        std::ranges::sort(memory_.order, [&](std::uint32_t i, std::uint32_t j) {
            const auto key_i = key(found[i].pair), key_j = key(found[j].pair);
            return key_i != key_j ? key_i < key_j : i < j;
        });
        memory_.kept.assign(found.size(), 1);
        for (std::size_t i = 0; i < memory_.order.size(); ++i) look_back(i);
        if (!a_.shape.thin_edges.empty() || !b_.shape.thin_edges.empty()) keep_closest();
        std::size_t count = 0;
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (memory_.kept[i] != 0) found[count++] = found[i];
        }
        found.resize(count);
    }

   private:
    const PlacedShape& a_;
    const PlacedShape& b_;
    const NumericScale& measures_;
    ContactMemory& memory_;

    static bool has_one_vertex(const FeaturePair& pair) {
        const auto [part_a, part_b] = parts_of(pair.kind);
        return (part_a == FeaturePart::vertex) != (part_b == FeaturePart::vertex);
    }
    /// The kind and the vertex that is over a face or before an edge.
    [[nodiscard]] std::pair<ContactKind, std::uint32_t> key(const FeaturePair& pair) const {
        const bool vertex_of_a = parts_of(pair.kind)[0] == FeaturePart::vertex;
        const PlacedShape& shape = vertex_of_a ? a_ : b_;
        const std::uint32_t face = vertex_of_a ? pair.mover_face : pair.obstacle_face;
        const std::uint32_t corner = vertex_of_a ? pair.mover_corner : pair.obstacle_corner;
        if (shape.shape.planes.empty()) return {pair.kind, face};
        return {pair.kind, shape.shape.corners_of(FaceIndex(face))[corner].value};
    }

    void look_back(std::size_t at) {
        const FoundContact& contact = memory_.found[memory_.order[at]];
        if (!has_one_vertex(contact.pair)) return;
        for (std::size_t i = at; i-- > 0;) {
            const FoundContact& other = memory_.found[memory_.order[i]];
            if (key(other.pair) != key(contact.pair)) return;
            if (memory_.kept[memory_.order[i]] == 0) continue;
            if (is_same(contact, other)) {
                memory_.kept[memory_.order[at]] = 0;
                return;
            }
        }
    }

    [[nodiscard]] bool is_same(const FoundContact& contact, const FoundContact& other) const {
        constexpr double same_direction = 1e-9;
        // The vertex is the same, so the place on the other shape is where the ways are.
        if ((other.way - contact.way).norm() > 8 * measures_.rounding) return false;
        if ((other.normal - contact.normal).norm() > same_direction) return false;
        const auto [part_a, part_b] = parts_of(contact.pair.kind);
        if (part_a == FeaturePart::edge) {
            return is_at_joint(a_,
                               ends_of_edge(a_, contact.pair.mover_face, contact.pair.mover_corner),
                               ends_of_edge(a_, other.pair.mover_face, other.pair.mover_corner),
                               contact.point + contact.way);
        }
        if (part_b == FeaturePart::edge) {
            return is_at_joint(
                b_, ends_of_edge(b_, contact.pair.obstacle_face, contact.pair.obstacle_corner),
                ends_of_edge(b_, other.pair.obstacle_face, other.pair.obstacle_corner),
                contact.point);
        }
        return true;
    }

    /// Of contacts of features that are one but for rounding, drops those that are further apart
    /// than another.
    void keep_closest() {
        const std::vector<FoundContact>& found = memory_.found;
        std::erase_if(memory_.order, [&](std::uint32_t i) {
            return memory_.kept[i] == 0 ||
                   !(is_thin_in_a(found[i].pair) || is_thin_in_b(found[i].pair));
        });
        std::ranges::sort(memory_.order, [&](std::uint32_t i, std::uint32_t j) {
            const double x_i = found[i].point.x(), x_j = found[j].point.x();
            return x_i != x_j ? x_i < x_j : i < j;
        });
        const double thin = std::max(a_.shape.thin_width, b_.shape.thin_width) * measures_.scale;
        const double reach = 4 * thin + 8 * measures_.rounding;
        for (std::size_t i = 0; i < memory_.order.size(); ++i) {
            const FoundContact& first = found[memory_.order[i]];
            for (std::size_t j = i + 1; j < memory_.order.size(); ++j) {
                const FoundContact& second = found[memory_.order[j]];
                if (second.point.x() - first.point.x() > reach) break;
                if (!are_one(first, second, reach)) continue;
                if (first.separation < second.separation) memory_.kept[memory_.order[j]] = 0;
                if (second.separation < first.separation) memory_.kept[memory_.order[i]] = 0;
            }
        }
    }
    [[nodiscard]] bool are_one(const FoundContact& first, const FoundContact& second,
                               double reach) const {
        const FeaturePair &p = first.pair, &q = second.pair;
        if (p.kind != q.kind) return false;
        if ((first.point - second.point).norm() > reach) return false;
        if ((first.way - second.way).norm() > reach) return false;
        const bool same_in_a = p.mover_face == q.mover_face && p.mover_corner == q.mover_corner;
        const bool same_in_b =
            p.obstacle_face == q.obstacle_face && p.obstacle_corner == q.obstacle_corner;
        return (same_in_a || (is_thin_in_a(p) && is_thin_in_a(q))) &&
               (same_in_b || (is_thin_in_b(p) && is_thin_in_b(q)));
    }
    [[nodiscard]] bool is_thin_in_a(const FeaturePair& pair) const {
        return is_thin(a_.shape, parts_of(pair.kind)[0], pair.mover_face, pair.mover_corner);
    }
    [[nodiscard]] bool is_thin_in_b(const FeaturePair& pair) const {
        return is_thin(b_.shape, parts_of(pair.kind)[1], pair.obstacle_face, pair.obstacle_corner);
    }
    /// Whether there may be another feature that is one with it but for rounding: a corner has a
    /// short edge, an edge is that of a needle.
    [[nodiscard]] static bool is_thin(const Polyhedron::Data& shape, FeaturePart part,
                                      std::uint32_t face, std::uint32_t corner) {
        if (shape.thin_edges.empty() || part == FeaturePart::face) return false;
        if (part == FeaturePart::edge) {
            return shape.is_thin(shape.corner_edges[shape.face_begins[face] + corner]);
        }
        const VertexIndex vertex = shape.corners_of(FaceIndex(face))[corner];
        const std::span edges(
            shape.vertex_edges.data() + shape.vertex_edge_begins[vertex.value],
            shape.vertex_edges.data() + shape.vertex_edge_begins[vertex.value + 1]);
        return std::ranges::any_of(edges, [&](EdgeIndex edge) { return shape.is_short(edge); });
    }

    using Ends = std::array<VertexIndex, 2>;
    [[nodiscard]] static Ends ends_of_edge(const PlacedShape& placed, std::uint32_t face,
                                           std::uint32_t corner) {
        const Polyhedron::Data& shape = placed.shape;
        return shape.edge_ends[shape.corner_edges[shape.face_begins[face] + corner].value];
    }
    /// Whether two edges have a joint, a common end that is not tested, and the foot is there: no
    /// further than a rounding beyond the end (feature_pair.h), itself known to less than another.
    /// Elsewhere they are two, however close: near the tip of a sharp corner both sides of it are
    /// within a rounding, and a point may be before either or both.
    [[nodiscard]] bool is_at_joint(const PlacedShape& placed, const Ends& ends, const Ends& others,
                                   const Vector3d& foot) const {
        return std::ranges::any_of(ends, [&](VertexIndex end) {
            if (std::ranges::find(others, end) == others.end()) return false;
            if (is_tested(placed.shape, end)) return false;
            const Vector3d joint = placed.position(end) * measures_.scale;
            return (foot - joint).norm() <= 2 * measures_.rounding;
        });
    }
};

}  // namespace

void collect_contacts(const PlacedShape& a, const PlacedShape& b, const NumericScale& measures,
                      double tolerance, const NearPairs* pairs, ContactMemory& memory,
                      DistanceStats& stats) {
    Collector collector(a, b, measures, tolerance, memory, stats);
    const double within = (tolerance + 4 * measures.rounding) / measures.scale;
    const CandidateTest see = [](void* context, std::uint32_t face_a, std::uint32_t face_b) {
        static_cast<Collector*>(context)->faces(face_a, face_b);
        return false;
    };
    if (pairs != nullptr) {
        stats.volume_tests += pairs->visit(pairs->context, within, see, &collector);
    } else {
        TestBudget budget{no_budget};
        traverse(a, b, budget, see, &collector, within);
        stats.volume_tests += budget.stats.volume_tests;
    }
    std::ranges::sort(memory.found, {}, &FoundContact::pair);
    Repeats(a, b, measures, memory).remove();
}

}  // namespace swept::distance_detail
