#include "shape/corner_index.h"

#include <algorithm>
#include <numeric>

namespace swept::shape_detail {

using exact::Point2;

PointTree::PointTree(std::span<const Point2> points)
    : points_(points), order_(points.size()), leaf_of_(points.size()), taken_(points.size(), 0) {
    std::iota(order_.begin(), order_.end(), 0U);
    nodes_.reserve(points.size() / 2 + 1);
    build(0, static_cast<std::uint32_t>(points.size()), 0);
}

std::uint32_t PointTree::build(std::uint32_t begin, std::uint32_t end, std::uint32_t parent) {
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    Node node{points_[order_[begin]], points_[order_[begin]], begin, end, 0, parent, end - begin};
    for (std::uint32_t i = begin; i < end; ++i) {
        const Point2 p = points_[order_[i]];
        node.lower = {std::min(node.lower.x, p.x), std::min(node.lower.y, p.y)};
        node.upper = {std::max(node.upper.x, p.x), std::max(node.upper.y, p.y)};
    }
    nodes_.push_back(node);
    if (end - begin <= most_in_leaf) {
        for (std::uint32_t i = begin; i < end; ++i) leaf_of_[order_[i]] = number;
        return number;
    }
    const bool along_x = node.upper.x - node.lower.x >= node.upper.y - node.lower.y;
    const std::uint32_t middle = begin + (end - begin) / 2;
    std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                     [&](std::uint32_t i, std::uint32_t j) {
                         const double x = along_x ? points_[i].x : points_[i].y;
                         const double y = along_x ? points_[j].x : points_[j].y;
                         return x < y || (x == y && i < j);
                     });
    build(begin, middle, number);
    const std::uint32_t right = build(middle, end, number);
    nodes_[number].right = right;
    return number;
}

void PointTree::take_out(std::size_t i) {
    taken_[i] = 1;
    for (std::uint32_t n = leaf_of_[i];; n = nodes_[n].parent) {
        --nodes_[n].left_over;
        if (n == 0) return;
    }
}

}  // namespace swept::shape_detail
