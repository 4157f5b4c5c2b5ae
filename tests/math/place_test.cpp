// place() against its scalar twin, on every instruction set that this machine has.

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/inside.h"
#include "core/simd_targets.h"
#include "swept/geometry.h"
#include "tests/math/random_motion.h"

namespace swept {
namespace {

using testing::Random;

/// Runs on every target, then on the best again; once on the scalar twin when there are none.
template <class Check>
void on_every_target(const Check& check) {
    std::vector<SimdTarget> targets = simd_targets();
    targets.push_back({0, "best"});
    for (const SimdTarget& target : targets) {
        SCOPED_TRACE(target.name);
        use_simd_target(target.bit);
        check();
    }
}

/// The same bits. NaNs are all alike: which operand's payload survives is not defined.
bool same(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
    for (int i = 0; i < 3; ++i) {
        if (std::isnan(a[i]) && std::isnan(b[i])) continue;
        if (std::bit_cast<std::uint64_t>(a[i]) != std::bit_cast<std::uint64_t>(b[i])) return false;
    }
    return true;
}

void expect_twin(const Pose& pose, const std::vector<Eigen::Vector3d>& points) {
    std::vector<Eigen::Vector3d> expected;
    for (const Eigen::Vector3d& point : points) expected.push_back(pose * point);
    std::vector<Eigen::Vector3d> placed(points.size());
    place(pose, points, placed);
    std::vector<Eigen::Vector3d> in_place = points;
    place(pose, in_place, in_place);
    for (std::size_t i = 0; i < points.size(); ++i) {
        ASSERT_TRUE(same(placed[i], expected[i])) << i << " of " << points.size();
        ASSERT_TRUE(same(in_place[i], expected[i])) << i << " of " << points.size();
    }
}

TEST(place, equals_the_placing_of_each_point) {
    on_every_target([] {
        Random random(11);
        for (std::size_t count = 0; count <= 67; ++count) {
            for (int repeat = 0; repeat < 20; ++repeat) {
                const Pose pose = random.pose(random.magnitude(1e-3, 1e3));
                std::vector<Eigen::Vector3d> points(count);
                for (auto& point : points) point = random.point(random.magnitude(1e-3, 1e3));
                expect_twin(pose, points);
            }
        }
    });
}

TEST(place, equals_the_placing_of_special_values) {
    using Limits = std::numeric_limits<double>;
    const std::vector<double> values = {0.0,
                                        -0.0,
                                        1.0,
                                        -1.0,
                                        Limits::denorm_min(),
                                        -Limits::min(),
                                        Limits::max(),
                                        -Limits::max(),
                                        Limits::infinity(),
                                        -Limits::infinity(),
                                        Limits::quiet_NaN(),
                                        0x1p300,
                                        0x1p-300};
    std::vector<Eigen::Vector3d> points;
    for (const double x : values) {
        for (const double y : values) {
            for (const double z : values) points.emplace_back(x, y, z);
        }
    }
    on_every_target([&] {
        Random random(12);
        expect_twin(Pose(), points);
        expect_twin(*Pose::make({0x1p300, -0x1p300, -0.0}, Quaternion(0, 1, 0, 0)), points);
        for (int i = 0; i < 20; ++i) expect_twin(random.pose(1), points);
    });
}

TEST(place, writes_nothing_beyond_the_last_point) {
    on_every_target([] {
        const Pose pose = Random(13).pose(1);
        for (std::size_t count = 0; count <= 17; ++count) {
            const std::vector<Eigen::Vector3d> points(count, Eigen::Vector3d(1, 2, 3));
            std::vector<Eigen::Vector3d> placed(count + 8, Eigen::Vector3d(7, 7, 7));
            place(pose, points, std::span(placed).first(count));
            for (std::size_t i = count; i < placed.size(); ++i) {
                EXPECT_EQ(placed[i], Eigen::Vector3d(7, 7, 7));
            }
        }
    });
}

TEST(place, targets_are_named_so_that_we_know_what_was_tested) {
    for (const SimdTarget& target : simd_targets()) {
        std::printf("[ measured ] place ran on %s\n", target.name.c_str());
        EXPECT_FALSE(target.name.empty());
    }
}

}  // namespace
}  // namespace swept
