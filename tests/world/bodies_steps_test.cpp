// The first contact of a step, against the least of all pairs swept one by one.

#include <gtest/gtest.h>

#include "core/inside.h"
#include "swept/solids.h"
#include "tests/oracle/contact_normals.h"
#include "tests/repeats.h"
#include "tests/sweep/samples.h"
#include "world/bodies/body_steps.h"
#include "world/bodies/body_sweep.h"
#include "world/state.h"

namespace swept {
namespace {

using namespace test;

WorldSnapshot snapshot_of(std::shared_ptr<const BodyTable> table) {
    auto state = std::make_shared<WorldState>();
    state->bodies = std::move(table);
    return WorldSnapshot(state);
}

bool same_contact(const StepContact& p, const StepContact& q) {
    return p.state == q.state && p.free_fraction == q.free_fraction && p.mover == q.mover &&
           p.obstacle == q.obstacle && p.contact.point == q.contact.point &&
           p.contact.normal == q.contact.normal && p.contact.kind == q.contact.kind;
}

/// All pairs, none left out: two polyhedra by sweep_both, others by their own sweep.
StepContact least_of_all(const BodyTable& table, std::span<const BodyMotion> named,
                         const SweepOptions& options) {
    const auto motion_of = [&](BodyId id) -> const Motion* {
        for (const BodyMotion& motion : named) {
            if (motion.body == id) return &motion.motion;
        }
        return nullptr;
    };
    const Motion rest = Translation();
    StepContact best;
    for (std::uint32_t a = 0; a < table.size(); ++a) {
        for (std::uint32_t b = a + 1; b < table.size(); ++b) {
            const Motion* p = motion_of(table.id(a));
            const Motion* q = motion_of(table.id(b));
            if ((p == nullptr && q == nullptr) || (table.mask(a) & table.mask(b)) == 0) continue;
            std::uint32_t mover = a, other = b;
            if (p == nullptr) {
                std::swap(p, q);
                std::swap(mover, other);
            }
            const Motion& second = q != nullptr ? *q : rest;
            const Polyhedron* shape = table.polyhedron_at(mover);
            const Polyhedron* obstacle = table.polyhedron_at(other);
            const MutualSweepResult found =
                shape != nullptr && obstacle != nullptr
                    ? sweep_both({{*shape, table.pose(mover)}, *p},
                                 {{*obstacle, table.pose(other)}, second}, options)
                    : sweep_bodies({table.geometry(mover), table.pose(mover), *p},
                                   {table.geometry(other), table.pose(other), second}, options);
            if (found.sweep.state == State::free) continue;
            const bool overlaps = found.sweep.state == State::overlapping;
            const bool best_overlaps = best.state == State::overlapping;
            const bool first =
                best.state == State::free || (overlaps && !best_overlaps) ||
                (overlaps == best_overlaps && found.sweep.free_fraction < best.free_fraction);
            if (!first) continue;  // a later pair at the same fraction is not the lowest
            best.state = found.sweep.state;
            best.free_fraction = found.sweep.free_fraction;
            best.mover = table.id(mover);
            best.obstacle = {};
            best.obstacle.kind = ColliderRef::Kind::body;
            best.obstacle.body = table.id(other);
            best.contact = found.sweep.contact;
        }
    }
    return best;
}

struct Scene {
    std::shared_ptr<const BodyTable> table;
    std::vector<BodyMotion> motions;
};

/// On a grid, so that most are separate at the start. Turns of two bodies at once are slow to
/// sweep: few turn.
Scene some_scene(Random& random, double speed) {
    const std::vector<BodyShape> shapes{
        box(1, 0.7, 0.5), built(make_prism(5, 0.5, 0.8)),
        SphereSet::make({{{0.2, 0, 0}, 0.3}, {{-0.2, 0, 0}, 0.35}}).value()};
    BodyChanges changes(std::make_shared<BodyTable>());
    std::vector<BodyMotion> motions;
    const int count = random.integer(2, 16);
    for (int i = 0; i < count; ++i) {
        const BodyId id(static_cast<std::uint64_t>(100 - i));
        const Vector3d cell(i % 3, i / 3 % 3, i / 9);
        const Pose turn = random.pose(1);
        const Pose pose = Pose::make(1.3 * cell + random.point(0.1), turn.rotation()).value();
        EXPECT_TRUE(changes.insert(id, {shapes[static_cast<std::size_t>(random.integer(0, 2))],
                                        pose, random.integer(0, 4) == 0 ? Mask{2} : Mask{3}}));
        if (random.integer(0, 3) == 0) continue;
        Motion motion = Translation::make(random.point(speed)).value();
        if (random.integer(0, 3) == 0) {
            motion = about(pose.translation() + random.point(0.5), random.direction(),
                           random.uniform(-speed, speed));
        }
        motions.push_back({id, motion});
    }
    return {changes.publish(), motions};
}

/// The face normals, from the corners of the faces where the bodies are at the contact.
void expect_normals_of(const Scene& scene, const StepContact& found) {
    const BodyTable& table = *scene.table;
    const auto look = [&](BodyId id, const ContactFeature& feature) {
        const std::uint32_t i = table.find(id).value();
        Pose pose = table.pose(i);
        for (const BodyMotion& motion : scene.motions) {
            if (motion.body == id) pose = pose_at(motion.motion, pose, found.free_fraction);
        }
        const Polyhedron* shape = table.polyhedron_at(i);
        if (shape == nullptr) {
            EXPECT_EQ(feature.face_normal, Vector3d(0, 0, 0));
            return;
        }
        const auto position = [&](std::uint32_t v) -> oracle::LongVector {
            return (pose * shape->position(VertexIndex(v))).cast<oracle::Length>();
        };
        EXPECT_LE(oracle::normal_off(*shape, feature, position, 1e-8L), 0);
    };
    look(found.mover, found.contact.mover);
    look(found.obstacle.body, found.contact.obstacle);
}

TEST(bodies_steps, first_contact_is_the_least_of_all_pairs) {
    Random random(21);
    int hits = 0, overlaps = 0;
    constexpr int cases = test::repeats(80);
    for (int i = 0; i < cases; ++i) {
        const Scene scene = some_scene(random, i % 2 == 0 ? 0.3 : 0.6);
        const WorldSnapshot world = snapshot_of(scene.table);
        const auto found = first_contact(world, scene.motions);
        ASSERT_TRUE(found);
        const StepContact expected = least_of_all(*scene.table, scene.motions, {});
        EXPECT_TRUE(same_contact(*found, expected))
            << i << ": " << name_of(found->state) << " at " << found->free_fraction << " and "
            << name_of(expected.state) << " at " << expected.free_fraction;
        if (found->state == State::hit) expect_normals_of(scene, *found);
        hits += found->state == State::hit ? 1 : 0;
        overlaps += found->state == State::overlapping ? 1 : 0;
    }
    std::printf("[ measured ] %d steps, %d hits, %d overlapped\n", cases, hits, overlaps);
    EXPECT_GT(hits, 0.3 * cases);
    EXPECT_LT(hits, 0.8 * cases);
}

TEST(bodies_steps, thick_zones_are_kept_too) {
    Random random(22);
    SweepOptions options;
    options.margin = Margin::at_least(0.05).value();
    int hits = 0;
    for (int i = 0; i < 30; ++i) {
        const Scene scene = some_scene(random, 0.3);
        const auto found = first_contact(snapshot_of(scene.table), scene.motions, options);
        ASSERT_TRUE(found);
        EXPECT_TRUE(same_contact(*found, least_of_all(*scene.table, scene.motions, options)));
        hits += found->state == State::hit ? 1 : 0;
    }
    EXPECT_GT(hits, 8);
}

TEST(bodies_steps, lower_fractions_are_never_above_the_contact) {
    Random random(23);
    int pruned = 0, hits = 0;
    for (int i = 0; i < test::repeats(60); ++i) {
        const Scene scene = some_scene(random, 1.5);
        const auto motions = motions_of(*scene.table, scene.motions).value();
        for (const BoxPair pair : pairs_of(*scene.table, motions)) {
            const double lower = lower_fraction(*scene.table, motions, pair);
            if (!std::isfinite(lower)) ++pruned;
            const auto& table = *scene.table;
            const MutualSweepResult found =
                sweep_bodies({table.geometry(pair.a), table.pose(pair.a), motions.of(pair.a)},
                             {table.geometry(pair.b), table.pose(pair.b), motions.of(pair.b)}, {});
            if (found.sweep.state == State::free) continue;
            ++hits;
            EXPECT_LE(lower, found.sweep.free_fraction);
        }
    }
    EXPECT_GT(pruned, test::repeats(10));
    EXPECT_GT(hits, test::repeats(100));
}

TEST(bodies_steps, ties_go_to_the_lowest_ids_in_any_order) {
    BodyChanges changes(std::make_shared<BodyTable>());
    const Polyhedron cube = box(1, 1, 1);
    std::vector<BodyMotion> motions;
    for (std::uint64_t i = 0; i < 4; ++i) {  // the same up to signs: the same bits
        const double y = i % 2 == 0 ? 10 : -10, z = i < 2 ? 10 : -10;
        ASSERT_TRUE(changes.insert(BodyId(2 * i), {cube, at(0, y, z)}));
        ASSERT_TRUE(changes.insert(BodyId(2 * i + 1), {cube, at(2, y, z)}));
        motions.push_back({BodyId(2 * i + 1), along(-2, 0, 0)});
    }
    const WorldSnapshot world = snapshot_of(changes.publish());
    const StepContact first = first_contact(world, motions).value();
    ASSERT_EQ(first.state, State::hit);
    EXPECT_EQ(first.mover, BodyId(1)) << "the one that moves";
    EXPECT_EQ(first.obstacle.body, BodyId(0));
    EXPECT_NEAR(first.free_fraction, 0.5, 1e-8);
    EXPECT_NEAR(first.contact.normal[0], 1, 1e-12);
    std::ranges::reverse(motions);
    EXPECT_TRUE(same_contact(first, first_contact(world, motions).value()));
}

TEST(bodies_steps, overlap_at_the_start_comes_before_every_hit) {
    BodyChanges changes(std::make_shared<BodyTable>());
    const Polyhedron cube = box(1, 1, 1);
    ASSERT_TRUE(changes.insert(BodyId(1), {cube, at(0, 0, 0)}));
    ASSERT_TRUE(changes.insert(BodyId(2), {cube, at(1 + 1e-12, 0, 0)}));
    ASSERT_TRUE(changes.insert(BodyId(5), {cube, at(9, 0, 0)}));
    ASSERT_TRUE(changes.insert(BodyId(6), {cube, at(9.5, 0, 0)}));
    const WorldSnapshot world = snapshot_of(changes.publish());
    const std::vector<BodyMotion> motions{{BodyId(1), along(1, 0, 0)}, {BodyId(6), along(1, 0, 0)}};
    const StepContact first = first_contact(world, motions).value();
    EXPECT_EQ(first.state, State::overlapping);
    EXPECT_EQ(first.mover, BodyId(6));
    EXPECT_EQ(first.obstacle.body, BodyId(5));
    EXPECT_EQ(first.free_fraction, 0);
}

TEST(bodies_steps, masks_let_bodies_pass_through_each_other) {
    BodyChanges changes(std::make_shared<BodyTable>());
    ASSERT_TRUE(changes.insert(BodyId(1), {box(1, 1, 1), at(0, 0, 0), 1}));
    ASSERT_TRUE(changes.insert(BodyId(2), {box(1, 1, 1), at(3, 0, 0), 2}));
    const WorldSnapshot world = snapshot_of(changes.publish());
    const std::vector<BodyMotion> motions{{BodyId(1), along(5, 0, 0)}};
    EXPECT_EQ(first_contact(world, motions)->state, State::free);
    EXPECT_TRUE(pairs_that_may_touch(world, motions)->empty());
}

TEST(bodies_steps, nothing_moves_in_a_step_without_motions) {
    BodyChanges changes(std::make_shared<BodyTable>());
    ASSERT_TRUE(changes.insert(BodyId(1), {box(1, 1, 1), at(0, 0, 0)}));
    ASSERT_TRUE(changes.insert(BodyId(2), {box(1, 1, 1), at(0.5, 0, 0)}));
    const WorldSnapshot world = snapshot_of(changes.publish());
    EXPECT_EQ(first_contact(world, {})->state, State::free);
    EXPECT_EQ(pairs_that_may_touch(world, {})->size(), 1U);
}

}  // namespace
}  // namespace swept
