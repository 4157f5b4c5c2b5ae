#include "glide/properness.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "math/assert.h"
#include "math/elementary.h"

namespace swept::glide_detail {

using Eigen::Vector3d;

namespace {

// ---- A vertex over a plane ----

/// The vector along an edge, away from one of its ends.
Vector3d away_from(const GlideBody& body, VertexIndex vertex, EdgeIndex edge) {
    SWEPT_ASSERT(edge.value < body.shape.edge_ends.size(), "an edge of the body");
    const auto& ends = body.shape.edge_ends[edge.value];
    const VertexIndex other = ends[0] == vertex ? ends[1] : ends[0];
    return body.position(other) - body.position(vertex);
}

/// Where the face goes down most steeply from the vertex, if that is between its two edges there:
/// how far below the plane it gets. 0 where it is not.
double steepest(const GlideBody& body, FaceIndex face, VertexIndex vertex, const Vector3d& normal) {
    SWEPT_ASSERT(detail::is_unit(normal), "the normal of the contact");
    const auto corners = body.shape.corners_of(face);
    const std::size_t n = corners.size();
    const auto at = static_cast<std::size_t>(std::ranges::find(corners, vertex) - corners.begin());
    if (at == n) return 0;
    const Vector3d x = body.position(vertex);
    const Vector3d next = body.position(corners[at + 1 == n ? 0 : at + 1]) - x;
    const Vector3d previous = body.position(corners[at == 0 ? n - 1 : at - 1]) - x;
    const Vector3d own = body.normal(face.value);
    const Vector3d down = normal.dot(own) * own - normal;  // of the plane's height, on the face
    if (own.dot(next.cross(down)) <= 0 || own.dot(down.cross(previous)) <= 0) return 0;
    return -down.norm();
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

/// `up` points to where the edge's body is. Of several faces on one side the lowest counts.
Wedge wedge_of(const GlideBody& body, EdgeIndex edge, const Turn& turn, const Vector3d& along,
               const Vector3d& up) {
    const Vector3d left = up.cross(along);
    SWEPT_ASSERT(detail::is_unit(along) && detail::is_unit(up), "unit directions");
    const auto [first, second] = body.shape.edge_ends[edge.value];
    Slope lowest, highest;  // seen from the left
    bool is_first = true;
    for (const FaceIndex face : body.shape.faces_of(edge)) {
        // Counter-clockwise, a face lies to the left of its edge seen from its front.
        const auto corners = body.shape.corners_of(face);
        const auto at =
            static_cast<std::size_t>(std::ranges::find(corners, first) - corners.begin());
        const bool forward = corners[at + 1 == corners.size() ? 0 : at + 1] == second;
        const Vector3d own = turn.forth(body.normal(face.value));
        const Vector3d inward = forward ? own.cross(along) : along.cross(own);
        const Slope slope{inward.dot(left), inward.dot(up)};
        if (is_first || order_from_below(slope) < order_from_below(lowest)) lowest = slope;
        if (is_first || order_from_below(slope) > order_from_below(highest)) highest = slope;
        is_first = false;
    }
    Wedge wedge{lowest, Slope{-highest.cosine, highest.sine}};
    const bool is_single = body.shape.faces_of(edge).size() == 1;
    if (is_single) wedge[lowest.cosine >= 0 ? 1 : 0] = Slope();
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
    if (least >= 0) return least;
    for (std::uint32_t i = begin; i < end; ++i) {
        for (const FaceIndex face : body.shape.faces_of(body.shape.vertex_edges[i])) {
            least = std::min(least, steepest(body, face, vertex, normal));
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

}  // namespace swept::glide_detail
