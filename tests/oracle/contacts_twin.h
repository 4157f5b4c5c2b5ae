#pragma once

// A judge of contacts: every pair of features of two placed shapes, in long double, against the
// definition at the head of swept/distance.h.
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

#include "swept/distance.h"
#include "swept/polyhedron.h"
#include "swept/tolerance.h"
#include "tests/oracle/sweep_twin.h"

namespace swept::oracle {

enum class Part : std::uint8_t { vertex, edge, face };

std::array<Part, 2> parts_of(ContactKind kind);

ContactKind mirrored(ContactKind kind);

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
    [[nodiscard]] std::vector<std::uint32_t> faces_at(Part part, std::uint32_t i) const;

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
    [[nodiscard]] Length rise(Part part, std::uint32_t i, const LongVector& n) const;

    /// How far a point that is `way` from a place on the feature stands over the edges and, at an
    /// edge, the faces around it. `certain`: at the tip of a needle its two sides are one, but for
    /// less than rounding, and a point may be before either of them; the face between is left out.
    [[nodiscard]] Length overhang(Part part, std::uint32_t i, const LongVector& place,
                                  const LongVector& way, bool certain) const;
    /// How far a face reaches from a place on its outline, in a direction in its plane.
    [[nodiscard]] Length reach(std::uint32_t f, const LongVector& from,
                               const LongVector& direction) const;

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
                                bool with_internal = true) const;
    /// How far a point of its plane that is outside lies from the face: beyond a sharp corner that
    /// is more than from the lines.
    [[nodiscard]] Length beside(std::uint32_t f, const LongVector& point) const;
    /// Whether a corner of the face is so near at which not all edges are flat.
    [[nodiscard]] bool at_rim(std::uint32_t f, const LongVector& point, Length reach) const;
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

    void add_face(std::uint32_t f);

    void add_edge(std::uint32_t e);
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
    Length turn = 0;   ///< how far a normal may be off
    Length shift = 0;  ///< how far the closest points may be off, along the features
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
                                    double margin) const;

    /// Calls see(kind, i, k, verdict) for every pair that can touch within the reach.
    template <class See>
    void pairs_within(Length reach, double margin, const See& see) const {
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
                    const PairVerdict verdict = judge(ContactKind(kind), i, k, margin);
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
                          const Pose& pose_b);

    [[nodiscard]] Length slack(const Site& s) const {
        return a_.slack(s.part_a, s.a) + b_.slack(s.part_b, s.b);
    }

    /// A normal with what the definition says of it.
    [[nodiscard]] NormalChoice choice(const Site& s, const LongVector& n, Length turn) const;

    /// Foot of a point on the plane of a face: on_a the foot, on_b the point.
    void over_face(const LongVector& x, const ContactShape& s, std::uint32_t f,
                   PairVerdict& v) const;

    /// Of a known line: the side is certain, or both sides are possible.
    void two_sides(const Site& s, const LongVector& n, PairVerdict& v) const {
        const Length along = n.dot(v.on_a - v.on_b);
        if (along > -bound_) v.choices.push_back(choice(s, n, v.turn));
        if (along < bound_) v.choices.push_back(choice(s, -n, v.turn));
        v.all_must = false;
    }

    void of_edges(const Site& s, PairVerdict& v) const;

    /// Foot of a point on the line of an edge: on_a the foot, on_b the point.
    void on_edge(const LongVector& x, const ContactShape& s, std::uint32_t e, PairVerdict& v) const;

    /// How far a vertex stands over what is next to the edge or vertex: then it is a contact of
    /// that.
    [[nodiscard]] Length overhang(const Site& s, const PairVerdict& v, bool certain) const;

    /// From point to point; close to each other, of the faces around.
    void point_to_point(const Site& s, double margin, PairVerdict& v) const;
};

}  // namespace swept::oracle
