// What a step of 10,000 bodies costs, printed and not judged; and the design that was not taken:
// boxes sorted along one axis and swept, in flat arrays. Both must list the same pairs.
//
// One thread of a machine that others used too (so only the best of 60 runs means something),
// 10,000 bodies that all move; the sorted sweep with flat arrays of floats, four at a time:
//
//   pairs    whole step   of it pairs by tree   pairs by sorted sweep
//    2,213     3.6 ms          1.1 ms                2.5 ms
//    4,595     4.5 ms          1.4 ms                2.8 ms
//    9,113     5.7 ms          1.6 ms                3.2 ms
//   31,076    14 ms or more    2.6 ms                4.8 ms
//
// What the last two have more of is bodies that meet (555 and 2,730), judged exactly at publishing.
// The tree is there anyway, for queries, and the sweep grows with n^(5/3).

#include <gtest/gtest.h>

#include <chrono>

#include "core/inside.h"
#include "tests/sweep/samples.h"
#include "world/bodies/body_motions.h"

namespace swept {
namespace {

using namespace test;

std::vector<BoxPair> sorted_sweep(std::span<const Box> boxes) {
    std::vector<std::pair<double, std::uint32_t>> order;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) order.emplace_back(boxes[i].lower[0], i);
    std::ranges::sort(order);
    std::vector<Box> sorted;
    for (const auto& [lower, i] : order) sorted.push_back(boxes[i]);
    std::vector<BoxPair> pairs;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const Box& box = sorted[i];
        for (std::size_t j = i + 1; j < sorted.size() && sorted[j].lower[0] <= box.upper[0]; ++j) {
            if (!boxes_meet(box, sorted[j])) continue;
            pairs.push_back({std::min(order[i].second, order[j].second),
                             std::max(order[i].second, order[j].second)});
        }
    }
    std::ranges::sort(pairs);
    return pairs;
}

class Stopwatch {
   public:
    double lap() {
        const auto now = std::chrono::steady_clock::now();
        const double ms = std::chrono::duration<double, std::milli>(now - last_).count();
        last_ = now;
        return ms;
    }

   private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

TEST(bodies_timing, step_of_ten_thousand_bodies) {
    constexpr std::uint32_t count = 10'000, side = 22;
    Random random(1);
    const Polyhedron brick = box(1, 0.8, 0.6);
    const SphereSet balls = SphereSet::make({{{-0.2, 0, 0}, 0.3}, {{0.2, 0, 0}, 0.3}}).value();
    BodyChanges first(std::make_shared<BodyTable>());
    std::vector<Pose> next;
    std::vector<BodyMotion> motions;
    for (std::uint32_t i = 0; i < count; ++i) {
        const Vector3d cell(i % side, i / side % side, i / side / side);
        const Pose pose =
            Pose::make(1.42 * cell + random.point(0.15), random.pose(1).rotation()).value();
        const BodyShape shape = i % 4 == 3 ? BodyShape(balls) : BodyShape(brick);
        ASSERT_TRUE(first.insert(BodyId(3 * std::uint64_t{i}), {shape, pose}));
        next.push_back(
            Pose::make(pose.translation() + random.point(0.05), pose.rotation()).value());
        const Motion motion =
            i % 2 == 0
                ? Motion(Translation::make(random.point(0.2)).value())
                : Motion(
                      Screw::make(next.back().translation(), random.direction(), 0.2, 0.1).value());
        motions.push_back({BodyId(3 * std::uint64_t{i}), motion});
    }
    const auto base = first.publish();
    double best = 1e9, moving = 0, publishing = 0, bounding = 0, pairing = 0, sweeping = 1e9;
    std::size_t pairs_found = 0;
    for (int repeat = 0; repeat < 10; ++repeat) {
        Stopwatch watch;
        BodyChanges changes(base);
        for (std::uint32_t i = 0; i < count; ++i) {
            ASSERT_TRUE(changes.move(motions[i].body, next[i]));
        }
        const double a = watch.lap();
        const auto table = changes.publish();
        const double b = watch.lap();
        const auto moved = motions_of(*table, motions).value();
        const double c = watch.lap();
        const std::vector<BoxPair> pairs = pairs_of(*table, moved);
        const double d = watch.lap();
        const std::vector<BoxPair> twin = sorted_sweep(moved.boxes);
        sweeping = std::min(sweeping, watch.lap());
        ASSERT_EQ(pairs, twin);
        pairs_found = pairs.size();
        if (a + b + c + d >= best) continue;
        best = a + b + c + d;
        moving = a;
        publishing = b;
        bounding = c;
        pairing = d;
    }
    std::printf(
        "[ measured ] %u bodies, %zu pairs: %.2f ms (move %.2f, publish %.2f, bounds "
        "%.2f, pairs %.2f); sorted sweep, scalar: %.2f ms\n",
        count, pairs_found, best, moving, publishing, bounding, pairing, sweeping);
    EXPECT_GT(pairs_found, 0.3 * count);
    EXPECT_LT(pairs_found, 1.5 * count);
}

}  // namespace
}  // namespace swept
