#pragma once

// What are the mass, the centre of mass and the inertia of a solid? They are computed as integrals
// over the faces of the polyhedron, without sampling: exact except for rounding.

#include <Eigen/Core>

#include "swept/export.h"
#include "swept/polyhedron.h"
#include "swept/result.h"

namespace swept {

/// Mass, centre of mass and inertia of a solid of uniform density. Units are the caller's: metres
/// and kilogrammes per cubic metre give kilogrammes and kg m^2.
struct MassProperties {
    double mass = 0;  ///< > 0
    /// Centre of mass, in the coordinates of the shape.
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    /// About the centre, along the axes of the shape. Symmetric and positive definite.
    Eigen::Matrix3d inertia = Eigen::Matrix3d::Identity();

    /// The same solid with another mass `other` > 0, and therefore another density.
    [[nodiscard]] MassProperties with_mass(double other) const {
        return {other, centre, inertia * (other / mass)};
    }
};

/// Mass properties of a closed and oriented shape whose faces point outward. Errors: the shape is
/// open, not oriented, inside out or without volume; the density is not positive and finite.
[[nodiscard]] SWEPT_DYNAMICS_API Result<MassProperties> mass_properties(const Polyhedron& shape,
                                                                        double density);

}  // namespace swept
