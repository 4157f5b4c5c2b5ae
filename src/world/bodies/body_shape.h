#pragma once

// The shape of a body as a world's queries need it: measured once, when it comes into the world.
//
// A set of spheres becomes sets of points, one for each radius that occurs: what comes within that
// radius of the points meets the spheres. So queries need to know polyhedra only.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/namespaces.h"
#include "swept/motion.h"
#include "swept/world_parts.h"

namespace swept::world_detail {

/// The spheres of one radius.
struct SphereGroup {
    double radius;
    Polyhedron points;                   ///< their centres, without faces
    std::vector<std::uint32_t> spheres;  ///< of each point, the sphere's number in the set
};

/// How large a shape is and where it lies, in its own coordinates. Rounded outward.
struct BodyMeasure {
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();  ///< of its box
    Eigen::Vector3d half = Eigen::Vector3d::Zero();    ///< half the size of its box
    double radius = 0;                                 ///< of a ball about the centre
    double reach = 0;                                  ///< no coordinate is larger
    double extent = 0;                                 ///< the length of the box's diagonal
};

struct BodyGeometry {
    BodyShape shape;
    std::vector<SphereGroup> groups;  ///< by radius, ascending; none for a polyhedron
    BodyMeasure measure;

    [[nodiscard]] const Polyhedron* polyhedron() const { return std::get_if<Polyhedron>(&shape); }
    [[nodiscard]] const SphereSet* spheres() const { return std::get_if<SphereSet>(&shape); }
    /// Where the data that copies share are: the same for copies of one shape.
    [[nodiscard]] const void* identity() const;
    [[nodiscard]] std::size_t bytes() const;  ///< held beside the shape itself
};

[[nodiscard]] const void* identity_of(const BodyShape& shape);

/// From its box alone: no more than that is looked at.
[[nodiscard]] BodyMeasure measure_of(const Polyhedron& shape);
[[nodiscard]] BodyMeasure measure_of(const SphereSet& shape);

/// Error: spheres beyond tolerance::largest_coordinate.
[[nodiscard]] Result<std::shared_ptr<const BodyGeometry>> prepared(const BodyShape& shape);

/// Without a look at its vertices: the radius is that of the box.
[[nodiscard]] BodyMeasure measured_by_box(const Polyhedron& shape);

/// A box that holds every point of the placed body (pose * vertex, in doubles; of a sphere, all
/// within its radius of pose * centre), rounded outward.
[[nodiscard]] Box outer_box(const BodyMeasure& measure, const Pose& world_from_body);

/// A body's motion, as far as boxes are concerned.
struct MotionBounds {
    Box box;           ///< holds every point of the body on its whole way
    double speed = 0;  ///< no point is faster, in lengths per motion
};

/// `start` is outer_box of the body where the motion begins. Turns are bounded by the circle of the
/// body's centre and the turn about it; what is too large only costs time.
[[nodiscard]] MotionBounds bounds_of_motion(const BodyMeasure& measure, const Pose& world_from_body,
                                            const Box& start, const Motion& motion);

}  // namespace swept::world_detail
