// Parametric models: arguments checked, then vertices and polygons written down in closed form.
// Faces that ought to be planar are so in the very doubles: an extruded outline keeps its two
// coordinates at both ends, and the walls of a room lie in grid planes.

#include "swept/solids.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/assert.h"
#include "solids/mesh_rings.h"
#include "solids/solid_carving.h"
#include "solids/solid_check.h"
#include "swept/geometry.h"

namespace swept::solids_detail {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

// The sides of stairs are single polygons that a builder has to cut, in a time that grows with
// their square.
constexpr int most_steps = 4000;

Mesh mesh_with_room_for(std::size_t vertices, std::size_t polygons, std::size_t corners) {
    Mesh mesh;
    mesh.vertices.reserve(vertices);
    mesh.polygon_ends.reserve(polygons);
    mesh.corners.reserve(corners);
    return mesh;
}

/// The band between two rings of n vertices, each numbered from its first: two triangles for each
/// of n quads. Seen from the front, the lower ring runs from left to right below the upper one.
void add_band(Mesh& mesh, std::uint32_t lower, std::uint32_t upper, std::uint32_t n) {
    for (std::uint32_t i = 0; i < n; ++i) {
        const std::uint32_t next = i + 1 < n ? i + 1 : 0;
        mesh.add_polygon({lower + i, lower + next, upper + next});
        mesh.add_polygon({lower + i, upper + next, upper + i});
    }
}

/// Both ends of an extrusion over n corners, or a part of both: `outline` runs counter-clockwise
/// seen from the far end.
void add_caps(Mesh& mesh, std::uint32_t n, std::vector<std::uint32_t> outline) {
    SWEPT_ASSERT(outline.size() <= n, "an outline of n corners, or a part of it");
    std::ranges::reverse(outline);
    mesh.add_polygon(outline);
    std::ranges::reverse(outline);
    for (std::uint32_t& corner : outline) corner += n;
    mesh.add_polygon(outline);
}

/// The walls of an extrusion: the near vertices, the far ones, a quad for each side. The profile
/// runs counter-clockwise seen from the far end; `place` takes a point of it to the near end (-1)
/// or the far end (+1).
template <class Place>
Mesh extrude(const std::vector<Vector2d>& profile, const Place& place) {
    const auto n = static_cast<std::uint32_t>(profile.size());
    Mesh mesh = mesh_with_room_for(2 * profile.size(), profile.size() + 4, 6 * profile.size() + 4);
    for (const double end : {-1.0, 1.0}) {
        for (const Vector2d& point : profile) mesh.vertices.push_back(place(point, end));
    }
    add_walls(mesh, 0, n, n);
    return mesh;
}

Mesh extrude_upward(const std::vector<Vector2d>& profile, double height) {
    const auto n = static_cast<std::uint32_t>(profile.size());
    Mesh mesh = extrude(profile, [&](const Vector2d& point, double end) {
        return Vector3d(point.x(), point.y(), end * (height / 2));
    });
    add_caps(mesh, n, numbered(0, n));
    return mesh;
}

/// A profile in x and z, seen with z up and x to the right: the far end is -y. Without caps.
Mesh extrude_sideways(const std::vector<Vector2d>& profile, double width) {
    return extrude(profile, [&](const Vector2d& point, double end) {
        return Vector3d(point.x(), -end * (width / 2), point.y());
    });
}

/// The bevelled box of make_brick. Each corner of the box becomes three vertices, one in each of
/// its faces: the vertex of an axis keeps the full size along that axis.
Mesh bevelled_box(const Vector3d& outer, const Vector3d& inner) {
    const auto vertex = [](unsigned corner, unsigned axis) { return 3 * corner + axis; };
    Mesh mesh = mesh_with_room_for(24, 26, 96);
    for (unsigned corner = 0; corner < 8; ++corner) {  // bit k: the upper end of axis k
        for (int axis = 0; axis < 3; ++axis) {
            Vector3d point = inner;
            point[axis] = outer[axis];
            for (int k = 0; k < 3; ++k) {
                if ((corner >> k & 1U) == 0) point[k] = -point[k];
            }
            mesh.vertices.push_back(point);
        }
    }
    for (unsigned axis = 0; axis < 3; ++axis) {
        const unsigned u = 1U << (axis + 1) % 3;
        const unsigned v = 1U << (axis + 2) % 3;
        const unsigned up = 1U << axis;
        mesh.add_polygon({vertex(0, axis), vertex(v, axis), vertex(u | v, axis), vertex(u, axis)});
        mesh.add_polygon({vertex(up, axis), vertex(up | u, axis), vertex(up | u | v, axis),
                          vertex(up | v, axis)});
    }
    for (unsigned axis = 0; axis < 3; ++axis) {  // the four bevels along each axis
        const unsigned u = (axis + 1) % 3;
        const unsigned v = (axis + 2) % 3;
        for (const unsigned side : {0U, 1U << u, 1U << v, 1U << u | 1U << v}) {
            const unsigned far_end = side | 1U << axis;
            const bool mirrored = side == 1U << u || side == 1U << v;
            const unsigned first = mirrored ? v : u;
            const unsigned second = mirrored ? u : v;
            mesh.add_polygon({vertex(side, first), vertex(side, second), vertex(far_end, second),
                              vertex(far_end, first)});
        }
    }
    for (unsigned corner = 0; corner < 8; ++corner) {
        const bool mirrored = ((corner ^ corner >> 1 ^ corner >> 2) & 1U) == 0;
        mesh.add_polygon({vertex(corner, 0), vertex(corner, mirrored ? 2 : 1),
                          vertex(corner, mirrored ? 1 : 2)});
    }
    return mesh;
}

}  // namespace

}  // namespace swept::solids_detail

namespace swept {

using namespace solids_detail;

Result<Mesh> make_box(const Vector3d& size) {
    if (const Check check = Check().lengths("size", size); check.complaint()) return refuse(check);
    const double x = size.x() / 2;
    const double y = size.y() / 2;
    return extrude_upward({{-x, -y}, {x, -y}, {x, y}, {-x, y}}, size.z());
}

Result<Mesh> make_prism(int sides, double radius, double height) {
    const Check check = Check()
                            .count("sides", sides, 3)
                            .length("radius", radius)
                            .length("height", height)
                            .vertices("sides", 2.0 * sides);
    if (check.complaint()) return refuse(check);
    return extrude_upward(circle(sides, radius), height);
}

Result<Mesh> make_sphere(double radius, int rings, int segments) {
    const Check check = Check()
                            .length("radius", radius)
                            .count("rings", rings, 2)
                            .count("segments", segments, 3)
                            .vertices("rings", (rings - 1.0) * segments + 2);
    if (check.complaint()) return refuse(check);

    const auto n = static_cast<std::uint32_t>(segments);
    const auto inner_rings = static_cast<std::uint32_t>(rings - 1);
    const std::size_t triangles = 2 * std::size_t{n} * inner_rings;
    Mesh mesh = mesh_with_room_for(std::size_t{n} * inner_rings + 2, triangles, 3 * triangles);
    const std::vector<Vector2d> around = circle(segments, 1);
    mesh.add_vertex({0, 0, -radius});
    for (int ring = 1; ring < rings; ++ring) {
        const Vector2d height_and_width = radius * on_circle(ring, 2 * std::int64_t{rings});
        for (const Vector2d& point : around) {
            const Vector2d wide = height_and_width.y() * point;
            mesh.add_vertex({wide.x(), wide.y(), -height_and_width.x()});
        }
    }
    const std::uint32_t north_pole = mesh.add_vertex({0, 0, radius});

    const auto first_of = [&](std::uint32_t ring) { return 1 + ring * n; };
    const auto after = [&](std::uint32_t i) { return i + 1 < n ? i + 1 : 0; };
    for (std::uint32_t i = 0; i < n; ++i) {
        mesh.add_polygon({0, first_of(0) + after(i), first_of(0) + i});
    }
    for (std::uint32_t ring = 0; ring + 1 < inner_rings; ++ring) {
        add_band(mesh, first_of(ring), first_of(ring + 1), n);
    }
    const std::uint32_t last = first_of(inner_rings - 1);
    for (std::uint32_t i = 0; i < n; ++i) {
        mesh.add_polygon({last + i, last + after(i), north_pole});
    }
    return mesh;
}

Result<Mesh> make_torus(int rings, int sides, double major, double minor) {
    // Neighbours around a thin tube must differ by more than the rounding of `major`.
    const double finest = 1e-15 * major * sides;
    const Check check =
        Check()
            .count("rings", rings, 3)
            .count("sides", sides, 3)
            .length("major", major)
            .length("minor", minor)
            .demand(minor < major, "minor",
                    text_of(minor) + " is too large; it must be less than major=" + text_of(major))
            .demand(minor > finest, "minor",
                    text_of(minor) + " is too thin for its sides to be told apart; it must be " +
                        "more than " + text_of(finest))
            .vertices("rings", 1.0 * rings * sides);
    if (check.complaint()) return refuse(check);

    const auto n = static_cast<std::uint32_t>(sides);
    const std::size_t triangles = 2 * std::size_t{n} * static_cast<std::size_t>(rings);
    Mesh mesh = mesh_with_room_for(triangles / 2, triangles, 3 * triangles);
    const std::vector<Vector2d> tube = circle(sides, minor);
    for (const Vector2d& outward : circle(rings, 1)) {
        for (const Vector2d& point : tube) {
            const Vector2d wide = (major + point.x()) * outward;
            mesh.add_vertex({wide.x(), wide.y(), point.y()});
        }
    }
    const auto count = static_cast<std::uint32_t>(rings);
    for (std::uint32_t ring = 0; ring < count; ++ring) {
        add_band(mesh, (ring + 1 < count ? ring + 1 : 0) * n, ring * n, n);
    }
    return mesh;
}

Result<Mesh> make_cylinder(double radius, double height, int segments, int bands) {
    const Check check = Check()
                            .length("radius", radius)
                            .length("height", height)
                            .count("segments", segments, 3)
                            .count("bands", bands, 1)
                            .vertices("segments", segments * (bands + 1.0));
    if (check.complaint()) return refuse(check);

    const auto n = static_cast<std::uint32_t>(segments);
    const auto levels = static_cast<std::uint32_t>(bands) + 1;
    const std::size_t triangles = 2 * std::size_t{n} * levels - 4;
    Mesh mesh = mesh_with_room_for(std::size_t{n} * levels, triangles, 3 * triangles);
    const std::vector<Vector2d> around = circle(segments, radius);
    for (int level = 0; level <= bands; ++level) {
        // Written so that the two ends are exactly opposite.
        const double z = (2.0 * level - bands) / bands * (height / 2);
        for (const Vector2d& point : around) mesh.add_vertex({point.x(), point.y(), z});
    }
    for (std::uint32_t level = 0; level + 1 < levels; ++level) {
        add_band(mesh, level * n, (level + 1) * n, n);
    }
    const std::uint32_t top = (levels - 1) * n;
    for (std::uint32_t i = 1; i + 1 < n; ++i) {
        mesh.add_polygon({0, i + 1, i});
        mesh.add_polygon({top, top + i, top + i + 1});
    }
    return mesh;
}

Result<Mesh> make_brick(const Vector3d& size, double bevel) {
    const double most = size.minCoeff() / 2;
    const Check check =
        Check()
            .lengths("size", size)
            .demand(bevel >= 0 && bevel < most, "bevel",
                    text_of(bevel) + " does not fit; it must be at least 0 and less than half " +
                        "the smallest size, " + text_of(most));
    if (check.complaint()) return refuse(check);
    if (bevel == 0) return make_box(size);

    const Vector3d outer = size / 2;
    const Vector3d inner = outer.array() - bevel;
    if ((inner.array() == outer.array()).any()) {
        return refuse(Check().demand(false, "bevel",
                                     text_of(bevel) + " is lost beside the size; make it larger, " +
                                         "or 0 for a plain box"));
    }
    return bevelled_box(outer, inner);
}

Result<Mesh> make_stairs(int steps, double run, double rise, double width) {
    const Check check = Check()
                            .count("steps", steps, 1, most_steps)
                            .length("run", run)
                            .length("rise", rise)
                            .length("width", width)
                            .vertices("steps", 4.0 * steps + 4);
    if (check.complaint()) return refuse(check);

    std::vector<Vector2d> profile{{0, 0}, {steps * run, 0}};
    profile.reserve(2 * static_cast<std::size_t>(steps) + 2);
    for (int step = steps; step > 0; --step) {  // down the stairs, outer corner and inner corner
        profile.emplace_back(step * run, step * rise);
        profile.emplace_back((step - 1) * run, step * rise);
    }
    const auto n = static_cast<std::uint32_t>(profile.size());
    Mesh mesh = extrude_sideways(profile, width);
    add_caps(mesh, n, numbered(0, n));
    return mesh;
}

Result<Mesh> make_room(const RoomOptions& options) {
    const Vector3d& size = options.size;
    const Box inside{{-size.x() / 2, -size.y() / 2, 0}, {size.x() / 2, size.y() / 2, size.z()}};
    const Box outside{inside.lower.array() - options.wall, inside.upper.array() + options.wall};
    const bool wall_shows = (outside.lower.array() < inside.lower.array()).all() &&
                            (outside.upper.array() > inside.upper.array()).all();
    // The walls at -x and +x run along y; with more than two doors those along x have one too.
    const double shortest_wall = options.doors > 2 ? std::min(size.x(), size.y()) : size.y();
    const Check check =
        Check()
            .lengths("size", size)
            .length("wall", options.wall)
            .demand(wall_shows, "wall", text_of(options.wall) + " is lost beside the size")
            .count("doors", options.doors, 0, 4)
            .length("door_width", options.door_width)
            .length("door_height", options.door_height)
            .demand(options.doors == 0 || options.door_width <= shortest_wall, "door_width",
                    text_of(options.door_width) + " is too wide; it must be at most " +
                        text_of(shortest_wall) + ", the length of the wall")
            .demand(options.doors == 0 || options.door_height <= size.z(), "door_height",
                    text_of(options.door_height) + " is too high; it must be at most " +
                        text_of(size.z()) + ", the height of the room");
    if (check.complaint()) return refuse(check);

    std::vector<Box> holes{inside};
    for (int door = 0; door < options.doors; ++door) {
        const int through = door / 2;
        const int along = 1 - through;
        Box doorway = inside;
        doorway.lower[along] = -options.door_width / 2;
        doorway.upper[along] = options.door_width / 2;
        doorway.upper.z() = options.door_height;
        (door % 2 == 0 ? doorway.lower : doorway.upper)[through] =
            (door % 2 == 0 ? outside.lower : outside.upper)[through];
        holes.push_back(doorway);
    }
    return carve_box(outside, holes);
}

Result<Mesh> make_car(double length, double width, double height) {
    const Check check =
        Check().length("length", length).length("width", width).length("height", height);
    if (check.complaint()) return refuse(check);

    constexpr std::array<std::pair<double, double>, 8> shares_of_length_and_height{{
        {-0.5, 0},     // rear bottom
        {0.5, 0},      // front bottom
        {0.5, 0.44},   // front top
        {0.22, 0.56},  // windscreen base
        {0.06, 1},     // roof front
        {-0.27, 1},    // roof rear
        {-0.4, 0.56},  // rear-window base
        {-0.5, 0.52},  // rear top
    }};
    std::vector<Vector2d> profile;
    profile.reserve(8);
    for (const auto& [x, z] : shares_of_length_and_height) {
        profile.emplace_back(x * length, z * height);
    }
    Mesh mesh = extrude_sideways(profile, width);
    add_caps(mesh, 8, {0, 1, 2, 3, 6, 7});  // the body
    add_caps(mesh, 8, {3, 4, 5, 6});        // the cabin
    return mesh;
}

}  // namespace swept
