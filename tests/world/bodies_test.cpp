// The table of bodies, and changes to it.

#include "world/bodies/bodies.h"

#include <gtest/gtest.h>

#include <map>

#include "core/inside.h"
#include "swept/tolerance.h"
#include "tests/sweep/samples.h"
#include "tests/world/bodies_judge.h"

namespace swept {
namespace {

using namespace test;

std::shared_ptr<const BodyTable> empty_table() {
    return std::make_shared<BodyTable>();
}

/// What one change makes of a table.
template <class Change>
std::shared_ptr<const BodyTable> after(const std::shared_ptr<const BodyTable>& table,
                                       const Change& change) {
    BodyChanges changes(table);
    change(changes);
    return changes.publish();
}
std::shared_ptr<const BodyTable> with_move(const std::shared_ptr<const BodyTable>& table, BodyId id,
                                           const Pose& pose) {
    return after(table, [&](BodyChanges& c) { EXPECT_TRUE(c.move(id, pose)); });
}

bool same(const Pose& a, const Pose& b) {
    return a.translation() == b.translation() && a.rotation().coeffs() == b.rotation().coeffs();
}

TEST(bodies, come_move_and_go_as_in_a_map) {
    Random random(1);
    const std::vector<BodyShape> shapes{box(1, 1, 1),
                                        SphereSet::make({{Vector3d::Zero(), 0.5}}).value()};
    std::map<BodyId, Body> expected;
    auto table = empty_table();
    int refused = 0;
    for (int batch = 0; batch < 60; ++batch) {
        BodyChanges changes(table);
        for (int i = 0; i < 20; ++i) {
            const BodyId id(static_cast<std::uint64_t>(random.integer(0, 40)));
            const bool known = expected.contains(id);
            const Pose pose = random.pose(5);
            switch (random.integer(0, 2)) {
                case 0: {
                    const Body body{shapes[static_cast<std::size_t>(random.integer(0, 1))], pose,
                                    static_cast<Mask>(random.integer(1, 9))};
                    ASSERT_EQ(changes.insert(id, body).has_value(), !known);
                    expected.emplace(id, body);
                    break;
                }
                case 1:
                    ASSERT_EQ(changes.move(id, pose).has_value(), known);
                    if (known) expected.at(id).world_from_body = pose;
                    break;
                default:
                    ASSERT_EQ(changes.remove(id).has_value(), known);
                    expected.erase(id);
            }
            ASSERT_EQ(changes.contains(id), expected.contains(id));
            refused += known ? 0 : 1;
        }
        table = changes.publish();
        ASSERT_EQ(table->size(), expected.size());
        std::uint32_t i = 0;
        for (const auto& [id, body] : expected) {
            ASSERT_EQ(table->id(i), id);
            ASSERT_EQ(table->find(id), i);
            ASSERT_EQ(table->mask(i), body.mask);
            ASSERT_TRUE(same(table->pose(i), body.world_from_body));
            ASSERT_EQ(identity_of(table->shape(i)), identity_of(body.shape));
            const Box box = outer_box(table->measure(i), body.world_from_body);
            ASSERT_EQ(table->box(i).lower, box.lower);
            ASSERT_EQ(table->box(i).upper, box.upper);
            ++i;
        }
    }
    EXPECT_GT(refused, 100);
}

TEST(bodies, table_without_changes_is_the_same_and_shapes_are_shared) {
    const auto table = after(empty_table(), [](BodyChanges& c) {
        EXPECT_TRUE(c.insert(BodyId(1), {box(1, 1, 1), Pose()}));
    });
    EXPECT_EQ(BodyChanges(table).publish(), table);
    const auto moved = with_move(table, BodyId(1), at(1, 0, 0));
    EXPECT_EQ(&moved->geometry(0), &table->geometry(0));
    EXPECT_EQ(table->pose(0).translation(), Vector3d::Zero()) << "the old table stands";
}

TEST(bodies, ids_that_are_taken_or_not_known_are_errors) {
    BodyChanges changes(empty_table());
    ASSERT_TRUE(changes.insert(BodyId(3), {box(1, 1, 1), Pose()}));
    EXPECT_EQ(changes.insert(BodyId(3), {box(1, 1, 1), Pose()}).error().message(),
              "body 3: the id is taken");
    EXPECT_EQ(changes.move(BodyId(4), Pose()).error().message(), "body 4: no body has this id");
    EXPECT_EQ(changes.remove(BodyId(4)).error().message(), "body 4: no body has this id");
    const auto table = changes.publish();
    BodyChanges next(table);
    ASSERT_TRUE(next.remove(BodyId(3)));
    EXPECT_FALSE(next.remove(BodyId(3)));
    EXPECT_FALSE(next.move(BodyId(3), Pose()));
    EXPECT_TRUE(next.insert(BodyId(3), {box(1, 1, 1), Pose()}));
    EXPECT_TRUE(next.move(BodyId(3), Pose()));
}

TEST(bodies, that_reach_beyond_the_largest_coordinate_are_refused) {
    const double largest = tolerance::largest_coordinate;
    BodyChanges changes(empty_table());
    const Polyhedron brick = box(1, 1, 1);
    EXPECT_FALSE(Pose::make({2 * largest, 0, 0})) << "a pose itself may reach this far only";
    EXPECT_FALSE(changes.insert(BodyId(1), {brick, at(largest, 0, 0)}));
    EXPECT_TRUE(changes.insert(BodyId(1), {brick, at(largest / 2, 0, 0)}));
    EXPECT_FALSE(changes.move(BodyId(1), at(0, -largest, 0)));
    const SphereSet huge = SphereSet::make({{{largest, 0, 0}, largest}}).value();
    const auto refused = changes.insert(BodyId(2), {huge, Pose()});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().where, "body 2");
    const SphereSet large = SphereSet::make({{Vector3d::Zero(), largest / 4}}).value();
    EXPECT_TRUE(changes.insert(BodyId(2), {large, Pose()}));
    EXPECT_EQ(changes.publish()->size(), 2U);
}

}  // namespace
}  // namespace swept
