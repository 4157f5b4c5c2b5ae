#include "dynamics/manifold.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/gjk.h"

namespace swept {

using Eigen::Vector3d;

namespace {

/// Choice. A side whose normal is within 14 degrees of the shortest way counts as facing it.
constexpr double facing = 0.97;

struct Point {
    Vector3d place;
    double separation = 0;
    std::uint64_t name = 0;
};

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    return (a ^ (b + 0x9e3779b97f4a7c15 + (a << 6) + (a >> 2))) * 0xbf58476d1ce4e5b9;
}

/// The side of a body that looks most along a direction, of those around its furthest corner.
std::uint32_t side_along(const Hull& hull, const Frame& frame, const Vector3d& along) {
    double value = 0;
    const PlacedPiece piece = hull.placed(0, frame);
    const std::uint32_t corner = piece.furthest(along, value);
    const Vector3d own = frame.turn.transpose() * along;
    std::uint32_t best = 0;
    double most = -2;
    for (const std::uint32_t f : hull.facets_of(corner)) {
        const double here = hull.facets()[f].normal.dot(own);
        if (here > most) {
            most = here;
            best = f;
        }
    }
    return best;
}

/// Choice. Edges within 6 degrees of each other, and of lying across the shortest way, are all but
/// parallel: they meet in more than a point.
constexpr double parallel = 0.1;

/// The edge of a body that lies most across a direction, of those at its furthest corner.
struct Edge {
    std::uint32_t from = 0, to = 0;  ///< corners
    double rise = 2;                 ///< how far it goes off along the direction, a share of it
    Vector3d place, way;             ///< in world
};

Edge edge_across(const Hull& hull, const Frame& frame, const Vector3d& along) {
    double value = 0;
    const auto points = hull.piece(0);
    const Vector3d own = frame.turn.transpose() * along;
    Edge best;
    best.from = hull.placed(0, frame).furthest(along, value);
    for (const std::uint32_t f : hull.facets_of(best.from)) {
        const std::vector<std::uint32_t>& loop = hull.facets()[f].loop;
        const auto at = static_cast<std::size_t>(std::ranges::find(loop, best.from) - loop.begin());
        if (at == loop.size()) continue;
        const std::uint32_t next = loop[(at + 1) % loop.size()];  // of each edge one side goes on
        const Vector3d way = points[next] - points[best.from];
        const double rise = std::abs(own.dot(way)) / way.norm();
        if (rise >= best.rise) continue;
        best.rise = rise;
        best.to = next;
    }
    best.place = frame * points[best.from];
    best.way = frame * points[best.to] - best.place;
    return best;
}

/// How far a point is from the sides around a corner, along a direction from them.
double height_over(const Hull& hull, const Frame& frame, std::uint32_t corner,
                   const Vector3d& point, const Vector3d& along) {
    const Vector3d own = frame.turn.transpose() * along;
    const Vector3d from = frame.turn.transpose() * (point - frame.place) - hull.piece(0)[corner];
    double most = -std::numeric_limits<double>::infinity();
    for (const std::uint32_t f : hull.facets_of(corner)) {
        const Vector3d& normal = hull.facets()[f].normal;
        if (normal.dot(own) > parallel) most = std::max(most, normal.dot(from) / normal.dot(own));
    }
    return most;
}

/// Where edges that are all but parallel end over each other: they have a touch there as well as
/// where they cross, else what lies on an edge would tip to and fro.
void add_edges(const BodyRecord& a, const BodyRecord& b, double reach, const Closest& near,
               Touch made, std::vector<Touch>& found) {
    const Frame frame_a(a.pose), frame_b(b.pose);
    const Edge p = edge_across(*a.hull, frame_a, -near.normal);
    const Edge q = edge_across(*b.hull, frame_b, near.normal);
    if (std::max(p.rise, q.rise) > parallel) return;
    const Vector3d along = q.way.normalized();
    const double share = along.dot(p.way);  // of a's edge along b's
    if (std::abs(share) < (1 - parallel * parallel / 2) * p.way.norm()) return;
    const auto ends = [&](const Edge& e) {
        const double one = along.dot(e.place - q.place), other = one + along.dot(e.way);
        return std::pair(std::min(one, other), std::max(one, other));
    };
    const auto [low_a, high_a] = ends(p);
    const auto [low_b, high_b] = ends(q);
    const double low = std::max(low_a, low_b), high = std::min(high_a, high_b);
    const double here = along.dot((near.on_a + near.on_b) / 2 - q.place);
    if (!(high > low)) return;
    for (const double at : {low, high}) {
        if (std::abs(at - here) < parallel * (high - low)) continue;  // there already
        const Vector3d on_a = p.place + (at - along.dot(p.place - q.place)) / share * p.way;
        const Vector3d on_b = q.place + at * along;
        const double over = height_over(*b.hull, frame_b, q.from, on_a, near.normal);
        const double under = height_over(*a.hull, frame_a, p.from, on_b, -near.normal);
        made.separation = std::max(std::min(over, under), 0.0);
        if (made.separation > reach) continue;
        made.point = over < under ? Vector3d(on_a - over / 2 * near.normal)
                                  : Vector3d(on_b + under / 2 * near.normal);
        made.feature = mixed(at == low ? 2 : 3, std::uint64_t{p.from} << 32 | q.from);
        found.push_back(made);
    }
}

/// What is left of a polygon in front of a side's edge planes (Sutherland and Hodgman).
std::vector<Point> clipped(std::vector<Point> polygon, const Hull& hull, const Frame& frame,
                           const Facet& facet, const Vector3d& normal) {
    const auto points = hull.piece(0);
    for (std::size_t i = 0; i < facet.loop.size() && !polygon.empty(); ++i) {
        const Vector3d from = frame * points[facet.loop[i]];
        const Vector3d to = frame * points[facet.loop[(i + 1) % facet.loop.size()]];
        const Vector3d inward = normal.cross(to - from);
        std::vector<Point> kept;
        for (std::size_t k = 0; k < polygon.size(); ++k) {
            const Point &p = polygon[k], &q = polygon[(k + 1) % polygon.size()];
            const double dp = inward.dot(p.place - from), dq = inward.dot(q.place - from);
            if (dp >= 0) kept.push_back(p);
            if ((dp >= 0) == (dq >= 0)) continue;
            Point cut;
            cut.place = p.place + dp / (dp - dq) * (q.place - p.place);
            cut.name = mixed(mixed(std::min(p.name, q.name), std::max(p.name, q.name)), i + 1);
            kept.push_back(cut);
        }
        polygon = std::move(kept);
    }
    return polygon;
}

/// At most four: the closest, the furthest from it, and those that span most to either side.
void reduce(std::vector<Point>& points, const Vector3d& normal) {
    if (points.size() <= 4) return;
    const auto take = [&](std::size_t to, const auto& measure) {
        std::size_t best = to;
        for (std::size_t i = to + 1; i < points.size(); ++i) {
            if (measure(points[i]) > measure(points[best])) best = i;
        }
        std::swap(points[to], points[best]);
    };
    take(0, [&](const Point& p) { return -p.separation; });
    const Vector3d a = points[0].place;
    take(1, [&](const Point& p) { return (p.place - a).squaredNorm(); });
    const Vector3d across = normal.cross(points[1].place - a);
    take(2, [&](const Point& p) { return across.dot(p.place - a); });
    take(3, [&](const Point& p) { return -across.dot(p.place - a); });
    points.resize(4);
}

Touch touch_of(const BodyRecord& a, const BodyRecord& b) {
    Touch made;
    made.friction = std::sqrt(a.body.friction * b.body.friction);
    made.restitution = std::max(a.body.restitution, b.body.restitution);
    return made;
}

}  // namespace

void add_manifold(const BodyRecord& a, const BodyRecord& b, double reach, double skin,
                  Vector3d& direction, std::vector<Touch>& found) {
    const Frame frame_a(a.pose), frame_b(b.pose);
    const PlacedPiece piece_a = a.hull->placed(0, frame_a), piece_b = b.hull->placed(0, frame_b);
    if (gap_along(piece_a, piece_b, direction) > reach) return;
    Closest near = closest(piece_a, piece_b, direction);
    if (!near.apart) {  // closer than can be measured: what showed it before does so still
        near.distance = gap_along(piece_a, piece_b, direction);
        near.normal = direction;
        if (near.distance <= 0) return;
    }
    direction = near.normal;
    if (near.distance > reach) return;
    const std::uint32_t side_a = side_along(*a.hull, frame_a, -near.normal);
    const std::uint32_t side_b = side_along(*b.hull, frame_b, near.normal);
    const Vector3d normal_a = -(frame_a.turn * a.hull->facets()[side_a].normal);
    const Vector3d normal_b = frame_b.turn * b.hull->facets()[side_b].normal;
    // Of the two sides the one along which they are further apart shows the way, b's if they are
    // alike: so it does not change from step to step.
    const double gap_a = gap_along(piece_a, piece_b, normal_a);
    const double gap_b = gap_along(piece_a, piece_b, normal_b);
    bool by_a = gap_a > gap_b + 0.1 * skin;
    Vector3d normal = by_a ? normal_a : normal_b;
    const double gap = by_a ? gap_a : gap_b;
    bool crossing = false;
    Touch made = touch_of(a, b);
    if (gap <= 0 || near.distance - gap > skin || normal.dot(near.normal) < facing) {
        made.point = (near.on_a + near.on_b) / 2;
        made.normal = near.normal;
        made.separation = near.distance;
        made.feature = 1;
        found.push_back(made);
        // Edges that cross, of a side that all but lies on the other body: that comes next. Its
        // plane may be far beyond the other end of that body, so that it does not show the way.
        const double facing_a = normal_a.dot(near.normal), facing_b = normal_b.dot(near.normal);
        if (std::max(facing_a, facing_b) < facing) {
            return add_edges(a, b, reach, near, made, found);
        }
        if (std::min(facing_a, facing_b) < facing) by_a = facing_a > facing_b;
        normal = near.normal;
        crossing = true;
    }
    const Hull &face_hull = by_a ? *a.hull : *b.hull, &other_hull = by_a ? *b.hull : *a.hull;
    const Frame &face_frame = by_a ? frame_a : frame_b, &other_frame = by_a ? frame_b : frame_a;
    const std::uint32_t side = by_a ? side_a : side_b;
    const Vector3d outward = by_a ? Vector3d(-normal) : normal;
    const Vector3d of_side = by_a ? Vector3d(-normal_a) : normal_b;  // the same, or nearly so
    const std::uint32_t other_side = side_along(other_hull, other_frame, -outward);
    std::vector<Point> polygon;
    for (const std::uint32_t v : other_hull.facets()[other_side].loop) {
        polygon.push_back({other_frame * other_hull.piece(0)[v], 0, v + 1});
    }
    const Facet& facet = face_hull.facets()[side];
    polygon = clipped(std::move(polygon), face_hull, face_frame, facet, outward);
    const Vector3d on_side = face_frame * face_hull.piece(0)[facet.loop[0]];
    for (Point& p : polygon) {
        p.separation = of_side.dot(p.place - on_side) / of_side.dot(outward);
    }
    std::erase_if(polygon, [&](const Point& p) { return p.separation > reach; });
    if (polygon.empty() && !crossing) {  // beside the side, by less than a skin
        polygon.push_back({by_a ? near.on_b : near.on_a, gap, 1});
    }
    reduce(polygon, outward);
    for (const Point& p : polygon) {
        made.point = p.place - p.separation / 2 * outward;
        made.normal = normal;
        made.separation = std::max(p.separation, 0.0);
        made.feature =
            mixed(p.name, (std::uint64_t{by_a} << 60) | (std::uint64_t{side} << 30) | other_side);
        found.push_back(made);
    }
}

}  // namespace swept
