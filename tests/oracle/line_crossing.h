#pragma once

// A judge of surfaces that touch along a line: do they cross there? No two triangles need to: an
// edge of the one may lie in a triangle of the other, with its faces on either side.
//
// Round a piece of such a line a surface is a number of half planes, each a ray seen along the
// line. The surfaces cross when a ray of one lies strictly in an angle of the inside of the other,
// a closed one, and when two rays of one sheet lie in different angles of the other. Asked at one
// point of the piece, which is no corner of anything, in rational numbers.
//
// Shares with the library the plain data of its types, and nothing else.

#include <optional>
#include <span>

#include "tests/oracle/clipping.h"

namespace swept::oracle {

namespace clipping {

/// A half plane that begins at a line, seen along it.
struct HalfPlane {
    Vector out;    ///< across the line
    bool forward;  ///< its front is where a right-handed turn about the line goes
};
using HalfPlanes = std::vector<HalfPlane>;

/// Those that triangles through a point of a line begin there.
inline HalfPlanes half_planes(std::span<const Outline> triangles, const Vector& point,
                              const Vector& line) {
    HalfPlanes found;
    for (const Outline& t : triangles) {
        const Plane plane = plane_of(t);
        if (is_zero(plane.normal) || plane.at(point) != 0 || dot(plane.normal, line) != 0) continue;
        if (clipped_to_sides({point}, t).empty()) continue;
        const Vector left = cross(plane.normal, line);
        const Plane beside{left, -dot(left, point)};
        const auto reaches = [&](int side) {
            return std::ranges::any_of(t, [&](const Vector& p) { return beside.at(p) * side > 0; });
        };
        if (reaches(1)) found.push_back({left, true});
        if (reaches(-1)) found.push_back({{-left[0], -left[1], -left[2]}, false});
    }
    return found;
}

/// The order of directions in a right-handed turn about a line.
struct Round {
    Vector line;

    [[nodiscard]] Number side(const Vector& u, const Vector& v) const {
        return dot(line, cross(u, v));
    }
    /// How far v is from u in halves of a turn: 0 not at all, 1 less than one, 2 one, 3 more.
    [[nodiscard]] int halves(const Vector& u, const Vector& v) const {
        const Number s = side(u, v);
        if (s != 0) return s > 0 ? 1 : 3;
        return dot(u, v) > 0 ? 0 : 2;
    }
    /// Whether a turn that begins at `from` comes to u strictly before v.
    [[nodiscard]] bool before(const Vector& from, const Vector& u, const Vector& v) const {
        const int to_u = halves(from, u), to_v = halves(from, v);
        return to_u != to_v ? to_u < to_v : side(u, v) > 0;
    }
    [[nodiscard]] bool is_along(const Vector& u, const HalfPlanes& surface) const {
        return std::ranges::any_of(surface,
                                   [&](const HalfPlane& h) { return halves(u, h.out) == 0; });
    }

    /// Whether a direction lies strictly inside a closed surface: behind what comes next. Faces
    /// back to back bound nothing; where polygons without area leave a crack nothing can be told.
    [[nodiscard]] bool is_inside(const Vector& u, const HalfPlanes& closed) const {
        const auto forward = std::ranges::count_if(closed, &HalfPlane::forward);
        if (2 * forward != std::ranges::ssize(closed) || is_along(u, closed)) return false;
        const auto leaving = [&](const Vector& v) {
            int sum = 0;
            for (const HalfPlane& h : closed) {
                if (halves(v, h.out) == 0) sum += h.forward ? 1 : -1;
            }
            return sum;
        };
        const HalfPlane* next = nullptr;
        for (const HalfPlane& h : closed) {
            if (leaving(h.out) == 0) continue;
            if (next == nullptr || before(u, h.out, next->out)) next = &h;
        }
        return next != nullptr && leaving(next->out) > 0;
    }

    /// Whether two directions of a sheet have another one between them on both ways round.
    [[nodiscard]] bool are_parted(const HalfPlanes& sheet, const HalfPlanes& other) const {
        const auto between = [&](const Vector& u, const Vector& v) {
            return std::ranges::any_of(other,
                                       [&](const HalfPlane& h) { return before(u, h.out, v); });
        };
        for (const HalfPlane& h : sheet) {
            for (const HalfPlane& k : sheet) {
                if (is_along(h.out, other) || is_along(k.out, other)) continue;
                if (between(h.out, k.out) && between(k.out, h.out)) return true;
            }
        }
        return false;
    }
};

/// The piece of positive length that a side of a triangle has in another one.
inline std::optional<std::array<Vector, 2>> common_piece(const Vector& from, const Vector& to,
                                                         const Outline& triangle) {
    const Plane plane = plane_of(triangle);
    if (is_zero(plane.normal) || plane.at(from) != 0 || plane.at(to) != 0) return std::nullopt;
    const Outline piece = clipped_to_sides({from, to}, triangle);
    for (const Vector& p : piece) {
        if (!is_zero(p - piece[0])) return std::array{piece[0], p};
    }
    return std::nullopt;
}

}  // namespace clipping

/// All that two surfaces have where they touch along a line.
struct TouchingSurface {
    std::vector<clipping::Outline> triangles;  ///< those that may meet there
    bool closed = false;
};

/// Whether the surfaces cross along a side of two triangles that touch, the first ones of each.
inline bool cross_along_sides(const TouchingSurface& a, const TouchingSurface& b) {
    using namespace clipping;
    const auto cross_along = [&](const std::array<Vector, 2>& piece) {
        const Number share(0.4142135623730951);  // no corner is likely to be just there
        const Round round{piece[1] - piece[0]};
        Vector point;
        for (std::size_t i = 0; i < 3; ++i) point[i] = piece[0][i] + share * round.line[i];
        const HalfPlanes of_a = half_planes(a.triangles, point, round.line);
        const HalfPlanes of_b = half_planes(b.triangles, point, round.line);
        const auto some_inside = [&](const HalfPlanes& some, const HalfPlanes& closed) {
            return std::ranges::any_of(
                some, [&](const HalfPlane& h) { return round.is_inside(h.out, closed); });
        };
        if (a.closed && some_inside(of_b, of_a)) return true;
        if (b.closed && some_inside(of_a, of_b)) return true;
        return !a.closed && !b.closed && round.are_parted(of_a, of_b);
    };
    const auto along_sides_of = [&](const Outline& t, const Outline& other) {
        for (std::size_t i = 0; i < 3; ++i) {
            const auto piece = common_piece(t[i], t[(i + 1) % 3], other);
            if (piece && cross_along(*piece)) return true;
        }
        return false;
    };
    const Outline &first_a = a.triangles[0], &first_b = b.triangles[0];
    return along_sides_of(first_a, first_b) || along_sides_of(first_b, first_a);
}

}  // namespace swept::oracle
