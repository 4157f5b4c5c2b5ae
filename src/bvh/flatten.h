#pragma once

// What a tree is built from, and the step from a binary tree to nodes of up to eight children.

#include <span>
#include <vector>

#include "bvh/binary.h"
#include "bvh/frame.h"
#include "bvh/tree.h"
#include "core/namespaces.h"

namespace swept::bvh_detail {

/// The boxes in tree coordinates, in the order of the things.
[[nodiscard]] SWEPT_API std::vector<TreeItem> items_of(const TreeFrame& frame,
                                                       std::span<const Box> boxes);

/// The tree of a binary tree over these items; without a build time.
[[nodiscard]] SWEPT_API Tree flattened(const TreeFrame& frame, std::span<const TreeItem> items,
                                       std::span<const BinaryNode> binary);

}  // namespace swept::bvh_detail
