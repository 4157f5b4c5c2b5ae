// The tower of 36 planks that a ball is thrown at: it sways, or falls in a heap; all of it comes to
// rest on something, and nothing loses its time on the way. (Where contacts see one point of two
// sides that nearly lie on each other, or planes cannot turn as edges do that cross, bodies that go
// the same way stop each other again and again, and planks hang in the air.)

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <tuple>

#include "tests/dynamics/bodies_to_throw.h"

namespace swept {
namespace {

using namespace test;

/// Layers of three, each across the one below; body 0 is the floor.
std::vector<NumberedBodyDef> tower_of_planks() {
    const Polyhedron plank = solid("box,size=0.75x0.245x0.15");
    const double gap = 1.6e-4, quarter = std::acos(0.0);
    std::vector<NumberedBodyDef> made{{BodyId(0), floor_body()}};
    for (int layer = 0; layer < 12; ++layer) {
        for (int i = 0; i < 3; ++i) {
            const bool across = layer % 2 == 1;
            const double aside = (i - 1) * 0.25, z = 0.075 + gap + layer * (0.15 + gap);
            const Vector3d place(across ? aside : 0, across ? 0 : aside, z);
            made.push_back(
                {BodyId(made.size()),
                 {.shape = plank,
                  .world_from_body = turned_at(place, Vector3d::UnitZ(), across ? quarter : 0),
                  .density = 600,
                  .friction = 0.5}});
        }
    }
    return made;
}

BodyDef ball_of(double mass) {
    return {.shape = solid("sphere,radius=0.2,rings=12,segments=24"),
            .world_from_body = at({-3, 0.1, 0.99}),
            .mass = mass,
            .restitution = 0.2,
            .velocity = {12, 0, 1}};
}

/// Planks that rest though nothing bears them.
int hanging(const Simulation& s) {
    std::map<BodyId, double> borne;
    for (const TouchReport& t : s.contacts()) {
        borne[t.a] += t.impulse * t.normal[2];
        borne[t.b.body] -= t.impulse * t.normal[2];
    }
    int found = 0;
    for (std::uint64_t i = 1; i <= 36; ++i) {
        found += s.state(BodyId(i))->asleep && !(borne[BodyId(i)] > 0);
    }
    return found;
}

class HeapOf : public testing::TestWithParam<std::tuple<double, int>> {};

TEST_P(HeapOf, planks_comes_to_rest_with_none_in_the_air) {
    const auto [mass, rate] = GetParam();
    auto s = Simulation::make(tower_of_planks()).value();
    for (int i = 0; i < 2 * rate; ++i) ASSERT_TRUE(s.step(1.0 / rate));
    ASSERT_TRUE(s.add(BodyId(100), ball_of(mass)));
    double least = s.energy().total(), lost = 0;
    std::uint32_t late = 0;  // bodies blocked in the last 3 s
    for (int i = 0; i < 10 * rate; ++i) {
        const auto report = s.step(1.0 / rate);
        ASSERT_TRUE(report);
        lost += report->lost;
        late += i < 7 * rate ? 0 : report->blocked;
        ASSERT_EQ(i % (rate / 15) == 0 ? pairs_that_meet(s) : 0, 0) << i;
        ASSERT_LE(s.energy().total(), 1.001 * least) << i;
        least = std::min(least, s.energy().total());
    }
    EXPECT_EQ(late, 0U);
    EXPECT_LT(lost, 0.1);  // of 10 s, if it were the same plank each time
    for (std::uint64_t i = 1; i <= 36; ++i) EXPECT_TRUE(s.state(BodyId(i))->asleep) << i;
    EXPECT_EQ(hanging(s), 0);
}

INSTANTIATE_TEST_SUITE_P(mass_and_rate, HeapOf,
                         testing::Combine(testing::Values(60.0, 300.0),
                                          testing::Values(240, 60, 30, 15)));

TEST(heap, of_all_sorts_of_things_falls_and_comes_to_rest) {
    const Polyhedron shapes[] = {solid("box,size=0.75x0.245x0.15"), solid("box,size=0.3x0.3x0.3"),
                                 solid("box,size=0.5x0.1x0.05"),
                                 solid("sphere,radius=0.15,rings=8,segments=12")};
    std::mt19937 random(12);
    const auto share = [&] { return static_cast<double>(random()) / 4294967296.0; };
    const auto any = [&] {
        const double x = share() - 0.5, y = share() - 0.5, z = share() - 0.5;
        return Vector3d(x, y, z);
    };
    std::vector<NumberedBodyDef> bodies{{BodyId(0), floor_body()}};
    for (int i = 0; i < 80; ++i) {
        const Vector3d place((i % 2 - 0.5) * 0.9, (i / 2 % 2 - 0.5) * 0.9, 0.6 + i / 4 * 0.9);
        const Vector3d axis = any(), velocity = any() - 3 * Vector3d::UnitZ();
        bodies.push_back({BodyId(bodies.size()),
                          {.shape = shapes[i % 4],
                           .world_from_body = turned_at(place, axis, 6 * share()),
                           .density = 600,
                           .friction = 0.5,
                           .velocity = velocity}});
    }
    auto s = Simulation::make(bodies).value();
    const double before = s.energy().total();
    double lost = 0;
    std::uint32_t late = 0;
    for (int i = 0; i < 10 * 60; ++i) {
        const auto report = s.step(1.0 / 60);
        ASSERT_TRUE(report);
        lost += report->lost;
        late += i < 8 * 60 ? 0 : report->blocked;
        ASSERT_LE(s.energy().total(), 1.001 * before);
        ASSERT_EQ(i % 60 == 0 ? pairs_that_meet(s) : 0, 0) << i;
    }
    EXPECT_EQ(late, 0U);
    EXPECT_LT(lost, 0.5);
    int moving = 0;  // balls may roll
    for (std::uint64_t i = 1; i <= 80; ++i) {
        moving += !s.state(BodyId(i))->asleep && s.state(BodyId(i))->velocity.norm() > 1;
    }
    EXPECT_LE(moving, 2);
    EXPECT_EQ(pairs_that_meet(s), 0);
}

}  // namespace
}  // namespace swept
