// No allocation in paths once the scratch is warm. Every operator new of this program is counted;
// sanitizers bring operators of their own.

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include "swept/path.h"
#include "swept/solids.h"
#include "tests/counted_allocations.h"
#include "tests/sweep/samples.h"
#include "tests/with.h"

namespace swept {
namespace {

using namespace test;

TEST(path_allocation, there_is_none_once_the_scratch_is_warm) {
    const Polyhedron torus = built(make_torus(24, 12, 0.7, 0.3)), crate = box(1, 1, 1);
    const std::vector<Part> parts{{torus, Pose()}, {crate, at(0, 0, 0.4)}};
    const std::vector<Placed> obstacles{{crate, Pose()}, {torus, at(3, 0, 0)}};
    Random random(6);
    std::vector<std::vector<Pose>> paths(20);
    for (auto& path : paths) {
        for (int i = 0; i < 3; ++i) {
            path.push_back(Pose::make(4 * random.direction(), random.pose(1).rotation()).value());
        }
    }
    for (const PathJoin join : {PathJoin::screw, PathJoin::step, PathJoin::straight}) {
        Scratch scratch;
        PathOptions options;
        options.join = join;
        int hits = 0;
        const int warm = allocating_once_warm(20, 0, [&](int i) {
            const auto result = check_path(parts, paths[static_cast<std::size_t>(i)], obstacles,
                                           with(options, &scratch));
            hits += result->state == State::hit;
        });
        EXPECT_EQ(warm, 0) << name_of(join);
        EXPECT_GT(hits, 4) << name_of(join);
        const int without = allocating_once_warm(20, 0, [&](int i) {
            (void)check_path(parts, paths[static_cast<std::size_t>(i)], obstacles, options);
        });
        EXPECT_EQ(without, 0) << name_of(join);
    }
}

}  // namespace
}  // namespace swept
#endif
