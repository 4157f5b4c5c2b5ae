#pragma once

// A body drawn on the collision screen: what of it faces the other body and can meet it during the
// step (Buss 4.2, 7, 8). Edges become chords, straight pieces that stray from the edge's curve by
// less than half a pixel; an edge that needs doppelgangers is drawn once for each. Every vertex is
// projected once. Faces become the intervals that they take up; nothing is cut at half a turn.

#include <span>
#include <vector>

#include "collisions/chart.h"
#include "core/assert.h"
#include "core/namespaces.h"
#include "papers/buss/bend.h"

namespace swept::papers::buss {

/// A place on the screen and the moment at which the point reaches it, as a share of the step: what
/// is at one place of the screen meets when t of b less t of a is within 0 to 1
/// (docs/derivations/glide.md, "Times of meeting").
struct ScreenPoint {
    double u = 0;
    double v = 0;
    double t = 0;
};

/// The place of a point of a turning chart at a distance from the axis, an angle and a height
/// (docs/derivations/glide.md, "Places on the screen").
[[nodiscard]] inline ScreenPoint screen_place(const Chart& chart, double r, double angle,
                                              double height) {
    SWEPT_ASSERT(!(r < 0), "a distance from the axis");
    const double pitch = chart.pitch();
    if (pitch == 0) return {r, height, angle * chart.per_way()};
    const double square = pitch * pitch + r * r;
    const double v = r * (height - angle * pitch) / std::sqrt(square);
    return {r, v, (height * pitch + angle * (r * r)) / square * chart.per_way()};
}
/// Of a straight chart: the two coordinates across and the one along.
[[nodiscard]] inline ScreenPoint screen_place(const Chart& chart, const ChartPoint& x) {
    return {x[0], x[1], x[2] * chart.per_way()};
}

/// What takes part of a screen, with its times.
struct ScreenArea {
    Interval u, v, t;

    [[nodiscard]] bool meets(const ScreenArea& other) const {
        return u.meets(other.u) && v.meets(other.v) && t.meets(other.t);
    }
};

/// A straight piece of an edge's curve on the screen.
struct Chord {
    ScreenPoint from, to;
    double begin = 0, end = 0;  ///< parameters along the edge
    double stray = 0;           ///< how far the curve is off at most, and
    double late = 0;            ///< how much its times are
    std::uint32_t edge = 0;     ///< of a point without edges: the vertex
    bool from_vertex = false;   ///< the piece begins, or
    bool to_vertex = false;     ///< ends at an end of the edge
    bool is_point = false;      ///< no edge at all: a vertex that has none
    bool is_virtual = false;    ///< no edge of the body; only drawn for pictures
};

/// A vertex in the chart.
struct DrawnVertex {
    ChartPoint place;
    double r = 0, angle = 0;  ///< of a turning chart; the angle is between -pi and pi
    ScreenPoint at;
    double turn_v = 0, turn_t = 0;  ///< what a full turn of the angle changes
    std::uint32_t vertex = 0;

    [[nodiscard]] ScreenPoint turned(double turns) const {
        return {at.u, at.v + turns * turn_v, at.t + turns * turn_t};
    }
};

/// A copy of a vertex that faces the other body.
struct DrawnCorner {
    std::uint32_t vertex = 0;
    double turned = 0;  ///< full turns
};

/// A copy of a face that faces the other body.
struct DrawnFace {
    std::uint32_t face = 0;
    double turned = 0;  ///< full turns
    ScreenBox box;      ///< as of Chart::bounds, but not grown and with this copy's angles
};

/// The facing of a face, linear in the chart's first two coordinates: positive where it looks
/// towards the other body.
struct FacingPlane {
    double x = 0, z = 0, constant = 0;

    [[nodiscard]] double at(const ChartPoint& place) const {
        return x * place[0] + z * place[1] + constant;
    }
};

/// How finely.
struct DrawOptions {
    double size = 1;         ///< of a pixel, scaled
    double time = 1.0 / 64;  ///< share of the step
    double facing_slack = 0;
    bool everything = false;  ///< for pictures: also edges that never touch first, and virtual ones
};

/// Working memory and result of drawing one body.
struct DrawnBody {
    std::vector<std::uint32_t> faces;      // that may take part
    std::vector<std::uint32_t> edges;      // of these
    std::vector<std::uint32_t> vertices;   // of these
    std::vector<DrawnVertex> projected;    // by vertex
    std::vector<FacingPlane> facing;       // by face
    std::vector<Eigen::Vector3d> normals;  // by face, in the chart
    std::vector<std::uint8_t> face_state, edge_state, vertex_state;

    std::vector<Chord> chords;
    std::vector<ScreenBox> edge_boxes;  // by edge, of those drawn: grown by the chart's reach
    std::vector<DrawnCorner> corners;
    std::vector<ScreenArea> corner_areas;
    std::vector<DrawnFace> drawn_faces;
    std::vector<ScreenArea> face_areas;
    double pixels = 0;  ///< about how many are drawn
};

/// No more pixels are drawn of both bodies.
inline constexpr double most_pixels = 0x1p26;

/// Draws `body`, whose `faces` are filled in, as seen by the other. Stops when there are too many
/// pixels.
void draw(const GlideStep& step, const Chart& chart, const GlideBody& body,
          const DrawOptions& options, DrawnBody& drawn);

}  // namespace swept::papers::buss
