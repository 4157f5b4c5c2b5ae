#pragma once

// How good a tree is, by three criteria (Zachmann 1998, section 4.2): little volume, even splits,
// little overlap of siblings. Volumes are those of the nodes themselves, margin included: so even a
// flat mesh has some, and its shares are those of areas. Written once for trees of any volumes.

#include <algorithm>
#include <vector>

#include "bvh/tree.h"
#include "core/assert.h"
#include "core/namespaces.h"

namespace swept::bvh_detail {

/// Shares of nothing are nothing.
[[nodiscard]] inline double share_of(double part, double whole) {
    return whole > 0 ? part / whole : 0;
}

/// One pass from the root down: children come after their parent. `Volumes` has the offsets of the
/// root and of a node's child, and measures a volume given by its offsets.
template <class Volumes>
class Survey {
   public:
    Survey(const Tree& links, const Volumes& volumes)
        : tree_(links),
          volumes_of_(volumes),
          depths_(links.node_count(), 1),
          things_(links.node_count(), 0),
          volumes_(links.node_count(), 0) {}

    TreeStatistics run() {
        TreeStatistics made;
        made.nodes = tree_.node_count();
        made.leaves = tree_.leaf_count();
        made.bytes = tree_.bytes();
        made.build_seconds = tree_.build_seconds;

        count_things();
        volumes_[0] = volumes_of_.volume(volumes_of_.root());
        volume_ = volumes_[0];
        for (std::uint32_t node = 0; node < made.nodes; ++node) {
            const std::uint32_t children = visit(node, made.leaves_at_depth);
            evenness_ += evenness(node, children);
        }
        made.total_volume = share_of(volume_, volumes_[0]);
        made.balance = share_of(evenness_, made.nodes);
        made.sibling_overlap = share_of(overlap_, static_cast<double>(pairs_));
        return made;
    }

   private:
    using Offsets = typename Volumes::Offsets;
    const Tree& tree_;
    const Volumes& volumes_of_;
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

    /// Adds up what hangs from a node; how many children it has.
    std::uint32_t visit(std::uint32_t node, std::vector<std::uint32_t>& leaves_at_depth) {
        std::array<Offsets, tree_width> siblings;
        std::uint32_t count = 0;
        for (std::uint32_t lane = 0; lane < tree_width; ++lane) {
            const std::uint32_t child = tree_.children_of(node)[lane];
            if (child == Tree::no_child) continue;
            const Offsets offsets = volumes_of_.of_child(node, lane);
            const double volume = volumes_of_.volume(offsets);
            volume_ += volume;
            for (std::uint32_t other = 0; other < count; ++other) {
                overlap_ += share_of(shared_volume(siblings[other], offsets), volumes_[node]);
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
        return volumes_of_.volume(both);
    }

    /// The things of an average child over those of the largest.
    [[nodiscard]] double evenness(std::uint32_t node, std::uint32_t children) const {
        std::uint32_t largest = 0;
        for (std::uint32_t lane = 0; lane < tree_width; ++lane) {
            const std::uint32_t child = tree_.children_of(node)[lane];
            if (child != Tree::no_child) largest = std::max(largest, things_of(child));
        }
        return share_of(things_[node], static_cast<double>(largest) * children);
    }
};

}  // namespace swept::bvh_detail
