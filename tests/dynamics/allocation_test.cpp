// No allocation in moves once the scratch is warm. Every operator new of this program is counted;
// sanitizers bring operators of their own.

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include "swept/solids.h"
#include "tests/counted_allocations.h"
#include "tests/dynamics/samples.h"

namespace swept {
namespace {

using namespace test;

/// A round through a yard with a wall, stairs, a slope and a crate.
template <class Shape>
void expect_none_once_warm(const Shape& shape) {
    WorldContents contents;
    for (const Mesh& mesh : {floor_mesh(), box_from({4, -20, 0}, {5, 20, 3}),
                             moved_by(make_stairs(5, 0.3, 0.15, 2).value(), {-3, 0, 0}),
                             moved_by(ramp(0.5, 1, 2), {0, 4, 0})}) {
        contents.rooms.push_back({RoomId(contents.rooms.size()), {mesh, {}}});
    }
    contents.bodies.push_back(
        {BodyId(7), {Polyhedron::build(make_box({1, 1, 1}).value()).value(), at(2, -3, 0.501)}});
    contents.bodies.push_back({BodyId(8), {player_spheres(), at(-2, -3, 1)}});
    const WorldSnapshot world = World::make(contents)->snapshot();
    Scratch scratch;
    CharacterMove made;
    std::size_t walls = 0;
    int steps = 0;
    const auto round = [&] {
        Character mover = Character::make(shape).value();
        mover.place(at(0, 0, 1));
        std::vector<std::size_t> counts(240);
        for (std::size_t i = 0; i < 240; ++i) {
            const double angle = 0.05 * static_cast<double>(i);
            const Vector3d way(0.25 * std::cos(angle), 0.25 * std::sin(angle),
                               i % 40 == 20 ? 0.1 : -0.1);
            counts[i] = allocations_of(
                [&] { EXPECT_TRUE(mover.move_into(made, way, world, {}, &scratch).has_value()); });
            walls += made.lost.norm() > 1e-3 ? 1U : 0U;
            steps += made.stepped ? 1 : 0;
        }
        return counts;
    };
    (void)round();
    const std::vector<std::size_t> counts = round();
    // The first moves of a mover make room for what it stands on.
    for (std::size_t i = 20; i < counts.size(); ++i) EXPECT_EQ(counts[i], 0U) << i;
    EXPECT_GT(walls, 20U);
    EXPECT_GT(steps, 0);
}

TEST(mover_allocation, there_is_none_once_the_scratch_is_warm) {
    expect_none_once_warm(player_box());
    expect_none_once_warm(player_spheres());
}

TEST(mover_allocation, moves_with_a_new_answer_allocate_for_that_alone) {
    const WorldSnapshot world = world_of({floor_mesh(), box_from({4, -20, 0}, {5, 20, 3})});
    const Character first = standing(player_box(), at(0, 0, 1.2), world);
    Scratch scratch;
    for (const bool warm : {false, true}) {
        Character mover = first;
        for (int i = 0; i < 60; ++i) {  // to the wall, and along it
            CharacterMove made;
            const std::size_t count = allocations_of(
                [&] { made = mover.move({0.1, 0.05, -0.1}, world, {}, &scratch).value(); });
            // Two lists, and how often they grew; what it stands on, at first.
            if (warm) {
                EXPECT_LE(count, 4 + made.way.size() + made.touched.size()) << i;
            }
        }
    }
}

}  // namespace
}  // namespace swept
#endif
