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
HalfPlanes half_planes(std::span<const Outline> triangles, const Vector& point, const Vector& line);

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
    [[nodiscard]] bool is_inside(const Vector& u, const HalfPlanes& closed) const;

    /// Whether two directions of a sheet have another one between them on both ways round.
    [[nodiscard]] bool are_parted(const HalfPlanes& sheet, const HalfPlanes& other) const;
};

/// The piece of positive length that a side of a triangle has in another one.
std::optional<std::array<Vector, 2>> common_piece(const Vector& from, const Vector& to,
                                                  const Outline& triangle);

}  // namespace clipping

/// All that two surfaces have where they touch along a line.
struct TouchingSurface {
    std::vector<clipping::Outline> triangles;  ///< those that may meet there
    bool closed = false;
};

/// Whether the surfaces cross along a side of two triangles that touch, the first ones of each.
bool cross_along_sides(const TouchingSurface& a, const TouchingSurface& b);

}  // namespace swept::oracle
