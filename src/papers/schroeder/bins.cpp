#include "papers/schroeder/bins.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace swept::papers::schroeder {

namespace {

using Eigen::Vector3d;

double volume_of(const Box& box) {
    const Vector3d size = box.size();
    return size[0] * size[1] * size[2];
}

int longest_axis_of(const Box& box) {
    int axis = 0;
    box.size().maxCoeff(&axis);
    return axis;
}

class BinBuilder {
   public:
    BinBuilder(std::vector<Box> boxes, const BinLimits& limits) : limits_(limits) {
        made_.order.resize(boxes.size());
        made_.boxes = std::move(boxes);
        std::iota(made_.order.begin(), made_.order.end(), 0U);
    }

    Bins run() {
        if (made_.boxes.empty()) return std::move(made_);
        made_.bins.emplace_back();
        fill(0, 0, static_cast<std::uint32_t>(made_.boxes.size()));
        smallest_volume_ = limits_.min_volume * volume_of(made_.bins[0].box);
        divide(0, 0);
        return std::move(made_);
    }

   private:
    BinLimits limits_;
    double smallest_volume_ = 0;
    Bins made_;

    void fill(std::uint32_t number, std::uint32_t first, std::uint32_t count) {
        Bins::Bin& bin = made_.bins[number];
        bin.first = first;
        bin.count = count;
        for (std::uint32_t i = first; i < first + count; ++i) {
            const Box& box = made_.boxes[made_.order[i]];
            bin.box.add(box.lower);
            bin.box.add(box.upper);
        }
    }

    /// Recursive, no deeper than the limit.
    void divide(std::uint32_t number, unsigned depth) {
        const auto [box, first, count] = made_.bins[number];
        if (count <= limits_.leaf_size || depth >= limits_.max_depth) return;
        if (depth > 0 && volume_of(box) < smallest_volume_) return;
        const std::uint32_t half = divided(std::span(made_.order).subspan(first, count), box);
        SWEPT_ASSERT(0 < half && half < count, "neither half is empty");
        const auto below = static_cast<std::uint32_t>(made_.bins.size());
        made_.bins.resize(made_.bins.size() + 2);
        fill(below, first, half);
        fill(below + 1, first + half, count - half);
        made_.bins[number].first = below;
        made_.bins[number].count = 0;
        divide(below, depth + 1);
        divide(below + 1, depth + 1);
    }

    [[nodiscard]] double centre_of(std::uint32_t thing, int axis) const {
        return made_.boxes[thing].centre()[axis];
    }

    /// Moves those of the first half to the front, each half in the order in which they were, and
    /// returns how many they are.
    [[nodiscard]] std::uint32_t halved(std::span<std::uint32_t> things, int axis,
                                       double middle) const {
        const auto second = std::ranges::stable_partition(
            things, [&](std::uint32_t thing) { return centre_of(thing, axis) < middle; });
        return static_cast<std::uint32_t>(second.begin() - things.begin());
    }

    [[nodiscard]] std::uint32_t divided(std::span<std::uint32_t> things, const Box& box) const {
        const auto count = static_cast<std::uint32_t>(things.size());
        const int axis = longest_axis_of(box);
        const std::uint32_t first = halved(things, axis, box.centre()[axis]);
        if (first > 0 && first < count) return first;
        Box centres;
        for (const std::uint32_t thing : things) centres.add(made_.boxes[thing].centre());
        const int spread = longest_axis_of(centres);
        const std::uint32_t second = halved(things, spread, centres.centre()[spread]);
        return second > 0 && second < count ? second : count / 2;
    }
};

}  // namespace

Bins build_bins(std::vector<Box> boxes, const BinLimits& limits) {
    return BinBuilder(std::move(boxes), limits).run();
}

}  // namespace swept::papers::schroeder
