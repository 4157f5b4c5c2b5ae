#pragma once

// The contact of a pair of features, with the mover at a pose: point, normal and the caller's ids.

#include "core/namespaces.h"
#include "features/feature_pair.h"
#include "swept/overlap.h"

namespace swept::features_detail {

/// Lengths are computed times `scale`, as is the path. Where the features meet, the velocity of the
/// mover there decides between the two normals: the one that opposes it. `memory` is overwritten.
[[nodiscard]] Contact contact_of(const FeaturePair& pair, const PlacedShape& mover,
                                 const PlacedShape& obstacle, const ScrewTrajectory& path,
                                 double scale, LoadedPair& memory);

/// Where a contact is, in world: a point on the obstacle's feature, the unit normal from there to
/// the mover, and the distance of the features.
struct ContactPlace {
    Eigen::Vector3d point;
    Eigen::Vector3d normal;
    double separation;
};

/// The contact of two features of loaded faces, with the caller's names for them.
[[nodiscard]] Contact named_contact(const FeaturePair& pair, const ContactPlace& place,
                                    const PlacedShape& mover, const PlacedFeatures& mover_face,
                                    const PlacedShape& obstacle,
                                    const PlacedFeatures& obstacle_face);

/// One side of a contact at a point in world, with the caller's names: a face, an edge or a vertex
/// as the polyhedron numbers them.
[[nodiscard]] ContactFeature named_feature(const PlacedShape& shape, FeaturePart part,
                                           std::uint32_t feature,
                                           const Eigen::Vector3d& point_in_world);

/// The contact that shows an overlap: two faces that cross, and a point on both.
[[nodiscard]] Contact contact_of(const Witness& witness, const PlacedShape& mover,
                                 const PlacedShape& obstacle);

}  // namespace swept::features_detail
