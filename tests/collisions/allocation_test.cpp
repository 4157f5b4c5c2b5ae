// No allocation in collisions once the scratch is warm, but for the answer. Every operator new of
// this program is counted; sanitizers bring operators of their own.

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include "swept/collisions.h"
#include "swept/solids.h"
#include "tests/counted_allocations.h"
#include "tests/sweep/samples.h"

namespace swept {
namespace {

using namespace test;

TEST(glide_allocation, there_is_none_but_for_the_answer) {
    const Polyhedron torus = built(make_torus(24, 12, 0.7, 0.3)), crate = box(1, 1, 1);
    Random random(8);
    std::vector<Pose> poses;
    for (int i = 0; i < 41; ++i) poses.push_back(random.pose(1.5));
    Scratch scratch;
    std::size_t found = 0;
    const int warm = allocating_once_warm(40, 1, [&](int i) {
        const auto k = static_cast<std::size_t>(i);
        found += all_collisions({torus, poses[k], poses[k + 1]}, {crate, Pose(), Pose()},
                                {.scratch = &scratch})
                     ->collisions.size();
    });
    EXPECT_EQ(warm, 0);
    EXPECT_GT(found, 100U);
}

}  // namespace
}  // namespace swept
#endif
