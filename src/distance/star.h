#pragma once

// What surrounds a point of a placed shape that lies on a vertex, an edge or a face: the directions
// in which its surface goes away from there, and the normals of the faces that meet there. From
// these follow whether the distance to another shape has a lowest place there, and whether a
// direction leads out of the solid.

#include <vector>

#include "core/namespaces.h"
#include "features/feature_pair.h"
#include "shape/placed_shape.h"

namespace swept::distance_detail {

/// One face at the feature: a sector between two edges at a vertex, a half plane at an edge.
struct StarFace {
    Eigen::Vector3d normal;  ///< unit
    /// Of a vertex, unit directions of the two edges, counter-clockwise; of an edge, `from` leads
    /// into the face, across the edge, and `to` along it.
    Eigen::Vector3d from;
    Eigen::Vector3d to;
};

struct Star {
    std::vector<StarFace> faces;
    /// Directions of edges of faces that are too thin to have a normal: away from a vertex, or both
    /// ways along an edge. Such a face is not among `faces`, but its surface goes where these lead.
    std::vector<Eigen::Vector3d> rays;
    std::vector<VertexIndex>
        places;  ///< the vertex, and those that are one with it but for rounding
    bool at_vertex = false;
    bool solid = false;  ///< only fronts can be touched, and behind them is the solid
    /// Where the faces look on the whole, weighted by their angles: out of the solid, for a
    /// direction that is not far from upright on all of them.
    Eigen::Vector3d outward = Eigen::Vector3d::Zero();

    /// The same of a solid; 0 of what has no inside.
    [[nodiscard]] Eigen::Vector3d outside() const {
        return solid ? outward : Eigen::Vector3d(Eigen::Vector3d::Zero());
    }
    /// The steepest rate at which the surface climbs along n, away from the feature.
    [[nodiscard]] double steepest_climb(const Eigen::Vector3d& n) const;
    /// How far a point that is `way` off the feature is over one of its faces or, at a vertex,
    /// edges, and not over the feature itself: a length, not positive in the latter case.
    [[nodiscard]] double overhang(const Eigen::Vector3d& way) const;
};

/// A place on a feature of a loaded face.
struct StarPlace {
    const PlacedFeatures& loaded;
    FeaturePart part;
    std::uint32_t corner;  ///< of an edge, where it starts
    double share = 0;      ///< where on an edge, 0 to 1; used for edges of thin faces only
};

/// The star of a place. Vertices that are joined by edges too short to have a
/// direction have one star. Of faces too thin to have a normal only the edges are in it, and the
/// faces behind them. A set of points has stars without faces.
void find_star(const PlacedShape& placed, const StarPlace& place, Star& star);

}  // namespace swept::distance_detail
