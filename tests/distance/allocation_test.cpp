// No allocation in contacts, distances and overlaps once the scratch is warm. Every operator new of
// this program is counted; sanitizers bring operators of their own.

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include "swept/distance.h"
#include "swept/solids.h"
#include "tests/counted_allocations.h"
#include "tests/sweep/samples.h"

namespace swept {
namespace {

using namespace test;

TEST(contacts_allocation, there_is_none_once_the_scratch_is_warm) {
    const Polyhedron torus = built(make_torus(24, 12, 0.7, 0.3)), crate = box(1, 1, 1);
    Random random(5);
    std::vector<Pose> poses;
    for (int i = 0; i < 60; ++i) poses.push_back(random.pose(1.2));
    for (int i = 0; i < 20; ++i) {  // in touch
        const Vector3d from = 4 * random.direction();
        poses.push_back(
            sweep({torus, Pose::make(from).value()}, Translation::make(-from).value(), {crate})
                .end);
    }
    const auto count = static_cast<int>(poses.size());
    Scratch scratch;
    ContactSet answer;
    std::size_t contacts = 0, separate = 0;
    EXPECT_EQ(allocating_once_warm(count, 0,
                                   [&](int i) {
                                       find_contacts({torus, poses[static_cast<std::size_t>(i)]},
                                                     {crate}, {.scratch = &scratch}, answer);
                                       contacts += answer.contacts.size();
                                   }),
              0);
    EXPECT_GT(contacts, 20U);
    EXPECT_EQ(allocating_once_warm(count, 0,
                                   [&](int i) {
                                       separate +=
                                           distance({torus, poses[static_cast<std::size_t>(i)]},
                                                    {crate}, {.scratch = &scratch})
                                               .relation == Relation::separate;
                                   }),
              0);
    EXPECT_GT(separate, 20U);
    // Without a scratch the thread's own is used.
    EXPECT_EQ(allocating_once_warm(count, 0,
                                   [&](int i) {
                                       const Pose& pose = poses[static_cast<std::size_t>(i)];
                                       find_contacts({torus, pose}, {crate}, {}, answer);
                                       (void)distance({torus, pose}, {crate});
                                   }),
              0);
    EXPECT_EQ(
        allocating_once_warm(
            count, 0,
            [&](int i) { (void)overlap({torus, poses[static_cast<std::size_t>(i)]}, {crate}); }),
        0);
}

}  // namespace
}  // namespace swept
#endif
