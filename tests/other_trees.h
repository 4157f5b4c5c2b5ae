#pragma once

// The same shape with other trees than its own: no answer may depend on the tree.

#include <array>
#include <vector>

#include "bvh/flatten.h"
#include "shape/face_tree.h"
#include "swept/polyhedron.h"

namespace swept::test {

/// How the faces of another tree are distributed.
enum class Halving : std::uint8_t { surface_area, evenly };
inline constexpr std::array all_halvings{Halving::surface_area, Halving::evenly};

struct OtherSplits {
    std::size_t leaf_size;
    Halving halving;
    [[nodiscard]] bool is_leaf(const bvh_detail::ItemBox& /*box*/, std::size_t count,
                               unsigned depth) const {
        return count <= leaf_size || depth >= bvh_detail::Tree::depth_limit;
    }
    [[nodiscard]] std::size_t split(std::span<bvh_detail::TreeItem> items,
                                    const bvh_detail::ItemBox& /*box*/) const {
        return halving == Halving::evenly ? bvh_detail::split_evenly(items)
                                          : bvh_detail::split_by_surface_area(items);
    }
};

/// The shape with leaves of up to so many faces; by way of a saved tree.
inline Polyhedron with_other_tree(const Polyhedron& shape, std::size_t leaf_size,
                                  Halving halving = Halving::surface_area) {
    const std::vector<Box> boxes = shape_detail::boxes_of_faces(shape.data());
    const bvh_detail::TreeFrame frame = bvh_detail::frame_of(boxes);
    std::vector<bvh_detail::TreeItem> items = bvh_detail::items_of(frame, boxes);
    const OtherSplits splits{leaf_size, halving};
    const auto binary = bvh_detail::BinaryBuilder(std::span(items), splits, 1).run();
    return shape.with_saved_tree(bvh_detail::saved(bvh_detail::flattened(frame, items, binary)))
        .value();
}

}  // namespace swept::test
