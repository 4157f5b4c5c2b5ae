// The table of bodies, changes to it, and when two were last separate.

#include "world/bodies.h"

#include <gtest/gtest.h>

#include <map>

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

// ---- when they were last separate ----

class LastSeparate : public ::testing::Test {
   protected:
    const BodyId a{1}, b{2};

    /// Two unit cubes, or spheres of diameter 1, at x = 0 and x.
    static std::shared_ptr<const BodyTable> two(const BodyShape& p, const BodyShape& q, double x) {
        return after(empty_table(), [&](BodyChanges& c) {
            EXPECT_TRUE(c.insert(BodyId(1), {p, Pose()}));
            EXPECT_TRUE(c.insert(BodyId(2), {q, test::at(x, 0, 0)}));
        });
    }
    static std::optional<double> place_of_b(const BodyTable& table) {
        const auto found = table.last_separate(0, 1);
        if (!found) return std::nullopt;
        EXPECT_TRUE(same(found->world_from_a, Pose()));
        return found->world_from_b.translation()[0];
    }
};

TEST_F(LastSeparate, follows_bodies_that_approach_overlap_stay_and_part) {
    const BodyShape cube = box(1, 1, 1);
    const BodyShape ball = SphereSet::make({{Vector3d::Zero(), 0.5}}).value();
    for (const auto& [p, q] : {std::pair(cube, cube), std::pair(cube, ball), std::pair(ball, cube),
                               std::pair(ball, ball)}) {
        auto table = two(p, q, 3);
        EXPECT_EQ(place_of_b(*table), 3.0);
        table = with_move(table, b, test::at(1.25, 0, 0));
        EXPECT_EQ(place_of_b(*table), 1.25) << "close by, but separate";
        table = with_move(table, b, test::at(0.75, 0, 0));
        EXPECT_EQ(place_of_b(*table), 1.25) << "overlapping";
        EXPECT_EQ(table->meeting_count(), 1U);
        table = with_move(table, b, test::at(0.5, 0, 0));
        EXPECT_EQ(place_of_b(*table), 1.25) << "still";
        table = with_move(table, a, Pose());
        EXPECT_EQ(place_of_b(*table), 1.25) << "moved to where it was";
        table = with_move(table, b, test::at(1.5, 0, 0));
        EXPECT_EQ(place_of_b(*table), 1.5) << "separate again";
        EXPECT_EQ(table->meeting_count(), 0U);
        table = with_move(table, b, test::at(1, 0, 0));
        EXPECT_EQ(place_of_b(*table), 1.5) << "touching is not separate";
        const auto swapped = table->last_separate(1, 0);
        ASSERT_TRUE(swapped);
        EXPECT_EQ(swapped->world_from_a.translation()[0], 1.5);
    }
}

TEST_F(LastSeparate, is_nothing_for_bodies_that_came_overlapping) {
    auto table = two(box(1, 1, 1), box(1, 1, 1), 0.5);
    EXPECT_EQ(place_of_b(*table), std::nullopt);
    table = with_move(table, b, test::at(0.25, 0, 0));
    EXPECT_EQ(place_of_b(*table), std::nullopt);
    table = with_move(table, b, test::at(2, 0, 0));
    EXPECT_EQ(place_of_b(*table), 2.0);
    table = with_move(table, b, test::at(0.25, 0, 0));
    EXPECT_EQ(place_of_b(*table), 2.0);
}

TEST_F(LastSeparate, forgets_a_body_that_was_removed_and_came_again) {
    auto table = two(box(1, 1, 1), box(1, 1, 1), 3);
    table = with_move(table, b, test::at(0.5, 0, 0));
    EXPECT_EQ(place_of_b(*table), 3.0);
    table = after(table, [&](BodyChanges& c) {
        EXPECT_TRUE(c.remove(b));
        EXPECT_TRUE(c.insert(b, {box(1, 1, 1), test::at(0.5, 0, 0)}));
    });
    EXPECT_EQ(place_of_b(*table), std::nullopt);
}

TEST_F(LastSeparate, is_kept_when_others_come_and_go) {
    auto table = two(box(1, 1, 1), box(1, 1, 1), 3);
    table = with_move(table, b, test::at(0.5, 0, 0));
    table = after(table, [&](BodyChanges& c) {
        EXPECT_TRUE(c.insert(BodyId(0), {box(1, 1, 1), test::at(0, 0.5, 0)}));
        EXPECT_TRUE(c.insert(BodyId(9), {box(1, 1, 1), test::at(9, 0, 0)}));
    });
    ASSERT_EQ(table->id(1), a);
    EXPECT_EQ(table->last_separate(1, 2)->world_from_b.translation()[0], 3);
    EXPECT_FALSE(table->last_separate(0, 1));
    table = after(table, [&](BodyChanges& c) { EXPECT_TRUE(c.remove(BodyId(0))); });
    EXPECT_EQ(place_of_b(*table), 3.0);
}

/// A twin that keeps the history of all pairs.
TEST_F(LastSeparate, is_what_a_record_of_all_pairs_says) {
    Random random(5);
    const std::vector<BodyShape> shapes{
        box(1, 0.7, 0.5), built(make_torus(8, 5, 0.5, 0.2)),
        SphereSet::make({{{0.2, 0, 0}, 0.3}, {{-0.2, 0, 0}, 0.4}}).value()};
    constexpr std::uint32_t count = 14;
    BodyChanges first(empty_table());
    for (std::uint32_t i = 0; i < count; ++i) {
        ASSERT_TRUE(first.insert(BodyId(i), {shapes[i % 3], random.pose(0.9)}));
    }
    auto table = first.publish();
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::optional<PosePair>> record;
    int meeting = 0, pairs = 0, older = 0;
    for (int step = 0; step < 60; ++step) {
        for (std::uint32_t i = 0; i < count; ++i) {
            for (std::uint32_t j = i + 1; j < count; ++j) {
                const Polyhedron* p = table->polyhedron_at(i);
                const Polyhedron* q = table->polyhedron_at(j);
                auto& last = record[{i, j}];
                const auto found = table->last_separate(i, j);
                ++pairs;
                const bool meets = p == nullptr || q == nullptr
                                       ? clearance({table->shape(i), table->pose(i)},
                                                   {table->shape(j), table->pose(j)}, 0) < 0
                                       : meet(*p, table->pose(i), *q, table->pose(j));
                if (meets) {
                    ++meeting;
                } else {
                    last = PosePair{table->pose(i), table->pose(j)};
                }
                ASSERT_EQ(found.has_value(), last.has_value());
                if (!found) continue;
                older += same(found->world_from_a, table->pose(i)) ? 0 : 1;
                ASSERT_TRUE(same(found->world_from_a, last->world_from_a));
                ASSERT_TRUE(same(found->world_from_b, last->world_from_b));
            }
        }
        BodyChanges changes(table);
        for (std::uint32_t i = 0; i < count; ++i) {
            if (random.integer(0, 2) == 0) continue;
            const Pose& pose = table->pose(i);
            ASSERT_TRUE(changes.move(
                BodyId(i),
                Pose::make(0.9 * (pose.translation() + random.point(0.3)), pose.rotation())
                    .value()));
        }
        table = changes.publish();
    }
    EXPECT_GT(meeting, 0.1 * pairs);
    EXPECT_GT(older, 100);
}

}  // namespace
}  // namespace swept
