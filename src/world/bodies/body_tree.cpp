#include "world/bodies/body_tree.h"

// Sanitizers would compile the vector kernels for minutes. The scalar twin is the same text and
// touches the same memory.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#undef SWEPT_SIMD
#define SWEPT_SIMD 0
#endif

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "world/bodies/body_tree.cpp"
#include "core/assert.h"
#include "core/simd.h"
//
#include "world/bodies/body_tree-inl.h"

#if SWEPT_ONCE
#include <algorithm>
#include <cmath>

namespace swept::world_detail {

using Eigen::Vector3d;

HWY_EXPORT(children_that_meet);
HWY_EXPORT(groups_that_meet);
HWY_EXPORT(pairs_that_meet);

namespace {

/// What lies further out is put here, in tree coordinates: boxes that met still do.
constexpr double furthest = 1e18;
/// The bounds of a lane without a box: nothing meets it.
constexpr float absent = 1e30F;

/// A number and where its box lies on the curve.
struct Place {
    std::uint64_t key;
    std::uint32_t number;
};

/// The lowest 21 bits, each followed by two zeros.
std::uint64_t spread_bits(std::uint64_t bits) {
    bits &= 0x1fffff;
    bits = (bits | bits << 32) & 0x1f00000000ffff;
    bits = (bits | bits << 16) & 0x1f0000ff0000ff;
    bits = (bits | bits << 8) & 0x100f00f00f00f00f;
    bits = (bits | bits << 4) & 0x10c30c30c30c30c3;
    return (bits | bits << 2) & 0x1249249249249249;
}

/// By key; those with one key stay in their order.
void sort_places(std::vector<Place>& places) {
    constexpr unsigned digit_bits = 11, digits = 6;
    constexpr std::uint64_t digit_mask = (1U << digit_bits) - 1;
    std::vector<std::array<std::uint32_t, digit_mask + 1>> counts(digits);
    for (const Place& place : places) {
        for (unsigned digit = 0; digit < digits; ++digit) {
            ++counts[digit][place.key >> (digit * digit_bits) & digit_mask];
        }
    }
    std::vector<Place> other(places.size());
    for (unsigned digit = 0; digit < digits; ++digit) {
        const unsigned shift = digit * digit_bits;
        auto& count = counts[digit];
        if (count[places.front().key >> shift & digit_mask] == places.size()) continue;
        std::uint32_t begin = 0;
        for (std::uint32_t& c : count) begin += std::exchange(c, begin);
        for (const Place& place : places) other[count[place.key >> shift & digit_mask]++] = place;
        places.swap(other);
    }
}

float rounded_down(double x) {
    return static_cast<float>(x - (std::abs(x) * 0x1p-22 + 0x1p-100));
}
float rounded_up(double x) {
    return static_cast<float>(x + (std::abs(x) * 0x1p-22 + 0x1p-100));
}

}  // namespace

BodyTree::BodyTree(std::span<const Box> boxes) : count_(boxes.size()) {
    if (boxes.empty()) return;
    choose_frame(boxes);
    put_in_order(boxes);
    std::size_t row = 0;
    for (std::size_t nodes = (boxes.size() + 7) / 8;; nodes = (nodes + 7) / 8) {
        levels_.push_back(row);
        row += 6 * nodes;
        // Level 1 holds the boxes of groups: it is there even for one group.
        if (nodes == 1 && levels_.size() > 1) break;
    }
    rows_.resize(row);
    fill(boxes);
}

BodyTree BodyTree::refitted(std::span<const Box> boxes) const {
    SWEPT_ASSERT(boxes.size() == count_, "as many boxes as before");
    BodyTree made = *this;
    if (count_ != 0) made.fill(boxes);
    return made;
}

std::size_t BodyTree::bytes() const {
    return order_.capacity() * sizeof(std::uint32_t) + levels_.capacity() * sizeof(std::size_t) +
           rows_.capacity() * sizeof(TreeRow);
}

std::size_t BodyTree::nodes(std::size_t level) const {
    SWEPT_ASSERT(level < levels_.size(), "a level of this tree");
    const std::size_t end = level + 1 < levels_.size() ? levels_[level + 1] : rows_.size();
    return (end - levels_[level]) / 6;
}

/// Where the middle seven eighths of a sample lie becomes about [-1, 1].
void BodyTree::choose_frame(std::span<const Box> boxes) {
    constexpr std::size_t most = 128;
    const std::size_t step = (boxes.size() + most - 1) / most;
    std::vector<double> sample;
    double range = 0;
    for (Eigen::Index axis = 0; axis < 3; ++axis) {
        sample.clear();
        for (std::size_t i = 0; i < boxes.size(); i += step) {
            sample.push_back(boxes[i].lower[axis] / 2 + boxes[i].upper[axis] / 2);
        }
        std::ranges::sort(sample);
        const double low = sample[sample.size() / 16];
        const double high = sample[sample.size() - 1 - sample.size() / 16];
        origin_[axis] = low + (high - low) / 2;
        range = std::max(range, high - low);
    }
    if (!(range > 0x1p-900)) range = std::max(boxes[0].size().maxCoeff(), 0x1p-900);
    scale_ = std::ldexp(1.0, -std::ilogb(range));
}

void BodyTree::put_in_order(std::span<const Box> boxes) {
    std::vector<Place> places(boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        std::uint64_t key = 0;
        for (unsigned axis = 0; axis < 3; ++axis) {
            const double centre = boxes[i].lower[axis] / 2 + boxes[i].upper[axis] / 2;
            const double place = std::clamp((centre - origin_[axis]) * scale_, -2.0, 2.0);
            const auto cell = static_cast<std::uint64_t>((place + 2) * 0x1.fffffp18);
            key |= spread_bits(cell) << axis;
        }
        places[i] = {key, static_cast<std::uint32_t>(i)};
    }
    sort_places(places);
    order_.resize(places.size());
    std::ranges::transform(places, order_.begin(), &Place::number);
}

BodyTree::Query BodyTree::rounded(const Box& box) const {
    Query query;
    for (unsigned axis = 0; axis < 3; ++axis) {
        const double lower = (box.lower[axis] - origin_[axis]) * scale_;
        const double upper = (box.upper[axis] - origin_[axis]) * scale_;
        query[axis] = rounded_down(std::clamp(lower, -furthest, furthest));
        query[axis + 3] = rounded_up(std::clamp(upper, -furthest, furthest));
    }
    return query;
}

void BodyTree::fill(std::span<const Box> boxes) {
    SWEPT_ASSERT(order_.size() == boxes.size(), "each box has its place");
    // Of each node its own box is the lane of the next level.
    const auto put = [&](std::size_t level, std::size_t place, const Query& query) {
        TreeRow* rows = rows_.data() + levels_[level] + 6 * (place / 8);
        for (std::size_t i = 0; i < 6; ++i) rows[i].lane[place % 8] = query[i];
    };
    constexpr Query nothing{absent, absent, absent, -absent, -absent, -absent};
    for (std::size_t i = 0; i < 8 * nodes(0); ++i) {
        put(0, i, i < count_ ? rounded(boxes[order_[i]]) : nothing);
    }
    for (std::size_t level = 1; level < levels_.size(); ++level) {
        const std::size_t children = nodes(level - 1);
        for (std::size_t child = 0; child < 8 * nodes(level); ++child) {
            Query query = nothing;
            if (child < children) {
                const TreeRow* rows = rows_.data() + levels_[level - 1] + 6 * child;
                for (std::size_t i = 0; i < 3; ++i) {
                    query[i] = *std::ranges::min_element(rows[i].lane);
                    query[i + 3] = *std::ranges::max_element(rows[i + 3].lane);
                }
            }
            put(level, child, query);
        }
    }
}

unsigned BodyTree::children_meeting(const TreeRow* rows, const Query& query) {
    return HWY_DYNAMIC_DISPATCH(children_that_meet)(rows->lane.data(), query.data());
}

void BodyTree::find_pairs(std::vector<BoxPair>& found) const {
    if (count_ < 2) return;
    const float* rows = rows_.data()->lane.data();
    std::vector<std::size_t> levels(levels_);
    for (std::size_t& level : levels) level *= 8;
    const std::size_t groups = nodes(0);
    std::vector<std::uint32_t> others(groups);
    std::array<std::uint32_t, 128> pairs;
    const auto box_of = [&](std::size_t group, Query& box) {
        const float* parent = rows + levels[1] + 48 * (group / 8);
        for (std::size_t i = 0; i < 6; ++i) box[i] = parent[8 * i + group % 8];
    };
    for (std::size_t group = 0; group < groups; ++group) {
        Query box;
        box_of(group, box);
        const std::size_t count = HWY_DYNAMIC_DISPATCH(groups_that_meet)(
            rows, levels.data(), levels.size(), group, box.data(), others.data());
        for (std::size_t i = 0; i < count; ++i) {
            box_of(others[i], box);
            const std::size_t pair_count = HWY_DYNAMIC_DISPATCH(pairs_that_meet)(
                rows, group, others[i], box.data(), pairs.data());
            for (std::size_t p = 0; p < pair_count; ++p) {
                const std::uint32_t a = order_[pairs[2 * p]], b = order_[pairs[2 * p + 1]];
                found.push_back({std::min(a, b), std::max(a, b)});
            }
        }
    }
}

void put_in_order(std::vector<BoxPair>& pairs, std::size_t count) {
    std::vector<std::uint32_t> begins(count + 1);
    for (const BoxPair& pair : pairs) {
        SWEPT_ASSERT(pair.a < pair.b && pair.b < count, "two boxes, the lower one first");
        ++begins[pair.a + 1];
    }
    for (std::size_t i = 0; i < count; ++i) begins[i + 1] += begins[i];
    std::vector<BoxPair> sorted(pairs.size());
    std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
    for (const BoxPair& pair : pairs) sorted[next[pair.a]++] = pair;
    for (std::size_t i = 0; i < count; ++i) {
        std::sort(sorted.begin() + begins[i], sorted.begin() + begins[i + 1]);
    }
    pairs.swap(sorted);
}

}  // namespace swept::world_detail
#endif
