#include "collisions/properness.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "core/assert.h"
#include "math/elementary.h"

namespace swept::collisions_detail {

using Eigen::Vector3d;

namespace {

// ---- What has no direction ----
//
// An edge may be as short as rounding, and a face as thin: then its direction, or its normal, is
// one of many, and the contact that touches first would be none. What lies behind is there instead.

/// From one vertex to another, in the shape's own coordinates: places in the world are rounded to
/// more.
Vector3d own_direction(const Polyhedron::Data& shape, VertexIndex from, VertexIndex to) {
    return (shape.positions[to.value] - shape.positions[from.value]).stableNormalized();
}

/// The way of a face's outline along one of its edges.
Vector3d outline_along(const Polyhedron::Data& shape, FaceIndex face, EdgeIndex edge) {
    const auto corners = shape.corners_of(face);
    const auto edges =
        std::span(shape.corner_edges).subspan(shape.face_begins[face.value], corners.size());
    const auto at = static_cast<std::size_t>(std::ranges::find(edges, edge) - edges.begin());
    return own_direction(shape, corners[at], corners[at + 1 == corners.size() ? 0 : at + 1]);
}

/// A face on one side of a line: its normal, and whether its outline leads along the line.
struct Wing {
    FaceIndex face;
    bool forward;
};

/// Calls use(Wing) for a face at one of its edges, which leads along `line`. Where the face is
/// thin, for those behind it: over its other edges that lead the same way, not over those at its
/// ends.
template <class Use>
void each_wing_behind(const Polyhedron::Data& shape, FaceIndex face, EdgeIndex edge,
                      const Vector3d& line, int depth, const Use& use) {
    constexpr double same_way = 0.99;  // Choice
    if (!shape.is_thin(face)) {
        use(Wing{face, outline_along(shape, face, edge).dot(line) > 0});
        return;
    }
    for (std::uint32_t i = shape.face_begins[face.value]; i < shape.face_begins[face.value + 1];
         ++i) {
        const EdgeIndex other = shape.corner_edges[i];
        if (depth == 0 || other == edge || shape.is_short(other)) continue;
        if (std::abs(outline_along(shape, face, other).dot(line)) < same_way) continue;
        for (const FaceIndex behind : shape.faces_of(other)) {
            if (behind != face) each_wing_behind(shape, behind, other, line, depth - 1, use);
        }
    }
}
constexpr int most_thin = 3;  // Choice. So many thin faces side by side are looked past

/// The vertices that are at one place with another but for rounding, itself first: those that short
/// edges lead to.
class OnePlace {
   public:
    OnePlace(const Polyhedron::Data& shape, VertexIndex vertex) {
        places_[count_++] = vertex;
        if (shape.thin_edges.empty()) return;
        for (std::size_t i = 0; i < count_; ++i) {
            for (const EdgeIndex edge : edges_of(shape, places_[i])) {
                if (!shape.is_short(edge)) continue;
                const auto [p, q] = shape.edge_ends[edge.value];
                const VertexIndex to = p == places_[i] ? q : p;
                if (!contains(to) && count_ < places_.size()) places_[count_++] = to;
            }
        }
    }
    [[nodiscard]] static std::span<const EdgeIndex> edges_of(const Polyhedron::Data& shape,
                                                             VertexIndex vertex) {
        const std::uint32_t begin = shape.vertex_edge_begins[vertex.value];
        return std::span(shape.vertex_edges)
            .subspan(begin, shape.vertex_edge_begins[vertex.value + 1] - begin);
    }
    [[nodiscard]] std::span<const VertexIndex> all() const {
        return std::span(places_).first(count_);
    }
    [[nodiscard]] bool contains(VertexIndex vertex) const {
        return std::ranges::find(all(), vertex) != all().end();
    }

   private:
    std::array<VertexIndex, 16> places_;  // of more that is no matter
    std::size_t count_ = 0;
};

// ---- A vertex over a plane ----

/// Choice. Sines below this are those of lines in one direction, or in the plane, but for rounding.
constexpr double straight = 0x1p-40;

/// The vector along an edge, away from one of its ends.
Vector3d away_from(const GlideBody& body, VertexIndex vertex, EdgeIndex edge) {
    SWEPT_ASSERT(edge.value < body.shape.edge_ends.size(), "an edge of the body");
    const auto& ends = body.shape.edge_ends[edge.value];
    const VertexIndex other = ends[0] == vertex ? ends[1] : ends[0];
    return body.position(other) - body.position(vertex);
}

/// A face at one of its corners: the two edges there, along and against its outline, its normal and
/// where it goes down most steeply from a plane.
struct FaceCorner {
    Vector3d next, previous, own, down;
};
std::optional<FaceCorner> corner_at(const GlideBody& body, FaceIndex face, VertexIndex vertex,
                                    const Vector3d& normal) {
    SWEPT_ASSERT(detail::is_unit(normal), "the normal of the contact");
    const auto corners = body.shape.corners_of(face);
    const std::size_t n = corners.size();
    const auto at = static_cast<std::size_t>(std::ranges::find(corners, vertex) - corners.begin());
    if (at == n) return std::nullopt;
    const Vector3d x = body.position(vertex);
    const Vector3d own = body.normal(face.value);
    return FaceCorner{.next = body.position(corners[at + 1 == n ? 0 : at + 1]) - x,
                      .previous = body.position(corners[at == 0 ? n - 1 : at - 1]) - x,
                      .own = own,
                      .down = normal.dot(own) * own - normal};
}

/// Where the face goes down most steeply from the vertex, if that is between its two edges there:
/// how far below the plane it gets. 0 where it is not.
double steepest(const FaceCorner& c) {
    if (c.own.dot(c.next.cross(c.down)) <= 0 || c.own.dot(c.down.cross(c.previous)) <= 0) return 0;
    return -c.down.norm();
}

/// The same at a corner whose two edges are one line but for rounding, and lie in the plane. No
/// direction between them is a sum of the two: both may be level and the face go down all the same.
/// 1 where it does not.
double steepest_at_straight(const FaceCorner& c) {
    const double size = c.next.norm() * c.previous.norm();
    const bool is_straight =
        c.next.dot(c.previous) < 0 && c.next.cross(c.previous).norm() <= straight * size;
    if (!is_straight) return 1;
    const Vector3d inward = c.own.cross((c.next - c.previous).normalized());
    const double depth = c.down.dot(inward);
    return depth > straight ? -std::min(depth, 1.0) : 1;
}

/// A half plane through the vertex as a corner.
FaceCorner corner_of(const GlideBody& body, const Wing& wing, const Vector3d& line,
                     const Vector3d& normal) {
    const Vector3d along = body.rotation * (wing.forward ? line : Vector3d(-line));
    const Vector3d own = body.normal(wing.face.value);
    return {along, -along, own, normal.dot(own) * own - normal};
}

/// A vertex at which something has no direction: short edges are left out, what is beyond them is
/// there instead, and so is what is behind thin faces.
class CloseStar {
   public:
    CloseStar(const GlideBody& body, VertexIndex vertex, const Vector3d& normal)
        : body_(body), shape_(body.shape), normal_(normal), places_(shape_, vertex) {}

    [[nodiscard]] double properness() {
        each_edge([&](VertexIndex place, EdgeIndex edge) {
            const auto [p, q] = shape_.edge_ends[edge.value];
            const double sine = away(place, p == place ? q : p).dot(normal_);
            least_ = std::min(least_, std::max(sine, -1.0));
        });
        if (least_ > straight) return least_;
        is_level_ = least_ >= 0;
        each_edge([&](VertexIndex place, EdgeIndex edge) {
            for (const FaceIndex face : shape_.faces_of(edge)) look_at(face, place, edge);
        });
        return std::max(least_, -1.0);
    }

   private:
    const GlideBody& body_;
    const Polyhedron::Data& shape_;
    Vector3d normal_;
    OnePlace places_;
    double least_ = 1;
    bool is_level_ = false;

    template <class Use>
    void each_edge(const Use& use) const {
        for (const VertexIndex place : places_.all()) {
            for (const EdgeIndex edge : OnePlace::edges_of(shape_, place)) {
                if (!shape_.is_short(edge)) use(place, edge);
            }
        }
    }
    [[nodiscard]] Vector3d away(VertexIndex from, VertexIndex to) const {
        return body_.rotation * own_direction(shape_, from, to);
    }
    void consider(const FaceCorner& corner) {
        least_ = std::min(least_, is_level_ ? steepest_at_straight(corner) : steepest(corner));
    }
    /// A face at an edge that leads away from a place.
    void look_at(FaceIndex face, VertexIndex place, EdgeIndex edge) {
        const auto corners = shape_.corners_of(face);
        const std::size_t n = corners.size();
        const auto at =
            static_cast<std::size_t>(std::ranges::find(corners, place) - corners.begin());
        std::size_t next = at, previous = at;
        do {
            next = next + 1 == n ? 0 : next + 1;
        } while (next != at && places_.contains(corners[next]));
        do {
            previous = previous == 0 ? n - 1 : previous - 1;
        } while (previous != at && places_.contains(corners[previous]));
        if (next == at || next == previous) return;
        const Vector3d own = body_.normal(face.value);
        const FaceCorner corner{away(place, corners[next]), away(place, corners[previous]), own,
                                normal_.dot(own) * own - normal_};
        if (!shape_.is_thin(face)) return consider(corner);
        if (corner.next.dot(corner.previous) > 0) return;  // its tip: what is behind is here, too
        const auto [p, q] = shape_.edge_ends[edge.value];
        const Vector3d line = own_direction(shape_, p, q);
        each_wing_behind(shape_, face, edge, line, most_thin, [&](const Wing& wing) {
            consider(corner_of(body_, wing, line, normal_));
        });
    }
};

/// Whether something at a vertex has no direction, of itself or as it is placed.
bool is_close(const GlideBody& body, VertexIndex vertex) {
    return std::ranges::any_of(OnePlace::edges_of(body.shape, vertex), [&](EdgeIndex edge) {
        return body.is_short(edge) || body.shape.is_thin(edge);
    });
}

// ---- Two edges ----

/// How the face on one side of an edge stands to the plane of contact: the angle from the plane on
/// that side up to the face. Beyond a right angle it leans over the other side.
struct Slope {
    double cosine = -1;  // of nothing: as if the body had folded over to the other side
    double sine = 0;

    /// In a direction whose sine to the edge is given, >= 0.
    [[nodiscard]] double angle(double to_edge) const { return math::atan2(sine * to_edge, cosine); }
    /// The sine of the same: the closed form of docs/derivations/glide.md, "Properness".
    [[nodiscard]] double sine_towards(double to_edge) const {
        SWEPT_ASSERT(to_edge >= 0, "a sine between directions, without its sign");
        const double along_sq = 1 - to_edge * to_edge;
        return sine * to_edge / std::sqrt(std::max(1 - sine * sine * along_sq, 1e-300));
    }
};

/// Left of an edge, right of it.
using Wedge = std::array<Slope, 2>;

/// Ascending with the angle from -pi/2 on, all round.
double order_from_below(const Slope& slope) {
    return slope.cosine >= 0 ? slope.sine : 2 - slope.sine;
}

/// Whether the outline of a face leads from the first end of its edge to the second.
bool leads_forward(const Polyhedron::Data& shape, FaceIndex face, EdgeIndex edge) {
    const auto [first, second] = shape.edge_ends[edge.value];
    const auto corners = shape.corners_of(face);
    const auto at = static_cast<std::size_t>(std::ranges::find(corners, first) - corners.begin());
    return corners[at + 1 == corners.size() ? 0 : at + 1] == second;
}

/// `up` points to where the edge's body is. Of several faces on one side the lowest counts.
Wedge wedge_of(const GlideBody& body, EdgeIndex edge, const Turn& turn, const Vector3d& along,
               const Vector3d& up) {
    const Vector3d left = up.cross(along);
    SWEPT_ASSERT(detail::is_unit(along) && detail::is_unit(up), "unit directions");
    const auto [first, second] = body.shape.edge_ends[edge.value];
    Slope lowest, highest;  // seen from the left
    int count = 0;
    const auto add = [&](const Wing& wing) {
        // Counter-clockwise, a face lies to the left of its edge seen from its front.
        const Vector3d own = turn.forth(body.normal(wing.face.value));
        const Vector3d inward = wing.forward ? own.cross(along) : along.cross(own);
        const Slope slope{inward.dot(left), inward.dot(up)};
        if (count == 0 || order_from_below(slope) < order_from_below(lowest)) lowest = slope;
        if (count == 0 || order_from_below(slope) > order_from_below(highest)) highest = slope;
        ++count;
    };
    const auto faces = body.shape.faces_of(edge);
    for (const FaceIndex face : faces) {
        if (!body.shape.is_thin(face)) {
            add({face, leads_forward(body.shape, face, edge)});
            continue;
        }
        const Vector3d line = own_direction(body.shape, first, second);
        each_wing_behind(body.shape, face, edge, line, most_thin, add);
    }
    if (count == 0) {  // thin all over
        for (const FaceIndex face : faces) add({face, leads_forward(body.shape, face, edge)});
    }
    Wedge wedge{lowest, Slope{-highest.cosine, highest.sine}};
    if (count == 1) wedge[lowest.cosine >= 0 ? 1 : 0] = Slope();
    for (Slope& slope : wedge) {
        // It is on the other side; a negative zero would be, too.
        if (slope.cosine < 0 && slope.sine <= 0) slope = Slope();
    }
    return wedge;
}

/// The sector of directions between an end of one edge and the next end of the other: by the
/// cosine and sine of the opening.
struct Sector {
    Slope a;
    Slope b;
    double cosine, sine;  ///< of the opening

    /// The angle between the surfaces; directions are shares of the way from an end of the one edge
    /// to that of the other.
    [[nodiscard]] double at(double share) const {
        const auto [to_a, to_b] = sines(share);
        return a.angle(to_a) + b.angle(to_b);
    }
    /// Ascending with it, without trigonometry where neither leans over: its tangent.
    [[nodiscard]] double order(double share) const {
        if (!(a.cosine > 0 && b.cosine > 0)) return at(share);
        const auto [to_a, to_b] = sines(share);
        const double slope_a = a.sine / a.cosine * to_a, slope_b = b.sine / b.cosine * to_b;
        const double rest = 1 - slope_a * slope_b, sum = slope_a + slope_b;
        if (rest > 0) return sum / rest;
        return std::copysign(std::numeric_limits<double>::infinity(), sum);
    }
    [[nodiscard]] std::array<double, 2> sines(double share) const {
        const double x = 1 - share + share * cosine, y = share * sine;
        const double length = std::sqrt(x * x + y * y);
        return {y / length, (1 - share) * sine / length};
    }
    [[nodiscard]] double least() const {
        if (a.sine >= 0 && b.sine >= 0) return std::min(at(0), at(1));
        constexpr int samples = 8;
        int best = 0;
        double found = order(0);
        for (int i = 1; i <= samples; ++i) {
            const double value = order(static_cast<double>(i) / samples);
            if (value < found) found = value, best = i;
        }
        // Golden section between the neighbours of the lowest.
        constexpr double golden = 0.6180339887498949;
        double low = static_cast<double>(std::max(best - 1, 0)) / samples;
        double high = static_cast<double>(std::min(best + 1, samples)) / samples;
        double left = high - golden * (high - low), right = low + golden * (high - low);
        double at_left = order(left), at_right = order(right);
        for (int i = 0; i < 20; ++i) {
            if (at_left < at_right) {
                high = right, right = left, at_right = at_left;
                left = high - golden * (high - low), at_left = order(left);
            } else {
                low = left, left = right, at_left = at_right;
                right = low + golden * (high - low), at_right = order(right);
            }
        }
        const double lowest = static_cast<double>(best) / samples;
        return std::min({at(lowest), at(left), at(right)});
    }
};

/// sin(min phi), and -1 for what leans in by more than a right angle.
double properness_of(double angle) {
    return angle < -std::numbers::pi / 2 ? -1 : math::sin(angle);
}

}  // namespace

double vertex_properness(const GlideBody& body, VertexIndex vertex, const Vector3d& normal,
                         double enough) {
    if (is_close(body, vertex)) return CloseStar(body, vertex, normal).properness();
    const std::uint32_t begin = body.shape.vertex_edge_begins[vertex.value];
    const std::uint32_t end = body.shape.vertex_edge_begins[vertex.value + 1];
    double least = 1;
    const double reject = enough < 0 ? enough * enough * (1 + 0x1p-40) : 0;
    for (std::uint32_t i = begin; i < end; ++i) {
        const Vector3d away = away_from(body, vertex, body.shape.vertex_edges[i]);
        const double height = away.dot(normal), square = away.squaredNorm();
        if (height < 0 && height * height > reject * square) return -1;
        const double sine = (square > 0 ? Vector3d(away / std::sqrt(square)) : away).dot(normal);
        least = std::min(least, std::max(sine, -1.0));  // but for rounding it is
        if (least < enough) return least;
    }
    if (least > straight) return least;
    const bool is_level = least >= 0;
    for (std::uint32_t i = begin; i < end; ++i) {
        for (const FaceIndex face : body.shape.faces_of(body.shape.vertex_edges[i])) {
            const auto corner = corner_at(body, face, vertex, normal);
            if (!corner) continue;
            least = std::min(least, is_level ? steepest_at_straight(*corner) : steepest(*corner));
        }
    }
    return std::max(least, -1.0);
}

double edge_properness(const GlideBody& a, EdgeIndex edge_a, const Turn& turn, const GlideBody& b,
                       EdgeIndex edge_b, const Vector3d& normal, double enough) {
    const auto along = [](const GlideBody& body, EdgeIndex edge) {
        const auto& ends = body.shape.edge_ends[edge.value];
        return Vector3d((body.position(ends[1]) - body.position(ends[0])).normalized());
    };
    const Vector3d along_a = turn.forth(along(a, edge_a)), along_b = along(b, edge_b);
    const double sine = std::min(std::abs(normal.dot(along_a.cross(along_b))), 1.0);
    // Along either edge, where a proper contact has its least.
    double least = 1;
    bool proper = true;
    const auto look_along = [&](const Wedge& wedge) {
        for (const Slope& slope : wedge) {
            proper = proper && slope.sine >= 0;
            if (slope.cosine >= 0 || slope.sine < 0) {
                least = std::min(least, slope.sine_towards(sine));
            }
        }
    };
    const Wedge wedge_a = wedge_of(a, edge_a, turn, along_a, normal);
    look_along(wedge_a);
    if (least < enough) return least;
    Wedge wedge_b = wedge_of(b, edge_b, Turn(), along_b, -normal);
    // Seen from below: what is left of b's edge is right of it from above.
    std::swap(wedge_b[0], wedge_b[1]);
    look_along(wedge_b);
    if (proper || least < enough) return least;
    // From a's direction to b's, counter-clockwise seen from above; b's is turned round to be to
    // the left.
    const bool is_left = normal.dot(along_a.cross(along_b)) >= 0;
    const double cosine = along_a.dot(along_b);
    const double opening = is_left ? cosine : -cosine;
    const Slope& left_of_b = wedge_b[is_left ? 0 : 1];
    const Slope& right_of_b = wedge_b[is_left ? 1 : 0];
    constexpr double half = std::numbers::pi;
    // Round from a's direction: left of a and right of b; left of both; right of a and left of b;
    // right of both.
    const std::array<Sector, 4> sectors{{{wedge_a[0], right_of_b, opening, sine},
                                         {wedge_a[0], left_of_b, -opening, sine},
                                         {wedge_a[1], left_of_b, opening, sine},
                                         {wedge_a[1], right_of_b, -opening, sine}}};
    double angle = half;
    for (const Sector& sector : sectors) angle = std::min(angle, sector.least());
    return std::min(least, properness_of(angle));
}

double edge_properness(const GlideBody& body, EdgeIndex edge, const Vector3d& normal) {
    const auto& ends = body.shape.edge_ends[edge.value];
    const Vector3d along = (body.position(ends[1]) - body.position(ends[0])).normalized();
    double least = 0;  // along the edge
    for (const Slope& slope : wedge_of(body, edge, Turn(), along, normal)) {
        least = std::min(least, slope.sine);
    }
    return least;
}

}  // namespace swept::collisions_detail
