#pragma once

// A contact in another frame, and seen from the other side. All queries that find a contact in one
// frame and return it in another use these: sweeps of two bodies in motion, bodies of spheres,
// collisions of a step, characters that bodies come to.

#include <utility>

#include "core/namespaces.h"
#include "swept/contact.h"

namespace swept::features_detail {

/// The contact in another frame: the point and all directions. Separation and names stay.
[[nodiscard]] inline Contact in_frame(const Pose& target_from_source, const Contact& contact) {
    const Eigen::Matrix3d turn = target_from_source.rotation_matrix();
    Contact made = contact;
    made.point = target_from_source * contact.point;
    made.normal = turn * contact.normal;
    made.mover.face_normal = turn * contact.mover.face_normal;
    made.obstacle.face_normal = turn * contact.obstacle.face_normal;
    return made;
}

/// The kind with mover and obstacle exchanged.
[[nodiscard]] inline ContactKind exchanged(ContactKind kind) {
    switch (kind) {
        case ContactKind::vertex_face:
            return ContactKind::face_vertex;
        case ContactKind::face_vertex:
            return ContactKind::vertex_face;
        case ContactKind::vertex_edge:
            return ContactKind::edge_vertex;
        case ContactKind::edge_vertex:
            return ContactKind::vertex_edge;
        default:
            return kind;
    }
}

/// The contact with mover and obstacle exchanged: the point is on the new obstacle.
[[nodiscard]] inline Contact exchanged(const Contact& contact) {
    Contact made = contact;
    std::swap(made.mover, made.obstacle);
    made.normal = -contact.normal;
    made.point = contact.point + contact.separation * contact.normal;
    made.kind = exchanged(contact.kind);
    return made;
}

}  // namespace swept::features_detail
