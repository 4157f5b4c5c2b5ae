// A slice of the campaign judge_sweep, and the judge itself: worked examples, dense samples,
// rational distances, and wrong answers that it must not let pass.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "swept/solids.h"
#include "swept/sweep.h"
#include "tests/oracle/sweep_check.h"
#include "tests/repeats.h"
#include "tests/with.h"

namespace swept {
namespace {

using Eigen::Vector3d;
using oracle::Length;
using oracle::SweepCase;
using oracle::SweepTally;
using oracle::SweepTwin;

Pose at(double x, double y, double z) {
    return Pose::make({x, y, z}).value();
}

Polyhedron box(double x, double y, double z) {
    return Polyhedron::build(make_box({x, y, z}).value()).value();
}

Polyhedron point() {
    Mesh mesh;
    mesh.add_vertex({0, 0, 0});
    return Polyhedron::build(mesh).value();
}

SweepCase case_of(const Polyhedron& mover, const Pose& start, const Motion& motion,
                  const Polyhedron& obstacle) {
    return {{"mover", mover}, {"obstacle", obstacle}, start, Pose(), motion, {}};
}

SweepTwin twin_of(const SweepCase& c) {
    return {c.mover.shape, c.world_from_mover, c.motion, c.obstacle.shape, c.world_from_obstacle};
}

// ---- Worked examples ----

TEST(sweep_twin, falling_box_reaches_the_level_when_the_gap_is_used_up) {
    const SweepCase c = case_of(box(1, 1, 1), at(0.25, 0.25, 3),
                                Translation::make({0, 0, -4}).value(), box(1, 1, 1));
    const SweepTwin twin = twin_of(c);
    EXPECT_LE(std::abs((twin.distance(0).distance) - (2)), 1e-15L);
    const auto answer = twin.search({.level = 0.5L, .tolerance = 1e-16L});
    ASSERT_TRUE(answer.reached.has_value());
    EXPECT_LE(std::abs((*answer.reached) - (1.5L / 4)), 1e-15L);
}

TEST(sweep_twin, sliding_past_ends_quickly_with_the_least_distance) {
    const SweepCase c = case_of(box(1, 1, 1), at(-5, 0, 1 + 1e-6),
                                Translation::make({10, 0, 0}).value(), box(1, 1, 1));
    const auto answer = twin_of(c).search({.level = 0.5e-6L, .tolerance = 1e-18L});
    EXPECT_FALSE(answer.reached.has_value());
    EXPECT_LE(std::abs((answer.least) - (1e-6L)), 0.1e-6L);
    EXPECT_LT(answer.steps, 20'000U);
}

TEST(sweep_twin, turning_point_meets_the_plane_at_the_angle_of_the_worked_example) {
    // From (2, 0, 0) about the y axis downward: the height is -2 sin, the floor's top at -1.
    const SweepCase c =
        case_of(point(), at(2, 0, 0),
                Rotation::make({0, 0, 0}, {0, 1, 0}, std::numbers::pi / 2).value(), box(8, 8, 2));
    SweepCase lowered = c;
    lowered.world_from_obstacle = at(0, 0, -2);
    const auto answer = twin_of(lowered).search({.tolerance = 1e-17L});
    ASSERT_TRUE(answer.reached.has_value());
    EXPECT_LE(std::abs((*answer.reached) - (1.0L / 3)), 1e-15L);
}

TEST(sweep_twin, screwing_point_meets_the_wall_that_its_glide_reaches) {
    SweepCase c =
        case_of(point(), at(1, 0, 0),
                Screw::make({0, 0, 0}, {0, 0, 1}, 2 * std::numbers::pi, 4).value(), box(8, 8, 2));
    c.world_from_obstacle = at(0, 0, 3);
    const auto answer = twin_of(c).search({.tolerance = 1e-17L});
    ASSERT_TRUE(answer.reached.has_value());
    EXPECT_LE(std::abs((*answer.reached) - (0.5L)), 1e-15L);
}

// ---- Against samples and rational numbers ----

TEST(sweep_twin, no_sample_contradicts_it) {
    int reached = 0, not_reached = 0;
    for (std::uint64_t i = 0; i < test::repeats(300U); ++i) {
        const SweepCase c = oracle::sweep_case(77, i);
        const SweepTwin twin = twin_of(c);
        const Length bound = oracle::depth_bound(twin, c);
        const Length level = std::max(twin.distance(0).distance * 0.1L, 4 * bound);
        const auto answer = twin.search({.level = level, .tolerance = bound / 1000});
        ASSERT_FALSE(answer.gave_up) << i;
        ++(answer.reached ? reached : not_reached);
        const Length until = answer.reached.value_or(1);
        for (int k = 0; k <= 50; ++k) {
            const Length d = twin.distance(until * k / 50).distance;
            EXPECT_GE(d, level - bound / 1000) << i;
            if (answer.reached) continue;
            EXPECT_GE(d, answer.least - std::max(bound, (answer.least - level) / 19)) << i;
        }
        if (answer.reached) {
            EXPECT_LE(twin.distance(*answer.reached).distance, level + bound / 500) << i;
        }
    }
    EXPECT_GT(reached, test::repeats(30));
    EXPECT_GT(not_reached, test::repeats(30));
}

TEST(sweep_twin, distance_is_that_of_rational_numbers) {
    int compared = 0;
    for (std::uint64_t i = 0; compared < test::repeats(40); ++i) {
        const SweepCase c = oracle::sweep_case(78, i);
        if (c.mover.shape.face_count() + c.obstacle.shape.face_count() > 16) continue;
        if (oracle::interpenetrate(c.mover.shape, c.world_from_mover, c.obstacle.shape,
                                   c.world_from_obstacle)) {
            continue;
        }
        ++compared;
        const oracle::JudgedShape a(c.mover.shape, c.world_from_mover);
        const oracle::JudgedShape b(c.obstacle.shape, c.world_from_obstacle);
        oracle::exact_distance::Number best(-1);
        for (std::uint32_t s = 0; s < a.triangle_count(); ++s) {
            for (std::uint32_t t = 0; t < b.triangle_count(); ++t) {
                const oracle::exact_distance::Number sq =
                    oracle::exact_distance::triangles_sq(a.points_of(s), b.points_of(t));
                if (best < 0 || sq < best) best = sq;
            }
        }
        const SweepTwin twin = twin_of(c);
        const Length bound = oracle::depth_bound(twin, c);
        EXPECT_LE(
            std::abs((twin.distance(0).distance) - (std::sqrt(Length(best.convert_to<double>())))),
            bound + 1e-15L * twin.distance(0).distance)
            << i;
    }
}

// ---- Answers that are wrong on purpose ----

/// The twin's own answer with its stop moved by so many bounds, in depth.
SweepResult answer_off_by(const SweepCase& c, Length bounds) {
    const Length bound = oracle::depth_bound(twin_of(c), c);
    const double extent = std::min(c.mover.shape.extent(), c.obstacle.shape.extent());
    const double margin =
        std::max(c.options.margin.least(), static_cast<double>(1e-9L * extent + 16 * bound));
    SweepResult result = oracle::twin_answer(c, static_cast<double>(margin + bounds * bound));
    result.margin = margin;
    return result;
}

struct Caught {
    int hits = 0, wrong = 0;
};

template <class Answer>
Caught count_wrong(const Answer& answer) {
    Caught caught;
    for (std::uint64_t i = 0; i < test::repeats(200U); ++i) {
        const SweepCase c = oracle::sweep_case(79, i);
        SweepTally tally;
        const oracle::Verdict verdict = oracle::check_sweep(c, answer(c), tally);
        caught.hits += static_cast<int>(tally.hits);
        // The twin's contacts name no features.
        if (!verdict.empty() && !verdict.starts_with("contact")) ++caught.wrong;
    }
    return caught;
}

TEST(judge_of_sweeps, right_answer_passes) {
    const Caught caught = count_wrong([](const SweepCase& c) { return answer_off_by(c, 0); });
    EXPECT_EQ(caught.wrong, 0);
    EXPECT_GT(caught.hits, test::repeats(40));
}

TEST(judge_of_sweeps, early_stop_is_caught) {
    const Caught caught = count_wrong([](const SweepCase& c) { return answer_off_by(c, 20); });
    EXPECT_GT(caught.wrong, caught.hits * 9 / 10);
}

TEST(judge_of_sweeps, late_stop_is_caught) {
    const Caught caught = count_wrong([](const SweepCase& c) { return answer_off_by(c, -2); });
    EXPECT_GT(caught.wrong, caught.hits * 9 / 10);
}

TEST(judge_of_sweeps, answer_that_is_always_free_is_caught) {
    const Caught right = count_wrong([](const SweepCase& c) { return answer_off_by(c, 0); });
    const Caught caught = count_wrong([](const SweepCase& c) {
        SweepResult result = answer_off_by(c, 0);
        result.state = State::free;
        result.free_fraction = 1;
        result.end = pose_at(c.motion, c.world_from_mover, 1);
        return result;
    });
    EXPECT_GE(caught.wrong, right.hits);
}

TEST(judge_of_sweeps, end_that_is_elsewhere_is_caught) {
    const Caught right = count_wrong([](const SweepCase& c) { return answer_off_by(c, 0); });
    const Caught caught = count_wrong([](const SweepCase& c) {
        SweepResult result = answer_off_by(c, 0);
        result.end = pose_at(c.motion, c.world_from_mover, result.free_fraction * 0.999);
        return result;
    });
    EXPECT_GE(caught.wrong, right.hits * 9 / 10);
}

// ---- The product ----

SweepResult swept_by_product(const SweepCase& c) {
    return sweep({c.mover.shape, c.world_from_mover}, c.motion,
                 {c.obstacle.shape, c.world_from_obstacle}, c.options);
}

TEST(judge_of_sweeps, contact_that_lies_is_caught) {
    std::array<int, 4> caught{};
    int hits = 0;
    for (std::uint64_t i = 0; i < test::repeats(300U); ++i) {
        const SweepCase c = oracle::sweep_case(80, i);
        const SweepResult right = swept_by_product(c);
        SweepTally tally;
        if (!oracle::check_sweep(c, right, tally).empty() || tally.hits == 0) continue;
        ++hits;
        std::array<SweepResult, 4> wrong{right, right, right, right};
        wrong[0].contact.normal = -right.contact.normal;
        wrong[1].contact.point += 0.1 * c.obstacle.shape.extent() * Vector3d(1, 1, 1) +
                                  right.margin * right.contact.normal;
        wrong[2].contact.separation = 1.1 * right.contact.separation;
        ++wrong[3].contact.obstacle.face;
        for (std::size_t k = 0; k < 4; ++k) {
            caught[k] += oracle::check_sweep(c, wrong[k], tally).empty() ? 0 : 1;
        }
    }
    EXPECT_GT(hits, test::repeats(50));
    EXPECT_EQ(caught[0], hits);
    EXPECT_GT(caught[1], hits * 9 / 10);
    EXPECT_EQ(caught[2], hits);
    EXPECT_EQ(caught[3], hits);
}

TEST(sweep, no_contact_is_missed_and_none_is_made_up) {
    oracle::SweepRun run;
    run.sweeps = test::repeats(2000);
    run.seed = 2;
    const SweepTally tally = oracle::judge_sweeps(run, swept_by_product);
    oracle::print_tally(tally);
    EXPECT_TRUE(oracle::all_right(tally));
}

}  // namespace
}  // namespace swept
