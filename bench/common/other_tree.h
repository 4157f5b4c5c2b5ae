#pragma once

// A shape with a tree of boxes by another builder than its own, to see what the builder is worth.

#include <algorithm>

#include "bvh/tree.h"
#include "papers/zachmann/dops.h"
#include "shape/face_tree.h"
#include "swept/papers/zachmann.h"
#include "swept/polyhedron.h"

namespace swept::bench {

/// By way of a saved tree. The options are in range, with 6 orientations.
[[nodiscard]] inline Polyhedron with_tree(const Polyhedron& shape,
                                          const papers::zachmann::TreeOptions& options) {
    const std::vector<Box> boxes = shape_detail::boxes_of_faces(shape.data());
    papers::zachmann::DopNodes nodes = papers::zachmann::build_nodes({boxes, {}}, options);
    bvh_detail::Tree tree = std::move(nodes.links);
    tree.rows = std::move(nodes.dops.rows);
    std::copy_n(nodes.dops.root.begin(), tree.root.size(), tree.root.begin());
    return shape.with_saved_tree(bvh_detail::saved(tree)).value();
}

}  // namespace swept::bench
