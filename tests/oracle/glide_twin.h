#pragma once

// A judge of collisions: a flat list of all pairs of a vertex and a face and of two edges, in long
// double. Of each pair it finds every moment at which the signed distance (of the vertex over the
// plane, of the two lines) changes its sign, and says whether that is well inside both features,
// well outside, or too near to a border to tell; the same for whether the two face each other.
//
// The search halves intervals until the function provably has no zero or is provably monotone
// (bounds on its second derivative), so that no pair of zeros is too close together to be seen. The
// motion is derived from the four poses anew. Shares with the library the plain data of its types,
// and nothing else.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <numbers>
#include <optional>
#include <span>
#include <vector>

#include "swept/contact.h"
#include "swept/geometry.h"
#include "swept/polyhedron.h"
#include "tests/oracle/sweep_twin.h"

namespace swept::oracle {

using LongQuaternion = Eigen::Quaternion<long double>;

// ---- Poses and the screw between them ----

struct LongPose {
    LongQuaternion rotation = LongQuaternion::Identity();
    LongVector translation = LongVector::Zero();

    LongVector operator*(const LongVector& x) const { return rotation * x + translation; }
    LongPose operator*(const LongPose& right) const {
        return {rotation * right.rotation, *this * right.translation};
    }
    [[nodiscard]] LongPose inverse() const {
        const LongQuaternion back = rotation.conjugate();
        return {back, -(back * translation)};
    }
};

inline LongPose wide(const Pose& pose) {
    const Quaternion& q = pose.rotation();
    return {LongQuaternion(q.w(), q.x(), q.y(), q.z()).normalized(), wide(pose.translation())};
}

/// The screw of a displacement of the world, the short way round, anchored at a point near what
/// moves, so that an axis far away does no harm (docs/derivations/motions.md, "Anchored at the
/// start").
class TwinScrew {
   public:
    TwinScrew() = default;
    TwinScrew(const LongPose& displacement, const LongVector& anchor);

    [[nodiscard]] Length angle() const { return angle_; }
    [[nodiscard]] const LongVector& axis() const { return axis_; }

    [[nodiscard]] TwinMoment moment(Length fraction) const {
        if (angle_ == 0) return {fraction, 0, 0};
        const Length half = std::sin(fraction * angle_ / 2);
        return {fraction, std::sin(fraction * angle_), 2 * half * half};
    }
    [[nodiscard]] TwinTrack track(const LongVector& start) const;
    /// What a direction has become.
    [[nodiscard]] LongVector turned(const LongVector& v, const TwinMoment& m) const {
        if (angle_ == 0) return v;
        return v + m.sine * axis_.cross(v) - m.versine * (v - v.dot(axis_) * axis_);
    }
    /// The velocity, per fraction, of what is at a place.
    [[nodiscard]] LongVector velocity_at(const LongVector& place) const {
        return angle_ * axis_.cross(place - anchor_ - to_axis_) + advance_;
    }
    [[nodiscard]] TwinScrew inverse() const {
        TwinScrew back = *this;
        back.axis_ = -axis_;
        back.advance_ = -advance_;
        return back;
    }
    [[nodiscard]] LongPose at(Length fraction) const {
        const Length half = fraction * angle_ / 2, sine = std::sin(half);
        const LongQuaternion q(std::cos(half), sine * axis_[0], sine * axis_[1], sine * axis_[2]);
        const LongVector there = track(anchor_).at(moment(fraction));
        return {q, there - q * anchor_};
    }

   private:
    LongVector anchor_ = LongVector::Zero();
    LongVector to_axis_ = LongVector::Zero();  ///< from the anchor, across
    LongVector axis_ = LongVector::UnitZ();
    LongVector advance_ = LongVector::Zero();  ///< of the whole motion
    Length angle_ = 0;
};

// ---- Bodies ----

struct TwinBody {
    const Polyhedron& shape;
    std::vector<LongVector> at;       ///< the placed vertices at the start
    std::vector<LongVector> normals;  ///< of the faces, unit, at the start
    std::vector<std::vector<std::uint32_t>> faces_of_vertex;
    std::vector<LongVector> face_centre;
    std::vector<Length> face_radius;
    bool one_sided;

    TwinBody(const Polyhedron& polyhedron, const Pose& pose);
    [[nodiscard]] std::array<std::uint32_t, 2> ends(std::uint32_t edge) const {
        const auto e = shape.ends(EdgeIndex(edge));
        return {e[0].value, e[1].value};
    }

   private:
    /// Of a sliver rounding tilts the normal along it too, and so its plane off its far corners.
    [[nodiscard]] LongVector across_longest(std::span<const VertexIndex> corners,
                                            const LongVector& normal) const;
    /// Faces without area, which cutting polygons may leave, have the normal that they were given.
    void add_face(std::uint32_t f, const LongVector& given_normal);
};

// ---- What happens ----

/// Whether something holds, as far as rounding lets one tell.
enum class Certain : std::uint8_t { no, maybe, yes };

inline Certain both(Certain a, Certain b) {
    return std::min(a, b);
}
inline Certain either(Certain a, Certain b) {
    return std::max(a, b);
}
/// value > 0, give or take the slack.
inline Certain positive(Length value, Length slack) {
    if (value > slack) return Certain::yes;
    return value < -slack ? Certain::no : Certain::maybe;
}

/// Two features pass each other.
struct TwinEvent {
    ContactKind kind = ContactKind::vertex_face;  ///< vertex_face, face_vertex or edge_edge
    std::uint32_t a = 0, b = 0;                   ///< vertex, edge or face
    Length fraction = 0;
    LongVector place = LongVector::Zero();  ///< b being at rest
    Certain inside = Certain::no;           ///< of both features, at all moments at which they are
                                            ///< within the margin of each other
    Certain facing = Certain::no;
    bool truly_inside = false;  ///< as far as long double can tell
    Length normal_speed = 0;    ///< at which they pass, per fraction
};

struct TwinLimits {
    Length near = 0;    ///< closer than this counts as meeting: rounding of the product
    Length margin = 0;  ///< further inside than this is inside
    Length slack = 0;   ///< speeds below this (per fraction) may have either sign
    Length until = 1;   ///< the last fraction that is looked at: beyond 1 the screw goes on
};

class GlideTwin {
   public:
    GlideTwin(const Polyhedron& shape_a, const Pose& a_from, const Pose& a_to,
              const Polyhedron& shape_b, const Pose& b_from, const Pose& b_to)
        : a(shape_a, a_from), b(shape_b, b_from) {
        const LongVector anchor = wide(a_from * shape_a.box().centre());
        const LongPose displacement =
            wide(b_from) * wide(b_to).inverse() * wide(a_to) * wide(a_from).inverse();
        screw = TwinScrew(displacement, anchor);
        begin();
    }
    GlideTwin(const Polyhedron& shape_a, const Pose& a_from, const TwinScrew& motion,
              const Polyhedron& shape_b, const Pose& b_from)
        : a(shape_a, a_from), b(shape_b, b_from), screw(motion) {
        begin();
    }

    TwinBody a, b;
    TwinScrew screw;       ///< of a, seen from b
    TwinScrew screw_back;  ///< of b, seen from a
    std::vector<TwinTrack> tracks_a, tracks_b;
    Length speed = 0;  ///< of the fastest vertex of either, seen from the other, per fraction
    Length size = 0;   ///< largest coordinate, from the anchor

    // -- One moment --

    [[nodiscard]] LongVector place_of_a(std::uint32_t vertex, const TwinMoment& m) const {
        return tracks_a[vertex].at(m);
    }
    /// How far two features are from each other.
    [[nodiscard]] Length distance(ContactKind kind, std::uint32_t fa, std::uint32_t fb,
                                  Length fraction) const;
    /// How far a place (b at rest) is from a feature of a kind, of a or of b.
    [[nodiscard]] Length from_feature_a(ContactKind kind, std::uint32_t f, const LongVector& place,
                                        const TwinMoment& m) const {
        const LongVector p = screw_back.track(place).at(m);
        if (kind == ContactKind::vertex_face) return (p - a.at[f]).norm();
        if (kind == ContactKind::face_vertex) return to_face(a, f, p);
        return to_edge(a, f, p);
    }
    [[nodiscard]] Length from_feature_b(ContactKind kind, std::uint32_t f,
                                        const LongVector& place) const {
        if (kind == ContactKind::vertex_face) return to_face(b, f, place);
        if (kind == ContactKind::face_vertex) return (place - b.at[f]).norm();
        return to_edge(b, f, place);
    }

    // -- Facing: the same all along, so it is asked where the bodies start --

    /// Whether the face of a looks where it goes, at a place of a's start.
    [[nodiscard]] Certain face_of_a_faces(std::uint32_t face, const LongVector& at_start,
                                          Length slack) const {
        if (!a.one_sided) return Certain::yes;
        return positive(a.normals[face].dot(screw.velocity_at(at_start)), slack);
    }
    [[nodiscard]] Certain face_of_b_faces(std::uint32_t face, const LongVector& place,
                                          Length slack) const {
        if (!b.one_sided) return Certain::yes;
        return positive(-b.normals[face].dot(screw.velocity_at(place)), slack);
    }
    template <class Faces>
    [[nodiscard]] Certain some_of_a_faces(const Faces& faces, const LongVector& at_start,
                                          Length slack) const {
        if (!a.one_sided || std::size(faces) == 0) return Certain::yes;
        Certain some = Certain::no;
        for (const auto f : faces) {
            some = either(some, face_of_a_faces(number(f), at_start, slack));
        }
        return some;
    }
    template <class Faces>
    [[nodiscard]] Certain some_of_b_faces(const Faces& faces, const LongVector& place,
                                          Length slack) const {
        if (!b.one_sided || std::size(faces) == 0) return Certain::yes;
        Certain some = Certain::no;
        for (const auto f : faces) {
            some = either(some, face_of_b_faces(number(f), place, slack));
        }
        return some;
    }
    [[nodiscard]] Certain facing(ContactKind kind, std::uint32_t fa, std::uint32_t fb,
                                 const LongVector& place, const TwinMoment& m, Length slack) const;

    // -- All events --

    [[nodiscard]] std::vector<TwinEvent> events(const TwinLimits& limits) const;
    [[nodiscard]] std::uint64_t pairs() const {
        return std::uint64_t(a.at.size()) * b.normals.size() +
               std::uint64_t(b.at.size()) * a.normals.size() +
               std::uint64_t(a.shape.edge_count()) * b.shape.edge_count();
    }

    /// Whether two edges that are so close run along each other but for a millionth: when they pass
    /// is beyond these numbers.
    [[nodiscard]] bool edges_run_together(Length fraction, Length within) const;

    /// How often the signed distance of two features changes its sign from one of so many moments
    /// to the next, with the places inside both: what dense sampling sees. To watch the search.
    [[nodiscard]] std::vector<TwinEvent> sampled_events(std::uint32_t moments,
                                                        const TwinLimits& limits) const;

   private:
    std::vector<TwinMoment> moments_;  ///< at multiples of 1/1024

    void begin() {
        screw_back = screw.inverse();
        for (const LongVector& v : a.at) tracks_a.push_back(screw.track(v));
        for (const LongVector& v : b.at) tracks_b.push_back(screw_back.track(v));
        for (const TwinTrack& t : tracks_a) speed = std::max(speed, t.speed);
        for (int i = 0; i <= 1024; ++i) moments_.push_back(screw.moment(i / Length(1024)));
    }
    [[nodiscard]] TwinMoment moment(Length fraction) const {
        const Length scaled = fraction * 1024;
        if (scaled == std::floor(scaled) && scaled >= 0 && scaled <= 1024) {
            return moments_[static_cast<std::size_t>(scaled)];
        }
        return screw.moment(fraction);
    }
    static std::uint32_t number(std::uint32_t f) { return f; }
    static std::uint32_t number(FaceIndex f) { return f.value; }

    [[nodiscard]] static Length to_face(const TwinBody& body, std::uint32_t face,
                                        const LongVector& p);
    [[nodiscard]] static Length to_edge(const TwinBody& body, std::uint32_t edge,
                                        const LongVector& p) {
        const auto e = body.ends(edge);
        return closest_on_segment(p, body.at[e[0]], body.at[e[1]]).distance;
    }

    // -- The functions that are searched for zeros --

    struct Sample {
        Length value = 0;
        Length slope = 0;
        Length gap = 0;  ///< of balls about the two features; above 0 they cannot meet
    };

    /// A point over the plane of a face at rest.
    struct Heights {
        const GlideTwin& twin;
        const TwinTrack& track;
        const TwinBody& body;
        std::uint32_t face;

        [[nodiscard]] Sample at(const TwinMoment& m) const {
            const LongVector x = track.at(m) - body.face_centre[face];
            const LongVector& n = body.normals[face];
            return {n.dot(x), n.dot(track.velocity(m)), x.norm() - body.face_radius[face]};
        }
        [[nodiscard]] Length gap_speed() const { return track.speed; }
        [[nodiscard]] Length bend(Length) const { return track.bend(body.normals[face]); }
        /// Units of length per unit of the value.
        [[nodiscard]] Length steepness(const TwinMoment&) const { return 1; }
        [[nodiscard]] Certain inside(const TwinMoment& m, Length margin) const {
            const LongVector x = track.at(m);
            const auto corners = body.shape.corners(FaceIndex(face));
            Certain all = Certain::yes;
            for (std::size_t i = 0; i < corners.size(); ++i) {
                const LongVector& p = body.at[corners[i].value];
                const LongVector& q = body.at[corners[(i + 1) % corners.size()].value];
                const LongVector inward = body.normals[face].cross(q - p).normalized();
                all = both(all, positive(inward.dot(x - p), margin));
            }
            return all;
        }
        /// With b at rest.
        [[nodiscard]] LongVector place(const TwinMoment& m) const {
            return &body == &twin.b ? track.at(m) : track.start;
        }
    };

    /// Two edges: w.(u x d) with unit directions, w from the middle of a's to the middle of b's.
    struct Lines {
        const GlideTwin& twin;
        TwinTrack middle;
        LongVector direction_a, direction_b, middle_b;
        Length half_a = 0, half_b = 0;

        Lines(const GlideTwin& t, std::uint32_t edge_a, std::uint32_t edge_b) : twin(t) {
            const auto ea = t.a.ends(edge_a), eb = t.b.ends(edge_b);
            const LongVector da = t.a.at[ea[1]] - t.a.at[ea[0]];
            const LongVector db = t.b.at[eb[1]] - t.b.at[eb[0]];
            half_a = da.norm() / 2;
            half_b = db.norm() / 2;
            direction_a = da / (2 * half_a);
            direction_b = db / (2 * half_b);
            middle = t.screw.track(t.a.at[ea[0]] + da / 2);
            middle_b = t.b.at[eb[0]] + db / 2;
        }
        [[nodiscard]] Sample at(const TwinMoment& m) const {
            const LongVector w = middle_b - middle.at(m);
            const LongVector u = twin.screw.turned(direction_a, m);
            const LongVector du = twin.screw.angle() * twin.screw.axis().cross(u);
            return {w.dot(u.cross(direction_b)),
                    -middle.velocity(m).dot(u.cross(direction_b)) + w.dot(du.cross(direction_b)),
                    w.norm() - half_a - half_b};
        }
        [[nodiscard]] Length gap_speed() const { return middle.speed; }
        [[nodiscard]] Length bend(Length radius) const {
            const Length turn = twin.screw.angle();
            const Length reach = half_a + half_b + 2 * middle.speed * radius;
            return turn * (turn * middle.arm.norm() + 2 * middle.speed + turn * reach);
        }
        [[nodiscard]] Length steepness(const TwinMoment& m) const {
            return 1 / std::max(Length(1e-30), sine(m));
        }
        [[nodiscard]] Length sine(const TwinMoment& m) const {
            return twin.screw.turned(direction_a, m).cross(direction_b).norm();
        }
        /// How far along each edge, from its middle, the lines are closest.
        [[nodiscard]] std::array<Length, 2> along(const TwinMoment& m) const {
            const LongVector w = middle_b - middle.at(m);
            const LongVector u = twin.screw.turned(direction_a, m);
            const LongVector n = u.cross(direction_b);
            const Length n_sq = std::max(Length(1e-60), n.squaredNorm());
            return {w.cross(direction_b).dot(n) / n_sq, w.cross(u).dot(n) / n_sq};
        }
        [[nodiscard]] Certain inside(const TwinMoment& m, Length margin) const {
            const auto [s, t] = along(m);
            const Length wide = margin * steepness(m);
            return both(positive(half_a - std::abs(s), wide), positive(half_b - std::abs(t), wide));
        }
        [[nodiscard]] LongVector place(const TwinMoment& m) const {
            return middle_b + along(m)[1] * direction_b;
        }
    };

    // -- The search --

    /// The zero between two moments at which the signs differ.
    template <class Function>
    [[nodiscard]] Length bisect(const Function& f, Length low, Length high) const {
        const bool low_positive = f.at(moment(low)).value > 0;
        for (int i = 0; i < 80; ++i) {
            const Length middle = (low + high) / 2;
            if (!(middle > low && middle < high)) break;
            ((f.at(screw.moment(middle)).value > 0) == low_positive ? low : high) = middle;
        }
        return (low + high) / 2;
    }

    /// Whether the features meet for sure: also at the ends of the time for which their distance
    /// is below the margin. Where the way grazes, places are known the worse.
    template <class Function>
    [[nodiscard]] Certain inside_throughout(const Function& f, Length root,
                                            const TwinLimits& limits) const {
        const TwinMoment m = screw.moment(root);
        const Length slope =
            std::max(std::abs(f.at(m).slope) * f.steepness(m), Length(1e-12) * speed);
        const Length margin = limits.margin * (1 + f.gap_speed() / slope);
        const Certain inside = f.inside(m, margin);
        if (inside != Certain::yes) return inside;
        const Length step = 2 * limits.margin / slope;
        for (const Length at : {root - step, root + step}) {
            if (at < 0 || at > limits.until) return Certain::maybe;
            const TwinMoment there = screw.moment(at);
            if (std::abs(f.at(there).value) * f.steepness(there) < limits.margin) {
                return Certain::maybe;
            }
            if (f.inside(there, margin) != Certain::yes) return Certain::maybe;
        }
        return inside;
    }

    template <class Function>
    void add(const Function& f, ContactKind kind, std::uint32_t fa, std::uint32_t fb, Length root,
             bool clean, const TwinLimits& limits, std::vector<TwinEvent>& found) const {
        Certain inside = inside_throughout(f, root, limits);
        if (inside == Certain::no) return;
        if (!clean) inside = Certain::maybe;
        const TwinMoment m = screw.moment(root);
        const LongVector place = f.place(m);
        const Certain faces = facing(kind, fa, fb, place, m, limits.slack);
        if (faces == Certain::no) return;
        found.push_back(
            {kind, fa, fb, root, place, inside, faces,
             f.inside(m, 0) == Certain::yes && distance(kind, fa, fb, root) <= limits.near,
             std::abs(f.at(m).slope) * f.steepness(m)});
    }

    template <class Function>
    void pass(const Function& f, ContactKind kind, std::uint32_t fa, std::uint32_t fb,
              const TwinLimits& limits, std::vector<TwinEvent>& found) const {
        search(f, kind, fa, fb, 0, 1, limits, found);
        if (limits.until > 1) search(f, kind, fa, fb, 1, limits.until, limits, found);
    }

    template <class Function>
    void search(const Function& f, ContactKind kind, std::uint32_t fa, std::uint32_t fb, Length low,
                Length high, const TwinLimits& limits, std::vector<TwinEvent>& found) const {
        const Length middle = (low + high) / 2, radius = (high - low) / 2;
        const Sample s = f.at(moment(middle));
        if (s.gap > f.gap_speed() * radius + limits.margin) return;
        const Length bend = f.bend(radius);
        const Length rest = std::abs(s.slope) * radius + bend * radius * radius / 2;
        const Length floor = limits.near / 64;
        if (std::abs(s.value) > rest + floor) return;
        if (std::abs(s.slope) > bend * radius) {  // monotone
            const Length from = f.at(moment(low)).value, to = f.at(moment(high)).value;
            if ((from > 0) == (to > 0)) return;
            add(f, kind, fa, fb, bisect(f, low, high), true, limits, found);
            return;
        }
        // It lingers: no more than rounding all along. Of features that stay in touch (parallel
        // edges along a common plane) the bound on the bend would take millions of steps to show
        // that.
        const bool flat = radius < Length(1) / 4096 && std::abs(s.value) < floor &&
                          std::abs(s.slope) * radius < floor;
        if (flat || std::abs(s.value) + rest < floor) {
            const bool again = !found.empty() && found.back().kind == kind &&
                               found.back().a == fa && found.back().b == fb &&
                               found.back().inside == Certain::maybe;
            if (!again) add(f, kind, fa, fb, middle, false, limits, found);
            return;
        }
        search(f, kind, fa, fb, low, middle, limits, found);
        search(f, kind, fa, fb, middle, high, limits, found);
    }

    template <class Function>
    void sample(const Function& f, ContactKind kind, std::uint32_t fa, std::uint32_t fb,
                std::uint32_t moments, const TwinLimits& limits,
                std::vector<TwinEvent>& found) const {
        Length before = f.at(screw.moment(0)).value;
        for (std::uint32_t i = 1; i <= moments; ++i) {
            const Length at = Length(i) / moments;
            const Length value = f.at(screw.moment(at)).value;
            if ((before > 0) != (value > 0)) {
                add(f, kind, fa, fb, bisect(f, Length(i - 1) / moments, at), true, limits, found);
            }
            before = value;
        }
    }
};

// ---- Properness by its definition ----

/// The least of a function of an angle over so many even steps of an interval, refined about the
/// lowest ones.
template <class Function>
Length least_by_sampling(const Function& f, Length low, Length high, int steps) {
    Length best = unbounded, where = low;
    for (int round = 0; round < 4; ++round) {
        const Length step = (high - low) / steps;
        for (int i = 0; i <= steps; ++i) {
            const Length x = low + i * step, y = f(x);
            if (y < best) best = y, where = x;
        }
        low = std::max(low, where - 2 * step);
        high = std::min(high, where + 2 * step);
    }
    return best;
}

/// Of a vertex over a plane whose normal points to the vertex's body, both where the body starts:
/// the least sine of the angle between the plane and a ray from the vertex within one of its faces.
Length sampled_vertex_properness(const TwinBody& body, std::uint32_t vertex,
                                 const LongVector& normal, int steps = 96);

/// One wing of an edge: into the face, across the edge; and the same of all its faces.
std::vector<LongVector> wings(const TwinBody& body, std::uint32_t edge);

/// The angle over the plane across n at which a half plane through the edge leaves in direction d
/// (unit, across n). None on that side: nothing. `wing` and `along` are unit.
inline std::optional<Length> elevation(const LongVector& wing, const LongVector& along,
                                       const LongVector& n, const LongVector& d) {
    const LongVector aside = n.cross(along);
    const Length x = wing.dot(aside), z = wing.dot(n), s = d.dot(aside);
    if (x * s < 0 || s == 0) return std::nullopt;
    return std::atan2(z * std::abs(s), std::abs(x));
}

/// Of two edges whose directions and wings are given at one moment; n is across both, from b to a.
/// The sine of the least angle, over all directions across n, from b's surface up to a's; where a
/// surface has two leaves on one side, the one that is nearer to the other body.
Length sampled_edge_properness(const std::vector<LongVector>& wings_a, const LongVector& along_a,
                               const std::vector<LongVector>& wings_b, const LongVector& along_b,
                               const LongVector& n, int steps = 720);

}  // namespace swept::oracle
