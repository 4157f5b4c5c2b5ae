#include "tests/oracle/line_crossing.h"

namespace swept::oracle {

namespace clipping {

HalfPlanes half_planes(std::span<const Outline> triangles, const Vector& point,
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

bool Round::is_inside(const Vector& u, const HalfPlanes& closed) const {
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

bool Round::are_parted(const HalfPlanes& sheet, const HalfPlanes& other) const {
    const auto between = [&](const Vector& u, const Vector& v) {
        return std::ranges::any_of(other, [&](const HalfPlane& h) { return before(u, h.out, v); });
    };
    for (const HalfPlane& h : sheet) {
        for (const HalfPlane& k : sheet) {
            if (is_along(h.out, other) || is_along(k.out, other)) continue;
            if (between(h.out, k.out) && between(k.out, h.out)) return true;
        }
    }
    return false;
}

std::optional<std::array<Vector, 2>> common_piece(const Vector& from, const Vector& to,
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

bool cross_along_sides(const TouchingSurface& a, const TouchingSurface& b) {
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
