#pragma once

// When does a sphere on a straight way first touch a triangle? In long double, after
// docs/derivations/spheres.md: the two faces of the triangle moved out by the radius, cylinders
// about its edges, balls about its corners. For spheres that start clear.

#include <array>
#include <optional>

#include "swept/geometry.h"

namespace swept::bench {

using Long3 = Eigen::Matrix<long double, 3, 1>;

class SphereWay {
   public:
    SphereWay(const Eigen::Vector3d& from, const Eigen::Vector3d& vector, double radius);
    [[nodiscard]] std::optional<double> meets(const std::array<Long3, 3>& corners) const;

   private:
    using Fraction = std::optional<long double>;
    [[nodiscard]] Fraction meets_plane(const std::array<Long3, 3>& corners) const;
    [[nodiscard]] Fraction meets_edge(const Long3& a, const Long3& b) const;
    [[nodiscard]] Fraction meets_corner(const Long3& corner) const;

    Long3 from_;
    Long3 vector_;
    long double radius_;
};

}  // namespace swept::bench
