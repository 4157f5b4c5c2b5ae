#pragma once

// The tree of a shape, built again and again to be timed: a shape itself builds it only once.

#include "bvh/tree.h"
#include "shape/face_tree.h"
#include "swept/polyhedron.h"

namespace swept::bench {

/// With what queries keep with its leaves, by one thread.
[[nodiscard]] inline FaceTree tree_built_anew(const Polyhedron& shape) {
    const Polyhedron::Data& data = shape.data();
    return shape_detail::with_leaves(data,
                                     bvh_detail::build_tree(shape_detail::boxes_of_faces(data), 1));
}

}  // namespace swept::bench
