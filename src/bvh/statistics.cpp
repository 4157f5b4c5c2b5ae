// How good a tree is, by the paper's three criteria (section 4.2): little volume, even splits,
// little overlap of siblings. Volumes are those of the nodes themselves, margin included: so even a
// flat mesh has some, and its shares are those of areas.

#include <algorithm>

#include "bvh/tree.h"
#include "core/assert.h"

namespace swept::bvh_detail {

namespace {

using Offsets = std::array<float, dop::largest_k>;

/// Shares of nothing are nothing.
double share(double part, double whole) {
    return whole > 0 ? part / whole : 0;
}

/// One pass from the root down: children come after their parent.
class Surveyor {
   public:
    explicit Surveyor(const Tree& tree)
        : tree_(tree),
          depths_(tree.node_count(), 1),
          things_(tree.node_count(), 0),
          volumes_(tree.node_count(), 0) {}

    TreeStatistics run() {
        TreeStatistics made;
        made.orientations = tree_.k;
        made.builder = tree_.builder;
        made.nodes = tree_.node_count();
        made.leaves = tree_.leaf_count();
        made.bytes = tree_.bytes();
        made.build_seconds = tree_.build_seconds;

        count_things();
        volumes_[0] = dop::volume(tree_.k, tree_.root.data());
        volume_ = volumes_[0];
        for (std::uint32_t node = 0; node < made.nodes; ++node) {
            const std::uint32_t children = visit(node, made.leaves_at_depth);
            evenness_ += evenness(node, children);
        }
        made.total_volume = share(volume_, volumes_[0]);
        made.balance = share(evenness_, made.nodes);
        made.sibling_overlap = share(overlap_, static_cast<double>(pairs_));
        return made;
    }

   private:
    const Tree& tree_;
    std::vector<std::uint32_t> depths_;  // of nodes; the root's is 1
    std::vector<std::uint32_t> things_;  // below nodes
    std::vector<double> volumes_;        // of nodes
    double volume_ = 0;                  // sums over all volumes, nodes, pairs
    double evenness_ = 0;
    double overlap_ = 0;
    std::uint64_t pairs_ = 0;

    static bool is_leaf(std::uint32_t child) { return (child & Tree::leaf_bit) != 0; }

    [[nodiscard]] std::uint32_t things_of(std::uint32_t child) const {
        if (!is_leaf(child)) return things_[child];
        const std::uint32_t leaf = child & ~Tree::leaf_bit;
        return tree_.leaf_begins[leaf + 1] - tree_.leaf_begins[leaf];
    }

    void count_things() {
        for (std::uint32_t node = tree_.node_count(); node-- > 0;) {
            for (std::uint32_t lane = 0; lane < tree_width; ++lane) {
                const std::uint32_t child = tree_.children_of(node)[lane];
                if (child != Tree::no_child) things_[node] += things_of(child);
            }
        }
    }

    [[nodiscard]] Offsets offsets_of(std::uint32_t node, std::uint32_t lane) const {
        Offsets offsets{};
        for (int i = 0; i < tree_.k; ++i) {
            offsets[static_cast<std::size_t>(i)] = tree_.rows_of(node)[i].lane[lane];
        }
        return offsets;
    }

    /// Adds up what hangs from a node; how many children it has.
    std::uint32_t visit(std::uint32_t node, std::vector<std::uint32_t>& leaves_at_depth) {
        std::array<Offsets, tree_width> siblings;
        std::uint32_t count = 0;
        for (std::uint32_t lane = 0; lane < tree_width; ++lane) {
            const std::uint32_t child = tree_.children_of(node)[lane];
            if (child == Tree::no_child) continue;
            const Offsets offsets = offsets_of(node, lane);
            const double volume = dop::volume(tree_.k, offsets.data());
            volume_ += volume;
            for (std::uint32_t other = 0; other < count; ++other) {
                overlap_ += share(shared_volume(siblings[other], offsets), volumes_[node]);
            }
            pairs_ += count;
            siblings[count++] = offsets;
            if (is_leaf(child)) {
                const std::uint32_t depth = depths_[node];
                leaves_at_depth.resize(std::max<std::size_t>(leaves_at_depth.size(), depth + 1));
                ++leaves_at_depth[depth];
            } else {
                depths_[child] = depths_[node] + 1;
                volumes_[child] = volume;
            }
        }
        return count;
    }

    [[nodiscard]] double shared_volume(const Offsets& a, const Offsets& b) const {
        Offsets both{};
        for (std::size_t i = 0; i < both.size(); ++i) both[i] = std::min(a[i], b[i]);
        return dop::volume(tree_.k, both.data());
    }

    /// The things of an average child over those of the largest.
    [[nodiscard]] double evenness(std::uint32_t node, std::uint32_t children) const {
        std::uint32_t largest = 0;
        for (std::uint32_t lane = 0; lane < tree_width; ++lane) {
            const std::uint32_t child = tree_.children_of(node)[lane];
            if (child != Tree::no_child) largest = std::max(largest, things_of(child));
        }
        return share(things_[node], static_cast<double>(largest) * children);
    }
};

}  // namespace

TreeStatistics statistics_of(const Tree& tree) {
    SWEPT_ASSERT(tree.node_count() > 0, "a tree has a root");
    return Surveyor(tree).run();
}

}  // namespace swept::bvh_detail
