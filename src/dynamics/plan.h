#pragma once

// Where a body would go in a time if nothing were in its way: its centre of mass straight, along
// the chord of its parabola, while it turns evenly about it, so that energy and angular momentum
// are kept.

#include "dynamics/bodies.h"
#include "dynamics/gjk.h"

namespace swept {

/// A way for a time: at a fraction the centre has gone that share of `way`, and the body has turned
/// about it by that share of the angle.
struct Plan {
    Eigen::Vector3d centre_in_body = Eigen::Vector3d::Zero();
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();  ///< at the start
    Pose start = {};
    Eigen::Vector3d way = Eigen::Vector3d::Zero();
    Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();
    double angle = 0;    ///< about the axis, >= 0
    double radius = 0;   ///< of the ball about the centre that holds the body
    double time = 0;     ///< it takes
    double largest = 0;  ///< no point of the body goes further
    Box box = {};        ///< holds the body all along it

    /// Another way and turn, radians about the centre.
    void set(const Eigen::Vector3d& other_way, const Eigen::Vector3d& turn, const Box& shape_box,
             const Box& start_box);
    /// The pose at a fraction. At 0 it is the start, to the bit.
    [[nodiscard]] Pose at(double fraction) const;
    /// No point strays further from its chord over this share of the way.
    [[nodiscard]] double bow(double share) const {
        return angle * share * angle * share * radius / 8;
    }
};

/// For at most `time`; less where it turns far.
[[nodiscard]] Plan plan_for(const BodyRecord& body, double time);

/// It stays where it is.
[[nodiscard]] Plan plan_to_stay(const BodyRecord& body);

}  // namespace swept
