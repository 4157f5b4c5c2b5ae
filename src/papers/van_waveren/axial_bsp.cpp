#include "papers/van_waveren/axial_bsp.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/assert.h"
#include "math/extremes.h"

namespace swept::papers::van_waveren {

namespace {

// Choices: how many planes of each axis are tried, and on how many boxes; evenly spread over the
// boxes in the order in which they come. Twice as many of either make no better trees.
constexpr std::size_t tried_boxes = 12;  // each has two planes across an axis
constexpr std::size_t judging_boxes = 192;

// Choice. Queries have a size: this share of a node's, which all children cost in addition.
constexpr double query_share = 1.0 / 16;

// Choice. A split must leave so much of the cost of looking at everything.
constexpr double worthwhile = 0.95;

struct PlaneSplit {
    double cost = infinity;
    int axis = 0;
    double plane = 0;
};

enum class Place : std::uint8_t { below, middle, above };

/// Boxes that touch the plane from one side are on that side: so floors and walls, from whose
/// planes the splits come, are not in the middle.
Place place_of(const Box& box, int axis, double plane) {
    if (box.upper[axis] <= plane) return Place::below;
    return box.lower[axis] >= plane ? Place::above : Place::middle;
}

class BspBuilder {
   public:
    explicit BspBuilder(std::span<const Box> boxes) : boxes_(boxes), items_(boxes.size()) {
        std::iota(items_.begin(), items_.end(), 0U);
    }

    AxialBsp run() {
        made_.leaf_begins.push_back(0);
        made_.order.reserve(items_.size());
        made_.boxes.reserve(items_.size());
        made_.root = add(items_, 0);
        return std::move(made_);
    }

   private:
    std::span<const Box> boxes_;
    std::vector<std::uint32_t> items_;
    AxialBsp made_;

    /// Recursive, no deeper than the limit.
    std::uint32_t add(std::span<std::uint32_t> items, unsigned depth) {
        SWEPT_ASSERT(depth <= AxialBsp::depth_limit,
                     "paths are no longer than queries have room for");
        if (items.empty()) return AxialBsp::no_child;
        if (items.size() <= AxialBsp::leaf_size || depth == AxialBsp::depth_limit) {
            return add_leaf(items);
        }
        const PlaneSplit split = best_split(items);
        if (split.cost > worthwhile * static_cast<double>(items.size())) return add_leaf(items);

        const auto is = [&](Place place) {
            return [&, place](std::uint32_t i) {
                return place_of(boxes_[i], split.axis, split.plane) == place;
            };
        };
        // Stable, so that the tree is the same with every standard library.
        const auto not_below = std::ranges::stable_partition(items, is(Place::below));
        const auto above = std::ranges::stable_partition(not_below, is(Place::middle));
        const std::span below(items.begin(), not_below.begin());
        const std::span middle(not_below.begin(), above.begin());
        // A sample was judged; of all boxes one child may still have every one.
        if (std::max({below.size(), middle.size(), above.size()}) == items.size()) {
            return add_leaf(items);
        }
        const auto number = static_cast<std::uint32_t>(made_.nodes.size());
        made_.nodes.push_back({upper_of(below, split.axis), lower_of(above, split.axis),
                               lower_of(middle, split.axis), upper_of(middle, split.axis),
                               AxialBsp::no_child, AxialBsp::no_child, AxialBsp::no_child,
                               static_cast<std::uint32_t>(split.axis)});
        const std::uint32_t child_below = add(below, depth + 1);
        const std::uint32_t child_middle = add(middle, depth + 1);
        const std::uint32_t child_above = add(std::span(above.begin(), above.end()), depth + 1);
        made_.nodes[number].below = child_below;
        made_.nodes[number].middle = child_middle;
        made_.nodes[number].above = child_above;
        return number;
    }

    std::uint32_t add_leaf(std::span<const std::uint32_t> items) {
        for (const std::uint32_t i : items) {
            made_.order.push_back(i);
            made_.boxes.push_back(boxes_[i]);
        }
        made_.leaf_begins.push_back(static_cast<std::uint32_t>(made_.order.size()));
        return static_cast<std::uint32_t>(made_.leaf_begins.size() - 2) | AxialBsp::leaf_bit;
    }

    [[nodiscard]] double lower_of(std::span<const std::uint32_t> items, int axis) const {
        double lower = infinity;
        for (const std::uint32_t i : items) lower = std::min(lower, boxes_[i].lower[axis]);
        return lower;
    }
    [[nodiscard]] double upper_of(std::span<const std::uint32_t> items, int axis) const {
        double upper = -infinity;
        for (const std::uint32_t i : items) upper = std::max(upper, boxes_[i].upper[axis]);
        return upper;
    }

    [[nodiscard]] PlaneSplit best_split(std::span<const std::uint32_t> items) const {
        std::array<std::uint32_t, judging_boxes> sample;
        const std::size_t judges = std::min(items.size(), judging_boxes);
        SWEPT_ASSERT(judges > 0, "something is judged");
        for (std::size_t k = 0; k < judges; ++k) sample[k] = items[k * items.size() / judges];
        const std::span judging(sample.data(), judges);
        const std::size_t tried = std::min(judges, tried_boxes);
        PlaneSplit best;
        for (int axis = 0; axis < 3; ++axis) {
            const double lower = lower_of(judging, axis);
            const double upper = upper_of(judging, axis);
            if (!(lower < upper)) continue;
            for (std::size_t k = 0; k < tried; ++k) {
                const Box& box = boxes_[judging[k * judges / tried]];
                for (const double plane : {box.lower[axis], box.upper[axis]}) {
                    const double cost = cost_of(judging, axis, plane, upper - lower);
                    if (cost < best.cost) best = {cost, axis, plane};
                }
            }
        }
        best.cost *= static_cast<double>(items.size()) / static_cast<double>(judges);
        return best;
    }

    /// How many boxes a query somewhere in the node is expected to look at.
    [[nodiscard]] double cost_of(std::span<const std::uint32_t> items, int axis, double plane,
                                 double size) const {
        struct Side {
            double count = 0;
            double lower = infinity;
            double upper = -infinity;
        };
        std::array<Side, 3> sides;
        for (const std::uint32_t i : items) {
            const Box& box = boxes_[i];
            Side& side = sides[static_cast<std::size_t>(place_of(box, axis, plane))];
            side.count += 1;
            side.lower = std::min(side.lower, box.lower[axis]);
            side.upper = std::max(side.upper, box.upper[axis]);
        }
        double cost = 0;
        for (const Side& side : sides) {
            if (side.count == 0) continue;
            // Sizes may exceed the range of doubles; then all is taken to be met.
            const double share = (side.upper - side.lower) / size + query_share;
            cost += side.count * (share < 1 ? share : 1);
        }
        return cost;
    }
};

}  // namespace

AxialBsp build_axial_bsp(std::span<const Box> boxes) {
    SWEPT_ASSERT(boxes.size() < AxialBsp::leaf_bit, "numbers of leaves leave the highest bit free");
    return BspBuilder(boxes).run();
}

AxialBsp build_axial_bsp(const Polyhedron::Data& shape) {
    const bool points = shape.planes.empty();
    std::vector<Box> boxes(points ? shape.positions.size() : shape.own_faces);
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        if (points) {
            boxes[i].add(shape.positions[i]);
            continue;
        }
        for (const VertexIndex vertex : shape.corners_of(FaceIndex(i))) {
            boxes[i].add(shape.positions[vertex.value]);
        }
    }
    return build_axial_bsp(boxes);
}

}  // namespace swept::papers::van_waveren
