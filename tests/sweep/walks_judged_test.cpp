// A slice of the campaign judge_walks, and the judge itself: exact separations, and sweepers that
// are wrong on purpose.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "swept/solids.h"
#include "swept/sweep.h"
#include "tests/oracle/separation.h"
#include "tests/oracle/walks.h"
#include "tests/repeats.h"

namespace swept {
namespace {

using Eigen::Vector3d;
using oracle::interpenetrate;
using oracle::separation_at_least;
using oracle::WalkRun;
using oracle::WalkTally;

Pose at(double x, double y, double z) {
    return Pose::make({x, y, z}).value();
}

Polyhedron solid(const Mesh& mesh) {
    return Polyhedron::build(mesh).value();
}

Polyhedron unit_box() {
    return solid(make_box({1, 1, 1}).value());
}

// ---- The judge of placements ----

TEST(judge_of_placements, boxes_that_touch_meet_and_boxes_one_bit_apart_do_not) {
    const Polyhedron a = unit_box();
    EXPECT_TRUE(interpenetrate(a, Pose(), a, at(1, 0.25, 0.5)));
    EXPECT_FALSE(interpenetrate(a, Pose(), a, at(1 + 0x1p-51, 0.25, 0.5)));
    EXPECT_TRUE(interpenetrate(a, Pose(), a, at(1 - 0x1p-52, 0.25, 0.5)));
    EXPECT_TRUE(interpenetrate(a, Pose(), a, at(1, 1, 1)));  // corner on corner
    EXPECT_FALSE(interpenetrate(a, Pose(), a, at(1, 1, 1 + 0x1p-51)));
}

TEST(judge_of_placements, what_is_inside_a_solid_is_found_and_what_is_in_a_hollow_is_not) {
    const Polyhedron large = solid(make_box({4, 4, 4}).value());
    const Polyhedron small = unit_box();
    EXPECT_TRUE(interpenetrate(large, Pose(), small, at(0.5, 0.25, 0)));
    EXPECT_TRUE(interpenetrate(small, at(0.5, 0.25, 0), large, Pose()));
    const Polyhedron room = solid(make_room().value());
    EXPECT_FALSE(interpenetrate(room, Pose(), small, at(0, 0, 1.5)));
    EXPECT_TRUE(interpenetrate(room, Pose(), small, at(3, 0.5, 2.6)));
    const Polyhedron crumb = solid(make_box({0.01, 0.01, 0.01}).value());
    EXPECT_TRUE(interpenetrate(room, Pose(), crumb, at(0.3, 0.4, 3.1)));  // within the ceiling
}

TEST(judge_of_placements, edge_through_the_middle_of_a_face_is_a_crossing) {
    Mesh wide, spike;
    wide.vertices = {{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}};
    wide.add_polygon({0, 1, 2});
    spike.vertices = {{0, 0, -1}, {0.01, 0, 1}, {0, 0.01, 1}};
    spike.add_polygon({0, 1, 2});
    EXPECT_TRUE(interpenetrate(solid(wide), Pose(), solid(spike), Pose()));
    EXPECT_FALSE(interpenetrate(solid(wide), Pose(), solid(spike), at(0, 0, 1.5)));
}

TEST(judge_of_placements, separation_is_decided_to_the_last_bit) {
    const Polyhedron a = unit_box();
    EXPECT_TRUE(separation_at_least(a, Pose(), a, at(1.5, 0, 0), 0.5));
    EXPECT_FALSE(separation_at_least(a, Pose(), a, at(1.5, 0, 0), std::nextafter(0.5, 1)));
    // 3, 4, 5: from edge to edge.
    EXPECT_TRUE(separation_at_least(a, Pose(), a, at(4, 5, 0), 5));
    EXPECT_FALSE(separation_at_least(a, Pose(), a, at(4, 5, 0), std::nextafter(5, 6)));
}

TEST(judge_of_placements, points_are_judged_as_points) {
    Mesh points;
    points.vertices = {{0, 0, 0}, {5, 0, 0}};
    const Polyhedron set = solid(points);
    EXPECT_TRUE(interpenetrate(set, Pose(), set, at(5, 0, 0)));
    EXPECT_FALSE(interpenetrate(set, Pose(), set, at(2, 0, 0)));
    EXPECT_TRUE(separation_at_least(set, Pose(), set, at(2, 0, 0), 2));
    EXPECT_FALSE(separation_at_least(set, Pose(), set, at(2, 0, 0), 2.001));
    EXPECT_TRUE(interpenetrate(set, Pose(), unit_box(), Pose()));
}

// ---- Walks ----

SweepResult swept_by_product(const Polyhedron& mover, const Pose& pose, const Motion& motion,
                             std::span<const Placed> obstacles, const SweepOptions& options) {
    return sweep({mover, pose}, motion, obstacles, options);
}

SweepResult free_answer(const Pose& pose, const Motion& motion) {
    SweepResult result;
    result.end = pose_at(motion, pose, 1);
    result.margin = 1e-9;
    return result;
}

TEST(judge_of_walks, sweeper_that_sees_nothing_is_caught) {
    WalkRun run;
    run.moves = 1000;
    run.most_violations = 1;
    const WalkTally tally = oracle::judge_walks(
        run, {},
        [](const Polyhedron&, const Pose& pose, const Motion& motion, std::span<const Placed>,
           const SweepOptions&) { return free_answer(pose, motion); });
    EXPECT_GT(tally.crossings, 0U);
    EXPECT_FALSE(oracle::all_right(tally));
}

TEST(judge_of_walks, sweeper_that_stops_everything_is_caught) {
    WalkRun run;
    run.moves = 1000;
    run.most_violations = 1;
    const WalkTally tally =
        oracle::judge_walks(run, {},
                            [](const Polyhedron&, const Pose& pose, const Motion& motion,
                               std::span<const Placed>, const SweepOptions&) {
                                SweepResult result = free_answer(pose, motion);
                                result.state = State::hit;
                                result.free_fraction = 0;
                                result.end = pose;
                                return result;
                            });
    EXPECT_GT(tally.no_contact, 0U);
}

TEST(walks, counts_are_the_same_for_any_number_of_threads) {
    const auto counts = [](unsigned threads) {
        WalkRun run;
        run.moves = test::repeats(2000);
        run.moves_per_block = 100;
        run.threads = threads;
        std::string text;
        const WalkTally tally = oracle::judge_walks(run, {}, swept_by_product);
        WalkTally::each_count(tally, [&](const char* name, std::uint64_t n) {
            text += name + (" " + std::to_string(n)) + "\n";
        });
        return text;
    };
    EXPECT_EQ(counts(1), counts(3));
}

TEST(walks, nothing_gets_inside_and_nothing_comes_closer_than_half_the_zone) {
    WalkRun run;
    run.moves = test::repeats(20'000);
    run.seed = 3;
    const WalkTally tally = oracle::judge_walks(run, {}, swept_by_product);
    oracle::print_tally(tally);
    EXPECT_TRUE(oracle::all_right(tally));
    EXPECT_GT(tally.hits, tally.moves / 10);
    EXPECT_GT(tally.free, tally.moves / 10);
}

}  // namespace
}  // namespace swept
