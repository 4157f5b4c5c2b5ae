#pragma once

// A judge of contacts: every pair of features of two placed shapes, in long double, against the
// definition at the head of swept/contacts.h.
//
// A vertex that stands over a face or edge is a contact of that alone, and not of the edges and
// vertices next to it, however gentle the slope.
//
// Each pair is measured twice over: what clears every condition by a margin must be reported, what
// fails one by more than the margin must not be, and in between both are right. The margin is the
// rounding of the placed coordinates, and what it makes of the directions of small faces and short
// edges. Shares with the library the plain data of its types, which edges and vertices are
// internal (they have an exact judge of their own), and nothing else.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "swept/contacts.h"
#include "swept/polyhedron.h"
#include "swept/tolerance.h"
#include "tests/oracle/sweep_twin.h"

namespace swept::oracle {

enum class Part : std::uint8_t { vertex, edge, face };

inline std::array<Part, 2> parts_of(ContactKind kind) {
    switch (kind) {
        case ContactKind::vertex_face:
            return {Part::vertex, Part::face};
        case ContactKind::face_vertex:
            return {Part::face, Part::vertex};
        case ContactKind::edge_edge:
            return {Part::edge, Part::edge};
        case ContactKind::vertex_edge:
            return {Part::vertex, Part::edge};
        case ContactKind::edge_vertex:
            return {Part::edge, Part::vertex};
        case ContactKind::vertex_vertex:
            break;
    }
    return {Part::vertex, Part::vertex};
}

inline ContactKind mirrored(ContactKind kind) {
    switch (kind) {
        case ContactKind::vertex_face:
            return ContactKind::face_vertex;
        case ContactKind::face_vertex:
            return ContactKind::vertex_face;
        case ContactKind::vertex_edge:
            return ContactKind::edge_vertex;
        case ContactKind::edge_vertex:
            return ContactKind::vertex_edge;
        case ContactKind::edge_edge:
        case ContactKind::vertex_vertex:
            break;
    }
    return kind;
}

// ---- A placed shape ----

/// A placed shape with the surface around its features.
class ContactShape {
   public:
    /// `rounding`: how far a placed vertex may be from where the library sees it.
    ContactShape(const Polyhedron& shape, const Pose& pose, Length rounding)
        : shape_(&shape),
          points_(placed_points(shape, pose)),
          rounding_(rounding + Length(shape.plane_deviation())),
          front_(shape.sides() == Sides::front) {
        sectors_.resize(shape.vertex_count());
        pseudo_.assign(shape.vertex_count(), LongVector::Zero());
        angles_.assign(shape.vertex_count(), 0);
        for (std::uint32_t f = 0; f < shape.face_count(); ++f) add_face(f);
        for (std::uint32_t e = 0; e < shape.edge_count(); ++e) add_edge(e);
    }

    struct Edge {
        LongVector start, end, along;  ///< along: unit
        Length length = 0;
        struct Wing {
            std::uint32_t face;
            LongVector inward;  ///< unit, in the face, across the edge
        };
        std::vector<Wing> wings;
    };

    [[nodiscard]] const Polyhedron& shape() const { return *shape_; }
    [[nodiscard]] bool front() const { return front_; }
    [[nodiscard]] const LongVector& point(std::uint32_t v) const { return points_[v]; }
    [[nodiscard]] const Edge& edge(std::uint32_t e) const { return edges_[e]; }
    [[nodiscard]] const LongVector& normal(std::uint32_t f) const { return faces_[f].normal; }
    [[nodiscard]] const LongVector& middle(std::uint32_t f) const { return faces_[f].middle; }

    [[nodiscard]] std::uint32_t count(Part part) const {
        if (part == Part::vertex) return shape_->vertex_count();
        return part == Part::edge ? shape_->edge_count() : shape_->face_count();
    }
    [[nodiscard]] bool can_touch(Part part, std::uint32_t i) const {
        if (part == Part::vertex) return !shape_->is_internal(VertexIndex(i));
        return part == Part::face || !shape_->is_internal(EdgeIndex(i));
    }
    /// A ball that holds the feature.
    [[nodiscard]] TwinBall ball(Part part, std::uint32_t i) const {
        if (part == Part::vertex) return {points_[i], 0};
        if (part == Part::face) return {faces_[i].middle, faces_[i].radius};
        return {(edges_[i].start + edges_[i].end) / 2, edges_[i].length / 2};
    }

    /// The faces around a feature.
    [[nodiscard]] std::vector<std::uint32_t> faces_at(Part part, std::uint32_t i) const {
        std::vector<std::uint32_t> faces;
        if (part == Part::face) faces.push_back(i);
        if (part == Part::vertex) {
            for (const Sector& s : sectors_[i]) faces.push_back(s.face);
        }
        if (part == Part::edge) {
            for (const Edge::Wing& w : edges_[i].wings) faces.push_back(w.face);
        }
        return faces;
    }

    /// How far directions at a feature may be off: of its faces' planes and its edges.
    [[nodiscard]] Length slack(Part part, std::uint32_t i) const {
        Length slack = 0;
        for (const std::uint32_t f : faces_at(part, i)) slack = std::max(slack, faces_[f].slack);
        if (part == Part::edge) slack = std::max(slack, turn(edges_[i].length));
        if (part == Part::vertex) {
            for (const EdgeIndex e : shape_->edges_of(VertexIndex(i))) {
                slack = std::max(slack, turn(edges_[e.value].length));
            }
        }
        return slack;
    }

    /// The largest n.t over the directions t in which the surface leaves the feature.
    [[nodiscard]] Length rise(Part part, std::uint32_t i, const LongVector& n) const {
        Length most = -1;
        if (part == Part::face) return in_plane(i, n).norm();
        if (part == Part::edge) {
            const Edge& edge = edges_[i];
            most = std::abs(n.dot(edge.along));
            for (const Edge::Wing& w : edge.wings) {
                const LongVector p = in_plane(w.face, n);
                if (p.dot(w.inward) > 0) most = std::max(most, p.norm());
            }
            return most;
        }
        for (const Sector& s : sectors_[i]) {
            most = std::max({most, n.dot(s.first), n.dot(s.second)});
            const LongVector p = in_plane(s.face, n);
            const LongVector& up = faces_[s.face].normal;
            if (s.first.cross(p).dot(up) >= 0 && p.cross(s.second).dot(up) >= 0) {
                most = std::max(most, p.norm());
            }
        }
        return most;
    }

    /// How far a point that is `way` from the feature stands over the edges and, at an edge, the
    /// faces around it.
    [[nodiscard]] Length overhang(Part part, std::uint32_t i, const LongVector& way) const {
        Length most = -unbounded;
        if (part == Part::edge) {
            for (const Edge::Wing& w : edges_[i].wings) most = std::max(most, way.dot(w.inward));
        }
        if (part == Part::vertex) {
            for (const Sector& s : sectors_[i]) {
                most = std::max({most, way.dot(s.first), way.dot(s.second)});
            }
        }
        return most;
    }

    /// n along the mean of the normals there, those at a vertex weighted with their angles.
    [[nodiscard]] Length outward(Part part, std::uint32_t i, const LongVector& n) const {
        if (part == Part::face) return n.dot(faces_[i].normal);
        if (part == Part::vertex) return n.dot(pseudo_[i]) / std::max(angles_[i], Length(1));
        const auto& wings = edges_[i].wings;
        if (wings.size() != 2) return 1;  // several solids meet: no one side
        return n.dot(faces_[wings[0].face].normal + faces_[wings[1].face].normal) / 2;
    }

    /// How far inside a face the point of its plane lies: the least distance from its edges' lines;
    /// of all edges, or without those that are internal.
    [[nodiscard]] Length inside(std::uint32_t f, const LongVector& point,
                                bool with_internal = true) const {
        const auto corners = shape_->corners(FaceIndex(f));
        const auto edges = shape_->edges_of(FaceIndex(f));
        Length least = unbounded;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const bool flat = shape_->kind(edges[i]) == EdgeKind::flat;
            if (!with_internal && flat && shape_->is_internal(edges[i])) continue;
            const LongVector& p = points_[corners[i].value];
            const LongVector along = points_[corners[(i + 1) % corners.size()].value] - p;
            const LongVector inward = faces_[f].normal.cross(along);
            if (!(inward.norm() > 0)) continue;
            // The face is the hull of its corners: some are outside of the line of an edge that is
            // so short that its direction is rounding.
            Length outermost = 0;
            for (const VertexIndex c : corners) {
                outermost = std::min(outermost, inward.dot(points_[c.value] - p));
            }
            least = std::min(least, (inward.dot(point - p) - outermost) / inward.norm());
        }
        return least;
    }
    /// How far a point of its plane that is outside lies from the face: beyond a sharp corner that
    /// is more than from the lines.
    [[nodiscard]] Length beside(std::uint32_t f, const LongVector& point) const {
        const auto corners = shape_->corners(FaceIndex(f));
        Length least = unbounded;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const LongVector& p = points_[corners[i].value];
            const LongVector along = points_[corners[(i + 1) % corners.size()].value] - p;
            const Length square = along.squaredNorm();
            const Length foot =
                square > 0 ? std::clamp(along.dot(point - p) / square, Length(0), Length(1)) : 0;
            least = std::min(least, (point - p - foot * along).norm());
        }
        return least;
    }
    /// Whether a corner of the face is so near at which not all edges are flat.
    [[nodiscard]] bool at_rim(std::uint32_t f, const LongVector& point, Length reach) const {
        return std::ranges::any_of(shape_->corners(FaceIndex(f)), [&](VertexIndex v) {
            if ((points_[v.value] - point).norm() > reach) return false;
            return std::ranges::any_of(shape_->edges_of(v), [&](EdgeIndex e) {
                return shape_->kind(e) != EdgeKind::flat;
            });
        });
    }
    [[nodiscard]] Length radius(std::uint32_t f) const { return faces_[f].radius; }

   private:
    struct Face {
        LongVector normal, middle;
        Length radius = 0, slack = 0;
    };
    struct Sector {
        std::uint32_t face;
        LongVector first, second;  ///< unit, counter-clockwise
    };
    const Polyhedron* shape_;
    std::vector<LongVector> points_;
    Length rounding_;
    bool front_;
    std::vector<Face> faces_;
    std::vector<Edge> edges_;
    std::vector<std::vector<Sector>> sectors_;
    std::vector<LongVector> pseudo_;  ///< of vertices: the sum of angle times normal
    std::vector<Length> angles_;      ///< the sum of angles

    [[nodiscard]] LongVector in_plane(std::uint32_t f, const LongVector& n) const {
        return n - n.dot(faces_[f].normal) * faces_[f].normal;
    }
    [[nodiscard]] Length turn(Length length) const {
        return length > 0 ? 4 * rounding_ / length : 1;
    }

    void add_face(std::uint32_t f) {
        const auto corners = shape_->corners(FaceIndex(f));
        const auto at = [&](std::size_t i) -> const LongVector& {
            return points_[corners[i % corners.size()].value];
        };
        Face face{LongVector::Zero(), LongVector::Zero(), 0, 0};
        for (std::size_t i = 0; i < corners.size(); ++i) {
            face.middle += at(i) / Length(corners.size());
            face.normal += (at(i) - at(0)).cross(at(i + 1) - at(0));
        }
        if (face.normal.norm() > 0) face.normal.normalize();
        Length width = unbounded;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            face.radius = std::max(face.radius, (at(i) - face.middle).norm());
            const LongVector along = at(i + 1) - at(i);
            Length far = 0;
            for (std::size_t k = 0; k < corners.size(); ++k) {
                far = std::max(far, along.cross(at(k) - at(i)).norm());
            }
            width = std::min(width, along.norm() > 0 ? far / along.norm() : 0);
        }
        face.slack = turn(width);
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const LongVector first = (at(i + 1) - at(i)).normalized();
            const LongVector second = (at(i + corners.size() - 1) - at(i)).normalized();
            sectors_[corners[i].value].push_back({f, first, second});
            const Length angle = std::atan2(first.cross(second).norm(), first.dot(second));
            pseudo_[corners[i].value] += angle * face.normal;
            angles_[corners[i].value] += angle;
        }
        faces_.push_back(face);
    }

    void add_edge(std::uint32_t e) {
        const auto ends = shape_->ends(EdgeIndex(e));
        Edge edge{points_[ends[0].value], points_[ends[1].value], LongVector::Zero(), 0, {}};
        edge.length = (edge.end - edge.start).norm();
        if (edge.length > 0) edge.along = (edge.end - edge.start) / edge.length;
        for (const FaceIndex f : shape_->faces_of(EdgeIndex(e))) {
            LongVector inward = faces_[f.value].normal.cross(edge.along);
            if (inward.dot(faces_[f.value].middle - edge.start) < 0) inward = -inward;
            edge.wings.push_back({f.value, inward});
        }
        edges_.push_back(std::move(edge));
    }
};

// ---- One pair of features ----

/// A normal that a contact may have.
struct NormalChoice {
    LongVector normal;
    bool holds = false;   ///< slopes and sides are right, within the margin
    bool clears = false;  ///< by more than the margin
    Length over = 0;      ///< how far it is beyond the slope or the side that is allowed
    bool primary = true;  ///< the one that it should have, or one of several
};

/// What the definition says of one pair.
struct PairVerdict {
    Length distance = 0;
    LongVector on_a = LongVector::Zero(), on_b = LongVector::Zero();
    bool measured = true;  ///< false: the features are too small or too parallel for directions
    bool inside = false;   ///< the distance is attained inside both, within the margin
    bool well_inside = false;
    Length overhang = -unbounded;  ///< how far a vertex stands over what is next to the edge or
                                   ///< vertex: then it is a contact of that
    Length turn = 0;               ///< how far a normal may be off
    Length shift = 0;              ///< how far the closest points may be off, along the features
    std::vector<NormalChoice> choices;
    bool all_must = true;  ///< reported when all primary choices clear; else when one does
    bool on_seam = false;  ///< over the edge or vertex between faces of one plane: one is enough
    [[nodiscard]] bool must_be_reported() const {
        return measured && well_inside && normal_is_clear();
    }
    [[nodiscard]] bool normal_is_clear() const {
        const auto clears = [](const NormalChoice& c) { return c.clears; };
        const auto clears_if_primary = [](const NormalChoice& c) { return c.clears || !c.primary; };
        return all_must ? !choices.empty() && std::ranges::all_of(choices, clears_if_primary)
                        : std::ranges::any_of(choices, clears);
    }
};

using FeatureKey = std::array<std::uint32_t, 3>;  ///< kind, feature of a, feature of b

class ContactTwin {
   public:
    ContactTwin(const Polyhedron& a, const Pose& pose_a, const Polyhedron& b, const Pose& pose_b)
        : largest_(largest(a, pose_a, b, pose_b)),
          bound_(64 * Length(tolerance::unit_roundoff) * largest_ + Length(a.plane_deviation()) +
                 Length(b.plane_deviation())),
          a_(a, pose_a, bound_ / 4),
          b_(b, pose_b, bound_ / 4) {}

    /// How far a distance may be off.
    [[nodiscard]] Length bound() const { return bound_; }
    [[nodiscard]] const ContactShape& a() const { return a_; }
    [[nodiscard]] const ContactShape& b() const { return b_; }

    [[nodiscard]] PairVerdict judge(ContactKind kind, std::uint32_t i, std::uint32_t k,
                                    double zone) const {
        const auto parts = parts_of(kind);
        const Site site{parts[0], parts[1], i, k};
        PairVerdict verdict;
        switch (kind) {
            case ContactKind::vertex_face:
                over_face(a_.point(i), b_, k, verdict);
                std::swap(verdict.on_a, verdict.on_b);  // found as face and vertex
                two_sides(site, b_.normal(k), verdict);
                break;
            case ContactKind::face_vertex:
                over_face(b_.point(k), a_, i, verdict);
                two_sides(site, a_.normal(i), verdict);
                break;
            case ContactKind::edge_edge:
                of_edges(site, verdict);
                break;
            case ContactKind::vertex_edge:
                on_edge(a_.point(i), b_, k, verdict);
                std::swap(verdict.on_a, verdict.on_b);
                point_to_point(site, zone, verdict);
                break;
            case ContactKind::edge_vertex:
                on_edge(b_.point(k), a_, i, verdict);
                point_to_point(site, zone, verdict);
                break;
            case ContactKind::vertex_vertex:
                verdict.on_a = a_.point(i);
                verdict.on_b = b_.point(k);
                verdict.distance = (verdict.on_a - verdict.on_b).norm();
                verdict.inside = verdict.well_inside = true;
                point_to_point(site, zone, verdict);
                break;
        }
        return verdict;
    }

    /// Calls see(kind, i, k, verdict) for every pair that can touch within the reach.
    template <class See>
    void pairs_within(Length reach, double zone, const See& see) const {
        for (std::uint8_t kind = 0; kind < 6; ++kind) {
            const auto [part_a, part_b] = parts_of(ContactKind(kind));
            std::vector<TwinBall> balls;
            for (std::uint32_t k = 0; k < b_.count(part_b); ++k) {
                balls.push_back(b_.ball(part_b, k));
            }
            for (std::uint32_t i = 0; i < a_.count(part_a); ++i) {
                if (!a_.can_touch(part_a, i)) continue;
                const TwinBall ball = a_.ball(part_a, i);
                for (std::uint32_t k = 0; k < balls.size(); ++k) {
                    if (!b_.can_touch(part_b, k)) continue;
                    const Length far = reach + bound_ + ball.radius + balls[k].radius;
                    if ((ball.centre - balls[k].centre).squaredNorm() > far * far) continue;
                    const PairVerdict verdict = judge(ContactKind(kind), i, k, zone);
                    if (verdict.distance <= reach) see(ContactKind(kind), i, k, verdict);
                }
            }
        }
    }

   private:
    static constexpr Length share = 1e-6L;  ///< the margin of what has no length
    struct Site {
        Part part_a, part_b;
        std::uint32_t a, b;
    };
    Length largest_, bound_;
    ContactShape a_, b_;

    static Length largest(const Polyhedron& a, const Pose& pose_a, const Polyhedron& b,
                          const Pose& pose_b) {
        double most = 0;
        const auto note = [&](const Polyhedron& shape, const Pose& pose) {
            most = std::max(most, pose.translation().cwiseAbs().maxCoeff());
            for (const Eigen::Vector3d& v : shape.vertices()) {
                most = std::max({most, v.cwiseAbs().maxCoeff(), (pose * v).cwiseAbs().maxCoeff()});
            }
        };
        note(a, pose_a);
        note(b, pose_b);
        return most;
    }

    [[nodiscard]] Length slack(const Site& s) const {
        return a_.slack(s.part_a, s.a) + b_.slack(s.part_b, s.b);
    }

    /// A normal with what the definition says of it.
    [[nodiscard]] NormalChoice choice(const Site& s, const LongVector& n, Length turn) const {
        const Length margin = share + turn + slack(s);
        Length over =
            std::max(a_.rise(s.part_a, s.a, -n), b_.rise(s.part_b, s.b, n)) - Length(contact_slope);
        if (a_.front()) over = std::max(over, -a_.outward(s.part_a, s.a, -n));
        if (b_.front()) over = std::max(over, -b_.outward(s.part_b, s.b, n));
        return {n, over <= margin, over <= -margin, over};
    }

    /// Foot of a point on the plane of a face: on_a the foot, on_b the point.
    void over_face(const LongVector& x, const ContactShape& s, std::uint32_t f,
                   PairVerdict& v) const {
        const Length height = s.normal(f).dot(x - s.middle(f)), slack = s.slack(Part::face, f);
        v.distance = std::abs(height);
        v.on_a = x - height * s.normal(f);
        v.on_b = x;
        const Length inside = s.inside(f, v.on_a);
        const Length margin = 2 * (bound_ + slack * (v.distance + bound_));
        v.inside = inside >= -margin;
        v.well_inside = inside >= margin;
        v.shift = margin;
        v.on_seam = v.inside && !v.well_inside && s.inside(f, v.on_a, false) >= margin &&
                    (inside >= 0 || s.beside(f, v.on_a) <= margin) &&
                    !s.at_rim(f, v.on_a, 2 * margin);
        v.turn = slack;
        v.measured = slack < 0.01L;
    }

    /// Of a known line: the side is certain, or both sides are possible.
    void two_sides(const Site& s, const LongVector& n, PairVerdict& v) const {
        const Length along = n.dot(v.on_a - v.on_b);
        if (along > -bound_) v.choices.push_back(choice(s, n, v.turn));
        if (along < bound_) v.choices.push_back(choice(s, -n, v.turn));
        v.all_must = false;
    }

    void of_edges(const Site& s, PairVerdict& v) const {
        const ContactShape::Edge &p = a_.edge(s.a), &q = b_.edge(s.b);
        const LongVector cross = p.along.cross(q.along);
        const Length sine = cross.norm();
        v.measured = sine >= share;
        if (!v.measured) {  // their ends carry them
            const Closest c = closest_of_segments(p.start, p.end, q.start, q.end);
            v.distance = c.distance;
            v.on_a = c.on_a;
            v.on_b = c.on_b;
            v.inside = true;
            return;
        }
        const LongVector n = cross / sine, w = q.start - p.start;
        const Length along_p = w.cross(q.along).dot(n) / sine;
        const Length along_q = w.cross(p.along).dot(n) / sine;
        v.on_a = p.start + along_p * p.along;
        v.on_b = q.start + along_q * q.along;
        v.distance = std::abs(n.dot(w));
        v.turn = (a_.slack(s.part_a, s.a) + b_.slack(s.part_b, s.b)) / sine;
        const Length margin = 2 * (bound_ + v.turn * v.distance) / sine;
        const Length in_p = std::min(along_p, p.length - along_p);
        const Length in_q = std::min(along_q, q.length - along_q);
        v.inside = std::min(in_p, in_q) >= -margin;
        v.well_inside = std::min(in_p, in_q) >= margin;
        v.shift = margin;
        v.measured = v.turn < 0.01L;
        two_sides(s, n, v);
    }

    /// Foot of a point on the line of an edge: on_a the foot, on_b the point.
    void on_edge(const LongVector& x, const ContactShape& s, std::uint32_t e,
                 PairVerdict& v) const {
        const ContactShape::Edge& edge = s.edge(e);
        const Length along = edge.along.dot(x - edge.start);
        v.on_a = edge.start + along * edge.along;
        v.on_b = x;
        v.distance = (v.on_a - v.on_b).norm();
        const Length margin = 2 * (bound_ + s.slack(Part::edge, e) * (v.distance + bound_));
        const Length inside = std::min(along, edge.length - along);
        v.inside = inside >= -margin;
        v.well_inside = inside >= margin;
        v.shift = margin;
    }

    /// From point to point; close to each other, of the faces around.
    void point_to_point(const Site& s, double zone, PairVerdict& v) const {
        const LongVector way = v.on_a - v.on_b;
        if (s.part_a == Part::vertex) v.overhang = b_.overhang(s.part_b, s.b, way);
        if (s.part_b == Part::vertex) {
            v.overhang = std::max(v.overhang, a_.overhang(s.part_a, s.a, -way));
        }
        // Four roundings of the sizes as the library sums them: reach and place, both as lengths.
        const Length over = 8 * bound_ + slack(s) * v.distance;
        if (v.overhang > over) v.inside = false;
        if (v.overhang > bound_ / 4 - slack(s) * v.distance) v.well_inside = false;
        const bool far = v.distance > 2 * Length(zone) - bound_;
        const bool near = v.distance < 2 * Length(zone) + bound_;
        v.turn = bound_ / std::max(v.distance, bound_);
        v.measured = slack(s) < 0.01L;
        if (far && v.distance > 0) v.choices.push_back(choice(s, way / v.distance, v.turn));
        if (!near) return;
        std::vector<LongVector> normals;
        const auto add = [&](const ContactShape& shape, Part part, std::uint32_t i, Length sign) {
            for (const std::uint32_t f : shape.faces_at(part, i)) {
                normals.push_back(sign * shape.normal(f));
                if (!shape.front()) normals.push_back(-sign * shape.normal(f));
            }
        };
        add(a_, s.part_a, s.a, -1);
        add(b_, s.part_b, s.b, 1);
        Length most = -unbounded;
        for (const LongVector& n : normals) most = std::max(most, n.dot(way));
        for (const LongVector& n : normals) {
            v.choices.push_back(choice(s, n, share));
            NormalChoice& made = v.choices.back();
            made.primary = n.dot(way) >= most - bound_;
            if (n.dot(way) < -8 * bound_) made.holds = made.clears = false;  // not from b to a
        }
        if (v.distance > 0 && !far) {
            v.choices.push_back(choice(s, way / v.distance, v.turn));
            v.choices.back().primary = normals.empty();
        }
        if (v.distance > bound_) return;
        LongVector sum = LongVector::Zero();  // of a saddle the mean of its faces
        for (const std::uint32_t f : a_.faces_at(s.part_a, s.a)) sum -= a_.normal(f);
        for (const std::uint32_t f : b_.faces_at(s.part_b, s.b)) sum += b_.normal(f);
        if (sum.norm() < 0.4L) return;
        for (const Length sign : {1, -1}) {
            if (sign < 0 && (a_.front() || b_.front())) break;
            v.choices.push_back(choice(s, sign * sum.normalized(), share));
            v.choices.back().primary = v.choices.back().clears = false;
        }
    }
};

}  // namespace swept::oracle
