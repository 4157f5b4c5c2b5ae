#pragma once

// Parts of a world: rooms of polygons, portals between rooms, bodies, ids, masks (collision
// filters). Coordinates are world coordinates; ids and masks are the caller's own.

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
#include "swept/query.h"
#include "swept/result.h"

namespace swept {

/// Id of a room.
using RoomId = Id<struct RoomTag>;
/// Id of a portal.
using PortalId = Id<struct PortalTag>;
/// Id of one or several polygons of a room.
using PolygonId = Id<struct PolygonTag>;
/// Id and mask of a polygon. Several polygons may have one id. What a carve leaves keeps its label.
struct PolygonLabel {
    PolygonId id;           ///< the caller's number
    Mask mask = every_bit;  ///< queries that share a bit see the polygon

    /// True if id and mask are equal.
    friend bool operator==(const PolygonLabel&, const PolygonLabel&) = default;
};

/// Polygons of a room, any mesh. Those not convex or planar are split and keep their label.
struct RoomPolygons {
    Mesh mesh;  ///< in world coordinates
    /// One per polygon. If empty, polygon i has id i and every bit.
    std::vector<PolygonLabel> labels;
};

/// An opening between two rooms. It is no obstacle and changes no result. If two rooms are closed
/// except for their portals, queries need not search beyond portals that they do not reach.
struct Portal {
    RoomId from;  ///< one of the two rooms
    RoomId to;    ///< the other
    /// A planar convex polygon of three corners or more. It is on a wall of each of its rooms: each
    /// of its sides runs along polygons of that room.
    std::vector<Eigen::Vector3d> outline;
};

/// The shape of a body: a polyhedron, or an approximation by spheres.
using BodyShape = std::variant<Polyhedron, SphereSet>;

/// A body: a placed shape in a world that can be moved, with its mask.
struct Body {
    BodyShape shape;        ///< a polyhedron or a set of spheres, in its own frame
    Pose world_from_body;   ///< its pose
    Mask mask = every_bit;  ///< queries that share a bit see the body
};

/// All contents of a world, to write and read files and to make worlds.
struct WorldContents {
    /// A room with its id.
    struct Room {
        RoomId id;              ///< unique among rooms
        RoomPolygons polygons;  ///< its polygons
    };
    /// A portal with its id.
    struct Door {
        PortalId id;    ///< unique among portals
        Portal portal;  ///< the portal
    };
    /// A body with its id.
    struct Placed {
        BodyId id;  ///< unique among bodies
        Body body;  ///< the body
    };
    std::vector<Room> rooms;     ///< in any order
    std::vector<Door> portals;   ///< in any order
    std::vector<Placed> bodies;  ///< in any order
};

/// The object that a query in a world hit: a polygon of a room, a body, or nothing.
struct ColliderRef {
    /// The kind of object.
    enum class Kind : std::uint8_t { nothing, room, body } kind = Kind::nothing;
    RoomId room;           ///< the room, if kind is room
    PolygonLabel polygon;  ///< the caller's label of its polygon, if kind is room
    BodyId body;           ///< the body, if kind is body

    /// True if both name the same object.
    friend bool operator==(const ColliderRef&, const ColliderRef&) = default;
};

/// The result of a query in a world: that of the query, and the object that it is about.
template <class R>
struct InWorld {
    R result;              ///< as for single shapes
    ColliderRef collider;  ///< what was hit, stopped the mover, or is closest; else nothing
};

}  // namespace swept
