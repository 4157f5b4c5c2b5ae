// The same surface carved thousands of times: it stays closed, no volume is lost, and it does not
// fall to dust.

#include <gtest/gtest.h>

#include "swept/solids.h"
#include "tests/carve/samples.h"

namespace swept::test {
namespace {

struct Placed {
    Polyhedron tool;
    Pose pose;
};

/// How deep a point lies in a convex tool; negative: outside.
double depth(const Placed& placed, const Vector3d& point) {
    const Vector3d p = placed.pose.inverse() * point;
    double depth = placed.tool.extent();
    for (std::uint32_t f = 0; f < placed.tool.face_count(); ++f) {
        const Plane& plane = placed.tool.plane(FaceIndex(f));
        depth = std::min(depth, -plane.normal.dot(p) - plane.offset);
    }
    return depth;
}

/// Whatever was carved in whatever order: a point is in the rock when it was at the start and is in
/// no tool that met anything. Points that are too near to a surface to tell are left out.
void check_points(const Rock& rock, const Placed& start, bool inside_out,
                  const std::vector<Placed>& tools, std::mt19937& random) {
    const Mesh mesh = rock.mesh();
    const Vector3d size = start.tool.box().size(), middle = start.tool.box().centre();
    const double reach = inside_out ? 0.9 : 0.6;  // of the size, so that there is rock and air
    std::uniform_real_distribution<double> unit(-reach, reach);
    int in_rock = 0, in_air = 0;
    for (int i = 0; i < 60; ++i) {
        const Vector3d point =
            middle + Vector3d(unit(random), unit(random), unit(random)).cwiseProduct(size);
        double deepest = -1;
        for (const Placed& t : tools) deepest = std::max(deepest, depth(t, point));
        const double start_depth = depth(start, point);
        if (std::abs(deepest) < 1e-6 || std::abs(start_depth) < 1e-6) continue;
        const bool rock_before = (start_depth > 0) != inside_out;
        const bool is_rock = rock_before && deepest < 0;
        (is_rock ? in_rock : in_air) += 1;
        EXPECT_NEAR(winding_number(mesh, point), (is_rock ? 1 : 0) - (inside_out ? 1 : 0), 1e-6);
    }
    EXPECT_GT(in_rock, 5);
    EXPECT_GT(in_air, 5);
}

/// Carves a box with `next_tool(i)` again and again, and checks what must hold all the time.
template <class NextTool>
Rock carve_many(const Mesh& start, bool inside_out, int count, const NextTool& next_tool) {
    Rock rock;
    rock.add(start, true, inside_out);
    const double whole = volume_of(rock.mesh());
    double taken = 0;
    int attempts = 0;
    std::vector<Placed> met;
    for (int i = 0; i < count; ++i) {
        const Placed placed = next_tool(i);
        const Result<Carved> result = carve(rock.surface(), placed.tool, placed.pose);
        EXPECT_TRUE(result.has_value()) << i << ": " << result.error().message();
        if (!result || !result->met) continue;
        met.push_back(placed);
        attempts += result->attempts;
        taken += volume_of(result->piece, placed.pose.translation());
        rock.apply(*result);
        if (met.size() % 50 != 0) continue;
        const Polyhedron left = solid(rock.mesh());
        EXPECT_TRUE(left.is_closed() && left.is_oriented()) << i;
        EXPECT_EQ(left.report().split_nonconvex + left.report().split_nonplanar, 0U) << i;
        EXPECT_TRUE(is_balanced(rock.mesh())) << i;
        EXPECT_TRUE(builds_closed(result->piece)) << i;
        EXPECT_NEAR(whole - taken, volume_of(rock.mesh()), 1e-11 * std::abs(whole)) << i;
    }
    EXPECT_GT(met.size(), static_cast<std::size_t>(count) / 4);
    EXPECT_LT(attempts, 1.02 * static_cast<double>(met.size()));
    std::mt19937 random(99);
    check_points(rock, {solid(start), Pose()}, inside_out, met, random);
    return rock;
}

const Polyhedron& tool_of_kind(int i) {
    static const Polyhedron tools[] = {solid(make_box({1, 0.7, 0.9}).value()),
                                       solid(make_prism(6, 0.5, 1).value()),
                                       solid(make_sphere(0.6, 6, 8).value())};
    return tools[i % 3];
}

TEST(carve_repeat, a_slab_carved_at_random_stays_closed) {
    std::mt19937 random(1);
    const Rock rock = carve_many(box({-10, -10, -1}, {10, 10, 1}), false, 1000, [&](int i) {
        Pose pose = random_pose(random, 10);
        pose = Pose::make(pose.translation().cwiseProduct(Vector3d(1, 1, 0.1)), pose.rotation())
                   .value();
        return Placed{tool_of_kind(i), pose};
    });
    // A tool leaves some 30 caps on average, and about as many pieces of what was there.
    EXPECT_LT(rock.size(), 60000U);
}

TEST(carve_repeat, a_room_that_is_dug_out_stays_closed) {
    std::mt19937 random(2);
    const Rock rock = carve_many(box({-2, -2, -2}, {2, 2, 2}), true, 1000, [&](int i) {
        return Placed{tool_of_kind(i), random_pose(random, 3)};
    });
    EXPECT_LT(rock.size(), 30000U);
}

TEST(carve_repeat, boxes_on_a_grid_stay_on_it) {
    for (const bool inside_out : {false, true}) {
        std::mt19937 random(3);
        std::uniform_int_distribution<int> place(inside_out ? -3 : 0, inside_out ? 16 : 13);
        std::uniform_int_distribution<int> size(1, 3);
        const int count = inside_out ? 2000 : 400;
        const Rock rock = carve_many(box({0, 0, 0}, {16, 16, 8}), inside_out, count, [&](int) {
            const Vector3d lower(place(random), place(random), place(random) / 2);
            const Vector3d extent(size(random), size(random), size(random));
            return Placed{solid(box(lower, lower + extent)), Pose()};
        });
        EXPECT_LT(rock.size(), 4000U);
        for (const Vector3d& v : rock.positions) {
            // Where a diagonal is crossed, one coordinate may be any.
            ASSERT_GE((v.array() == v.array().round()).count(), 2) << v.transpose();
        }
    }
}

}  // namespace
}  // namespace swept::test
