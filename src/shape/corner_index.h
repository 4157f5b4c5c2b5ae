#pragma once

// What cutting off ears asks of the corners that are left, in far less time than going through all
// of them: which is the next one with a mark, and does one lie in this triangle?

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "core/namespaces.h"
#include "math/predicates.h"

namespace swept::shape_detail {

/// Numbers below n that can be marked, and looked for in ascending order: a bit for each, and a bit
/// for every 64 bits of the row below.
class MarkedNumbers {
   public:
    MarkedNumbers() = default;
    explicit MarkedNumbers(std::size_t n) {
        do {
            n = (n + 63) / 64;
            rows_.emplace_back(n, 0);
        } while (n > 1);
    }

    void set(std::size_t i, bool marked) {
        for (auto& row : rows_) {
            const std::uint64_t bit = std::uint64_t{1} << (i % 64);
            i /= 64;
            const std::uint64_t before = row[i];
            row[i] = marked ? before | bit : before & ~bit;
            if ((before != 0) == (row[i] != 0)) return;
            marked = row[i] != 0;
        }
    }
    [[nodiscard]] bool has(std::size_t i) const { return (rows_[0][i / 64] >> (i % 64) & 1) != 0; }
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    /// The lowest number that is marked and at least i; none if there is none.
    [[nodiscard]] std::size_t next(std::size_t i) const {
        for (std::size_t r = 0; r < rows_.size(); ++r, i = i / 64 + 1) {
            if (i / 64 >= rows_[r].size()) return none;
            const std::uint64_t rest = rows_[r][i / 64] >> (i % 64);
            if (rest != 0)
                return lowest_below(r, i + static_cast<std::size_t>(std::countr_zero(rest)));
        }
        return none;
    }
    /// The same, going on from 0.
    [[nodiscard]] std::size_t next_round(std::size_t i) const {
        const std::size_t found = next(i);
        return found != none ? found : next(0);
    }

   private:
    std::vector<std::vector<std::uint64_t>> rows_;

    [[nodiscard]] std::size_t lowest_below(std::size_t row, std::size_t i) const {
        while (row-- > 0) {
            i = i * 64 + static_cast<std::size_t>(std::countr_zero(rows_[row][i]));
        }
        return i;
    }
};

/// Points of a plane in a tree that halves them (k-d), from which they can be taken out.
class PointTree {
   public:
    explicit PointTree(std::span<const exact::Point2> points);

    void take_out(std::size_t i);

    /// Whether some point that is left lies in a triangle, its sides included, and `counts`: calls
    /// counts(number) for those in the triangle until it returns true. The triangle turns left;
    /// decided exactly.
    template <class Counts>
    [[nodiscard]] bool any_in(const std::array<exact::Point2, 3>& triangle,
                              const Counts& counts) const {
        return any_in(0, triangle, counts);
    }

   private:
    static constexpr std::uint32_t most_in_leaf = 8;

    /// A leaf where `right` is 0; else the left child is the next node.
    struct Node {
        exact::Point2 lower, upper;
        std::uint32_t begin, end;  // of its points in order_
        std::uint32_t right = 0;
        std::uint32_t parent = 0;
        std::uint32_t left_over = 0;  // points
    };

    std::span<const exact::Point2> points_;
    std::vector<std::uint32_t> order_;
    std::vector<std::uint32_t> leaf_of_;
    std::vector<std::uint8_t> taken_;
    std::vector<Node> nodes_;

    std::uint32_t build(std::uint32_t begin, std::uint32_t end, std::uint32_t parent);

    /// Whether a box is beyond one side of a triangle: then its corner that is furthest to the left
    /// of that side is.
    [[nodiscard]] static bool apart(const Node& node,
                                    const std::array<exact::Point2, 3>& triangle) {
        for (std::size_t i = 0; i < 3; ++i) {
            const exact::Point2 a = triangle[i], b = triangle[i == 2 ? 0 : i + 1];
            const exact::Point2 corner{b.y > a.y ? node.lower.x : node.upper.x,
                                       b.x > a.x ? node.upper.y : node.lower.y};
            if (exact::orient2d(a, b, corner) < 0) return true;
        }
        return false;
    }
    [[nodiscard]] static bool holds(const std::array<exact::Point2, 3>& triangle, exact::Point2 p) {
        return exact::orient2d(triangle[0], triangle[1], p) >= 0 &&
               exact::orient2d(triangle[1], triangle[2], p) >= 0 &&
               exact::orient2d(triangle[2], triangle[0], p) >= 0;
    }

    template <class Counts>
    bool any_in(std::uint32_t n, const std::array<exact::Point2, 3>& triangle,
                const Counts& counts) const {
        const Node& node = nodes_[n];
        if (node.left_over == 0 || apart_from_box(node, triangle) || apart(node, triangle)) {
            return false;
        }
        if (node.right != 0) {
            return any_in(n + 1, triangle, counts) || any_in(node.right, triangle, counts);
        }
        for (std::uint32_t i = node.begin; i < node.end; ++i) {
            const std::uint32_t point = order_[i];
            if (taken_[point] == 0 && holds(triangle, points_[point]) && counts(point)) return true;
        }
        return false;
    }
    [[nodiscard]] static bool apart_from_box(const Node& node,
                                             const std::array<exact::Point2, 3>& t) {
        return (t[0].x < node.lower.x && t[1].x < node.lower.x && t[2].x < node.lower.x) ||
               (t[0].x > node.upper.x && t[1].x > node.upper.x && t[2].x > node.upper.x) ||
               (t[0].y < node.lower.y && t[1].y < node.lower.y && t[2].y < node.lower.y) ||
               (t[0].y > node.upper.y && t[1].y > node.upper.y && t[2].y > node.upper.y);
    }
};

}  // namespace swept::shape_detail
