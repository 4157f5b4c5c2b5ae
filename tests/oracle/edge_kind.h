#pragma once

// The kind of an edge, judged in rational arithmetic from the corners of its two triangles.

#include "swept/polyhedron.h"
#include "tests/oracle/rational.h"

namespace swept::oracle {

/// For an edge with two triangles that agree about the front.
inline EdgeKind edge_kind(const Polyhedron& shape, EdgeIndex edge) {
    const auto ends = shape.ends(edge);
    const auto faces = shape.faces_of(edge);
    const auto position = [&](FaceIndex f, std::size_t i) -> const Eigen::Vector3d& {
        return shape.position(shape.corners(f)[i]);
    };
    Eigen::Vector3d apex;
    for (const VertexIndex v : shape.corners(faces[1])) {
        if (v != ends[0] && v != ends[1]) apex = shape.position(v);
    }
    const int side =
        orient3d(position(faces[0], 0), position(faces[0], 1), position(faces[0], 2), apex);
    if (side != 0) return side > 0 ? EdgeKind::concave : EdgeKind::convex;
    // In one plane: flat when the normals agree, else folded.
    const auto normal = [&](FaceIndex f) {
        const RationalVector o = rational(position(f, 0));
        return cross(rational(position(f, 1)) - o, rational(position(f, 2)) - o);
    };
    return dot(normal(faces[0]), normal(faces[1])) > 0 ? EdgeKind::flat : EdgeKind::convex;
}

}  // namespace swept::oracle
