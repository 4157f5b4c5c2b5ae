// The tree of bins: everything in one bin, within its box; the limits; what is visited.

#include "papers/schroeder/bins.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "swept/solids.h"

namespace swept::papers::schroeder {
namespace {

using Eigen::Vector3d;

std::vector<Box> random_boxes(std::size_t count, double size) {
    std::mt19937_64 engine(static_cast<std::uint64_t>(count));
    const auto number = [&] { return static_cast<double>(engine() >> 11) * 0x1p-53; };
    std::vector<Box> boxes;
    for (std::size_t i = 0; i < count; ++i) {
        const Vector3d centre(number(), number(), number()), half(number(), number(), number());
        boxes.push_back({centre - size * half, centre + size * half});
    }
    return boxes;
}

double volume_of(const Box& box) {
    return box.size().prod();
}

/// Checks a bin and those in it; adds what it holds.
void expect_sound(const Bins& bins, std::uint32_t number, unsigned depth, const BinLimits& limits,
                  std::vector<std::uint32_t>& held) {
    const Bins::Bin& bin = bins.bins[number];
    ASSERT_LE(depth, limits.max_depth);
    std::vector<std::uint32_t> inside;
    if (bin.count == 0) {
        expect_sound(bins, bin.first, depth + 1, limits, inside);
        expect_sound(bins, bin.first + 1, depth + 1, limits, inside);
        EXPECT_GT(inside.size(), limits.leaf_size);
    } else {
        const double smallest = limits.min_volume * volume_of(bins.bins[0].box);
        EXPECT_TRUE(bin.count <= limits.leaf_size || depth == limits.max_depth ||
                    volume_of(bin.box) < smallest);
        for (std::uint32_t i = 0; i < bin.count; ++i) inside.push_back(bins.order[bin.first + i]);
    }
    Box all;
    for (const std::uint32_t thing : inside) {
        all.add(bins.boxes[thing].lower);
        all.add(bins.boxes[thing].upper);
    }
    EXPECT_EQ(all.lower, bin.box.lower);
    EXPECT_EQ(all.upper, bin.box.upper);
    held.insert(held.end(), inside.begin(), inside.end());
}

void expect_sound(const std::vector<Box>& boxes, const BinLimits& limits) {
    const Bins bins = build_bins(boxes, limits);
    std::vector<std::uint32_t> held;
    if (boxes.empty()) {
        EXPECT_TRUE(bins.bins.empty());
    } else {
        expect_sound(bins, 0, 0, limits, held);
    }
    std::ranges::sort(held);
    ASSERT_EQ(held.size(), boxes.size());
    for (std::uint32_t i = 0; i < held.size(); ++i) ASSERT_EQ(held[i], i);
}

TEST(schroeder_bins, hold_everything_once_within_the_limits) {
    for (const std::size_t count : {0U, 1U, 2U, 8U, 9U, 100U, 3000U}) {
        for (const double size : {0.0, 0.01, 0.5}) {
            const std::vector<Box> boxes = random_boxes(count, size);
            expect_sound(boxes, {});
            expect_sound(boxes, {.leaf_size = 1});
            expect_sound(boxes, {.leaf_size = 2, .max_depth = 3});
            expect_sound(boxes, {.leaf_size = 1, .max_depth = 0});
            expect_sound(boxes, {.leaf_size = 1, .min_volume = 0.01});
            expect_sound(boxes, {.leaf_size = 1, .min_volume = 1});
        }
    }
}

TEST(schroeder_bins, are_halved_where_all_centres_are_in_one_half) {
    expect_sound(std::vector<Box>(500, {Vector3d(0, 0, 0), Vector3d(1, 2, 3)}), {.leaf_size = 1});
    std::vector<Box> boxes = random_boxes(200, 0.01);
    boxes.push_back({Vector3d(0, 0, 0), Vector3d(1000, 1, 1)});
    expect_sound(boxes, {.leaf_size = 1});
}

TEST(schroeder_bins, divide_the_longest_axis_in_the_middle) {
    // Four boxes along x, at 0, 1, 2 and 9: the middle of 0..10 is 5.
    std::vector<Box> boxes;
    for (const double x : {0.0, 1.0, 2.0, 9.0}) {
        boxes.push_back({Vector3d(x, 0, 0), Vector3d(x + 1, 1, 1)});
    }
    const Bins bins = build_bins(boxes, {.leaf_size = 3});
    ASSERT_EQ(bins.bins.size(), 3U);
    EXPECT_EQ(bins.bins[1].count, 3U);
    EXPECT_EQ(bins.bins[2].count, 1U);
    EXPECT_EQ(bins.order[bins.bins[2].first], 3U);
}

TEST(schroeder_bins, visits_what_a_flat_list_holds) {
    const std::vector<Box> boxes = random_boxes(1000, 0.05);
    const Bins bins = build_bins(boxes, {.leaf_size = 4});
    for (const Box& query : random_boxes(100, 0.1)) {
        const auto meets = [&](const Box& box) {
            return (box.lower.array() <= query.upper.array()).all() &&
                   (query.lower.array() <= box.upper.array()).all();
        };
        std::vector<std::uint32_t> found, listed;
        std::uint32_t tests = 0;
        EXPECT_FALSE(bins.visit(
            meets,
            [&](std::uint32_t thing) {
                if (meets(boxes[thing])) found.push_back(thing);
                return false;
            },
            tests));
        for (std::uint32_t i = 0; i < boxes.size(); ++i) {
            if (meets(boxes[i])) listed.push_back(i);
        }
        std::ranges::sort(found);
        EXPECT_EQ(found, listed);
        EXPECT_LT(tests, bins.bins.size());
    }
}

TEST(schroeder_bins, stop_when_told) {
    const Bins bins = build_bins(random_boxes(100, 0.1), {});
    std::uint32_t seen = 0, tests = 0;
    EXPECT_TRUE(bins.visit([](const Box&) { return true; },
                           [&](std::uint32_t) { return ++seen == 5; }, tests));
    EXPECT_EQ(seen, 5U);
}

TEST(schroeder_bins, limits_out_of_range_are_errors) {
    const Polyhedron shape = Polyhedron::build(make_solid("torus").value()).value();
    EXPECT_EQ(Model::make(shape, {.leaf_size = 0}).error().where, "leaf_size");
    EXPECT_EQ(Model::make(shape, {.leaf_size = 1001}).error().where, "leaf_size");
    EXPECT_EQ(Model::make(shape, {.max_depth = 49}).error().where, "max_depth");
    EXPECT_EQ(Model::make(shape, {.min_volume = -0.1}).error().where, "min_volume");
    EXPECT_EQ(Model::make(shape, {.min_volume = std::nan("")}).error().where, "min_volume");
    EXPECT_EQ(Model::make(shape, {.max_depth = 0})->bin_count(), 1U);
    EXPECT_GT(Model::make(shape, {.leaf_size = 1})->bin_count(), Model::make(shape)->bin_count());
}

}  // namespace
}  // namespace swept::papers::schroeder
