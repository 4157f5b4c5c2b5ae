#include "overlap/separating_plane.h"

#include <algorithm>
#include <optional>

#include "math/predicates.h"
#include "math/unit.h"

namespace swept::overlap_detail {

using Eigen::Vector3d;

namespace {

/// Through three placed points, counter-clockwise seen from its front.
struct SeparatingPlane {
    Vector3d p, q, r;

    [[nodiscard]] int side(const Vector3d& x) const { return exact::orient3d(p, q, r, x); }
    /// A point in front of it, as far away as the three are from each other.
    [[nodiscard]] Vector3d in_front() const {
        const Vector3d normal = (q - p).cross(r - p);
        return p + normal * ((q - p).norm() / normal.norm());
    }
};

/// On which sides of a plane a shape has vertices.
struct SidesOfPlane {
    bool front = false;
    bool back = false;
};

SidesOfPlane sides_of(const PlacedShape& placed, const SeparatingPlane& plane) {
    SidesOfPlane found;
    for (std::uint32_t v = 0; v < placed.shape.positions.size(); ++v) {
        const int side = plane.side(placed.position(VertexIndex(v)));
        found.front = found.front || side > 0;
        found.back = found.back || side < 0;
        if (found.front && found.back) break;
    }
    return found;
}

/// Which ways the faces of a shape that lie in a plane look: to its front, to its back.
SidesOfPlane looks_of(const PlacedShape& placed, const SeparatingPlane& plane) {
    SidesOfPlane found;
    const Vector3d ahead = plane.in_front();
    if (plane.side(ahead) <= 0) return {true, true};  // it is too thin to tell
    for (std::uint32_t f = 0; f < placed.shape.planes.size(); ++f) {
        const std::span<const VertexIndex> vertices = placed.shape.corners_of(FaceIndex(f));
        const auto lies_in_it = [&](VertexIndex v) { return plane.side(placed.position(v)) == 0; };
        if (!std::ranges::all_of(vertices, lies_in_it)) continue;
        const Vector3d first = placed.position(vertices[0]);
        for (std::size_t i = 2; i < vertices.size(); ++i) {
            const int look = exact::orient3d(first, placed.position(vertices[i - 1]),
                                             placed.position(vertices[i]), ahead);
            found.front = found.front || look > 0;
            found.back = found.back || look < 0;
        }
    }
    return found;
}

bool separates(const SeparatingPlane& plane, const PlacedShape& a, const PlacedShape& b) {
    const SidesOfPlane of_a = sides_of(a, plane);
    if (of_a.front && of_a.back) return false;
    const SidesOfPlane of_b = sides_of(b, plane);
    if ((of_a.front && of_b.front) || (of_a.back && of_b.back) || (of_b.front && of_b.back)) {
        return false;
    }
    const SidesOfPlane looks_a = looks_of(a, plane), looks_b = looks_of(b, plane);
    return !(looks_a.front && looks_b.front) && !(looks_a.back && looks_b.back);
}

/// The plane of a face: of the largest triangle of its fan.
std::optional<SeparatingPlane> plane_of(Corners corners) {
    std::optional<SeparatingPlane> found;
    double largest = 0;
    for (std::size_t i = 2; i < corners.size(); ++i) {
        const SeparatingPlane plane{corners[0], corners[i - 1], corners[i]};
        const double area = (plane.q - plane.p).cross(plane.r - plane.p).norm();
        if (!(area > largest)) continue;
        largest = area;
        found = plane;
    }
    return found;
}

/// Through a corner that both faces have, across the line between the middles of the shapes.
std::optional<SeparatingPlane> plane_at_corner(const PlacedShape& a, Corners corners_a,
                                               const PlacedShape& b, Corners corners_b) {
    const auto common = std::ranges::find_first_of(corners_a, corners_b);
    if (common == corners_a.end()) return std::nullopt;
    const auto middle = [](const PlacedShape& placed) -> Vector3d {
        return placed.rotation * placed.shape.box.centre() + placed.translation;
    };
    const Vector3d across = middle(b) - middle(a);
    const double length = across.norm();
    if (!(length > 0)) return std::nullopt;
    const Vector3d u = across.unitOrthogonal() * length;
    return SeparatingPlane{*common, *common + u, *common + (across / length).cross(u)};
}

/// Whether the plane of a face, or of one beside it, is between the two.
bool separates_beside(const PlacedShape& own, std::uint32_t face, const PlacedShape& other) {
    const auto shows = [&](std::uint32_t f) {
        const PlacedFace placed(own, f);
        const auto plane = plane_of(placed.corners());
        return plane && separates(*plane, own, other);
    };
    if (shows(face)) return true;
    if (own.shape.planes.empty()) return false;
    for (const EdgeIndex edge : own.polyhedron.edges_of(FaceIndex(face))) {
        for (const FaceIndex beside : own.polyhedron.faces_of(edge)) {
            if (beside.value != face && shows(beside.value)) return true;
        }
    }
    return false;
}

}  // namespace

bool touch_at_plane(const PlacedShape& a, const PlacedShape& b, MeetingFaces faces) {
    if (separates_beside(a, faces.a, b) || separates_beside(b, faces.b, a)) return true;
    const PlacedFace face_a(a, faces.a), face_b(b, faces.b);
    const auto plane = plane_at_corner(a, face_a.corners(), b, face_b.corners());
    return plane && separates(*plane, a, b);
}

}  // namespace swept::overlap_detail
