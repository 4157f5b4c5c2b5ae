// Trees of boxes as bytes, and back.

#include "bvh/frame.h"
#include "bvh/saved_format.h"
#include "bvh/tree.h"

namespace swept::bvh_detail {

std::vector<std::byte> saved(const Tree& tree) {
    return to_bytes(tree, {.root = tree.root, .rows = tree.rows});
}

Result<Tree> load_tree(std::span<const std::byte> bytes, std::span<const Box> boxes) {
    static constexpr std::array<std::uint32_t, 1> sides{Tree::sides};
    Result<SavedTree> read = from_bytes(bytes, {sides, "must be 6", 1}, boxes);
    if (!read) return tl::unexpected(read.error());
    const TreeFrame frame{read->links.origin, read->links.scale};
    const OutwardBoxes things(frame, boxes);
    if (Result<void> good = VolumeCheck(*read, things).run(); !good) {
        return tl::unexpected(good.error());
    }
    Tree tree = std::move(read->links);
    std::ranges::copy(read->root, tree.root.begin());
    tree.rows = std::move(read->rows);
    return tree;
}

}  // namespace swept::bvh_detail
