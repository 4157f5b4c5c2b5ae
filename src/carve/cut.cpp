#include "carve/cut.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "carve/weld.h"
#include "core/assert.h"
#include "math/boxes.h"
#include "math/extremes.h"

namespace swept::carve_detail {

namespace {

using Eigen::Vector3d;

struct Triangle {
    std::array<std::uint32_t, 3> corners;  // points
    std::array<std::uint32_t, 3> edges;    // edge i runs from corner i to the next
    std::uint32_t polygon;                 // place in near_
    int inside = 0;                        // corners inside the tool
};

/// An edge of the surface, or a diagonal of a polygon's fan, from its lower to its higher point.
struct Edge {
    std::uint32_t low, high;
    std::uint32_t shell;
    std::uint32_t diagonal_of;                        // a polygon, or none
    std::array<std::uint32_t, 2> points{none, none};  // where it crosses the hull, in order
    std::array<std::uint32_t, 2> hull_triangles{none, none};
};

class Cutter {
   public:
    Cutter(const CarveSurface& surface, const CarveTool& tool, Cut& cut)
        : surface_(surface), tool_(tool), cut_(cut), hull_count_(tool.planes.size()) {}

    bool run() {
        collect_near();
        find_sides();
        drop_outside();
        if (near_.empty()) return true;
        make_triangles();
        if (!cross_edges()) return false;
        if (!std::ranges::all_of(near_, [&](Near& near) { return cross_polygon(near); })) {
            return false;
        }
        weld();
        return std::ranges::all_of(near_, [&](const Near& near) { return cut_polygon(near); });
    }

   private:
    struct Near {
        std::uint32_t polygon;
        std::uint32_t begin = 0, end = 0;                   // triangles
        std::uint32_t first_segment = 0, last_segment = 0;  // of all_segments_
    };
    /// The end of a segment on a hull triangle.
    struct SegmentEnd {
        std::uint32_t hull_triangle;
        bool starts;
        std::uint32_t point;
    };

    const CarveSurface& surface_;
    const CarveTool& tool_;
    Cut& cut_;
    std::size_t hull_count_;
    std::vector<Near> near_;
    std::vector<std::int8_t> sides_;  // point by hull triangle
    std::vector<std::uint8_t> inside_;
    std::vector<Triangle> triangles_;
    std::vector<Edge> edges_;
    std::vector<SegmentEnd> ends_;
    std::vector<std::int8_t> hull_sides_;
    std::vector<std::uint8_t> passing_;  // per new point: only a diagonal or a flat hull edge ends
                                         // there, so that a segment goes straight on
    std::vector<std::uint32_t> shells_;  // per new point
    std::vector<CutSegment> segments_;   // of one polygon
    std::vector<CutSegment> all_segments_;
    std::vector<std::uint32_t> stands_for_;  // per point
    std::vector<Arc> arcs_;
    std::vector<std::uint32_t> next_;  // per point, while a polygon's parts are traced
    std::vector<std::uint32_t> loop_;
    std::vector<IndexTriangle> pieces_;

    [[nodiscard]] const std::int8_t* sides_of(std::uint32_t point) const {
        SWEPT_ASSERT((point + 1) * hull_count_ <= sides_.size(), "a point of the surface");
        return sides_.data() + point * hull_count_;
    }

    // Which polygons may be met.

    void collect_near() {
        const Box& box = tool_.box;
        for (std::uint32_t i = 0; i < surface_.size(); ++i) {
            Box around;
            for (const std::uint32_t v : surface_.polygon(i)) around.add(surface_.positions[v]);
            if (!boxes_meet(around, box)) continue;
            near_.push_back({i});
            for (const std::uint32_t v : surface_.polygon(i)) cut_.vertices.push_back(v);
        }
        std::ranges::sort(cut_.vertices);
        const auto rest = std::ranges::unique(cut_.vertices);
        cut_.vertices.erase(rest.begin(), rest.end());
        for (const std::uint32_t v : cut_.vertices) cut_.points.push_back(surface_.positions[v]);
    }
    [[nodiscard]] std::uint32_t point_of(std::uint32_t vertex) const {
        const auto found = std::ranges::lower_bound(cut_.vertices, vertex);
        SWEPT_ASSERT(found != cut_.vertices.end() && *found == vertex, "a vertex that is near");
        return static_cast<std::uint32_t>(found - cut_.vertices.begin());
    }
    void find_sides() {
        sides_.resize(cut_.points.size() * hull_count_);
        inside_.assign(cut_.points.size(), 1);
        for (std::size_t v = 0; v < cut_.points.size(); ++v) {
            for (std::size_t h = 0; h < hull_count_; ++h) {
                const int side = tool_.side(h, cut_.points[v]);
                sides_[v * hull_count_ + h] = static_cast<std::int8_t>(side);
                if (side > 0) inside_[v] = 0;
            }
        }
    }
    /// Leaves out polygons that lie in front of a hull triangle.
    void drop_outside() {
        std::vector<std::uint32_t> points;
        std::erase_if(near_, [&](const Near& near) {
            points.clear();
            for (const std::uint32_t v : surface_.polygon(near.polygon)) {
                points.push_back(point_of(v));
            }
            for (std::size_t h = 0; h < hull_count_; ++h) {
                if (std::ranges::all_of(points,
                                        [&](std::uint32_t p) { return sides_of(p)[h] > 0; })) {
                    return true;
                }
            }
            return false;
        });
    }

    // Triangles and their edges.

    void make_triangles() {
        for (std::uint32_t n = 0; n < near_.size(); ++n) {
            const auto polygon = surface_.polygon(near_[n].polygon);
            near_[n].begin = static_cast<std::uint32_t>(triangles_.size());
            SWEPT_ASSERT(polygon.size() >= 3, "polygons have corners");
            const std::uint32_t first = point_of(polygon[0]);
            std::uint32_t before = point_of(polygon[1]);
            for (std::size_t i = 2; i < polygon.size(); ++i) {
                const std::uint32_t here = point_of(polygon[i]);
                triangles_.push_back({{first, before, here}, {}, n});
                before = here;
            }
            near_[n].end = static_cast<std::uint32_t>(triangles_.size());
        }
        for (Triangle& t : triangles_) {
            for (const std::uint32_t p : t.corners) t.inside += inside_[p];
            for (std::size_t i = 0; i < 3; ++i) edges_.push_back(edge_of(t, i));
        }
        std::ranges::sort(edges_, {}, key_of);
        const auto rest = std::ranges::unique(edges_, {}, key_of);
        edges_.erase(rest.begin(), rest.end());
        for (Triangle& t : triangles_) {
            for (std::size_t i = 0; i < 3; ++i) {
                const auto found =
                    std::ranges::lower_bound(edges_, key_of(edge_of(t, i)), {}, key_of);
                SWEPT_ASSERT(found != edges_.end(), "all sides of triangles are edges");
                t.edges[i] = static_cast<std::uint32_t>(found - edges_.begin());
            }
        }
    }
    static std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t> key_of(
        const Edge& e) {
        return {e.low, e.high, e.shell, e.diagonal_of};
    }
    /// Side i of a triangle. The first and the last triangle of a fan have a side of the polygon
    /// where the others have diagonals.
    [[nodiscard]] Edge edge_of(const Triangle& t, std::size_t i) const {
        const auto [low, high] = std::minmax(t.corners[i], t.corners[(i + 1) % 3]);
        const Near& near = near_[t.polygon];
        const bool diagonal = (i == 0 && &t != &triangles_[near.begin]) ||
                              (i == 2 && &t != &triangles_[near.end - 1]);
        return {low, high, shell_of(t), diagonal ? t.polygon : none};
    }
    [[nodiscard]] std::uint32_t shell_of(const Triangle& t) const {
        return surface_.shells[near_[t.polygon].polygon];
    }

    // Edges of the surface through hull triangles.

    bool cross_edges() {
        return std::ranges::all_of(edges_, [&](Edge& e) { return cross_edge(e); });
    }
    bool cross_edge(Edge& edge) {
        if (inside_[edge.low] && inside_[edge.high]) return true;
        const std::int8_t *low = sides_of(edge.low), *high = sides_of(edge.high);
        for (std::size_t h = 0; h < hull_count_; ++h) {
            if (low[h] > 0 && high[h] > 0) return true;
        }
        for (std::uint32_t h = 0; h < hull_count_; ++h) {
            if (low[h] == high[h]) continue;
            const int through = passes_through(edge, h);
            if (through == 0) continue;
            // A line goes into a convex body once and out once: in first.
            const std::size_t place = low[h] > 0 ? 0 : 1;
            if (edge.hull_triangles[place] != none) return false;
            edge.hull_triangles[place] = h;
        }
        const int enters = edge.hull_triangles[0] != none, leaves = edge.hull_triangles[1] != none;
        if (inside_[edge.low] + enters != inside_[edge.high] + leaves) return false;
        if (inside_[edge.low] && enters) return false;
        for (std::size_t i = 0; i < 2; ++i) {
            if (edge.hull_triangles[i] != none) {
                edge.points[i] = crossing(edge, edge.hull_triangles[i]);
            }
        }
        return true;
    }
    /// Whether an edge whose ends lie on both sides of a hull triangle's plane goes through it.
    [[nodiscard]] int passes_through(const Edge& edge, std::uint32_t h) const {
        const auto& t = tool_.hull.triangles[h];
        const Vector3d &a = cut_.points[edge.low], &b = cut_.points[edge.high];
        int all = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const int side = tool_.passes(tool_.points[t[i]], tool_.points[t[(i + 1) % 3]], a, b);
            if (side == 0 || side == -all) return 0;
            all = side;
        }
        return all;
    }
    std::uint32_t crossing(const Edge& edge, std::uint32_t h) {
        SWEPT_ASSERT(h < tool_.planes.size(), "a triangle of the hull");
        const SidePlane& plane = tool_.planes[h];
        const Vector3d a = cut_.points[edge.low], b = cut_.points[edge.high];
        const double at_a = determinant(plane.corner(0), plane.corner(1), plane.corner(2), a);
        const double at_b = determinant(plane.corner(0), plane.corner(1), plane.corner(2), b);
        shells_.push_back(edge.shell);
        return add_point(a, b, fraction_of(at_a, at_b), plane, edge.diagonal_of != none);
    }
    /// Where a value that changes its sign from one end to the other is 0.
    static double fraction_of(double from, double to) {
        from = std::abs(from);
        to = std::abs(to);
        return from == 0 && to == 0 ? 0 : from / (from + to);
    }
    /// The point at a fraction of an edge, which is where it crosses a plane.
    std::uint32_t add_point(const Vector3d& a, const Vector3d& b, double fraction,
                            const SidePlane& plane, bool passing) {
        Vector3d point = b;
        if (fraction < 1) {  // from the nearer end: the error is less
            point = fraction <= 0.5 ? Vector3d(a + fraction * (b - a))
                                    : Vector3d(b + (1 - fraction) * (a - b));
        }
        // A plane across an axis says one coordinate exactly: walls on a grid stay on it.
        for (int k = 0; k < 3; ++k) {
            const double at = plane.corner(0)[k];
            if (plane.corner(1)[k] == at && plane.corner(2)[k] == at) point[k] = at;
        }
        passing_.push_back(passing ? 1 : 0);
        cut_.points.emplace_back(point.cwiseMax(a.cwiseMin(b)).cwiseMin(a.cwiseMax(b)));
        return static_cast<std::uint32_t>(cut_.points.size() - 1);
    }

    // One triangle of the surface.

    /// Adds the segments in which it crosses hull triangles.
    bool cut_triangle(const Triangle& t) {
        if (t.inside == 3) return true;
        ends_.clear();
        collect_edge_ends(t);
        collect_hull_edges(t);
        if (ends_.empty()) return t.inside == 0;
        return link_segments(t);
    }
    void collect_edge_ends(const Triangle& t) {
        for (std::size_t i = 0; i < 3; ++i) {
            const Edge& edge = edges_[t.edges[i]];
            const bool forward = edge.low == t.corners[i];
            for (std::size_t k = 0; k < 2; ++k) {
                if (edge.points[k] == none) continue;
                // Where the triangle's side leaves the tool, the segment starts.
                ends_.push_back({edge.hull_triangles[k], (k == 1) == forward, edge.points[k]});
            }
        }
    }
    void collect_hull_edges(const Triangle& t) {
        if (beyond_hull_edges(t)) return;
        const SidePlane plane(cut_.points[t.corners[0]], cut_.points[t.corners[1]],
                              cut_.points[t.corners[2]]);
        hull_sides_.assign(tool_.points.size(), 0);
        for (std::size_t v = 0; v < tool_.points.size(); ++v) {
            hull_sides_[v] = static_cast<std::int8_t>(tool_.side_of(plane, tool_.points[v]));
        }
        for (std::uint32_t e = 0; e < tool_.hull.edges.size(); ++e) {
            const ConvexHull::Edge& edge = tool_.hull.edges[e];
            if (hull_sides_[edge.from] * hull_sides_[edge.to] >= 0) continue;
            if (passed_by(t, edge)) add_hull_crossing(t, plane, e);
        }
    }
    /// Whether all corners lie in front of one hull triangle: then nothing of it is met.
    [[nodiscard]] bool beyond_hull_edges(const Triangle& t) const {
        const std::int8_t *a = sides_of(t.corners[0]), *b = sides_of(t.corners[1]),
                          *c = sides_of(t.corners[2]);
        for (std::size_t h = 0; h < hull_count_; ++h) {
            if (a[h] > 0 && b[h] > 0 && c[h] > 0) return true;
        }
        return false;
    }
    [[nodiscard]] bool passed_by(const Triangle& t, const ConvexHull::Edge& edge) const {
        const Vector3d &p = tool_.points[edge.from], &q = tool_.points[edge.to];
        int all = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const int side = passes_edge(p, q, edges_[t.edges[i]], t.corners[i]);
            if (side == 0 || side == -all) return false;
            all = side;
        }
        return true;
    }
    [[nodiscard]] int passes_edge(const Vector3d& p, const Vector3d& q, const Edge& edge,
                                  std::uint32_t from) const {
        const int side = tool_.passes(p, q, cut_.points[edge.low], cut_.points[edge.high]);
        return edge.low == from ? side : -side;
    }
    void add_hull_crossing(const Triangle& t, const SidePlane& plane, std::uint32_t e) {
        const ConvexHull::Edge& edge = tool_.hull.edges[e];
        const Vector3d &p = tool_.points[edge.from], &q = tool_.points[edge.to];
        const double at_p = determinant(plane.corner(0), plane.corner(1), plane.corner(2), p);
        const double at_q = determinant(plane.corner(0), plane.corner(1), plane.corner(2), q);
        const double fraction = fraction_of(at_p, at_q);
        shells_.push_back(shell_of(t));
        const std::uint32_t point = add_point(p, q, fraction, plane, tool_.flat[e] != 0);
        const bool outward = hull_sides_[edge.to] > 0;
        cut_.hull_edges.push_back({e, shell_of(t), point, outward ? -1 : 1, fraction});
        // With n the normal of the surface, m that of the hull triangle and e its side: the segment
        // runs along n x m, and (n x m).(m x e) = -(n.e) m.m, m x e pointing into the hull
        // triangle. So it ends where a side passes from behind the surface to its front.
        ends_.push_back({edge.left, !outward, point});
        ends_.push_back({edge.right, outward, point});
    }
    /// A triangle meets the plane of a hull triangle in a segment: every hull triangle that has an
    /// end of one has two.
    bool link_segments(const Triangle& t) {
        if (ends_.size() % 2 != 0) return false;
        std::ranges::sort(ends_, {}, [](const SegmentEnd& e) {
            return std::tuple(e.hull_triangle, !e.starts, e.point);
        });
        for (std::size_t i = 0; i < ends_.size(); i += 2) {
            const SegmentEnd &start = ends_[i], &end = ends_[i + 1];
            if (start.hull_triangle != end.hull_triangle || !start.starts || end.starts) {
                return false;
            }
            if (i + 2 < ends_.size() && ends_[i + 2].hull_triangle == end.hull_triangle) {
                return false;
            }
            segments_.push_back(
                {tool_.sides[start.hull_triangle], shell_of(t), start.point, end.point});
        }
        return true;
    }

    // One polygon.

    bool cross_polygon(Near& near) {
        segments_.clear();
        for (std::uint32_t t = near.begin; t < near.end; ++t) {
            if (!cut_triangle(triangles_[t])) return false;
        }
        if (!go_straight_on()) return false;
        near.first_segment = static_cast<std::uint32_t>(all_segments_.size());
        all_segments_.insert(all_segments_.end(), segments_.begin(), segments_.end());
        near.last_segment = static_cast<std::uint32_t>(all_segments_.size());
        return true;
    }
    bool cut_polygon(const Near& near) {
        const auto segments =
            std::span(all_segments_)
                .subspan(near.first_segment, near.last_segment - near.first_segment);
        arcs_.clear();
        for (const CutSegment& s : segments) arcs_.push_back({s.from, s.to});
        add_sides(near, true);
        if (arcs_.empty()) return true;
        const auto place = static_cast<std::uint32_t>(cut_.polygons.size());
        if (!trace_inside(place)) return false;
        for (CutSegment s : segments) {
            s.from = stands_for_[s.from];
            s.to = stands_for_[s.to];
            if (s.from != s.to) cut_.segments.push_back(s);
        }
        arcs_.clear();
        for (const CutSegment& s : segments) arcs_.push_back({s.to, s.from});
        add_sides(near, false);
        cut_.polygons.push_back({near.polygon, surface_.shells[near.polygon], arcs_.empty()});
        for (Arc& arc : arcs_) arc = {stands_for_[arc.from], stands_for_[arc.to]};
        pieces_.clear();
        const Triangulated done =
            triangulate(cut_.points, arcs_,
                        view_of(surface_.positions, surface_.polygon(near.polygon)), pieces_);
        cut_.clean = cut_.clean && done == Triangulated::simple;
        for (const auto& piece : pieces_) cut_.outside.add(piece, place);
        return done != Triangulated::failed;
    }
    /// Joins segments that meet where nothing ends. What has no other point is a ring thinner than
    /// rounding, and goes.
    bool go_straight_on() {
        next_.resize(cut_.points.size(), none);
        const auto passing = [&](std::uint32_t p) {
            return passing_[p - cut_.vertices.size()] != 0;
        };
        for (std::uint32_t i = 0; i < segments_.size(); ++i) next_[segments_[i].from] = i;
        bool good = true;
        for (CutSegment& s : segments_) {
            if (passing(s.from)) continue;
            // Each is passed once at most: what leads back into itself is no ring but a tangle.
            for (std::size_t passed = 0; good && passing(s.to); ++passed) {
                const std::uint32_t after = next_[s.to];
                good =
                    after != none && segments_[after].side == s.side && passed < segments_.size();
                if (good) s.to = segments_[after].to;
            }
        }
        for (const CutSegment& s : segments_) next_[s.from] = none;
        std::erase_if(segments_, [&](const CutSegment& s) { return passing(s.from); });
        return good;
    }
    /// The parts of the polygon's sides that lie inside, or those outside.
    void add_sides(const Near& near, bool inside) {
        for (std::uint32_t t = near.begin; t < near.end; ++t) {
            for (std::size_t i = 0; i < 3; ++i) {
                const Edge& edge = edges_[triangles_[t].edges[i]];
                if (edge.diagonal_of == none) {
                    add_side(edge, triangles_[t].corners[i], triangles_[t].corners[(i + 1) % 3],
                             inside);
                }
            }
        }
    }
    void add_side(const Edge& edge, std::uint32_t from, std::uint32_t to, bool inside) {
        const bool forward = edge.low == from;
        bool now_inside = inside_[from] != 0;
        for (std::size_t k = 0; k < 2; ++k) {
            const std::uint32_t point = edge.points[forward ? k : 1 - k];
            if (point == none) continue;
            if (now_inside == inside) arcs_.push_back({from, point});
            from = point;
            now_inside = !now_inside;
        }
        if (now_inside == inside) arcs_.push_back({from, to});
    }
    /// Links the arcs to loops: one, for a convex thing within a convex thing. Each point has one
    /// arc that leaves it.
    bool trace_inside(std::uint32_t place) {
        next_.resize(cut_.points.size(), none);
        bool good = true;
        for (const Arc& arc : arcs_) {
            good = good && next_[arc.from] == none;
            next_[arc.from] = arc.to;
        }
        for (const Arc& arc : arcs_) {
            std::uint32_t at = arc.from;
            loop_.clear();
            while (next_[at] != none) {
                loop_.push_back(stands_for_[at]);
                at = std::exchange(next_[at], none);
            }
            good = good && (loop_.empty() || at == arc.from);
            tidy(loop_);
            if (!loop_.empty()) cut_.inside.add(loop_, place);
        }
        return good;
    }

    // Points at one place.

    /// Shell by shell: shells may touch each other without having anything in common.
    void weld() {
        for (const Near& near : near_) cut_.shells.push_back(surface_.shells[near.polygon]);
        std::ranges::sort(cut_.shells);
        cut_.shells.erase(std::ranges::unique(cut_.shells).begin(), cut_.shells.end());
        for (const std::uint32_t shell : cut_.shells) {
            Welder welder(weld_distance());
            add_vertices(shell, welder);
            std::vector<std::uint32_t>& of_tool = cut_.tool_points.emplace_back();
            for (const Vector3d& p : tool_.points) {
                of_tool.push_back(static_cast<std::uint32_t>(cut_.points.size()));
                cut_.points.push_back(p);
                welder.add(of_tool.back(), p);
            }
            const auto first = static_cast<std::uint32_t>(cut_.vertices.size());
            for (std::uint32_t i = 0; i < shells_.size(); ++i) {
                if (shells_[i] == shell) welder.add(first + i, cut_.points[first + i]);
            }
            number_points();
            welder.run(stands_for_);
            for (std::uint32_t& p : of_tool) p = stands_for_[p];
        }
        for (CutHullEdge& c : cut_.hull_edges) c.point = stands_for_[c.point];
    }
    void number_points() {
        while (stands_for_.size() < cut_.points.size()) {
            stands_for_.push_back(static_cast<std::uint32_t>(stands_for_.size()));
        }
    }
    void add_vertices(std::uint32_t shell, Welder& welder) {
        std::vector<std::uint32_t> vertices;
        for (const Triangle& t : triangles_) {
            if (shell_of(t) != shell) continue;
            vertices.insert(vertices.end(), t.corners.begin(), t.corners.end());
        }
        std::ranges::sort(vertices);
        vertices.erase(std::ranges::unique(vertices).begin(), vertices.end());
        for (const std::uint32_t v : vertices) welder.add_fixed(v, cut_.points[v]);
    }
    /// A new point is off the edge that it is on, and along it, by no more than 4 u of the
    /// coordinates; so what is one point is found at places 8 u apart at most in each coordinate.
    [[nodiscard]] double weld_distance() const {
        return 16 * tolerance::unit_roundoff * max_abs(tool_.box);
    }
};

}  // namespace

bool cut_surface(const CarveSurface& surface, const CarveTool& tool, Cut& cut) {
    return Cutter(surface, tool, cut).run();
}

}  // namespace swept::carve_detail
