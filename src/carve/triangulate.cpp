#include "carve/triangulate.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <optional>

#include "math/predicates.h"

namespace swept {
namespace {

using Eigen::Vector3d;
using exact::Point2;
using Ring = std::vector<std::uint32_t>;  // corners of one outline, bridges included

/// The points as seen: mirrored when looked at from behind, so that outlines always turn left.
struct Seen {
    std::span<const Vector3d> points;
    View view;

    [[nodiscard]] Point2 operator()(std::uint32_t corner) const {
        const Point2 p = exact::seen_along(view.axis, points[corner]);
        return view.from_behind ? Point2{p.y, p.x} : p;
    }
    [[nodiscard]] int turn(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
        return exact::orient2d((*this)(a), (*this)(b), (*this)(c));
    }
};

double area_of(const Seen& at, std::span<const std::uint32_t> loop) {
    const Point2 origin = at(loop[0]);
    double area = 0;
    for (std::size_t i = 2; i < loop.size(); ++i) {
        const Point2 b = at(loop[i - 1]), c = at(loop[i]);
        area += (b.x - origin.x) * (c.y - origin.y) - (b.y - origin.y) * (c.x - origin.x);
    }
    return area;
}

double distance_sq(Point2 a, Point2 b) {
    const double x = a.x - b.x, y = a.y - b.y;
    return x * x + y * y;
}

/// Clips ears off one outline. Ranks tell how good an ear is: a corner that turns left and whose
/// triangle holds no other corner; holds none inside, though some on its border; turns left; is
/// straight; turns right. Only rounding ever asks for the last three.
class EarClipper {
   public:
    EarClipper(const Seen& at, const Ring& ring) : at_(at), ring_(ring) {
        const std::size_t n = ring.size();
        previous_.resize(n);
        next_.resize(n);
        ears_.resize(n);
        for (std::size_t i = 0; i < n; ++i) {
            previous_[i] = i == 0 ? n - 1 : i - 1;
            next_[i] = i + 1 == n ? 0 : i + 1;
        }
    }

    void clip(std::vector<std::array<std::uint32_t, 3>>& triangles) {
        std::size_t left = ring_.size();
        if (left > 3) rank_all();
        for (std::size_t any = 0; left > 3; --left) {
            std::size_t ear = best(any);
            if (ears_[ear].rank != 0) {  // what blocked one may be gone: look again
                rank_all(any);
                ear = best(any);
            }
            emit(ear, triangles);
            any = take_out(ear);
        }
        emit(left == ring_.size() ? 1 : next_[last_], triangles);
    }

   private:
    struct Ear {
        int rank = 0;
        double shape = 0;  // larger is better
    };
    const Seen& at_;
    const Ring& ring_;
    std::vector<std::size_t> previous_, next_;
    std::vector<Ear> ears_;
    std::size_t last_ = 0;

    [[nodiscard]] bool reflex(std::size_t i) const {
        return at_.turn(ring_[previous_[i]], ring_[i], ring_[next_[i]]) <= 0;
    }
    void rank_all(std::size_t start = 0) {
        std::size_t i = start;
        do {
            ears_[i] = ranked(i);
            i = next_[i];
        } while (i != start);
    }
    [[nodiscard]] Ear ranked(std::size_t i) const {
        const std::uint32_t a = ring_[previous_[i]], b = ring_[i], c = ring_[next_[i]];
        const Point2 p = at_(a), q = at_(b), r = at_(c);
        const double longest = std::max({distance_sq(p, q), distance_sq(q, r), distance_sq(r, p)});
        const double area = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
        const double shape = longest > 0 ? area / longest : 0;
        const int turn = exact::orient2d(p, q, r);
        if (turn <= 0) return {turn == 0 ? 3 : 4, shape};
        int rank = 0;
        for (std::size_t j = next_[next_[i]]; j != previous_[i] && rank < 2; j = next_[j]) {
            rank = std::max(rank, blocking(j, a, b, c));
        }
        return {rank, shape};
    }
    /// 0: the corner is not in the triangle; 1: on its border; 2: inside.
    [[nodiscard]] int blocking(std::size_t j, std::uint32_t a, std::uint32_t b,
                               std::uint32_t c) const {
        const std::uint32_t corner = ring_[j];
        if (corner == a || corner == b || corner == c) return 0;
        const int ab = at_.turn(a, b, corner);
        if (ab < 0) return 0;
        const int bc = at_.turn(b, c, corner);
        if (bc < 0) return 0;
        const int ca = at_.turn(c, a, corner);
        if (ca < 0 || !reflex(j)) return 0;
        return ab > 0 && bc > 0 && ca > 0 ? 2 : 1;
    }
    [[nodiscard]] std::size_t best(std::size_t start) const {
        std::size_t found = start;
        for (std::size_t i = next_[start]; i != start; i = next_[i]) {
            const Ear &a = ears_[i], &b = ears_[found];
            if (a.rank < b.rank || (a.rank == b.rank && a.shape > b.shape)) found = i;
        }
        return found;
    }
    std::size_t take_out(std::size_t i) {
        const std::size_t before = previous_[i], after = next_[i];
        next_[before] = after;
        previous_[after] = before;
        ears_[before] = ranked(before);
        ears_[after] = ranked(after);
        last_ = before;
        return before;
    }
    void emit(std::size_t i, std::vector<std::array<std::uint32_t, 3>>& triangles) const {
        const std::uint32_t a = ring_[previous_[i]], b = ring_[i], c = ring_[next_[i]];
        // The two ends of a bridge may meet: such a triangle has sides that cancel.
        if (a != b && b != c && c != a) triangles.push_back({a, b, c});
    }
};

/// Ties holes to an outline.
class Bridges {
   public:
    Bridges(const Seen& at, Ring& outline, std::vector<Ring> holes)
        : at_(at), outline_(outline), holes_(std::move(holes)) {}

    void build() {
        while (!holes_.empty()) {
            std::optional<Bridge> bridge = shortest(true);
            if (!bridge) bridge = shortest(false);  // all crossed, by rounding: any will do
            tie(*bridge);
        }
    }

   private:
    struct Bridge {
        std::size_t corner, hole, hole_corner;
    };
    const Seen& at_;
    Ring& outline_;
    std::vector<Ring> holes_;

    [[nodiscard]] std::optional<Bridge> shortest(bool must_be_free) const {
        std::optional<Bridge> found;
        double shortest_sq = std::numeric_limits<double>::infinity();
        for (std::size_t h = 0; h < holes_.size(); ++h) {
            for (std::size_t j = 0; j < holes_[h].size(); ++j) {
                for (std::size_t i = 0; i < outline_.size(); ++i) {
                    const double d = distance_sq(at_(outline_[i]), at_(holes_[h][j]));
                    if (!(d < shortest_sq) && (found || must_be_free)) continue;
                    const Bridge bridge{i, h, j};
                    if (must_be_free && !free(bridge)) continue;
                    found = bridge;
                    shortest_sq = d;
                }
            }
        }
        return found;
    }
    [[nodiscard]] bool free(const Bridge& bridge) const {
        const Ring& hole = holes_[bridge.hole];
        const std::uint32_t from = outline_[bridge.corner], to = hole[bridge.hole_corner];
        if (!leaves_inward(outline_, bridge.corner, to)) return false;
        if (!leaves_inward(hole, bridge.hole_corner, from)) return false;
        return !crossed(outline_, from, to) &&
               std::ranges::none_of(holes_, [&](const Ring& r) { return crossed(r, from, to); });
    }
    /// Whether a point lies between the two sides of a corner, where the region is.
    [[nodiscard]] bool leaves_inward(const Ring& ring, std::size_t i, std::uint32_t to) const {
        const std::uint32_t b = ring[i], a = ring[i == 0 ? ring.size() - 1 : i - 1],
                            c = ring[i + 1 == ring.size() ? 0 : i + 1];
        const bool left_of_in = at_.turn(a, b, to) > 0, left_of_out = at_.turn(b, c, to) > 0;
        return at_.turn(a, b, c) > 0 ? left_of_in && left_of_out : left_of_in || left_of_out;
    }
    [[nodiscard]] bool crossed(const Ring& ring, std::uint32_t from, std::uint32_t to) const {
        for (std::size_t i = 0; i < ring.size(); ++i) {
            const std::uint32_t a = ring[i], b = ring[i + 1 == ring.size() ? 0 : i + 1];
            if (a == from || a == to || b == from || b == to) continue;
            const int sides = at_.turn(from, to, a) * at_.turn(from, to, b);
            if (sides <= 0 && at_.turn(a, b, from) * at_.turn(a, b, to) <= 0) return true;
        }
        return false;
    }
    void tie(const Bridge& bridge) {
        const Ring& hole = holes_[bridge.hole];
        Ring detour;
        for (std::size_t k = 0; k <= hole.size(); ++k) {
            detour.push_back(hole[(bridge.hole_corner + k) % hole.size()]);
        }
        detour.push_back(outline_[bridge.corner]);
        outline_.insert(outline_.begin() + static_cast<std::ptrdiff_t>(bridge.corner) + 1,
                        detour.begin(), detour.end());
        holes_.erase(holes_.begin() + static_cast<std::ptrdiff_t>(bridge.hole));
    }
};

/// Whether a corner lies inside a loop (by crossings of a ray along +x); nothing when on its
/// border.
std::optional<bool> inside(const Seen& at, std::span<const std::uint32_t> loop,
                           std::uint32_t corner) {
    const Point2 p = at(corner);
    bool in = false;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        Point2 a = at(loop[i]), b = at(loop[i + 1 == loop.size() ? 0 : i + 1]);
        if ((a.y > p.y) == (b.y > p.y)) continue;
        if (a.y > b.y) std::swap(a, b);
        const int side = exact::orient2d(a, b, p);
        if (side == 0) return std::nullopt;
        if (side > 0) in = !in;
    }
    return in;
}

bool holds(const Seen& at, std::span<const std::uint32_t> outline,
           std::span<const std::uint32_t> hole) {
    for (const std::uint32_t corner : hole) {
        if (const auto in = inside(at, outline, corner)) return *in;
    }
    return false;
}

void clip(const Seen& at, const Ring& ring, std::vector<std::array<std::uint32_t, 3>>& triangles) {
    EarClipper(at, ring).clip(triangles);
}

void triangulate_nested(const Seen& at, const Loops& loops,
                        std::vector<std::array<std::uint32_t, 3>>& triangles) {
    std::vector<double> areas;
    for (std::size_t i = 0; i < loops.size(); ++i) areas.push_back(area_of(at, loops[i]));
    std::vector<std::vector<Ring>> holes(loops.size());
    for (std::size_t h = 0; h < loops.size(); ++h) {
        if (areas[h] > 0) continue;
        std::optional<std::size_t> smallest;
        for (std::size_t o = 0; o < loops.size(); ++o) {
            if (areas[o] <= -areas[h] || !holds(at, loops[o], loops[h])) continue;
            if (!smallest || areas[o] < areas[*smallest]) smallest = o;
        }
        const Ring ring(loops[h].begin(), loops[h].end());
        if (smallest) {
            holes[*smallest].push_back(ring);
        } else {
            clip(at, ring, triangles);  // turned over by rounding: without area
        }
    }
    for (std::size_t o = 0; o < loops.size(); ++o) {
        if (!(areas[o] > 0)) continue;
        Ring ring(loops[o].begin(), loops[o].end());
        Bridges(at, ring, std::move(holes[o])).build();
        clip(at, ring, triangles);
    }
}

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

double twice_area(std::span<const Vector3d> points, std::span<const std::uint32_t> loop,
                  const View& view) {
    return area_of(Seen{points, view}, loop);
}

void triangulate(std::span<const Vector3d> points, const Loops& loops, const View& view,
                 std::vector<std::array<std::uint32_t, 3>>& triangles) {
    const Seen at{points, view};
    if (loops.size() != 1) return triangulate_nested(at, loops, triangles);
    if (loops[0].size() == 3) {
        triangles.push_back({loops[0][0], loops[0][1], loops[0][2]});
        return;
    }
    clip(at, Ring(loops[0].begin(), loops[0].end()), triangles);
}

}  // namespace swept
