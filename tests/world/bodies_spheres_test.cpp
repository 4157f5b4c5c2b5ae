// Sets of spheres as bodies: swept, cast at and measured, against dense steps in long double.

#include <gtest/gtest.h>

#include "core/inside.h"
#include "swept/solids.h"
#include "tests/repeats.h"
#include "tests/sweep/samples.h"
#include "tests/with.h"
#include "tests/world/bodies_judge.h"
#include "world/bodies/body_queries.h"
#include "world/bodies/body_relation.h"
#include "world/bodies/body_sweep.h"
#include "world/state.h"

namespace swept {
namespace {

using namespace test;

SphereSet some_spheres(Random& random, bool one_radius) {
    std::vector<Sphere> balls;
    const int count = random.integer(1, 5);
    for (int i = 0; i < count; ++i) {
        balls.push_back({random.point(0.5), one_radius ? 0.3 : random.uniform(0.05, 0.5)});
    }
    return SphereSet::make(balls).value();
}

Polyhedron some_polyhedron(Random& random) {
    switch (random.integer(0, 3)) {
        case 0:
            return box(random.uniform(0.3, 2), random.uniform(0.3, 2), random.uniform(0.3, 2));
        case 1:
            return built(make_prism(random.integer(3, 7), 0.6, 1.1));
        case 2:
            return triangulated_floor(1.5, 2);
        default:
            return built(make_torus(8, 5, 0.8, 0.25));
    }
}

BodyShape some_shape(Random& random, bool spheres) {
    if (spheres) return some_spheres(random, random.integer(0, 1) == 0);
    return some_polyhedron(random);
}

std::shared_ptr<const BodyTable> table_of(const std::vector<JudgedBody>& bodies) {
    BodyChanges changes(std::make_shared<BodyTable>());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        EXPECT_TRUE(changes.insert(BodyId(i), {bodies[i].shape, bodies[i].pose}));
    }
    return changes.publish();
}

struct Tally {
    int cases = 0, hits = 0, overlapping = 0;
};

/// Up to where it is free nothing comes closer than the radius; a hit is at the margin, not before.
void judge(const JudgedBody& mover, const JudgedBody& obstacle, const SweepResult& answer,
           Tally& tally) {
    constexpr int steps = 200;
    const Real margin = answer.margin;
    ASSERT_GT(margin, 0);
    const Real start = clearance(mover, obstacle, 0);
    if (answer.state == State::overlapping) {
        EXPECT_EQ(answer.start, Relation::overlapping);
        ++tally.overlapping;
        return;
    }
    ++tally.cases;
    ASSERT_NE(answer.state, State::undecided);
    EXPECT_GE(start, -margin / 2);
    if (start < 2 * margin) return;  // a start in contact may slide
    for (int i = 0; i <= steps; ++i) {
        const Real f = Real(answer.free_fraction) * i / steps;
        ASSERT_GE(clearance(mover, obstacle, f), margin / 8) << "at " << double(f);
    }
    if (answer.state == State::free) {
        EXPECT_EQ(answer.free_fraction, 1);
        return;
    }
    ++tally.hits;
    const Real end = clearance(mover, obstacle, answer.free_fraction);
    EXPECT_LE(end, 2 * margin);
    EXPECT_NEAR(answer.contact.separation, double(end), double(margin));
    EXPECT_NEAR(answer.contact.normal.norm(), 1, 1e-12);
}

/// The contact lies on both: on the spheres at their radius, and the normal leads to the mover.
void judge_contact(const JudgedBody& mover, const JudgedBody& obstacle, const SweepResult& answer) {
    const Contact& contact = answer.contact;
    const Place on_obstacle(contact.point), normal(contact.normal);
    const Place on_mover = on_obstacle + normal * Real(contact.separation);
    const auto gap = [&](const JudgedBody& body, const ContactFeature& feature, const Place& p) {
        const std::vector<Place> places = body.places(answer.free_fraction);
        if (const auto* set = std::get_if<SphereSet>(&body.shape)) {
            EXPECT_EQ(feature.vertex_count, 1);
            return std::abs((places.at(feature.face) - p).norm() -
                            Real(set->spheres()[feature.face].radius));
        }
        Real least = 1e9L;
        for (std::size_t j = 0; j < places.size(); j += 3) {
            least = std::min(least, to_triangle(p, places[j], places[j + 1], places[j + 2]));
        }
        for (std::uint8_t v = 0; v < feature.vertex_count; ++v) {
            const auto& shape = std::get<Polyhedron>(body.shape);
            EXPECT_LT(feature.vertex_indices[v].value, shape.vertex_count());
        }
        return least;
    };
    EXPECT_LT(gap(obstacle, contact.obstacle, on_obstacle), answer.margin + 1e-12L);
    EXPECT_LT(gap(mover, contact.mover, on_mover), answer.margin + 1e-12L);
}

TEST(bodies_spheres, polyhedra_past_spheres_at_rest_stop_at_the_radius) {
    Random random(11);
    Tally tally;
    for (int i = 0; i < test::repeats(250); ++i) {
        const JudgedBody obstacle{some_shape(random, true), random.pose(0.5)};
        JudgedBody mover{some_shape(random, false), random.pose(1)};
        mover.pose =
            Pose::make(random.direction() * random.uniform(2, 4), mover.pose.rotation()).value();
        mover.motion =
            past_the_origin(random, mover.pose.translation(), 1.4, random.integer(0, 2) > 0);
        const auto table = table_of({obstacle});
        const SweepResult answer =
            sweep_body(std::get<Polyhedron>(mover.shape), mover.pose, mover.motion, *table, 0, {});
        judge(mover, obstacle, answer, tally);
        if (answer.state == State::hit) judge_contact(mover, obstacle, answer);
    }
    std::printf("[ measured ] %d sweeps, %d hits\n", tally.cases, tally.hits);
    EXPECT_GT(tally.cases, test::repeats(200));
    EXPECT_GT(tally.hits, 0.3 * tally.cases);
    EXPECT_LT(tally.hits, 0.75 * tally.cases);
}

TEST(bodies_spheres, both_in_motion_never_come_closer_than_the_radius) {
    Random random(12);
    Tally tally;
    for (int i = 0; i < test::repeats(240); ++i) {
        const bool first = i % 3 != 0, second = i % 3 != 1;
        const auto body = [&](bool spheres) {
            JudgedBody made{some_shape(random, spheres), random.pose(1)};
            made.pose =
                Pose::make(random.direction() * random.uniform(1.5, 2.5), made.pose.rotation())
                    .value();
            made.motion =
                past_the_origin(random, made.pose.translation(), 0.4, random.integer(0, 1) > 0);
            if (random.integer(0, 5) == 0) {
                made.motion = Screw::make(random.point(1), random.direction(),
                                          random.uniform(-2, 2), random.uniform(-3, 3))
                                  .value();
            }
            return made;
        };
        const JudgedBody mover = body(first), obstacle = body(second);
        const auto p = prepared(mover.shape).value(), q = prepared(obstacle.shape).value();
        const MutualSweepResult answer =
            sweep_bodies({*p, mover.pose, mover.motion}, {*q, obstacle.pose, obstacle.motion}, {});
        judge(mover, obstacle, answer.sweep, tally);
        if (answer.sweep.state == State::hit) judge_contact(mover, obstacle, answer.sweep);
    }
    std::printf("[ measured ] %d sweeps, %d hits, %d overlapped\n", tally.cases, tally.hits,
                tally.overlapping);
    EXPECT_GT(tally.cases, test::repeats(150));
    if (test::sanitized) return;  // too few for shares
    EXPECT_GT(tally.hits, 0.3 * tally.cases);
    EXPECT_LT(tally.hits, 0.75 * tally.cases);
}

TEST(bodies_spheres, rays_and_spheres_hit_them_where_the_quadratic_says) {
    Random random(13);
    int hits = 0;
    constexpr int cases = 400;
    for (int i = 0; i < cases; ++i) {
        const JudgedBody target{some_shape(random, true), random.pose(0.5)};
        const auto table = table_of({target});
        const Vector3d from = random.direction() * 3, to = random.point(0.6) - from * 0.4;
        const double radius = i % 2 == 0 ? 0 : random.uniform(0, 0.3);
        const CastResult answer =
            cast_body(Ray::between(from, to).value(), Radius::of(radius).value(), *table, 0, {});
        Real first = 2;
        const std::vector<Place> centres = target.places(0);
        const auto balls = std::get<SphereSet>(target.shape).spheres();
        const Place way = Place(to) - Place(from);
        for (std::size_t k = 0; k < centres.size(); ++k) {
            const Place start = Place(from) - centres[k];
            const Real r = Real(balls[k].radius) + radius;
            const Real a = way.dot(way), b = start.dot(way), c = start.dot(start) - r * r;
            const Real root = b * b - a * c;
            if (root >= 0 && (-b - std::sqrt(root)) / a >= 0) {
                first = std::min(first, (-b - std::sqrt(root)) / a);
            }
        }
        EXPECT_EQ(answer.state == State::hit, first <= 1);
        if (first > 1 || answer.state != State::hit) continue;
        ++hits;
        EXPECT_NEAR(answer.hit.fraction, double(first), 1e-9);
        const Place centre = centres.at(answer.hit.face);
        EXPECT_NEAR(double((Place(answer.hit.point) - centre).norm()),
                    balls[answer.hit.face].radius, 1e-12);
    }
    EXPECT_GT(hits, 0.3 * cases);
    EXPECT_LT(hits, 0.7 * cases);
}

TEST(bodies_spheres, sets_of_spheres_cast_at_sets_of_spheres_stop_at_both_radii) {
    Random random(14);
    int hits = 0;
    constexpr int cases = 150;
    for (int i = 0; i < cases; ++i) {
        const JudgedBody target{some_shape(random, true), random.pose(0.5)};
        JudgedBody mover{some_shape(random, true), random.pose(1)};
        mover.pose = Pose::make(random.direction() * 3, mover.pose.rotation()).value();
        mover.motion =
            past_the_origin(random, mover.pose.translation(), 1.2, random.integer(0, 1) > 0);
        const auto table = table_of({target});
        const CastResult answer =
            cast_body(std::get<SphereSet>(mover.shape), mover.pose, mover.motion, *table, 0, {});
        const double end = answer.state == State::hit ? answer.hit.fraction : 1;
        for (int step = 0; step <= 300; ++step) {
            ASSERT_GE(clearance(mover, target, Real(end) * step / 300), -answer.error_bound);
        }
        if (answer.state != State::hit) continue;
        ++hits;
        EXPECT_LE(std::abs(clearance(mover, target, end)), answer.error_bound);
    }
    EXPECT_GT(hits, 0.3 * cases);
    EXPECT_LT(hits, 0.75 * cases);
}

TEST(bodies_spheres, distances_relations_and_contacts_are_those_of_surfaces) {
    Random random(15);
    int met = 0, inside = 0, near = 0;
    constexpr int cases = 400;
    for (int i = 0; i < cases; ++i) {
        const JudgedBody target{some_shape(random, true), random.pose(0.3)};
        const Vector3d size = random.point(0.8).cwiseAbs() + Vector3d::Constant(0.3);
        const JudgedBody shape{box(size[0], size[1], size[2]), random.pose(1.0)};
        const auto table = table_of({target});
        const auto& polyhedron = std::get<Polyhedron>(shape.shape);
        const Real gap = clearance(shape, target, 0);
        bool within = false;  // a centre inside the box
        const Pose box_from_target = shape.pose.inverse() * target.pose;
        for (const Sphere& ball : std::get<SphereSet>(target.shape).spheres()) {
            const Vector3d c = box_from_target * ball.centre;
            within |= ((c - polyhedron.box().lower).array() > 0).all() &&
                      ((c - polyhedron.box().upper).array() < 0).all();
        }
        inside += within ? 1 : 0;
        const bool overlaps = within || gap < 0;
        met += overlaps ? 1 : 0;
        const OverlapResult standing = overlap_body(polyhedron, shape.pose, *table, 0, {});
        EXPECT_EQ(standing.relation, overlaps ? Relation::overlapping : Relation::separate);
        const DistanceResult apart = distance_body(polyhedron, shape.pose, *table, 0, {});
        EXPECT_EQ(apart.relation, standing.relation);
        EXPECT_NEAR(apart.distance, overlaps ? 0 : double(gap), 1e-12);
        if (overlaps) continue;
        EXPECT_NEAR((apart.points[0] - apart.points[1]).norm(), double(gap), 1e-12);
        EXPECT_NEAR(apart.closest.separation, double(gap), 1e-12);
        const double limit = random.uniform(0, 1);
        const DistanceResult limited = distance_body(
            polyhedron, shape.pose, *table, 0, {.limit = DistanceLimit::at_most(limit).value()});
        EXPECT_EQ(limited.beyond, gap > limit);
        ContactOptions options;
        options.tolerance = ContactTolerance::within(0.3).value();
        ContactSet set, of_group;
        find_contacts_body(polyhedron, shape.pose, *table, 0, options, set, of_group);
        double least = 1;
        for (const Contact& contact : set.contacts) least = std::min(least, contact.separation);
        if (gap < 0.29) {
            ++near;
            EXPECT_NEAR(least, double(gap), 1e-12);
        } else if (gap > 0.31) {
            EXPECT_TRUE(set.contacts.empty());
        }
    }
    EXPECT_GT(met, 0.3 * cases);
    EXPECT_LT(met, 0.8 * cases);
    EXPECT_GT(inside, 20);
    EXPECT_GT(near, 20);
}

TEST(bodies_spheres, box_that_slides_over_a_ball_is_free_and_may_leave_it) {
    const auto table = table_of({{SphereSet::make({{Vector3d::Zero(), 1}}).value(), Pose()}});
    const Polyhedron plate = box(4, 4, 1);
    const SweepResult down = sweep_body(plate, at(0, 0, 3), along(0, 0, -3), *table, 0, {});
    ASSERT_EQ(down.state, State::hit);
    EXPECT_EQ(down.contact.kind, ContactKind::face_vertex);
    EXPECT_NEAR(down.contact.normal[2], 1, 1e-12);
    EXPECT_NEAR(down.contact.point[2], 1, 1e-12);
    EXPECT_GT(down.end.translation()[2], 1.5);
    const SweepResult slide = sweep_body(plate, down.end, along(0.5, 0.2, 0), *table, 0, {});
    EXPECT_EQ(slide.start, Relation::touching);
    EXPECT_EQ(slide.state, State::free);
    EXPECT_EQ(sweep_body(plate, down.end, along(0, 0, 1), *table, 0, {}).state, State::free);
    const SweepResult deeper = sweep_body(plate, down.end, along(0, 0, -1), *table, 0, {});
    EXPECT_EQ(deeper.state, State::hit);
    EXPECT_EQ(deeper.free_fraction, 0);
    EXPECT_EQ(sweep_body(plate, at(0, 0, 1), along(0, 0, 1), *table, 0, {}).state,
              State::overlapping);
    EXPECT_EQ(sweep_body(box(9, 9, 9), at(0, 0, 1), along(0, 0, 1), *table, 0, {}).state,
              State::overlapping)
        << "a ball inside a solid";
}

TEST(bodies_spheres, ball_slides_over_a_plate_that_turns_and_does_not_sink_in) {
    JudgedBody ball{SphereSet::make({{Vector3d::Zero(), 0.5}}).value(), Pose()};
    JudgedBody plate{box(9, 9, 1), at(0, 0, 0), about({0.5, 0.3, 0}, Vector3d::UnitZ(), 1)};
    const auto p = prepared(ball.shape).value(), q = prepared(plate.shape).value();
    const auto sweep = [&] {
        return sweep_bodies({*p, ball.pose, ball.motion}, {*q, plate.pose, plate.motion}, {}).sweep;
    };
    ball.pose = at(1, 0.5, 2);
    ball.motion = along(0.4, 0, -2);
    const SweepResult down = sweep();
    ASSERT_EQ(down.state, State::hit);
    EXPECT_NEAR(down.contact.normal[2], 1, 1e-9);
    EXPECT_GT(clearance(ball, plate, down.free_fraction), 0);
    // From there on along the plate, many times, to and fro.
    plate.pose = pose_at(plate.motion, plate.pose, down.free_fraction);
    ball.pose = down.end;
    int free = 0;
    for (int i = 0; i < test::repeats(20); ++i) {
        ball.motion = along(i % 2 == 0 ? 0.4 : -0.4, 0, 0);
        const SweepResult slide = sweep();
        EXPECT_NE(slide.start, Relation::overlapping);
        ASSERT_NE(slide.state, State::overlapping);
        free += slide.state == State::free ? 1 : 0;
        for (int step = 0; step <= 50; ++step) {
            ASSERT_GT(clearance(ball, plate, Real(slide.free_fraction) * step / 50), 0);
        }
        plate.pose = pose_at(plate.motion, plate.pose, slide.free_fraction);
        ball.pose = slide.end;
    }
    EXPECT_GT(free, test::repeats(15));
    ball.motion = along(0.2, 0, 1);
    EXPECT_EQ(sweep().state, State::free) << "it may leave";
}

// A start closer than a quarter of the margin slides for one piece of a motion that is cut into
// pieces, then stops where the next one begins, so that the pieces together cannot use the margin
// up. What it stopped at is what is closest.
TEST(bodies_spheres, slides_in_pieces_stop_before_they_use_the_zone_up) {
    const JudgedBody plate{box(9, 9, 1), Pose(), about({0.5, 0.3, 0}, Vector3d::UnitZ(), 1)};
    const JudgedBody globe{SphereSet::make({{{0, 0, 5}, 0.1}, {{0, 0, 0}, 0.5}}).value(), Pose(),
                           about(Vector3d::Zero(), {0, 0, 1}, 1)};
    for (const JudgedBody& target : {plate, globe}) {
        const bool flat = std::holds_alternative<Polyhedron>(target.shape);
        JudgedBody mover{SphereSet::make({{{0, 0, 3}, 0.25}, {{0, 0, 0}, 0.5}}).value(), Pose()};
        mover.motion = flat ? along(0.7, 0, 0) : about(Vector3d::Zero(), {1, 0, 0}, 0.3);
        const auto p = prepared(mover.shape).value(), q = prepared(target.shape).value();
        const auto ask = [&](double gap) {
            mover.pose = at(0, 0, 1 + gap);
            return sweep_bodies({*p, mover.pose, mover.motion}, {*q, target.pose, target.motion},
                                {});
        };
        const double margin = ask(0).sweep.margin;
        const MutualSweepResult near = ask(0.15 * margin);
        const SweepResult& sweep = near.sweep;
        EXPECT_EQ(sweep.start, Relation::touching);
        ASSERT_EQ(sweep.state, State::hit);
        EXPECT_GT(sweep.free_fraction, 0);
        EXPECT_LT(sweep.free_fraction, 0.5);
        for (int step = 0; step <= 50; ++step) {
            ASSERT_GT(clearance(mover, target, Real(sweep.free_fraction) * step / 50), 0);
        }
        const Real gap = clearance(mover, target, sweep.free_fraction);
        EXPECT_NEAR(sweep.contact.separation, double(gap), 0.1 * margin);
        judge_contact(mover, target, sweep);
        EXPECT_EQ(sweep.contact.mover.face, 1U);
        EXPECT_EQ(sweep.contact.kind, flat ? ContactKind::vertex_face : ContactKind::vertex_vertex);
        EXPECT_NEAR(sweep.contact.normal.dot(sweep.end.translation().normalized()), flat ? 0 : 1,
                    flat ? 2 : 1e-9);
        if (flat) {
            EXPECT_NEAR(sweep.contact.normal.z(), 1, 1e-9);
        } else {
            EXPECT_EQ(sweep.contact.obstacle.face, 1U);
        }
        // The same with the roles changed.
        const SweepResult other =
            sweep_bodies({*q, target.pose, target.motion}, {*p, mover.pose, mover.motion}, {})
                .sweep;
        ASSERT_EQ(other.state, State::hit);
        EXPECT_NEAR(other.contact.normal.dot(sweep.contact.normal), -1, 1e-9);
        EXPECT_EQ(other.contact.obstacle.face, 1U);
    }
}

TEST(bodies_spheres, motions_of_too_many_pieces_are_undecided_from_the_start) {
    const JudgedBody ball{SphereSet::make({{{1, 0, 0}, 0.5}}).value(), at(5, 0, 0),
                          about({1, 2, 0}, {0, 0, 1}, 1e5)};
    const JudgedBody block{box(1, 1, 1), Pose(), about({0, 0, 1}, {1, 0, 0}, 1e5)};
    const auto p = prepared(ball.shape).value(), q = prepared(block.shape).value();
    const MutualSweepResult found =
        sweep_bodies({*p, ball.pose, ball.motion}, {*q, block.pose, block.motion}, {});
    EXPECT_EQ(found.sweep.state, State::undecided);
    EXPECT_EQ(found.sweep.free_fraction, 0);
    EXPECT_EQ(found.sweep.end.translation(), ball.pose.translation());
    EXPECT_EQ(found.end_of_obstacle.translation(), block.pose.translation());
}

TEST(bodies_spheres, polyhedra_among_bodies_are_swept_as_by_themselves) {
    const Polyhedron mover = box(1, 1, 1), obstacle = built(make_torus(8, 5, 0.8, 0.25));
    const Pose pose = at(0.3, -0.2, 0.1);
    const auto table = table_of({{obstacle, pose}});
    const SweepResult one = sweep({mover, at(3, 0.4, 0)}, along(-5, 0, 0), {obstacle, pose});
    const SweepResult found = sweep_body(mover, at(3, 0.4, 0), along(-5, 0, 0), *table, 0, {});
    ASSERT_EQ(one.state, State::hit);
    EXPECT_EQ(found.state, one.state);
    EXPECT_EQ(found.free_fraction, one.free_fraction);
    EXPECT_EQ(found.contact.point, one.contact.point);
}

// A centre exactly on the surface has a face that it is on.
TEST(bodies_spheres, that_are_centred_on_a_surface_name_its_face_and_themselves) {
    const Polyhedron cube = box(2, 2, 2);
    const auto table =
        table_of({{SphereSet::make({{{5, 0, 0}, 0.1}, {{1, 0.25, 0.5}, 0.1}}).value(), Pose()}});
    const OverlapResult found = overlap_body(cube, Pose(), *table, 0, {});
    EXPECT_EQ(found.relation, Relation::overlapping);
    ASSERT_TRUE(found.witness);
    EXPECT_EQ(found.witness->faces.b, 1U);
    EXPECT_EQ(found.witness->indices[1], FaceIndex(1));
    EXPECT_EQ(cube.plane(found.witness->indices[0]).normal, Vector3d::UnitX());
    EXPECT_EQ(found.witness->point, Vector3d(1, 0.25, 0.5));
}

WorldSnapshot world_of(const std::vector<JudgedBody>& bodies) {
    auto state = std::make_shared<WorldState>();
    state->bodies = table_of(bodies);
    return WorldSnapshot(state);
}

// Once a straight way that began within the deviation of a sphere could end inside of it.
TEST(bodies_spheres, straight_paths_past_spheres_keep_clear_and_go_back_the_way_they_came) {
    Random random(61);
    int hits = 0, close = 0;
    for (int i = 0; i < 300; ++i) {
        const SphereSet set = some_spheres(random, false);
        const WorldSnapshot world = world_of({{set, random.pose(0.2)}});
        const Polyhedron mover = box(0.5, 0.3, 0.4);
        PathOptions options;
        options.join = PathJoin::straight;
        options.clearance = clearance_of(i % 3 == 0 ? 1e-3 : 0);
        options.deviation = 1e-3;
        const Vector3d away = random.direction();
        const Pose turn = random.pose(1);
        Pose from = Pose::make(2 * away, turn.rotation()).value();
        if (i % 2 == 1) {  // from somewhere close
            const Motion way = Translation::make(-2 * away).value();
            SweepOptions near;
            near.margin = Margin::at_least(std::pow(10, random.uniform(-5, -1.5))).value();
            from = sweep({mover, from}, way, world, near).result.end;
            ++close;
        }
        const Pose to =
            Pose::make(random.point(0.5), Eigen::Quaterniond(Eigen::AngleAxisd(
                                              random.uniform(0.1, 1), random.direction())) *
                                              from.rotation())
                .value();
        const std::vector<Pose> poses{from, to};
        const InWorld<PathResult> there = check_path(mover, poses, world, options).value();
        const InWorld<DistanceResult> end = distance({mover, there.result.end}, world);
        ASSERT_NE(end.result.relation, Relation::overlapping) << i;
        if (there.result.proven() == 0) continue;
        EXPECT_GE(end.result.distance, options.clearance.length()) << i;
        if (there.result.state != State::hit) continue;
        ++hits;
        EXPECT_LE(end.result.distance, options.clearance.length() + 3 * options.deviation) << i;
        EXPECT_NEAR(there.result.contact.separation, end.result.distance, 1e-12) << i;
        const std::vector<Pose> back{there.result.end, from};
        EXPECT_EQ(check_path(mover, back, world, options)->result.state, State::free) << i;
    }
    EXPECT_GT(hits, 100);
    EXPECT_GT(close, 100);
}

// Once spheres were passed over on ways that take more than a million screws.
TEST(bodies_spheres, spheres_are_not_missed_where_a_path_takes_very_many_screws) {
    const WorldSnapshot world =
        world_of({{SphereSet::make({{{0, 0, 0}, 0.5}}).value(), at(0, 0, 0)}});
    const Polyhedron mover = box(0.5, 0.3, 0.4);
    PathOptions options;
    options.join = PathJoin::straight;
    options.deviation = 1e-14;
    const std::vector<Pose> poses{at(-9, 0, 0), turned({9, 0, 0}, {1, 2, 3}, 3)};
    const auto found = check_path(mover, poses, world, options);
    EXPECT_TRUE(!found || found->result.state != State::free);
    const std::vector<Pose> past{at(-9, 5, 0), turned({9, 5, 0}, {1, 2, 3}, 3)};
    EXPECT_EQ(check_path(mover, past, world, options)->result.state, State::free);
}

}  // namespace
}  // namespace swept
