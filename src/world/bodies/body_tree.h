#pragma once

// Which of many boxes meet a box, and which meet each other? A tree over boxes that all change from
// step to step: made anew each time, in a fraction of a millisecond for 10,000. The boxes are put
// in order along a space-filling curve (Morton 1966); eight neighbours make a group, eight groups
// one of the next level, up to one. Offsets are in single precision, rounded outward, and in
// coordinates in which most boxes lie within [-1, 1]: a few far away do not cost the others their
// digits.
//
// Compared (10,000 boxes): bodies_timing_slow_test.cpp has the other design and its figures.

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "bvh/tree.h"
#include "core/assert.h"
#include "core/bits.h"
#include "core/namespaces.h"
#include "swept/geometry.h"
#include "world/box_tree.h"

namespace swept::world_detail {

/// Two boxes by their numbers, a < b.
struct BoxPair {
    std::uint32_t a, b;

    friend auto operator<=>(const BoxPair&, const BoxPair&) = default;
};

class BodyTree {
   public:
    BodyTree() = default;
    /// Boxes are finite and not empty.
    explicit BodyTree(std::span<const Box> boxes);
    /// The same order, other boxes, as many: for boxes that are not far from the old ones.
    [[nodiscard]] BodyTree refitted(std::span<const Box> boxes) const;

    [[nodiscard]] std::size_t size() const { return count_; }
    [[nodiscard]] std::size_t bytes() const;

    /// Calls see(number) for all boxes that may meet this one: those that do, and some within
    /// rounding. Always in the same order.
    template <class See>
    void visit(const Box& box, const See& see) const {
        if (count_ == 0) return;
        const Query query = rounded(box);
        visit_node(query, levels_.size() - 1, 0, see);
    }

    /// All pairs that may meet, as they come: appended to `found`.
    void find_pairs(std::vector<BoxPair>& found) const;

   private:
    /// Lower and upper bounds, rounded outward.
    using Query = std::array<float, 6>;

    std::size_t count_ = 0;
    Eigen::Vector3d origin_ = Eigen::Vector3d::Zero();
    double scale_ = 1;
    std::vector<std::uint32_t> order_;  ///< the box of each lane of level 0; as many as boxes
    std::vector<std::size_t>
        levels_;                ///< where the rows of each level begin; the last has one node
    HugeVector<TreeRow> rows_;  ///< six per node: lower bounds, upper bounds

    [[nodiscard]] Query rounded(const Box& box) const;
    [[nodiscard]] std::size_t nodes(std::size_t level) const;
    void choose_frame(std::span<const Box> boxes);
    void put_in_order(std::span<const Box> boxes);
    void fill(std::span<const Box> boxes);
    /// Bit i: child i of a node may meet.
    [[nodiscard]] static unsigned children_meeting(const TreeRow* rows, const Query& query);

    template <class See>
    void visit_node(const Query& query, std::size_t level, std::size_t node, const See& see) const {
        SWEPT_ASSERT(level < levels_.size() && node < nodes(level), "a node of this tree");
        const TreeRow* rows = rows_.data() + levels_[level] + 6 * node;
        for (unsigned bits = children_meeting(rows, query); bits != 0; bits &= bits - 1) {
            const std::size_t child = 8 * node + lowest_bit(bits);
            if (level == 0) {
                SWEPT_ASSERT(child < order_.size() || level > 0,
                             "lanes without a box meet nothing");
                see(order_[child]);
            } else {
                visit_node(query, level - 1, child, see);
            }
        }
    }
};

/// Puts pairs in ascending order. `count`: their numbers are smaller.
void put_in_order(std::vector<BoxPair>& pairs, std::size_t count);

}  // namespace swept::world_detail
