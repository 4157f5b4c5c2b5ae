#pragma once

// Takes a convex solid (the tool) out of closed polygon shells, and cuts polygons that belong to
// none.
//
// Guarantee: combinatorial. Every decision is the exact sign of a determinant of stored doubles, so
// what is cut by what is what an exact arrangement would say; only the coordinates of new vertices
// are rounded. Shells that were closed stay closed (the sides of what is added equal those of what
// is removed, which is checked at the end of every carve), no vertex comes to lie on the side of a
// polygon without being a corner of it, and what was taken out is closed as well.
//
// Ties (tool and surface touch, or lie in one plane) are decided as if the tool were larger by an
// infinitely small amount, scaled about a point inside it (tool.h): a tool flush with the far
// side of a wall leaves no film. New coordinates are those of the tool as given: walls that were on
// a grid stay on it. A tool that only touches a shell does not change it. A tool whose side misses
// the far side of a wall by rounding alone, as turned ones do, is scaled up for real, its nearest
// side by 2^-40 of its extent: it leaves no film either.
//
// After the decisions come the coordinates. A new vertex is rounded once, and is off by a few
// roundings of the coordinates at most; vertices that this cannot tell apart become one before
// anything is made of them (weld.h). What is left of a polygon, and each cap, is then triangulated
// with exact signs of the rounded coordinates (triangulate.h): its triangles do not overlap, unless
// rounding has made its outline cross itself. Then it is tried again with a tool that is grown for
// real; where that does not help, the triangles fold within rounding of the outline, and nowhere
// else.
//
// Polygons are taken as fans from their first corner. Pieces of one polygon are merged into convex
// ones again where they lie in its plane to rounding.

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "core/namespaces.h"
#include "swept/geometry.h"
#include "swept/mesh.h"
#include "swept/polyhedron.h"

namespace swept::carve_detail {

/// Polygons to be carved, in world coordinates: all that have a point in the tool's box or within
/// some roundings of it, others as well if that is simpler. Faces that meet in an edge use the same
/// indices there; a shell does not cross itself, but for rounding; shells may cross each other.
struct CarveSurface {
    std::span<const Eigen::Vector3d> positions;
    std::span<const std::uint32_t> begins;   ///< into corners; one more than polygons
    std::span<const std::uint32_t> corners;  ///< counter-clockwise from the front, convex
    std::span<const std::uint32_t> shells;   ///< per polygon: the surface that it belongs to
    std::span<const std::uint8_t> closed;    ///< per shell: closed and oriented as a whole
    /// Per polygon: pieces of polygons of one number, shell and plane may become one polygon, whose
    /// source is the lowest of them. Empty: pieces of different polygons stay apart. Without it,
    /// what is carved often falls into ever smaller polygons.
    std::span<const std::uint32_t> groups = {};

    [[nodiscard]] std::size_t size() const { return shells.size(); }
    [[nodiscard]] std::span<const std::uint32_t> polygon(std::size_t i) const {
        return corners.subspan(begins[i], begins[i + 1] - begins[i]);
    }
};

/// Where a new polygon comes from.
struct CarvedPolygon {
    std::uint32_t source = 0;     ///< the polygon that it is a piece of; for a cap, the lowest
                                  ///< polygon of its shell that the carve changed
    std::uint32_t shell = 0;      ///< of the surface
    std::uint32_t tool_face = 0;  ///< caps: the polygon of the mesh that the tool was built from
    bool cap = false;             ///< it is where the tool's surface was
};

struct Carved {
    bool met = false;  ///< false: no shell has anything inside the tool, nothing changes
    std::vector<std::uint32_t> removed;     ///< polygons that are gone, cut or whole; ascending
    std::vector<Eigen::Vector3d> vertices;  ///< new ones
    /// New polygons; corners are indices into the positions, followed by the new vertices.
    std::vector<std::uint32_t> begins{0};
    std::vector<std::uint32_t> corners;
    std::vector<CarvedPolygon> added;
    /// What was taken out of closed shells: closed, looking outward. Where shells overlap, each
    /// gives its own part.
    Mesh piece;
    std::vector<CarvedPolygon> piece_polygons;  ///< of each polygon of the piece
    int attempts = 1;  ///< how often it was tried: above 1 the tool was moved (tool.h)

    [[nodiscard]] std::span<const std::uint32_t> polygon(std::size_t i) const {
        return std::span(corners).subspan(begins[i], begins[i + 1] - begins[i]);
    }
};

/// Errors: a tool that is not closed, oriented, convex and of some thickness (bad_mesh); a surface
/// that is not as described, so that no cut keeps it closed (unsupported). The caller's surface is
/// never touched.
[[nodiscard]] Result<Carved> carve(const CarveSurface& surface, const Polyhedron& tool,
                                   const Pose& world_from_tool);

}  // namespace swept::carve_detail
