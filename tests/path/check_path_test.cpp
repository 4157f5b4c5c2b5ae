// Whole paths: where they end, what they keep away from, and what is said of odd ones.

#include "swept/path.h"
#include "swept/solids.h"

#include <gtest/gtest.h>

#include "tests/sweep/samples.h"
#include "tests/with.h"

namespace swept::test {
namespace {

PathResult checked(const Polyhedron& mover, const std::vector<Pose>& poses,
                   const Polyhedron& obstacle, const PathOptions& options = {}) {
    const auto result = check_path(mover, poses, {obstacle}, options);
    EXPECT_TRUE(result) << result.error().message();
    return *result;
}

PathOptions joined(PathJoin join) {
    PathOptions options;
    options.join = join;
    return options;
}

TEST(check_path, a_path_around_a_wall_is_free_and_one_through_it_is_not) {
    const Polyhedron crate = box(1, 1, 1), wall = box(0.5, 4, 4);
    const std::vector<Pose> around{at(-3, 0, 0), at(-3, 4, 0), at(3, 4, 0), at(3, 0, 0)};
    const PathResult free = checked(crate, around, wall);
    EXPECT_EQ(free.state, State::free);
    EXPECT_EQ(free.segment, 3U);
    EXPECT_EQ(free.fraction, 0);
    EXPECT_EQ(free.proven(), 3);
    EXPECT_EQ(free.end.translation(), Vector3d(3, 0, 0));

    const std::vector<Pose> through{at(-3, 4, 0), at(-3, 0, 0), at(3, 0, 0), at(3, 4, 0)};
    const PathResult hit = checked(crate, through, wall);
    EXPECT_EQ(hit.state, State::hit);
    EXPECT_EQ(hit.segment, 1U);
    EXPECT_NEAR(hit.fraction, 2.25 / 6, 1e-8);
    EXPECT_LT(hit.end.translation()[0], -0.75);
    EXPECT_NEAR(hit.end.translation()[0], -0.75, 1e-8);
    EXPECT_NEAR(hit.contact.normal[0], -1, 1e-12);
    EXPECT_EQ(hit.start, Relation::separate);
}

TEST(check_path, one_pose_is_a_question_about_standing_there) {
    const Polyhedron crate = box(1, 1, 1);
    EXPECT_EQ(checked(crate, {at(3, 0, 0)}, crate).state, State::free);
    EXPECT_EQ(checked(crate, {at(1, 0, 0)}, crate).state, State::free);
    EXPECT_EQ(checked(crate, {at(1, 0, 0)}, crate).start, Relation::touching);
    const PathResult inside = checked(crate, {at(0.5, 0, 0)}, crate);
    EXPECT_EQ(inside.state, State::overlapping);
    EXPECT_EQ(inside.segment, 0U);
    PathOptions options;
    options.clearance = clearance_of(0.25);
    EXPECT_EQ(checked(crate, {at(1.3, 0, 0)}, crate, options).state, State::free);
    const PathResult close = checked(crate, {at(1.2, 0, 0)}, crate, options);
    EXPECT_EQ(close.state, State::hit);
    EXPECT_EQ(close.start, Relation::separate);
    EXPECT_NEAR(close.contact.separation, 0.2, 1e-12);
}

TEST(check_path, poses_that_repeat_are_free_segments) {
    const Polyhedron crate = box(1, 1, 1);
    for (const PathJoin join : {PathJoin::screw, PathJoin::step, PathJoin::straight}) {
        const PathResult rest =
            checked(crate, {at(3, 0, 0), at(3, 0, 0), at(3, 0, 0)}, crate, joined(join));
        EXPECT_EQ(rest.state, State::free);
        EXPECT_EQ(rest.segment, 2U);
        const PathResult hit =
            checked(crate, {at(3, 0, 0), at(3, 0, 0), at(-3, 0, 0)}, crate, joined(join));
        EXPECT_EQ(hit.state, State::hit);
        EXPECT_EQ(hit.segment, 1U);
    }
}

TEST(check_path, an_overlap_at_the_first_pose_is_said) {
    const Polyhedron crate = box(1, 1, 1), room = box(9, 9, 9);
    const PathResult inside = checked(crate, {at(0, 0, 0), at(20, 0, 0)}, room);
    EXPECT_EQ(inside.state, State::overlapping);
    EXPECT_EQ(inside.contained, OverlapResult::Contained::a);
    PathOptions options;
    options.initial_overlap = InitialOverlap::surfaces;
    EXPECT_NE(checked(crate, {at(0, 0, 0), at(1, 0, 0)}, room, options).state, State::overlapping);
}

// The half turn of screw_between: about the axis whose first component that is not zero is
// positive, here z, so counter-clockwise from +x over +y.
TEST(check_path, half_a_turn_goes_the_way_that_is_documented) {
    const Polyhedron peg = box(0.2, 0.2, 0.2);
    const std::vector<Pose> half{at(2, 0, 0), turned({-2, 0, 0}, Vector3d::UnitZ(), pi)};
    EXPECT_EQ(checked(peg, half, points({{0, 2, 0}})).state, State::hit);
    EXPECT_EQ(checked(peg, half, points({{0, -2, 0}})).state, State::free);
    // A pose in between says otherwise.
    std::vector<Pose> other = half;
    other.insert(other.begin() + 1, turned({0, -2, 0}, Vector3d::UnitZ(), -pi / 2));
    EXPECT_EQ(checked(peg, other, points({{0, 2, 0}})).state, State::free);
    EXPECT_EQ(checked(peg, other, points({{0, -2, 0}})).state, State::hit);
}

TEST(check_path, the_three_joins_take_different_ways) {
    const Polyhedron peg = box(0.2, 0.2, 0.2);
    const std::vector<Pose> quarter{at(2, 0, 0), turned({0, 2, 0}, Vector3d::UnitZ(), pi / 2)};
    const Vector3d on_arc = 2 * Vector3d(std::sqrt(0.5), std::sqrt(0.5), 0), on_chord(1, 1, 0);
    const auto hits = [&](PathJoin join, const Vector3d& place) {
        return checked(peg, quarter, points({place}), joined(join)).state == State::hit;
    };
    EXPECT_TRUE(hits(PathJoin::screw, on_arc));
    EXPECT_FALSE(hits(PathJoin::screw, on_chord));
    EXPECT_TRUE(hits(PathJoin::step, on_chord));
    EXPECT_FALSE(hits(PathJoin::step, on_arc));
    EXPECT_TRUE(hits(PathJoin::straight, on_chord));
    EXPECT_FALSE(hits(PathJoin::straight, on_arc));
    // A step turns in the second half, at its end: there only the turning corner reaches this far.
    const Vector3d beside = Vector3d(0, 2, 0) - 0.13 * Vector3d::UnitX();
    const PathResult step = checked(peg, quarter, points({beside}), joined(PathJoin::step));
    EXPECT_EQ(step.state, State::hit);
    EXPECT_GT(step.fraction, 0.5);
}

TEST(check_path, poses_on_the_way_join_the_ends) {
    Random random(3);
    for (const PathJoin join : {PathJoin::screw, PathJoin::step, PathJoin::straight}) {
        PathOptions options = joined(join);
        options.pivot = {0.5, -0.25, 1};
        for (int i = 0; i < 200; ++i) {
            const Pose from = random.pose(3), to = random.pose(3);
            EXPECT_EQ(pose_between(from, to, 0, options).translation(), from.translation());
            const Pose end = pose_between(from, to, 1, options);
            EXPECT_LT((end.translation() - to.translation()).norm(), 1e-13);
            EXPECT_LT((end.rotation_matrix() - to.rotation_matrix()).norm(), 1e-13);
            if (join != PathJoin::straight) continue;
            const Pose third = pose_between(from, to, 1.0 / 3, options);
            EXPECT_LT(
                (third.translation() - (2 * from.translation() + to.translation()) / 3).norm(),
                1e-14);
            const Eigen::Quaterniond turned =
                Eigen::Quaterniond(from.rotation())
                    .slerp(1.0 / 3, Eigen::Quaterniond(to.rotation()));
            EXPECT_LT((third.rotation_matrix() - turned.toRotationMatrix()).norm(), 1e-13);
        }
    }
}

TEST(check_path, the_zone_is_what_was_kept) {
    const Polyhedron crate = box(1, 1, 1);
    const std::vector<Pose> way{at(9, 0, 0), at(9, 5, 0)};
    const std::vector<Pose> turn{at(9, 0, 0), turned({9, 5, 0}, {0, 0, 1}, 1)};
    PathOptions straight = joined(PathJoin::straight);
    straight.deviation = 1e-6;
    EXPECT_EQ(checked(crate, way, crate, straight).margin, checked(crate, way, crate).margin);
    EXPECT_EQ(checked(crate, turn, crate, straight).margin, 2e-6);
    straight.clearance = clearance_of(0.5);
    EXPECT_EQ(checked(crate, way, crate, straight).margin, 0.5);
    EXPECT_EQ(checked(crate, turn, crate, straight).margin, 0.5 + 2e-6);
}

TEST(check_path, a_clearance_is_kept_all_along) {
    const Polyhedron ball = built(make_sphere(0.5, 8, 16)), wall = box(1, 8, 8);
    PathOptions options;
    options.clearance = clearance_of(0.3);
    const auto beside = [&](double gap) {
        return std::vector<Pose>{at(-3, -6, 0), at(-1 - gap, -2, 0), at(-1 - gap, 2, 0),
                                 at(-3, 6, 0)};
    };
    EXPECT_EQ(checked(ball, beside(0.3), wall, options).state, State::free);
    EXPECT_EQ(checked(ball, beside(0.31), wall, options).state, State::free);
    const PathResult close = checked(ball, beside(0.29), wall, options);
    EXPECT_EQ(close.state, State::hit);
    EXPECT_EQ(close.segment, 0U);
    EXPECT_NEAR(close.contact.separation, 0.3, 1e-12);
    EXPECT_EQ(checked(ball, beside(0.29), wall).state, State::free);
}

TEST(check_path, a_slide_at_exactly_the_clearance_is_free_for_any_number_of_segments) {
    const Polyhedron crate = box(1, 1, 1), floor = box(100, 100, 1);
    PathOptions options;
    options.clearance = clearance_of(0.125);
    std::vector<Pose> poses;
    for (int i = 0; i <= 300; ++i) poses.push_back(at(-30 + 0.2 * i, 0.1 * (i % 7), 1.125));
    EXPECT_EQ(checked(crate, poses, floor, options).state, State::free);
    options.clearance = clearance_of(0.1250001);
    EXPECT_EQ(checked(crate, poses, floor, options).proven(), 0);
}

TEST(check_path, without_a_clearance_it_slides_on_what_it_touches) {
    const Polyhedron crate = box(1, 1, 1), floor = triangulated_floor(20, 10);
    std::vector<Pose> poses;
    for (int i = 0; i <= 20; ++i)
        poses.push_back(turned({-5 + 0.5 * i, 0, 0.5}, {0, 0, 1}, 0.1 * i));
    const PathResult slide = checked(crate, poses, floor);
    EXPECT_EQ(slide.start, Relation::touching);
    EXPECT_EQ(slide.state, State::free);
    poses.push_back(at(5, 0, 0.4));
    const PathResult into = checked(crate, poses, floor);
    EXPECT_EQ(into.state, State::hit);
    EXPECT_EQ(into.segment, 20U);
    EXPECT_EQ(into.fraction, 0);
}

// A slide in exact touch that ends a rounding lower, where the two overlap: the motion that leads
// there may end a rounding higher.
TEST(check_path, the_last_pose_is_looked_at_as_it_is_given) {
    const Polyhedron crate = box(1, 1, 1), floor = triangulated_floor(20, 10);
    Random random(4);
    for (int i = 0; i < 300; ++i) {
        const Vector3d place(random.uniform(-3, 3), random.uniform(-3, 3),
                             std::nextafter(0.5, 0.0));
        const std::vector<Pose> poses{at(0, 0, 0.5),
                                      turned(place, {0, 0, 1}, random.uniform(-3, 3))};
        ASSERT_EQ(overlap({crate, poses[1]}, {floor}).relation, Relation::overlapping);
        PathOptions options = joined(static_cast<PathJoin>(i % 3));
        options.pivot = {0.3, 0.2, 0.7};
        const PathResult slide = checked(crate, poses, floor, options);
        EXPECT_EQ(slide.state, State::hit) << i;
        EXPECT_LT(slide.proven(), 1);
        EXPECT_NE(overlap({crate, slide.end}, {floor}).relation, Relation::overlapping);
    }
}

TEST(check_path, parts_move_as_one) {
    const Polyhedron half = box(1, 1, 1), wall = box(1, 9, 9);
    const std::vector<Part> parts{{half, at(0, -2, 0)}, {half, at(0.5, 2, 0)}};
    const std::vector<Placed> obstacles{{box(1, 1, 1), at(0, 0, 0)}, {wall, at(6, 0, 0)}};
    // The hole between the two passes over the first obstacle; the part that stands out stops.
    const std::vector<Pose> poses{at(-4, 0, 0), at(2, 0, 0), at(9, 0, 0)};
    const auto result = check_path(parts, poses, obstacles);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->state, State::hit);
    EXPECT_EQ(result->segment, 1U);
    EXPECT_EQ(result->part, 1U);
    EXPECT_EQ(result->obstacle, 1U);
    EXPECT_NEAR(result->end.translation()[0], 4.5, 1e-7);
    // Turned by a quarter, one of them comes to the first.
    const std::vector<Pose> turn{at(2, 0, 0), turned({2, 0, 0}, {0, 0, 1}, pi / 2)};
    const auto stopped = check_path(parts, turn, obstacles);
    ASSERT_TRUE(stopped);
    EXPECT_EQ(stopped->state, State::hit);
    EXPECT_EQ(stopped->obstacle, 0U);
    // Without parts or without obstacles nothing stops.
    EXPECT_EQ(check_path({}, poses, obstacles)->state, State::free);
    EXPECT_EQ(check_path(parts, poses, {})->proven(), 2);
}

// Two halves of a box side by side slide over a tip that the seam passes: one level for all parts.
TEST(check_path, the_seam_between_parts_stops_nothing) {
    const Polyhedron half = box(1, 1, 1);
    const std::vector<Part> parts{{half, at(-0.5, 0, 0.5)}, {half, at(0.5, 0, 0.5)}};
    const Polyhedron tip = from_faces({{{-0.1, -0.1, -1}, {0.1, -0.1, -1}, {0, 0, 0}},
                                       {{0.1, -0.1, -1}, {0, 0.1, -1}, {0, 0, 0}},
                                       {{0, 0.1, -1}, {-0.1, -0.1, -1}, {0, 0, 0}}});
    for (const double height : {0.0, 1e-13, 1e-11, 5e-10, 1e-6}) {
        const std::vector<Pose> poses{at(-0.5, 0.1, height), at(0.7, 0.2, height)};
        const auto slide = check_path(parts, poses, std::vector<Placed>{{tip, Pose()}});
        ASSERT_TRUE(slide);
        EXPECT_EQ(slide->state, State::free) << height << " " << slide->fraction;
    }
}

TEST(check_path, a_spent_budget_leaves_a_proven_prefix) {
    const Polyhedron ball = built(make_sphere(0.5, 12, 24)),
                     other = built(make_torus(24, 12, 2, 0.5));
    std::vector<Pose> poses;
    for (int i = 0; i <= 50; ++i)
        poses.push_back(turned({2.0 * i / 50, 0, 1.2 - 0.02 * i}, {1, 2, 3}, 0.1 * i));
    const PathResult whole = checked(ball, poses, other);
    ASSERT_EQ(whole.state, State::hit);
    double last = 0;
    int undecided = 0;
    for (std::uint64_t budget = 0; budget < 20000; budget += 500) {
        PathOptions options;
        options.budget = budget;
        const PathResult result = checked(ball, poses, other, options);
        if (result.state != State::undecided) {
            EXPECT_EQ(result.proven(), whole.proven());
            continue;
        }
        ++undecided;
        EXPECT_LE(result.proven(), whole.proven());
        EXPECT_GE(result.proven(), last);
        last = result.proven();
    }
    EXPECT_GT(undecided, 3);
    EXPECT_GT(last, 0);
}

TEST(check_path, bad_input_is_named) {
    const Polyhedron crate = box(1, 1, 1);
    const std::vector<Pose> poses{at(3, 0, 0), at(4, 0, 0)};
    const auto error = [&](const std::vector<Pose>& path, const PathOptions& options) {
        const auto result = check_path(crate, path, {crate}, options);
        EXPECT_FALSE(result);
        return result ? Error{} : result.error();
    };
    EXPECT_EQ(error({}, {}).where, "poses");
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinite = std::numeric_limits<double>::infinity();
    for (const double bad : {-1.0, nan, infinite, -infinite, 1e200}) {
        EXPECT_EQ(Clearance::of(bad).error().where, "clearance") << bad;
        PathOptions options;
        options.deviation = bad;
        EXPECT_EQ(error(poses, options).where, "deviation") << bad;
    }
    PathOptions options;
    options.pivot = {0, nan, 0};
    EXPECT_EQ(error(poses, options).where, "pivot");
    // Half a turn on a long way to what it hits, to a thousandth of an atom.
    options = joined(PathJoin::straight);
    options.deviation = 1e-13;
    const Error pieces =
        error({at(902, 0, 0), at(900, 0, 0), turned({1, 0, 0}, {1, 2, 3}, 3)}, options);
    EXPECT_EQ(pieces.where, "segment 1");
    EXPECT_NE(pieces.what.find("deviation"), std::string::npos);
}

TEST(check_path, a_clearance_beyond_all_sizes_is_never_kept) {
    const Polyhedron crate = box(1, 1, 1);
    PathOptions options;
    options.clearance = clearance_of(1e50);
    const PathResult result = checked(crate, {at(3, 0, 0), at(4, 0, 0)}, crate, options);
    EXPECT_NE(result.state, State::free);
    EXPECT_EQ(result.proven(), 0);
}

// Where rounding is larger than the shapes, nothing is known about a clearance.
TEST(check_path, a_clearance_that_cannot_be_measured_is_not_called_kept) {
    const Polyhedron speck = box(1e-6, 1e-6, 1e-6);
    PathOptions options;
    options.clearance = clearance_of(1);
    const auto result =
        check_path(speck, std::vector<Pose>{at(1e12, 0, 0)}, {speck, at(1e12, 0.5, 0)}, options);
    ASSERT_TRUE(result);
    EXPECT_NE(result->state, State::free);
}

TEST(check_path, a_small_thing_far_away_goes_straight_too) {
    const Polyhedron speck = box(1e-4, 1e-4, 1e-4);
    const std::vector<Pose> poses{at(1e5, 1e5, 0), turned({1e5 + 1, 1e5, 1}, {1, 2, 3}, 2)};
    EXPECT_EQ(checked(speck, poses, box(1, 1, 1), joined(PathJoin::straight)).state, State::free);
}

// Found by fuzzing: a speck on a long way took 400,000 screws, one test each, whatever the budget.
TEST(check_path, a_speck_on_a_long_way_takes_few_tests_where_nothing_is_near) {
    const Polyhedron speck = box(1e-9, 1e-9, 1e-9), wall = box(1, 4, 4);
    PathOptions options = joined(PathJoin::straight);
    options.deviation = 1e-11;
    const std::vector<Pose> past{at(-3, -5, 0), turned({3, -5, 1}, {1, 2, 3}, 2)};
    const PathResult free = checked(speck, past, wall, options);
    EXPECT_EQ(free.state, State::free);
    EXPECT_EQ(free.margin, 2e-11);
    EXPECT_LT(free.stats.volume_tests, 1000U);

    // What is spent is counted, and what was proven by then is told.
    options.budget = 10;
    const PathResult spent = checked(speck, past, wall, options);
    EXPECT_EQ(spent.state, State::undecided);
    EXPECT_GT(spent.proven(), 0);
    EXPECT_LE(spent.stats.volume_tests, 20U);
}

TEST(check_path, what_a_coarse_try_has_proven_is_not_looked_at_again) {
    const Polyhedron speck = box(1e-9, 1e-9, 1e-9), wall = box(1, 4, 4);
    PathOptions options = joined(PathJoin::straight);
    options.deviation = 1e-11;
    const std::vector<Pose> into{at(-3, 0, 0), turned({0, 0, 0}, {1, 2, 3}, 2)};
    const PathResult hit = checked(speck, into, wall, options);
    EXPECT_EQ(hit.state, State::hit);
    EXPECT_NEAR(hit.fraction, 2.5 / 3, 1e-8);
    EXPECT_EQ(hit.start, Relation::separate);
    EXPECT_EQ(hit.margin, 2e-11);
    EXPECT_LT(hit.stats.volume_tests, 10'000U);
}

// A callback may ask, too: the memory that the thread keeps for the path is not taken for it.
TEST(check_path, a_query_within_its_progress_changes_nothing) {
    const Polyhedron crate = box(1, 1, 1), wall = box(0.5, 4, 4),
                     torus = built(make_torus(16, 8, 2, 0.5));
    const std::vector<Pose> poses{at(-3, 4, 0), at(-3, 0, 0), at(-3, -4, 0), at(-3, -1, 0),
                                  at(3, 0, 0)};
    const PathResult plain = checked(crate, poses, wall);
    ASSERT_EQ(plain.segment, 3U);
    int asked = 0;
    PathOptions options;
    options.progress = [&](double) {
        const PathResult other = checked(torus, {at(2, 0, 9), at(2, 0, 0)}, crate);
        EXPECT_EQ(other.state, State::hit);
        ++asked;
    };
    const PathResult same = checked(crate, poses, wall, options);
    EXPECT_EQ(asked, 3);
    EXPECT_EQ(same.segment, plain.segment);
    EXPECT_EQ(same.fraction, plain.fraction);
    EXPECT_EQ(same.contact.point, plain.contact.point);
}

TEST(check_path, progress_counts_segments) {
    const Polyhedron crate = box(1, 1, 1);
    std::vector<double> told;
    PathOptions options;
    options.progress = [&](double share) { told.push_back(share); };
    (void)checked(crate, {at(3, 0, 0), at(4, 0, 0), at(5, 0, 0)}, crate, options);
    EXPECT_EQ(told, (std::vector<double>{0.5, 1.0}));
}

TEST(check_paths, answers_are_those_of_single_calls_for_any_number_of_threads) {
    Random random(8);
    const Polyhedron torus = built(make_torus(16, 8, 1, 0.3)),
                     stairs = built(make_stairs(6, 1, 1, 6));
    const std::vector<Part> mover{{torus, at(0, 0, 0.5)}, {box(0.4, 0.4, 2), Pose()}};
    const std::vector<Placed> obstacles{{stairs, at(-3, 0, -3)}, {torus, at(3, 3, 3)}};
    std::vector<std::vector<Pose>> paths(40);
    std::vector<PathQuery> questions;
    for (auto& poses : paths) {
        const int count = random.integer(0, 6);
        for (int i = 0; i < count; ++i) poses.push_back(random.pose(6));
        questions.push_back({mover, poses, obstacles});
    }
    for (const PathJoin join : {PathJoin::screw, PathJoin::straight}) {
        PathOptions options = joined(join);
        options.deviation = 1e-3;
        int hits = 0, errors = 0;
        for (const unsigned threads : {1U, 2U, 0U}) {
            const auto results = check_path_batch(questions, options, threads);
            ASSERT_EQ(results.size(), paths.size());
            for (std::size_t i = 0; i < paths.size(); ++i) {
                const auto single = check_path(mover, paths[i], obstacles, options);
                ASSERT_EQ(single.has_value(), results[i].has_value());
                errors += !single;
                if (!single) continue;
                hits += single->state == State::hit;
                EXPECT_EQ(single->state, results[i]->state);
                EXPECT_EQ(single->segment, results[i]->segment);
                EXPECT_EQ(single->fraction, results[i]->fraction);
                EXPECT_EQ(single->contact.point, results[i]->contact.point);
                EXPECT_EQ(single->part, results[i]->part);
                EXPECT_EQ(single->end.translation(), results[i]->end.translation());
            }
        }
        EXPECT_GT(hits, 10);
        EXPECT_GT(errors, 0);  // empty paths
    }
}

}  // namespace
}  // namespace swept::test
