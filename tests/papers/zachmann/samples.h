#pragma once

// DOP-trees over things given by their corners, and what tests of all trees (tests/bvh/samples.h)
// ask of their volumes.

#include "papers/zachmann/dops.h"
#include "tests/bvh/samples.h"

namespace swept::papers::zachmann::test {

using namespace swept::test;

inline constexpr std::array<Builder, 3> all_builders{Builder::surface_area, Builder::furthest_pair,
                                                     Builder::longest_axis};

/// Things by their corners, and the bounds that a tree is built over.
struct DopThings : Things {
    int k = 6;
    std::vector<double> offsets;

    DopThings(std::vector<Corners> corners_of_all, int orientations)
        : Things(std::move(corners_of_all)), k(orientations) {
        if (k == 6) return;
        const auto each = static_cast<std::size_t>(k);
        offsets.assign(each * corners.size(), -1e308);
        for (std::size_t i = 0; i < corners.size(); ++i) {
            for (const Vector3d& p : corners[i]) dop::widen(k, p, offsets.data() + i * each);
        }
    }
    [[nodiscard]] Bounds bounds() const { return {boxes, offsets}; }
};

/// The links, with the volumes beside them.
struct NodeTree : Tree {
    Dops dops;

    explicit NodeTree(DopNodes nodes) : Tree(std::move(nodes.links)), dops(std::move(nodes.dops)) {}
};

inline NodeTree build_tree(const Bounds& bounds, const TreeOptions& options) {
    return NodeTree(build_nodes(bounds, options));
}
inline std::vector<std::byte> saved(const NodeTree& tree) {
    return zachmann::saved(tree, tree.dops);
}
inline Result<NodeTree> load_tree(std::span<const std::byte> bytes, const Bounds& bounds) {
    return load_nodes(bytes, bounds).map([](DopNodes nodes) { return NodeTree(std::move(nodes)); });
}
inline Statistics statistics_of(const NodeTree& tree) {
    return zachmann::statistics_of(tree, tree.dops);
}

inline std::vector<float> offsets_of_child(const NodeTree& tree, std::uint32_t node,
                                           std::uint32_t lane) {
    std::vector<float> offsets;
    for (int i = 0; i < tree.dops.k; ++i) {
        offsets.push_back(tree.dops.rows_of(node)[i].lane[lane]);
    }
    return offsets;
}
inline std::vector<float> offsets_of_root(const NodeTree& tree) {
    return {tree.dops.root.begin(), tree.dops.root.begin() + tree.dops.k};
}
inline Vector3d normal_of(const NodeTree& tree, std::size_t i) {
    return dop::normals(tree.dops.k)[i];
}

}  // namespace swept::papers::zachmann::test
