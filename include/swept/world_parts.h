#pragma once

// What a world is made of: rooms of polygons, portals between them, and bodies. Coordinates are
// those of the world; ids and masks are the caller's own.

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "swept/cast.h"
#include "swept/export.h"
#include "swept/geometry.h"
#include "swept/mesh.h"
#include "swept/polyhedron.h"
#include "swept/result.h"
#include "swept/solids.h"

namespace swept {

/// A number that the caller chose for one kind of thing. It does not mix with the others.
template <class Tag>
struct Id {
    std::uint64_t value = 0;  ///< the caller's number

    /// 0.
    constexpr Id() = default;
    /// This number; nothing converts to an id by itself.
    constexpr explicit Id(std::uint64_t v) : value(v) {}
    /// By number.
    friend constexpr auto operator<=>(Id, Id) = default;
};
/// Names a room.
using RoomId = Id<struct RoomTag>;
/// Names a portal.
using PortalId = Id<struct PortalTag>;
/// Names a polygon of a room, or several.
using PolygonId = Id<struct PolygonTag>;
/// Names a body.
using BodyId = Id<struct BodyTag>;

/// What sees what: a query sees a polygon or body when their masks have a bit in common.
using Mask = std::uint64_t;
/// Seen by all, sees all.
inline constexpr Mask every_bit = ~Mask{0};

/// What a polygon carries. Several polygons may have one id: they are named together. What is left
/// of a polygon that is carved keeps its label.
struct PolygonLabel {
    PolygonId id;           ///< the caller's number
    Mask mask = every_bit;  ///< queries with a bit in common see it

    /// Whether id and mask are the same.
    friend bool operator==(const PolygonLabel&, const PolygonLabel&) = default;
};

/// Polygons of a room. Any mesh: what is not convex or planar is split, and keeps its label.
struct RoomPolygons {
    Mesh mesh;  ///< in world coordinates
    /// One per polygon; when there are none, polygon i has id i and every bit.
    std::vector<PolygonLabel> labels;
};

/// An opening between two rooms. It is no obstacle, and changes no answer: where two rooms are
/// closed but for their portals, queries need not look beyond portals that they do not reach.
struct Portal {
    RoomId from;  ///< one of the two rooms
    RoomId to;    ///< the other
    /// A planar convex polygon of three corners or more. It lies on a wall of each of its rooms:
    /// each of its sides runs along polygons of that room.
    std::vector<Eigen::Vector3d> outline;
};

/// A shape that moves about, or one approximated by spheres.
using BodyShape = std::variant<Polyhedron, SphereSet>;

/// A thing that stands or moves in a world: its shape, where it is, and what sees it.
struct Body {
    BodyShape shape;        ///< a polyhedron or a set of spheres, in coordinates of its own
    Pose world_from_body;   ///< where it stands
    Mask mask = every_bit;  ///< queries with a bit in common see it
};

/// All of a world, as it is written to files and made anew.
struct WorldContents {
    /// A room with its id.
    struct Room {
        RoomId id;              ///< no other room has it
        RoomPolygons polygons;  ///< what it is made of
    };
    /// A portal with its id.
    struct Door {
        PortalId id;    ///< no other portal has it
        Portal portal;  ///< what it joins, and where
    };
    /// A body with its id.
    struct Placed {
        BodyId id;  ///< no other body has it
        Body body;  ///< what and where it is
    };
    std::vector<Room> rooms;     ///< in any order
    std::vector<Door> portals;   ///< in any order
    std::vector<Placed> bodies;  ///< in any order
};

/// The level of make_level as a world: the same polygons, each shell in its room. Rooms and portals
/// are numbered from 0, polygons as in make_level's mesh, so that answers can be compared; every
/// bit is set in the masks. Each room is closed by itself, and its walls reach 2 or 3 cm beyond its
/// portals into the walls of the next. A portal stands across each doorway; the openings of its two
/// rooms differ by 1 or 2 cm, and its sides run midway: within 1 cm, half a per cent of its width,
/// of polygons of each. Errors as those of make_level.
[[nodiscard]] SWEPT_API Result<WorldContents> make_level_world(const LevelOptions& options = {});

/// A world from the description of a solid, as make_solid takes it: of a level make_level_world, of
/// any other the one room 0.
[[nodiscard]] SWEPT_API Result<WorldContents> make_solid_world(std::string_view description);

/// What a query in a world met.
struct ColliderRef {
    /// Whether it is a polygon of a room, a body, or nothing.
    enum class Kind : std::uint8_t { nothing, room, body } kind = Kind::nothing;
    RoomId room;           ///< of a polygon
    PolygonLabel polygon;  ///< the caller's label of that polygon
    BodyId body;           ///< which body

    /// Whether both name the same.
    friend bool operator==(const ColliderRef&, const ColliderRef&) = default;
};

/// What of a world a query looks at.
struct WorldFilter {
    Mask mask = every_bit;                        ///< what has a bit of this in its mask is seen
    bool rooms = true;                            ///< whether polygons of rooms are seen
    bool bodies = true;                           ///< whether bodies are seen
    std::optional<BodyId> except = std::nullopt;  ///< a body that is not seen, such as the mover
    /// Whether portals may spare looking into rooms. The answers do not depend on it.
    bool portals = true;
};

}  // namespace swept
