#pragma once

// The face normals that a contact names, computed from the corners of the faces where they stand,
// in long double: Newell's normal, which shares nothing with the planes that shapes are built with.

#include <string>

#include "swept/contact.h"
#include "tests/oracle/sweep_twin.h"

namespace swept::oracle {

/// How far the normal of a feature's face is off, less what the shape of the face allows. 0 or
/// less: it is right. `position(vertex)`: where a vertex of the shape stands. `off`: how far that
/// place may be off; a face as narrow as that has any normal.
template <class Position>
Length normal_off(const Polyhedron& shape, const ContactFeature& feature, const Position& position,
                  Length off) {
    const LongVector said = feature.face_normal.cast<Length>();
    if (feature.face_index.is_none()) return said.norm();  // points have none
    const auto corners = shape.corners(feature.face_index);
    const LongVector first = position(corners[0].value);
    LongVector sum = LongVector::Zero();
    Length across = 0;
    for (std::size_t i = 1; i < corners.size(); ++i) {
        const LongVector p = position(corners[i].value) - first;
        across = std::max(across, p.norm());
        if (i + 1 < corners.size()) sum += p.cross(position(corners[i + 1].value) - first);
    }
    const Length area = sum.norm();
    if (!(area > 0)) return 0;
    // Corners that are off by a length turn a face of this width.
    const Length allowed = 1e-12L + 8 * (off + Length(shape.plane_deviation())) * across / area;
    return allowed > 1 ? 0 : (said - sum / area).norm() - allowed;
}

/// What is wrong with the face normals of a contact of two shapes that stand at these poses; empty
/// when nothing is.
inline std::string wrong_normals(const Contact& contact, const Polyhedron& mover,
                                 const Pose& world_from_mover, const Polyhedron& obstacle,
                                 const Pose& world_from_obstacle, Length off) {
    const auto check = [&](const Polyhedron& shape, const ContactFeature& feature,
                           const Pose& pose) {
        return normal_off(
            shape, feature,
            [&](std::uint32_t v) -> LongVector {
                return (pose * shape.position(VertexIndex(v))).cast<Length>();
            },
            off);
    };
    const Length of_mover = check(mover, contact.mover, world_from_mover);
    const Length of_obstacle = check(obstacle, contact.obstacle, world_from_obstacle);
    if (of_mover > 0) return "the mover's face normal is off by " + std::to_string(of_mover);
    if (of_obstacle > 0) {
        return "the obstacle's face normal is off by " + std::to_string(of_obstacle);
    }
    return "";
}

}  // namespace swept::oracle
