// Which way is left where some directions are barred?

#include "dynamics/slide.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <optional>

namespace swept {

using Eigen::Vector3d;

namespace {

/// Choice. Ways lean away from what they go along by this share of their length. Normals are known
/// to 1e-10 or so (the rounding of a point over the skin), and of several that are almost the same
/// one is kept: without it, a long slide would come closer by that, and stop for nothing.
constexpr double lean = 1e-8;
/// Choice. Normals this close are the same: closer than `lean`, or what it leaves out would bar.
constexpr double same_normal = 1e-9;
/// Choice. A way that leads into a wall by less than this share goes along it.
constexpr double along_wall = 1e-10;
/// Choice. Below this sine, what is left of a normal has no direction.
constexpr double no_direction = 1e-6;

bool contains(const std::vector<Vector3d>& normals, const Vector3d& normal) {
    return std::ranges::any_of(
        normals, [&](const Vector3d& n) { return (n - normal).norm() < same_normal; });
}

double lift_over(const Vector3d& across, const Planes& planes, const Vector3d& up) {
    if (planes.grounds.empty()) return 0;
    double lift = -HUGE_VAL;
    for (const Vector3d& ground : planes.grounds) {
        lift = std::max(lift, -ground.dot(across) / ground.dot(up));
    }
    return lift;
}

/// How a wall bars ways across `up` that follow a ground (or are level): the normal of its crease
/// with the ground, across `up`. Nothing: it does not bar any.
std::optional<Vector3d> barrier(const Vector3d& wall, const Vector3d* ground, const Vector3d& up) {
    const auto across = [&](const Vector3d& n) -> Vector3d { return n - n.dot(up) * up; };
    Vector3d barred = across(wall);
    if (ground != nullptr) barred -= wall.dot(up) / ground->dot(up) * across(*ground);
    const double length = barred.norm();
    if (length < no_direction) return std::nullopt;
    return barred / length;
}

/// The best of what is left of `across`: way_of(c) is the way that makes c across `up`, or nothing
/// where that is barred.
template <class WayOf>
Vector3d turned_along(const Vector3d& across, const std::vector<Vector3d>& barriers,
                      const Vector3d& up, const WayOf& way_of) {
    if (const std::optional<Vector3d> straight = way_of(across)) return *straight;
    Vector3d best = Vector3d::Zero();
    double most = 0;
    for (const Vector3d& barrier : barriers) {
        const Vector3d along = barrier.cross(up);
        const Vector3d turned = across.dot(along) * along;
        if (turned.norm() <= most) continue;
        // Between two walls there is no room to lean.
        std::optional<Vector3d> way = way_of(turned + lean * turned.norm() * barrier);
        if (!way) way = way_of(turned);
        if (!way) continue;
        most = turned.norm();
        best = *way;
    }
    return best;
}

}  // namespace

void Planes::clear() {
    grounds.clear();
    walls.clear();
}

void Planes::add(const Vector3d& normal, const Vector3d& up, double walkable) {
    std::vector<Vector3d>& kind = normal.dot(up) >= walkable ? grounds : walls;
    if (!contains(kind, normal)) kind.push_back(normal);
}

Vector3d way_over_ground(const Vector3d& across, const Planes& planes, const Vector3d& up,
                         SlideMemory& memory) {
    const auto free = [&](const Vector3d& way) {
        return std::ranges::all_of(planes.walls, [&](const Vector3d& wall) {
            return wall.dot(way) >= -along_wall * way.norm();
        });
    };
    const auto way_of = [&](const Vector3d& c) -> std::optional<Vector3d> {
        const Vector3d way = c + lift_over(c, planes, up) * up;
        const Vector3d leaning = way + lean * c.norm() * up;
        if (free(leaning)) return leaning;
        if (free(way)) return way;  // under a ceiling
        return std::nullopt;
    };
    std::vector<Vector3d>& barriers = memory.barriers;
    barriers.clear();
    for (const Vector3d& wall : planes.walls) {
        if (planes.grounds.empty()) {
            if (const auto b = barrier(wall, nullptr, up)) barriers.push_back(*b);
        }
        for (const Vector3d& ground : planes.grounds) {
            if (const auto b = barrier(wall, &ground, up)) barriers.push_back(*b);
        }
    }
    return turned_along(across, barriers, up, way_of);
}

AirWay way_through_air(const Vector3d& across, double rise, const Planes& planes,
                       const Vector3d& up, SlideMemory& memory) {
    // Each part by itself leads into nothing, so both together do not either. A slope that is too
    // steep is a wall for what leads across: else a push against it would lead up.
    std::vector<Vector3d>& barred = memory.barred;
    barred = planes.walls;
    if (rise > 0) barred.insert(barred.end(), planes.grounds.begin(), planes.grounds.end());
    std::vector<Vector3d>& barriers = memory.barriers;
    barriers.clear();
    for (const Vector3d& wall : barred) {
        if (const auto b = barrier(wall, nullptr, up)) barriers.push_back(*b);
    }
    AirWay way;
    const auto way_of = [&](const Vector3d& c) -> std::optional<Vector3d> {
        const bool free = std::ranges::all_of(
            barriers, [&](const Vector3d& b) { return b.dot(c) >= -along_wall * c.norm(); });
        return free ? std::optional(c) : std::nullopt;
    };
    way.across = turned_along(across, barriers, up, way_of);
    if (rise == 0) return way;
    const Vector3d wish = rise * up;
    const auto free = [&](const Vector3d& v) {
        return std::ranges::all_of(
            barred, [&](const Vector3d& n) { return n.dot(v) >= -along_wall * v.norm(); });
    };
    if (free(wish)) {
        way.along = wish;
        return way;
    }
    if (rise > 0) return way;
    const auto offer = [&](const Vector3d& candidate, const Vector3d& outward) {
        const Vector3d leaning = candidate + lean * candidate.norm() * outward;
        for (const Vector3d& way_down : {leaning, candidate}) {
            if (way_down.dot(wish) > way.along.dot(wish) && free(way_down)) way.along = way_down;
        }
    };
    for (const Vector3d& n : barred) offer(wish - wish.dot(n) * n, n);
    for (std::size_t i = 0; i < barred.size() && way.along.isZero(0); ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            const Vector3d crease = barred[i].cross(barred[k]);
            const double size = crease.squaredNorm();
            if (size < no_direction * no_direction) continue;
            offer(wish.dot(crease) / size * crease, (barred[i] + barred[k]).normalized());
        }
    }
    return way;
}

Vector3d way_out_of(const Vector3d& normal, const std::vector<Vector3d>& walls, double least) {
    Vector3d best = Vector3d::Zero();
    double most = least;
    const auto offer = [&](const Vector3d& candidate, const Vector3d& outward) {
        const double length = candidate.norm();
        if (length < no_direction) return;
        const Vector3d unit = candidate / length;
        for (const Vector3d& way : {Vector3d(unit + lean * outward), unit}) {
            const bool free = std::ranges::all_of(
                walls, [&](const Vector3d& wall) { return wall.dot(way) >= -along_wall; });
            if (way.dot(normal) <= most || !free) continue;
            most = way.dot(normal);
            best = way;
        }
    };
    offer(normal, Vector3d::Zero());
    for (const Vector3d& n : walls) offer(normal - normal.dot(n) * n, n);
    for (std::size_t i = 0; i < walls.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            const Vector3d crease = walls[i].cross(walls[k]);
            const Vector3d outward = (walls[i] + walls[k]).normalized();
            offer(normal.dot(crease) * crease, outward);
        }
    }
    return best;
}

}  // namespace swept
