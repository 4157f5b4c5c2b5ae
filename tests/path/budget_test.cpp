// Budgets of paths and sweeps: a larger one never proves less, and what it decides stays decided.

#include <gtest/gtest.h>

#include "swept/path.h"
#include "swept/solids.h"
#include "tests/repeats.h"
#include "tests/sweep/samples.h"
#include "tests/with.h"

namespace swept::test {
namespace {

/// Ascending, closely at first.
std::vector<std::uint64_t> budgets() {
    std::vector<std::uint64_t> made;
    for (std::uint64_t b = 0; b < 300'000; b += 1 + b / 6) made.push_back(b);
    return made;
}

// Once a straight way that was tried again more finely could end before what the coarse try had
// proven: 127 of 9,112 paths proved less with a larger budget.
TEST(path_budget, a_larger_budget_never_proves_less) {
    Random random(41);
    const std::vector<Polyhedron> shapes{box(1, 0.6, 0.3), built(make_torus(12, 8, 0.5, 0.2)),
                                         built(make_stairs(5, 0.2, 0.2, 1)),
                                         built(make_sphere(0.5, 8, 12)), built(make_gear())};
    int undecided = 0, decided = 0, proved_more = 0;
    for (std::size_t i = 0; i < test::repeats(150U); ++i) {
        const Polyhedron &mover = shapes[i % 5], &obstacle = shapes[i / 5 % 5];
        std::vector<Pose> poses;
        const int count = random.integer(2, 5);
        const double reach = obstacle.extent() / 2 + mover.extent() / 2;
        for (int k = 0; k < count; ++k) {
            const Vector3d direction = random.direction();
            const Pose turn = random.pose(1);
            const double far = k == 0 ? reach : random.uniform(0.2, 1) * reach;
            poses.push_back(Pose::make(far * direction, turn.rotation()).value());
        }
        PathOptions options;
        options.join = i % 3 == 0 ? static_cast<PathJoin>(i / 3 % 3) : PathJoin::straight;
        options.clearance = clearance_of(i % 4 == 0 ? 1e-3 * reach : 0);
        options.deviation = i % 2 == 0 ? 0 : 1e-4 * reach;
        // From where it was stopped, too.
        const PathResult whole = check_path(mover, poses, {obstacle}, options).value();
        if (i % 2 == 0 && whole.state == State::hit) {
            poses = {whole.end, poses[whole.segment], poses[0]};
        }
        const PathResult all = check_path(mover, poses, {obstacle}, options).value();
        double last = 0;
        bool was_decided = false;
        for (const std::uint64_t budget : budgets()) {
            options.budget = budget;
            const PathResult r = check_path(mover, poses, {obstacle}, options).value();
            EXPECT_GE(r.proven(), last) << i << " with " << budget;
            proved_more += r.proven() > last ? 1 : 0;
            last = r.proven();
            if (r.state == State::undecided) {
                EXPECT_FALSE(was_decided) << i << " with " << budget;
                ++undecided;
                continue;
            }
            ++decided;
            was_decided = true;
            EXPECT_EQ(r.state, all.state) << i;
            EXPECT_EQ(r.proven(), all.proven()) << i;
            break;
        }
    }
    EXPECT_GT(undecided, test::repeats(1000));
    EXPECT_GT(decided, test::repeats(100));
    EXPECT_GT(proved_more, test::repeats(200));
}

TEST(sweep_budget, a_larger_budget_never_proves_less) {
    Random random(42);
    const std::vector<Polyhedron> shapes{box(1, 0.6, 0.3), built(make_torus(12, 8, 0.5, 0.2)),
                                         built(make_stairs(5, 0.2, 0.2, 1)), built(make_room()),
                                         triangulated_floor(3, 8)};
    int undecided = 0, from_zone = 0;
    for (std::size_t i = 0; i < 300; ++i) {
        const Polyhedron &mover = shapes[i % 3], &obstacle = shapes[i / 3 % 5];
        Pose from = random.pose(2);
        const Motion motion = past_the_origin(random, from.translation(), 3, i % 2 == 0);
        SweepOptions options;
        // Half of them start in the margin, where an earlier sweep has ended.
        if (i % 2 == 1) {
            const SweepResult first = sweep({mover, from}, motion, {obstacle}, options);
            from_zone += first.state == State::hit ? 1 : 0;
            from = first.end;
        }
        const Motion on = i % 4 == 1 ? inverse(motion)
                                     : past_the_origin(random, from.translation(), 3, i % 3 == 0);
        const SweepResult all = sweep({mover, from}, on, {obstacle}, options);
        double last = 0;
        for (const std::uint64_t budget : budgets()) {
            options.budget = budget;
            const SweepResult r = sweep({mover, from}, on, {obstacle}, options);
            EXPECT_GE(r.free_fraction, last) << i << " with " << budget;
            last = r.free_fraction;
            if (r.state == State::undecided) {
                ++undecided;
                continue;
            }
            EXPECT_EQ(r.state, all.state) << i;
            EXPECT_EQ(r.free_fraction, all.free_fraction) << i;
            break;
        }
    }
    EXPECT_GT(undecided, test::repeats(1000));
    EXPECT_GT(from_zone, 40);
}

}  // namespace
}  // namespace swept::test
