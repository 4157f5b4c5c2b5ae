#pragma once

// How heavy is a solid, where is its centre of mass, and how hard is it to turn? Exact for the
// polyhedron as it is: integrals over its faces, no sampling.

#include <Eigen/Core>

#include "swept/export.h"
#include "swept/polyhedron.h"
#include "swept/result.h"

namespace swept {

/// Mass, centre and inertia of a solid of even density. Units are the caller's: with metres and
/// kilogrammes per cubic metre, kilogrammes and kg m^2.
struct MassProperties {
    double mass = 0;  ///< > 0
    /// Centre of mass, in the coordinates of the shape.
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    /// About the centre, along the axes of the shape; symmetric, positive definite.
    Eigen::Matrix3d inertia = Eigen::Matrix3d::Identity();

    /// The same solid with another mass: density changes. `mass` > 0.
    [[nodiscard]] MassProperties with_mass(double other) const {
        return {other, centre, inertia * (other / mass)};
    }
};

/// Of a closed and oriented shape whose faces look outward. Error: a shape that is open, not
/// oriented, turned inside out or without volume; a density that is not positive and finite.
[[nodiscard]] SWEPT_DYNAMICS_API Result<MassProperties> mass_properties(const Polyhedron& shape,
                                                                        double density);

}  // namespace swept
