#pragma once

// Which rooms does a box meet, and which does a way pass, nearest first? A tree over the boxes of
// rooms.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "bvh/tree.h"
#include "core/assert.h"
#include "core/namespaces.h"
#include "math/boxes.h"
#include "swept/geometry.h"

namespace swept::world_detail {

/// A straight way and how far around it things matter.
struct ThickSegment {
    ThickSegment(const Eigen::Vector3d& start, const Eigen::Vector3d& along, double last,
                 double around)
        : from(start), vector(along), rate(along.cwiseInverse()), end(last), width(around) {}

    Eigen::Vector3d from;
    Eigen::Vector3d vector;
    Eigen::Vector3d rate;  ///< fractions per length, by axis
    double end;            ///< fractions from 0 to here
    double width;          ///< a length, rounding included
};

/// Over boxes of which some may be empty. Things are known by the number of their box.
class BoxTree {
   public:
    BoxTree() = default;
    explicit BoxTree(std::vector<Box> boxes);

    [[nodiscard]] std::span<const Box> boxes() const { return boxes_; }
    /// Of all of them.
    [[nodiscard]] const Box& box() const { return whole_; }

    /// Calls visit(number) for all whose boxes meet the closed box, in no particular order.
    template <class Visit>
    void in_box(const Box& box, const Visit& visit) const;

    /// Calls visit(number, entry) for all whose boxes come within the width of the way, those that
    /// are entered first before the others. It returns the latest fraction that is of interest from
    /// then on.
    template <class Visit>
    void along(const ThickSegment& way, const Visit& visit) const;

   private:
    std::vector<Box> boxes_;
    std::vector<std::uint32_t> numbers_;  // of those that are not empty: what the tree numbers
    Box whole_;
    Tree tree_;

    struct Entry {
        double entry;
        std::uint32_t child;
    };
    /// More than any walk holds at once.
    static constexpr std::size_t stack_size = std::size_t{tree_width} * Tree::depth_limit;
};

/// Whether an entry is one. That of a way that does not enter is infinite, as `latest` may be.
[[nodiscard]] inline bool enters(double entry, double latest) {
    return entry <= latest && entry < std::numeric_limits<double>::infinity();
}

/// Where a way enters a box, if it does before `latest`; infinite if not.
[[nodiscard]] inline double entry_of(const Box& box, const ThickSegment& way, double latest) {
    SWEPT_ASSERT(way.width >= 0, "a length");
    constexpr double never = std::numeric_limits<double>::infinity();
    double begin = 0, end = std::min(way.end, latest);
    for (int axis = 0; axis < 3; ++axis) {
        // Rounded outward: what two roundings lose is made up for below. A rate that is infinite
        // excludes nothing.
        const double low = box.lower[axis] - way.width - way.from[axis];
        const double high = box.upper[axis] + way.width - way.from[axis];
        const double speed = way.vector[axis];
        if (speed == 0) {
            if (low > 0 || high < 0) return never;
            continue;
        }
        const double first = (speed > 0 ? low : high) * way.rate[axis];
        const double last = (speed > 0 ? high : low) * way.rate[axis];
        begin = std::max(begin, first - std::abs(first) * 0x1p-50);
        end = std::min(end, last + std::abs(last) * 0x1p-50);
    }
    return begin <= end ? begin : never;
}

template <class Visit>
void BoxTree::in_box(const Box& box, const Visit& visit) const {
    if (numbers_.empty() || !boxes_meet(box, whole_)) return;
    const Eigen::Vector3d lower = tree_.to_tree(box.lower), upper = tree_.to_tree(box.upper);
    std::array<std::uint32_t, stack_size> stack;
    std::size_t size = 0;
    stack[size++] = 0;
    while (size > 0) {
        const std::uint32_t child = stack[--size];
        if ((child & Tree::leaf_bit) != 0) {
            const std::uint32_t leaf = child & ~Tree::leaf_bit;
            for (std::uint32_t i = tree_.leaf_begins[leaf]; i < tree_.leaf_begins[leaf + 1]; ++i) {
                const std::uint32_t number = numbers_[tree_.order[i]];
                if (boxes_meet(box, boxes_[number])) visit(number);
            }
            continue;
        }
        const TreeRow* rows = tree_.rows_of(child);
        for (std::uint32_t lane = 0; lane < tree_width; ++lane) {
            // An infinite box would meet lanes without a child too.
            const std::uint32_t next = tree_.children_of(child)[lane];
            bool meets = next != Tree::no_child;
            for (int axis = 0; axis < 3; ++axis) {
                meets = meets && lower[axis] <= static_cast<double>(rows[axis].lane[lane]) &&
                        -upper[axis] <= static_cast<double>(rows[axis + 3].lane[lane]);
            }
            SWEPT_ASSERT(size < stack.size(), "seven wait for each node of a path");
            if (meets) stack[size++] = next;
        }
    }
}

template <class Visit>
void BoxTree::along(const ThickSegment& way, const Visit& visit) const {
    double latest = way.end;
    if (numbers_.empty()) return;
    const double whole_entry = entry_of(whole_, way, latest);
    if (!enters(whole_entry, latest)) return;
    const ThickSegment in_tree(tree_.to_tree(way.from), way.vector * tree_.scale, way.end,
                               way.width * tree_.scale);
    std::array<Entry, stack_size> stack;
    std::size_t size = 0;
    stack[size++] = {whole_entry, 0};
    while (size > 0) {
        const Entry top = stack[--size];
        if (top.entry > latest) continue;
        if ((top.child & Tree::leaf_bit) != 0) {
            const std::uint32_t leaf = top.child & ~Tree::leaf_bit;
            for (std::uint32_t i = tree_.leaf_begins[leaf]; i < tree_.leaf_begins[leaf + 1]; ++i) {
                const std::uint32_t number = numbers_[tree_.order[i]];
                const double entry = entry_of(boxes_[number], way, latest);
                if (enters(entry, latest)) latest = visit(number, entry);
            }
            continue;
        }
        const TreeRow* rows = tree_.rows_of(top.child);
        const std::size_t begin = size;
        for (std::uint32_t lane = 0; lane < tree_width; ++lane) {
            const std::uint32_t child = tree_.children_of(top.child)[lane];
            if (child == Tree::no_child) continue;
            Box box;
            for (int axis = 0; axis < 3; ++axis) {
                box.upper[axis] = static_cast<double>(rows[axis].lane[lane]);
                box.lower[axis] = -static_cast<double>(rows[axis + 3].lane[lane]);
            }
            const double entry = entry_of(box, in_tree, latest);
            if (!enters(entry, latest)) continue;
            std::size_t at = size++;  // the nearest on top
            SWEPT_ASSERT(size < stack.size(), "seven wait for each node of a path");
            for (; at > begin && stack[at - 1].entry < entry; --at) stack[at] = stack[at - 1];
            stack[at] = {entry, child};
        }
    }
}

}  // namespace swept::world_detail
