#include "papers/buss/draw.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/assert.h"
#include "features/placed_features.h"
#include "math/elementary.h"

namespace swept::papers::buss {

namespace {

using std::numbers::pi;

/// Chords stay within half a pixel of their curve, with room for what the chart is off.
constexpr double most_stray = 0.47;
/// So many pieces at most are cut at once; where more are needed, halves are looked at again: away
/// from the axis edges bend less.
constexpr double most_pieces = 4;
constexpr int most_halvings = 48;
/// Choice. Copies are drawn for what misses the other body by this angle, too: more than a pixel is
/// where it matters, but for what is at the axis and has all angles anyway.
constexpr double near_angle = 0.1;

/// A part of an edge.
struct Part {
    double begin = 0, end = 1;
};

/// A point of an edge.
struct CurvePoint {
    double s = 0;
    double r = 0, angle = 0, height = 0;
    ScreenPoint at;
};

/// An edge in a turning chart, as seen from its ends.
struct Curve {
    const DrawnVertex* from = nullptr;
    const DrawnVertex* to = nullptr;
    ChartPoint way;
    double length = 0;
    double foot = 0;                      // parameter of the point of the line closest to the axis
    double angle = 0, turn = 0;           // of the first end; from there to the second
    double from_turns = 0, to_turns = 0;  // full turns that the ends' own angles are short of that
    EdgeBend bend;

    [[nodiscard]] double least_r(double begin, double end) const {
        if (foot > begin && foot < end) return bend.distance;
        const auto r = [&](double s) {
            const double off = (s - foot) * bend.across;
            return std::sqrt(bend.distance * bend.distance + off * off);
        };
        return r(foot <= begin ? begin : end);
    }
};

class Drawer {
   public:
    Drawer(const GlideStep& step, const Chart& chart, const GlideBody& body,
           const DrawOptions& options, DrawnBody& drawn)
        : chart_(chart),
          body_(body),
          options_(options),
          drawn_(drawn),
          is_a_(&body == &step.a),
          chart_from_shape_(chart.frame() * body.rotation),
          run_b_(run_of(chart.box_b())),
          only_convex_(body.shape.has_internal()),
          // Angles of points closer to the axis than this are those of what they are an end of.
          on_axis_(std::max(16 * step.rounding, 1e-9 * options.size)) {}

    void run() {
        const auto& shape = body_.shape;
        drawn_.chords.clear();
        drawn_.corners.clear();
        drawn_.corner_areas.clear();
        drawn_.drawn_faces.clear();
        drawn_.face_areas.clear();
        drawn_.pixels = 0;
        drawn_.edge_boxes.resize(shape.edge_ends.size());
        drawn_.projected.resize(body_.positions.size());
        drawn_.vertex_state.assign(shape.positions.size(), 0);
        drawn_.face_state.assign(shape.planes.size(), 0);
        drawn_.facing.resize(shape.planes.size());
        drawn_.normals.resize(shape.planes.size());
        if (shape.planes.empty()) {
            for (const std::uint32_t v : drawn_.faces) add_corner(v);
            return;
        }
        gather();
        for (const std::uint32_t f : drawn_.faces) add_face(f);
        for (const std::uint32_t e : drawn_.edges) add_edge(e);
        for (const std::uint32_t v : drawn_.vertices) {
            if ((drawn_.vertex_state[v] & facing) != 0) add_corner(v);
        }
    }

   private:
    const Chart& chart_;
    const GlideBody& body_;
    const DrawOptions& options_;
    DrawnBody& drawn_;
    bool is_a_;
    Eigen::Matrix3d chart_from_shape_;  // of directions
    Interval run_b_;
    bool only_convex_;  // of the edges
    double on_axis_;
    const Curve* curve_ = nullptr;
    Chord pen_;  // what all chords of the curve have in common

    /// The angles that a body's features have, each unwrapped from one between -pi and pi on: what
    /// doppelgangers are made for. Nothing of a body that lies between the cuts has other angles
    /// than those of its box.
    static Interval run_of(const ScreenBox& box) {
        const bool is_uncut = box.run.lo > -pi && box.run.hi < pi;
        return is_uncut ? box.run : Interval{-Chart::full_turn, Chart::full_turn};
    }

    // ---- What takes part ----

    // What is known of a vertex.
    static constexpr std::uint8_t gathered = 1, placed = 2, projected = 4, facing = 8;
    // And of a face: that it looks towards the other body nowhere, somewhere or everywhere.
    static constexpr std::uint8_t facing_nowhere = 1, facing_partly = 2, facing_wholly = 3;

    /// The edges and vertices of the faces.
    void gather() {
        const auto& shape = body_.shape;
        const auto all = [](std::vector<std::uint32_t>& numbers, std::size_t count) {
            numbers.resize(count);
            std::iota(numbers.begin(), numbers.end(), 0U);
        };
        if (drawn_.faces.size() == shape.planes.size()) {
            all(drawn_.vertices, shape.positions.size());
            all(drawn_.edges, shape.edge_ends.size());
            return;
        }
        drawn_.vertices.clear();
        drawn_.edges.clear();
        drawn_.edge_state.assign(shape.edge_ends.size(), 0);
        for (const std::uint32_t f : drawn_.faces) {
            for (std::uint32_t i = shape.face_begins[f]; i < shape.face_begins[f + 1]; ++i) {
                const std::uint32_t v = shape.corners[i].value, e = shape.corner_edges[i].value;
                if (drawn_.edge_state[e] == 0) {
                    drawn_.edge_state[e] = 1;
                    drawn_.edges.push_back(e);
                }
                if (drawn_.vertex_state[v] != 0) continue;
                drawn_.vertex_state[v] = gathered;
                drawn_.vertices.push_back(v);
            }
        }
    }

    /// In the chart; many vertices are only looked at to see which way a face looks.
    const ChartPoint& place_of(VertexIndex v) {
        DrawnVertex& made = drawn_.projected[v.value];
        std::uint8_t& state = drawn_.vertex_state[v.value];
        if ((state & placed) == 0) {
            state |= placed;
            made.vertex = v.value;
            made.place = chart_.local(body_.positions[v.value]);
        }
        return made.place;
    }
    const DrawnVertex& projected_vertex(VertexIndex v) {
        SWEPT_ASSERT(v.value < drawn_.projected.size(), "a vertex of the body");
        (void)place_of(v);
        DrawnVertex& made = drawn_.projected[v.value];
        std::uint8_t& state = drawn_.vertex_state[v.value];
        if ((state & projected) == 0) {
            state |= projected;
            project(made);
        }
        return made;
    }
    void project(DrawnVertex& made) const {
        if (!chart_.turning()) {
            made.at = screen_place(chart_, made.place);
            return;
        }
        const double x = made.place[0], z = made.place[1], square = x * x + z * z;
        made.r = std::sqrt(square);
        made.angle = math::atan2(z, x);
        made.at = screen_place(chart_, made.r, made.angle, made.place[2]);
        if (chart_.single()) return;  // no copies
        const double p = chart_.pitch(), q2 = p * p + square, turn = Chart::full_turn;
        made.turn_v = p == 0 ? 0 : -turn * p * made.r / std::sqrt(q2);
        made.turn_t = (p == 0 ? turn : turn * square / q2) / chart_.way();
    }

    /// The face's facing: n.v with v = (-z, x, p) in the chart (docs/derivations/glide.md,
    /// "Facing").
    const FacingPlane& facing_of(std::uint32_t face) {
        SWEPT_ASSERT(face < drawn_.facing.size(), "a face of the body");
        FacingPlane& plane = drawn_.facing[face];
        if (drawn_.face_state[face] != 0) return plane;
        drawn_.face_state[face] = facing_partly;  // as far as anyone knows
        const Eigen::Vector3d n = chart_from_shape_ * body_.shape.planes[face].normal;
        drawn_.normals[face] = n;
        if (chart_.turning()) {
            plane = {body_.sign * n[1], -body_.sign * n[0], body_.sign * n[2] * chart_.pitch()};
        } else {
            plane = {0, 0, body_.sign * n[2] * chart_.way()};
        }
        return plane;
    }
    [[nodiscard]] bool faces_at(const FacingPlane& plane, const ChartPoint& place) const {
        return !body_.one_sided || plane.at(place) >= -options_.facing_slack;
    }

    /// Whether the other body may come here, and the full turns of the copies that it may meet.
    [[nodiscard]] bool is_reached(const ScreenBox& box) const {
        if (options_.everything) return true;
        return is_a_ ? chart_.may_meet(box, chart_.box_b()) : chart_.may_meet(chart_.box_a(), box);
    }
    [[nodiscard]] Interval copies_of(const Interval& run) const {
        if (!is_a_ || chart_.single()) return {0, 0};
        const Interval turns = chart_.turns({run.lo - near_angle, run.hi + near_angle}, run_b_);
        if (options_.everything && turns.lo > turns.hi) return {0, 0};
        return turns;
    }

    // ---- Vertices and faces ----

    void add_corner(std::uint32_t v) {
        const auto& shape = body_.shape;
        const bool alone = shape.vertex_edge_begins[v] == shape.vertex_edge_begins[v + 1];
        const DrawnVertex& at = projected_vertex(VertexIndex(v));
        const ScreenBox box =
            chart_.turning()
                ? chart_.grown({at.r, at.r}, {at.place[2], at.place[2]}, {at.angle, at.angle})
                : chart_.bounds(at.place);
        if (!is_reached(box)) return;
        const auto [first, last] = copies_of({at.angle, at.angle});
        for (double turned = first; turned <= last; ++turned) {
            const ScreenPoint x = at.turned(turned);
            drawn_.corners.push_back({v, turned});
            drawn_.corner_areas.push_back({{x.u, x.u}, {x.v, x.v}, {x.t, x.t}});
            if (!alone) continue;
            drawn_.chords.push_back({.from = x,
                                     .to = x,
                                     .stray = chart_.deviation(),
                                     .edge = v,
                                     .from_vertex = true,
                                     .to_vertex = true,
                                     .is_point = true});
        }
    }

    void add_face(std::uint32_t face) {
        const FacingPlane& plane = facing_of(face);
        const auto corners = body_.shape.corners_of(FaceIndex(face));
        std::size_t count = 0;
        for (const VertexIndex v : corners) {
            if (!faces_at(plane, place_of(v))) continue;
            drawn_.vertex_state[v.value] |= facing;
            ++count;
        }
        drawn_.face_state[face] = count == 0                ? facing_nowhere
                                  : count == corners.size() ? facing_wholly
                                                            : facing_partly;
        if (count == 0) return;
        for (const VertexIndex v : corners) (void)projected_vertex(v);
        if (options_.everything) draw_virtual_edges(corners, face);
        const ScreenBox box = box_of(corners);
        const ScreenBox reach = chart_.grown(box.across, box.height, box.run);
        if (!is_reached(reach)) return;
        const auto [first, last] = copies_of(box.run);
        for (double turned = first; turned <= last; ++turned) {
            DrawnFace copy{face, turned, box};
            copy.box.run.lo += turned * Chart::full_turn;
            copy.box.run.hi += turned * Chart::full_turn;
            drawn_.face_areas.push_back(area_of(copy.box));
            drawn_.drawn_faces.push_back(copy);
        }
    }

    /// Where the face turns away from the other body, and from its corner to the axis where it goes
    /// round that (Buss 8, figure 11): edges of what is seen of the face, but none of the body.
    void draw_virtual_edges(std::span<const VertexIndex> corners, std::uint32_t face) {
        pen_ = Chord{};
        pen_.is_virtual = true;
        const FacingPlane& plane = drawn_.facing[face];
        std::array<ChartPoint, 2> contour;
        std::size_t found = 0;
        bool left = true, right = true;  // of all sides, seen along the axis
        const ChartPoint* from = &drawn_.projected[corners.back().value].place;
        for (const VertexIndex v : corners) {
            const ChartPoint& to = drawn_.projected[v.value].place;
            const double begin = plane.at(*from), end = plane.at(to);
            if ((begin < 0) != (end < 0) && found < 2) {
                contour[found++] = *from + begin / (begin - end) * (to - *from);
            }
            const double turn = (*from)[0] * to[1] - (*from)[1] * to[0];
            left = left && turn > 0;
            right = right && turn < 0;
            from = &to;
        }
        if (found == 2) draw_virtual(contour[0], contour[1], 0);
        if (!chart_.turning() || !(left || right)) return;
        const Eigen::Vector3d& normal = drawn_.normals[face];
        const ChartPoint on_axis(0, 0, normal.dot(*from) / normal[2]);
        draw_virtual(*from, on_axis, 0);
        draw_virtual(*from, on_axis, left ? 1 : -1);
    }
    void draw_virtual(const ChartPoint& from, const ChartPoint& to, double turned) {
        DrawnVertex begin, end;
        begin.place = from;
        end.place = to;
        project(begin);
        project(end);
        constexpr Part whole;
        if (!chart_.turning()) {
            draw_straight(begin, end, {&whole, 1});
            return;
        }
        Curve curve = curve_between(begin, end);
        const auto [first, last] = copies_of({curve.angle, curve.angle + curve.turn});
        for (double copy = first; copy <= last; ++copy) {
            draw_copy(curve, copy + turned, {&whole, 1});
        }
    }

    /// A face that lies on one side of a plane through the axis has the angles of its corners, and
    /// is no closer to the axis than that side's heights tell. Any other may go round the axis.
    [[nodiscard]] ScreenBox box_of(std::span<const VertexIndex> corners) const {
        const DrawnVertex& first = drawn_.projected[corners[0].value];
        double x = 0, z = 0;
        if (!chart_.turning()) {
            ScreenBox box{{first.place[0], first.place[0]},
                          {first.place[1], first.place[1]},
                          {first.place[2], first.place[2]}};
            for (const VertexIndex v : corners) {
                const ChartPoint& place = drawn_.projected[v.value].place;
                box.across.include(place[0]);
                box.height.include(place[1]);
                box.run.include(place[2]);
            }
            return box;
        }
        for (const VertexIndex v : corners) {
            const ChartPoint& place = drawn_.projected[v.value].place;
            x += place[0];
            z += place[1];
        }
        const double length = std::sqrt(x * x + z * z);
        double least = length;
        ScreenBox box{{0, 0}, {first.place[2], first.place[2]}, {first.angle, first.angle}};
        for (const VertexIndex v : corners) {
            const DrawnVertex& corner = drawn_.projected[v.value];
            least = std::min(least, x * corner.place[0] + z * corner.place[1]);
            box.across.hi = std::max(box.across.hi, corner.r);
            box.height.include(corner.place[2]);
            const double turn = corner.angle - first.angle;
            box.run.include(turn > pi    ? corner.angle - Chart::full_turn
                            : turn < -pi ? corner.angle + Chart::full_turn
                                         : corner.angle);
        }
        if (least <= length * on_axis_) {
            box.run = {-pi, pi};
        } else {
            box.across.lo = least / length * (1 - 0x1p-40);
        }
        return box;
    }

    /// v = c(r) (y - p phi) with c growing in r; t is a mean of phi and y / p, weighed by r.
    [[nodiscard]] ScreenArea area_of(const ScreenBox& box) const {
        const double per_way = 1 / chart_.way();
        if (!chart_.turning() || chart_.pitch() == 0) {
            return {box.across, box.height, {box.run.lo * per_way, box.run.hi * per_way}};
        }
        const double p = chart_.pitch();
        const Interval f{box.height.lo - p * box.run.hi, box.height.hi - p * box.run.lo};
        const Interval c{box.across.lo / std::sqrt(p * p + box.across.lo * box.across.lo),
                         box.across.hi / std::sqrt(p * p + box.across.hi * box.across.hi)};
        const auto mean = [&](double share, double angle, double height) {
            return (share * angle + (1 - share) * (height / p)) * per_way;
        };
        const double near = c.lo * c.lo, far = c.hi * c.hi;
        return {
            box.across,
            {std::min(f.lo * c.lo, f.lo * c.hi), std::max(f.hi * c.lo, f.hi * c.hi)},
            {std::min(mean(near, box.run.lo, box.height.lo), mean(far, box.run.lo, box.height.lo)),
             std::max(mean(near, box.run.hi, box.height.hi),
                      mean(far, box.run.hi, box.height.hi))}};
    }

    // ---- Edges ----

    void add_edge(std::uint32_t e) {
        const EdgeIndex edge(e);
        if (!options_.everything && !is_tested(edge)) return;
        if (drawn_.pixels > most_pixels) return;
        std::array<Part, 2> parts;
        const std::size_t count = facing_parts(edge, parts);
        if (count == 0) return;
        const auto& ends = body_.shape.edge_ends[e];
        const DrawnVertex& from = projected_vertex(ends[0]);
        const DrawnVertex& to = projected_vertex(ends[1]);
        pen_ = Chord{};
        pen_.edge = e;
        if (chart_.turning()) {
            draw_turning(from, to, {parts.data(), count});
        } else {
            draw_straight(from, to, {parts.data(), count});
        }
    }

    /// As swept::is_tested, with what is the same for all edges asked once.
    [[nodiscard]] bool is_tested(EdgeIndex edge) const {
        const EdgeKind kind = body_.shape.edge_kinds[edge.value];
        const bool internal = kind == EdgeKind::flat || (kind == EdgeKind::concave && only_convex_);
        return !internal || body_.shape.is_thin(edge);
    }

    /// Where at least one of the edge's faces looks towards the other body.
    std::size_t facing_parts(EdgeIndex edge, std::array<Part, 2>& parts) {
        SWEPT_ASSERT(edge.value < body_.shape.edge_ends.size(), "an edge of the body");
        if (!body_.one_sided) return 1;
        bool any = false;
        for (const FaceIndex face : body_.shape.faces_of(edge)) {
            const std::uint8_t state = drawn_.face_state[face.value];
            if (state == facing_wholly) return 1;
            any = any || state != facing_nowhere;
        }
        if (!any) return 0;
        const auto& ends = body_.shape.edge_ends[edge.value];
        const ChartPoint from = place_of(ends[0]), to = place_of(ends[1]);
        double left = 0, right = 1;  // facing up to and from here on
        bool any_left = false, any_right = false;
        for (const FaceIndex face : body_.shape.faces_of(edge)) {
            const FacingPlane& plane = facing_of(face.value);
            const double begin = plane.at(from) + options_.facing_slack;
            const double end = plane.at(to) + options_.facing_slack;
            if (begin >= 0 && end >= 0) return 1;
            if (begin >= 0) {
                left = std::max(left, begin / (begin - end));
                any_left = true;
            } else if (end >= 0) {
                right = std::min(right, begin / (begin - end));
                any_right = true;
            }
        }
        if (any_left && any_right) {
            if (left >= right) return 1;
            parts = {Part{0, left}, Part{right, 1}};
            return 2;
        }
        parts[0] = any_left ? Part{0, left} : Part{right, 1};
        return any_left || any_right ? 1 : 0;
    }

    void emit(const ScreenPoint& from, double begin, const ScreenPoint& to, double end,
              double stray, double late) {
        Chord& chord = drawn_.chords.emplace_back(pen_);
        chord.from = from;
        chord.to = to;
        chord.begin = begin;
        chord.end = end;
        chord.stray = stray;
        chord.late = late;
        chord.from_vertex = begin == 0 && !pen_.is_virtual;
        chord.to_vertex = end == 1 && !pen_.is_virtual;
        const double rows = std::abs(to.u - from.u) / options_.size;
        drawn_.pixels += 1 + rows + std::abs(to.v - from.v) / options_.size;
    }

    void draw_straight(const DrawnVertex& from, const DrawnVertex& to,
                       std::span<const Part> parts) {
        const ScreenBox box = chart_.bounds(from.place, to.place);
        if (!is_reached(box)) return;
        if (!pen_.is_virtual) drawn_.edge_boxes[pen_.edge] = box;
        for (const Part& part : parts) {
            const auto at = [&](double s) {
                const ScreenPoint& p = from.at;
                const ScreenPoint& q = to.at;
                return s == 1 ? q
                              : ScreenPoint{p.u + s * (q.u - p.u), p.v + s * (q.v - p.v),
                                            p.t + s * (q.t - p.t)};
            };
            emit(at(part.begin), part.begin, at(part.end), part.end, chart_.deviation(),
                 chart_.deviation() / chart_.way());
        }
    }

    void draw_turning(const DrawnVertex& from, const DrawnVertex& to, std::span<const Part> parts) {
        const Curve curve = curve_between(from, to);
        // What stays on the axis of a rotation does not move.
        if (std::max(from.r, to.r) <= on_axis_ && chart_.pitch() == 0) return;
        Interval run{curve.angle, curve.angle};
        run.include(curve.angle + curve.turn);
        Interval height{from.place[2], from.place[2]};
        height.include(to.place[2]);
        const ScreenBox box =
            chart_.grown({curve.least_r(0, 1), std::max(from.r, to.r)}, height, run);
        if (!is_reached(box)) return;
        drawn_.edge_boxes[pen_.edge] = box;
        const auto [first, last] = copies_of(run);
        for (double turned = first; turned <= last; ++turned) draw_copy(curve, turned, parts);
    }

    void draw_copy(Curve curve, double turned, std::span<const Part> parts) {
        curve.angle += turned * Chart::full_turn;
        curve.from_turns += turned;
        curve.to_turns += turned;
        const double p = chart_.pitch(), other = curve.angle + curve.turn;
        const auto [low, high] = std::minmax(curve.angle, other);
        const auto [bottom, top] = std::minmax(curve.from->place[2], curve.to->place[2]);
        curve.bend.reach = std::max(std::abs(bottom - p * high), std::abs(top - p * low));
        curve_ = &curve;
        if (draw_at_once(parts)) return;
        for (const Part& part : parts) draw_part(part);
    }

    /// One chord from end to end, if that will do: mostly it does.
    bool draw_at_once(std::span<const Part> parts) {
        const Curve& c = *curve_;
        if (parts.size() != 1 || parts[0].begin != 0 || parts[0].end != 1) return false;
        if (c.bend.distance <= options_.size / 2 && c.foot > 0 && c.foot < 1) return false;
        if (std::min(c.from->r, c.to->r) <= on_axis_) return false;
        const ChordStray bound = stray_of(c.bend, c.least_r(0, 1));
        const double stray = std::min(bound.second, bound.first);
        const double late = bound.time / chart_.way();
        if (stray > most_stray * options_.size || late > options_.time) return false;
        emit(c.from->turned(c.from_turns), 0, c.to->turned(c.to_turns), 1, stray, late);
        return true;
    }

    [[nodiscard]] Curve curve_between(const DrawnVertex& from, const DrawnVertex& to) const {
        Curve curve;
        curve.from = &from;
        curve.to = &to;
        curve.way = to.place - from.place;
        const double dx = curve.way[0], dz = curve.way[1], across_sq = dx * dx + dz * dz;
        const double x = from.place[0], z = from.place[1], cross = x * dz - z * dx;
        curve.length = std::sqrt(across_sq + curve.way[2] * curve.way[2]);
        EdgeBend& bend = curve.bend;
        bend.across = std::sqrt(across_sq);
        bend.rise = std::abs(curve.way[2]);
        bend.pitch = chart_.pitch();
        if (bend.across > 1e-9 * on_axis_) {
            curve.foot = -(x * dx + z * dz) / across_sq;
            bend.distance = std::abs(cross) / bend.across;
        } else {  // along the axis
            curve.foot = 2;
            bend.distance = std::min(from.r, to.r);
        }
        if (from.r <= on_axis_) {
            curve.angle = to.r <= on_axis_ ? 0 : to.angle;
            return curve;
        }
        curve.angle = from.angle;
        if (to.r <= on_axis_) return curve;
        // Seen from the axis a segment turns one way, by less than half a turn.
        curve.turn = to.angle - from.angle;
        const auto turn_on = [&](double turns) {
            curve.turn += turns * Chart::full_turn;
            curve.to_turns += turns;
        };
        if (curve.turn > pi) turn_on(-1);
        if (curve.turn < -pi) turn_on(1);
        if (cross > 0 && curve.turn < -pi / 2) turn_on(1);
        if (cross < 0 && curve.turn > pi / 2) turn_on(-1);
        return curve;
    }

    [[nodiscard]] CurvePoint end_point(double s, const DrawnVertex& end, double angle,
                                       double turns) const {
        const bool has_angle = end.r > on_axis_;
        return {s, end.r, angle, end.place[2],
                has_angle ? end.turned(turns) : screen_place(chart_, end.r, angle, end.place[2])};
    }

    [[nodiscard]] CurvePoint point_at(double s) const {
        const Curve& c = *curve_;
        if (s == 0) return end_point(0, *c.from, c.angle, c.from_turns);
        if (s == 1) return end_point(1, *c.to, c.angle + c.turn, c.to_turns);
        const ChartPoint x = c.from->place + s * c.way;
        CurvePoint made;
        made.s = s;
        made.r = std::sqrt(x[0] * x[0] + x[1] * x[1]);
        made.height = x[2];
        // Measured from the end on the same side of the foot: so it is never half a turn away.
        const bool from_first = c.foot >= 1 || (c.foot > 0 && s < c.foot);
        const DrawnVertex& end = from_first ? *c.from : *c.to;
        const double angle = from_first ? c.angle : c.angle + c.turn;
        const double px = end.place[0], pz = end.place[1];
        made.angle = end.r <= on_axis_ || made.r <= on_axis_
                         ? angle
                         : angle + math::atan2(px * x[1] - pz * x[0], px * x[0] + pz * x[1]);
        made.at = screen_place(chart_, made.r, made.angle, made.height);
        return made;
    }

    void draw_part(const Part& part) {
        const Curve& c = *curve_;
        const CurvePoint begin = point_at(part.begin), end = point_at(part.end);
        const double d = c.bend.distance;
        if (d > options_.size / 2 || c.foot <= part.begin || c.foot >= part.end) {
            draw_piece(begin, end, most_halvings);
            return;
        }
        // Past the axis. The two halves meet there at two angles, the one and the other; what comes
        // that close may meet it at any between.
        CurvePoint first = point_at(c.foot), second = first;
        if (d <= on_axis_) {
            const auto towards = [&](CurvePoint& p, double angle) {
                p.angle = angle;
                p.at = screen_place(chart_, p.r, angle, p.height);
            };
            towards(first, begin.r > on_axis_ ? begin.angle : end.angle);
            towards(second, end.r > on_axis_ ? end.angle : begin.angle);
        }
        draw_piece(begin, first, most_halvings);
        if (d <= on_axis_ && first.angle != second.angle) {
            emit(first.at, first.s, second.at, second.s, 0, std::abs(first.at.t - second.at.t));
        }
        draw_piece(second, end, most_halvings);
    }

    void draw_piece(const CurvePoint& from, const CurvePoint& to, int halvings) {
        SWEPT_ASSERT(halvings >= 0 && !(from.s > to.s), "a piece of the curve");
        if (drawn_.pixels > most_pixels) return;
        const Curve& c = *curve_;
        const double r = c.least_r(from.s, to.s), w = to.s - from.s;
        const ChordStray bound = stray_of(c.bend, std::max(r, on_axis_));
        const double tolerance = most_stray * options_.size;
        const double second = w * w * bound.second, late = w * w * bound.time / chart_.way();
        const double stray = std::min(second, w * bound.first);
        // No finer in time than a pixel in space.
        const bool shortest = w * c.length <= options_.size || halvings == 0;
        if ((stray <= tolerance || halvings == 0) && (late <= options_.time || shortest)) {
            emit(from.at, from.s, to.at, to.s, stray,
                 late <= options_.time ? late : variation(from, to, r));
            return;
        }
        const double needed =
            std::sqrt(std::max(second / tolerance, shortest ? 0 : late / options_.time));
        if (needed <= most_pieces) {
            const double pieces = std::ceil(needed), share = 1 / (pieces * pieces);
            CurvePoint last = from;
            for (double i = 1; i < pieces; ++i) {
                const CurvePoint next = point_at(from.s + w * (i / pieces));
                emit(last.at, last.s, next.at, next.s, second * share, late * share);
                last = next;
            }
            emit(last.at, last.s, to.at, to.s, second * share, late * share);
            return;
        }
        const bool past_foot = c.foot > from.s && c.foot < to.s && r > on_axis_;
        const CurvePoint middle = point_at(past_foot ? c.foot : from.s + w / 2);
        draw_piece(from, middle, halvings - 1);
        draw_piece(middle, to, halvings - 1);
    }

    /// How much the times of a piece differ at most.
    [[nodiscard]] double variation(const CurvePoint& from, const CurvePoint& to, double r) const {
        const double p = chart_.pitch(), turn = std::abs(to.angle - from.angle);
        if (p == 0) return turn / chart_.way();
        const double rise = std::abs(to.height - from.height) + p * turn;
        const double q2 = p * p + r * r, far = std::max(from.r, to.r);
        const double wider = 1 / q2 - 1 / (p * p + far * far);
        return (turn + p * (rise / q2 + curve_->bend.reach * wider)) / chart_.way();
    }
};

}  // namespace

void draw(const GlideStep& step, const Chart& chart, const GlideBody& body,
          const DrawOptions& options, DrawnBody& drawn) {
    Drawer(step, chart, body, options, drawn).run();
}

}  // namespace swept::papers::buss
