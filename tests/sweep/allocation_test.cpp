// No allocation once the scratch is warm. Every operator new of this program is counted; sanitizers
// bring operators of their own.

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include "tests/counted_allocations.h"
#include "tests/sweep/samples.h"

namespace swept {
namespace {

using namespace test;

void expect_none_once_warm(const SweepOptions& options) {
    const Polyhedron torus = built(make_torus(24, 12, 0.7, 0.3)), room = built(make_room());
    SweepScratch scratch;
    for (int round = 0; round < 2; ++round) {
        Random random(3);
        int hits = 0;
        for (int i = 0; i < 60; ++i) {
            const Vector3d place = Vector3d(0, 0, 1.5) + random.point(0.4);
            const Pose start = turned(place, random.direction(), random.uniform(0, 6));
            const Motion motion = past_the_origin(random, start.translation(), 3, i % 2 == 1);
            const std::size_t before = allocations;
            const SweepResult r = sweep(torus, start, motion, room, Pose(), options, &scratch);
            if (round == 1) {
                EXPECT_EQ(allocations - before, 0U) << i;
            }
            hits += r.state == SweepState::hit;
        }
        EXPECT_GT(hits, 10);
    }
}

TEST(sweep_allocation, there_is_none_once_the_scratch_is_warm) {
    expect_none_once_warm({});
    expect_none_once_warm({.broad_phase = BroadPhase::axial_bsp});
}

}  // namespace
}  // namespace swept
#endif
