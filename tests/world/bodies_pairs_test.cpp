// Which bodies may touch, against all pairs of boxes and against dense steps of their motions.

#include <gtest/gtest.h>

#include <set>

#include "core/inside.h"
#include "core/simd_targets.h"
#include "tests/sweep/samples.h"
#include "tests/world/bodies_judge.h"
#include "world/bodies/body_motions.h"
#include "world/state.h"

namespace swept {
namespace {

using namespace test;

struct Scene {
    WorldSnapshot world;
    std::vector<BodyMotion> motions;

    [[nodiscard]] const BodyTable& table() const { return *world.state().bodies; }
};

WorldSnapshot snapshot_of(std::shared_ptr<const BodyTable> table) {
    auto state = std::make_shared<WorldState>();
    state->bodies = std::move(table);
    return WorldSnapshot(state);
}

Motion some_motion(Random& random, double size) {
    switch (random.integer(0, 3)) {
        case 0:
            return Translation::make(random.point(size)).value();
        case 1:
            return about(random.point(4), random.direction(), random.uniform(-2, 2));
        case 2:
            return Screw::make(random.point(4), random.direction(), random.uniform(-4, 4),
                               random.uniform(-size, size))
                .value();
        default:
            return about(random.point(8), random.direction(), random.uniform(-9, 9));
    }
}

Scene some_scene(Random& random, int count, double size, double share_moving) {
    BodyChanges changes(std::make_shared<BodyTable>());
    const Polyhedron brick = box(0.8, 0.5, 0.3);
    const SphereSet balls = SphereSet::make({{{0.2, 0, 0}, 0.25}, {{-0.3, 0.1, 0}, 0.15}}).value();
    std::vector<BodyMotion> motions;
    for (int i = 0; i < count; ++i) {
        const BodyId id(static_cast<std::uint64_t>(random.integer(0, 1'000'000)));
        if (changes.contains(id)) continue;
        const BodyShape shape = random.integer(0, 2) == 0 ? BodyShape(balls) : BodyShape(brick);
        const Mask mask = Mask{1} << random.integer(0, 1) | Mask{1} << random.integer(0, 2);
        EXPECT_TRUE(changes.insert(id, {shape, random.pose(size), mask}));
        if (random.uniform(0, 1) < share_moving) motions.push_back({id, some_motion(random, 2)});
    }
    return {snapshot_of(changes.publish()), motions};
}

TEST(bodies_pairs, are_exactly_the_boxes_that_meet_as_all_pairs_say) {
    Random random(1);
    std::size_t listed = 0, all = 0;
    for (int i = 0; i < 60; ++i) {
        const Scene scene = some_scene(random, random.integer(1, 150), 8, i % 4 == 0 ? 1 : 0.5);
        const BodyTable& table = scene.table();
        const auto motions = motions_of(table, scene.motions).value();
        std::vector<BodyPair> expected;
        for (std::uint32_t a = 0; a < table.size(); ++a) {
            for (std::uint32_t b = a + 1; b < table.size(); ++b) {
                ++all;
                if ((table.mask(a) & table.mask(b)) == 0) continue;
                if (!scene.motions.empty() && !motions.moves(a) && !motions.moves(b)) continue;
                if (!boxes_meet(motions.boxes[a], motions.boxes[b])) continue;
                expected.push_back({table.id(a), table.id(b)});
            }
        }
        const auto found = pairs_that_may_touch(scene.world, scene.motions);
        ASSERT_TRUE(found);
        EXPECT_EQ(*found, expected);
        listed += expected.size();
    }
    EXPECT_GT(listed, 5000U);
    EXPECT_LT(listed, all / 2);
}

TEST(bodies_pairs, boxes_hold_every_place_of_every_motion) {
    Random random(2);
    double tightest = 1e9;
    for (int i = 0; i < 400; ++i) {
        const Scene scene = some_scene(random, 1, 5, 1);
        if (scene.motions.empty()) continue;
        const BodyTable& table = scene.table();
        const auto motions = motions_of(table, scene.motions).value();
        const JudgedBody body{table.shape(0), table.pose(0), scene.motions[0].motion};
        const Box& box = motions.boxes[0];
        const Box& start = table.box(0);
        Place last;
        for (int step = 0; step <= 200; ++step) {
            const std::vector<Place> places = body.places(Real(step) / 200);
            for (std::size_t k = 0; k < places.size(); ++k) {
                const auto* set = std::get_if<SphereSet>(&body.shape);
                const Real r = set != nullptr ? set->spheres()[k].radius : 0;
                const Real c[3] = {places[k].x, places[k].y, places[k].z};
                for (int axis = 0; axis < 3; ++axis) {
                    ASSERT_LE(Real(box.lower[axis]), c[axis] - r);
                    ASSERT_GE(Real(box.upper[axis]), c[axis] + r);
                    tightest = std::min(tightest, double(Real(box.upper[axis]) - c[axis] - r));
                    if (step != 0) continue;
                    ASSERT_LE(Real(start.lower[axis]), c[axis] - r);
                    ASSERT_GE(Real(start.upper[axis]), c[axis] + r);
                }
            }
            // No point is faster than the bound.
            if (step > 0) {
                ASSERT_LE(double((places[0] - last).norm()) * 200, motions.speeds[0] * (1 + 1e-9));
            }
            last = places[0];
        }
    }
    EXPECT_LT(tightest, 1e-9) << "boxes are tight where they can be";
}

TEST(bodies_pairs, no_pair_that_touches_on_the_way_is_missing) {
    Random random(3);
    int touching = 0, pairs = 0;
    for (int i = 0; i < 25; ++i) {
        const Scene scene = some_scene(random, 12, 1.2, 0.7);
        const BodyTable& table = scene.table();
        const auto motions = motions_of(table, scene.motions).value();
        const auto listed = pairs_that_may_touch(scene.world, scene.motions).value();
        const std::set<BodyPair> found(listed.begin(), listed.end());
        for (std::uint32_t a = 0; a < table.size(); ++a) {
            for (std::uint32_t b = a + 1; b < table.size(); ++b) {
                const bool spheres =
                    table.polyhedron_at(a) == nullptr || table.polyhedron_at(b) == nullptr;
                const bool seen =
                    (table.mask(a) & table.mask(b)) != 0 && (motions.moves(a) || motions.moves(b));
                if (!seen) continue;
                ++pairs;
                const JudgedBody p{table.shape(a), table.pose(a), motions.of(a)};
                const JudgedBody q{table.shape(b), table.pose(b), motions.of(b)};
                bool meets = false;
                for (int step = 0; step <= 60 && !meets; ++step) {
                    meets = spheres ? clearance(p, q, Real(step) / 60) < 0
                                    : intersects({*table.polyhedron_at(a),
                                                  pose_at(p.motion, p.pose, step / 60.0)},
                                                 {*table.polyhedron_at(b),
                                                  pose_at(q.motion, q.pose, step / 60.0)});
                }
                touching += meets ? 1 : 0;
                EXPECT_TRUE(!meets || found.contains({table.id(a), table.id(b)}));
            }
        }
    }
    EXPECT_GT(touching, 0.1 * pairs);
    EXPECT_GT(touching, 100);
}

TEST(bodies_pairs, come_in_the_same_order_on_every_instruction_set) {
    Random random(6);
    const Scene scene = some_scene(random, 400, 8, 0.5);
    const auto motions = motions_of(scene.table(), scene.motions).value();
    const auto ask = [&] {
        std::vector<BoxPair> pairs;
        scene.table().tree().find_pairs(pairs);
        BodyTree(motions.boxes).find_pairs(pairs);
        scene.table().visit(motions.boxes[0], [&](std::uint32_t i) { pairs.push_back({i, i}); });
        return pairs;
    };
    const std::vector<BoxPair> expected = ask();
    EXPECT_GT(expected.size(), 1000U);
    for (const SimdTarget& target : simd_targets()) {
        use_simd_target(target.bit);
        EXPECT_EQ(ask(), expected) << target.name;
    }
    use_simd_target(0);
}

TEST(bodies_pairs, visits_find_every_box_also_beside_bodies_far_away) {
    Random random(4);
    for (const double far : {1.0, 1e3, 1e9, 1e40}) {
        BodyChanges changes(std::make_shared<BodyTable>());
        const Polyhedron brick = box(0.8, 0.5, 0.3);
        for (std::uint64_t i = 0; i < 300; ++i) {
            const double size = i % 50 == 0 ? far : 4;
            ASSERT_TRUE(changes.insert(BodyId(i), {brick, random.pose(size)}));
        }
        const auto table = changes.publish();
        for (int query = 0; query < 50; ++query) {
            Box asked;
            asked.add(random.point(5));
            asked.add(random.point(5));
            if (query == 0) asked = table->box(50);
            std::vector<std::uint32_t> found, expected;
            table->visit(asked, [&](std::uint32_t i) { found.push_back(i); });
            std::ranges::sort(found);
            for (std::uint32_t i = 0; i < table->size(); ++i) {
                if (boxes_meet(asked, table->box(i))) expected.push_back(i);
            }
            EXPECT_EQ(found, expected);
        }
    }
}

TEST(bodies_pairs, two_thousand_bodies_at_one_place_are_all_pairs) {
    BodyChanges changes(std::make_shared<BodyTable>());
    const SphereSet ball = SphereSet::make({{Vector3d::Zero(), 1}}).value();
    const Polyhedron cube = box(1, 1, 1);
    for (std::uint64_t i = 0; i < 2000; ++i) {
        const BodyShape shape = i % 2 == 0 ? BodyShape(ball) : BodyShape(cube);
        ASSERT_TRUE(changes.insert(BodyId(i), {shape, Pose()}));
    }
    const WorldSnapshot world = snapshot_of(changes.publish());
    const auto found = pairs_that_may_touch(world, {});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->size(), 2000U * 1999 / 2);
    EXPECT_TRUE(std::ranges::is_sorted(*found));
}

TEST(bodies_pairs, empty_and_single_worlds_have_none) {
    const WorldSnapshot empty = snapshot_of(std::make_shared<BodyTable>());
    EXPECT_TRUE(pairs_that_may_touch(empty, {})->empty());
    BodyChanges changes(std::make_shared<BodyTable>());
    ASSERT_TRUE(changes.insert(BodyId(7), {box(1, 1, 1), Pose()}));
    const WorldSnapshot one = snapshot_of(changes.publish());
    EXPECT_TRUE(pairs_that_may_touch(one, {})->empty());
    const std::vector<BodyMotion> motions{{BodyId(7), along(1, 0, 0)}};
    EXPECT_TRUE(pairs_that_may_touch(one, motions)->empty());
    EXPECT_EQ(first_contact(one, motions)->state, State::free);
}

TEST(bodies_pairs, unknown_and_repeated_bodies_are_errors) {
    BodyChanges changes(std::make_shared<BodyTable>());
    ASSERT_TRUE(changes.insert(BodyId(7), {box(1, 1, 1), Pose()}));
    const WorldSnapshot world = snapshot_of(changes.publish());
    const std::vector<BodyMotion> unknown{{BodyId(8), along(1, 0, 0)}};
    const std::vector<BodyMotion> twice{{BodyId(7), along(1, 0, 0)}, {BodyId(7), along(1, 0, 0)}};
    for (const auto& motions : {unknown, twice}) {
        ASSERT_FALSE(pairs_that_may_touch(world, motions));
        ASSERT_FALSE(first_contact(world, motions));
    }
    EXPECT_EQ(first_contact(world, unknown).error().message(), "body 8: no body has this id");
    EXPECT_EQ(first_contact(world, twice).error().message(), "body 7: the body is named twice");
}

}  // namespace
}  // namespace swept
