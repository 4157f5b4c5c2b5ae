#include <algorithm>
#include <array>

#include "features/crossings.h"
#include "features/distance.h"
#include "papers/buss/scan.h"

namespace swept::papers::buss {

namespace {

using Eigen::Vector3d;

/// Choice. Where a vertex goes through a face is found to this share of a pixel.
constexpr double found_within = 0x1p-10;

/// Choice. So few vertices need no tiles.
constexpr std::size_t few_corners = 1024;

/// Vertices of one body in faces of the other.
class FaceScan {
   public:
    FaceScan(const ScanInput& in, bool vertices_of_a, ScanMemory& memory,
             std::vector<Meeting>& meetings, CollisionStats& stats)
        : in_(in),
          of_a_(vertices_of_a),
          points_(vertices_of_a ? in.a : in.b),
          faces_(vertices_of_a ? in.b : in.a),
          body_(vertices_of_a ? in.step.b : in.step.a),
          memory_(memory),
          meetings_(meetings),
          stats_(stats),
          within_(std::max(found_within * in.size, 8 * in.step.rounding)) {
        plain_path_.turning = in.chart.turning();
    }

    void run() {
        if (points_.corners.empty() || faces_.drawn_faces.empty()) return;
        if (points_.corners.size() <= few_corners) {
            compare_all();
        } else {
            compare_tiles();
        }
    }

   private:
    const ScanInput& in_;
    bool of_a_;
    const DrawnBody& points_;
    const DrawnBody& faces_;
    const GlideBody& body_;  // whose the faces are
    ScanMemory& memory_;
    std::vector<Meeting>& meetings_;
    CollisionStats& stats_;
    double within_;
    ScrewTrajectory plain_path_;

    void compare_all() {
        SortedAreas& areas = memory_.areas;
        areas.build(points_.corners.size(),
                    [&](std::uint32_t j) { return points_.corner_areas[j]; });
        for (std::size_t i = 0; i < faces_.drawn_faces.size(); ++i) {
            areas.visit(query_of(faces_.face_areas[i]), [&](std::uint32_t j) {
                compare(points_.corners[j], faces_.drawn_faces[i]);
            });
        }
    }
    void compare_tiles() {
        ScreenArea region = points_.corner_areas.front();
        for (const ScreenArea& x : points_.corner_areas) {
            region.u.include(x.u.lo);
            region.v.include(x.v.lo);
            region.t.include(x.t.lo);
        }
        memory_.tiles.build(points_.corner_areas, region, 2 * in_.size, in_.pixels.store);
        for (std::size_t i = 0; i < faces_.drawn_faces.size(); ++i) {
            const DrawnFace& face = faces_.drawn_faces[i];
            memory_.tiles.visit(query_of(faces_.face_areas[i]),
                                [&](std::uint32_t j) { compare(points_.corners[j], face); });
        }
    }

    /// Where vertices that meet the face have to be.
    [[nodiscard]] ScreenArea query_of(ScreenArea area) const {
        area.u = {area.u.lo - within_, area.u.hi + within_};
        // Curves of one height bend in angle: close to the axis what is a hair away in space is
        // not on the screen. Faces there have all angles.
        area.v = {area.v.lo - in_.size, area.v.hi + in_.size};
        const double early = of_a_ ? 1 : 0, late = of_a_ ? 0 : 1, slack = in_.pixels.time;
        area.t = {area.t.lo - early - slack, area.t.hi + late + slack};
        return area;
    }

    /// The shares of the step while the vertex is where the face is, at most.
    [[nodiscard]] Interval window(const DrawnVertex& x, double turned, const ScreenBox& box) const {
        Interval shares{0, 1};
        const double sign = of_a_ ? 1 : -1;
        const auto narrow = [&](double value, const Interval& range, double slack, double speed) {
            // value + sign speed share within the range.
            const double lo = (range.lo - slack - value) * sign;
            const double hi = (range.hi + slack - value) * sign;
            shares.lo = std::max(shares.lo, std::min(lo, hi) / speed);
            shares.hi = std::min(shares.hi, std::max(lo, hi) / speed);
        };
        const auto outside = [&](double value, const Interval& range) {
            return value < range.lo - within_ || value > range.hi + within_;
        };
        constexpr Interval never{1, 0};
        const double way = in_.chart.way();
        if (!in_.chart.turning()) {
            if (outside(x.place[0], box.across) || outside(x.place[1], box.height)) return never;
            narrow(x.place[2], box.run, within_, way);
            return shares;
        }
        if (outside(x.r, box.across)) return never;
        const double slack = within_ / std::max(x.r, within_);
        narrow(x.angle + turned * Chart::full_turn, box.run, slack, way);
        const double rise = in_.chart.pitch() * way;
        if (rise > 0) {
            narrow(x.place[2], box.height, within_, rise);
        } else if (outside(x.place[2], box.height)) {
            return never;
        }
        return shares;
    }

    void compare(const DrawnCorner& corner, const DrawnFace& face) {
        const DrawnVertex& x = points_.projected[corner.vertex];
        const Interval shares = window(x, corner.turned, face.box);
        if (!(shares.lo <= shares.hi)) return;
        ++stats_.candidates;
        go_through(x, face.face, shares);
    }

    /// How far the vertices have gone at a moment; moments are angles or shares of a translation.
    [[nodiscard]] Gone gone_at(double t) const {
        const double run = in_.chart.turning() ? t : t * in_.chart.way();
        return of_a_ ? gone_by(in_.chart, run) : gone_by(in_.chart, -run);
    }

    /// Whether an edge of the vertex goes through the plane by so much that the collision is not
    /// proper enough: that is most of them, once bodies are inside each other.
    [[nodiscard]] bool leans_in(std::uint32_t vertex, const Vector3d& normal) const {
        if (!body_.one_sided) return false;
        const GlideBody& own = of_a_ ? in_.step.a : in_.step.b;
        const Vector3d up = in_.chart.frame().transpose() * normal;
        constexpr double rounding = 1e-6;
        const double least = std::min(in_.enough - rounding, 0.0), square = least * least;
        const Vector3d& x = own.positions[vertex];
        for (std::uint32_t i = own.shape.vertex_edge_begins[vertex];
             i < own.shape.vertex_edge_begins[vertex + 1]; ++i) {
            // What is beyond a short edge is looked at by what is found.
            if (own.is_short(own.shape.vertex_edges[i])) return false;
            const auto& ends = own.shape.edge_ends[own.shape.vertex_edges[i].value];
            const Vector3d away = own.position(ends[ends[0].value == vertex ? 1 : 0]) - x;
            const double height = away.dot(up);
            if (height < 0 && height * height > square * away.squaredNorm()) return true;
        }
        return false;
    }

    /// The moments at which the vertex goes through the face's plane: the height over it is
    /// followed by its Taylor series about the middle of the window, if that is good enough, and
    /// else searched.
    void go_through(const DrawnVertex& x, std::uint32_t face, const Interval& shares) {
        ++stats_.search_steps;
        const bool turning = in_.chart.turning();
        const double way = turning ? in_.chart.way() : 1, sign = of_a_ ? 1 : -1;
        const Vector3d& n = faces_.normals[face];
        const double middle = (shares.lo + shares.hi) / 2 * way;
        const double half = (shares.hi - shares.lo) / 2 * way;
        const Vector3d place = gone_at(middle).from(x.place);
        const Vector3d& corner =
            faces_.projected[body_.shape.corners[body_.shape.face_begins[face]].value].place;
        const double height = n.dot(place - corner);
        const double deep = turning ? n[0] * place[0] + n[1] * place[1] : 0;
        const double side = turning ? n[1] * place[0] - n[0] * place[1] : 0;
        const double glide = turning ? in_.chart.pitch() : in_.chart.way();
        const double slope = sign * (side + n[2] * glide);
        const double bend = turning ? x.r : 0;
        const double rest = std::abs(slope) * half + bend * (half * half / 2);
        if (std::abs(height) > rest + within_) return;
        if (std::abs(slope) > bend * half && slope != 0) {
            double h = -height / slope, value = 0;
            for (int i = 0; i < 2; ++i) {  // Newton on the cubic
                value = height + h * (slope - h / 2 * (deep + sign * side * h / 3));
                const double rate = slope - h * (deep + sign * side * h / 2);
                h -= value / rate;
            }
            const double off = bend * (h * h) * (h * h) / 24;
            // What is left of a value is a quarter at most, even where the slope nearly vanishes.
            if (off <= within_ && std::abs(value) <= 4 * within_) {
                if (std::abs(h) * std::abs(slope) > half * std::abs(slope) + within_) return;
                found(x, face, std::clamp(middle + h, 0.0, way), slope < 0 ? -1 : 1);
                return;
            }
        }
        search(x, face, n, corner, shares.lo * way, shares.hi * way);
    }

    void search(const DrawnVertex& x, std::uint32_t face, const Vector3d& n, const Vector3d& corner,
                double from, double to) {
        const double sign = of_a_ ? 1 : -1;
        PassingFunction f{.c = n.dot(x.place - corner), .slack = within_ / 4};
        if (in_.chart.turning()) {
            f.b = sign * (n[1] * x.place[0] - n[0] * x.place[1]);
            f.v = n[0] * x.place[0] + n[1] * x.place[1];
            f.w = sign * n[2] * in_.chart.pitch();
        } else {
            f.w = sign * n[2] * in_.chart.way();
        }
        each_crossing(f, plain_path_, from, to, stats_.search_steps,
                      [&](const Crossing& c) { found(x, face, c.t, c.way); });
    }

    void found(const DrawnVertex& x, std::uint32_t face, double t, int way) {
        if (way > 0 && body_.one_sided) return;
        const Gone gone = gone_at(t);
        if (leans_in(x.vertex, gone.turned_back(faces_.normals[face]))) return;
        const Vector3d place = gone.from(x.place);
        if (!is_in_face(place, face)) return;
        const double share = in_.chart.turning() ? t / in_.chart.way() : t;
        Meeting made{.kind = of_a_ ? ContactKind::vertex_face : ContactKind::face_vertex,
                     .feature_a = of_a_ ? x.vertex : face,
                     .feature_b = of_a_ ? face : x.vertex,
                     .t = share * in_.step.path.end};
        made.place = of_a_ ? in_.chart.world(place) : in_.step.b.positions[x.vertex];
        meetings_.push_back(made);
    }

    [[nodiscard]] bool is_in_face(const Vector3d& place, std::uint32_t face) const {
        const auto corners = body_.shape.corners_of(FaceIndex(face));
        const Vector3d* from = &faces_.projected[corners.back().value].place;
        double least = 0;
        bool is_certain = !body_.shape.is_thin(FaceIndex(face));
        for (const VertexIndex v : corners) {
            const Vector3d& to = faces_.projected[v.value].place;
            const Vector3d side = to - *from;
            const double inward = inward_of(side, place - *from, face);
            if (inward < -within_ * side.lpNorm<1>()) {
                if (is_beyond_corners(inward, *from, side, face)) return false;
                is_certain = false;
            }
            least = std::min(least, inward);
            from = &to;
        }
        if (!is_certain) return is_near_hull(place, face);
        return least == 0 || is_near_side(place, corners);
    }
    [[nodiscard]] double inward_of(const Vector3d& side, const Vector3d& off,
                                   std::uint32_t face) const {
        return in_.chart.handedness() * faces_.normals[face].dot(side.cross(off));
    }

    /// Whether a place that is outside of the line of a side is further out than all corners. The
    /// line of a side that is as short as the rounding of its ends leads anywhere, also through the
    /// middle of the face.
    [[nodiscard]] bool is_beyond_corners(double inward, const Vector3d& from, const Vector3d& side,
                                         std::uint32_t face) const {
        const double slack = within_ / 2 * side.lpNorm<1>();
        return std::ranges::all_of(body_.shape.corners_of(FaceIndex(face)), [&](VertexIndex v) {
            const Vector3d& corner = faces_.projected[v.value].place;
            return inward_of(side, corner - from, face) > inward + slack;
        });
    }
    /// The same by the distance to all of the face, which trusts no side; the height of the place
    /// over the face is known to two of these.
    [[nodiscard]] bool is_near_hull(const Vector3d& place, std::uint32_t face) const {
        std::vector<Vector3d>& corners = memory_.corners;
        corners.clear();
        for (const VertexIndex v : body_.shape.corners_of(FaceIndex(face))) {
            corners.push_back(faces_.projected[v.value].place);
        }
        const Vector3d normal = in_.chart.handedness() * faces_.normals[face];
        return point_to_face(place, {corners, normal}).distance <= 4 * within_;
    }

    /// Within a pixel of a side: beyond a sharp corner a place may be next to both lines and far
    /// from the face.
    [[nodiscard]] bool is_near_side(const Vector3d& place,
                                    std::span<const VertexIndex> corners) const {
        const Vector3d* from = &faces_.projected[corners.back().value].place;
        for (const VertexIndex v : corners) {
            const Vector3d& to = faces_.projected[v.value].place;
            const Vector3d side = to - *from, off = place - *from;
            const double square = side.squaredNorm();
            const double s = square > 0 ? std::clamp(off.dot(side) / square, 0.0, 1.0) : 0;
            if ((off - s * side).squaredNorm() <= in_.size * in_.size) return true;
            from = &to;
        }
        return false;
    }
};

}  // namespace

void scan_faces(const ScanInput& input, ScanMemory& memory, std::vector<Meeting>& meetings,
                CollisionStats& stats) {
    FaceScan(input, true, memory, meetings, stats).run();
    FaceScan(input, false, memory, meetings, stats).run();
}

}  // namespace swept::papers::buss
