#include "bvh/survey.h"
#include "bvh/tree.h"
#include "core/assert.h"

namespace swept::bvh_detail {

namespace {

struct BoxVolumes {
    using Offsets = std::array<float, Tree::sides>;
    const Tree& tree;

    [[nodiscard]] const Offsets& root() const { return tree.root; }
    [[nodiscard]] Offsets of_child(std::uint32_t node, std::uint32_t lane) const {
        Offsets offsets;
        for (std::size_t i = 0; i < offsets.size(); ++i) {
            offsets[i] = tree.rows_of(node)[i].lane[lane];
        }
        return offsets;
    }
    /// 0 when it is flat or empty.
    [[nodiscard]] static double volume(const Offsets& box) {
        Eigen::Vector3d size;
        for (std::size_t i = 0; i < 3; ++i) {
            if (box[i] + box[i + 3] <= 0) return 0;
            size[static_cast<int>(i)] =
                static_cast<double>(box[i]) + static_cast<double>(box[i + 3]);
        }
        return size.prod();
    }
};

}  // namespace

TreeStatistics statistics_of(const Tree& tree) {
    SWEPT_ASSERT(tree.node_count() > 0, "a tree has a root");
    const BoxVolumes volumes{tree};
    return Survey(tree, volumes).run();
}

}  // namespace swept::bvh_detail
