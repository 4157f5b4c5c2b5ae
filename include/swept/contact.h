#pragma once

// Contacts: pairs of closest features of two shapes that touch or are within the margin. A contact
// has one of six kinds, named with the mover's feature first. Ids are the caller's own.

#include <array>
#include <cstdint>
#include <string_view>

#include "swept/geometry.h"
#include "swept/polyhedron.h"

namespace swept {

/// The closest features: first the mover's, then the obstacle's.
enum class ContactKind : std::uint8_t {
    vertex_face,
    face_vertex,
    edge_edge,
    vertex_edge,
    edge_vertex,
    vertex_vertex,
};

/// "vertex-face", "face-vertex", ...
[[nodiscard]] SWEPT_API std::string_view name_of(ContactKind kind);

/// One side of a contact: a face, an edge (two vertices) or a vertex (one) of a shape.
struct ContactFeature {
    /// The caller's polygon: the face, or one that the edge or vertex belongs to. For a set of
    /// points, the point.
    std::uint32_t face = 0;
    std::uint8_t vertex_count = 0;            ///< 0: the face itself, 1: a vertex, 2: an edge
    std::array<std::uint32_t, 2> vertices{};  ///< the caller's vertices, as many as vertex_count

    /// How the faces of an edge meet; valid for an edge.
    EdgeKind edge_kind = EdgeKind::border;
    /// Unit normal of the face, out of the solid or to its front; in world. Zero for a set of
    /// points.
    Eigen::Vector3d face_normal = Eigen::Vector3d::Zero();

    FaceIndex face_index;  ///< the polyhedron's number of the face; none for a set of points
    /// The polyhedron's numbers of the vertices, as many as vertex_count.
    std::array<VertexIndex, 2> vertex_indices;
};

/// The closest features of two shapes, in world coordinates.
struct Contact {
    ContactKind kind = ContactKind::vertex_face;        ///< kinds of the two features
    Eigen::Vector3d point = Eigen::Vector3d::Zero();    ///< on the obstacle's feature, in world
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< unit, from obstacle to mover, in world
    double separation = 0;                              ///< distance of the two features, a length
    ContactFeature mover;     ///< feature of the mover; for `contacts` and `distance`, of a
    ContactFeature obstacle;  ///< feature of the obstacle; for `contacts` and `distance`, of b
};

}  // namespace swept
