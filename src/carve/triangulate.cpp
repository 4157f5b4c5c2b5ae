#include "carve/triangulate.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <deque>
#include <tuple>

#include "core/assert.h"
#include "math/predicates.h"

namespace swept::carve_detail {

namespace {

using Eigen::Vector3d;
using exact::Point2;

constexpr std::uint32_t none = 0xffffffff;

/// The points as seen: mirrored when looked at from behind, so that borders always turn left.
Point2 seen(const View& view, const Vector3d& point) {
    const Point2 p = exact::seen_along(view.axis, point);
    return view.from_behind ? Point2{p.y, p.x} : p;
}

double cross(Point2 a, Point2 b, Point2 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Whether d lies inside the circle through a, b, c beyond all doubt. Only the shape of triangles
/// depends on it; because it is never wrong when it says yes, flips by it come to an end.
bool surely_in_circle(Point2 a, Point2 b, Point2 c, Point2 d) {
    const double ax = a.x - d.x, ay = a.y - d.y, bx = b.x - d.x, by = b.y - d.y;
    const double cx = c.x - d.x, cy = c.y - d.y;
    const double a2 = ax * ax + ay * ay, b2 = bx * bx + by * by, c2 = cx * cx + cy * cy;
    const double value =
        a2 * (bx * cy - by * cx) + b2 * (cx * ay - cy * ax) + c2 * (ax * by - ay * bx);
    const double size = a2 * (std::abs(bx * cy) + std::abs(by * cx)) +
                        b2 * (std::abs(cx * ay) + std::abs(cy * ax)) +
                        c2 * (std::abs(ax * by) + std::abs(ay * bx));
    return value > 16 * tolerance::unit_roundoff * size + exact::detail::underflow;
}

/// A triangulation of points by half-edges, three for each triangle, in which sides are forced.
class Mosaic {
   public:
    /// A side with how often it is run along: negative counts run backwards.
    struct Side {
        std::uint32_t from, to;
        int count;
    };

    /// The points are distinct and in lexicographic order.
    Mosaic(std::span<const Point2> points, std::vector<Side> sides)
        : points_(points), open_(std::move(sides)) {}

    /// False: too many sides cross.
    bool run() {
        if (!build()) {
            for (const Side& side : open_) cut_on_line(side);
            return true;
        }
        const std::size_t most = 64 + 16 * points_.size();
        while (!open_.empty()) {
            const Side side = open_.back();
            open_.pop_back();
            if (side.count != 0) force(side);
            if (bends_ > most) return false;
        }
        improve();
        wind();
        return true;
    }
    [[nodiscard]] bool simple() const { return simple_; }

    std::vector<IndexTriangle> triangles;

   private:
    std::span<const Point2> points_;
    std::vector<Side> open_;            // to be forced
    std::vector<std::uint32_t> start_;  // per half-edge: the vertex it starts at
    std::vector<std::uint32_t> twin_;   // per half-edge: the one that runs back, none at the border
    std::vector<int> count_;            // per half-edge: how often sides run along it
    std::vector<std::uint32_t> out_;    // per vertex: a half-edge that starts there
    std::vector<std::uint32_t> hull_next_, hull_previous_;
    std::vector<std::uint32_t> hull_edge_;  // per hull vertex: the half-edge to the next one
    std::size_t bends_ = 0;
    bool simple_ = true;

    static std::uint32_t next(std::uint32_t h) { return h % 3 == 2 ? h - 2 : h + 1; }
    static std::uint32_t previous(std::uint32_t h) { return h % 3 == 0 ? h + 2 : h - 1; }
    [[nodiscard]] std::uint32_t end(std::uint32_t h) const { return start_[next(h)]; }
    [[nodiscard]] int turn(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
        return exact::orient2d(points_[a], points_[b], points_[c]);
    }

    // All points, from the lowest to the highest: each sees some of the hull of those before.

    std::uint32_t add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        SWEPT_ASSERT(std::max({a, b, c}) < out_.size(), "corners are points");
        const auto h = static_cast<std::uint32_t>(start_.size());
        start_.insert(start_.end(), {a, b, c});
        twin_.insert(twin_.end(), 3, none);
        count_.insert(count_.end(), 3, 0);
        out_[a] = h;
        out_[b] = h + 1;
        out_[c] = h + 2;
        return h;
    }
    void pair(std::uint32_t h, std::uint32_t g) {
        SWEPT_ASSERT(h < twin_.size() && (g == none || g < twin_.size()), "half-edges");
        twin_[h] = g;
        if (g != none) twin_[g] = h;
    }
    void link_hull(std::uint32_t from, std::uint32_t to, std::uint32_t h) {
        hull_next_[from] = to;
        hull_previous_[to] = from;
        hull_edge_[from] = h;
    }

    /// False: all points lie on one line.
    bool build() {
        const auto n = static_cast<std::uint32_t>(points_.size());
        std::uint32_t first = 2;
        while (first < n && turn(0, 1, first) == 0) ++first;
        if (first >= n) return false;
        out_.assign(n, none);
        hull_next_.resize(n);
        hull_previous_.resize(n);
        hull_edge_.resize(n);
        begin(first);
        for (std::uint32_t p = first + 1; p < n; ++p) insert(p);
        return true;
    }
    /// A fan from the first point that is not on the line of those before.
    void begin(std::uint32_t tip) {
        SWEPT_ASSERT(tip >= 2 && turn(0, 1, tip) != 0, "the first point off the line");
        const bool left = turn(0, 1, tip) > 0;
        std::uint32_t before = none;  // the half-edge from the tip or to it that is still open
        for (std::uint32_t i = 0; i + 1 < tip; ++i) {
            const std::uint32_t h =
                left ? add_triangle(i, i + 1, tip) : add_triangle(i + 1, i, tip);
            const std::uint32_t near_i = left ? h + 2 : h + 1;
            if (i == 0) {
                left ? link_hull(tip, 0, near_i) : link_hull(0, tip, near_i);
            } else {
                pair(near_i, before);
            }
            before = left ? h + 1 : h + 2;
            left ? link_hull(i, i + 1, h) : link_hull(i + 1, i, h);
        }
        left ? link_hull(tip - 1, tip, before) : link_hull(tip, tip - 1, before);
    }
    void insert(std::uint32_t p) {
        // The point before is the highest so far, so p sees a hull edge beside it.
        const std::uint32_t at = p - 1;
        std::uint32_t from = at, to = at;                // the ends of what p sees
        std::uint32_t open_from = none, open_to = none;  // half-edges from p and to p
        while (turn(to, hull_next_[to], p) < 0) {
            const std::uint32_t h = add_triangle(hull_next_[to], to, p);
            pair(h, hull_edge_[to]);
            if (open_to != none) {
                pair(h + 1, open_to);
            } else {
                open_from = h + 1;
            }
            open_to = h + 2;
            to = hull_next_[to];
        }
        while (turn(hull_previous_[from], from, p) < 0) {
            const std::uint32_t before = hull_previous_[from];
            const std::uint32_t h = add_triangle(from, before, p);
            pair(h, hull_edge_[before]);
            if (open_from != none) {
                pair(h + 2, open_from);
            } else {
                open_to = h + 2;
            }
            open_from = h + 1;
            from = before;
        }
        SWEPT_ASSERT(open_from != none && open_to != none, "a point sees a part of the hull");
        link_hull(from, p, open_from);
        link_hull(p, to, open_to);
    }

    // Sides.

    void cut_sliver(std::uint32_t from, std::uint32_t to, std::uint32_t by, int count) {
        for (; count > 0; --count) triangles.push_back({from, to, by});
        for (; count < 0; ++count) triangles.push_back({to, from, by});
    }
    /// All points are on one line and in order: nothing is left of a side but slivers.
    void cut_on_line(Side side) {
        if (side.from > side.to) side = {side.to, side.from, -side.count};
        for (; side.from + 1 < side.to; ++side.from) {
            cut_sliver(side.from, side.to, side.from + 1, side.count);
        }
    }
    /// A side goes by way of a vertex.
    void bend(const Side& side, std::uint32_t by) {
        cut_sliver(side.from, side.to, by, side.count);
        open_.push_back({by, side.to, side.count});
        open_.push_back({side.from, by, side.count});
        ++bends_;
    }
    [[nodiscard]] double distance_sq(std::uint32_t p, std::uint32_t a, std::uint32_t b) const {
        const double x = points_[b].x - points_[a].x, y = points_[b].y - points_[a].y;
        const double area = cross(points_[a], points_[b], points_[p]);
        return area * area / (x * x + y * y);
    }
    /// Two sides cross, by rounding: the nearest of the four ends is taken to lie on the other.
    void resolve(const Side& side, std::uint32_t h) {
        simple_ = false;
        const Side other{start_[h], end(h), count_[h]};
        const std::array<std::uint32_t, 4> ends{other.from, other.to, side.from, side.to};
        std::array<double, 4> away{};
        for (std::size_t i = 0; i < 4; ++i) {
            const Side& from = i < 2 ? side : other;
            away[i] = distance_sq(ends[i], from.from, from.to);
        }
        const auto nearest =
            static_cast<std::size_t>(std::ranges::min_element(away) - away.begin());
        if (nearest < 2) return bend(side, ends[nearest]);
        set_count(h, 0);
        open_.push_back(side);
        bend(other, ends[nearest]);
    }
    void set_count(std::uint32_t h, int count) {
        count_[h] = count;
        if (twin_[h] != none) count_[twin_[h]] = -count;
    }

    /// What a side meets on its way from its start.
    struct Met {
        std::uint32_t edge = none;     // it runs along this half-edge
        std::uint32_t vertex = none;   // it passes exactly through this vertex
        std::uint32_t crossed = none;  // it crosses this half-edge, which runs from right to left
    };
    [[nodiscard]] bool is_ahead(const Side& side, std::uint32_t v) const {
        // On the line of the side: the order of the points is the order on it.
        return side.from < side.to ? side.from < v : v < side.from;
    }
    [[nodiscard]] Met leave(const Side& side) const {
        SWEPT_ASSERT(side.from < out_.size() && side.to < out_.size() && side.from != side.to,
                     "a side has two ends");
        const std::uint32_t first = out_[side.from];
        std::uint32_t h = first;
        do {  // counter-clockwise
            if (Met met; meets(side, h, met)) return met;
            h = twin_[previous(h)];
        } while (h != none && h != first);
        if (h == first) return {};
        for (h = twin_[first]; h != none; h = twin_[h]) {  // the rest clockwise
            h = next(h);
            if (Met met; meets(side, h, met)) return met;
        }
        return {};
    }
    /// Looks at the triangle to the left of a half-edge that starts where the side does.
    bool meets(const Side& side, std::uint32_t h, Met& met) const {
        const std::uint32_t right = end(h), left = start_[previous(h)];
        if (right == side.to) {
            met.edge = h;
            return true;
        }
        if (left == side.to) {
            // From the other side, where there is one.
            met.edge = previous(h);
            return true;
        }
        const int at_right = turn(side.from, side.to, right);
        if (at_right == 0 && is_ahead(side, right)) {
            met.vertex = right;
            return true;
        }
        const int at_left = turn(side.from, side.to, left);
        if (at_left == 0 && is_ahead(side, left)) {
            met.vertex = left;
            return true;
        }
        if (at_right >= 0 || at_left <= 0) return false;
        met.crossed = next(h);
        return true;
    }
    void force(const Side& side) {
        const Met met = leave(side);
        if (met.edge != none) {
            const int sign = start_[met.edge] == side.from ? 1 : -1;
            set_count(met.edge, count_[met.edge] + sign * side.count);
            return;
        }
        if (met.vertex != none) return bend(side, met.vertex);
        std::deque<std::pair<std::uint32_t, std::uint32_t>> crossed;  // from right to left
        for (std::uint32_t h = met.crossed;;) {
            SWEPT_ASSERT(h != none && twin_[h] != none, "sides stay inside the hull of all points");
            if (count_[h] != 0) return resolve(side, h);
            crossed.emplace_back(start_[h], end(h));
            const std::uint32_t back = twin_[h], tip = start_[previous(back)];
            if (tip == side.to) break;
            const int at_tip = turn(side.from, side.to, tip);
            if (at_tip == 0) return bend(side, tip);
            h = at_tip > 0 ? next(back) : previous(back);
        }
        flip_away(side, crossed);
        open_.push_back(side);  // now an edge
    }
    void flip_away(const Side& side, std::deque<std::pair<std::uint32_t, std::uint32_t>>& crossed) {
        while (!crossed.empty()) {
            const auto [right, left] = crossed.front();
            crossed.pop_front();
            const std::uint32_t h = find(right, left);
            SWEPT_ASSERT(h != none, "an edge that is crossed is there until it is flipped");
            if (!is_convex_around(h)) {
                crossed.emplace_back(right, left);
                continue;
            }
            flip(h);
            const std::uint32_t a = start_[h], b = end(h);
            if (a == side.from || a == side.to || b == side.from || b == side.to) continue;
            const int at_a = turn(side.from, side.to, a), at_b = turn(side.from, side.to, b);
            if (at_a == at_b) continue;
            crossed.emplace_back(at_a < 0 ? a : b, at_a < 0 ? b : a);
        }
    }
    [[nodiscard]] std::uint32_t find(std::uint32_t from, std::uint32_t to) const {
        const std::uint32_t first = out_[from];
        std::uint32_t h = first;
        do {
            if (end(h) == to) return h;
            h = twin_[previous(h)];
        } while (h != none && h != first);
        for (h = twin_[first]; h != none; h = twin_[h]) {
            h = next(h);
            if (end(h) == to) return h;
        }
        return none;  // not reached: inner edges have both half-edges
    }
    [[nodiscard]] bool is_convex_around(std::uint32_t h) const {
        const std::uint32_t a = start_[h], b = end(h), left = start_[previous(h)],
                            right = start_[previous(twin_[h])];
        return turn(right, b, left) > 0 && turn(left, a, right) > 0;
    }
    /// Turns an inner edge to the other two corners of its triangles: h then runs from the right
    /// one to the left one.
    void flip(std::uint32_t h) {
        const std::uint32_t g = twin_[h];
        const std::uint32_t h1 = next(h), h2 = previous(h), g1 = next(g), g2 = previous(g);
        const std::uint32_t a = start_[h], b = start_[g], left = start_[h2], right = start_[g2];
        struct Outer {
            std::uint32_t twin;
            int count;
        };
        const Outer b_left{twin_[h1], count_[h1]}, left_a{twin_[h2], count_[h2]};
        const Outer a_right{twin_[g1], count_[g1]}, right_b{twin_[g2], count_[g2]};
        const auto put = [&](std::uint32_t at, std::uint32_t from, const Outer& outer) {
            start_[at] = from;
            count_[at] = outer.count;
            pair(at, outer.twin);
            out_[from] = at;
        };
        start_[h] = right;
        start_[g] = left;
        put(h1, left, left_a);
        put(h2, a, a_right);
        put(g1, right, right_b);
        put(g2, b, b_left);
    }

    /// Flips edges until no corner of a neighbour lies in a triangle's circle.
    void improve() {
        std::vector<std::uint32_t> todo;
        for (std::uint32_t h = 0; h < start_.size(); ++h) {
            if (twin_[h] != none && h < twin_[h]) todo.push_back(h);
        }
        while (!todo.empty()) {
            const std::uint32_t h = todo.back();
            todo.pop_back();
            if (twin_[h] == none || count_[h] != 0) continue;
            const std::uint32_t g = twin_[h];
            if (!surely_in_circle(points_[start_[h]], points_[end(h)], points_[start_[previous(h)]],
                                  points_[start_[previous(g)]]) ||
                !is_convex_around(h)) {
                continue;
            }
            flip(h);
            for (const std::uint32_t side : {next(h), previous(h), next(g), previous(g)}) {
                todo.push_back(side);
            }
        }
    }

    /// How often the border goes round each triangle, from outside inward.
    void wind() {
        constexpr int unknown = -0x40000000;
        std::vector<int> rounds(start_.size() / 3, unknown);
        std::vector<std::uint32_t> todo;
        for (std::uint32_t h = 0; h < start_.size(); ++h) {
            if (twin_[h] != none || rounds[h / 3] != unknown) continue;
            rounds[h / 3] = count_[h];
            todo.push_back(h / 3);
        }
        while (!todo.empty()) {
            const std::uint32_t t = todo.back();
            todo.pop_back();
            for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
                if (twin_[h] == none || rounds[twin_[h] / 3] != unknown) continue;
                rounds[twin_[h] / 3] = rounds[t] - count_[h];
                todo.push_back(twin_[h] / 3);
            }
        }
        for (std::size_t t = 0; t < rounds.size(); ++t) {
            if (rounds[t] != 0 && rounds[t] != 1) simple_ = false;
            const std::uint32_t a = start_[3 * t], b = start_[3 * t + 1], c = start_[3 * t + 2];
            for (int i = rounds[t]; i > 0; --i) triangles.push_back({a, b, c});
            for (int i = rounds[t]; i < 0; ++i) triangles.push_back({c, b, a});
        }
    }
};

/// A region before it is triangulated: which corners are at one place as seen, and what is left of
/// the sides when those that run along each other are added up.
class Region {
   public:
    Region(std::span<const Vector3d> points, std::span<const Arc> arcs, const View& view) {
        collect(points, arcs, view);
        for (const Arc& arc : arcs) {
            if (arc.from != arc.to) add(arc);
        }
        sum_up();
        leave_out_unused();
    }

    [[nodiscard]] bool closed() const {
        return std::ranges::all_of(balance_, [](int b) { return b == 0; });
    }
    Triangulated run(std::vector<IndexTriangle>& triangles) {
        if (!closed()) return Triangulated::failed;
        bool simple = true;
        const std::size_t before = triangles.size();
        triangles.insert(triangles.end(), slivers_.begin(), slivers_.end());
        if (is_triangle()) {
            triangles.push_back(corners_in_order());
        } else if (!sides_.empty()) {
            Mosaic mosaic(places_, std::move(sides_));
            if (!mosaic.run()) {
                triangles.resize(before);
                return Triangulated::failed;
            }
            simple = mosaic.simple();
            for (const IndexTriangle& t : mosaic.triangles) {
                triangles.push_back({labels_[t[0]], labels_[t[1]], labels_[t[2]]});
            }
        }
        return simple ? Triangulated::simple : Triangulated::folded;
    }

   private:
    struct Corner {
        Point2 place;
        std::uint32_t label;
    };
    std::vector<std::uint32_t> known_;   // labels, ascending
    std::vector<std::uint32_t> number_;  // of each known label: its place
    std::vector<int> balance_;  // of each known label: sides that leave less those that end
    std::vector<Point2> places_;
    std::vector<std::uint32_t> labels_;  // of each place
    std::vector<Mosaic::Side> sides_;
    std::vector<IndexTriangle> slivers_;

    void collect(std::span<const Vector3d> points, std::span<const Arc> arcs, const View& view) {
        for (const Arc& arc : arcs) {
            known_.push_back(arc.from);
            known_.push_back(arc.to);
        }
        std::ranges::sort(known_);
        known_.erase(std::ranges::unique(known_).begin(), known_.end());
        std::vector<Corner> corners;
        corners.reserve(known_.size());
        for (const std::uint32_t label : known_)
            corners.push_back({seen(view, points[label]), label});
        std::ranges::sort(
            corners, {}, [](const Corner& c) { return std::tuple(c.place.x, c.place.y, c.label); });
        number_.resize(known_.size());
        balance_.assign(known_.size(), 0);
        for (const Corner& c : corners) {
            const bool same =
                !places_.empty() && places_.back().x == c.place.x && places_.back().y == c.place.y;
            if (!same) {
                places_.push_back(c.place);
                labels_.push_back(c.label);
            }
            number_[index_of(c.label)] = static_cast<std::uint32_t>(places_.size() - 1);
        }
    }
    [[nodiscard]] std::size_t index_of(std::uint32_t label) const {
        return static_cast<std::size_t>(std::ranges::lower_bound(known_, label) - known_.begin());
    }
    /// A side between the corners that stand for its ends. Where those are others at the same
    /// place, triangles without area make up the difference; the sides between such corners cancel,
    /// for as many lead to each corner as leave it.
    void add(const Arc& arc) {
        const std::size_t from = index_of(arc.from), to = index_of(arc.to);
        ++balance_[from];
        --balance_[to];
        const std::uint32_t a = labels_[number_[from]], b = labels_[number_[to]];
        if (b != arc.to && b != arc.from) slivers_.push_back({arc.from, arc.to, b});
        if (a == b) return;
        if (a != arc.from) slivers_.push_back({arc.from, b, a});
        const std::uint32_t p = number_[from], q = number_[to];
        sides_.push_back(p < q ? Mosaic::Side{p, q, 1} : Mosaic::Side{q, p, -1});
    }
    void sum_up() {
        std::ranges::sort(sides_, {},
                          [](const Mosaic::Side& s) { return std::tuple(s.from, s.to); });
        std::size_t kept = 0;
        for (std::size_t i = 0, end = 0; i < sides_.size(); i = end) {
            Mosaic::Side sum{sides_[i].from, sides_[i].to, 0};
            for (; end < sides_.size() && sides_[end].from == sum.from && sides_[end].to == sum.to;
                 ++end) {
                sum.count += sides_[end].count;
            }
            if (sum.count != 0) sides_[kept++] = sum;
        }
        sides_.resize(kept);
    }
    void leave_out_unused() {
        std::vector<std::uint32_t> renumbered(places_.size(), none);
        for (const Mosaic::Side& s : sides_) renumbered[s.from] = renumbered[s.to] = 0;
        std::uint32_t kept = 0;
        for (std::uint32_t i = 0; i < places_.size(); ++i) {
            if (renumbered[i] == none) continue;
            renumbered[i] = kept;
            places_[kept] = places_[i];
            labels_[kept++] = labels_[i];
        }
        places_.resize(kept);
        labels_.resize(kept);
        for (Mosaic::Side& s : sides_) s = {renumbered[s.from], renumbered[s.to], s.count};
    }
    /// The common case: three sides, turning left or on one line.
    [[nodiscard]] bool is_triangle() const {
        return sides_.size() == 3 && places_.size() == 3 && std::abs(sides_[0].count) == 1 &&
               sides_[0].count * exact::orient2d(places_[0], places_[1], places_[2]) >= 0;
    }
    [[nodiscard]] IndexTriangle corners_in_order() const {
        const bool up = sides_[0].count > 0;  // from place 0 to 1
        return {labels_[0], labels_[up ? 1 : 2], labels_[up ? 2 : 1]};
    }
};

}  // namespace

View View::along(const Vector3d& normal) {
    int axis = 0;
    normal.cwiseAbs().maxCoeff(&axis);
    return {axis, normal[axis] < 0};
}

View view_of(std::span<const Vector3d> points, std::span<const std::uint32_t> polygon) {
    Vector3d normal = Vector3d::Zero();
    const Vector3d& origin = points[polygon[0]];
    for (std::size_t i = 2; i < polygon.size(); ++i) {
        normal += (points[polygon[i - 1]] - origin).cross(points[polygon[i]] - origin);
    }
    return View::along(normal);
}

double twice_area(std::span<const Vector3d> points, std::span<const Arc> arcs, const View& view) {
    if (arcs.empty()) return 0;
    const Point2 origin = seen(view, points[arcs[0].from]);
    double area = 0;
    for (const Arc& arc : arcs) {
        area += cross(origin, seen(view, points[arc.from]), seen(view, points[arc.to]));
    }
    return area;
}

Triangulated triangulate(std::span<const Vector3d> points, std::span<const Arc> arcs,
                         const View& view, std::vector<IndexTriangle>& triangles) {
    return Region(points, arcs, view).run(triangles);
}

}  // namespace swept::carve_detail
