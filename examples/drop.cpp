// Many questions at once: sixty cubes are dropped on stairs, in one batch on all cores. The answers
// are those of single sweeps, to the bit, however many threads there are.

#include <swept/solids.h>
#include <swept/swept.h>

#include <cstdio>
#include <vector>

namespace {

swept::Polyhedron built(const swept::Result<swept::Mesh>& mesh) {
    return swept::Polyhedron::build(mesh.value()).value();
}

swept::Pose at(double x, double y, double z) {
    return swept::Pose::make({x, y, z}).value();
}

}  // namespace

int main() {
    const swept::Polyhedron stairs = built(swept::make_stairs(8, 0.28, 0.18, 1));
    const swept::Polyhedron cube = built(swept::make_box({0.1, 0.1, 0.1}));
    const swept::Motion fall = swept::Translation::make({0, 0, -5}).value();

    std::vector<swept::SweepQuery> drops;
    drops.reserve(60);
    for (int i = 0; i < 60; ++i) {
        drops.push_back({{cube, at(0.0173 + 0.037 * i, 0, 4)}, fall, {stairs}});
    }
    const std::vector<swept::SweepResult> answers = swept::sweep_batch(drops);

    // Each lies on the highest step that is below any part of it: at 0.18 times its number.
    std::vector<int> lying(9);
    for (const swept::SweepResult& answer : answers) {
        const double bottom = answer.end.translation().z() - 0.05;
        ++lying.at(static_cast<std::size_t>(bottom / 0.18 + 0.5));
    }
    for (std::size_t step = 1; step < lying.size(); ++step) {
        std::printf("step %zu: %d cubes\n", step, lying[step]);
    }

    const swept::SweepResult alone =
        swept::sweep(drops[7].mover, drops[7].motion, drops[7].obstacle);
    const bool same = alone.free_fraction == answers[7].free_fraction;
    std::printf("one asked alone: %s\n", same ? "the same bits" : "another answer");
}
