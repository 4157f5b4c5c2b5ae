// Contacts do not depend on how candidates are found: trees and the axial BSP-trees give the same.

#include <gtest/gtest.h>

#include <algorithm>

#include "swept/distance.h"
#include "tests/oracle/sweep_scenes.h"
#include "tests/repeats.h"
#include "tests/sweep/samples.h"
#include "tests/with.h"

namespace swept {
namespace {

using namespace test;

bool same_feature(const ContactFeature& a, const ContactFeature& b) {
    return a.face == b.face && a.vertex_count == b.vertex_count && a.vertices == b.vertices;
}

bool same_contacts(const ContactSet& a, const ContactSet& b) {
    return a.relation == b.relation && a.tolerance == b.tolerance && a.margin == b.margin &&
           std::ranges::equal(a.contacts, b.contacts, [](const Contact& p, const Contact& q) {
               return p.kind == q.kind && p.point == q.point && p.normal == q.normal &&
                      p.separation == q.separation && same_feature(p.mover, q.mover) &&
                      same_feature(p.obstacle, q.obstacle);
           });
}

/// How many contacts there are; -1 unless both agree.
int count_of(const Polyhedron& a, const Pose& world_from_a, const Polyhedron& b,
             const Pose& world_from_b, ContactOptions options, Scratch& scratch) {
    options.broad_phase = BroadPhase::trees;
    const ContactSet by_trees = contacts({a, world_from_a}, {b, world_from_b}, options);
    options.broad_phase = BroadPhase::axial_bsp;
    const ContactSet by_bsp =
        contacts({a, world_from_a}, {b, world_from_b}, with(options, &scratch));
    return same_contacts(by_trees, by_bsp) ? static_cast<int>(by_trees.contacts.size()) : -1;
}

TEST(contacts_broad_phase, gives_the_same_where_sweeps_end) {
    int none = 0, some = 0;
    Scratch scratch;
    for (int i = 0; i < test::repeats(4000); ++i) {
        oracle::SceneChance chance(21, static_cast<std::uint64_t>(i));
        const oracle::SweepCase c = oracle::random_sweep(chance);
        const SweepResult end = sweep({c.mover.shape, c.world_from_mover}, c.motion,
                                      {c.obstacle.shape, c.world_from_obstacle}, c.options);
        ContactOptions options;
        options.reduced = i % 4 == 3;
        if (i % 2 == 1) {
            const double size = c.mover.shape.box().size().maxCoeff();
            options.tolerance = ContactTolerance::within(size * chance.real(0, 0.5)).value();
        }
        const int count = count_of(c.mover.shape, end.end, c.obstacle.shape, c.world_from_obstacle,
                                   options, scratch);
        ASSERT_GE(count, 0) << i << '\n' << describe(c);
        none += count == 0;
        some += count > 0;
    }
    EXPECT_GT(none, test::repeats(400));
    EXPECT_GT(some, test::repeats(400));
}

TEST(contacts_broad_phase, gives_the_same_at_rest_in_a_level) {
    const Polyhedron level = built(make_level({.rooms = 9}));
    const Polyhedron mover = box(1, 1, 2);
    Random random(5);
    Scratch scratch;
    int some = 0;
    for (int i = 0; i < test::repeats(400); ++i) {
        const Pose above = turned({random.uniform(-4, 25), random.uniform(-4, 25), 1.5},
                                  Vector3d::UnitZ(), random.uniform(0, 6));
        const Pose end = sweep({mover, above}, along(0, 0, -2), {level}).end;
        const int count = count_of(mover, end, level, Pose(), {}, scratch);
        ASSERT_GE(count, 0) << i;
        some += count >= 3;
    }
    EXPECT_GT(some, test::repeats(60));
}

}  // namespace
}  // namespace swept
