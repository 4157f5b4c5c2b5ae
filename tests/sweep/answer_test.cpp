// The answers of sweeps: worked examples that can be checked on paper, what must not change an
// answer, options, and arguments that are absurd.

#include <limits>

#include "swept/solids.h"
#include "tests/oracle/contact_normals.h"
#include "tests/repeats.h"
#include "tests/sweep/samples.h"

namespace swept {
namespace {

using namespace test;

// ---- worked examples ----

TEST(sweep_answer, a_box_falls_on_a_floor_and_stops_at_the_zone) {
    const SweepResult r = sweep({box(1, 1, 1), at(0, 0, 3)}, along(0, 0, -5), {box(20, 20, 1)});
    EXPECT_EQ(r.start, Relation::separate);
    EXPECT_EQ(r.state, State::hit);
    // The gap is 2: it closes to the margin after (2 - e) / 5 of the way.
    EXPECT_NEAR(r.free_fraction, (2 - r.margin) / 5, 1e-14);
    EXPECT_NEAR(r.contact.separation, r.margin, 1e-13);
    EXPECT_EQ(r.contact.normal, Vector3d(0, 0, 1));
    EXPECT_EQ(r.end.translation()[2], 3 - 5 * r.free_fraction);
    EXPECT_NEAR(r.contact.point[2], 0.5, 1e-12);
}

TEST(sweep_answer, the_zone_is_a_billionth_of_the_smaller_shape) {
    const SweepResult r = sweep({box(1, 1, 1), at(0, 0, 3)}, along(0, 0, -5), {box(20, 20, 1)});
    EXPECT_LE(r.margin, 1.01e-9 * std::sqrt(3.0));
    EXPECT_GT(r.margin, 0);
}

TEST(sweep_answer, a_miss_is_free_to_the_end) {
    const SweepResult r = sweep({box(1, 1, 1), at(0, 0, 3)}, along(5, 0, 0), {box(2, 2, 1)});
    EXPECT_EQ(r.state, State::free);
    EXPECT_EQ(r.free_fraction, 1);
    EXPECT_EQ(r.end.translation(), Vector3d(5, 0, 3));
}

TEST(sweep_answer, a_turning_rod_stops_at_the_angle_where_it_meets_a_post) {
    // A rod of length 4 and width 0.2 about its middle; a post of half width 0.05 at (0, 1.5). Seen
    // from the rod turned by a, the corner (0.05, 1.45) of the post has the height
    // 1.45 cos a - 0.05 sin a over its middle; it is met at 0.1 + e.
    const SweepResult r = sweep({box(4, 0.2, 0.2)}, about({0, 0, 0}, {0, 0, 1}, pi),
                                {box(0.1, 0.1, 1), at(0, 1.5, 0)});
    ASSERT_EQ(r.state, State::hit);
    const double a = r.free_fraction * pi;
    EXPECT_NEAR(1.45 * std::cos(a) - 0.05 * std::sin(a), 0.1 + r.margin, 1e-13);
    EXPECT_EQ(r.contact.kind, ContactKind::edge_edge);
}

TEST(sweep_answer, a_point_meets_a_triangle) {
    const Polyhedron triangle = from_faces({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}});
    const SweepResult down = sweep({points({{0.2, 0.2, 1}})}, along(0, 0, -2), {triangle});
    EXPECT_EQ(down.contact.kind, ContactKind::vertex_face);
    EXPECT_NEAR(down.free_fraction, (1 - down.margin) / 2, 1e-15);
    const SweepResult up = sweep({points({{0.2, 0.2, -1}})}, along(0, 0, 2), {triangle});
    EXPECT_EQ(up.state, State::hit) << "an open polygon stops from both sides";
    EXPECT_EQ(up.contact.normal, Vector3d(0, 0, -1));
    const SweepResult beside = sweep({points({{0.8, 0.8, 1}})}, along(0, 0, -2), {triangle});
    EXPECT_EQ(beside.state, State::free);
}

TEST(sweep_answer, a_triangle_meets_a_point) {
    const Polyhedron triangle = from_faces({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}});
    const SweepResult r = sweep({triangle}, along(0, 0, 2), {points({{0.2, 0.2, 1}})});
    EXPECT_EQ(r.contact.kind, ContactKind::face_vertex);
    EXPECT_EQ(r.contact.normal, Vector3d(0, 0, -1));
    EXPECT_EQ(r.contact.obstacle.vertices[0], 0U);
}

TEST(sweep_answer, two_points_meet_if_they_come_within_the_zone) {
    const SweepResult hit = sweep({points({{0, 0, 0}})}, along(2, 0, 0), {points({{1, 0, 0}})});
    EXPECT_EQ(hit.contact.kind, ContactKind::vertex_vertex);
    EXPECT_NEAR(hit.free_fraction, (1 - hit.margin) / 2, 1e-14);
    const SweepResult miss = sweep({points({{0, 0, 0}})}, along(2, 0, 0), {points({{1, 1e-6, 0}})});
    EXPECT_EQ(miss.state, State::free);
}

TEST(sweep_answer, a_point_meets_the_border_edge_of_a_polygon_head_on) {
    const Polyhedron square = from_faces({{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}});
    const SweepResult r = sweep({points({{-1, 0.5, 0}})}, along(2, 0, 0), {square});
    EXPECT_EQ(r.contact.kind, ContactKind::vertex_edge);
    EXPECT_NEAR(r.free_fraction, (1 - r.margin) / 2, 1e-14);
    EXPECT_NEAR(r.contact.normal[0], -1, 1e-6);
}

TEST(sweep_answer, a_one_sided_wall_stops_from_the_front_and_lets_through_from_behind) {
    BuildOptions front;
    front.sides = Sides::front;
    const Polyhedron wall = from_faces({{{-9, -9, 0}, {9, -9, 0}, {9, 9, 0}, {-9, 9, 0}}}, front);
    const Polyhedron ball = points({{0, 0, 1}});
    EXPECT_EQ(sweep({ball}, along(0, 0, -2), {wall}).state, State::hit);
    EXPECT_EQ(sweep({ball, at(0, 0, -2)}, along(0, 0, 2), {wall}).state, State::free);
}

TEST(sweep_answer, names_the_callers_own_faces_and_vertices) {
    // The floor's polygons are numbered 0 and 1; the second one is hit.
    const Polyhedron floor = from_faces({{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}},
                                         {{5, 0, 0}, {6, 0, 0}, {6, 1, 0}, {5, 1, 0}}});
    const SweepResult r = sweep({points({{9, 9, 9}, {5.5, 0.5, 1}})}, along(0, 0, -2), {floor});
    EXPECT_EQ(r.contact.obstacle.face, 1U);
    EXPECT_EQ(r.contact.mover.vertex_count, 1);
    EXPECT_EQ(r.contact.mover.vertices[0], 1U);
}

// ---- starts ----

TEST(sweep_answer, an_overlapping_start_is_an_answer_with_a_witness) {
    const SweepResult r = sweep({box(1, 1, 1), at(0, 0, 0.9)}, along(0, 0, 5), {box(2, 2, 1)});
    EXPECT_EQ(r.start, Relation::overlapping);
    EXPECT_EQ(r.state, State::overlapping);
    EXPECT_EQ(r.free_fraction, 0);
    EXPECT_EQ(r.end.translation(), Vector3d(0, 0, 0.9));
}

TEST(sweep_answer, a_start_inside_a_solid_overlaps_unless_only_surfaces_are_asked_for) {
    const Polyhedron small = box(0.5, 0.5, 0.5), large = box(4, 4, 4);
    const SweepResult r = sweep({small}, along(0.5, 0, 0), {large});
    EXPECT_EQ(r.state, State::overlapping);
    EXPECT_EQ(r.contained, OverlapResult::Contained::a);
    const SweepResult surfaces =
        sweep({small}, along(0.5, 0, 0), {large}, {.initial_overlap = InitialOverlap::surfaces});
    EXPECT_EQ(surfaces.state, State::free);
}

TEST(sweep_answer, a_thing_in_the_hollow_of_a_shell_stops_at_its_wall) {
    BuildOptions both;
    both.sides = Sides::both;
    const Polyhedron shell = built(make_box({4, 4, 4}), both);
    const SweepResult r = sweep({box(1, 1, 1)}, along(3, 0, 0), {shell},
                                {.initial_overlap = InitialOverlap::surfaces});
    ASSERT_EQ(r.state, State::hit);
    EXPECT_NEAR(r.free_fraction, (1.5 - r.margin) / 3, 1e-14);
}

// ---- several obstacles, steps, both moving ----

TEST(sweep_answer, of_several_obstacles_the_earliest_wins) {
    const std::vector<Placed> obstacles{
        {box(1, 1, 1), at(0, 0, -8)}, {box(1, 1, 1), at(0, 0, -4)}, {box(1, 1, 1), at(0, 0, -6)}};
    const SweepResult r = sweep({box(1, 1, 1)}, along(0, 0, -10), obstacles);
    ASSERT_EQ(r.state, State::hit);
    EXPECT_EQ(r.obstacle, 1U);
    EXPECT_NEAR(r.free_fraction, (3 - r.margin) / 10, 4e-14);
}

TEST(sweep_answer, without_obstacles_everything_is_free) {
    const SweepResult r = sweep({box(1, 1, 1)}, along(0, 0, -10), std::span<const Placed>{});
    EXPECT_EQ(r.state, State::free);
    EXPECT_EQ(r.end.translation()[2], -10);
}

TEST(sweep_answer, a_step_translates_then_turns) {
    const Pose to = turned({3, 0, 0}, {0, 0, 1}, pi / 2);
    const TranslateThenRotate step = decompose(Pose(), to);
    const std::vector<Placed> wall{{box(1, 1, 1), at(3, 1.7, 0)}};
    const StepResult r = sweep({box(3, 0.2, 0.2)}, step, wall);
    EXPECT_EQ(r.translation.state, State::free);
    ASSERT_TRUE(r.rotation);
    EXPECT_EQ(r.rotation->state, State::hit);
    const std::vector<Placed> in_the_way{{box(1, 1, 1), at(3, 0, 0)}};
    const StepResult stopped = sweep({box(3, 0.2, 0.2)}, step, in_the_way);
    EXPECT_EQ(stopped.translation.state, State::hit);
    EXPECT_FALSE(stopped.rotation);
}

TEST(sweep_answer, two_bodies_that_approach_meet_halfway) {
    const MutualSweepResult r = sweep_both({{box(1, 1, 1), at(0, 0, 3)}, along(0, 0, -2)},
                                           {{box(1, 1, 1), at(0, 0, -1)}, along(0, 0, 2)});
    ASSERT_EQ(r.sweep.state, State::hit);
    EXPECT_NEAR(r.sweep.free_fraction, (3 - r.sweep.margin) / 4, 1e-14);
    EXPECT_NEAR(r.end_of_obstacle.translation()[2], -1 + 2 * r.sweep.free_fraction, 1e-14);
    EXPECT_NEAR(r.sweep.contact.point[2], 0.5 + r.end_of_obstacle.translation()[2], 1e-12);
}

TEST(sweep_answer, two_bodies_that_turn_about_different_axes_end_separate) {
    Random random(11);
    int hits = 0;
    for (int i = 0; i < 8; ++i) {
        const Polyhedron a = box(1, 1, 1), b = box(1, 2, 0.5);
        const Pose pose_a = at(0, 0, 2);
        const Motion turn_a = past_the_origin(random, {0, 0, 2}, 0.5, true);
        const Motion turn_b = about(random.point(1), random.direction(), random.uniform(-2, 2));
        const MutualSweepResult r = sweep_both({{a, pose_a}, turn_a}, {{b}, turn_b});
        hits += r.sweep.state == State::hit;
        EXPECT_EQ(overlap({a, r.sweep.end}, {b, r.end_of_obstacle}).relation, Relation::separate);
        EXPECT_LE(r.sweep.margin, 1.1e-6 * std::sqrt(3.0));
    }
    EXPECT_GE(hits, 2);
    EXPECT_LE(hits, 7);
}

// Once the normals of faces were those with the obstacle where it had started: a bar that turned by
// 43 degrees looked along (0, 1, 0).
TEST(sweep_answer, the_face_normals_of_two_bodies_in_motion_are_those_where_they_end) {
    const Polyhedron cube = box(0.2, 0.2, 0.2), bar = box(4, 0.5, 0.5);
    const MutualSweepResult r = sweep_both({{cube, at(0.7, 1.2, 0)}, along(0, 0, 1e-12)},
                                           {{bar}, about({0, 0, 0}, {0, 0, 1}, pi / 2)});
    ASSERT_EQ(r.sweep.state, State::hit);
    const double turned_by = r.sweep.free_fraction * pi / 2;
    const Vector3d expected(-std::sin(turned_by), std::cos(turned_by), 0);
    EXPECT_LT((r.sweep.contact.obstacle.face_normal - expected).norm(), 1e-12);

    Random random(12);
    const std::vector<Polyhedron> shapes{bar, built(make_prism(5, 0.5, 0.8)),
                                         built(make_torus(9, 6, 0.7, 0.3)),
                                         built(make_stairs(4, 0.3, 0.3, 1))};
    int hits = 0, turned_far = 0;
    for (std::size_t i = 0; i < test::repeats(50U); ++i) {
        const Polyhedron &a = shapes[i % 4], &b = shapes[i / 4 % 4];
        const Pose from_a = Pose::make(3 * random.direction(), random.pose(1).rotation()).value();
        const Pose from_b = random.pose(0.3);
        const Motion way_a = i % 3 == 0
                                 ? past_the_origin(random, from_a.translation(), 2, true)
                                 : Motion(Translation::make(-1.2 * from_a.translation()).value());
        const Motion way_b = i % 2 == 0
                                 ? about(random.point(1), random.direction(), random.uniform(-2, 2))
                                 : along(0.3, 0.2, 0.1);
        const MutualSweepResult found = sweep_both({{a, from_a}, way_a}, {{b, from_b}, way_b});
        if (found.sweep.state != State::hit) continue;
        ++hits;
        const Eigen::Matrix3d turn =
            found.end_of_obstacle.rotation_matrix() * from_b.rotation_matrix().transpose();
        turned_far += (turn - Eigen::Matrix3d::Identity()).norm() > 0.3;
        // Pieces of screws stray from the true motion, but by much less than the margin.
        EXPECT_EQ(oracle::wrong_normals(found.sweep.contact, a, found.sweep.end, b,
                                        found.end_of_obstacle, found.sweep.margin / 64),
                  "")
            << i;
    }
    EXPECT_GT(hits, test::repeats(15));
    EXPECT_GT(turned_far, test::repeats(4));
}

// ---- what must not change an answer ----

TEST(sweep_answer, does_not_depend_on_the_unit_of_length) {
    Random random(5);
    const Mesh star = *make_prism(5, 1, 0.5);
    for (int i = 0; i < 50; ++i) {
        const Pose start = random.pose(3);
        const Vector3d way = random.point(6), origin = random.point(3), axis = random.direction();
        const double angle = random.uniform(-6, 6);
        const auto scaled = [&](double s, bool turn) {
            Mesh mesh = star;
            for (Vector3d& v : mesh.vertices) v *= s;
            const Polyhedron shape = built(mesh);
            const Pose placed = Pose::make(start.translation() * s, start.rotation()).value();
            const Motion motion =
                turn ? about(origin * s, axis, angle) : Motion(Translation::make(way * s).value());
            return sweep({shape, placed}, motion, {shape});
        };
        for (const bool turn : {false, true}) {
            const SweepResult one = scaled(1, turn);
            for (const double s : {0x1p-280, 0x1p-60, 0x1p10, 0x1p200}) {
                const SweepResult other = scaled(s, turn);
                EXPECT_EQ(one.state, other.state);
                EXPECT_EQ(one.free_fraction, other.free_fraction);
                EXPECT_EQ(one.margin * s, other.margin);
                if (one.state != State::hit) continue;
                EXPECT_EQ(one.contact.kind, other.contact.kind);
                EXPECT_EQ(one.contact.normal, other.contact.normal);
                EXPECT_EQ(one.contact.separation * s, other.contact.separation);
            }
        }
    }
}

TEST(sweep_answer, is_that_of_the_inverse_motion_of_the_other_shape) {
    Random random(6);
    const Polyhedron a = built(make_prism(5, 1, 0.5)), b = built(make_brick({1, 2, 0.7}, 0.1));
    int hits = 0;
    for (int i = 0; i < 200; ++i) {
        const Pose pose_a = random.pose(3);
        const Motion motion = past_the_origin(random, pose_a.translation(), 1.5, i % 2 == 1);
        const SweepResult one = sweep({a, pose_a}, motion, {b});
        const SweepResult other = sweep({b}, inverse(motion), {a, pose_a});
        ASSERT_EQ(one.state, other.state);
        EXPECT_NEAR(one.free_fraction, other.free_fraction, 1e-8);
        hits += one.state == State::hit;
    }
    EXPECT_GT(hits, 40);
    EXPECT_LT(hits, 160);
}

TEST(sweep_answer, a_motion_in_two_halves_ends_where_the_whole_one_does) {
    Random random(7);
    const Polyhedron a = built(make_prism(5, 1, 0.5)), b = built(make_brick({1, 2, 0.7}, 0.1));
    for (int i = 0; i < 100; ++i) {
        const Pose start = random.pose(3);
        const Vector3d origin = random.point(3), axis = random.direction();
        const double angle = random.uniform(-6, 6);
        const SweepResult whole = sweep({a, start}, about(origin, axis, angle), {b});
        if (whole.state == State::overlapping) continue;
        SweepResult part = sweep({a, start}, about(origin, axis, angle / 2), {b});
        double fraction = part.free_fraction / 2;
        if (part.state == State::free) {
            part = sweep({a, part.end}, about(origin, axis, angle / 2), {b});
            fraction = 0.5 + part.free_fraction / 2;
        }
        EXPECT_EQ(part.state, whole.state);
        EXPECT_NEAR(fraction, whole.free_fraction, 1e-7);
    }
}

TEST(sweep_answer, is_the_same_in_batches_with_any_number_of_threads_and_with_warm_memory) {
    Random random(8);
    const Polyhedron a = built(make_torus(12, 8, 0.7, 0.3)), b = built(make_room());
    std::vector<SweepQuery> questions;
    for (int i = 0; i < 60; ++i) {
        questions.push_back(
            {{a, random.pose(3)},
             i % 2 == 0 ? along(random.uniform(-6, 6), random.uniform(-6, 6), 0.5)
                        : about(random.point(3), random.direction(), random.uniform(-6, 6)),
             {b}});
    }
    const auto one = sweep_batch(questions, {}, 1);
    const auto many = sweep_batch(questions, {}, 0);
    Scratch warm;
    for (std::size_t i = 0; i < questions.size(); ++i) {
        const SweepQuery& q = questions[i];
        EXPECT_TRUE(same_answer(one[i], many[i]));
        EXPECT_TRUE(same_answer(one[i], sweep(q.mover, q.motion, q.obstacle, {.scratch = &warm})));
    }
}

// ---- options and absurd arguments ----

TEST(sweep_answer, a_budget_returns_what_is_proven_so_far) {
    const Polyhedron torus = built(make_torus(32, 16, 0.7, 0.3));
    const SweepResult full = sweep({torus, at(0, 0, 3)}, along(0.1, 0, -5), {torus});
    ASSERT_EQ(full.state, State::hit);
    int undecided = 0;
    double best = 0;
    for (std::uint64_t budget = 1; budget < 100000; budget = budget * 3 / 2 + 1) {
        const SweepResult r =
            sweep({torus, at(0, 0, 3)}, along(0.1, 0, -5), {torus}, {.budget = budget});
        EXPECT_LE(r.free_fraction, full.free_fraction);
        undecided += r.state == State::undecided;
        if (r.state == State::undecided) best = std::max(best, r.free_fraction);
        if (r.state == State::hit) {
            EXPECT_EQ(r.free_fraction, full.free_fraction);
        }
    }
    EXPECT_GT(undecided, 3);
    EXPECT_GT(best, 0.2) << "some of the way is proven before all of it";
}

TEST(sweep_answer, a_thicker_zone_can_be_asked_for) {
    const auto margin = Margin::at_least(0.25);
    ASSERT_TRUE(margin);
    const SweepResult r =
        sweep({box(1, 1, 1), at(0, 0, 3)}, along(0, 0, -5), {box(20, 20, 1)}, {.margin = *margin});
    EXPECT_EQ(r.margin, 0.25);
    EXPECT_NEAR(r.free_fraction, 1.75 / 5, 1e-14);
}

TEST(sweep_answer, a_zone_larger_than_the_object_keeps_it_that_far_away) {
    const SweepResult r = sweep({box(1, 1, 1), at(0, 0, 30)}, along(0, 0, -50), {box(20, 20, 1)},
                                {.margin = Margin::at_least(10).value()});
    EXPECT_NEAR(r.free_fraction, 19.0 / 50, 1e-14);
}

TEST(sweep_answer, a_zone_that_is_no_length_is_refused_by_name) {
    for (const double wrong : {-1.0, std::numeric_limits<double>::quiet_NaN(),
                               std::numeric_limits<double>::infinity(), 1e300}) {
        const auto margin = Margin::at_least(wrong);
        ASSERT_FALSE(margin);
        EXPECT_EQ(margin.error().where, "margin");
    }
}

TEST(sweep_answer, no_motion_is_free_and_ends_where_it_began) {
    for (const Motion& motion : {along(0, 0, 0), about({1, 2, 3}, {0, 0, 1}, 0)}) {
        const Pose start = turned({0, 0, 3}, {1, 2, 3}, 0.3);
        const SweepResult r = sweep({box(1, 1, 1), start}, motion, {box(2, 2, 1)});
        EXPECT_EQ(r.state, State::free);
        EXPECT_EQ(r.free_fraction, 1);
        EXPECT_EQ(r.end.translation(), start.translation());
        EXPECT_EQ(r.end.rotation().coeffs(), start.rotation().coeffs());
    }
}

TEST(sweep_answer, a_turn_beyond_a_full_one_is_one_turn_with_its_fraction_scaled) {
    const Polyhedron rod = box(4, 0.2, 0.2), post = box(0.1, 0.1, 1);
    const SweepResult once = sweep({rod}, about({0, 0, 0}, {0, 0, 1}, 1.9), {post, at(0, 1.5, 0)});
    const SweepResult many = sweep({rod}, about({0, 0, 0}, {0, 0, 1}, 19), {post, at(0, 1.5, 0)});
    ASSERT_EQ(many.state, State::hit);
    EXPECT_NEAR(many.free_fraction * 10, once.free_fraction, 1e-12);
    const SweepResult free = sweep({rod}, about({0, 0, 0}, {0, 0, 1}, 19), {post, at(0, 3, 0)});
    EXPECT_EQ(free.state, State::free);
}

TEST(sweep_answer, absurd_sizes_and_ways_have_an_answer) {
    const double huge = 0x1p299;
    const Polyhedron small = box(1, 1, 1);
    for (const double far : {1e20, 1e60, huge}) {
        for (const Motion& motion :
             {along(far, far, -far), about({far, 0, 0}, {0, 1, 0}, 1),
              about({0, 0, 0}, {0, 0, 1}, far),
              Motion(Screw::make({far, 0, 0}, {0, 1, 0}, far, far).value())}) {
            for (const Pose& place : {at(0, 0, 3), at(far, 0, 0)}) {
                const SweepResult r = sweep({small, place}, motion, {small});
                EXPECT_GE(r.free_fraction, 0);
                EXPECT_LE(r.free_fraction, 1);
                EXPECT_TRUE(r.end.translation().allFinite());
                EXPECT_EQ(r.free_fraction == 1, r.state == State::free);
            }
        }
    }
}

// Trap: the advance per radian of such a turn overflows.
TEST(sweep_answer, a_screw_with_next_to_no_turn_glides) {
    const Polyhedron cube = box(1, 1, 1), floor = box(20, 20, 1);
    const SweepResult wanted = sweep({cube, at(3, 4, 3)}, along(0, 0, -5), {floor});
    ASSERT_EQ(wanted.state, State::hit);
    for (const double angle : {std::numeric_limits<double>::denorm_min(), 1e-160, -1e-31, 1e-29}) {
        const Motion screw = Screw::make({7, 0, 0}, {0, 0, 1}, angle, -5).value();
        const SweepResult r = sweep({cube, at(3, 4, 3)}, screw, {floor});
        EXPECT_EQ(r.state, State::hit) << angle;
        EXPECT_NEAR(r.free_fraction, wanted.free_fraction, 1e-9) << angle;
    }
}

// The two are apart by their size, far from the origin: a judge has met such.
TEST(sweep_answer, what_is_smaller_than_a_zone_can_be_is_undecided) {
    const double size = 3e-7;
    for (const auto& [far, state] :
         {std::pair(1e5, State::hit), std::pair(1e6, State::undecided)}) {
        const SweepResult r = sweep({box(size, size, size), at(far + 5 * size, 0, 0)},
                                    along(-6 * size, 0, 0), {box(size, size, size), at(far, 0, 0)});
        EXPECT_EQ(r.state, state);
        EXPECT_EQ(r.free_fraction == 0, state == State::undecided);
    }
}

TEST(sweep_answer, where_rounding_is_larger_than_the_shapes_nothing_is_claimed) {
    const SweepResult r = sweep({box(1, 1, 1), at(1e20, 0, 0)}, along(-2e20, 0, 0), {box(1, 1, 1)});
    EXPECT_EQ(r.state, State::undecided);
    EXPECT_EQ(r.free_fraction, 0);
}

}  // namespace
}  // namespace swept
