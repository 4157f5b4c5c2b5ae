// No allocation once the scratch is warm. Every operator new of this program is counted; sanitizers
// bring operators of their own.

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include "swept/solids.h"
#include "tests/counted_allocations.h"
#include "tests/sweep/samples.h"
#include "tests/with.h"

namespace swept {
namespace {

using namespace test;

void expect_none_once_warm(const SweepOptions& options) {
    const Polyhedron torus = built(make_torus(24, 12, 0.7, 0.3)), room = built(make_room());
    Scratch scratch;
    for (int round = 0; round < 2; ++round) {
        Random random(3);
        int hits = 0;
        for (int i = 0; i < 60; ++i) {
            const Vector3d place = Vector3d(0, 0, 1.5) + random.point(0.4);
            const Pose start = turned(place, random.direction(), random.uniform(0, 6));
            const Motion motion = past_the_origin(random, start.translation(), 3, i % 2 == 1);
            const std::size_t before = allocations;
            const SweepResult r = sweep({torus, start}, motion, {room}, with(options, &scratch));
            if (round == 1) {
                EXPECT_EQ(allocations - before, 0U) << i;
            }
            hits += r.state == State::hit;
        }
        EXPECT_GT(hits, 10);
    }
}

TEST(sweep_allocation, there_is_none_once_the_scratch_is_warm) {
    expect_none_once_warm({});
}

/// Starts and motions of a torus in a room.
struct Questions {
    std::vector<Pose> starts;
    std::vector<Motion> motions;

    Questions() {
        Random random(3);
        for (int i = 0; i < 60; ++i) {
            const Vector3d place = Vector3d(0, 0, 1.5) + random.point(0.4);
            const Vector3d axis = random.direction();
            starts.push_back(turned(place, axis, random.uniform(0, 6)));
            motions.push_back(past_the_origin(random, place, 3, i % 2 == 1));
        }
    }
};

TEST(sweep_allocation, there_is_none_without_a_scratch_once_the_thread_is_warm) {
    const Polyhedron torus = built(make_torus(24, 12, 0.7, 0.3)), room = built(make_room());
    const std::vector<Placed> obstacles{{room, Pose()}, {box(1, 1, 1), at(2, 2, 1)}};
    const Questions q;
    const auto each = [&](const auto& ask) {
        return allocating_once_warm(60, 0, [&](int i) { ask(static_cast<std::size_t>(i)); });
    };
    EXPECT_EQ(each([&](std::size_t k) {
                  (void)sweep({torus, q.starts[k]}, q.motions[k], {room});
                  (void)sweep({torus, q.starts[k]}, q.motions[k], obstacles);
              }),
              0);
    EXPECT_EQ(each([&](std::size_t k) {
                  const Motion other = Translation::make({0, 0, 0.1}).value();
                  (void)sweep_both({{torus, q.starts[k]}, q.motions[k]}, {{room}, other});
              }),
              0);
}

TEST(sweep_allocation, there_is_none_past_several_obstacles) {
    const Polyhedron torus = built(make_torus(24, 12, 0.7, 0.3)), room = built(make_room());
    const std::vector<Placed> obstacles{{room, Pose()}, {box(1, 1, 1), at(2, 2, 1)}};
    const Questions q;
    Scratch scratch;
    int hits = 0;
    EXPECT_EQ(allocating_once_warm(60, 0,
                                   [&](int i) {
                                       const auto k = static_cast<std::size_t>(i);
                                       hits += sweep({torus, q.starts[k]}, q.motions[k], obstacles,
                                                     {.scratch = &scratch})
                                                   .state == State::hit;
                                   }),
              0);
    EXPECT_GT(hits, 20);
    const TranslateThenRotate step = decompose(q.starts[0], q.starts[1]);
    EXPECT_EQ(allocating_once_warm(10, 0,
                                   [&](int i) {
                                       (void)sweep({torus, q.starts[static_cast<std::size_t>(i)]},
                                                   step, obstacles, {.scratch = &scratch});
                                   }),
              0);
}

TEST(sweep_allocation, there_is_none_when_both_move) {
    const Polyhedron torus = built(make_torus(12, 8, 0.7, 0.3)), crate = box(1, 1, 1);
    const Questions q;
    Scratch scratch;
    int hits = 0;
    EXPECT_EQ(allocating_once_warm(12, 0,
                                   [&](int i) {
                                       const auto k = static_cast<std::size_t>(i);
                                       hits += sweep_both({{torus, q.starts[k]}, q.motions[k]},
                                                          {{crate, at(0, 0, -1)}, q.motions[k + 1]},
                                                          {.scratch = &scratch})
                                                   .sweep.state == State::hit;
                                   }),
              0);
    EXPECT_GT(hits, 2);
}

}  // namespace
}  // namespace swept
#endif
