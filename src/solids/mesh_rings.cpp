#include "solids/mesh_rings.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "core/assert.h"
#include "math/elementary.h"

namespace swept::solids_detail {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

/// The middle of side i of a rim, in turns.
double middle(const Rim& rim, std::size_t i) {
    const double next = i + 1 < rim.size() ? rim[i + 1].turns : 1;
    return (rim[i].turns + next) / 2;
}

std::uint32_t corner(const Rim& rim, std::size_t i) {
    return rim[i < rim.size() ? i : 0].vertex;
}

bool turns_left(const Mesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const Vector3d u = mesh.vertices[b] - mesh.vertices[a];
    const Vector3d v = mesh.vertices[c] - mesh.vertices[a];
    return u.x() * v.y() > u.y() * v.x();
}

}  // namespace

Vector2d on_circle(std::int64_t i, std::int64_t n) {
    SWEPT_ASSERT(n > 0 && i >= 0 && i <= n, "a point of a circle");
    const std::int64_t quarter = n;  // of a turn of 4 n parts
    const std::int64_t angle = 4 * i;
    if (angle > 2 * quarter) return on_circle(n - i, n).cwiseProduct(Vector2d(1, -1));
    const bool left = angle > quarter;
    const std::int64_t from_axis = left ? 2 * quarter - angle : angle;
    const bool steep = 2 * from_axis > quarter;
    const std::int64_t small = steep ? quarter - from_axis : from_axis;

    const double radians =
        std::numbers::pi / 2 * static_cast<double>(small) / static_cast<double>(n);
    Vector2d point(math::cos(radians), math::sin(radians));
    if (2 * small == quarter) point.y() = point.x();
    if (steep) std::swap(point.x(), point.y());
    if (left) point.x() = -point.x();
    return point;
}

std::vector<Vector2d> circle(int n, double radius) {
    std::vector<Vector2d> points;
    points.reserve(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) points.emplace_back(radius * on_circle(i, n));
    return points;
}

std::vector<std::uint32_t> numbered(std::uint32_t first, std::uint32_t n) {
    std::vector<std::uint32_t> row(n);
    std::iota(row.begin(), row.end(), first);
    return row;
}

std::uint32_t add_outline(Mesh& mesh, const std::vector<Vector2d>& outline, double z) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (const Vector2d& point : outline) mesh.add_vertex({point.x(), point.y(), z});
    return first;
}

void add_walls(Mesh& mesh, std::uint32_t lower, std::uint32_t upper, std::uint32_t n) {
    SWEPT_ASSERT(std::max(lower, upper) + n <= mesh.vertices.size(), "both rings are there");
    for (std::uint32_t i = 0; i < n; ++i) {
        const std::uint32_t next = i + 1 < n ? i + 1 : 0;
        mesh.add_polygon({lower + i, lower + next, upper + next, upper + i});
    }
}

void add_flat(Mesh& mesh, std::vector<std::uint32_t> corners, Facing facing) {
    if (facing == Facing::down) std::ranges::reverse(corners);
    mesh.add_polygon(corners);
}

void add_disc(Mesh& mesh, const Rim& rim, Facing facing) {
    SWEPT_ASSERT(rim.size() >= 3, "a rim goes round");
    const std::uint32_t centre = mesh.add_vertex({0, 0, mesh.vertices[rim.front().vertex].z()});
    for (std::size_t i = 0; i < rim.size(); ++i) {
        add_flat(mesh, {centre, corner(rim, i), corner(rim, i + 1)}, facing);
    }
}

// Each side of one rim becomes a triangle with that corner of the other that is nearest to its
// middle. Where all triangles turn left, they unroll onto the ring without a fold: their borders
// are the two rims, once round each.
bool add_ring(Mesh& mesh, const Rim& inner, const Rim& outer, Facing facing) {
    SWEPT_ASSERT(inner.size() >= 3 && outer.size() >= 3, "rims go round");
    std::size_t i = 0;
    std::size_t k = 0;
    bool covers = true;
    while (i < inner.size() || k < outer.size()) {
        const bool inner_side =
            k == outer.size() || (i < inner.size() && middle(inner, i) < middle(outer, k));
        const std::uint32_t from = corner(inner, i);
        const std::uint32_t across = corner(outer, k);
        const std::uint32_t third = inner_side ? corner(inner, i + 1) : corner(outer, k + 1);
        covers &= turns_left(mesh, from, across, third);
        add_flat(mesh, {from, across, third}, facing);
        ++(inner_side ? i : k);
    }
    return covers;
}

}  // namespace swept::solids_detail
