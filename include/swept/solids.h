#pragma once

// Parametric models, so that tests, examples and demos need no files. Each solid is closed and
// looks outward. Lengths are in the caller's unit; each model is centred where its comment says.

#include <span>
#include <string_view>

#include "swept/export.h"
#include "swept/mesh.h"
#include "swept/result.h"

namespace swept {

/// A box centred at the origin: 8 vertices, 6 faces.
[[nodiscard]] SWEPT_API Result<Mesh> make_box(const Eigen::Vector3d& size);

/// A right prism over a regular polygon with `sides` >= 3 corners on a circle of `radius`, along z,
/// centred at the origin. The first corner lies on the x axis.
[[nodiscard]] SWEPT_API Result<Mesh> make_prism(int sides, double radius, double height);

/// A sphere of triangles about the origin: `rings` >= 2 bands from pole to pole (along z),
/// `segments` >= 3 around. 2 segments (rings - 1) triangles, all vertices on the sphere.
[[nodiscard]] SWEPT_API Result<Mesh> make_sphere(double radius, int rings, int segments);

/// A torus of triangles about the z axis, centred at the origin: `rings` >= 3 around the axis,
/// `sides` >= 3 around the tube; `major` from the axis to the middle of the tube, `minor` < `major`
/// the tube's radius. 2 rings sides triangles.
[[nodiscard]] SWEPT_API Result<Mesh> make_torus(int rings, int sides, double major, double minor);

/// A cylinder of triangles along z, centred at the origin, with `segments` >= 3 around and `bands`
/// >= 1 along it: 2 segments bands triangles, and two caps cut into triangles from their first
/// corner.
[[nodiscard]] SWEPT_API Result<Mesh> make_cylinder(double radius, double height, int segments,
                                                   int bands);

/// A building brick centred at the origin: a box with all edges bevelled by `bevel`, at least 0 and
/// less than half the smallest size: 26 faces, or the 6 of a box when it is 0.
[[nodiscard]] SWEPT_API Result<Mesh> make_brick(const Eigen::Vector3d& size, double bevel);

/// A solid flight of 1 to 4000 stairs that climbs along +x from the origin, `width` along y
/// (centred), each step `run` deep and `rise` high. The two side faces are single polygons that are
/// not convex.
[[nodiscard]] SWEPT_API Result<Mesh> make_stairs(int steps, double run, double rise, double width);

/// Measures of make_room.
struct RoomOptions {
    Eigen::Vector3d size{6, 4, 3};  ///< inside; the floor's centre is the origin, z is up
    double wall = 0.2;              ///< thickness of walls, floor and ceiling
    int doors = 2;                  ///< 0 to 4 walls with a doorway: -x, +x, -y, +y in this order
    double door_width = 1;
    double door_height = 2.1;
};

/// A room with solid walls, floor and ceiling, and doorways through its walls at floor level.
[[nodiscard]] SWEPT_API Result<Mesh> make_room(const RoomOptions& options = {});

/// The simple car of the glide paper (its figure 12): 16 vertices, 26 edges, 12 convex faces. It
/// stands on z = 0, centred in x and y, and looks along +x.
[[nodiscard]] SWEPT_API Result<Mesh> make_car(double length, double width, double height);

/// One key of a named solid.
struct SolidKey {
    std::string_view name;
    std::string_view fallback;  ///< the value when the key is absent
    std::string_view meaning;
};

/// A solid that can be asked for by name.
struct SolidKind {
    std::string_view name;
    std::string_view meaning;
    std::span<const SolidKey> keys;
};

/// All solids that make_solid knows.
[[nodiscard]] SWEPT_API std::span<const SolidKind> solid_kinds();

/// A solid from its description: `box,size=1x2x3` or `solid:box,size=1x2x3`. Unknown names and
/// keys, keys given twice, and values that are not numbers are Errors that say what is allowed.
[[nodiscard]] SWEPT_API Result<Mesh> make_solid(std::string_view description);

}  // namespace swept
