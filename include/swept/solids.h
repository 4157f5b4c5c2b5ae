#pragma once

// Parametric solids: primitives, mechanical parts and levels, for tests, examples and demos. Each
// is closed and oriented outward. Lengths are in the caller's unit. Errors of all functions: a
// length outside 1e-90 to 1e90, a number outside its range, more than 2^28 vertices, dimensions
// that do not fit each other.

#include <span>
#include <string_view>

#include "swept/export.h"
#include "swept/mesh.h"
#include "swept/result.h"
#include "swept/world_parts.h"

namespace swept {

/// A box centred at the origin: 8 vertices, 6 faces.
[[nodiscard]] SWEPT_SOLIDS_API Result<Mesh> make_box(const Eigen::Vector3d& size);

/// A right prism along z, centred at the origin, over a regular polygon with `sides` >= 3 corners
/// on a circle of `radius`. The first corner is on the x axis.
[[nodiscard]] SWEPT_SOLIDS_API Result<Mesh> make_prism(int sides, double radius, double height);

/// A sphere about the origin: `rings` >= 2 bands from pole to pole (along z), `segments` >= 3
/// around. It has 2 segments (rings - 1) triangles, with all vertices on the sphere.
[[nodiscard]] SWEPT_SOLIDS_API Result<Mesh> make_sphere(double radius, int rings, int segments);

/// A torus about the z axis, centred at the origin: `rings` >= 3 around the axis, `sides` >= 3
/// around the tube. `major` is the distance from the axis to the middle of the tube, `minor` <
/// `major` is the tube's radius. It has 2 rings sides triangles.
[[nodiscard]] SWEPT_SOLIDS_API Result<Mesh> make_torus(int rings, int sides, double major,
                                                       double minor);

/// A cylinder along z, centred at the origin, with `segments` >= 3 around and `bands` >= 1 along
/// it. It has 2 segments bands triangles, and two caps that are triangle fans from their first
/// corner.
[[nodiscard]] SWEPT_SOLIDS_API Result<Mesh> make_cylinder(double radius, double height,
                                                          int segments, int bands);

/// A brick centred at the origin: a box with all edges bevelled by `bevel`, which is at least 0 and
/// less than half the smallest size. It has 26 faces, or the 6 of a box if `bevel` is 0.
[[nodiscard]] SWEPT_SOLIDS_API Result<Mesh> make_brick(const Eigen::Vector3d& size, double bevel);

/// A solid flight of 1 to 4000 stairs that climbs along +x from the origin, `width` wide along y
/// (centred). Each step is `run` deep and `rise` high. The two side faces are single polygons that
/// are not convex.
[[nodiscard]] SWEPT_SOLIDS_API Result<Mesh> make_stairs(int steps, double run, double rise,
                                                        double width);

/// Dimensions of make_room.
struct RoomOptions {
    Eigen::Vector3d size{6, 4, 3};  ///< inside; the origin is the floor's centre, z is up
    double wall = 0.2;              ///< thickness of walls, floor and ceiling
    int doors = 2;                  ///< 0 to 4 walls with a doorway: -x, +x, -y, +y in this order
    double door_width = 1;          ///< along the wall
    double door_height = 2.1;       ///< from the floor up
};

/// A room with solid walls, floor and ceiling, and doorways in its walls at floor level.
[[nodiscard]] SWEPT_SOLIDS_API Result<Mesh> make_room(const RoomOptions& options = {});

/// The simple car of Buss 2004, figure 12: 16 vertices, 26 edges, 12 convex faces. Its bottom is at
/// z = 0; it is centred in x and y and faces +x.
[[nodiscard]] SWEPT_SOLIDS_API Result<Mesh> make_car(double length, double width, double height);

/// Dimensions of make_gear.
struct GearOptions {
    int teeth = 20;                  ///< 4 or more
    double module = 1;               ///< pitch diameter per tooth; tips are one module above the
                                     ///< pitch circle, roots 1.25 modules below
    double width = 4;                ///< along z
    double bore = 4;                 ///< diameter of the hole along the axis; 0: none
    double pressure_angle_deg = 20;  ///< of the flanks at the pitch circle, 5 to 45
    double backlash = 0.05;  ///< play of two such gears, measured at the pitch circle, where a
                             ///< tooth is thinner than half the pitch by half of this length
    int flank_points = 6;    ///< vertices along each involute, 2 or more
};

/// A spur gear about the z axis, centred at the origin, with a tooth centred on +x. Flanks are
/// involutes down to the base circle and radial from there to the root circle, without fillets. The
/// mesh is inside the ideal gear, with its vertices on it. Two gears of one module and pressure
/// angle mesh at a distance of module (teeth + other teeth) / 2, unless one has so few teeth that
/// it needs an undercut (below 13 for equal gears, 17 for any, at 20 degrees). The bore is a
/// polygon with two corners per tooth, on its circle.
[[nodiscard]] SWEPT_SOLIDS_API Result<Mesh> make_gear(const GearOptions& options = {});

/// Dimensions of make_bolt; the defaults are those of M16, in mm.
struct BoltOptions {
    double diameter = 16;     ///< over the crests of the thread
    double pitch = 2;         ///< rise per turn, at most half the diameter
    double length = 24;       ///< of the threaded shank, without the head
    double head_width = 24;   ///< across the flats
    double head_height = 10;  ///< 0: no head
    double clearance = 0.05;  ///< of the nut to be used with it; it decides `segments` 0
    int segments = 0;         ///< around, 3 or more; 0: so many that the mesh is nowhere further
                              ///< than a quarter of the clearance from the ideal thread
};

/// A bolt along z: a threaded shank from z = 0 to its tip at z = length, both ends flat, and a
/// hexagonal head from z = -head_height to 0 with a corner over +x. The thread is right-handed,
/// with flanks at 60 degrees, crests pitch/8 wide and roots pitch/4 wide (the basic profile of ISO
/// 68-1). At z = 0 the middle of a crest is over +x. A screw by the angle a with an advance of
/// pitch a / (2 pi) maps the thread onto itself.
[[nodiscard]] SWEPT_SOLIDS_API Result<Mesh> make_bolt(const BoltOptions& options = {});

/// Dimensions of make_nut; the defaults are those of M16, in mm.
struct NutOptions {
    double diameter = 16;     ///< of the bolt, over its crests
    double pitch = 2;         ///< rise per turn, at most half the diameter
    double height = 13;       ///< along z
    double width = 24;        ///< across the flats
    double clearance = 0.05;  ///< gap to the ideal bolt along the whole profile, normal to it; less
                              ///< than 0.2 pitch
    int segments = 0;         ///< as for the bolt
};

/// A hexagonal nut from z = 0 to z = height, with a corner over +x. Its thread is that of the bolt
/// with the same diameter and pitch, moved outward by the clearance. The bolt fits into it at the
/// identity pose, and at every pose along its screw.
[[nodiscard]] SWEPT_SOLIDS_API Result<Mesh> make_nut(const NutOptions& options = {});

/// Dimensions of make_level, in metres.
struct LevelOptions {
    int rooms = 16;     ///< 1 to 4096, on an almost square grid
    int seed = 1;       ///< any; a seed gives the same level on every machine
    double size = 10;   ///< inside length and width of a room, 8 to 100
    double height = 4;  ///< inside height of the lowest rooms, 4 to 100
    int clutter = 8;    ///< pillars and pieces of furniture in a room, 0 to 64
    int detail = 0;     ///< how often each triangle of the faces is split into four; 0 to 5
};

/// A game level, for queries on a large scene: rooms that are all reachable through doorways 2 m
/// wide and 2.5 m high, floors at several heights joined by stairs, pillars, crates, drums, tables,
/// low walls, spires and lamps at any angle. It is a union of overlapping closed shells, as levels
/// usually are. Close surfaces of two shells cross or are millimetres apart, and are never
/// coplanar. An aisle of 3 m joins the middle of each room with its doorways. z is up; the middle
/// of the first room is at x = y = 0 and its floor at about z = 0.
[[nodiscard]] SWEPT_SOLIDS_API Result<Mesh> make_level(const LevelOptions& options = {});

/// One key of a named solid.
struct SolidKey {
    std::string_view name;      ///< as written before the =
    std::string_view fallback;  ///< the default value
    std::string_view meaning;   ///< description, for a list
};

/// A named solid of make_solid.
struct SolidKind {
    std::string_view name;           ///< as passed to make_solid
    std::string_view meaning;        ///< description, for a list
    std::span<const SolidKey> keys;  ///< the keys that can be set
};

/// All solids that make_solid can make.
[[nodiscard]] SWEPT_SOLIDS_API std::span<const SolidKind> solid_kinds();

/// A solid from its description: `box,size=1x2x3` or `solid:box,size=1x2x3`. Errors, which say what
/// is allowed: an unknown name or key, a key given twice, a value that is not a number; also those
/// of the solid.
[[nodiscard]] SWEPT_SOLIDS_API Result<Mesh> make_solid(std::string_view description);

/// The level of make_level as a world: the same polygons, each shell in its room. Rooms and portals
/// are numbered from 0, polygons as in make_level's mesh, so that results can be compared. All bits
/// of the masks are set. Each room is closed by itself; its walls extend 2 or 3 cm beyond its
/// portals into the walls of the next room. There is a portal across each doorway. The openings of
/// its two rooms differ by 1 or 2 cm, and its sides run midway: within 1 cm, half a per cent of its
/// width, of polygons of each. Errors: those of make_level.
[[nodiscard]] SWEPT_SOLIDS_API Result<WorldContents> make_level_world(
    const LevelOptions& options = {});

/// A world from the description of a solid, as passed to make_solid: for a level, make_level_world;
/// for any other solid, one room with id 0. Errors: those of make_solid.
[[nodiscard]] SWEPT_SOLIDS_API Result<WorldContents> make_solid_world(std::string_view description);

}  // namespace swept
