// Contacts by the axial BSP-trees are those by the trees of both shapes.

#include <gtest/gtest.h>

#include <algorithm>

#include "swept/papers/van_waveren.h"
#include "swept/solids.h"
#include "tests/oracle/sweep_scenes.h"
#include "tests/repeats.h"
#include "tests/sweep/samples.h"
#include "tests/with.h"

namespace swept::papers::van_waveren {
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
             const Pose& world_from_b, const ContactOptions& options) {
    const ContactSet by_trees = contacts({a, world_from_a}, {b, world_from_b}, options);
    const ContactSet by_bsp = contacts({Model(a), world_from_a}, {Model(b), world_from_b}, options);
    return same_contacts(by_trees, by_bsp) ? static_cast<int>(by_trees.contacts.size()) : -1;
}

TEST(contacts_broad_phase, gives_the_same_where_sweeps_end) {
    int none = 0, some = 0;
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
        const int count =
            count_of(c.mover.shape, end.end, c.obstacle.shape, c.world_from_obstacle, options);
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
    int some = 0;
    for (int i = 0; i < test::repeats(400); ++i) {
        const Pose above = turned({random.uniform(-4, 25), random.uniform(-4, 25), 1.5},
                                  Vector3d::UnitZ(), random.uniform(0, 6));
        const Pose end = sweep({mover, above}, along(0, 0, -2), {level}).end;
        const int count = count_of(mover, end, level, Pose(), {});
        ASSERT_GE(count, 0) << i;
        some += count >= 3;
    }
    EXPECT_GT(some, test::repeats(60));
}

TEST(contacts_broad_phase, finds_contacts_within_the_tolerance) {
    const Polyhedron a = box(1, 1, 1), floor = box(4, 4, 1);
    const ContactOptions wide{.tolerance = ContactTolerance::within(0.25).value()};
    const ContactSet trees = contacts({a, at(1.9, 0.3, 1.1)}, {floor}, wide);
    const ContactSet bsp = contacts({Model(a), at(1.9, 0.3, 1.1)}, {Model(floor), {}}, wide);
    ASSERT_EQ(trees.contacts.size(), bsp.contacts.size());
    EXPECT_FALSE(trees.contacts.empty());
    for (std::size_t k = 0; k < bsp.contacts.size(); ++k) {
        EXPECT_EQ(trees.contacts[k].point, bsp.contacts[k].point);
        EXPECT_EQ(trees.contacts[k].normal, bsp.contacts[k].normal);
    }
}

}  // namespace
}  // namespace swept::papers::van_waveren
