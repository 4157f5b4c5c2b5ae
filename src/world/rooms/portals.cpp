#include "world/rooms/portals.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/assert.h"
#include "math/checks.h"
#include "math/unit.h"

namespace swept::world_detail {

using Eigen::Vector3d;

namespace {

/// Choice. How far the sides of a portal may be from the walls that they lie on, as a share of its
/// longest side: doorways of two rooms need not be the same to the last digit. Portals change no
/// answer, so that nothing depends on it but what is refused.
constexpr double nearness = 1.0 / 64;
/// Choice. How many places of each side are looked at.
constexpr int places = 17;
/// Choice. How far corners may be from the portal's plane, as a share of the same.
constexpr double flatness = 1e-6;

Error bad(std::string what, std::string where = {}) {
    return {ErrorCode::bad_argument, std::move(what), std::move(where)};
}

double longest_side(const std::vector<Vector3d>& outline) {
    SWEPT_ASSERT(!outline.empty(), "a portal has corners");
    double longest = 0;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Vector3d& next = outline[(i + 1) % outline.size()];
        longest = std::max(longest, stable_length(next - outline[i]));
    }
    return longest;
}

/// Newell's normal, about the first corner: of any outline, twice its area.
Vector3d normal_of(const std::vector<Vector3d>& outline) {
    SWEPT_ASSERT(outline.size() >= 3, "a portal has three corners or more");
    Vector3d sum = Vector3d::Zero();
    for (std::size_t i = 2; i < outline.size(); ++i) {
        sum += (outline[i - 1] - outline[0]).cross(outline[i] - outline[0]);
    }
    return sum;
}

std::optional<Error> check_outline(const std::vector<Vector3d>& outline) {
    if (outline.size() < 3) {
        return bad("the outline has fewer than three corners; an opening needs at least that many");
    }
    for (std::size_t i = 0; i < outline.size(); ++i) {
        if (auto error = check_lengths(outline[i], "outline")) {
            error->where = "corner " + std::to_string(i);
            return error;
        }
    }
    const double size = longest_side(outline);
    const Vector3d normal = normal_of(outline);
    const double length = stable_length(normal);
    if (!(length > flatness * size * size)) {
        return bad("the outline has no area; give its corners in order");
    }
    const Vector3d up = normal / length;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Vector3d& here = outline[i];
        const Vector3d& next = outline[(i + 1) % outline.size()];
        const Vector3d& after = outline[(i + 2) % outline.size()];
        if (std::abs(up.dot(here - outline[0])) > flatness * size) {
            return bad("is off the plane of the others; an opening is flat",
                       "corner " + std::to_string(i));
        }
        if (up.dot((next - here).cross(after - next)) < -flatness * size * size) {
            return bad("the outline turns inward; an opening is convex, use two portals",
                       "corner " + std::to_string((i + 1) % outline.size()));
        }
    }
    return std::nullopt;
}

bool is_near(const Room& room, const Vector3d& place, const Radius& radius) {
    if (!room.has_shape()) return false;
    const Ray standing = Ray::between(place, place).value();
    const CastResult found =
        cast(SphereCast{standing, radius}, {room.own()}, {.sides = Sides::both});
    return found.start != Relation::separate;
}

std::optional<Error> check_sides(const std::vector<Vector3d>& outline, const Room& room) {
    const Radius near = Radius::of(nearness * longest_side(outline)).value();
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Vector3d& from = outline[i];
        const Vector3d& to = outline[(i + 1) % outline.size()];
        for (int place = 0; place < places; ++place) {
            const Vector3d here = from + (to - from) * (place / double(places - 1));
            if (is_near(room, here, near)) continue;
            return bad("does not lie on a wall of room " + std::to_string(room.id().value) +
                           "; an opening spans the gap between polygons of each of its rooms",
                       "side " + std::to_string(i));
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<Error> check(const Portal& portal, const std::array<const Room*, 2>& rooms) {
    if (portal.from == portal.to) {
        return bad("leads from a room to the same one; it joins two rooms");
    }
    if (auto error = check_outline(portal.outline)) return error;
    for (const Room* room : rooms) {
        if (auto error = check_sides(portal.outline, *room)) return error;
    }
    return std::nullopt;
}

}  // namespace swept::world_detail
