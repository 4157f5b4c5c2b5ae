#pragma once

// Where does the tool's hull cross the surface, and what lies inside? The part of a carve that
// looks at geometry; what follows (caps, merging, checks) works on its indices.

#include <vector>

#include "carve/carve.h"
#include "carve/tool.h"
#include "carve/triangulate.h"
#include "core/namespaces.h"
#include "shape/faces.h"

namespace swept::carve_detail {

/// No point, edge or face.
inline constexpr std::uint32_t none = 0xffffffff;

/// A polygon that has a point inside the tool.
struct CutPolygon {
    std::uint32_t polygon;  ///< of the surface
    std::uint32_t shell;
    bool swallowed;  ///< all of it
};

/// Where a polygon crosses a side of the tool. What lies inside is to its left, seen from the
/// surface's front.
struct CutSegment {
    std::uint32_t side;  ///< of the tool
    std::uint32_t shell;
    std::uint32_t from, to;  ///< points
};

/// A hull edge passes through the surface.
struct CutHullEdge {
    std::uint32_t edge;  ///< of the hull
    std::uint32_t shell;
    std::uint32_t point;
    int step;  ///< +1: from its `from` to its `to` the edge goes into the solid; -1: out of it
    double fraction;  ///< where on the edge
};

/// New points are rounded once, and those that rounding cannot tell from each other, from a vertex
/// of the surface or from one of the tool become one before anything is made of them: all indices
/// below are of the points that stand for the others (weld.h).
struct Cut {
    std::vector<Eigen::Vector3d> points;  ///< vertices of the surface, then new ones
    std::vector<std::uint32_t> vertices;  ///< of the first points: the surface's vertex
    std::vector<CutPolygon> polygons;     ///< ascending
    Faces inside;                         ///< convex but for rounding; source: place in polygons
    Faces outside;                        ///< triangles; source: place in polygons
    std::vector<CutSegment> segments;     ///< end where edges of the surface or the tool do
    std::vector<CutHullEdge> hull_edges;
    std::vector<std::uint32_t> shells;  ///< that have a polygon near the tool, ascending
    std::vector<std::vector<std::uint32_t>> tool_points;  ///< per such shell, of the tool's points
    bool clean = true;  ///< false: rounding has folded what is left of a polygon
};

/// False: the surface is not as described.
[[nodiscard]] bool cut_surface(const CarveSurface& surface, const CarveTool& tool, Cut& cut);

}  // namespace swept::carve_detail
