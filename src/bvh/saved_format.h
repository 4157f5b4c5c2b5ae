#pragma once

// The format of saved trees (saved_format.cpp), for trees of any volumes: what a file holds, and
// the checks that do not depend on the volumes.

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "bvh/frame.h"
#include "bvh/tree.h"
#include "core/namespaces.h"

namespace swept::bvh_detail {

/// The volumes of a tree as they are saved, and which they are.
struct SavedVolumes {
    std::uint32_t directions = Tree::sides;
    std::uint32_t builder = 0;
    std::span<const float> root;    ///< one per direction
    std::span<const TreeRow> rows;  ///< as many per node
};

/// Which trees a loader can use.
struct KnownTrees {
    std::span<const std::uint32_t> directions;
    const char* directions_in_words;
    std::uint32_t builders;  ///< numbers below this
};

/// A tree that was read: its own root and rows are empty.
struct SavedTree {
    std::uint32_t directions = Tree::sides;
    std::uint32_t builder = 0;
    Tree links;
    std::vector<float> root;
    HugeVector<TreeRow> rows;
};

/// The tree as bytes; `links` without its own root and rows.
[[nodiscard]] SWEPT_API std::vector<std::byte> to_bytes(const Tree& links,
                                                        const SavedVolumes& volumes);

/// A saved tree over `boxes`, all checked but its volumes.
[[nodiscard]] SWEPT_API Result<SavedTree> from_bytes(std::span<const std::byte> bytes,
                                                     const KnownTrees& known,
                                                     std::span<const Box> boxes);

/// An Error about a saved tree, with the remedy.
[[nodiscard]] SWEPT_API tl::unexpected<Error> bad_tree(const std::string& what, std::string where);

/// Every volume is exactly the smallest that holds what is below it, as the builder makes them:
/// from the leaves up. So none cuts anything off, all are finite, and a tree of another shape
/// shows. `Outward` has the offsets of the things (OutwardBoxes).
template <class Outward>
class VolumeCheck {
   public:
    VolumeCheck(const SavedTree& tree, const Outward& things) : tree_(tree), things_(things) {}

    [[nodiscard]] Result<void> run() const {
        for (std::uint32_t node = 0; node < tree_.links.node_count(); ++node) {
            for (std::uint32_t lane = 0; lane < tree_width; ++lane) {
                if (volume_of(tree_.links.children_of(node)[lane]) != stored(node, lane)) {
                    return bad_tree(
                        "its volume is not that of its faces: the tree was changed, or made "
                        "of another shape",
                        "node " + std::to_string(node) + ", child " + std::to_string(lane));
                }
            }
        }
        Offsets root;
        root.fill(Tree::absent);
        std::ranges::copy(tree_.root, root.begin());
        if (volume_of(0) == root) return {};
        return bad_tree("its volume is not that of its children: the tree was changed", "root");
    }

   private:
    using Offsets = typename Outward::Offsets;
    const SavedTree& tree_;
    const Outward& things_;

    [[nodiscard]] const TreeRow* rows_of(std::uint32_t node) const {
        return tree_.rows.data() + node * things_.directions();
    }

    [[nodiscard]] Offsets stored(std::uint32_t node, std::uint32_t lane) const {
        Offsets offsets;
        offsets.fill(Tree::absent);
        for (std::size_t i = 0; i < things_.directions(); ++i) {
            offsets[i] = rows_of(node)[i].lane[lane];
        }
        return offsets;
    }

    /// Of a child, by what the file says of its children, or by the things in its leaf.
    [[nodiscard]] Offsets volume_of(std::uint32_t child) const {
        Offsets offsets;
        offsets.fill(Tree::absent);
        if (child == Tree::no_child) return offsets;
        if ((child & Tree::leaf_bit) == 0) {
            for (std::size_t i = 0; i < things_.directions(); ++i) {
                offsets[i] = std::ranges::max(rows_of(child)[i].lane);
            }
            return offsets;
        }
        const std::uint32_t leaf = child & ~Tree::leaf_bit;
        const std::vector<std::uint32_t>& begins = tree_.links.leaf_begins;
        for (std::uint32_t p = begins[leaf]; p < begins[leaf + 1]; ++p) {
            Offsets of_thing;
            things_.of(tree_.links.order[p], of_thing.data());
            for (std::size_t i = 0; i < things_.directions(); ++i) {
                offsets[i] = std::max(offsets[i], of_thing[i]);
            }
        }
        return offsets;
    }
};

}  // namespace swept::bvh_detail
